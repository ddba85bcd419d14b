"""SplitMix64, written from its paper: the finaliser, and the stream of words that a seed stands for."""

MASK = (1 << 64) - 1


def mix(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def mix_nth(seed, n):
    return mix(seed + (n + 1) * 0x9E3779B97F4A7C15 & MASK)
