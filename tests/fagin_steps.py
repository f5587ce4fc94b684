"""How the tests drive single steps of Fagin's Gang: set a table by hand, answer its questions, look at what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.frozen import replace
from mechanics.games.fagin import BOX, GANG, Box, Table
from mechanics.games.fagin.script import PHASES
from mechanics.games.fagin.state import holding
from mechanics.ledger import BANK, Ledger
from mechanics.table import Ask, OneOf, Seat
from tests.turin_steps import asked, drive, purses, refusal, to_all, told

__all__ = [
    "BLUE", "BOX", "GANG", "asked", "at", "closed", "counts", "drive", "every_phase", "gang", "options", "purses",
    "reasons", "refusal", "street", "to_all", "told", "trading",
]  # fmt: skip

BLUE, PURPLE, GREEN, YELLOW, BLACK, RED = range(6)
Cubes = Mapping[str, int]


def counts(cubes: Cubes, usual: int = 0, box: Box = BOX) -> tuple[int, ...]:
    """Cubes by good: those that are named, else the usual number."""
    return tuple(cubes.get(good, usual) for good in box.goods)


def at(
    phase: str, purses: Sequence[int], box: Box = BOX, hands: Mapping[Seat, Cubes] | None = None,
    stock: Cubes | None = None, **fields: Any,
) -> Table:  # fmt: skip
    """A table at the head of a phase of round 1, P1 the start player, the wheel at 1 (blue 4, purple 6, … red 2).

    Seats have one cube of each colour, or those of `hands`; stalls have three, or those of `stock`."""
    seats = len(purses)
    ledger = Ledger.open(seats).at(1, phase)
    for seat, shillings in enumerate(purses):
        ledger = ledger.pay(BANK, seat, shillings, "FG-S3 starts with")
    held = tuple(counts((hands or {})[seat]) if seat in (hands or {}) else (1,) * 6 for seat in range(seats))
    usual: dict[str, Any] = {
        "round": 1, "offset": 1, "hands": held, "stock": counts(stock or {}, 3), "store": (5,) * 6, "aside": (0,) * 6,
    }  # fmt: skip
    if box.mode == "gang":
        usual |= {
            "streets": ((None,) * 11,) * 6, "constables": (10,) * 6, "waiting": (5,) * seats, "home": (0,) * seats,
        }  # fmt: skip
    return Table(phase, seats, box, ledger, **{**usual, **fields})


def trading(purses: Sequence[int], coin: Seat = 0, **fields: Any) -> Table:
    """A market that this seat has just opened."""
    session = {"coin": coin, "trader": coin, "opened": True, "taken": (0,) * len(purses), "turn": coin}
    table = at("trade", purses, **{**session, **fields})
    return replace(table, begun=holding(table))


def gang(phase: str, purses: Sequence[int] = (20, 20, 20), box: Box = GANG, **fields: Any) -> Table:
    """A table of the whole game at the head of a phase; constables stand on space 10."""
    return at(phase, purses, box, **fields)


def street(spaces: Mapping[int, Seat]) -> tuple[Seat | None, ...]:
    """A place with urchins on these spaces."""
    return tuple(spaces.get(space) for space in range(11))


def options(ask: Ask[Table], seat: Seat) -> tuple[Any, ...]:
    """The options that a seat has."""
    choice = ask.allowed[seat]
    assert isinstance(choice, OneOf)
    return choice.options


def closed(ask: Ask[Table], seat: Seat) -> dict[Any, str]:
    """What a seat cannot do now, and why."""
    choice = ask.allowed[seat]
    assert isinstance(choice, OneOf)
    return dict(choice.closed)


def reasons(table: Table) -> list[str]:
    """Why money has moved since the table was set."""
    return [entry.why for entry in table.ledger.entries if entry.rule != "FG-S3"]


def every_phase(table: Table) -> Any:
    """Whatever is played from this table to the end of its phase."""
    phase = table.phase
    while table.phase == phase:
        table = yield from PHASES[phase](table)
    return table
