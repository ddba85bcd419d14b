"""A flow goes to the backend of its slot, and the flow table answers from then on."""
from language import *

for port, backend in ((40000, "web-2"), (40001, "web-3"), (40002, "web-2"), (40003, "web-1")):
    packet = ip(VIP) / TCP(sport=port, dport=80, flags="S")
    at(0.0, packet, "forwarded_new", backend)
    at(0.1, ip(VIP) / TCP(sport=port, dport=80, flags="A"), "forwarded_flow", backend)
    at(0.2, ip(VIP) / TCP(sport=port, dport=80, flags="PA") / (b"GET / HTTP/1.1\r\n\r\n"), "forwarded_flow", backend)
