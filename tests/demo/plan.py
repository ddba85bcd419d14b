"""Who is who in the demo: every name and address once.

The addresses are those reserved for documentation (RFC 5737, RFC 3849), so that nothing here can be
mistaken for, or leak to, a real network. Everything that exists outside this process carries PREFIX or
lives in RUN, so that a later run finds and removes what an earlier one left behind.
"""

from dataclasses import dataclass
from pathlib import Path

PREFIX = "gw-demo-"
RUN = Path("/run/guideway-demo")  # configs, logs, sockets, pid-less state
PINS = RUN / "bpf"  # a bpffs of the demo's own: unmounting it lets go of every pin at once
ROOT = Path(__file__).resolve().parents[2]

VIP4 = "203.0.113.10"  # service `web`
VIP6 = "2001:db8:ffff::10"  # service `web-ipv6`: the same backends, by way of IPv4 tunnels
VIP6_NATIVE = "2001:db8:ffff::11"  # service `web-native`: the backends' IPv6 addresses, IPv6 tunnels
VIPS = (VIP4, VIP6, VIP6_NATIVE)
PORT = 80


@dataclass(frozen=True)
class Host:
    """One namespace, with one interface `eth0` (but for the router)."""

    name: str
    ipv4: str
    ipv6: str

    @property
    def namespace(self) -> str:
        return PREFIX + self.name


def _on_lan(name: str, last: int) -> Host:
    return Host(name, f"10.77.0.{last}", f"2001:db8:77::{last}")


CLIENT = Host("client", "198.51.100.7", "2001:db8:c::7")
UPLINK = Host("router", "198.51.100.1", "2001:db8:c::1")  # the router's side towards the client
ROUTER = _on_lan("router", 254)  # and its side towards the LAN
BALANCERS = (_on_lan("lb1", 1), _on_lan("lb2", 2))
BACKENDS = tuple(_on_lan(f"web-{n}", 10 + n) for n in range(1, 5))
HOSTS = (CLIENT, ROUTER, *BALANCERS, *BACKENDS)

ROUTER_AS = 64512
BALANCER_AS = 64513


def native(backend: Host) -> str:
    """The name under which the balancers know a backend's IPv6 address."""
    return f"{backend.name}-ipv6"
