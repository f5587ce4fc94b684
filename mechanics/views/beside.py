"""Work in many small steps beside a notebook: in the loop that runs, with everything else in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic
from typing import Any

PAUSE = 0.25  # seconds between two looks at what there is so far
ALONE = 25  # steps that are taken at once where no loop runs


class Beside:
    """One piece of work at a time: `begin` takes it up, `stop` leaves it; what was left is never looked at again.

    A step should take a few milliseconds. Without a loop to come back to a few steps are taken at once."""

    def __init__(self) -> None:
        self.turn = 0
        self.busy = False
        self.task: Any = None  # the loop itself holds its tasks weakly

    def begin(self, steps: Iterator[object], enough: Callable[[], bool], rest: Callable[[str], object]) -> None:
        """Take steps until there are no more or `enough`, asked now and then, says so; then `rest` hears why it ends:
        "" or what went wrong."""
        self.turn += 1
        self.busy = True
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._finish(self.turn, rest, _failed(islice(steps, ALONE)))
            return
        self.task = loop.create_task(self._walk(self.turn, steps, enough, rest))

    def stop(self) -> None:
        """Leave what was begun."""
        self.turn += 1
        self.busy = False

    async def _walk(
        self, turn: int, steps: Iterator[object], enough: Callable[[], bool], rest: Callable[[str], object]
    ) -> None:
        looked, wrong, more = monotonic(), "", True
        while more:
            await asyncio.sleep(0)
            if turn != self.turn:
                return
            step = list(islice(_guarded(steps), 1))
            more, wrong = bool(step) and not step[0], "".join(step)
            if more and monotonic() - looked > PAUSE:
                more, looked = not enough(), monotonic()
        self._finish(turn, rest, wrong)

    def _finish(self, turn: int, rest: Callable[[str], object], wrong: str) -> None:
        if turn == self.turn:
            self.busy = False
            rest(wrong)


def _guarded(steps: Iterator[object]) -> Iterator[str]:
    """Yield "" for every step, and what went wrong for the last one, if anything did.

    The steps may run a strategy of the reader's own, which may fail in any way."""
    try:
        for _ in steps:
            yield ""
    except Exception as error:
        yield f"{type(error).__name__}: {error}"


def _failed(steps: Iterator[object]) -> str:
    """Take all steps; return what went wrong, "" if nothing did."""
    return "".join(_guarded(steps))
