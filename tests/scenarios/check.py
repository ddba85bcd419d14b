"""What came out of one scenario, against what it says."""
from collections import Counter

from scapy.all import GRE, IP, Ether, IPv6

SENT, PASSED = "forwarded_", ("not_ip", "not_ours")


def verdict_of(reason):
    return "tx" if reason.startswith(SENT) else "pass" if reason in PASSED else "drop"


def ip_packet(frame):
    """The IP packet in a frame, by its own length: without padding."""
    version = frame[14] >> 4
    length = int.from_bytes(frame[16:18], "big") if version == 4 else 40 + int.from_bytes(frame[18:20], "big")
    return frame[14 : 14 + length]


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
        outer = Ether(frame)[1]
        if not isinstance(outer, (IP, IPv6)) or not isinstance(outer.payload, GRE):
            yield f"packet {number}: no GRE on top: {outer.summary()}"
            continue
        header = 20 if isinstance(outer, IP) else 40
        if frame[14 + header + 4 :] != ip_packet(step.frame):
            yield f"packet {number}: the inner packet is not the one that came"
        backend = backends.get(outer.dst, outer.dst)
        got[backend] += 1
        if step.backend not in (backend, "anyone"):
            yield f"packet {number}: sent to {backend}, not {step.backend}"
    for wanted in scenario.shares:
        part = got[wanted.backend] / max(1, len(sent))
        if abs(part - wanted.of_packets) > wanted.within:
            yield f"{wanted.backend} got {part:.3f} of the packets, not {wanted.of_packets} within {wanted.within}"
