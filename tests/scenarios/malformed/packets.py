"""Headers that contradict themselves."""
from language import *

syn = ip(VIP) / TCP(sport=40000, dport=80, flags="S")
syn6 = ip6(VIP6) / TCP(sport=40000, dport=80, flags="S")
query = ip(VIP) / UDP(sport=5300, dport=53)
for words in range(5):
    at(0.0, changed(syn, 0, 0x40 + words), "malformed")  # an IPv4 header of less than five words
    at(0.0, changed(syn, 32, words << 4), "malformed")  # a TCP header of less than five
    at(0.0, changed(syn6, 52, words << 4), "malformed")
for version in (0, 5, 6, 15):
    at(0.1, changed(syn, 0, version << 4 | 5), "malformed")  # IPv4 by its EtherType alone
for version in (0, 4, 15):
    at(0.1, changed(syn6, 0, version << 4), "malformed")
for length in (0, 19):
    at(0.2, changed(syn, 2, 0, length), "malformed")  # shorter than its own header
for length in (0, 7):
    at(0.3, changed(query, 24, 0, length), "malformed")  # a datagram shorter than its header
at(0.4, changed(syn, 2, 0, 39), "truncated")  # room for 19 bytes of TCP
at(0.4, changed(query, 24, 0, 9), "truncated")  # a datagram longer than its packet
at(0.4, changed(syn, 32, 0xF0), "truncated")  # TCP options beyond the end
