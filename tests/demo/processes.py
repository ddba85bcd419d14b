"""Long-lived processes in a namespace, each known by its pid and with a log of its own in RUN."""

import os
import signal
import subprocess
import time

from plan import HOSTS, RUN
from shell import DemoError, inside, run


class Process:
    def __init__(self, name: str, namespace: str, *command: str) -> None:
        self.name = name
        self.log = RUN / f"{name.replace(' ', '-')}.log"
        with self.log.open("ab") as log:
            # A session of its own: Ctrl-C in the terminal goes to the demo, which then ends its processes in order.
            self._process = subprocess.Popen(inside(namespace, command), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                             cwd=RUN, start_new_session=True)

    @property
    def pid(self) -> int:
        return self._process.pid  # nsenter without --fork becomes the command: its pid is the command's

    def alive(self) -> bool:
        return self._process.poll() is None

    def must_live(self) -> None:
        """For use while waiting for something of this process: says why it will not come."""
        if not self.alive():
            raise DemoError(f"{self.name} ended with {self._process.returncode}; the end of its log:\n{self.tail()}")

    def tail(self, lines: int = 15) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def stop(self, number: signal.Signals = signal.SIGTERM, seconds: float = 10.0) -> int:
        """Sends a signal and waits for the end; its exit code, negative for a signal that killed it."""
        if self.alive():
            self._process.send_signal(number)
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise DemoError(f"{self.name} does not end on {number.name}; the end of its log:\n{self.tail()}") from None


def end_all() -> None:
    """Ends whatever runs in the demo's namespaces: asked first, killed after two seconds."""
    for number, patience in ((signal.SIGTERM, 2.0), (signal.SIGKILL, 5.0)):
        for pid in _inhabitants():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
        deadline = time.monotonic() + patience
        while _inhabitants() and time.monotonic() < deadline:
            time.sleep(0.05)


def _inhabitants() -> list[int]:
    """The processes in the demo's namespaces, but for the demo itself, whose traffic thread is in one."""
    known = {line.split()[0] for line in run("ip", "netns", "list").splitlines() if line.strip()}
    found: list[int] = []
    for host in HOSTS:
        if host.namespace in known:
            found += [int(pid) for pid in run("ip", "netns", "pids", host.namespace).split()]
    return [pid for pid in found if pid != os.getpid() and _running(pid)]


def _running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
