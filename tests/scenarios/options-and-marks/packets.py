"""IP and TCP options travel inside; DSCP and ECN show outside; nothing of the flow's choice depends on them."""
from language import *
from scapy.all import IPOption_NOP, IPOption_RR

syn = TCP(sport=40000, dport=80, flags="S", options=[("MSS", 1460), ("SAckOK", b""), ("WScale", 7)])
at(0.0, ip(VIP) / syn, "forwarded_new", "web-2")
at(0.1, ip(VIP, options=[IPOption_NOP()] * 40) / syn, "forwarded_flow", "web-2")
at(0.2, ip(VIP, options=[IPOption_RR(length=11, pointer=4, routers=["0.0.0.0", "0.0.0.0"]), IPOption_NOP()]) / syn,
   "forwarded_flow", "web-2")
for mark in (0x01, 0x02, 0x03, 0xB8, 0xBB, 0xFF):
    at(0.3, ip(VIP, tos=mark) / syn, "forwarded_flow", "web-2")
    at(0.3, ip6(VIP6, tc=mark) / syn, "forwarded_new" if mark == 0x01 else "forwarded_flow", "web-2")
