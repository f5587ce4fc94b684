"""What lies where in Die Händler: goods in stock, warehouses and wagons, red and green cards, and how they are said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mechanics.games.haendler.state import Influence, Table, replace, tell
from mechanics.table import Seat, name


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """Return the values with another one in this place."""
    return (*values[:place], value, *values[place + 1 :])


def less(pieces: Iterable[Any], taken: Iterable[Any]) -> tuple[Any, ...]:
    """Return the pieces without those taken, one for one."""
    left = list(pieces)
    for piece in taken:
        left.remove(piece)
    return tuple(left)


def stored(table: Table, seat: Seat, city: str) -> tuple[str, ...]:
    """Return the goods in this seat's warehouse in this city."""
    return table.stores[seat][table.box.cities.index(city)]


def store(table: Table, seat: Seat, city: str, goods: Iterable[str]) -> Table:
    """Return the table with these goods, and no others, in this seat's warehouse in this city."""
    pieces = tuple(sorted(goods, key=table.box.goods.index))
    mine = put(table.stores[seat], table.box.cities.index(city), pieces)
    return replace(table, stores=put(table.stores, seat, mine))


def restock(table: Table, good: str, pieces: int) -> Table:
    """Put pieces of a good into the stock (or, below zero, take them out)."""
    place = table.box.goods.index(good)
    return replace(table, stock=put(table.stock, place, table.stock[place] + pieces))


def buying_price(table: Table, good: str) -> int:
    """Return what the bank asks for a piece (DH-1)."""
    return buying_prices(table)[table.box.goods.index(good)]


def buying_prices(table: Table) -> tuple[int, ...]:
    """Return what the bank asks for a piece of each good (DH-1)."""
    return tuple([table.box.buy[row] for row in table.rows])


def selling_price(table: Table, good: str) -> int:
    """Return what the bank pays for a piece that has arrived (DH-21, DH-R2)."""
    return table.box.sell[table.rows[table.box.goods.index(good)]]


def with_wagon(table: Table, lot: int, **changes: Any) -> Table:
    """Return the table with one wagon changed."""
    return replace(table, wagons=put(table.wagons, lot, table.wagons[lot]._replace(**changes)))


def has(table: Table, seat: Seat, card: str) -> bool:
    """Say whether this seat owns a red card that it has not used in this round (DH-28)."""
    return card in table.reds[seat] and card not in table.used


def use(table: Table, seat: Seat, card: str) -> Table:
    """Mark a red card as used in this round (DH-28)."""
    return tell(table, "DH-28", f"{name(seat)} uses {card}.", used=(*table.used, card))


def play_green(table: Table, seat: Seat, card: str) -> Table:
    """Play a green card: it works once and leaves the game (DH-28)."""
    return tell(
        table, "DH-28", f"{name(seat)} plays a green card: {card}.",
        greens=put(table.greens, seat, less(table.greens[seat], (card,))),
        green_gone=(*table.green_gone, card), influence=(*table.influence, Influence(seat, card, "plays")),
    )  # fmt: skip


def counted(goods: Iterable[str]) -> str:
    """Return goods in words: "2 wine and 1 silk"."""
    goods = tuple(goods)
    return listed([f"{goods.count(good)} {good}" for good in dict.fromkeys(goods)])


def listed(words: Iterable[str]) -> str:
    """Return "a, b and c", or "nothing"."""
    *first, last = tuple(words) or ("nothing",)
    return f"{', '.join(first)} and {last}" if first else last
