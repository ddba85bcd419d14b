"""A client's connections to one VIP go to one backend, whatever their ports; to another VIP perhaps to another."""
from language import *

for port in range(40000, 40010):
    at(0.0, ip(VIP) / TCP(sport=port, dport=80, flags="S"), "forwarded_new", "web-1")
    at(0.1, ip("203.0.113.20") / TCP(sport=port, dport=80, flags="S"), "forwarded_new", "web-3")
