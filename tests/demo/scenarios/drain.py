"""b. A backend is drained under load: nobody notices, but that no new connection comes to it."""

import time

from cluster import Cluster
from plan import VIP4, VIP6
from report import Report
from traffic.load import FreshLoad, KeepAliveLoad

TITLE = "b. A backend is drained under load"
BACKEND = "web-2"


def run(cluster: Cluster, report: Report) -> None:
    kept_alive = KeepAliveLoad(cluster.client, VIP4, 60)
    fresh = FreshLoad(cluster.client, (VIP4, VIP6))
    began = time.monotonic()
    time.sleep(1.5)
    report.say(f"guideway drain {BACKEND}, at both balancers")
    drained_from = time.monotonic()
    cluster.drain(BACKEND)
    drained = time.monotonic()
    time.sleep(2.0)
    undrained = time.monotonic()
    cluster.undrain(BACKEND)
    time.sleep(1.5)
    fresh.stop()
    kept_alive.stop()

    there = kept_alive.on(lambda backend: backend == BACKEND)
    kept = [session for session in there if not session.error and session.answered(drained, undrained) >= 3]
    errors = [r.error for r in fresh.requests() if r.error] + [s.error for s in kept_alive.sessions if s.error]
    total = len(fresh.requests()) + sum(len(session.done) for session in kept_alive.sessions)
    report.check("no request fails", f"{total:,} sent, {len(errors)} failed" + (f" (first: {errors[0]})" if errors else ""),
                 not errors and total > 0)

    def new_on_it(since: float, until: float) -> tuple[int, int]:
        span = fresh.requests(since, until)
        return sum(1 for request in span if request.backend == BACKEND), len(span)

    (before, _), (during, of), (after, _) = (
        new_on_it(began, drained_from), new_on_it(drained, undrained), new_on_it(undrained, float("inf")))
    report.check(f"new connections avoid {BACKEND} while it is drained",
                 f"{before} before, {during} of {of} while drained, {after} after", before > 0 and during == 0 < of and after > 0)
    report.check(f"keep-alive connections stay on {BACKEND}, seen in its responses", f"{len(kept)} of {len(there)}",
                 0 < len(there) == len(kept))
    report.number("drain", failed=len(errors), kept=len(kept))
