"""The client: an event loop on a thread of its own, and that thread is in the client's namespace.

A network namespace belongs to a thread, so that the scenarios can drive the traffic by plain calls,
without a second program and a protocol between the two.
"""

import asyncio
import ctypes
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

_CLONE_NEWNET = 0x40000000
_T = TypeVar("_T")


class Client:
    def __init__(self, namespace: str) -> None:
        self._namespace = namespace
        self._ready: Future[asyncio.AbstractEventLoop] = Future()
        threading.Thread(target=self._main, name="client", daemon=True).start()
        self._loop = self._ready.result()

    def start(self, work: Coroutine[Any, Any, _T]) -> "Future[_T]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def do(self, work: Coroutine[Any, Any, _T], seconds: float = 60.0) -> _T:
        return self.start(work).result(seconds)

    def _main(self) -> None:
        try:
            _enter(self._namespace)
            loop = asyncio.new_event_loop()
        except OSError as problem:
            self._ready.set_exception(problem)
            return
        self._ready.set_result(loop)
        loop.run_forever()


def _enter(namespace: str) -> None:
    """setns(2) for this thread; Python has it only from 3.12 on."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{namespace}") as handle:
        if libc.setns(handle.fileno(), _CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), f"entering {namespace}: {os.strerror(ctypes.get_errno())}")
