"""Flows run out by the capture's own time, each state after its timeout; ticks are of 1.07 s."""
from language import *

ack = ip(VIP) / TCP(sport=40000, dport=80, flags="A")
at(0, ack, "forwarded_new", ANYONE)
at(58, ack, "forwarded_flow", ANYONE)  # kept from here on
at(58 + 3500, ack, "forwarded_flow", ANYONE)
at(58 + 3500 + 3610, ack, "forwarded_new", ANYONE)
at(58 + 3500 + 3610 + 63, ack, "forwarded_new", ANYONE)  # one packet earns only the tentative timeout

query = ip(VIP) / UDP(sport=5300, dport=53)
at(10000, query, "forwarded_new", ANYONE)
at(10010, query, "forwarded_flow", ANYONE)
at(10010 + 115, query, "forwarded_flow", ANYONE)
at(10010 + 115 + 125, query, "forwarded_new", ANYONE)
