"""Runs what the documentation tells people to run: every block marked `sh`, in order, page by page, from the
root of the tree, each command having to succeed. `./dev demo` among them is the test of the whole road."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def main() -> int:
    ran = 0
    for page in PAGES:
        for block in blocks(page):
            print(f"--- {page.relative_to(ROOT)}\n{block}", flush=True)
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=ROOT, stdin=subprocess.DEVNULL)
            if done.returncode != 0:
                print(f"this block of {page.relative_to(ROOT)} ended with {done.returncode}", file=sys.stderr)
                return 1
            ran += 1
    assert ran >= 3, "the README shows no commands any more?"
    return 0


if __name__ == "__main__":
    sys.exit(main())
