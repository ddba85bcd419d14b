"""tshark reads what would be sent. It knows nothing of us, only the protocols."""
import subprocess

FIELDS = ["frame.len", "frame.protocols", "ip.len", "ip.checksum.status", "ipv6.plen", "ip.proto", "ipv6.nxt", "gre.proto",
          "gre.flags_and_version", "tcp.checksum.status", "udp.checksum.status", "icmp.checksum.status", "icmpv6.checksum.status",
          "icmp.type", "icmpv6.type", "ip.frag_offset", "ipv6.fraghdr.offset", "_ws.malformed"]
IPV4, IPV6, GRE = "0x0800", "0x86dd", "47"
GOOD, ABSENT, UNVERIFIED = "1", "3", "2"  # of a checksum; UDP over IPv4 may go without, a fragment cannot be summed
CHECKSUMS = ("ip", "tcp", "udp", "icmp", "icmpv6")


def problems(path):
    """What tshark finds wrong, as (frame's index, text) pairs."""
    command = ["tshark", "-n", "-r", path, "-T", "fields", "-E", "separator=;"]
    for protocol in ("dns", "http"):  # what the scenarios send to their ports is neither
        command += ["--disable-protocol", protocol]
    for preference in ("ip.check_checksum:TRUE", "tcp.check_checksum:TRUE", "udp.check_checksum:TRUE",
                       "ip.defragment:FALSE", "ipv6.defragment:FALSE"):
        command += ["-o", preference]
    for field in FIELDS:
        command += ["-e", field]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for index, line in enumerate(text.splitlines()):
        for problem in problems_of(dict(zip(FIELDS, line.split(";")))):
            yield index, problem


def problems_of(row):
    """Of one frame: the first of several values is the outer header's."""
    values = {name: value.split(",") if value else [] for name, value in row.items()}
    layers = row["frame.protocols"].split(":")
    tags = layers.count("vlan") + layers.count("ieee8021ad")
    family = next(({"ip": IPV4, "ipv6": IPV6}[layer] for layer in layers if layer in ("ip", "ipv6")), None)
    length = int(row["frame.len"]) - 14 - 4 * tags  # of the outer packet
    if row["_ws.malformed"]:
        yield "malformed"
    yield from checksum_problems(row, values)
    if not values["gre.proto"]:
        if values["icmp.type"] != ["0"] and values["icmpv6.type"] != ["129"]:
            yield "neither GRE nor an echo's reply"
        return
    yield from tunnel_problems(values, family, length)


def checksum_problems(row, values):
    offsets = values["ip.frag_offset"] + values["ipv6.fraghdr.offset"]
    quotes = values["icmp.type"] or values["icmpv6.type"]  # what an error quotes is cut off
    for name in CHECKSUMS:
        allowed = {GOOD} | ({ABSENT} if name == "udp" else set())
        if any(offset != "0" for offset in offsets) or quotes or values["ipv6.fraghdr.offset"] or name == "udp":
            allowed |= {UNVERIFIED}
        if set(values[f"{name}.checksum.status"]) - allowed:
            yield f"{name}.checksum.status is {row[f'{name}.checksum.status']}"


def tunnel_problems(values, family, length):
    inner = values["gre.proto"][0]
    if inner not in (IPV4, IPV6):
        yield f"no IP packet in GRE: protocol {inner}"
        return
    if values["gre.flags_and_version"] != ["0x0000"]:
        yield f"GRE flags {values['gre.flags_and_version']}"
    if family == IPV4:
        outer = 20
        if values["ip.proto"][0] != GRE or int(values["ip.len"][0]) != length:
            yield f"outer IPv4: protocol {values['ip.proto'][0]}, length {values['ip.len'][0]}, not {length}"
    else:
        outer = 40
        if values["ipv6.nxt"][0] != GRE or int(values["ipv6.plen"][0]) != length - 40:
            yield f"outer IPv6: {values['ipv6.nxt'][0]}, payload {values['ipv6.plen'][0]}, not {length - 40}"
    second = 1 if inner == family else 0  # among the values of its family
    claimed = int(values["ip.len"][second]) if inner == IPV4 else int(values["ipv6.plen"][second]) + 40
    if claimed != length - outer - 4:
        yield f"inner packet says {claimed} bytes, there are {length - outer - 4}"
