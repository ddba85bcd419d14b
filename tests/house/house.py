"""The rules of the house that a compiler does not hold. Prints what breaks them, and where."""
import re
import sys
from pathlib import Path

# Which rooms a room may include, itself aside. cli > control > (balance, dataplane) > base > core; backend > base, core;
# cli > sim > balance > base; the lab's module takes balance, base and core.
BELOW = {
    "core": set(),
    "base": {"core"},
    "balance": {"base", "core"},
    "sim": {"balance", "base", "core"},
    "dataplane": {"base", "core"},
    "backend": {"base", "core"},
    "lab": {"balance", "base", "core"},
    "control": {"balance", "dataplane", "base", "core"},
    "cli": {"control", "sim", "backend", "balance", "dataplane", "base", "core"},
}
OUTSIDE = {"tests", "bench", "fuzz"}  # they may include any room, and each other
EVERYTHING = set(BELOW) | OUTSIDE
EMBEDDED = re.compile(r"bpf/\w+\.inc$")  # compiled programs, made by the build
FREESTANDING = {"stdint.h", "stddef.h"}

NOT_OURS = {".git", "build", "__pycache__"}
MOST_LINES = 400
NOT_FOR_READING = ("LICENSE", ".json")
MACHINES = re.compile(r"(?<![\w.-])/(?:work|home|root|tmp/\w)/\w")


def files():
    for path in sorted(Path(".").rglob("*")):
        if path.is_file() and not NOT_OURS & set(path.parts):
            yield path


def lines_of(path):
    try:
        return path.read_text().splitlines()
    except UnicodeDecodeError:
        return []


def includes(path, lines):
    """Room by room, and what core/ may know of the system."""
    room = path.parts[0]
    for number, line in enumerate(lines, 1):
        match = re.match(r'\s*#\s*include\s*(["<])([^">]+)', line)
        if not match:
            continue
        quoted, target = match[1] == '"', match[2]
        if quoted and not EMBEDDED.match(target):
            other = target.split("/")[0]
            allowed = EVERYTHING if room in OUTSIDE else BELOW.get(room, set()) | {room}
            if other not in EVERYTHING:
                yield f'{path}:{number}: "{target}" is no path from the root of the tree'
            elif other not in allowed:
                yield f"{path}:{number}: {room} may not include {other} (ARCHITECTURE.md: includes point one way)"
        elif not quoted and room == "core":
            kernel = {"linux/bpf.h"} if path.parts[1] == "bpf" else set()
            if target not in FREESTANDING | kernel:
                yield f"{path}:{number}: core includes <stdint.h>, <stddef.h> and itself, not <{target}>"


def length(path, lines):
    if len(lines) > MOST_LINES and not path.name.endswith(NOT_FOR_READING):
        yield f"{path}: {len(lines)} lines; a file holds one thing: split it"


def machines(path, lines):
    for number, line in enumerate(lines, 1):
        if found := MACHINES.search(line):
            yield f"{path}:{number}: names a folder of one machine: {found[0]}..."


def readmes(paths):
    """Of folders with code. What lies below a folder of tests is told of there."""
    for folder in sorted({path.parent for path in paths if path.suffix in (".h", ".cc", ".py", ".sh")}):
        told_above = folder.parts[0] == "tests" and len(folder.parts) > 2
        if not told_above and folder / "README.md" not in paths:
            yield f"{folder}: no README.md: say what lives there and what may not"


def main():
    paths = list(files())
    problems = list(readmes(paths))
    for path in paths:
        lines = lines_of(path)
        for rule in (includes, length, machines) if path.suffix in (".h", ".cc", ".def") else (length, machines):
            problems += rule(path, lines)
    print("\n".join(problems) if problems else f"{len(paths)} files keep the rules of the house")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
