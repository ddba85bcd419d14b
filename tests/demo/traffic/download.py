"""Slow downloads whose pace the client sets.

Each reads a little, waits, and reads on, with small socket buffers at both ends: what is not read has
not been sent, so that "in progress" means packets on the wire. (Throttling at the server would tie the
scenario to a fixed time.) When the pace is let go, each reads to the end and compares every byte.
"""

import asyncio
from collections.abc import Sequence

from traffic.client import Client
from traffic.connection import BadAnswer, Connection

_STALL = 15.0  # seconds without a byte: longer than any pause of TCP that ends by itself in this network
_BITE = 8192
_BUFFER = 16384  # the kernel doubles it
WINDOW = 2 * _BUFFER  # who got ahead by more has also acknowledged something meanwhile


class Download:
    def __init__(self, vip: str, expected: bytes) -> None:
        self._vip, self._expected = vip, expected
        self.slow = True
        self.opened = False
        self.received = 0
        self.backend = ""
        self.error = ""
        self.complete = False

    async def run(self) -> None:
        connection = Connection(self._vip, receive_buffer=_BUFFER)
        try:
            async with asyncio.timeout(_STALL):
                await connection.open()
                await connection.send("/download", last=True)
                self.backend, length = await connection.head()
            if length != len(self._expected):
                raise BadAnswer(f"{length} bytes announced, {len(self._expected)} expected")
            self.opened = True
            while self.received < length:
                async with asyncio.timeout(_STALL):
                    some = await connection.body(_BITE)
                if some != self._expected[self.received:self.received + len(some)]:
                    raise BadAnswer(f"wrong bytes after {self.received}")
                self.received += len(some)
                if self.slow:
                    await asyncio.sleep(0.2)
            self.complete = True
        except TimeoutError:
            self.error = f"no byte in {_STALL:.0f} s after {self.received}"
        except (OSError, BadAnswer, ValueError) as problem:
            self.error = f"{type(problem).__name__}: {problem}"
        finally:
            connection.close()


class Downloads:
    def __init__(self, client: Client, vips: Sequence[str], count: int, expected: bytes) -> None:
        self.all = [Download(vips[n % len(vips)], expected) for n in range(count)]
        self._runs = [client.start(download.run()) for download in self.all]

    def under_way(self) -> int:
        return sum(1 for download in self.all if download.opened and not download.error and not download.complete)

    def settled(self) -> bool:
        """Nobody is still on the way to its first byte."""
        return all(download.opened or download.error for download in self.all)

    def progress(self) -> list[int]:
        return [download.received for download in self.all]

    def finish(self, seconds: float = 60.0) -> None:
        for download in self.all:
            download.slow = False
        for run in self._runs:
            run.result(seconds)

    def broken(self) -> list[Download]:
        return [download for download in self.all if not download.complete]
