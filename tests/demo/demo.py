#!/usr/bin/python3
"""A whole Guideway cluster in network namespaces of its own, checked as it goes.

    demo.py [--json] [--keep] [--program PATH]
    demo.py --clean       takes down what --keep left standing

Exit code: 0 every promise was kept, 1 one was broken or the demo could not run, 2 wrong arguments.
"""

import argparse
import fcntl
import os
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import processes
import topology
from cluster import Cluster
from plan import BALANCERS, CLIENT, ROOT, ROUTER, RUN, VIP4
from report import Report
from scenarios import backend_down, balancer_down, drain, restart, spread
from shell import DemoError

_SCENARIOS = (spread, drain, backend_down, balancer_down, restart)


def main() -> int:
    arguments = _arguments()
    if os.geteuid() != 0:
        print("demo: it makes network namespaces and loads programs, so it needs root; run: sudo ./dev demo", file=sys.stderr)
        return 1
    _end_on_signals()
    with _alone():
        clean()
        if arguments.clean:
            return 0
        report, finished = Report(), False
        try:
            _play(arguments.program.resolve(), report)
            finished = True
        except KeyboardInterrupt:
            print("\ninterrupted", file=sys.stderr)
            return 1
        finally:
            if not (arguments.keep and finished):
                clean()
        print(report.json() if arguments.json else report.table(), flush=True)
        if arguments.keep:
            print(_HINTS.format(program=os.path.relpath(arguments.program), run=RUN, lb=BALANCERS[0].name,
                                router=ROUTER.namespace, client=CLIENT.namespace, vip=VIP4), file=sys.stderr)
        return 0 if report.ok else 1


def _play(program: Path, report: Report) -> None:
    """Everything from the set-up on. What cannot go on is a broken promise too, told in the same place."""
    try:
        if not os.access(program, os.X_OK):
            raise DemoError(f"there is no program at {program}; build it with: ./dev build")
        report.section("Setting up")
        cluster = Cluster(program, report.say)
        for scenario in _SCENARIOS:
            report.section(scenario.TITLE)
            scenario.run(cluster, report)
    except DemoError as problem:
        report.check("the demo runs to its end", str(problem), False)
    except Exception as problem:  # an answer in a form that was not expected, and the like
        traceback.print_exc()
        report.check("the demo runs to its end", f"{type(problem).__name__}: {problem}", False)


def clean() -> None:
    """Takes down what is there, of this run or of an earlier one, whatever state it is in."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # an impatient second Ctrl-C would leave half of it
    processes.end_all()
    topology.remove()
    _end_on_signals()


def _end_on_signals() -> None:
    """Signals end the demo by an exception, so that it cleans up on its way out."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))


@contextmanager
def _alone() -> Iterator[None]:
    """Two demos at once would pull each other's network down: the second waits for the end of the first."""
    with open("/run/guideway-demo.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another demo is running: waiting for its end", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev demo", description="A Guideway cluster in namespaces, checked as it goes.")
    parser.add_argument("--json", action="store_true", help="stdout holds the result as one JSON object alone")
    parser.add_argument("--keep", action="store_true", help="leave everything standing, to play with")
    parser.add_argument("--clean", action="store_true", help="only take down what --keep left standing")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/guideway", help="the guideway to use")
    return parser.parse_args()


_HINTS = """
The cluster is standing. To play with it:
  nsenter --net=/run/netns/{client} curl -i 'http://{vip}/hello?n=1'
  {program} status --socket {run}/{lb}.sock
  {program} drain web-2 --socket {run}/{lb}.sock
  nsenter --net=/run/netns/{router} tshark -ni {lb} -f 'ip proto 47'  # what leaves the balancer
  ip -n {router} route show {vip}
Configurations and logs are in {run}. To take it down, with whatever runs in its namespaces:
  ./dev demo --clean
"""

if __name__ == "__main__":
    sys.exit(main())
