#!/usr/bin/env python3
"""The oracle: rings and their tables straight from the text of contract v1, plain and slow, in nothing but Python.

Reads pools from a JSON file, [{"size", "scale", "points", "min_points", "max_points", "weights": {name: weight}}],
and prints for each {"points_per_backend": {name: count}, "ring": digest of the points in order, "picks": {hash: name},
"digest" and "slots" of the table}. With --vectors it prints tests/vectors/ring-v1.json.
"""

import json
import sys

from splitmix import mix_nth
from xxh64 import xxh64

MOST = 1 << 64


def points_of(pool, full):
    """How many points each backend with a weight has, when one of full weight has `full`."""
    scale = pool["scale"]
    return {name: max(1, (full * weight + scale // 2) // scale) for name, weight in pool["weights"].items() if weight}


def total(pool, full):
    return sum(points_of(pool, full).values())


def full_weight_points(pool):
    """The points of a backend of full weight: as configured, raised by ones, then lowered by ones."""
    full = pool["points"]
    while total(pool, full) < pool["min_points"]:
        full += 1
    while total(pool, full) > pool["max_points"]:
        full -= 1
    return full


def ring(pool):
    """(position, name) of every point, in order."""
    return sorted(((mix_nth(xxh64(name.encode(), 3), j), name.encode())
                   for name, count in points_of(pool, full_weight_points(pool)).items() for j in range(count)))


def owner(points, key_hash):
    return next((name for position, name in points if position >= key_hash), points[0][1])


def table(points, size):
    """The owner of each slot: whoever its smallest hash belongs to."""
    owners, at = [], 0
    for slot in range(size):
        smallest = -(-(slot << 32) // size) << 32
        while at < len(points) and points[at][0] < smallest:
            at += 1
        owners.append(points[at % len(points)][1])
    return owners


def answer(pool):
    points = ring(pool)
    owners = table(points, pool["size"])
    lines = b"".join(b"%016x %s\n" % point for point in points)
    middle = points[len(points) // 2][0]
    hashes = [0, MOST - 1, middle, (middle + 1) % MOST] + [mix_nth(len(points), n) for n in range(12)]
    return {
        "points_per_backend": {name: sum(owner_name == name.encode() for _, owner_name in points) for name in pool["weights"]},
        "ring": f"{xxh64(lines, 0):016x}",
        "picks": {f"{h:016x}": owner(points, h).decode() for h in hashes},
        "digest": f"{xxh64(b''.join(name + bytes([10]) for name in owners), 0):016x}",
        "slots": {name: owners.count(name.encode()) for name in pool["weights"]},
    }


def vectors():
    def pool(weights, size=1021, scale=100, points=160, least=1, most=8388608):
        return {"size": size, "scale": scale, "points": points, "min_points": least, "max_points": most,
                "weights": weights}

    web = {f"web-{i}": 100 for i in range(1, 6)}
    pools = [
        pool({"alone": 100}, size=7, points=1),
        pool(web),
        pool({name: weight for name, weight in web.items() if name != "web-3"}),
        pool({"a": 100, "b": 50, "c": 1, "none": 0}, size=65537),
        pool({"a": 1, "b": 2, "": 3}, size=64, scale=3, points=10, least=101),
        pool({f"10.0.0.{i}": 100 for i in range(1, 51)}, size=4093, most=1024),
        pool({f"10.0.1.{i}": 1 + i * 37 % 1000 for i in range(1, 101)}, size=65537, scale=1000),
        pool({"é": 7, "→": 9, "a name of more than thirty-two bytes, so that all of it is hashed": 10}, scale=10),
    ]
    return {"what": "Known answers for the contract \"Ring, v1\", made by tests/model/ring.py --vectors. `ring` is "
                    "XXH64 (seed 0) over the points in order, each a line of 16 hex digits, a space and the name.",
            "rings": [pool | answer(pool) for pool in pools]}


if __name__ == "__main__":
    if sys.argv[1] == "--vectors":
        print(json.dumps(vectors(), indent=1, ensure_ascii=False))
    else:
        with open(sys.argv[1], encoding="utf-8") as file:
            json.dump([answer(pool) for pool in json.load(file)], sys.stdout)
