"""Holds the documentation to what is really run: configurations shown in it are the files and texts in use."""

import re
import sys
from pathlib import Path

import bird
from plan import BALANCERS, ROOT


def main() -> int:
    example = (ROOT / "docs/example/guideway.yaml").read_text()
    matches = [_same(ROOT / "docs/router.md", "bird", [bird.router_config(), bird.balancer_config(BALANCERS[0])]),
               _same(ROOT / "README.md", "yaml", [example])]
    return 0 if all(matches) else 1


def _same(page: Path, kind: str, used: list[str]) -> bool:
    shown = re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    if shown == used:
        return True
    print(f"{page}: its ```{kind} blocks should read:", file=sys.stderr)
    for text in used:
        print(f"```{kind}\n{text}```\n", file=sys.stderr)
    return False


if __name__ == "__main__":
    sys.exit(main())
