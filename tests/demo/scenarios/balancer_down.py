"""d. A balancer stops in the midst of slow downloads, and comes back: none of them breaks.

On SIGTERM the daemon withdraws its VIPs, and the router gives its connections to the other balancer, which
has never seen them, and still sends them where they belong: both built the same table. When it
comes back the router returns them, and its flow table, kept by the kernel, knows them still.
"""

import signal
import time

from cluster import Cluster
from plan import BALANCERS, VIP4, VIP6
from report import Report
from shell import wait_until
from traffic.download import WINDOW, Downloads
from webserver import DOWNLOAD

TITLE = "d. A balancer stops while 200 slow downloads are in progress, and comes back"
_COUNT = 200
_STEP = WINDOW + 16384  # bytes by which every download must get ahead in each phase


def run(cluster: Cluster, report: Report) -> None:
    stopped, other = cluster.balancers
    before = stopped.new_flows()
    downloads = Downloads(cluster.client, (VIP4, VIP4, VIP4, VIP6), _COUNT, DOWNLOAD)
    wait_until("every download has begun", downloads.settled, seconds=30)
    carried = stopped.new_flows() - before
    connections = downloads.under_way()
    _get_ahead(downloads, "all are in progress")

    report.say(f"SIGTERM to guideway on {stopped.name}")
    assert stopped.process
    other_before = other.new_flows()
    code = stopped.process.stop(signal.SIGTERM)
    seconds = cluster.wait_routes(BALANCERS[1])
    report.check("its VIPs are withdrawn, in order", f"exit code {code}, the router knew {seconds:.1f} s later", code == 0)
    _get_ahead(downloads, f"they go on by way of {other.name}")
    away, taken_over = downloads.under_way(), other.new_flows() - other_before

    report.say(f"starting guideway on {stopped.name} again")
    stopped.start()
    stopped.wait_ready()
    cluster.wait_routes(*BALANCERS)
    own_before = stopped.packets()
    _get_ahead(downloads, f"they go on, some by way of {stopped.name} again")
    back, returned = downloads.under_way(), stopped.packets() - own_before
    report.check("the downloads went on in each phase, carried by whom the router chose",
                 f"{away} and {back} in progress; {other.name} took over {taken_over}, and {returned:,} packets came to {stopped.name} again",
                 away == back == _COUNT and taken_over == carried and returned > 0)

    downloads.finish()
    broken = downloads.broken()
    first = f" (first: {broken[0].error})" if broken else ""
    report.check("none breaks, and every byte is right", f"{_COUNT - len(broken)} complete, {len(broken)} broken{first}",
                 connections == _COUNT and not broken)
    report.check(f"at least 60 of them had been carried by {stopped.name}, by its counters", str(carried), 60 <= carried <= _COUNT)
    report.number("balancer_down", connections=connections, carried=carried, broken=len(broken))


def _get_ahead(downloads: Downloads, what: str) -> None:
    """Until every download has received some more, or is broken; a broken one shows at the end."""
    goals = [received + _STEP for received in downloads.progress()]
    wait_until(what, lambda: all(d.error or d.complete or d.received >= goal for d, goal in zip(downloads.all, goals)), seconds=30)
    time.sleep(0.2)
