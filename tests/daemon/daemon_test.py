"""The life of a daemon: starts that must fail and leave nothing, changes that must be whole or not at all, ends
after which packets still flow."""

import os
import signal
import socket
import subprocess
import unittest
from typing import Any

from world import BACKEND, PROGRAM, VIP, World, inside, run, wait_until


class DaemonTest(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.close)

    def fails(self, code: str, hint: str = "") -> None:
        """A start ends with exit 1, one error of that code with a next step, and nothing left behind."""
        before = (self.world.attached(), self.world.routes("201"), self.world.routes("main"), self.world.pins.exists())
        done = self.world.guideway("run", str(self.world.config))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"error[{code}]", done.stderr)
        self.assertIn(hint, done.stderr)
        after = (self.world.attached(), self.world.routes("201"), self.world.routes("main"), self.world.pins.exists())
        self.assertEqual(before, after)


    def state(self) -> dict[str, Any]:
        """What a change could change; the counters of chance packets (neighbour discovery) are not."""
        status = self.world.status()
        assert status, self.world.log
        return {part: status[part] for part in ("generation", "node", "services", "pools", "backends", "flow_table")}


class Start(DaemonTest):
    def test_announces_when_it_forwards(self) -> None:
        self.world.start()
        self.assertEqual(self.world.routes("201"), [VIP])
        self.assertEqual(self.world.routes("main"), [VIP])
        self.assertIsNotNone(self.world.attached())
        status = self.world.status()
        assert status
        self.assertEqual(status["node"]["mode"], "native")
        self.assertEqual([b["state"] for b in status["backends"]], ["up", "up"])

    def test_of_a_missing_interface(self) -> None:
        self.world.write(interface="eth9")
        self.fails("run.no-interface", "ip -br link")

    def test_without_privilege(self) -> None:
        self.world.config.chmod(0o644)
        (self.world.folder / "seed").chmod(0o644)
        self.world.folder.chmod(0o777)
        command = inside(self.world.here, "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", PROGRAM, "run",
                         str(self.world.config))
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("error[no-privilege]", done.stderr)
        self.assertIn("root", done.stderr)
        self.assertIsNone(self.world.attached())

    def test_beside_another_on_the_same_interface(self) -> None:
        self.world.start()
        other = self.world.config.read_text().replace("api.sock", "other.sock").replace("9707", "9708")
        self.world.config.write_text(other)
        self.fails("run.already", "reload")

    def test_with_an_api_socket_in_use(self) -> None:
        taken = socket.socket(socket.AF_UNIX)
        self.addCleanup(taken.close)
        taken.bind(str(self.world.folder / "api.sock"))
        taken.listen()
        self.fails("socket.in-use", "api.socket")

    def test_where_another_program_is_attached(self) -> None:
        floor = os.environ["XDP_PASS"]
        run("ip", "-n", self.world.here, "link", "set", "dev", "eth0", "xdpdrv", "obj", floor, "sec", "xdp")
        self.fails("xdp.busy", "bpftool net show")

    def test_with_a_broken_config(self) -> None:
        self.world.config.write_text("pools: {web: {table_size: 65536}}\n")
        done = self.world.guideway("run", str(self.world.config))
        self.assertEqual(done.returncode, 2)
        self.assertIn("guideway.yaml:1:", done.stderr)
        self.assertIsNone(self.world.attached())


