"""Fagin's Gang as it is played: one function per phase, in the order of the rule book."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mechanics.frozen import replace
from mechanics.games.fagin.box import BOX, Box
from mechanics.games.fagin.closing import books, turn, wheel
from mechanics.games.fagin.market import open_market, trade
from mechanics.games.fagin.state import Table, enter, on_turn, put, tell
from mechanics.games.fagin.stealing import goods, money, pickers, robbers
from mechanics.games.fagin.streets import movable, urchins
from mechanics.games.fagin.words import GOODS, MARKET, MONEY, NOTHING, URCHINS
from mechanics.ledger import BANK, Ledger
from mechanics.table import NATURE, Ask, OneOf, Option, Script, Seat, name


def game(seats: int, box: Box = BOX, start: Table | None = None) -> Script[Table]:
    """Return the script of a game for 2 to 6 seats, or of what is left of one from the head of a phase on."""
    if seats not in box.warehouse:
        few, many = min(box.warehouse), max(box.warehouse)
        raise ValueError(f"Fagin's Gang is for {few} to {many} players; {seats} is not possible.")
    table = start or Table("setup", seats, box, Ledger.open(seats))
    while table.phase:
        table = yield from PHASES[table.phase](table)
    return table


def setup(table: Table) -> Script[Table]:
    """FG-S1 … FG-S5: the wheel, cubes and money for all, the constables, the start player."""
    answers = yield Ask("FG-S1", table, {NATURE: OneOf(table.box.faces)})
    table = turn(lay_out(table), "FG-S1", answers[NATURE])  # type: ignore[arg-type]
    for place in range(len(table.streets)):
        answers = yield Ask("FG-S4", table, {NATURE: OneOf(table.box.faces)})
        table = post_constable(table, place, answers[NATURE])  # type: ignore[arg-type]
    answers = yield Ask("FG-S5", table, {NATURE: OneOf(tuple(range(table.seats)))})
    first: int = answers[NATURE]  # type: ignore[assignment]
    return enter(tell(table, "FG-S5", f"{name(first)} is the start player."), "action", first=first, round=1)


def lay_out(table: Table) -> Table:
    """FG-S2, FG-S3, FG-R13: money and one cube of each colour for all, then the stalls, out of the warehouses."""
    box, seats, goods = table.box, table.seats, len(table.box.goods)
    ledger = table.ledger.at(0, "setup").book([(BANK, seat, box.start, "FG-S3 starts with") for seat in range(seats)])
    left = box.warehouse[seats] - seats * box.start_each - box.initial_stock
    table = replace(
        table, ledger=ledger, hands=((box.start_each,) * goods,) * seats, stock=(box.initial_stock,) * goods,
        store=(left,) * goods, aside=(box.cubes_each - box.warehouse[seats],) * goods,
    )  # fmt: skip
    if box.mode == "market":
        return table
    empty, places = (None,) * box.spaces, len(box.places)
    return replace(
        table, streets=(empty,) * places, constables=(box.entry,) * places, waiting=(box.urchins,) * seats,
        home=(0,) * seats,
    )  # fmt: skip


def post_constable(table: Table, place: int, die: int) -> Table:
    """FG-S4, FG-R14: up for an odd number, down for an even one, no further than the ends."""
    space = max(0, table.box.entry - die) if die % 2 else min(table.box.spaces - 1, table.box.entry + die)
    table = replace(table, constables=put(table.constables, place, space))
    return tell(table, "FG-S4", f"The constable of {table.box.places[place]} stands on space {space}.")


def action(table: Table) -> Script[Table]:
    """FG-1, FG-R1: in turn each chooses one action; in the market box the only one is to open it, once in a round."""
    if table.turn >= table.seats or (table.opened and table.box.mode == "market"):
        return enter(table, "books")
    seat = on_turn(table)
    shut = closed(table, seat)
    options = tuple(one for one in ACTIONS[table.box.mode] if one not in shut)
    answers = yield Ask("FG-1", table, {seat: OneOf(options, "exactly one action, rule FG-1", tuple(shut.items()))})
    said = str(answers[seat])
    if said == MARKET:
        return open_market(table)
    if said == NOTHING:
        return tell(replace(table, turn=table.turn + 1), "FG-1", f"{name(seat)} does nothing.")
    return enter(tell(table, "FG-1", f"{name(seat)} {TOLD[said]}."), said)


def closed(table: Table, seat: Seat) -> dict[Option, str]:
    """Return the actions that this seat cannot take now, and why."""
    shut: dict[Option, str] = {}
    if table.opened:
        shut[MARKET] = "The market has been opened in this round, rule FG-R1."
    if table.box.mode == "market":
        return shut
    if not movable(table, seat):
        shut[URCHINS] = "No urchin of yours can enter or move, rules FG-11 and FG-12."
    if not pickers(table, seat):
        shut[GOODS] = "No urchin of yours stands where goods can be stolen or swapped, rule FG-17."
    if not robbers(table, seat):
        shut[MONEY] = "Nobody else with money is where your urchins are, rule FG-17."
    return shut


ACTIONS = {"market": (MARKET, NOTHING), "gang": (URCHINS, GOODS, MONEY, MARKET, NOTHING)}
TOLD = {URCHINS: "sends out urchins", GOODS: "goes stealing goods", MONEY: "goes stealing money"}
PHASES: Mapping[str, Callable[[Table], Script[Table]]] = {
    "setup": setup, "action": action, "trade": trade, "urchins": urchins, "goods": goods,
    "money": money, "books": books, "wheel": wheel,
}  # fmt: skip
