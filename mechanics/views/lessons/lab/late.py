"""What takes its time: worked out beside the notebook, shown when it is there, and only if it is still wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

Found = TypeVar("Found")
Show = Callable[[Found], object]
Refuse = Callable[[str], object]
PAUSE = 0.4  # seconds between two pictures of what is there so far


class Late:
    """One place on the screen that waits for numbers: of several askings only the last one counts.

    Work is done in a thread and must touch no widget; showing is done in the loop that runs (as in a notebook). Without
    a loop to come back to all is done at once."""

    def __init__(self) -> None:
        self.asked = 0
        self.worker: Thread | None = None

    def ask(self, work: Callable[[], Found], show: Show[Found], refuse: Refuse) -> None:
        """Show what `work` returns when it is there; `refuse` gets the sentence of a ValueError."""
        self.stream((work() for _ in range(1)), lambda found: None, lambda found: show(found[0]), refuse)

    def stream(
        self, rows: Iterable[Found], show: Show[list[Found]], finish: Show[list[Found]], refuse: Refuse
    ) -> None:
        """Show the rows that are there so far, now and then, and hand all of them to `finish` at the end.

        `rows` is a generator: what is no longer wanted goes no further than its next row."""
        self.asked += 1
        mine = self.asked
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._work(mine, rows, lambda tell, found: tell(found), (lambda found: None, finish, refuse))
            return

        def later(tell: Show[Any], found: Any) -> None:
            loop.call_soon_threadsafe(lambda: tell(found) if mine == self.asked else None)

        # A thread of its own each time: what is no longer wanted must hold up neither this nor the end of the kernel.
        self.worker = Thread(target=self._work, args=(mine, rows, later, (show, finish, refuse)), daemon=True)
        self.worker.start()

    def forget(self) -> None:
        """Let nothing that was asked for be shown any more."""
        self.asked += 1

    def _work(
        self, mine: int, rows: Iterable[Any], send: Callable[[Show[Any], Any], object], tells: tuple[Show[Any], ...]
    ) -> None:
        show, finish, refuse = tells
        found: list[Any] = []
        shown = monotonic()
        try:
            for row in rows:
                found.append(row)
                if mine != self.asked:
                    return
                if monotonic() - shown > PAUSE:
                    send(show, list(found))
                    shown = monotonic()
        except ValueError as wrong:
            send(refuse, str(wrong))
            return
        send(finish, found)
