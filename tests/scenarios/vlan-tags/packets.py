"""Up to two VLAN tags are read over, and kept on the way out: the network decides by them who hears the answer."""
from language import *
from scapy.all import Dot1AD

syn = TCP(sport=40000, dport=80, flags="S")
at(0.0, ip(VIP) / syn, "forwarded_new", "web-2")
at(0.1, ether() / Dot1Q(vlan=7) / ip(VIP) / syn, "forwarded_flow", "web-2")  # the same flow, whatever the tag
at(0.1, ether() / Dot1Q(vlan=4095, prio=7) / ip(VIP) / syn, "forwarded_flow", "web-2")
at(0.1, ether() / Dot1AD(vlan=100) / Dot1Q(vlan=7) / ip(VIP) / syn, "forwarded_flow", "web-2")
at(0.1, ether() / Dot1Q(vlan=1) / Dot1Q(vlan=2) / ip(VIP) / syn, "forwarded_flow", "web-2")
at(0.2, ether() / Dot1Q(vlan=7) / ip6(VIP6) / syn, "forwarded_new", "web-2")
at(0.2, ether() / Dot1AD(vlan=100) / Dot1Q(vlan=7) / ip6(VIP6) / syn, "forwarded_flow", "web-2")
at(0.3, padded(ether() / Dot1Q(vlan=7) / ip(VIP) / syn, 4), "forwarded_flow", "web-2")
at(0.4, ether() / Dot1Q(vlan=1) / Dot1Q(vlan=2) / Dot1Q(vlan=3) / ip(VIP) / syn, "not_ip")  # no third
at(0.4, ether() / Dot1Q(vlan=7) / ip("203.0.113.11") / syn, "not_ours")
at(0.4, ether() / Dot1Q(vlan=7) / ip(VIP) / TCP(sport=40000, dport=81, flags="S"), "no_service")
at(0.4, ether() / Dot1Q(vlan=7) / ARP(pdst=VIP), "not_ip")
at(0.4, cut(ether() / Dot1Q(vlan=7) / ip(VIP) / syn, 1), "truncated")
