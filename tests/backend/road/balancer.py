"""The least of a balancer: wraps every packet to a VIP in GRE and sends it to one backend.

    balancer.py BACKEND VIP...

It uses nothing of Guideway: a packet socket to receive, a raw socket for which the kernel writes the outer
header. On SIGTERM it prints how many packets it has sent.
"""

import ipaddress
import signal
import socket
import struct
import sys

GRE = 47
IPV4, IPV6 = 0x0800, 0x86DD
TO_US = 0  # PACKET_HOST
SO_RCVBUFFORCE = 33


def destination(kind: int, packet: bytes) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    return ipaddress.ip_address(packet[16:20] if kind == IPV4 else packet[24:40])


def main(backend: str, *vips: str) -> None:
    served = {ipaddress.ip_address(vip) for vip in vips}
    family = socket.AF_INET6 if ":" in backend else socket.AF_INET
    out = socket.socket(family, socket.SOCK_RAW, GRE)
    into = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0003))
    into.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 1 << 24)  # a busy machine may let it wait
    into.bind(("eth0", 0x0003))
    sent = 0

    def report(*_: object) -> None:
        print(sent, flush=True)
        sys.exit(0)

    signal.signal(signal.SIGTERM, report)
    while True:
        packet, (_, kind, direction, *_) = into.recvfrom(65536)
        if direction == TO_US and kind in (IPV4, IPV6) and destination(kind, packet) in served:
            out.sendto(struct.pack("!HH", 0, kind) + packet, (backend, 0))
            sent += 1


main(*sys.argv[1:])
