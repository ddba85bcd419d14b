"""All of a client's connections go to one backend, over both services of the pool; clients spread."""
from language import *

for service in (80, 443):
    for port in range(40000, 40010):
        at(0.0, ip(VIP) / TCP(sport=port, dport=service, flags="S"), "forwarded_new", "web-1")
for client in range(150):
    at(1.0, ip(VIP, source=f"192.0.2.{client}") / TCP(sport=40000, dport=80, flags="S"), "forwarded_new", ANYONE)
