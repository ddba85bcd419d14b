"""Load: requests on new connections, and connections that stay open and ask again and again."""

import asyncio
import itertools
from collections.abc import Callable, Sequence

from traffic.client import Client
from traffic.connection import TIMEOUT, Connection, Request, ask

_numbers = itertools.count(1)  # no two requests of a run carry the same


async def burst(vip: str, count: int, workers: int = 16) -> list[Request]:
    """`count` requests, each on a connection of its own, a few at a time."""
    left = iter(range(count))

    async def worker() -> list[Request]:
        return [await ask(Connection(vip), next(_numbers), fresh=True) for _ in left]

    return [request for done in await asyncio.gather(*(worker() for _ in range(workers))) for request in done]


class FreshLoad:
    """A steady stream of new connections, one request each, until it is stopped."""

    def __init__(self, client: Client, vips: Sequence[str], workers: int = 6, pause: float = 0.01) -> None:
        self._client, self._pause = client, pause
        self._stopping = False
        self._done: list[Request] = []
        self._workers = [client.start(self._work(vips[n % len(vips)])) for n in range(workers)]

    def requests(self, since: float = 0.0, until: float = float("inf")) -> list[Request]:
        """Those that began in this span of time.monotonic(), and have ended."""
        return [request for request in list(self._done) if since <= request.began < until]

    def stop(self) -> None:
        self._stopping = True
        for worker in self._workers:
            worker.result(TIMEOUT + 5)

    async def _work(self, vip: str) -> None:
        while not self._stopping:
            self._done.append(await ask(Connection(vip), next(_numbers), fresh=True))
            await asyncio.sleep(self._pause)


class Session:
    """One connection that stays open. Its first failure ends it: nothing is opened anew."""

    def __init__(self, connection: Connection, backend: str) -> None:
        self.connection, self.backend = connection, backend
        self.done: list[Request] = []

    @property
    def error(self) -> str:
        """Why it did not live on with its backend; empty if it did."""
        for request in list(self.done):
            if request.error:
                return request.error
            if request.backend != self.backend:
                return f"moved from {self.backend} to {request.backend}"
        return ""

    def answered(self, since: float, until: float = float("inf")) -> int:
        return sum(1 for request in list(self.done) if not request.error and since <= request.began < until)


class KeepAliveLoad:
    """Connections that are opened once, and then ask every so often until the load is stopped."""

    def __init__(self, client: Client, vip: str, count: int, pause: float = 0.1) -> None:
        self._pause, self._stopping = pause, False
        self.sessions: list[Session] = [client.do(_open(vip)) for _ in range(count)]
        self._workers = [client.start(self._work(session)) for session in self.sessions]

    def on(self, chosen: Callable[[str], bool]) -> list[Session]:
        """The sessions whose backend's name is chosen."""
        return [session for session in self.sessions if chosen(session.backend)]

    def stop(self) -> None:
        self._stopping = True
        for worker in self._workers:
            worker.result(TIMEOUT + 5)

    async def _work(self, session: Session) -> None:
        while not self._stopping and not session.error:
            session.done.append(await ask(session.connection, next(_numbers), fresh=False))
            await asyncio.sleep(self._pause)
        session.connection.close()


async def _open(vip: str) -> Session:
    connection = Connection(vip)
    async with asyncio.timeout(TIMEOUT):
        await connection.open()
        return Session(connection, await connection.hello(next(_numbers)))
