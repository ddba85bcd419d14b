"""Only the first fragment of a datagram has ports: the others follow it, by source, destination, protocol and id."""
from language import *
from scapy.all import IPv6ExtHdrDestOpt, IPv6ExtHdrFragment, fragment, fragment6


def pieces(sport, id=7):
    return fragment(ip(VIP, id=id) / UDP(sport=sport, dport=53) / (b"x" * 3000), fragsize=1000)


def pieces6(sport, id):
    return fragment6(ip6(VIP6) / IPv6ExtHdrFragment(id=id) / UDP(sport=sport, dport=53) / (b"x" * 3000), 1280)


one, two = pieces(5300, id=1), pieces(5301, id=2)
at(0.0, one[0], "forwarded_new", "web-2")
at(0.0, two[0], "forwarded_new", "web-3")
for piece in one[1:]:
    at(0.1, piece, "forwarded_fragment", "web-2")
for piece in reversed(two[1:]):  # in any order, once the first has come
    at(0.1, piece, "forwarded_fragment", "web-3")
three = pieces(5302, id=3)
at(0.2, three[1], "fragment_unmatched")  # before its first: dropped, and sent again by who sent it
at(0.2, three[0], "forwarded_new", ANYONE)
at(0.2, three[1], "forwarded_fragment", ANYONE)
at(60.0, three[2], "fragment_unmatched")  # nobody waits for so long

six = pieces6(5300, 0xCAFE)
at(61.0, six[0], "forwarded_new", ANYONE)
for piece in six[1:]:
    at(61.0, piece, "forwarded_fragment", ANYONE)
at(61.0, pieces6(5300, 0xCAFF)[1], "fragment_unmatched")
at(61.1, ip6(VIP6) / IPv6ExtHdrFragment(id=1, m=1) / IPv6ExtHdrDestOpt() / UDP(sport=5300, dport=53) / (b"x" * 16),
   "forwarded_flow", ANYONE)  # headers behind the fragment's are read too
at(61.1, ip(VIP, flags="MF") / ICMP() / b"ping", "fragment")  # an echo in pieces is not put together
at(61.1, ip(VIP, flags="MF", id=9) / UDP(sport=1, dport=54), "no_service")
at(61.1, ip("203.0.113.99", flags="MF") / UDP(sport=5300, dport=53), "not_ours")
at(61.1, ip("203.0.113.99", frag=8) / UDP(sport=5300, dport=53), "not_ours")
