#!/usr/bin/env python3
"""The oracle: choices and bounded loads straight from the text of contracts v1, plain and slow, in nothing but Python.

Reads pools from a JSON file, [{"size", "scale", "weights": {name: weight}, "d", "epsilon", "operations": [hash
as 16 hex digits: pick; null: release the oldest]}], and prints for each {"candidates": {hash: [name]}, and who is picked
in turn: "choices": [name], "bounded_table": [name], "bounded_ring": [name]}. Tables are Maglev's unless a pool says
who owns each slot ("owners": [name]); rings have 160 points a backend of full weight. With --vectors it prints
tests/vectors/loads-v1.json.
"""

import json
import sys
from collections import deque
from fractions import Fraction
from math import ceil

from maglev import table
from ring import ring
from splitmix import mix_nth


def slot_of(key_hash, size):
    return (key_hash >> 32) * size >> 32


def candidates(owners, d, key_hash):
    """The distinct owners of the hash's words, in order."""
    wanted = min(d, len(set(owners)))
    found = []
    for k in range(8 * wanted):
        word = key_hash if k == 0 else mix_nth(key_hash, k)
        owner = owners[slot_of(word, len(owners))]
        if owner not in found:
            found.append(owner)
    return found[:wanted]


def after_one_more(name, loads, weights):
    return Fraction(loads[name] + 1, weights[name])


def lightest(names, loads, weights):
    return min(names, key=lambda name: after_one_more(name, loads, weights))  # of equals the first


def bounded(walk, key_hash, epsilon, loads, weights):
    """The first owner on the walk that is below its cap; else the least loaded of all."""
    total = sum(loads.values()) + 1
    for name in walk:
        if loads[name] < ceil(Fraction((100 + epsilon) * total * weights[name], 100 * sum(weights.values()))):
            return name
    ranked = sorted((name for name in weights if weights[name]), key=lambda name: name.encode())
    best = min(range(len(ranked)), key=lambda rank: (after_one_more(ranked[rank], loads, weights),
                                                     -mix_nth(key_hash, rank)))
    return ranked[best]


def run(pool, pick):
    """Who is picked by each operation that is a pick."""
    loads = dict.fromkeys(pool["weights"], 0)
    held, picks = deque(), []
    for operation in pool["operations"]:
        if operation is None:
            loads[held.popleft()] -= 1
            continue
        name = pick(int(operation, 16), loads)
        loads[name] += 1
        held.append(name)
        picks.append(name)
    return picks


def answer(pool):
    weights, epsilon = pool["weights"], pool["epsilon"]
    slots = pool.get("owners") or table(pool["size"], pool["scale"], weights)
    points = ring(pool | {"points": 160, "min_points": 1, "max_points": 8388608})

    def around(owners, start):
        return owners[start:] + owners[:start]

    def over_table(key_hash, loads):
        return bounded(around(slots, slot_of(key_hash, len(slots))), key_hash, epsilon, loads, weights)

    def over_ring(key_hash, loads):
        start = next((i for i, (position, _) in enumerate(points) if position >= key_hash), 0)
        names = [name.decode() for _, name in points]
        return bounded(around(names, start), key_hash, epsilon, loads, weights)

    def of_choices(key_hash, loads):
        return lightest(candidates(slots, pool["d"], key_hash), loads, weights)

    hashes = sorted({operation for operation in pool["operations"] if operation})
    return {
        "candidates": {h: candidates(slots, pool["d"], int(h, 16)) for h in hashes[:12]},
        "choices": run(pool, of_choices),
        "bounded_table": run(pool, over_table),
        "bounded_ring": run(pool, over_ring),
    }


def vectors():
    def pool(weights, d, epsilon, keys, size=127, scale=100, **rest):
        """Fifty picks of so many keys, the first more often than the rest, and a release after every third."""
        operations = []
        for n in range(50):
            word = mix_nth(keys, n)
            key = 0 if word % 3 == 0 else word % keys
            operations.append(f"{mix_nth(0, key):016x}")
            if n % 3 == 2:
                operations.append(None)
        return {"size": size, "scale": scale, "weights": weights, "d": d, "epsilon": epsilon,
                "operations": operations} | rest

    pools = [
        pool({"alone": 100}, 2, 25, 5),
        pool({"a": 100, "b": 100}, 2, 25, 9),
        pool({f"web-{i}": 100 for i in range(1, 6)}, 2, 25, 1),
        pool({f"web-{i}": 100 for i in range(1, 21)}, 2, 25, 40),
        pool({"a": 100, "b": 50, "c": 1, "none": 0}, 3, 1, 40),
        pool({f"10.0.1.{i}": 1 + i * 37 % 1000 for i in range(1, 31)}, 8, 100, 20, scale=1000),
        pool({"a": 100, "b": 100, "c": 100, "d": 50, "e": 50}, 2, 25, 40, size=3, owners=["d", "b", "b"]),
    ]
    return {"what": "Known answers for the contracts \"Choices, v1\" and \"Bounded loads, v1\", made by "
                    "tests/model/loads.py --vectors. An operation is the hash of a pick, or null: the oldest pick that "
                    "is still held is released. `choices`, `bounded_table` and `bounded_ring` are who is picked in turn.",
            "pools": [pool | answer(pool) for pool in pools]}


if __name__ == "__main__":
    if sys.argv[1] == "--vectors":
        print(json.dumps(vectors(), indent=1, ensure_ascii=False))
    else:
        with open(sys.argv[1], encoding="utf-8") as file:
            json.dump([answer(pool) for pool in json.load(file)], sys.stdout)
