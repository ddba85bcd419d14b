"""What came out of one scenario, against what it says."""
from collections import Counter

from scapy.all import GRE, ICMP, IP, ICMPv6EchoReply, ICMPv6EchoRequest, IPv6

SENT, ANSWERED, PASSED = "forwarded_", "answered_", ("not_ip", "not_ours")


def verdict_of(reason):
    return "tx" if reason.startswith((SENT, ANSWERED)) else "pass" if reason in PASSED else "drop"


def link_size(frame):
    """Of Ethernet's header with its VLAN tags."""
    at = 12
    while frame[at : at + 2] in (b"\x81\x00", b"\x88\xa8"):
        at += 4
    return at + 2


def ip_packet(frame):
    """The IP packet in a frame, by its own length: without padding."""
    at = link_size(frame)
    version = frame[at] >> 4
    length = int.from_bytes(frame[at + 2 : at + 4], "big") if version == 4 else 40 + int.from_bytes(frame[at + 4 : at + 6], "big")
    return frame[at : at + length]


def echo_problems(request, reply):
    """What an echo's reply should be, built by scapy from the request."""
    at = link_size(request)
    kind = IP if request[at] >> 4 == 4 else IPv6
    packet = kind(request[at:])
    packet.src, packet.dst = packet.dst, packet.src
    if kind is IP:
        packet.ttl, packet[ICMP].type = 64, 0
        del packet.chksum, packet[ICMP].chksum
    else:
        packet.hlim, packet[ICMPv6EchoRequest].type = 64, 129
        del packet[ICMPv6EchoRequest].cksum
    packet = kind(bytes(packet))
    layer, field = (packet[ICMP], "chksum") if kind is IP else (packet[ICMPv6EchoReply], "cksum")
    if getattr(layer, field) == 0:  # the same number, and right for a message of zeros too
        setattr(layer, field, 0xFFFF)
    expected = request[6:12] + request[0:6] + request[12:at] + bytes(packet)
    if reply != expected:
        yield f"answered {reply.hex()}, not {expected.hex()}"


def problems(scenario, times, backends, report, sent):
    """report: replay's JSON; sent: (time, frame) pairs in order; times: of the steps; backends: name by address."""
    steps = scenario.steps
    if report["packets"] != len(steps):
        yield f"{report['packets']} packets were replayed of {len(steps)}"
    for what, wanted, got in (
        ("reasons", Counter(step.reason for step in steps), report["reasons"]),
        ("verdicts", Counter(verdict_of(step.reason) for step in steps), {k: v for k, v in report["verdicts"].items() if v}),
    ):
        if dict(wanted) != got:
            yield f"{what}: {got}, not {dict(wanted)}"

    expected = [time for time, step in zip(times, steps) if verdict_of(step.reason) == "tx"]
    if [time for time, _ in sent] != expected:
        yield f"sent were packets {[times.index(t) + 1 for t, _ in sent]}, not {[times.index(t) + 1 for t in expected]}"
        return
    got = Counter()
    by_time = dict(zip(times, steps))
    for time, frame in sent:
        step, number = by_time[time], times.index(time) + 1
        link = link_size(frame)
        if frame[12 : link - 2] != step.frame[12 : link_size(step.frame) - 2]:
            yield f"packet {number}: the tags are not those that it came with"
        if step.reason.startswith(ANSWERED):
            yield from (f"packet {number}: {problem}" for problem in echo_problems(step.frame, frame))
            continue
        outer = (IP if frame[link] >> 4 == 4 else IPv6)(frame[link:])
        if not isinstance(outer.payload, GRE):
            yield f"packet {number}: no GRE on top: {outer.summary()}"
            continue
        header = 20 if isinstance(outer, IP) else 40
        if frame[link + header + 4 :] != ip_packet(step.frame):
            yield f"packet {number}: the inner packet is not the one that came"
        backend = backends.get(outer.dst, outer.dst)
        got[backend] += 1
        if step.backend not in (backend, "anyone"):
            yield f"packet {number}: sent to {backend}, not {step.backend}"
    for wanted in scenario.shares:
        part = got[wanted.backend] / max(1, len(sent))
        if abs(part - wanted.of_packets) > wanted.within:
            yield f"{wanted.backend} got {part:.3f} of the packets, not {wanted.of_packets} within {wanted.within}"
