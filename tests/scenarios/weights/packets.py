"""Shares follow weights: 100, 50 and 0 of a scale of 100. One standard deviation of 1,200 is 0.0136."""
from language import *

for port in range(1200):
    at(0.0, ip(VIP) / TCP(sport=10000 + port, dport=80, flags="S"), "forwarded_new", ANYONE)
share("whole", 2 / 3, within=0.05)
share("half", 1 / 3, within=0.05)
share("none", 0, within=0)
