"""FIN and RST shorten a flow's life; a SYN on the same ports is then a new connection."""
from language import *


def tcp(port, flags):
    return ip(VIP) / TCP(sport=port, dport=80, flags=flags)


for port, end in ((40000, "FA"), (40001, "R"), (40002, "RA")):
    at(0, tcp(port, "S"), "forwarded_new", ANYONE)
    at(2, tcp(port, "A"), "forwarded_flow", ANYONE)
    at(500, tcp(port, end), "forwarded_flow", ANYONE)
    at(505, tcp(port, "A"), "forwarded_flow", ANYONE)  # what was still under way
    at(520, tcp(port, "A"), "forwarded_new", ANYONE)
at(1000, tcp(40003, "S"), "forwarded_new", ANYONE)
at(1002, tcp(40003, "A"), "forwarded_flow", ANYONE)
at(1003, tcp(40003, "S"), "forwarded_flow", ANYONE)  # repeated, or forged: the flow stays
at(1004, tcp(40003, "FA"), "forwarded_flow", ANYONE)
at(1005, tcp(40003, "S"), "forwarded_new", ANYONE)
