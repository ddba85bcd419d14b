"""What a NIC or a driver leaves behind the packet stays behind: in a tunnel it would be payload."""
from language import *

ack = ip(VIP) / TCP(sport=40000, dport=80, flags="A")
at(0.0, padded(ack, 6), "forwarded_new", "web-2")
at(0.1, padded(ack, 1), "forwarded_flow", "web-2")
at(0.2, padded(ack / b"data", 1000), "forwarded_flow", "web-2")
at(0.3, padded(ip6(VIP6) / TCP(sport=40000, dport=80, flags="A"), 4), "forwarded_new", "web-2")
at(0.4, padded(ip(VIP) / TCP(sport=40000, dport=80, flags="A") / (b"x" * 1436), 60), "forwarded_flow", "web-2")
