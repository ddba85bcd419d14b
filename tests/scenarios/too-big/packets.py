"""The outer packet must fit 1500 bytes: 1476 inside IPv4, 1456 inside IPv6."""
from language import *

VIP_OF_SIX = "203.0.113.20"
at(0.0, ip(VIP) / TCP(sport=40000, dport=80, flags="A") / (b"x" * (1476 - 40)), "forwarded_new", ANYONE)
at(0.1, ip(VIP) / TCP(sport=40000, dport=80, flags="A") / (b"x" * (1477 - 40)), "too_big")
at(0.1, ip(VIP, flags="DF") / TCP(sport=40000, dport=80, flags="A") / (b"x" * (1500 - 40)), "too_big")
at(0.2, ip6(VIP6) / TCP(sport=40000, dport=80, flags="A") / (b"x" * (1476 - 60)), "forwarded_new", ANYONE)
at(0.2, ip6(VIP6) / TCP(sport=40000, dport=80, flags="A") / (b"x" * (1477 - 60)), "too_big")
at(0.3, ip(VIP_OF_SIX) / TCP(sport=40000, dport=80, flags="A") / (b"x" * (1456 - 40)), "forwarded_new", ANYONE)
at(0.3, ip(VIP_OF_SIX) / TCP(sport=40000, dport=80, flags="A") / (b"x" * (1457 - 40)), "too_big")
