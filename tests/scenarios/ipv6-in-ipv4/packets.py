"""An IPv6 VIP with IPv4 backends: the outer family is the backend's."""
from language import *

for port, backend in ((40000, "web-2"), (40001, "web-2"), (40002, "web-1")):
    at(0.0, ip6(VIP6) / TCP(sport=port, dport=80, flags="S"), "forwarded_new", backend)
    at(0.1, ip6(VIP6, fl=0xABCDE, hlim=3) / TCP(sport=port, dport=80, flags="A") / b"data", "forwarded_flow", backend)
