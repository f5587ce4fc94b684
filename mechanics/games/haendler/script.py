"""Die Händler as it is played: one function per phase, in the order of the rule book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from mechanics.games.haendler.box import BOX, Box
from mechanics.games.haendler.buying import buy
from mechanics.games.haendler.investing import invest
from mechanics.games.haendler.loading import load, master
from mechanics.games.haendler.moving import move_phase
from mechanics.games.haendler.prices import discs, nudge, sale, warehouse
from mechanics.games.haendler.rank import climb_phase, pay_rank
from mechanics.games.haendler.riding import courier
from mechanics.games.haendler.state import Spot, Table, Wagon, enter, replace, tell
from mechanics.ledger import BANK, Ledger
from mechanics.table import NATURE, Ask, OneOf, Order, Script, name


def game(seats: int, box: Box = BOX, start: Table | None = None) -> Script[Table]:
    """Return the script of a game for 2 to 4 seats, or of what is left of one from the head of a phase on."""
    if seats not in box.end_arrivals:
        few, many = min(box.end_arrivals), max(box.end_arrivals)
        raise ValueError(f"Die Händler is for {few} to {many} players; {seats} is not possible.")
    table = start or Table("setup", seats, box, Ledger.open(seats))
    while table.phase:
        table = yield from PHASES[table.phase](table)
    return table


def setup(table: Table) -> Script[Table]:
    """DH-S1 … DH-S9: all that the players get, the cards, the markers, the wagons, the courier, the start player."""
    answers = yield Ask("DH-S2", table, {NATURE: Order(len(table.box.red))}, private=True)
    order = cast("tuple[int, ...]", answers[NATURE])
    table = lay_out(table, tuple(table.box.red[i] for i in order))
    start = table.box.first_cities
    if start == "drawn":
        answers = yield Ask("DH-S4", table, {NATURE: OneOf(tuple(table.box.wagon_starts))})
        start = str(answers[NATURE])
    table = set_wagons(table, start)
    answers = yield Ask("DH-S9", table, {NATURE: OneOf(tuple(range(table.seats)))})
    first = cast("int", answers[NATURE])
    return enter(tell(table, "DH-S9", f"{name(first)} is the start player."), "buy", first=first, round=1)


def lay_out(table: Table, red: tuple[str, ...]) -> Table:
    """DH-S1, DH-S2, DH-S3, DH-S6: money, cards, one piece of each kind as a marker on the bottom row, lowest ranks."""
    box, seats, goods = table.box, table.seats, len(table.box.goods)
    ledger = table.ledger.at(0, "setup")
    for seat in range(seats):
        ledger = ledger.pay(BANK, seat, box.start, "DH-S1 starts with")
    none, nothing = (0,) * seats, ((),) * seats
    return replace(
        table, ledger=ledger, stock=(box.goods_each - 1,) * goods, rows=(0,) * goods, ranks=none, notes=none,
        stores=(((),) * len(box.cities),) * seats, tiles=(box.tiles,) * seats, reds=nothing, greens=nothing,
        red_open=red[: box.open_cards], red_deck=red[box.open_cards :],
        green_stack=tuple(card for card in box.green for _ in range(box.green_each)),
    )  # fmt: skip


def set_wagons(table: Table, start: str) -> Table:
    """DH-S4, DH-S5, DH-S7: wagons in three cities, the courier away from them, a bonus in the other cities."""
    box, cities = table.box, table.box.wagon_starts[start]
    wagons = tuple(Wagon(Spot(city), ((),) * table.seats) for city in cities)
    bonus = tuple(box.bonus.index(box.bonus_wagon if city in cities else box.bonus_other) for city in box.cities)
    courier = Spot(box.courier_starts[start])
    table = replace(table, wagons=wagons, bonus=bonus, courier=courier)
    text = f"The wagons stand in {', '.join(cities[:-1])} and {cities[-1]}, the courier in {courier.city}."
    return tell(table, "DH-S4", text)


PHASES: Mapping[str, Callable[[Table], Script[Table]]] = {
    "setup": setup, "buy": buy, "master": master, "load": load, "move": move_phase, "courier": courier,
    "warehouse": warehouse, "discs": discs, "nudge": nudge, "sale": sale, "invest": invest, "rank": pay_rank,
    "climb": climb_phase,
}  # fmt: skip
