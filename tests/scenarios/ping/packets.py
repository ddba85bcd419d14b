"""A ping to a VIP is answered in its name, with a right checksum whatever it carries, and goes back where it came from."""
from language import *
from scapy.all import ICMPv6EchoReply, ICMPv6ND_NS, IPOption_NOP, IPv6ExtHdrDestOpt

for size in list(range(20)) + [56, 57, 1400, 1472]:
    at(0.0, ip(VIP) / ICMP(id=1, seq=size) / bytes(range(7, 7 + size % 200)), "answered_echo")
    at(0.1, ip6(VIP6) / ICMPv6EchoRequest(id=1, seq=size, data=bytes(range(7, 7 + size % 200))), "answered_echo")
for payload in (b"", b"\x00\x00", b"\xff\xff", b"\xf7\xff", b"\x08\x00", b"\xff" * 64):
    at(0.2, ip(VIP) / ICMP(id=0, seq=0) / payload, "answered_echo")
    at(0.2, ip(VIP) / ICMP(id=0xFFFF, seq=0xFFFF) / payload, "answered_echo")
    at(0.2, ip6(VIP6) / ICMPv6EchoRequest(id=0, seq=0, data=payload), "answered_echo")
at(0.3, ip(VIP, ttl=1, tos=0xB8, options=[IPOption_NOP()] * 40) / ICMP() / b"ping", "answered_echo")
at(0.3, ip6(VIP6, hlim=1) / IPv6ExtHdrDestOpt() / ICMPv6EchoRequest(), "answered_echo")
at(0.3, padded(ip(VIP) / ICMP(), 18), "answered_echo")  # as short frames come
at(0.3, ether() / Dot1Q(vlan=7) / ip(VIP) / ICMP() / b"ping", "answered_echo")
at(0.4, ip("203.0.113.11") / ICMP() / b"ping", "not_ours")
at(0.4, ip(VIP) / ICMP(type=0) / b"pong", "unsupported_protocol")  # nobody asked
at(0.4, ip6(VIP6) / ICMPv6EchoReply(), "unsupported_protocol")
at(0.4, ip(VIP) / ICMP(type=13), "unsupported_protocol")
at(0.4, ip6(VIP6) / ICMPv6ND_NS(tgt=VIP6), "unsupported_protocol")
at(0.4, cut(ip(VIP) / ICMP() / b"ping", 5), "truncated")
