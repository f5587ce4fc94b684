"""Steps that rule books share: sealed bids of several seats at once, and an open auction in which the price rises."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from itertools import cycle
from typing import NamedTuple, Protocol, TypeVar

from mechanics.table import Amount, Answer, Ask, Choice, Either, OneOf, Seat

PASS = "pass"


class Seated(Protocol):
    """A table that knows how many sit at it."""

    @property
    def seats(self) -> int:
        """The number of seats."""


T = TypeVar("T")
S = TypeVar("S", bound=Seated)
Allowed = Callable[[T], Mapping[Seat, Choice]]
Answered = Generator[Ask[T], Mapping[Seat, Answer], tuple[T, Mapping[Seat, Answer]]]
Asker = Callable[[str, T, Allowed[T], bool], Answered[T]]


class Standing(NamedTuple):
    """How an open auction stands: the price called (0: none), who called it, and who has passed, in that order."""

    price: int = 0
    holder: Seat | None = None
    passed: tuple[Seat, ...] = ()


def sealed_bids(
    ask: Asker[S], rule: str, table: S, allowed: Allowed[S]
) -> Generator[Ask[S], Mapping[Seat, Answer], tuple[S, tuple[int, ...]]]:
    """Ask these seats for sealed amounts, opened together; return one number per seat, 0 for who was not asked.

    `ask` is the game's own way to ask: (rule, table, allowed, sealed) -> (table, answers)."""
    table, answers = yield from ask(rule, table, allowed, True)
    return table, tuple([answers.get(seat, 0) for seat in range(table.seats)])  # type: ignore[misc]


def open_auction(
    ask: Asker[T],
    rule: str,
    table: T,
    order: Sequence[Seat],
    *,
    purse: Callable[[T, Seat], int],
    show: Callable[[T, Standing], T],
    least: int = 1,
    step: int = 1,
) -> Generator[Ask[T], Mapping[Seat, Answer], tuple[T, Standing]]:
    """Let the price rise, the opener first, then in `order`, until all but the holder have passed.

    Nobody has to open. `least` is the lowest first call, `step` the smallest raise; nobody calls more than
    `purse(table, seat)`, and whoever cannot call the next price has passed. `show(table, standing)` puts the state of
    the auction on the table. Return the table and how the auction ended: with holder None nobody has called."""
    standing = Standing()
    for seat in cycle(order):
        left = [one for one in order if one not in standing.passed]
        if left in ([], [standing.holder]):
            break
        if seat not in left:
            continue
        table, standing = yield from _call(ask, rule, show(table, standing), standing, seat, purse, least, step)
    return show(table, standing), standing


def _call(
    ask: Asker[T], rule: str, table: T, standing: Standing, seat: Seat, purse: Callable[[T, Seat], int],
    least: int, step: int,
) -> Generator[Ask[T], Mapping[Seat, Answer], tuple[T, Standing]]:  # fmt: skip
    """One seat calls a higher price or passes for good."""
    low, high = least if standing.holder is None else standing.price + step, purse(table, seat)
    passes = standing._replace(passed=(*standing.passed, seat))
    if high < low:
        return table, passes
    choice = Either((OneOf((PASS,)), Amount(low, high, step)))
    table, answers = yield from ask(rule, table, lambda t: {seat: choice}, False)
    called = answers[seat]
    return table, standing._replace(price=called, holder=seat) if isinstance(called, int) else passes
