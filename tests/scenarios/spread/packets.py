"""Connections of one client spread over equal backends. 1,200 at a third each: one standard deviation is 0.0136."""
from language import *

for port in range(1200):
    at(0.0, ip(VIP) / TCP(sport=10000 + port, dport=80, flags="S"), "forwarded_new", ANYONE)
for backend in ("web-1", "web-2", "web-3"):
    share(backend, 1 / 3, within=0.05)
