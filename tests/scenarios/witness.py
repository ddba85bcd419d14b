"""tshark reads what would be sent. It knows nothing of us, only the protocols."""
import subprocess

FIELDS = ["frame.len", "eth.type", "ip.len", "ip.checksum.status", "ipv6.plen", "ip.proto", "ipv6.nxt", "gre.proto",
          "gre.flags_and_version", "tcp.checksum.status", "udp.checksum.status", "_ws.malformed"]
IPV4, IPV6, GRE = "0x0800", "0x86dd", "47"
GOOD, ABSENT = "1", "3"  # of a checksum; UDP over IPv4 may go without


def problems(path):
    """What tshark finds wrong, as (frame's index, text) pairs."""
    command = ["tshark", "-n", "-r", path, "-T", "fields", "-E", "separator=;"]
    for protocol in ("dns", "http"):  # what the scenarios send to their ports is neither
        command += ["--disable-protocol", protocol]
    for check in ("ip.check_checksum", "tcp.check_checksum", "udp.check_checksum"):
        command += ["-o", f"{check}:TRUE"]
    for field in FIELDS:
        command += ["-e", field]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for index, line in enumerate(text.splitlines()):
        for problem in problems_of(dict(zip(FIELDS, line.split(";")))):
            yield index, problem


def problems_of(row):
    """Of one frame: the first of several values is the outer header's."""
    values = {name: value.split(",") if value else [] for name, value in row.items()}
    length = int(row["frame.len"])
    inner = values["gre.proto"][0] if values["gre.proto"] else None
    if inner not in (IPV4, IPV6):
        yield f"no IP packet in GRE: protocol {inner}"
        return
    if values["gre.flags_and_version"] != ["0x0000"]:
        yield f"GRE flags {values['gre.flags_and_version']}"
    if values["eth.type"] == [IPV4]:
        outer = 20
        if values["ip.proto"][0] != GRE or int(values["ip.len"][0]) != length - 14:
            yield f"outer IPv4: protocol {values['ip.proto'][0]}, length {values['ip.len'][0]} in a frame of {length}"
    else:
        outer = 40
        if values["ipv6.nxt"][0] != GRE or int(values["ipv6.plen"][0]) != length - 14 - 40:
            yield f"outer IPv6: {values['ipv6.nxt'][0]}, payload {values['ipv6.plen'][0]} in a frame of {length}"
    claimed = int(values["ip.len"][-1]) if inner == IPV4 else int(values["ipv6.plen"][-1]) + 40
    if claimed != length - 14 - outer - 4:
        yield f"inner packet says {claimed} bytes, there are {length - 14 - outer - 4}"
    for field in ("ip.checksum.status", "tcp.checksum.status", "udp.checksum.status"):
        if set(values[field]) - ({GOOD, ABSENT} if field.startswith("udp") else {GOOD}):
            yield f"{field} is {row[field]}"
    if not values["tcp.checksum.status"] and not values["udp.checksum.status"]:
        yield "neither TCP nor UDP inside"
    if row["_ws.malformed"]:
        yield "malformed"
