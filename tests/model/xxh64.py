"""XXH64, written from its specification: the models share no code with the library, hashes included."""

MASK = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
                      0x27D4EB2F165667C5)


def rotate(x, n):
    return ((x << n) | (x >> (64 - n))) & MASK


def mix(accumulator, lane):
    return rotate((accumulator + lane * P2) & MASK, 31) * P1 & MASK


def xxh64(data, seed):
    at = 0
    if len(data) >= 32:
        lanes = [(seed + P1 + P2) & MASK, (seed + P2) & MASK, seed, (seed - P1) & MASK]
        while at + 32 <= len(data):
            for i in range(4):
                lanes[i] = mix(lanes[i], int.from_bytes(data[at + 8 * i:at + 8 * i + 8], "little"))
            at += 32
        h = sum(rotate(lane, n) for lane, n in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            h = ((h ^ mix(0, lane)) * P1 + P4) & MASK
    else:
        h = (seed + P5) & MASK
    h = (h + len(data)) & MASK
    while at + 8 <= len(data):
        h ^= mix(0, int.from_bytes(data[at:at + 8], "little"))
        h = (rotate(h, 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= len(data):
        h ^= int.from_bytes(data[at:at + 4], "little") * P1 & MASK
        h = (rotate(h, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        h = rotate(h ^ (byte * P5 & MASK), 11) * P1 & MASK
    for shift, factor in ((33, P2), (29, P3)):
        h = (h ^ (h >> shift)) * factor & MASK
    return h ^ (h >> 32)
