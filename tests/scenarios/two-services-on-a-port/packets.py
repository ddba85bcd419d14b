"""TCP and UDP on one VIP and port are two services, each with its pool."""
from language import *

at(0.0, ip(VIP) / TCP(sport=40000, dport=53, flags="S"), "forwarded_new", "stream")
at(0.0, ip(VIP) / UDP(sport=40000, dport=53), "forwarded_new", "datagram")
at(0.1, ip(VIP) / TCP(sport=40000, dport=53, flags="A"), "forwarded_flow", "stream")
at(0.1, ip(VIP) / UDP(sport=40000, dport=53), "forwarded_flow", "datagram")
