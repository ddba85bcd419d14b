"""UDP has flows too, and an answer of any length; an empty datagram is one."""
from language import *

for length in (0, 1, 2, 3, 512, 1400):
    at(0.0, ip(VIP) / UDP(sport=5300, dport=53) / (b"q" * length), "forwarded_new" if length == 0 else "forwarded_flow", "web-2")
at(1.0, ip(VIP, flags="DF") / UDP(sport=5301, dport=53), "forwarded_new", "web-3")
at(1.1, ip(VIP) / UDP(sport=5302, dport=53, chksum=0) / b"without a checksum", "forwarded_new", "web-2")
