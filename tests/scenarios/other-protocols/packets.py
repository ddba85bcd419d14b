"""Neither TCP, UDP nor ICMP, to a VIP: dropped."""
from language import *
from scapy.all import ESP, GRE, SCTP

at(0.0, ip(VIP) / GRE() / ip(VIP) / TCP(sport=40000, dport=80), "unsupported_protocol")
at(0.0, ip(VIP) / SCTP(sport=40000, dport=80), "unsupported_protocol")
at(0.0, ip(VIP) / ESP(spi=1, seq=1, data=b"x" * 16), "unsupported_protocol")
at(0.0, ip(VIP) / ip(VIP) / TCP(sport=40000, dport=80), "unsupported_protocol")
