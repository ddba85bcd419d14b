"""What was promised and what was measured: said as it happens, as a table, and as one JSON object."""

import json
import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Check:
    promise: str
    measured: str
    kept: bool


class Report:
    """Progress goes to stderr, so that stdout holds the result alone."""

    def __init__(self) -> None:
        self._colour = sys.stderr.isatty()
        self._sections: list[tuple[str, list[Check]]] = []
        self._numbers: dict[str, dict[str, Any]] = {}
        self.shares: dict[str, int] = {}

    def say(self, text: str) -> None:
        print(f"  {text}", file=sys.stderr, flush=True)

    def section(self, title: str) -> None:
        self._sections.append((title, []))
        print(f"\n{self._paint('1', title)}", file=sys.stderr, flush=True)

    def check(self, promise: str, measured: str, kept: bool) -> None:
        self._sections[-1][1].append(Check(promise, measured, kept))
        print(f"  {_mark(kept, self._colour)} {promise}: {measured}", file=sys.stderr, flush=True)

    def number(self, scenario: str, **values: Any) -> None:
        """The measured values of a scenario, under the names that the JSON promises."""
        self._numbers[scenario] = values

    @property
    def ok(self) -> bool:
        checks = [check for _, checks in self._sections for check in checks]
        return bool(checks) and all(check.kept for check in checks)

    def json(self) -> str:
        return json.dumps({**self._numbers, "ok": self.ok}, indent=2)

    def table(self) -> str:
        colour = sys.stdout.isatty()
        everything = [check for _, checks in self._sections for check in checks]
        left = max((len(check.promise) for check in everything), default=0)
        rule = "─" * 120
        lines = ["", rule]
        for title, checks in self._sections:
            if not checks:
                continue
            lines.append(f"\033[1m{title}\033[0m" if colour else title)
            lines += [f"  {_mark(c.kept, colour)} {c.promise:<{left}}  {c.measured}" for c in checks]
        if self.shares:
            lines += ["", "Requests by backend", *_bars(self.shares)]
        broken = sum(1 for check in everything if not check.kept)
        verdict = f"all {len(everything)} promises kept" if self.ok else f"{broken} of {len(everything)} promises broken"
        return "\n".join([*lines, rule, verdict])

    def _paint(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self._colour else text


def _mark(kept: bool, colour: bool) -> str:
    if not colour:
        return "ok    " if kept else "BROKEN"
    return "\033[32m✓\033[0m" if kept else "\033[31m✗\033[0m"


def _bars(shares: dict[str, int], width: int = 40) -> list[str]:
    total, name_width = sum(shares.values()) or 1, max(map(len, shares))
    return [f"  {name:<{name_width}}  {'█' * round(width * count / total * 2):<{width}} {count:5d}  {count / total:6.1%}"
            for name, count in sorted(shares.items())]
