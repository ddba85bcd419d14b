"""SipHash-1-3 with a 64-bit result, from its paper, and the selection hash of contract "Hashes, v1"."""

import ipaddress

MASK = (1 << 64) - 1


def rotate(x, n):
    return ((x << n) | (x >> (64 - n))) & MASK


def rounds(v, count):
    a, b, c, d = v
    for _ in range(count):
        a, c = (a + b) & MASK, (c + d) & MASK
        b, d, a = rotate(b, 13) ^ a, rotate(d, 16) ^ c, rotate(a, 32)
        c, a = (c + b) & MASK, (a + d) & MASK
        b, d, c = rotate(b, 17) ^ c, rotate(d, 21) ^ a, rotate(c, 32)
    return [a, b, c, d]


def siphash13(key, data):
    k0, k1 = (int.from_bytes(key[at:at + 8], "little") for at in (0, 8))
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]
    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 0xFF])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at:at + 8], "little")
        v[3] ^= word
        v = rounds(v, 1)
        v[0] ^= word
    v[2] ^= 0xFF
    a, b, c, d = rounds(v, 3)
    return a ^ b ^ c ^ d


def selection_hash(key, source, destination, sport, dport, protocol):
    """Under the affinity 5-tuple, where it is the flow hash."""
    addresses = ipaddress.ip_address(source).packed + ipaddress.ip_address(destination).packed
    ports = sport.to_bytes(2, "big") + dport.to_bytes(2, "big")
    return siphash13(key, addresses + ports + bytes([protocol, 0, 0, 0]))


def slot_of(selection, size):
    return (selection >> 32) * size >> 32
