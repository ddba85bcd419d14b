#!/usr/bin/env python3
"""The oracle: rendezvous straight from the text of contract v1, plain and slow, in nothing but Python.

Reads pools from a JSON file, [{"size", "scale", "weights": {name: weight}}], and prints for each {"picks": {hash: name},
"digest" and "slots" of the table}. With --vectors it prints tests/vectors/rendezvous-v1.json.
"""

import json
import sys
from decimal import Decimal, getcontext, ROUND_HALF_EVEN

from splitmix import MASK, mix, mix_nth
from xxh64 import xxh64

getcontext().prec = 60


def points_of_the_logarithm():
    def point(i):
        exact = 1 - (1 + Decimal(i) / 256).ln() / Decimal(2).ln()
        return int((exact * 2**26).to_integral_value(ROUND_HALF_EVEN))

    return [2**26 - 1] + [point(i) for i in range(1, 257)]


L = points_of_the_logarithm()
TWINS = "backend-36655", "Ji67F.T:"  # names of one seed: XXH64 of eight bytes can be turned round


def log(u):
    u |= 1
    zeros = 64 - u.bit_length()
    behind = (u << (zeros + 1)) & MASK
    i, part = behind >> 56, behind >> 24 & 0xFFFFFFFF
    return (zeros << 26) + L[i] - ((L[i] - L[i + 1]) * part >> 32)


def seeds_of(weights):
    return {name: xxh64(name.encode(), 2) for name in weights}


def pick(key_hash, weights, seeds):
    best = None
    for name in sorted(weights, key=lambda name: name.encode()):
        if weights[name] == 0:
            continue
        u, weight = mix(key_hash ^ seeds[name]), weights[name]
        e = log(u)
        if best is None or (e * best[2], best[0]) < (best[1] * weight, u):
            best = (u, e, weight, name)
    return best[3]


def answer(pool):
    weights, seeds = pool["weights"], seeds_of(pool["weights"])
    owners = [pick(mix_nth(0, slot), weights, seeds) for slot in range(pool["size"])]
    hashes = [0, MASK] + [mix_nth(len(weights), n) for n in range(14)]
    return {
        "picks": {f"{h:016x}": pick(h, weights, seeds) for h in hashes},
        "digest": f"{xxh64(''.join(name + chr(10) for name in owners).encode(), 0):016x}",
        "slots": {name: owners.count(name) for name in weights},
    }


def vectors():
    assert xxh64(TWINS[0].encode(), 2) == xxh64(TWINS[1].encode(), 2)

    def pool(weights, size=1021, scale=100):
        return {"size": size, "scale": scale, "weights": weights}

    web = {f"web-{i}": 100 for i in range(1, 6)}
    pools = [
        pool({"alone": 100}, size=1),
        pool(web),
        pool({name: weight for name, weight in web.items() if name != "web-3"}),
        pool(web | {"web-3": 50}),
        pool({"a": 100, "b": 50, "c": 1, "none": 0}, size=4096),
        pool({f"10.0.0.{i}": 100 for i in range(1, 51)}, size=4093),
        pool({f"10.0.1.{i}": 1 + i * 37 % 1000 for i in range(1, 101)}, size=4093, scale=1000),
        pool({"é": 7, "→": 9, "a name of more than thirty-two bytes, so that all of it is hashed": 10}, scale=10),
        pool({TWINS[0]: 3, TWINS[1]: 3, "other": 4}, scale=4),
        pool({TWINS[0]: 3, TWINS[1]: 4, "other": 4}, scale=4),
    ]
    draws = [0, 1, 2, 3, 1 << 31, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, 0xFF << 56, MASK - 1, MASK]
    draws += [mix_nth(9, n) >> n for n in range(40)]
    return {
        "what": "Known answers for the contract \"Rendezvous, v1\", made by tests/model/rendezvous.py --vectors. Two "
                "pools hold names of one seed.",
        "draws": [{"hash": f"{h:016x}", "name": name, "u": f"{mix(h ^ xxh64(name.encode(), 2)):016x}"}
                  for name in ("web-1", "", "é") for h in (0, 1, MASK, mix_nth(8, 0))],
        "logarithms": {f"{u:016x}": log(u) for u in draws},
        "pools": [p | answer(p) for p in pools],
        "picks_of_any_weights": [
            {"weights": weights, "picks": {f"{h:016x}": pick(h, weights, seeds_of(weights))
                                           for h in (mix_nth(7, n) for n in range(24))}}
            for weights in ({"light": 1, "heavy": 2**32 - 1}, {"a": 2**32 - 1, "b": 2**32 - 2, "c": 2**31},
                            {"a": 1, "b": 2, "c": 1000000})],
    }


if __name__ == "__main__":
    if sys.argv[1] == "--vectors":
        print(json.dumps(vectors(), indent=1, ensure_ascii=False))
    else:
        with open(sys.argv[1], encoding="utf-8") as file:
            json.dump([answer(pool) for pool in json.load(file)], sys.stdout)
