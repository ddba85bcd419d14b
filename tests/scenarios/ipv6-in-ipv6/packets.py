"""IPv6 all the way, TCP and UDP."""
from language import *

for port, backend in ((40000, "six-2"), (40001, "six-2"), (40006, "six-1")):
    at(0.0, ip6(VIP6) / TCP(sport=port, dport=80, flags="S"), "forwarded_new", backend)
    at(0.1, ip6(VIP6) / UDP(sport=port, dport=443) / b"quic", "forwarded_new", ANYONE)
