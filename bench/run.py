#!/usr/bin/env python3
"""The entry of `./dev bench`: runs every benchmark, prints one closing table, and fails where a goal is missed.

A benchmark is a program in build/release that answers --json with {"rows": [{"what", "against", "unit",
"value", "baseline", "ratio", "goal"}]}; `ratio` is value over baseline within one run, `goal` the ratio to
stay below, or null. A new one is a line in BENCHMARKS.

usage: bench/run.py [--json] [NAME ...]
"""

import json
import pathlib
import subprocess
import sys

BENCHMARKS = [  # program, what it is about
    ("maglev_build", "Building Maglev tables"),
    ("lookup", "Looking backends up"),
    ("rendezvous", "Rendezvous hashing, a pick"),
    ("ring", "The ring of consistent hashing"),
    ("loads", "Choosing by load, a pick and a release"),
    ("tables", "Building the tables of all policies"),
    ("xdp_packet", "A packet in the XDP program, net of what runs around it"),
]
SLACK = 1.2  # for the noise of a shared machine
BUILD = pathlib.Path(__file__).resolve().parent.parent / "build" / "release"


def run(program):
    done = subprocess.run([BUILD / program, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"bench: {program} failed with exit {done.returncode}")
    return json.loads(done.stdout)["rows"]


def missed(row):
    return row["goal"] is not None and row["ratio"] > row["goal"] * SLACK


def number(value):
    return f"{value:.1f}" if value >= 100 else f"{value:.3g}"


def print_table(title, rows):
    cells = [["", "here", "against", "", "ratio", "goal", ""]]
    for row in rows:
        cells.append([
            row["what"], f"{number(row['value'])} {row['unit']}", row["against"],
            f"{number(row['baseline'])} {row['unit']}", f"{row['ratio']:.2f}",
            "" if row["goal"] is None else f"{row['goal']:.2f}",
            "" if row["goal"] is None else "MISSED" if missed(row) else "ok",
        ])
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    right = (1, 3, 4, 5)
    print(f"\n{title}")
    for line in cells:
        print("  " + "  ".join(text.rjust(width) if i in right else text.ljust(width)
                               for i, (text, width) in enumerate(zip(line, widths))).rstrip())


def main(arguments):
    names = [argument for argument in arguments if not argument.startswith("-")]
    unknown = set(names) - {program for program, _ in BENCHMARKS} | (set(arguments) - set(names) - {"--json"})
    if unknown:
        print(f"bench: unknown: {', '.join(sorted(unknown))}\n{__doc__}", file=sys.stderr)
        return 2
    results = []
    for program, title in BENCHMARKS:
        if not names or program in names:
            print(f"running {program}", file=sys.stderr)
            results.append({"name": program, "title": title, "rows": run(program)})
    ok = not any(missed(row) for result in results for row in result["rows"])
    if "--json" in arguments:
        print(json.dumps({"benchmarks": results, "slack": SLACK, "ok": ok}, indent=2))
    else:
        for result in results:
            print_table(result["title"], result["rows"])
        print(f"\n{'every goal met' if ok else 'a goal was missed'} (ratios within one run; {SLACK} times a goal is allowed)")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
