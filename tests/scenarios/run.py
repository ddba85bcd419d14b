"""Every scenario through every driver. See README.md."""
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import capture  # noqa: E402
import check  # noqa: E402
import language  # noqa: E402
import witness  # noqa: E402

START = 1_700_000_000 * capture.SECOND  # any time of day will do; the flow table's clock wraps on its way


def load(folder):
    language.current.steps, language.current.shares = [], []
    runpy.run_path(str(folder / "packets.py"))
    return language.Scenario(language.current.steps, language.current.shares)


def backends_of(config):
    """Names by address, of backends written as {name: N, address: A}."""
    return {address: name for name, address in re.findall(r'name: ([\w-]+), address: "?([\w.:]+)', config.read_text())}


def start_replay(program, folder, driver, source, target):
    command = [program, "replay", "--config", folder / "config.yaml", "--driver", driver, source, target, "-o", "json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def report_of(driver, process):
    out, complaints = process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"{driver}: exit {process.returncode}: {complaints.strip()}")
    return json.loads(out)


def run(program, folder, drivers, work):
    """The scenario's problems, and what it sent."""
    scenario = load(folder)
    # Nanoseconds apart, so that each frame that comes out says which one went in.
    times = [START + round(step.seconds * capture.SECOND) + i for i, step in enumerate(scenario.steps)]
    source = work / f"{folder.name}.pcap"
    capture.write(source, list(zip(times, (step.frame for step in scenario.steps))))
    targets = {driver: work / f"{folder.name}.{driver}.pcap" for driver in drivers}
    running = {driver: start_replay(program, folder, driver, source, target) for driver, target in targets.items()}
    reports = {driver: report_of(driver, process) for driver, process in running.items()}
    outputs = {target.read_bytes() for target in targets.values()}
    sent = capture.read(targets["native"])
    backends = backends_of(folder / "config.yaml")
    problems = list(check.problems(scenario, times, backends, reports["native"], sent))
    if len(outputs) > 1:
        problems.append("the drivers wrote different captures")
    if len({json.dumps(report) for report in reports.values()}) > 1:
        problems.append(f"the drivers reported different things: {reports}")
    return problems, sent


def main(program, names):
    drivers = ["native", "xdp"] if os.geteuid() == 0 else ["native"]
    if len(drivers) == 1:
        print("not root: the kernel's driver is left out")
    folders = [HERE / name for name in names] or sorted(path.parent for path in HERE.glob("*/packets.py"))
    failed, everything, origin = 0, [], []
    with tempfile.TemporaryDirectory() as work:
        for folder in folders:
            try:
                problems, sent = run(program, folder, drivers, Path(work))
            except RuntimeError as error:
                problems, sent = [str(error)], []
            everything += sent
            origin += [folder.name] * len(sent)
            failed += bool(problems)
            print("FAILED" if problems else "ok    ", folder.name)
            for problem in problems[:10]:
                print("       ", problem)
        capture.write(Path(work) / "all.pcap", everything)
        seen = list(witness.problems(Path(work) / "all.pcap"))
        for index, problem in seen[:20]:
            print(f"FAILED  tshark, in {origin[index]}: {problem}")
    print(f"{len(folders)} scenarios, {len(drivers)} drivers, {len(everything)} packets read by tshark")
    return 1 if failed or seen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
