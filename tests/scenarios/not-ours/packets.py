"""Whatever is not addressed to a VIP goes to the kernel as it came, however strange it is."""
from language import *
from scapy.all import LLC, STP, ICMPv6ND_NS, Dot3

at(0.0, ether(dst="ff:ff:ff:ff:ff:ff") / ARP(pdst=VIP), "not_ip")
at(0.0, Dot3(dst="01:80:c2:00:00:00", src="02:00:00:00:00:0b") / LLC() / STP(), "not_ip")
at(0.0, ether(type=0x88CC) / Raw(b"\x02\x07\x04" + bytes(20)), "not_ip")  # LLDP
at(0.0, ether() / Dot1Q(vlan=7) / ip("203.0.113.11") / TCP(sport=40000, dport=80, flags="S"), "not_ours")
at(0.0, bytes(14), "not_ip")
at(0.0, bytes(60), "not_ip")
at(0.1, ip("203.0.113.11") / TCP(sport=40000, dport=80, flags="S"), "not_ours")
at(0.1, ip(CLIENT, source=VIP) / TCP(sport=80, dport=40000, flags="SA"), "not_ours")  # an answer on its way out
at(0.1, ip("224.0.0.5", ttl=1, proto=89) / Raw(bytes(44)), "not_ours")  # OSPF
at(0.1, ip("10.77.0.1") / ICMP() / b"ping", "not_ours")
at(0.1, ip6("ff02::1:ff00:10") / ICMPv6ND_NS(tgt=VIP6), "not_ours")
at(0.1, ip6("2001:db8:5::11") / UDP(sport=1, dport=2), "not_ours")
stranger = ip("203.0.113.11") / TCP(sport=40000, dport=80, flags="S")
at(0.2, changed(stranger, 0, 0x41), "not_ours")  # broken, but not ours to judge
at(0.2, changed(stranger, 2, 0xFF, 0xFF), "not_ours")
at(0.2, cut(stranger, 10), "not_ours")
at(0.3, ip(VIP) / TCP(sport=40000, dport=80, flags="S"), "forwarded_new", ANYONE)
