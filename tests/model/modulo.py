#!/usr/bin/env python3
"""The oracle: tables of the policy modulo straight from the text of contract v1, in nothing but Python.

Reads pools from a JSON file, [{"size", "scale", "weights": {name: weight}}], and prints for each
{"digest", "slots": {name: count}}. With --vectors it prints tests/vectors/modulo-v1.json.
"""

import itertools
import json
import sys

from xxh64 import xxh64


def turns(scale, weights):
    """Who takes the first turn of all, the second, and so on without end."""
    names = sorted((name for name in weights if weights[name]), key=lambda name: name.encode())
    due = dict.fromkeys(names, 0)
    for r in itertools.count(1):
        for name in names:
            if r * weights[name] >= due[name]:
                due[name] += scale
                yield name


def answer(pool):
    owners = list(itertools.islice(turns(pool["scale"], pool["weights"]), pool["size"]))
    digest = xxh64("".join(name + "\n" for name in owners).encode(), 0)
    return {"digest": f"{digest:016x}", "slots": {name: owners.count(name) for name in pool["weights"]}}


def vectors():
    def pool(size, scale, weights):
        return {"size": size, "scale": scale, "weights": weights}

    pools = [
        pool(7, 100, {"alone": 100}),
        pool(64, 100, {f"web-{i}": 100 for i in range(1, 6)}),
        pool(1021, 100, {"a": 100, "b": 50, "c": 1, "none": 0}),
        pool(4093, 1000, {f"10.0.1.{i}": 1 + i * 37 % 1000 for i in range(1, 101)}),
        pool(65537, 10, {"é": 7, "→": 9, "": 10}),
    ]
    return {"what": "Known answers for the contract \"Modulo, v1\", made by tests/model/modulo.py --vectors.",
            "tables": [pool | answer(pool) for pool in pools]}


if __name__ == "__main__":
    if sys.argv[1] == "--vectors":
        print(json.dumps(vectors(), indent=1, ensure_ascii=False))
    else:
        with open(sys.argv[1], encoding="utf-8") as file:
            json.dump([answer(pool) for pool in json.load(file)], sys.stdout)
