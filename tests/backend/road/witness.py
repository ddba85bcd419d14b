"""What a machine on the LAN sees of a backend, read by scapy.

    witness.py opening ADDRESS...   connects to port 80; tells the MSS of the SYN-ACK, whether its checksum is right, and in
                                    whose name the backend asked for addresses before (ARP senders)
    witness.py ask ADDRESS...       asks the LAN who has ADDRESS (ARP or neighbour solicitation); tells the answer's MAC,
                                    or null after two seconds of silence

Both print one JSON object with a member for each address.
"""

import json
import logging
import select
import socket
import sys
import time

logging.getLogger("scapy.runtime").setLevel(logging.ERROR)  # it warns of routes that are not needed here
from scapy.all import ARP, ETH_P_ALL, ICMPv6ND_NS, ICMPv6NDOptSrcLLAddr, Ether, IP, IPv6, TCP, conf, get_if_addr6, get_if_hwaddr, srp1
from scapy.utils6 import in6_getnsma, in6_getnsmac

conf.verb = 0
INTERFACE = "eth0"
SECONDS = 10


def checksum_is_right(frame: bytes) -> bool:
    """Scapy computes the TCP checksum anew where it is missing."""
    packet = Ether(frame)
    seen = packet[TCP].chksum
    del packet[TCP].chksum
    return Ether(bytes(packet))[TCP].chksum == seen


def opening(address: str) -> dict[str, object]:
    listener = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    listener.bind((INTERFACE, ETH_P_ALL))
    client = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    client.setblocking(False)
    client.connect_ex((address, 80))
    senders: dict[str, set[str]] = {}
    end = time.monotonic() + SECONDS
    while select.select([listener], [], [], max(0.0, end - time.monotonic()))[0]:
        frame = listener.recv(65536)
        packet = Ether(frame)
        layer = IPv6 if IPv6 in packet else IP
        if ARP in packet and packet[ARP].op == 1:
            senders.setdefault(packet.src, set()).add(packet[ARP].psrc)
        if layer in packet and packet[layer].src == address and TCP in packet and packet[TCP].flags == "SA":
            mss = dict(packet[TCP].options)["MSS"]
            return {"mss": mss, "checksum_is_right": checksum_is_right(frame), "senders": sorted(senders.get(packet.src, []))}
    sys.exit("no SYN-ACK")


def ask(address: str) -> str | None:
    if ":" in address:
        group = in6_getnsma(socket.inet_pton(socket.AF_INET6, address))
        question = (Ether(src=get_if_hwaddr(INTERFACE), dst=in6_getnsmac(group))
                    / IPv6(src=get_if_addr6(INTERFACE), dst=socket.inet_ntop(socket.AF_INET6, group), hlim=255)
                    / ICMPv6ND_NS(tgt=address) / ICMPv6NDOptSrcLLAddr(lladdr=get_if_hwaddr(INTERFACE)))
    else:
        question = Ether(dst="ff:ff:ff:ff:ff:ff") / ARP(pdst=address)
    answer = srp1(question, iface=INTERFACE, timeout=2)
    return answer.src if answer else None


act = {"opening": opening, "ask": ask}[sys.argv[1]]
print(json.dumps({address: act(address) for address in sys.argv[2:]}))
