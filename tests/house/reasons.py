"""docs/reasons.md against core/forward/reasons.def: the same reasons in the same order, verdict and meaning alike."""
import re
import sys
from pathlib import Path

DEFINED, DESCRIBED = Path("core/forward/reasons.def"), Path("docs/reasons.md")


def main():
    defined = re.findall(r'^REASON\((\w+),\s*(\w+),\s*"([^"]*)"\)$', DEFINED.read_text(), re.MULTILINE)
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) \| (.*) \|$", DESCRIBED.read_text(), re.MULTILINE)
    problems = []
    if len(defined) != DEFINED.read_text().count("\nREASON("):
        problems.append(f"{DEFINED}: not every line reads as REASON(name, verdict, \"text\")")
    if [name for name, *_ in rows] != [name for name, *_ in defined]:
        problems.append(f"{DESCRIBED} has the rows {[row[0] for row in rows]}, not {[name for name, *_ in defined]}")
    for (name, verdict, text), (_, *row) in zip(defined, rows):
        if [verdict, text] != row[:2]:
            problems.append(f"{DESCRIBED}: {name} is | {verdict} | {text} |, not | {row[0]} | {row[1]} |")
        if not row[2].strip():
            problems.append(f"{DESCRIBED}: {name} does not say what to do")
    print("\n".join(problems) if problems else f"{len(defined)} reasons, each with its row")
    return 1 if problems or not defined else 0


if __name__ == "__main__":
    sys.exit(main())
