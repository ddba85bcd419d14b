"""A service that follows no fragments (`fragments: drop`): the first one is dropped, and so nothing is known of the others."""
from language import *
from scapy.all import fragment, fragment6, IPv6ExtHdrFragment

datagram = ip(VIP) / UDP(sport=5300, dport=53) / (b"x" * 3000)
for number, piece in enumerate(fragment(datagram, fragsize=1000)):
    at(0.0, piece, "fragment" if number == 0 else "fragment_unmatched")
datagram6 = ip6(VIP6) / IPv6ExtHdrFragment() / UDP(sport=5300, dport=53) / (b"x" * 3000)
for number, piece in enumerate(fragment6(datagram6, 1280)):
    at(0.1, piece, "fragment" if number == 0 else "fragment_unmatched")
