"""Neither TCP nor UDP, to a VIP: dropped. ICMP among them, until it is answered."""
from language import *
from scapy.all import ESP, GRE, SCTP, ICMPv6PacketTooBig, IPv6ExtHdrHopByHop

at(0.0, ip(VIP) / ICMP() / b"ping", "unsupported_protocol")
at(0.0, ip(VIP) / ICMP(type=3, code=4) / ip(CLIENT, source=VIP) / TCP(sport=80, dport=40000), "unsupported_protocol")
at(0.0, ip(VIP) / GRE() / ip(VIP) / TCP(sport=40000, dport=80), "unsupported_protocol")
at(0.0, ip(VIP) / SCTP(sport=40000, dport=80), "unsupported_protocol")
at(0.0, ip(VIP) / ESP(spi=1, seq=1, data=b"x" * 16), "unsupported_protocol")
at(0.0, ip(VIP) / ip(VIP) / TCP(sport=40000, dport=80), "unsupported_protocol")
at(0.1, ip6(VIP6) / ICMPv6EchoRequest(), "unsupported_protocol")
at(0.1, ip6(VIP6) / ICMPv6PacketTooBig(mtu=1280) / ip6(CLIENT6, source=VIP6) / TCP(sport=80), "unsupported_protocol")
at(0.1, ip6(VIP6) / IPv6ExtHdrHopByHop() / TCP(sport=40000, dport=80, flags="S"), "unsupported_protocol")
