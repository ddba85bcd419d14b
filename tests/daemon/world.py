"""A balancer's world for one test: a namespace with an interface, a folder, and `guideway` in it.

Everything has names of its own and is taken down at the end, whatever happened.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROGRAM = os.environ["GUIDEWAY"]
BPF = Path("/sys/fs/bpf")
VIP, BACKEND, OWN = "203.0.113.10", "10.77.0.11", "10.77.0.1"

CONFIG = """
cluster: {{seed: seed}}
node: {{interface: {interface}, source: 10.77.0.1, pins: {pins}, state: {folder}/state}}
api: {{socket: {folder}/api.sock}}
metrics: {{listen: "127.0.0.1:9707"}}
pools:
  web:
    health: {health}
    backends:
{backends}
services:
  - {{name: web, vip: {vip}, protocol: tcp, port: 80, pool: web}}
"""


def wait_until(what: str, condition: Callable[[], Any], seconds: float = 20.0) -> Any:
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:.0f} s in vain: {what}")
        time.sleep(0.05)
    return result


class World:
    """Two ends of a cable: `eth0` in the balancer's namespace; `peer`, with the backends' addresses, in another."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="guideway-test-"))
        unique = self.folder.name[-8:]
        self.here, self.there = f"gw-{unique}-a", f"gw-{unique}-b"
        self.pins = BPF / f"guideway-test-{unique}"
        self.daemons: list[subprocess.Popen[bytes]] = []
        (self.folder / "seed").write_text("000102030405060708090a0b0c0d0e0f\n")
        (self.folder / "seed").chmod(0o600)
        for namespace in (self.here, self.there):
            run("ip", "netns", "add", namespace)
            run("ip", "-n", namespace, "link", "set", "lo", "up")
        self.cable()
        self.write()

    def cable(self) -> None:
        run("ip", "-n", self.here, "link", "add", "eth0", "type", "veth", "peer", "name", "peer", "netns", self.there)
        run("ip", "-n", self.here, "addr", "add", f"{OWN}/24", "dev", "eth0")
        for last in (11, 12, 13):
            run("ip", "-n", self.there, "addr", "add", f"10.77.0.{last}/24", "dev", "peer")
        run("ip", "-n", self.there, "link", "set", "peer", "up")
        run("ip", "-n", self.here, "link", "set", "eth0", "up")

    def write(self, backends: tuple[str, ...] = ("web-1", "web-2"), health: str = "none", vip: str = VIP,
              interface: str = "eth0") -> None:
        lines = "\n".join(f"      - {{name: {name}, address: 10.77.0.1{name[-1]}}}" for name in backends)
        self.config.write_text(CONFIG.format(folder=self.folder, pins=self.pins, backends=lines, health=health,
                                             vip=vip, interface=interface))

    @property
    def config(self) -> Path:
        return self.folder / "guideway.yaml"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def start(self, ready: bool = True) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            daemon = subprocess.Popen(inside(self.here, PROGRAM, "run", str(self.config)), stdout=log, stderr=log,
                                      stdin=subprocess.DEVNULL)
        self.daemons.append(daemon)
        if ready:
            wait_until(f"the daemon announces; its log:\n{self.log}", lambda: self.announcing(daemon))
        return daemon

    def announcing(self, daemon: subprocess.Popen[bytes]) -> bool:
        assert daemon.poll() is None, f"the daemon ended with {daemon.returncode}:\n{self.log}"
        return bool((self.status() or {}).get("node", {}).get("announcing"))

    def stop(self, daemon: subprocess.Popen[bytes], number: signal.Signals = signal.SIGTERM) -> int:
        daemon.send_signal(number)
        return daemon.wait(20)

    def guideway(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(inside(self.here, PROGRAM, *words), capture_output=True, text=True, timeout=60)

    def ask(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.guideway(*words, "--socket", str(self.folder / "api.sock"))

    def status(self) -> dict[str, Any] | None:
        answer = self.ask("status", "-o", "json")
        return json.loads(answer.stdout) if answer.returncode == 0 else None

    def backend(self, name: str) -> dict[str, Any]:
        status = self.status()
        assert status, self.log
        return next(backend for backend in status["backends"] if backend["name"] == name)

    def routes(self, table: str) -> list[str]:
        shown = subprocess.run(inside(self.here, "ip", "route", "show", "table", table), capture_output=True, text=True)
        return [line.split()[1] for line in shown.stdout.splitlines() if line.startswith("blackhole")]

    def attached(self) -> int | None:
        """The id of the program on eth0."""
        links = json.loads(run("ip", "-j", "-n", self.here, "link", "show", "eth0"))
        xdp = links[0].get("xdp")
        return int(xdp["prog"]["id"]) if xdp else None

    def close(self) -> None:
        for daemon in self.daemons:
            if daemon.poll() is None:
                daemon.kill()
                daemon.wait()
        for namespace in (self.here, self.there):
            subprocess.run(["ip", "netns", "del", namespace], check=False, capture_output=True)
        for folder in (self.pins, self.folder):
            shutil.rmtree(folder, ignore_errors=True)


def inside(namespace: str, *command: str) -> list[str]:
    return ["nsenter", f"--net=/run/netns/{namespace}", *command]


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
