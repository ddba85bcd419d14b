"""Guideway as an operator meets it: a YAML file, the daemon, and the verbs of its command line."""

import json
import secrets
from pathlib import Path
from typing import Any

from plan import BACKENDS, BALANCERS, PINS, PORT, RUN, VIP4, VIP6, VIP6_NATIVE, VIPS, Host, native
from processes import Process
from shell import run, wait_until

SEED = RUN / "seed"

_CONFIG = """\
cluster: {{seed: {seed}}}
node:
  interface: eth0
  source: {ipv4}
  source6: "{ipv6}"
  announce: {{table: 201}}
  state: {run}/{name}.state
  pins: {pins}/{name}
api: {{socket: {run}/{name}.sock}}
metrics: {{listen: "127.0.0.1:9707"}}
pools:
  web:
    policy: maglev
    table_size: 65537
    health: &health {{http: {{port: {port}, path: /healthz}}, interval: 500ms, timeout: 500ms, rise: 2, fall: 4}}
    backends:
{backends}
  web-native:
    policy: maglev
    table_size: 65537
    health: *health
    backends:
{native}
services:
  - {{name: web, vip: {vip4}, protocol: tcp, port: {port}, pool: web}}
  - {{name: web-ipv6, vip: "{vip6}", protocol: tcp, port: {port}, pool: web}}
  - {{name: web-native, vip: "{vip6_native}", protocol: tcp, port: {port}, pool: web-native}}
"""


def prepare() -> None:
    SEED.write_text(secrets.token_hex(16) + "\n")
    SEED.chmod(0o600)
    for host in BALANCERS:
        (RUN / f"{host.name}.state").mkdir()


def balancer_config(host: Host) -> str:
    backends = "\n".join(f"      - {{name: {b.name}, address: {b.ipv4}}}" for b in BACKENDS)
    native_ones = "\n".join(f'      - {{name: {native(b)}, address: "{b.ipv6}"}}' for b in BACKENDS)
    return _CONFIG.format(seed=SEED, run=RUN, pins=PINS, name=host.name, ipv4=host.ipv4, ipv6=host.ipv6, port=PORT,
                          backends=backends, native=native_ones, vip4=VIP4, vip6=VIP6, vip6_native=VIP6_NATIVE)


class Balancer:
    """A balancer's daemon, and what can be asked of it."""

    def __init__(self, program: Path, host: Host) -> None:
        self.host = host
        self._program = str(program)
        self.config = RUN / f"{host.name}.yaml"
        self.config.write_text(balancer_config(host))
        self.process: Process | None = None

    @property
    def name(self) -> str:
        return self.host.name

    def start(self) -> None:
        self.process = Process(f"guideway on {self.name}", self.host.namespace, self._program, "run", str(self.config))

    def ask(self, *words: str) -> Any:
        """A verb that talks to the daemon, with -o json; None while nobody answers."""
        answer = run(self._program, *words, "--socket", str(RUN / f"{self.name}.sock"), "-o", "json",
                     namespace=self.host.namespace, check=False)
        return json.loads(answer) if answer.strip() else None

    def tell(self, *words: str) -> None:
        """A verb that changes something; a failure is an error."""
        run(self._program, *words, "--socket", str(RUN / f"{self.name}.sock"), namespace=self.host.namespace)

    def owner(self, client_port: int, client: str, vip: str) -> str:
        """Whose a new flow would be if every backend were healthy: answered from the file alone."""
        ends = [f"[{a}]:{p}" if ":" in a else f"{a}:{p}" for a, p in ((client, client_port), (vip, PORT))]
        answer = run(self._program, "trace", "--config", str(self.config), "tcp", *ends, "-o", "json")
        return str(json.loads(answer)["backend"])

    def backend(self, name: str) -> dict[str, Any]:
        """One backend as the daemon sees it; empty while nobody answers."""
        status = self.ask("status") or {"backends": []}
        return next((backend for backend in status["backends"] if backend["name"] == name), {})

    def new_flows(self) -> int:
        """How many flows this balancer has taken up, by its own counters."""
        return int(self.ask("status")["reasons"]["forwarded_new"])

    def packets(self) -> int:
        return sum(service["packets"] for service in self.ask("status")["services"])

    def wait_ready(self, away: frozenset[str] = frozenset()) -> None:
        """Until the daemon answers and sees every backend healthy, but for those named."""
        def ready() -> bool:
            if self.process:
                self.process.must_live()
            status = self.ask("status")
            return bool(status) and all(b["healthy"] or b["name"] in away for b in status["backends"])
        wait_until(f"guideway on {self.name} answers and its backends are healthy", ready)


def attach_backend(program: Path, host: Host) -> None:
    """The decapsulating end: tunnels from the balancers only, for the VIPs only. No process stays."""
    words: list[str] = []
    for balancer in BALANCERS:
        words += ["--balancer", balancer.ipv4, "--balancer", balancer.ipv6]
    for vip in VIPS:
        words += ["--vip", vip]
    run(str(program), "backend", "--interface", "eth0", "--pins", str(PINS / host.name), *words, namespace=host.namespace)
