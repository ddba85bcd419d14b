"""The network: namespaces, a LAN, addresses and sysctls.

    client ---- router ==== LAN (a bridge in the router's namespace) ==== lb1, lb2, web-1 ... web-4

A real installation looks the same: the router's LAN port, a switch, and machines on it. The balancers
send a frame back out of the interface it came in by (XDP_TX), which on veth needs two things of the
ports that face them:
- an XDP program at the port too, or the kernel drops what XDP_TX sends; one that passes all will do;
- no tx checksum offload. veth otherwise hands on packets whose checksum is still to be filled in, and
  inside a tunnel nobody does.
And the router must forget the flow hash that packets bring along from the client's sockets (veth.bpf.c).
"""

import os
from pathlib import Path

from plan import BACKENDS, BALANCERS, CLIENT, HOSTS, PINS, ROOT, ROUTER, RUN, UPLINK, Host
from shell import run

_SYSCTLS_ALL = ("net.ipv6.conf.all.accept_dad=0", "net.ipv6.conf.default.accept_dad=0",
                "net.ipv4.conf.all.rp_filter=0", "net.ipv4.conf.default.rp_filter=0")
_SYSCTLS_ROUTER = ("net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1",
                   # Spread by ports too, not only by addresses: all of the demo comes from one client.
                   "net.ipv4.fib_multipath_hash_policy=1", "net.ipv6.fib_multipath_hash_policy=1")


def build() -> None:
    RUN.mkdir(mode=0o755)
    PINS.mkdir()
    run("mount", "-t", "bpf", "guideway-demo", str(PINS))
    for host in HOSTS:
        run("ip", "netns", "add", host.namespace)
        run("sysctl", "-qw", *_SYSCTLS_ALL, namespace=host.namespace)
        _ip(host, "link set lo up")
    run("sysctl", "-qw", *_SYSCTLS_ROUTER, namespace=ROUTER.namespace)
    _ip(ROUTER, "link add lan type bridge mcast_snooping 0", "link set lan up",
        f"address add {ROUTER.ipv4}/24 dev lan", f"address add {ROUTER.ipv6}/64 dev lan nodad")
    _connect(CLIENT, UPLINK)
    _ip(ROUTER, f"address add {UPLINK.ipv4}/24 dev client", f"address add {UPLINK.ipv6}/64 dev client nodad")
    for host in (*BALANCERS, *BACKENDS):
        _connect(host, ROUTER)
        _ip(ROUTER, f"link set {host.name} master lan")
    programs = _compile_programs()
    for host in BALANCERS:
        run("ethtool", "-K", host.name, "tx", "off", namespace=ROUTER.namespace)
        _ip(ROUTER, f"link set dev {host.name} xdpdrv obj {programs} sec xdp")
    run("tc", "-n", ROUTER.namespace, "qdisc", "add", "dev", CLIENT.name, "clsact")
    run("tc", "-n", ROUTER.namespace, "filter", "add", "dev", CLIENT.name, "ingress",
        "bpf", "direct-action", "object-file", str(programs), "section", "tc")


def remove() -> None:
    """Removes all that `build` made, also what is left of an earlier run that was killed."""
    known = {line.split()[0] for line in run("ip", "netns", "list").splitlines() if line.strip()}
    for host in HOSTS:
        if host.namespace in known:
            run("ip", "netns", "delete", host.namespace)
    while os.path.ismount(PINS):
        run("umount", str(PINS))
    if RUN.exists():
        run("rm", "-r", "--one-file-system", str(RUN))


def _connect(host: Host, gateway: Host) -> None:
    """A cable from the host's eth0 to a port of the router that is named after the host."""
    run("ip", "link", "add", "eth0", "netns", host.namespace, "type", "veth",
        "peer", "name", host.name, "netns", ROUTER.namespace)
    _ip(ROUTER, f"link set {host.name} up")
    _ip(host, "link set eth0 up", f"address add {host.ipv4}/24 dev eth0", f"address add {host.ipv6}/64 dev eth0 nodad",
        f"route add default via {gateway.ipv4}", f"route add ::/0 via {gateway.ipv6}")


def _ip(host: Host, *commands: str) -> None:
    run("ip", "-n", host.namespace, "-batch", "-", stdin="\n".join(commands) + "\n")


def _compile_programs() -> Path:
    source, built = ROOT / "tests/demo/veth.bpf.c", RUN / "veth.o"
    run("clang-19", "--target=bpf", "-O2", "-c", str(source), "-o", str(built))
    return built
