"""To a VIP, but to no service on it: dropped, since the kernel would route it back to the router."""
from language import *

at(0.0, ip(VIP) / TCP(sport=40000, dport=81, flags="S"), "no_service")
at(0.0, ip(VIP) / TCP(sport=40000, dport=0, flags="S"), "no_service")
at(0.0, ip(VIP) / UDP(sport=40000, dport=80), "no_service")
at(0.0, ip6(VIP6) / TCP(sport=40000, dport=443, flags="S"), "no_service")
at(0.0, ip6(VIP6) / UDP(sport=40000, dport=80), "no_service")
at(0.1, ip(VIP) / TCP(sport=40000, dport=80, flags="S"), "forwarded_new", ANYONE)
