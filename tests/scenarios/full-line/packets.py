"""Six kept flows fill a table of one line: more go by the hash, all the same way, and none of the six moves."""
from language import *


def tcp(port, flags="A"):
    return ip(VIP) / TCP(sport=port, dport=80, flags=flags)


for port in range(6):
    at(2 * port, tcp(port, "S"), "forwarded_new", ANYONE)
    at(2 * port + 1.5, tcp(port), "forwarded_flow", ANYONE)
for seconds in (20, 21, 22):
    at(seconds, tcp(100), "forwarded_untracked", "web-1")
    at(seconds, tcp(101, "S"), "forwarded_untracked", "web-3")
for port in range(6):
    at(30, tcp(port), "forwarded_flow", ANYONE)
at(31, tcp(0, "FA"), "forwarded_flow", ANYONE)
at(45, tcp(100), "forwarded_new", "web-1")  # the closed one's place
