"""IPv6 extension headers are walked to the transport header, up to eight of them, and travel inside unchanged."""
from language import *
from scapy.all import AH, IPv6ExtHdrDestOpt, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop, IPv6ExtHdrRouting, PadN

syn = TCP(sport=40000, dport=80, flags="S")
at(0.0, ip6(VIP6) / syn, "forwarded_new", "web-2")
at(0.1, ip6(VIP6) / IPv6ExtHdrHopByHop() / syn, "forwarded_flow", "web-2")  # the same flow
at(0.1, ip6(VIP6) / IPv6ExtHdrDestOpt() / syn, "forwarded_flow", "web-2")
at(0.1, ip6(VIP6) / IPv6ExtHdrRouting(addresses=[]) / syn, "forwarded_flow", "web-2")
at(0.1, ip6(VIP6) / AH(nh=60, payloadlen=4, spi=1, seq=1, icv=b"x" * 12) / IPv6ExtHdrDestOpt() / syn, "forwarded_flow", "web-2")
at(0.1, ip6(VIP6) / IPv6ExtHdrHopByHop() / IPv6ExtHdrDestOpt() / IPv6ExtHdrRouting(addresses=[])
   / AH(nh=60, payloadlen=4, spi=1, seq=1, icv=b"x" * 12) / IPv6ExtHdrDestOpt() / syn, "forwarded_flow", "web-2")
at(0.1, ip6(VIP6) / IPv6ExtHdrHopByHop(options=[PadN(optdata=bytes(200))]) / syn, "forwarded_flow", "web-2")
at(0.2, ip6(VIP6) / IPv6ExtHdrFragment(offset=0, m=0, id=7) / syn, "forwarded_flow", "web-2")  # in one piece


def options(count, following):
    packet = following
    for _ in range(count):
        packet = IPv6ExtHdrDestOpt() / packet
    return packet


at(0.3, ip6(VIP6) / options(8, syn), "forwarded_flow", "web-2")
at(0.3, ip6(VIP6) / options(9, syn), "extension_headers")
at(0.3, ip6(VIP6) / IPv6ExtHdrDestOpt(options=[PadN(optdata=bytes(250))])
   / IPv6ExtHdrDestOpt(options=[PadN(optdata=bytes(250))]) / syn, "extension_headers")  # 512 bytes of them
at(0.3, ip6(VIP6) / IPv6ExtHdrDestOpt(), "unsupported_protocol")  # and nothing behind it
at(0.3, changed(ip6(VIP6) / IPv6ExtHdrDestOpt() / syn, 41, 20), "truncated")  # it says 168 bytes
at(0.4, ip6("2001:db8:5::11") / options(9, syn), "not_ours")
