"""pcap files with nanoseconds: plain enough to need no library, and then nothing is lost on the way."""
import struct

MAGIC, ETHERNET = 0xA1B23C4D, 1
SECOND = 1_000_000_000


def write(path, frames):
    """frames: (nanoseconds, bytes) pairs."""
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", MAGIC, 2, 4, 0, 0, 262144, ETHERNET))
        for time, frame in frames:
            out.write(struct.pack("<IIII", time // SECOND, time % SECOND, len(frame), len(frame)) + frame)


def read(path):
    data = open(path, "rb").read()
    magic, _, _, _, _, _, link = struct.unpack_from("<IHHiIII", data)
    if (magic, link) != (MAGIC, ETHERNET):
        raise ValueError(f"{path}: magic {magic:#x}, link type {link}")
    frames, at = [], 24
    while at < len(data):
        seconds, nanoseconds, captured, length = struct.unpack_from("<IIII", data, at)
        assert captured == length, "what is sent is written whole"
        frames.append((seconds * SECOND + nanoseconds, data[at + 16 : at + 16 + captured]))
        at += 16 + captured
    return frames
