"""One HTTP/1.1 connection, as plain as can be: any surprise is a failure, nothing is tried again.

Ready-made clients repeat requests on broken connections by themselves, which is just what must be seen here.
"""

import asyncio
import itertools
import socket
import time
from dataclasses import dataclass

from plan import PORT

TIMEOUT = 10.0  # seconds for one request; TCP's own retransmissions have room in it

# Each connection takes the next port, so that every one is a flow that no balancer has seen before, and their
# counters can be held against exact numbers. The kernel's own choice comes back to a port within seconds.
_ports = itertools.cycle(range(1024, 65536))


class BadAnswer(Exception):
    """Something came back, and it is not the answer to what was asked."""


@dataclass(frozen=True)
class Request:
    """What became of one request. `error` is empty when the answer was complete and right."""

    began: float  # time.monotonic()
    ended: float
    port: int  # the client's: together with the VIP it is the flow
    backend: str
    error: str = ""


class Connection:
    def __init__(self, vip: str, receive_buffer: int = 0) -> None:
        self._vip = vip
        self._socket = socket.socket(socket.AF_INET6 if ":" in vip else socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self.port = next(_ports)
        self._socket.bind(("", self.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if receive_buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self._received = b""

    async def open(self) -> None:
        await asyncio.get_running_loop().sock_connect(self._socket, (self._vip, PORT))

    def close(self) -> None:
        self._socket.close()

    async def send(self, path: str, last: bool = False) -> None:
        host = f"[{self._vip}]" if ":" in self._vip else self._vip
        ending = "Connection: close\r\n" if last else ""
        head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{ending}\r\n"
        await asyncio.get_running_loop().sock_sendall(self._socket, head.encode())

    async def head(self) -> tuple[str, int]:
        """Reads the answer's head: the backend's name and the length of the body."""
        while b"\r\n\r\n" not in self._received:
            self._received += await self._some(4096)
        head, _, self._received = self._received.partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        if status.split(" ")[1:2] != ["200"]:
            raise BadAnswer(f"the answer is {status!r}")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if "x-backend" not in fields or "content-length" not in fields:
            raise BadAnswer("the answer does not name its backend or its length")
        return fields["x-backend"], int(fields["content-length"])

    async def body(self, at_most: int) -> bytes:
        """Some bytes of the body, as they come."""
        if self._received:
            some, self._received = self._received[:at_most], self._received[at_most:]
            return some
        return await self._some(at_most)

    async def _some(self, at_most: int) -> bytes:
        data = await asyncio.get_running_loop().sock_recv(self._socket, at_most)
        if not data:
            raise ConnectionError("the connection was closed early")
        return data

    async def hello(self, number: int, last: bool = False) -> str:
        """One small request, its answer checked; the backend that gave it."""
        await self.send(f"/hello?n={number}", last)
        backend, length = await self.head()
        text = b""
        while len(text) < length:
            text += await self.body(length - len(text))
        if text.decode() != f"{backend} {number}\n":
            raise BadAnswer(f"asked as number {number}, and {backend} answered {text!r}")
        return backend


async def ask(connection: Connection, number: int, fresh: bool) -> Request:
    """One small request from beginning to end, on a new connection (closed after it) or on an open one."""
    began, backend, error = time.monotonic(), "", ""
    try:
        async with asyncio.timeout(TIMEOUT):
            if fresh:
                await connection.open()
            backend = await connection.hello(number, last=fresh)
    except TimeoutError:
        error = f"no answer in {TIMEOUT:.0f} s"
    except (OSError, BadAnswer, ValueError) as problem:
        error = f"{type(problem).__name__}: {problem}"
    finally:
        if fresh:
            connection.close()
    return Request(began, time.monotonic(), connection.port, backend, error)
