"""A capture of several queues is not quite in order: an entry that was seen a moment later is not an old one."""
from language import *

ack = ip(VIP) / TCP(sport=40000, dport=80, flags="A")
at(100.0, ack, "forwarded_new", ANYONE)
at(103.0, ack, "forwarded_flow", ANYONE)
at(101.0, ack, "forwarded_flow", ANYONE)
at(98.0, ack, "forwarded_flow", ANYONE)
at(104.0, ack, "forwarded_flow", ANYONE)
