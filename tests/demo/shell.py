"""Running commands, and waiting for conditions: the two things that every other file needs.

Commands enter a namespace with `nsenter --net`, not `ip netns exec`: the latter also makes a mount
namespace, in which a bpffs that the command mounts is gone when the command ends.
"""

import subprocess
import time
from collections.abc import Callable

_PATIENCE = 60  # seconds for any one command: all of them take a moment, on a busy machine some more


class DemoError(Exception):
    """The demo cannot go on: set-up failed, or something did not happen in time."""


def inside(namespace: str | None, command: tuple[str, ...]) -> list[str]:
    prefix = [] if namespace is None else ["nsenter", f"--net=/run/netns/{namespace}"]
    return [*prefix, *command]


def run(*command: str, namespace: str | None = None, stdin: str | None = None, check: bool = True) -> str:
    """Runs a command to its end; its standard output. A failure tells what was run and what it said."""
    try:
        done = subprocess.run(inside(namespace, command), input=stdin, capture_output=True, text=True, timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        raise DemoError(f"`{' '.join(command)}` did not end within {_PATIENCE} s") from None
    if check and done.returncode != 0:
        said = (done.stderr or done.stdout).strip()
        raise DemoError(f"`{' '.join(command)}` exited with {done.returncode}: {said}")
    return done.stdout


def wait_until(what: str, condition: Callable[[], bool], seconds: float = 20.0) -> float:
    """Waits for a condition, and returns how long it took; too long is a DemoError."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise DemoError(f"waited {seconds:.0f} s in vain for this: {what}")
        time.sleep(0.05)
    return time.monotonic() - began
