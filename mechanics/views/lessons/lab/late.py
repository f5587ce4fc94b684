"""What takes its time: worked out beside the notebook, shown when it is there, and only if it is still wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Found = TypeVar("Found")
WORKERS = 4  # what is no longer wanted may go on for a while, and must hold up nothing


class Late:
    """One place on the screen that waits for numbers: of several askings only the last one counts."""

    def __init__(self) -> None:
        self.asked = 0
        self.worker: ThreadPoolExecutor | None = None

    def ask(
        self, work: Callable[[], Found], show: Callable[[Found], object], refuse: Callable[[str], object]
    ) -> None:
        """Show what `work` returns, later where a loop runs to come back to (as in a notebook), else at once.

        The work is done in a thread and must touch no widget; showing is done in the loop. `refuse` gets the sentence
        of a ValueError."""
        self.asked += 1
        mine = self.asked
        done: Future[Found | None] = Future()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            _do(work, done)
            self._done(mine, done, show, refuse)
            return
        self.worker = self.worker or ThreadPoolExecutor(WORKERS)
        done = self.worker.submit(lambda: work() if mine == self.asked else None)
        done.add_done_callback(lambda done: loop.call_soon_threadsafe(self._done, mine, done, show, refuse))

    def forget(self) -> None:
        """Let nothing that was asked for be shown any more."""
        self.asked += 1

    def _done(
        self, mine: int, done: Future[Any], show: Callable[[Any], object], refuse: Callable[[str], object]
    ) -> None:
        if mine != self.asked:
            return
        if isinstance(wrong := done.exception(), ValueError):
            refuse(str(wrong))
        else:
            show(done.result())


def _do(work: Callable[[], Any], done: Future[Any]) -> None:
    try:
        done.set_result(work())
    except ValueError as wrong:
        done.set_exception(wrong)
