"""a. Requests through the VIPs: all are answered, both balancers and all backends carry their share."""

from collections import Counter

from cluster import Cluster
from plan import BACKENDS, VIP4, VIP6, VIP6_NATIVE
from report import Report
from traffic.connection import Request
from traffic.load import burst

TITLE = "a. Requests through the VIPs"
_REQUESTS = {VIP4: 2000, VIP6: 300, VIP6_NATIVE: 300}


def run(cluster: Cluster, report: Report) -> None:
    before = {balancer.name: balancer.new_flows() for balancer in cluster.balancers}
    done: list[Request] = []
    for vip, count in _REQUESTS.items():
        some = cluster.client.do(burst(vip, count))
        failed = [request for request in some if request.error]
        report.check(f"{count:,} requests through {vip} are answered",
                     f"{len(some) - len(failed):,} answered, {len(failed)} failed" + _example(failed),
                     len(some) == count and not failed)
        done += some
    sent, failed = len(done), sum(1 for request in done if request.error)

    # A new connection is a new flow at exactly one balancer. (Nothing else goes to the VIPs now.)
    carried = {balancer.name: balancer.new_flows() - before[balancer.name] for balancer in cluster.balancers}
    report.check("both balancers carry some, by their own counters",
                 ", ".join(f"{name} {flows:,}" for name, flows in carried.items()),
                 all(flows >= sent // 5 for flows in carried.values()) and sum(carried.values()) == sent)

    answered = Counter(request.backend for request in done if not request.error)
    per_backend = {host.name: answered[host.name] for host in BACKENDS}
    # A fair share is 25 %; six standard deviations of chance are 5 % of these many requests.
    report.check("each backend gets a fair share of 20 to 30 %",
                 ", ".join(f"{name} {count / max(sent, 1):.1%}" for name, count in per_backend.items()),
                 set(answered) == set(per_backend) and all(0.20 <= n / sent <= 0.30 for n in per_backend.values()))
    report.shares = per_backend
    report.number("requests", sent=sent, failed=failed, per_backend=per_backend)


def _example(failed: list[Request]) -> str:
    return f" (first: {failed[0].error})" if failed else ""
