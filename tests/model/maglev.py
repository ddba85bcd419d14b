#!/usr/bin/env python3
"""The oracle: Maglev tables straight from the text of contract v1, plain and slow, in nothing but Python.

Reads pools from a JSON file, [{"size", "scale", "weights": {name: weight}}], and prints for each
{"digest", "slots": {name: count}}.
"""

import json
import sys

from xxh64 import xxh64


def table(size, scale, weights):
    """The owner of each slot, by name."""
    names = sorted(weights, key=lambda name: name.encode())
    offset = {name: xxh64(name.encode(), 0) % size for name in names}
    skip = {name: xxh64(name.encode(), 1) % (size - 1) + 1 for name in names}
    looked_at = dict.fromkeys(names, 0)
    due = dict.fromkeys(names, 0)
    owners, free, r = [None] * size, size, 1
    while True:
        for name in names:
            if weights[name] == 0 or r * weights[name] < due[name]:
                continue
            due[name] += scale
            while True:
                slot = (offset[name] + looked_at[name] * skip[name]) % size
                looked_at[name] += 1
                if owners[slot] is None:
                    break
            owners[slot], free = name, free - 1
            if free == 0:
                return owners
        r += 1


def answer(pool):
    owners = table(pool["size"], pool["scale"], pool["weights"])
    digest = xxh64("".join(name + "\n" for name in owners).encode(), 0)
    return {"digest": f"{digest:016x}", "slots": {name: owners.count(name) for name in pool["weights"]}}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump([answer(pool) for pool in json.load(file)], sys.stdout)
