"""Games played on in other processes beside the coach's own, so that its intervals narrow sooner."""

from __future__ import annotations

import os
import sys
from atexit import register
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from functools import cache, lru_cache
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

import cloudpickle
import numpy as np

if TYPE_CHECKING:
    from mechanics.coach.moves import Moves
    from mechanics.coach.sealed import Bids
    from mechanics.table import Rng

AT_ONCE = 0.1  # seconds of work that are handed out at once
MOST = 3  # processes beside this one


class Helpers:
    """So many pieces of work at a time for any executor; `found` collects what is done and hands out more.

    Where an executor breaks, or the question cannot be copied for it, there are no helpers from then on."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor, self.workers = executor, workers
        self.work = b""
        self.out: list[Future[list[Any]]] = []

    def ask(self, of: Bids | Moves) -> None:
        """Help with this question from now on, as it stands; what was handed out before is not collected."""
        self.leave()
        try:
            self.work = bytes(cloudpickle.dumps(of))
        except Exception:  # a reader's own strategy may hold anything: then games are played on here alone
            self.work = b""

    def leave(self) -> None:
        """Hand out nothing more."""
        for future in self.out:
            future.cancel()
        self.work, self.out = b"", []

    def found(self, rng: Rng) -> Iterator[Any]:
        """Yield the games that have been played on since it was asked last, and hand out more."""
        done = [future for future in self.out if future.done()]
        self.out = [future for future in self.out if not future.done()]
        try:
            for future in done:
                yield from future.result()
            while self.work and len(self.out) < 2 * self.workers:
                self.out.append(self.executor.submit(play_on, self.work, int(rng.integers(2**32))))
        except RuntimeError:  # it broke, or was shut down
            self.leave()


def play_on(work: bytes, seed: int) -> list[Any]:
    """Play on for a moment, from every answer once at least, and return the games: all that an executor has to do."""
    of, rng, until = _question(work), np.random.default_rng(seed), monotonic() + AT_ONCE
    of.games.clear()
    while True:
        for _ in of.more(rng):
            pass
        if monotonic() > until:
            return list(of.games)


@lru_cache(maxsize=1)
def _question(work: bytes) -> Bids | Moves:
    found: Bids | Moves = cloudpickle.loads(work)
    return found


@cache
def processes() -> tuple[Executor, int] | None:
    """Return processes of this machine, one for every further core, and how many; None where there are none.

    They start when they are first given something to do, and end with this one."""
    workers = min(MOST, cores() - 1)
    if workers < 1 or sys.platform in ("emscripten", "wasi"):
        return None
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    executor = ProcessPoolExecutor(workers, get_context("spawn"), _end_together)
    register(executor.shutdown, wait=False, cancel_futures=True)
    return executor, workers


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _end_together() -> None:
    """End this process when the one that started it ends, even where that is killed, and not when it is interrupted."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal(SIGINT, SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        wait([parent.sentinel])
        os._exit(0)

    Thread(target=end, daemon=True).start()
