"""How the tests drive single steps of Die Händler: set a table by hand, answer its questions, look at what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.choices import Choice
from mechanics.games.haendler import BOX, Box, Spot, Table, Wagon
from mechanics.games.haendler.hidden import hands_of
from mechanics.games.haendler.script import PHASES
from mechanics.games.haendler.state import Influence
from mechanics.ledger import BANK, Ledger
from mechanics.table import Ask, Seat
from tests.turin_steps import asked, drive, purses, refusal, to_all, told

__all__ = [
    "BOX", "asked", "at", "drive", "every_phase", "held", "on_road", "options", "purses", "reasons", "refusal", "store",
    "to_all", "told", "wagon",
]  # fmt: skip

Stores = Mapping[tuple[Seat, str], Sequence[str]]


def at(
    phase: str, purses: Sequence[int], box: Box = BOX, stores: Stores | None = None, greens: Any = None, **fields: Any
) -> Table:
    """A table at the head of a phase of round 1, P1 the start player, one purse a seat.

    `stores` are goods by seat and city; `greens` are green cards by seat, taken from the stack. What `fields` do not
    say is as at the start, with empty wagons in Paris, Köln and Wien; what is stored or loaded is out of the stock."""
    seats = len(purses)
    ledger = Ledger.open(seats).at(1, phase)
    for seat, guilders in enumerate(purses):
        ledger = ledger.pay(BANK, seat, guilders, "DH-S1 starts with")
    nothing, none = ((),) * seats, (0,) * seats
    influence = tuple(Influence(seat, card, "takes") for seat, cards in (greens or {}).items() for card in cards)
    stack = [card for card in box.green for _ in range(box.green_each)]
    for step in influence:
        stack.remove(step.card)
    usual: dict[str, Any] = {
        "round": 1, "rows": (0,) * 6, "wagons": tuple(wagon(city, seats) for city in ("Paris", "Köln", "Wien")),
        "courier": Spot("Hamburg"), "bonus": (0, 0, 0, 2, 2, 2), "ranks": none, "notes": none,
        "tiles": (box.tiles,) * seats, "red_open": box.red[:4], "red_deck": box.red[4:], "reds": nothing,
        "greens": hands_of(seats, influence), "influence": influence, "green_stack": tuple(stack),
        "stores": store(box, seats, stores or {}),
    }  # fmt: skip
    all_fields = {**usual, **fields}
    if "stock" not in fields:
        out = [good for seat in all_fields["stores"] for goods in seat for good in goods]
        out += [good for cart in all_fields["wagons"] for goods in cart.load for good in goods]
        all_fields["stock"] = tuple(box.goods_each - 1 - out.count(good) for good in box.goods)
    if "reds" in fields:
        owned = [card for cards in fields["reds"] for card in cards]
        left = [card for card in box.red if card not in owned]
        all_fields |= {"red_open": tuple(left[:4]), "red_deck": tuple(left[4:])} if "red_open" not in fields else {}
    return Table(phase, seats, box, ledger, **all_fields)


def store(box: Box, seats: int, stores: Stores) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Warehouses with these goods in them."""
    return tuple(tuple(tuple(stores.get((seat, city), ())) for city in box.cities) for seat in range(seats))


def wagon(
    place: str | Spot, seats: int, load: Mapping[Seat, Sequence[str]] | None = None, master: Seat | None = None,
    kind: str = "",
) -> Wagon:  # fmt: skip
    """A wagon in a city, or on a road, with goods by seat."""
    loads = tuple(tuple((load or {}).get(seat, ())) for seat in range(seats))
    return Wagon(Spot(place) if isinstance(place, str) else place, loads, master, kind)


def on_road(city: str, goal: str, step: int) -> Spot:
    """A space of a road, counted from the city that is left."""
    return Spot(city, goal, step)


def held(table: Table, seat: Seat, city: str) -> tuple[str, ...]:
    """The goods of a seat in a city."""
    return table.stores[seat][BOX.cities.index(city)]


def reasons(table: Table) -> list[str]:
    """Why money has moved since the table was set."""
    return [entry.why for entry in table.ledger.entries if entry.rule != "DH-S1"]


def options(ask: Ask[Table], seat: Seat) -> tuple[Any, ...]:
    """The options that a seat has."""
    choice: Choice = ask.allowed[seat]
    return choice.options  # type: ignore[union-attr]


def every_phase(table: Table) -> Any:
    """Whatever is played from this table to the end of its phase (all seats in turn)."""
    phase = table.phase
    while table.phase == phase:
        table = yield from PHASES[phase](table)
    return table
