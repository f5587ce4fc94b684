"""The table of Fagin's Gang as a value, and what every step of the script uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from mechanics.frozen import changed, replace
from mechanics.games.fagin.box import Box
from mechanics.ledger import BANK, Ledger
from mechanics.table import Event, Seat, event

BUY, SELL = "buy", "sell"
Counts = tuple[int, ...]


class Trade(NamedTuple):
    """One cube bought or sold: who, in which of his trading turns of this session, what, and the price."""

    seat: Seat
    turn: int
    does: str
    good: str
    price: int


class Holding(NamedTuple):
    """What every seat has at one moment: shillings, and cubes by good."""

    cash: tuple[int, ...]
    hands: tuple[Counts, ...]


class Market(NamedTuple):
    """One session of the Smithfield Market: who opened it, at which offset of the wheel, and all that was traded."""

    round: int
    offset: int
    opener: Seat
    trades: tuple[Trade, ...]
    before: Holding
    after: Holding


class Turned(NamedTuple):
    """One turn of the wheel, at the end of `round` (0: set-up): the die, the offsets and everybody's net worth."""

    round: int
    die: int
    before: int
    after: int
    worth_before: tuple[int, ...]
    worth_after: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """Everything that lies on the table; a Table at the head of a phase is enough to go on.

    Cubes are counted by good, in the order of the box: `stock` in the stalls, `store` in the warehouses, `aside` not
    in play. `turn` is how many have acted in this round; `coin` holds the market coin while a session lasts, `trader`
    is on turn in it, `half` is what the coin holder has begun in this turn ("buy" or "sell") after `cubes` cubes,
    `taken` are the trading turns begun. `streets` are the six places, space by space: the seat whose urchin stands
    there, or None; `acted` are the places or urchins that this action has used."""

    phase: str
    seats: int
    box: Box
    ledger: Ledger
    round: int = 0
    first: Seat = 0
    turn: int = 0
    offset: int = 0
    stock: Counts = ()
    store: Counts = ()
    aside: Counts = ()
    hands: tuple[Counts, ...] = ()
    opened: bool = False
    coin: Seat | None = None
    trader: Seat | None = None
    passed: tuple[Seat, ...] = ()
    taken: tuple[int, ...] = ()
    half: str = ""
    cubes: int = 0
    trades: tuple[Trade, ...] = ()
    begun: Holding | None = None
    sessions: tuple[Market, ...] = ()
    turns: tuple[Turned, ...] = ()
    streets: tuple[tuple[Seat | None, ...], ...] = ()
    constables: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    home: tuple[int, ...] = ()
    acted: tuple[str, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()
    last: Holding | None = None
    story: tuple[Event, ...] = ()


def prices(table: Table) -> Counts:
    """Return the price of each good as the wheel stands (FG-3)."""
    return table.box.prices[table.offset]


def cash(table: Table, seat: Seat) -> int:
    """Return the shillings in this seat's purse."""
    return table.ledger.balance(seat)


def holding(table: Table) -> Holding:
    """Return what every seat has now."""
    return Holding(table.ledger.balances[: table.seats], table.hands)


def worth(held: Holding, prices: Counts) -> tuple[int, ...]:
    """Return the net worth of every seat at these prices: shillings and cubes."""
    cubes = (sum(many * price for many, price in zip(hand, prices, strict=True)) for hand in held.hands)
    return tuple(map(sum, zip(held.cash, cubes, strict=True)))


def on_turn(table: Table) -> Seat:
    """Return the seat whose action it is: clockwise from the start player."""
    return (table.first + table.turn) % table.seats


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """Return the values with another one in this place."""
    return (*values[:place], value, *values[place + 1 :])


def add(counts: Counts, place: int, many: int) -> Counts:
    """Return the counts with `many` more (or fewer, if negative) in this place."""
    return (*counts[:place], counts[place] + many, *counts[place + 1 :])


def give(table: Table, seat: Seat, good: int, many: int) -> Table:
    """Move cubes from the warehouse to a seat's hand (back, if `many` is negative)."""
    hands = put(table.hands, seat, add(table.hands[seat], good, many))
    return replace(table, hands=hands, store=add(table.store, good, -many))


def tell(table: Table, rule: str, text: str, **changes: Any) -> Table:
    """Add a sentence to the story, under its rule, and put other values in these fields."""
    changes["story"] = (*table.story, event(table.round, rule, text))
    return changed(table, changes)


def pay(table: Table, seat: Seat, amount: int, why: str, payee: int | str = BANK) -> Table:
    """Let a seat pay the bank (or another account)."""
    return replace(table, ledger=table.ledger.pay(seat, payee, amount, why))


def enter(table: Table, phase: str, **changes: Any) -> Table:
    """Go on to a phase; the ledger books under it."""
    ledger = table.ledger.at(changes.get("round", table.round), phase)
    return changed(table, {"phase": phase, "ledger": ledger, **changes})


def end_action(table: Table) -> Table:
    """Go on to the next one's action, clockwise."""
    return enter(table, "action", turn=table.turn + 1, acted=())


CUBES, HOME = 1000, 1_000_000


def scores(table: Table) -> tuple[int, ...]:
    """Return one whole number for each seat; the highest wins (FG-R12, FG-18, FG-R14).

    Shillings alone where unsold cubes are paid for; else 1000 × shillings + cubes; whoever has three urchins home
    stands a million thousands above the rest."""
    if table.box.counts_cubes:
        return tuple(cash(table, seat) for seat in range(table.seats))
    plain = [CUBES * cash(table, seat) + sum(table.hands[seat]) for seat in range(table.seats)] if table.hands else []
    home = table.home or (0,) * table.seats
    return (
        tuple(score + HOME * CUBES * (home[seat] >= table.box.home_needed) for seat, score in enumerate(plain))
        or (0,) * table.seats
    )
