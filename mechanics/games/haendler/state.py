"""The table of Die Händler as a value, and what every step of the script uses."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from mechanics.frozen import changed
from mechanics.frozen import replace as replace
from mechanics.games.haendler.box import Box
from mechanics.ledger import BANK, Account, Ledger
from mechanics.steps import Standing
from mechanics.table import Answer, Ask, Choice, Event, Free, OneOf, Script, Seat, event

LETTERS = "ABC"


class Spot(NamedTuple):
    """A place on the map: in `city` (step 0), or on space `step` of the road from `city` to `goal`."""

    city: str
    goal: str = ""
    step: int = 0


class Wagon(NamedTuple):
    """One wagon: where it stands, what each seat has on it, its loading master and the kind that the master loaded."""

    spot: Spot
    load: tuple[tuple[str, ...], ...]
    master: Seat | None = None
    kind: str = ""


class Loading(NamedTuple):
    """One auction for the office of loading master, as everybody saw it (bids and payments: one per seat)."""

    round: int
    wagon: int
    city: str
    order: tuple[Seat, ...]
    bids: tuple[int, ...]
    master: Seat
    paid: tuple[int, ...]


class Turned(NamedTuple):
    """One change of prices: the two pointers of every seat, and the markers' rows before and after."""

    round: int
    pointers: tuple[tuple[str, ...], ...]
    before: tuple[int, ...]
    after: tuple[int, ...]


class Sold(NamedTuple):
    """Pieces of one kind that a seat has sold: price and bonus for each piece, where, and under which rule."""

    round: int
    rule: str
    seat: Seat
    good: str
    pieces: int
    price: int
    bonus: int
    city: str


class Influence(NamedTuple):
    """A green card on its way: a seat `takes` it from the stack or `plays` it."""

    seat: Seat
    card: str
    does: str


@dataclass(frozen=True)
class Table:
    """Everything that lies on the table, screens included; a Table at the head of a phase is enough to go on.

    `stores` are the warehouses, seat by seat and city by city (cities in the order of the box); `bonus` are steps of
    the bonus track; `used` are the red cards used in this round; `lot` is the wagon up for auction or loading."""

    phase: str
    seats: int
    box: Box
    ledger: Ledger
    round: int = 0
    first: Seat = 0
    turn: int = 0
    stock: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    stores: tuple[tuple[tuple[str, ...], ...], ...] = ()
    wagons: tuple[Wagon, ...] = ()
    courier: Spot | None = None
    bonus: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    notes: tuple[int, ...] = ()
    arrivals: int = 0
    arrived: tuple[int, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    bought: int = 0
    lot: int | None = None
    red_deck: tuple[str, ...] = ()
    red_open: tuple[str, ...] = ()
    reds: tuple[tuple[str, ...], ...] = ()
    used: tuple[str, ...] = ()
    standing: Standing | None = None
    won: tuple[Seat, ...] = ()
    green_stack: tuple[str, ...] = ()
    greens: tuple[tuple[str, ...], ...] = ()
    green_gone: tuple[str, ...] = ()
    influence: tuple[Influence, ...] = ()
    loadings: tuple[Loading, ...] = ()
    turns: tuple[Turned, ...] = ()
    sales: tuple[Sold, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()
    story: tuple[Event, ...] = ()


Phase = Callable[[Table], Script[Table]]
Step = Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, Mapping[Seat, Any]]]
RANK = 1_000_000


class Side(NamedTuple):
    """Cards that may be played before an answer: who may play what, and what playing one does to the table."""

    options: Callable[[Table], Mapping[Seat, OneOf]]
    play: Callable[[Table, Seat, Any], Table]


NO_SIDE = Side(lambda table: {}, lambda table, seat, option: table)


def ask(
    rule: str, table: Table, allowed: Callable[[Table], Mapping[Seat, Choice]], sealed: bool = False,
    side: Side = NO_SIDE,
) -> Step:  # fmt: skip
    """Ask until all have answered; a card played first is booked and the question asked again with its new limits."""
    while True:
        answers = yield Ask(rule, table, allowed(table), side.options(table), sealed)
        if Free not in map(type, answers.values()):
            return table, answers
        ((seat, said),) = answers.items()
        table = side.play(table, seat, said.option)  # type: ignore[union-attr]


def scores(table: Table) -> tuple[int, ...]:
    """Return rank × 1,000,000 + guilders for each seat; an open note counts against the guilders (DH-33, DH-R21)."""
    return tuple(RANK * table.ranks[seat] + worth(table, seat) for seat in range(table.seats))


def worth(table: Table, seat: Seat) -> int:
    """Return this seat's guilders less what redeems its open note (DH-R21)."""
    return cash(table, seat) - table.box.note_back * table.notes[seat]


def cash(table: Table, seat: Seat) -> int:
    """Return the guilders in this seat's purse."""
    return table.ledger.balance(seat)


def clockwise(table: Table, start: Seat | None = None) -> tuple[Seat, ...]:
    """Return all seats in playing order, from the start player (or another seat) on."""
    return around(table.first if start is None else start, table.seats)


@cache
def around(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats of a table, from this one on."""
    return tuple((first + i) % seats for i in range(seats))


def in_turn(step: Callable[[Table, Seat], Script[Table]], then: Callable[[Table], Table]) -> Phase:
    """Return the phase in which every seat takes this step, from the start player on, and what comes then.

    The table says whose turn it is, so that a game goes on from any turn."""

    def phase(table: Table) -> Script[Table]:
        table = yield from step(table, (table.first + table.turn) % table.seats)
        if table.turn + 1 < table.seats:
            return replace(table, turn=table.turn + 1)
        return then(replace(table, turn=0))

    return phase


def tell(table: Table, rule: str, text: str, **changes: Any) -> Table:
    """Add a sentence to the story, under its rule, and make these changes."""
    changes["story"] = (*table.story, event(table.round, rule, text))
    return changed(table, changes)


def pay(table: Table, seat: Account, amount: int, why: str, payee: Account = BANK) -> Table:
    """Let a seat pay the bank (or another account)."""
    return replace(table, ledger=table.ledger.pay(seat, payee, amount, why)) if amount else table


def earn(table: Table, seat: Seat, amount: int, why: str) -> Table:
    """Let the bank pay a seat."""
    return pay(table, BANK, amount, why, seat)


def enter(table: Table, phase: str, **changes: Any) -> Table:
    """Go on to a phase, and make these changes; the ledger books under it."""
    ledger = table.ledger.at(changes.get("round", table.round), phase)
    return changed(table, {"phase": phase, "ledger": ledger, **changes})
