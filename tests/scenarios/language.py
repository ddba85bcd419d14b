"""The words that a scenario is written in: packets in scapy, and what must become of each."""
from dataclasses import dataclass

from scapy.all import ARP, ICMP, IP, TCP, UDP, Dot1Q, Ether, ICMPv6EchoRequest, IPv6, Raw  # noqa: F401

VIP, VIP6 = "203.0.113.10", "2001:db8:5::10"
CLIENT, CLIENT6 = "198.51.100.7", "2001:db8:c::7"
ANYONE = "anyone"  # one of the pool's backends, whichever


@dataclass
class Step:
    seconds: float
    frame: bytes
    reason: str
    backend: str | None


@dataclass
class Share:
    backend: str
    of_packets: float
    within: float


@dataclass
class Scenario:
    steps: list[Step]
    shares: list[Share]


current = Scenario([], [])


def ip(destination, source=CLIENT, **fields):
    return IP(src=source, dst=destination, **fields)


def ip6(destination, source=CLIENT6, **fields):
    return IPv6(src=source, dst=destination, **fields)


def ether(**fields):
    """Both addresses given: scapy would ask the network for what is missing."""
    return Ether(**{"dst": "02:00:00:00:00:0a", "src": "02:00:00:00:00:0b", **fields})


def frame(packet):
    """The frame's bytes; an IP packet gets an Ethernet header."""
    if isinstance(packet, bytes):
        return packet
    return bytes(ether() / packet if isinstance(packet, (IP, IPv6)) else packet)


def padded(packet, count):
    """As a NIC pads a short frame, or a driver leaves its trailer."""
    return frame(packet) + b"\xee" * count


def cut(packet, count):
    """Without its last bytes."""
    return frame(packet)[:-count]


def changed(packet, offset, *values):
    """With other bytes from the offset on, counted from the IP header."""
    whole = bytearray(frame(packet))
    whole[14 + offset : 14 + offset + len(values)] = bytes(values)
    return bytes(whole)


def at(seconds, packet, reason, backend=None):
    """At this time of the capture the frame comes in, and this becomes of it."""
    current.steps.append(Step(seconds, frame(packet), reason, backend))


def share(backend, of_packets, within):
    """Of all packets sent, so many go to this backend."""
    current.shares.append(Share(backend, of_packets, within))
