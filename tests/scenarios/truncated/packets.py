"""Frames that end before their headers say. To a VIP: dropped. Where even the address is cut off: nobody's."""
from language import *

packets = (
    ip(VIP) / TCP(sport=40000, dport=80, flags="S", options=[("MSS", 1460)]) / b"data",
    ip(VIP) / UDP(sport=5300, dport=53) / b"question",
    ip6(VIP6) / TCP(sport=40000, dport=80, flags="S") / b"data",
)
for packet in packets:
    whole = len(frame(packet))
    address_ends = 14 + (20 if packet.version == 4 else 40)
    for count in range(1, whole):
        at(0.0, cut(packet, count), "truncated" if whole - count >= address_ends else "not_ip")
    at(1.0, packet, "forwarded_new", ANYONE)
