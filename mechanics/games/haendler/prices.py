"""Die Händler, phases 4 and 5: warehouse sale, price discs, cards, then the sale on arrival (DH-17 … DH-24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mechanics import wheels
from mechanics.games.haendler.box import NUDGE, SPECIAL_SALE, WAREHOUSE
from mechanics.games.haendler.investing import after_sale
from mechanics.games.haendler.pieces import (
    buying_price,
    has,
    less,
    play_green,
    put,
    restock,
    selling_price,
    store,
    stored,
    use,
    with_wagon,
)
from mechanics.games.haendler.state import (
    LETTERS,
    Side,
    Sold,
    Table,
    Turned,
    ask,
    earn,
    enter,
    in_turn,
    replace,
    tell,
)
from mechanics.table import OneOf, Script, Seat, Several, name

CREST, NONE = "crest", "none"


# --- warehouse sale ---------------------------------------------------------------------------------------------------


def after_courier(table: Table) -> Table:
    """DH-R23: the warehouse sale comes before the prices change, or after it."""
    return enter(table, "warehouse" if table.box.warehouse_sale == "before" else "discs")


def sell_stores(table: Table, seat: Seat) -> Script[Table]:
    """DH-19: whoever owns the Lagerverkauf may sell from the own warehouses at the purchase price."""
    goods = tuple(piece for piece, _, _ in in_stores(table, seat))
    if not has(table, seat, WAREHOUSE) or not goods:
        return table
    because = f"{WAREHOUSE}: at the purchase prices"
    table, answers = yield from ask("DH-19", table, lambda t: {seat: Several(goods, 0, len(goods), because=because)})
    if answers[seat]:
        table = use(table, seat, WAREHOUSE)
    for piece, pieces in Counter[str](answers[seat]).items():
        good, city = piece.split(" ")
        table = sell_from(table, seat, good, pieces, city, buying_price(table, good), "DH-19 sells from the warehouse")
    return table


def in_stores(table: Table, seat: Seat) -> Iterator[tuple[str, str, str]]:
    """Yield every piece in this seat's warehouses as an option ("wine Paris"), with its good and city."""
    for city in table.box.cities:
        for good in stored(table, seat, city):
            yield f"{good} {city}", good, city


def sell_from(table: Table, seat: Seat, good: str, pieces: int, city: str, price: int, why: str) -> Table:
    """Sell pieces out of a warehouse to the bank (DH-23)."""
    table = store(table, seat, city, less(stored(table, seat, city), (good,) * pieces))
    sold = Sold(table.round, why.split(" ")[0], seat, good, pieces, price, 0, city)
    return sell(table, sold, why)


def sell(table: Table, sold: Sold, why: str) -> Table:
    """DH-23: the bank pays, the pieces go back into the stock."""
    table = earn(table, sold.seat, sold.pieces * sold.price, why)
    table = earn(table, sold.seat, sold.pieces * sold.bonus, f"DH-22 bonus of {sold.city}")
    table = restock(table, sold.good, sold.pieces)
    more = f" and {sold.bonus} bonus" if sold.bonus else ""
    each = " each" * (sold.pieces > 1)
    text = f"{name(sold.seat)} sells {sold.pieces} {sold.good} in {sold.city} for {sold.price}{more}{each}."
    return tell(table, sold.rule, text, sales=(*table.sales, sold))


def after_warehouse(table: Table) -> Table:
    """DH-R23: on to the discs, or, if they have been set, to the sale."""
    return enter(table, "discs" if table.box.warehouse_sale == "before" else "sale")


warehouse = in_turn(sell_stores, after_warehouse)


# --- the discs --------------------------------------------------------------------------------------------------------


def discs(table: Table) -> Script[Table]:
    """DH-17, DH-18: all set two pointers in secret; each lifts the marker of its good by a row, past the top to 0."""
    pointers = tuple(good for good in (CREST, *table.box.goods) for _ in range(2))
    choice = Several(pointers, 2, 2, because=f"two pointers, each on a good or on the {CREST}, which does nothing")
    side = Side(lambda t: {s: OneOf(o) for s in range(t.seats) if (o := specials(t, s))}, sell_special)
    table, answers = yield from ask("DH-17", table, lambda t: dict.fromkeys(range(t.seats), choice), True, side)
    placed = tuple(tuple(sorted(answers[seat], key=(CREST, *table.box.goods).index)) for seat in range(table.seats))
    return enter(turn_markers(table, placed), "nudge")


def turn_markers(table: Table, pointers: tuple[tuple[str, ...], ...]) -> Table:
    """DH-17, DH-18, DH-R3: every pointer lifts its marker by one row, and the top row is followed by the bottom row."""
    pushed = Counter(good for pair in pointers for good in pair)
    pushes = [pushed[good] for good in table.box.goods]
    rows = tuple(wheels.up(row, many, len(table.box.buy)) for row, many in zip(table.rows, pushes, strict=True))
    said = ", ".join(f"{name(seat)} {' and '.join(pair)}" for seat, pair in enumerate(pointers))
    done = Turned(table.round, pointers, table.rows, rows)
    table = tell(table, "DH-17", f"Discs: {said}.", rows=rows, turns=(*table.turns, done))
    for good, many, row, new in zip(table.box.goods, pushes, done.before, rows, strict=True):
        if many:
            rule = "DH-18" if row + many >= len(table.box.buy) else "DH-17"
            table = tell(table, rule, f"{good.capitalize()} now costs {table.box.buy[new]}.")
    return table


