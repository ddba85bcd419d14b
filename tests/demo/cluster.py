"""The whole cluster standing: what the scenarios act upon."""

import json
from collections.abc import Callable
from pathlib import Path

import bird
import guideway
import topology
import webserver
from guideway import Balancer
from plan import BACKENDS, BALANCERS, CLIENT, ROUTER, VIPS, Host
from processes import Process
from shell import run, wait_until
from traffic.client import Client


class Cluster:
    def __init__(self, program: Path, say: Callable[[str], None]) -> None:
        say("namespaces: a client, a router with a LAN, two balancers, four backends")
        topology.build()
        webserver.prepare()
        guideway.prepare()
        say("backends: nginx, and `guideway backend` to take packets out of their tunnels")
        self.webservers = {host.name: webserver.start(host) for host in BACKENDS}
        for host in BACKENDS:
            guideway.attach_backend(program, host)
        say("routing: BIRD on the router and on each balancer")
        self.routers = [bird.start(host) for host in (ROUTER, *BALANCERS)]
        say("balancers: `guideway run`, and the router learns the VIPs from them")
        self.balancers = tuple(Balancer(program, host) for host in BALANCERS)
        for balancer in self.balancers:
            balancer.start()
        for balancer in self.balancers:
            balancer.wait_ready()
        self.wait_routes(*BALANCERS)
        for process in (*self.webservers.values(), *self.routers):
            process.must_live()
        self.client = Client(CLIENT.namespace)

    def wait_routes(self, *through: Host) -> float:
        """Until the router sends every VIP through exactly these balancers; the seconds that took."""
        wanted = {vip: {host.ipv6 if ":" in vip else host.ipv4 for host in through} for vip in VIPS}

        def learnt() -> bool:
            for process in self.routers:
                process.must_live()
            return all(next_hops(vip) == gateways for vip, gateways in wanted.items())

        return wait_until(f"the router's routes lead through {', '.join(host.name for host in through)}", learnt, seconds=30)

    def drain(self, backend: str) -> None:
        for balancer in self.balancers:
            balancer.tell("drain", backend)

    def undrain(self, backend: str) -> None:
        for balancer in self.balancers:
            balancer.tell("undrain", backend)

    def start_webserver(self, host: Host) -> None:
        self.webservers[host.name] = webserver.start(host)

    def webserver(self, host: Host) -> Process:
        return self.webservers[host.name]


def next_hops(vip: str) -> set[str]:
    """The gateways of the router's route to a VIP: the kernel's word, not BIRD's."""
    family = "-6" if ":" in vip else "-4"
    routes = json.loads(run("ip", "-n", ROUTER.namespace, "-j", family, "route", "show", vip) or "[]")
    gateways: set[str] = set()
    for route in routes:
        for hop in route.get("nexthops", [route]):
            if "gateway" in hop:
                gateways.add(hop["gateway"])
    return gateways
