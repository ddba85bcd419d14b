"""BIRD: the router learns the VIPs over BGP, and the balancers announce what the daemon asks for.

docs/router.md shows these very configurations (tests/demo/docs_match.py holds them together).
"""

from plan import BALANCER_AS, BALANCERS, ROUTER, ROUTER_AS, RUN, Host
from processes import Process
from shell import run

_ROUTER = """\
router id {router4};
protocol device {{ }}

# `merge paths`: equally good routes become one multipath route of the kernel.
protocol kernel {{ ipv4 {{ import none; export where source = RTS_BGP; }}; merge paths yes; }}
protocol kernel {{ ipv6 {{ import none; export where source = RTS_BGP; }}; merge paths yes; }}

# Single addresses out of the VIPs' ranges, and nothing else, whatever a balancer may say.
filter vips {{
  if net.type = NET_IP4 && net ~ [ 203.0.113.0/24{{32,32}} ] then accept;
  if net.type = NET_IP6 && net ~ [ 2001:db8:ffff::/64{{128,128}} ] then accept;
  reject;
}}

template bgp balancer {{
  local as {router_as};
  hold time 9;
  connect retry time 1;
  connect delay time 1;
  error wait time 1, 2;
}}
"""

_ROUTER_SESSIONS = """
protocol bgp {name}_ipv4 from balancer {{
  neighbor {ipv4} as {balancer_as};
  ipv4 {{ import filter vips; export none; }};
}}
protocol bgp {name}_ipv6 from balancer {{
  neighbor {ipv6} as {balancer_as};
  ipv6 {{ import filter vips; export none; }};
}}
"""

_BALANCER = """\
router id {ipv4};
protocol device {{ }}

# Guideway announces a VIP by a route in table 201; `learn` takes up routes that are not BIRD's own.
ipv4 table vips4;
ipv6 table vips6;
protocol kernel {{ kernel table 201; learn; ipv4 {{ table vips4; import all; export none; }}; }}
protocol kernel {{ kernel table 201; learn; ipv6 {{ table vips6; import all; export none; }}; }}

template bgp upstream {{
  local as {balancer_as};
  hold time 9;
  connect retry time 1;
  connect delay time 1;
  error wait time 1, 2;
}}

protocol bgp router_ipv4 from upstream {{
  neighbor {router4} as {router_as};
  ipv4 {{ table vips4; import none; export all; }};
}}
protocol bgp router_ipv6 from upstream {{
  neighbor {router6} as {router_as};
  ipv6 {{ table vips6; import none; export all; }};
}}
"""


def router_config() -> str:
    sessions = "".join(_ROUTER_SESSIONS.format(name=host.name, ipv4=host.ipv4, ipv6=host.ipv6, balancer_as=BALANCER_AS)
                       for host in BALANCERS)
    return _ROUTER.format(router4=ROUTER.ipv4, router_as=ROUTER_AS) + sessions


def balancer_config(host: Host) -> str:
    return _BALANCER.format(ipv4=host.ipv4, balancer_as=BALANCER_AS, router_as=ROUTER_AS,
                            router4=ROUTER.ipv4, router6=ROUTER.ipv6)


def start(host: Host) -> Process:
    config = RUN / f"{host.name}.bird.conf"
    config.write_text(router_config() if host is ROUTER else balancer_config(host))
    return Process(f"bird on {host.name}", host.namespace,
                   "bird", "-f", "-c", str(config), "-s", _socket(host), "-P", str(RUN / f"{host.name}.bird.pid"))


def sessions_up(host: Host) -> int:
    """How many BGP sessions of this host are established."""
    table = run("birdc", "-s", _socket(host), "show", "protocols", namespace=host.namespace, check=False)
    return sum(1 for line in table.splitlines() if " BGP " in line and "Established" in line)


def _socket(host: Host) -> str:
    return str(RUN / f"{host.name}.bird.ctl")