def nudge_price(table: Table, seat: Seat) -> Script[Table]:
    """DH-R31: after the discs a green card moves one marker by one row: up past the top, not below the bottom.

    Everybody with green cards is asked, so that nobody learns who holds this one."""
    while table.greens[seat]:
        held = NUDGE in table.greens[seat]
        choice = OneOf((NONE, *nudges(table)) if held else (NONE,), because=f"{NUDGE}: one marker, one row up or down")
        table, answers = yield from ask("DH-R31", table, lambda t, c=choice: {seat: c})  # type: ignore[misc]
        if answers[seat] == NONE:
            break
        good, way = answers[seat].split(" ")
        place = table.box.goods.index(good)
        new = (table.rows[place] + (1 if way == "up" else -1)) % len(table.box.buy)
        table = replace(play_green(table, seat, NUDGE), rows=put(table.rows, place, new))
        table = tell(table, "DH-R31", f"{good.capitalize()} now costs {table.box.buy[new]}.")
    return table


def nudges(table: Table) -> tuple[str, ...]:
    """Return the moves of a marker by one row."""
    moves = ((good, way) for good in table.box.goods for way in ("up", "down"))
    return tuple(
        f"{good} {way}" for good, way in moves if way == "up" or table.rows[table.box.goods.index(good)]
    )


nudge = in_turn(
    nudge_price, lambda table: enter(table, "sale" if table.box.warehouse_sale == "before" else "warehouse")
)


# --- the special sale -------------------------------------------------------------------------------------------------


def specials(table: Table, seat: Seat) -> tuple[str, ...]:
    """DH-R31: the pieces that the green card can sell: in an own warehouse, or on a wagon that has arrived."""
    return own_pieces(table, seat) if SPECIAL_SALE in table.greens[seat] else ()


def own_pieces(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return this seat's pieces in warehouses ("wine Paris") and on wagons that have arrived ("wine A"), each once."""
    stores = [piece for piece, _, _ in in_stores(table, seat)]
    wagons = [f"{good} {LETTERS[lot]}" for lot in table.arrived for good in table.wagons[lot].load[seat]]
    return tuple(dict.fromkeys((*stores, *wagons)))


def sell_special(table: Table, seat: Seat, piece: str) -> Table:
    """DH-R31: a green card sells one own piece to the bank at a fixed price, without bonus."""
    good, place = piece.split(" ")
    table, price, why = play_green(table, seat, SPECIAL_SALE), table.box.special_price, "DH-R31 special sale"
    if place in table.box.cities:
        return sell_from(table, seat, good, 1, place, price, why)
    lot = LETTERS.index(place)
    wagon = table.wagons[lot]
    table = with_wagon(table, lot, load=put(wagon.load, seat, less(wagon.load[seat], (good,))))
    return sell(table, Sold(table.round, "DH-R31", seat, good, 1, price, 0, wagon.spot.city), why)


def offer_special(table: Table, seat: Seat) -> Script[Table]:
    """DH-R31: the special sale at the head of phase 5, at known prices.

    Everybody with green cards and goods is asked, so that nobody learns who holds this one."""
    while table.greens[seat] and own_pieces(table, seat):
        choice = OneOf((NONE, *specials(table, seat)), because=f"{SPECIAL_SALE}: {table.box.special_price} a piece")
        table, answers = yield from ask("DH-R31", table, lambda t, c=choice: {seat: c})  # type: ignore[misc]
        if answers[seat] == NONE:
            break
        table = sell_special(table, seat, answers[seat])
    return table


# --- the sale on arrival ----------------------------------------------------------------------------------------------


def sell_arrived(table: Table) -> Table:
    """DH-20 … DH-24, DH-R13: wagon by wagon in the order of arrival; then the bonus rises where none has arrived."""
    visited = {table.wagons[lot].spot.city for lot in table.arrived}
    for lot in table.arrived:
        table = unload(replace(table, arrivals=table.arrivals + 1), lot)
    top = len(table.box.bonus) - 1
    rows = zip(table.box.cities, table.bonus, strict=True)
    bonus = tuple(row if city in visited else min(row + 1, top) for city, row in rows)
    return after_sale(replace(table, bonus=bonus, arrived=()))


def unload(table: Table, lot: int) -> Table:
    """DH-21, DH-22, DH-R12, DH-R28: all that is on the wagon is sold; then the bonus of this city is 0."""
    wagon = table.wagons[lot]
    city, place = wagon.spot.city, table.box.cities.index(wagon.spot.city)
    text = f"Wagon {LETTERS[lot]} has arrived in {city}: arrival {table.arrivals}."
    table = tell(table, "DH-20", text)
    for seat, goods in enumerate(wagon.load):
        for good in dict.fromkeys(goods):
            bonus = 0 if good in table.box.makes[city] else table.box.bonus[table.bonus[place]]
            sold = Sold(table.round, "DH-21", seat, good, goods.count(good), selling_price(table, good), bonus, city)
            table = sell(table, sold, "DH-21 sells goods")
    if any(wagon.load):
        table = replace(table, bonus=put(table.bonus, place, 0))
    return with_wagon(table, lot, load=((),) * table.seats)


sale = in_turn(offer_special, sell_arrived)
