"""An ICMP error about a flow goes to the flow's backend, who must hear of it; about anything else it is dropped."""
from language import *
from scapy.all import (AH, ICMPv6DestUnreach, ICMPv6PacketTooBig, ICMPv6ParamProblem, ICMPv6TimeExceeded,
                       IPOption_NOP, IPv6ExtHdrDestOpt)

syn = TCP(sport=40000, dport=80, flags="S")
answer = TCP(sport=80, dport=40000, flags="SA")
ROUTER, ROUTER6 = "192.0.2.254", "2001:db8:ffff::1"


def quote(packet, behind_ip=8):
    """As little as a router must quote: the IP header and eight bytes."""
    return Raw(bytes(packet)[: len(packet) - len(packet[TCP]) + behind_ip])


at(0.0, ip(VIP) / syn, "forwarded_new", "web-2")
for type_, code in ((3, 0), (3, 1), (3, 3), (3, 4), (3, 13), (11, 0), (12, 0)):
    at(0.1, ip(VIP, source=ROUTER) / ICMP(type=type_, code=code) / quote(ip(CLIENT, source=VIP) / answer),
       "forwarded_icmp", "web-2")
at(0.2, ip(VIP, source=ROUTER) / ICMP(type=3, code=4, nexthopmtu=1400) / (ip(CLIENT, source=VIP) / answer / (b"x" * 500)),
   "forwarded_icmp", "web-2")  # or as much as it likes
at(0.2, ip(VIP, source=ROUTER) / ICMP(type=3, code=4)
   / quote(ip(CLIENT, source=VIP, options=[IPOption_NOP()] * 40) / answer), "forwarded_icmp", "web-2")
at(0.2, ip(VIP, source=CLIENT, options=[IPOption_NOP()] * 8) / ICMP(type=3, code=3)
   / quote(ip(CLIENT, source=VIP) / answer), "forwarded_icmp", "web-2")
at(0.3, ip(VIP, source=ROUTER) / ICMP(type=3, code=1) / quote(ip("198.51.100.8", source=VIP) / answer),
   "forwarded_icmp", ANYONE)  # a flow that the table has forgotten: the hash decides, as it would for the flow

at(0.4, ip(VIP, source=ROUTER) / ICMP(type=3, code=4) / quote(ip(CLIENT, source=VIP) / answer, behind_ip=3), "icmp_unrelated")
at(0.4, ip(VIP, source=ROUTER) / ICMP(type=3, code=4) / quote(ip(VIP) / syn), "icmp_unrelated")  # not what a VIP sent
at(0.4, ip(VIP, source=ROUTER) / ICMP(type=3, code=4) / quote(ip(CLIENT, source="203.0.113.11") / answer), "icmp_unrelated")
at(0.4, ip(VIP, source=ROUTER) / ICMP(type=3, code=4) / quote(ip(CLIENT, source=VIP, frag=10) / answer), "icmp_unrelated")
at(0.4, ip(VIP, source=ROUTER) / ICMP(type=3, code=4) / (ip(CLIENT, source=VIP) / ICMP()), "icmp_unrelated")
at(0.4, ip(VIP, source=ROUTER) / ICMP(type=3, code=4) / quote(ip(CLIENT, source=VIP) / TCP(sport=81, dport=40000)), "no_service")
at(0.4, ip(VIP, source=ROUTER) / ICMP(type=5), "unsupported_protocol")  # a redirect
at(0.4, ip("203.0.113.11", source=ROUTER) / ICMP(type=3, code=4) / quote(ip(CLIENT, source=VIP) / answer), "not_ours")

at(1.0, ip6(VIP6) / syn, "forwarded_new", "web-2")
for error in (ICMPv6DestUnreach(code=0), ICMPv6DestUnreach(code=4), ICMPv6PacketTooBig(mtu=1280), ICMPv6TimeExceeded(),
              ICMPv6ParamProblem()):
    at(1.1, ip6(VIP6, source=ROUTER6) / error / quote(ip6(CLIENT6, source=VIP6) / answer), "forwarded_icmp", "web-2")
at(1.2, ip6(VIP6, source=ROUTER6) / ICMPv6PacketTooBig(mtu=1280)
   / quote(ip6(CLIENT6, source=VIP6) / IPv6ExtHdrDestOpt() / AH(nh=6, payloadlen=4, icv=b"x" * 12) / answer), "forwarded_icmp", "web-2")
at(1.2, ip6(VIP6, source=ROUTER6) / IPv6ExtHdrDestOpt() / ICMPv6PacketTooBig(mtu=1280)
   / quote(ip6(CLIENT6, source=VIP6) / answer), "forwarded_icmp", "web-2")
at(1.3, ip6(VIP6, source=ROUTER6) / ICMPv6PacketTooBig(mtu=1280) / quote(ip6(VIP6) / syn), "icmp_unrelated")
