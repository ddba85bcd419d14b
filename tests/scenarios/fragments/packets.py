"""Fragments to a VIP are dropped, first ones too, until services can follow them."""
from language import *
from scapy.all import IPv6ExtHdrFragment, fragment, fragment6

datagram = ip(VIP) / UDP(sport=5300, dport=53) / (b"x" * 3000)
for piece in fragment(datagram, fragsize=1000):
    at(0.0, piece, "fragment")
datagram6 = ip6(VIP6) / IPv6ExtHdrFragment() / UDP(sport=5300, dport=53) / (b"x" * 3000)
for piece in fragment6(datagram6, 1280):
    at(0.1, piece, "fragment")
at(0.2, ip("203.0.113.99", flags="MF") / UDP(sport=5300, dport=53), "not_ours")
