"""c. A backend's web server stops: health takes the backend out, and the rest keep their flows.

Between the stop and the last of the failed checks, new connections to that backend are refused: no balancer can
know better. They are counted apart, and only if the table says that they were that backend's;
everything else that fails breaks the promise.
"""

import time

from cluster import Cluster
from plan import BACKENDS, CLIENT, VIP4
from report import Report
from shell import wait_until
from traffic.connection import Request
from traffic.load import FreshLoad, KeepAliveLoad

TITLE = "c. A backend's web server stops"
HOST = BACKENDS[2]


def run(cluster: Cluster, report: Report) -> None:
    kept_alive = KeepAliveLoad(cluster.client, VIP4, 60)
    fresh = FreshLoad(cluster.client, (VIP4,))
    time.sleep(1.0)
    report.say(f"stopping nginx on {HOST.name}")
    stopped = time.monotonic()
    cluster.webserver(HOST).stop()
    wait_until(f"both balancers see that {HOST.name} is down",
               lambda: all(b.backend(HOST.name).get("healthy") is False for b in cluster.balancers))
    noticed = time.monotonic()
    time.sleep(2.0)
    ended = time.monotonic()
    fresh.stop()
    kept_alive.stop()
    report.say(f"starting it again")
    cluster.start_webserver(HOST)
    for balancer in cluster.balancers:
        balancer.wait_ready()

    refused, failed = _sort(cluster, fresh.requests(), noticed)
    after = fresh.requests(since=noticed)
    report.check("health takes it out", f"after {noticed - stopped:.1f} s; until then {len(refused)} connections were refused",
                 noticed - stopped < 10)
    report.check("then new connections go to the others", f"{len(after)} requests, {sum(bool(r.error) for r in after)} failed",
                 len(after) > 0 and not any(r.error or r.backend == HOST.name for r in after))

    gone = kept_alive.on(lambda backend: backend == HOST.name)
    rest = kept_alive.on(lambda backend: backend != HOST.name)
    moved = [s for s in rest if s.error or not s.answered(stopped, noticed) or not s.answered(noticed, ended)]
    failed += [session.error or "idle" for session in moved]
    report.check("the rest keep their flows",
                 f"{len(rest) - len(moved)} of {len(rest)} keep-alive connections; the {len(gone)} on {HOST.name} ended with it",
                 bool(rest) and not moved and bool(gone) and all(session.error for session in gone))
    report.check("nothing else fails", f"{len(failed)} failed" + (f" (first: {failed[0]})" if failed else ""), not failed)
    report.number("backend_down", failed=len(failed), flows_moved=len(moved))


def _sort(cluster: Cluster, requests: list[Request], noticed: float) -> tuple[list[Request], list[str]]:
    """Failures that belong to the stopped backend and came before it was noticed; and all others."""
    refused: list[Request] = []
    others: list[str] = []
    for request in requests:
        if not request.error:
            continue
        if request.began < noticed and cluster.balancers[0].owner(request.port, CLIENT.ipv4, VIP4) == HOST.name:
            refused.append(request)
        else:
            others.append(request.error)
    return refused, others