class Change(DaemonTest):
    def test_a_reload_is_whole(self) -> None:
        self.world.start()
        self.world.write(backends=("web-2", "web-3"), vip="203.0.113.20")
        self.assertEqual(self.world.ask("reload").returncode, 0)
        status = self.world.status()
        assert status
        self.assertEqual([b["name"] for b in status["backends"]], ["web-2", "web-3"])
        self.assertEqual(self.world.routes("201"), ["203.0.113.20"])

    def test_a_hangup_reloads(self) -> None:
        daemon = self.world.start()
        self.world.write(backends=("web-1", "web-2", "web-3"))
        daemon.send_signal(signal.SIGHUP)
        wait_until("the new backend is there", lambda: len((self.world.status() or {"backends": []})["backends"]) == 3)

    def test_a_bad_reload_changes_nothing(self) -> None:
        self.world.start()
        before = self.state()
        self.world.config.write_text(self.world.config.read_text().replace("port: 80", "port: 99999"))
        done = self.world.ask("reload")
        self.assertEqual(done.returncode, 2)
        self.assertIn("port", done.stderr)
        self.assertEqual(self.state(), before)

    def test_a_reload_that_needs_a_restart_says_so(self) -> None:
        self.world.start()
        before = self.state()
        self.world.config.write_text(self.world.config.read_text().replace("127.0.0.1:9707", "127.0.0.1:9708"))
        done = self.world.ask("reload")
        self.assertEqual(done.returncode, 2)
        self.assertIn("metrics.listen", done.stderr)
        self.assertEqual(self.state(), before)

    def test_a_drain_is_kept_over_a_crash(self) -> None:
        daemon = self.world.start()
        self.assertEqual(self.world.ask("drain", "web-1").returncode, 0)
        self.assertEqual(self.world.backend("web-1")["state"], "draining")
        self.world.stop(daemon, signal.SIGKILL)
        self.world.start()
        self.assertEqual(self.world.backend("web-1")["state"], "draining")
        self.assertEqual(self.world.ask("undrain", "web-1").returncode, 0)
        self.assertEqual(self.world.backend("web-1")["state"], "up")

    def test_a_drain_of_nobody_is_refused(self) -> None:
        self.world.start()
        done = self.world.ask("drain", "web-9")
        self.assertEqual(done.returncode, 2)
        self.assertIn("web-9", done.stderr)

    def test_health_takes_a_backend_out_and_in(self) -> None:
        self.world.write(health="{tcp: {port: 8080}, interval: 200ms, timeout: 200ms, rise: 1, fall: 1}")
        servers = [self.listen(address) for address in (BACKEND, "10.77.0.12")]
        self.world.start()
        wait_until("both are healthy", lambda: all(b["state"] == "up" for b in (self.world.status() or {})["backends"]))
        servers[0].kill()
        servers[0].wait()
        wait_until("web-1 is out", lambda: self.world.backend("web-1")["state"] == "down")
        self.assertEqual(self.world.backend("web-2")["state"], "up")
        self.listen(BACKEND)
        wait_until("web-1 is back", lambda: self.world.backend("web-1")["state"] == "up")

    def test_panic_uses_all(self) -> None:
        self.world.write(health="{tcp: {port: 8080}, interval: 200ms, timeout: 200ms, rise: 1, fall: 1}")
        self.world.start()  # nobody listens
        wait_until("it is said", lambda: (self.world.status() or {})["pools"][0]["panic"])
        self.assertEqual([b["state"] for b in (self.world.status() or {})["backends"]], ["up", "up"])
        self.assertEqual(self.world.routes("201"), [VIP])

    def listen(self, address: str) -> subprocess.Popen[bytes]:
        server = subprocess.Popen(inside(self.world.there, "/usr/bin/python3", "-c",
                                         "import socket\n"
                                         f"s = socket.create_server(('{address}', 8080))\n"
                                         "while True: s.accept()[0].close()"))
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server


class End(DaemonTest):
    def test_a_term_withdraws_and_leaves_the_program(self) -> None:
        daemon = self.world.start()
        program = self.world.attached()
        self.assertEqual(self.world.stop(daemon), 0)
        self.assertEqual(self.world.routes("201"), [])
        self.assertEqual(self.world.routes("main"), [VIP])
        self.assertEqual(self.world.attached(), program)

    def test_a_crash_withdraws_nothing_and_the_next_start_goes_on(self) -> None:
        daemon = self.world.start()
        before = self.world.status()
        assert before
        self.world.stop(daemon, signal.SIGKILL)
        self.assertEqual(self.world.routes("201"), [VIP])
        self.assertIsNotNone(self.world.attached())
        self.world.start()
        after = self.world.status()
        assert after
        self.assertTrue(after["node"]["adopted"])
        self.assertGreater(after["generation"], before["generation"])

    def test_detach_takes_everything_away(self) -> None:
        daemon = self.world.start()
        done = self.world.guideway("detach", "--config", str(self.world.config))
        self.assertEqual(done.returncode, 1)  # not while it runs
        self.assertIn("run.already", done.stderr)
        self.world.stop(daemon)
        self.assertEqual(self.world.guideway("detach", "--config", str(self.world.config)).returncode, 0)
        self.assertIsNone(self.world.attached())
        self.assertEqual(self.world.routes("201") + self.world.routes("main"), [])
        self.assertFalse(self.world.pins.exists())

    def test_a_lost_interface_withdraws_the_node_and_a_restart_brings_it_back(self) -> None:
        daemon = self.world.start()
        run("ip", "-n", self.world.here, "link", "del", "eth0")
        wait_until("the node is withdrawn", lambda: self.world.routes("201") == [])
        self.world.stop(daemon)
        self.world.cable()
        self.world.start()
        self.assertEqual(self.world.routes("201"), [VIP])


class Speaking(DaemonTest):
    def test_metrics_are_served_on_loopback(self) -> None:
        self.world.start()
        answer = run(*inside(self.world.here, "curl", "-sf", "http://127.0.0.1:9707/metrics"))
        self.assertIn("guideway_", answer)

    def test_a_trace_changes_nothing(self) -> None:
        self.world.start()
        before = self.state()
        done = self.world.ask("trace", "tcp", "198.51.100.7:51234", f"{VIP}:80", "-o", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('"flow_hash":"f3ac66112c82b4a8"', done.stdout)
        self.assertEqual(self.state(), before)

    def test_without_a_daemon_a_question_says_what_to_do(self) -> None:
        for words in (("status",), ("reload",), ("drain", "web-1"), ("trace", "tcp", "192.0.2.1:1", f"{VIP}:80")):
            done = self.world.ask(*words)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("guideway run", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
