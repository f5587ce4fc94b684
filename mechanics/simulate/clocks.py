"""A clock beside a strategy: it ends thoughts that take too long, even those that would never end."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from threading import Event, Lock, Thread, get_ident
from time import monotonic
from types import TracebackType
from typing import TypeVar

TICK = 0.05  # seconds between two looks
T = TypeVar("T")


class TooSlow(BaseException):
    """The time is up. No Exception, so that a strategy that catches those does not catch this one."""


class Clock:
    """Raises TooSlow inside `run` when the seconds are over; used as `with Clock() as clock`, in one thread.

    Where Python runs without threads, a thought is timed only when it is over."""

    def __init__(self) -> None:
        self._until: float | None = None
        self._lock, self._stop = Lock(), Event()
        self._thread = get_ident()
        self._watcher = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Clock:
        try:
            self._watcher.start()
        except RuntimeError:
            self._stop.set()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not self._stop.is_set():
            self._stop.set()
            self._watcher.join()

    def run(self, think: Callable[[], T], seconds: float) -> tuple[T, float]:
        """Return what `think` returns and the seconds it took; raises TooSlow, at the latest a moment after them."""
        start = monotonic()
        try:
            with self._lock:
                self._until = start + seconds
            try:
                said = think()
            finally:
                self._rest()
        except TooSlow:
            self._rest()  # it may have rung just when the thought was over
            raise
        took = monotonic() - start
        if took > seconds:
            raise TooSlow
        return said, took

    def _rest(self) -> None:
        with self._lock:
            self._until = None
            _interrupt(self._thread, None)

    def _watch(self) -> None:
        while not self._stop.wait(TICK):
            with self._lock:
                if self._until is not None and monotonic() > self._until:
                    _interrupt(self._thread, TooSlow)


def _interrupt(thread: int, error: type[BaseException] | None) -> None:
    """Let this error be raised in a thread as soon as Python goes on there; None takes back one that is on its way."""
    wanted = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)
