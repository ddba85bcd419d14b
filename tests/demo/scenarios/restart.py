"""e. The daemons are killed under load while a backend is drained, and start again: nobody notices.

A drained backend owns no slot of the table. So what stays on it across the kill does so by the flow
table alone, which lives in the kernel and is adopted by the next start. Both daemons are killed at once:
every connection on the drained backend is then one of a killed daemon's.
"""

import signal
import time

from cluster import Cluster
from plan import VIP4, VIP6
from report import Report
from traffic.load import FreshLoad, KeepAliveLoad

TITLE = "e. The daemons are killed (-9) under load while a backend is drained, and start again"
BACKEND = "web-4"


def run(cluster: Cluster, report: Report) -> None:
    kept_alive = KeepAliveLoad(cluster.client, VIP4, 60)
    fresh = FreshLoad(cluster.client, (VIP4, VIP6))
    time.sleep(1.0)
    cluster.drain(BACKEND)
    drained = time.monotonic()
    time.sleep(0.5)

    report.say(f"{BACKEND} is drained; kill -9 to guideway on {' and '.join(b.name for b in cluster.balancers)}")
    codes = []
    for balancer in cluster.balancers:
        assert balancer.process
        codes.append(balancer.process.stop(signal.SIGKILL))
    killed = time.monotonic()
    time.sleep(2.0)
    silent = all(balancer.ask("status") is None for balancer in cluster.balancers)
    report.say("starting them again")
    started = time.monotonic()
    for balancer in cluster.balancers:
        balancer.start()
    for balancer in cluster.balancers:
        balancer.wait_ready()
    ready = time.monotonic()
    time.sleep(2.0)
    ended = time.monotonic()
    still_drained = all(balancer.backend(BACKEND).get("draining") for balancer in cluster.balancers)
    fresh.stop()
    kept_alive.stop()
    cluster.undrain(BACKEND)

    report.check("the daemons were really gone, and are back",
                 f"exit codes {', '.join(map(str, codes))}; ready {ready - started:.1f} s after the start",
                 silent and all(code == -signal.SIGKILL for code in codes))
    phases = [(drained, killed), (killed, started), (started, ready), (ready, ended)]
    counts = [len(fresh.requests(*phase)) for phase in phases]
    errors = [r.error for r in fresh.requests() if r.error] + [s.error for s in kept_alive.sessions if s.error]
    report.check("no request fails", f"{counts[1]} on new connections while dead, {counts[2]} while starting, {counts[3]} after; "
                 f"{len(errors)} failed" + (f" (first: {errors[0]})" if errors else ""), not errors and counts[1] > 0 and counts[3] > 0)
    on_it = sum(1 for request in fresh.requests(since=drained, until=ended) if request.backend == BACKEND)
    report.check(f"{BACKEND} stays drained throughout", f"{on_it} of {sum(counts)} new connections went to it",
                 still_drained and on_it == 0)

    there = kept_alive.on(lambda backend: backend == BACKEND)
    lived = [s for s in there if not s.error and s.answered(killed, started) and s.answered(ready, ended)]
    report.check(f"the connections on {BACKEND} live on, by the kept flow table", f"{len(lived)} of {len(there)}",
                 0 < len(there) == len(lived))
    report.number("restart", failed=len(errors), flows_kept=len(lived))
