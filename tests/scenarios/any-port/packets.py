"""A service on any port takes what no exact one does."""
from language import *

for port in (0, 1, 79, 81, 443, 65535):
    at(0.0, ip(VIP) / TCP(sport=40000, dport=port, flags="S"), "forwarded_new", "rest")
at(0.1, ip(VIP) / TCP(sport=40000, dport=80, flags="S"), "forwarded_new", "eighty")
at(0.2, ip(VIP) / UDP(sport=40000, dport=443), "no_service")
