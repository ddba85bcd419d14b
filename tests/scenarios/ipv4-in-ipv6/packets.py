"""An IPv4 VIP with IPv6 backends."""
from language import *

for port, backend in ((40000, "six-1"), (40001, "six-2"), (40002, "six-2")):
    at(0.0, ip(VIP) / TCP(sport=port, dport=80, flags="S"), "forwarded_new", backend)
    at(0.1, ip(VIP) / TCP(sport=port, dport=80, flags="A") / b"data", "forwarded_flow", backend)
