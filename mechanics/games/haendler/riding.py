"""Die Händler, phase 3, its end: the courier rides and brings green influence cards (DH-16, DH-R27, DH-R16)."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.haendler.box import COURIER, EXPRESS
from mechanics.games.haendler.pieces import counted, has, less, put, use
from mechanics.games.haendler.prices import after_courier
from mechanics.games.haendler.roads import here, road_said, spot_said, within
from mechanics.games.haendler.state import Influence, Spot, Table, ask, in_turn, replace, tell
from mechanics.table import NATURE, Ask, OneOf, Script, Seat, name

STAY = "stay"


def ride(table: Table, seat: Seat) -> Script[Table]:
    """DH-16, DH-R27: each courier card moves the courier, one after the other."""
    for card in (COURIER, EXPRESS):
        if has(table, seat, card):
            table = yield from ride_by_card(table, seat, card)
    return table


def ride_by_card(table: Table, seat: Seat, card: str) -> Script[Table]:
    """DH-R27: up to so many spaces in any direction, past wagons and cities; on the space of a wagon: a green card."""
    steps = table.box.courier_steps[card]
    roads = reached(table, steps)
    choice = OneOf((STAY, *roads), because=f"{card}: up to {steps} spaces")
    table, answers = yield from ask("DH-16", table, lambda t: {seat: choice})
    if (road := answers[seat]) == STAY:
        return table
    spots = {spot.step: spot for spot in roads[road]}
    step = min(spots)
    if len(spots) > 1:
        table, answers = yield from ask("DH-R27", table, lambda t: {seat: OneOf(tuple(spots), because=road)})
        step = answers[seat]
    table = replace(use(table, seat, card), courier=spots[step])
    table = tell(table, "DH-16", f"{name(seat)} lets the courier ride {spot_said(spots[step])}.")
    if here(table, spots[step]) and table.green_stack:
        table = yield from draw(table, seat)
    return table


def reached(table: Table, steps: int) -> Mapping[str, tuple[Spot, ...]]:
    """DH-R27: the cities and the roads with the spaces that the courier can ride to, nearest first."""
    assert table.courier is not None
    found: dict[str, tuple[Spot, ...]] = {}
    for spot in within(table.box, table.courier, steps):
        found[road_said(spot)] = tuple(sorted((*found.get(road_said(spot), ()), spot)))
    return found


def draw(table: Table, seat: Seat) -> Script[Table]:
    """DH-R16: look through the stack and take a green card, or take the top one, which nobody has seen."""
    stack = table.green_stack
    chosen = {seat: OneOf(tuple(dict.fromkeys(stack)), because=f"the stack holds {counted(stack)}")}
    allowed = chosen if table.box.influence_pick == "choose" else {NATURE: OneOf(stack)}
    answers = yield Ask("DH-R16", table, allowed, private=True)
    card = str(next(iter(answers.values())))
    greens = put(table.greens, seat, (*table.greens[seat], card))
    table = replace(
        table, green_stack=less(stack, (card,)), greens=greens,
        influence=(*table.influence, Influence(seat, card, "takes")),
    )  # fmt: skip
    return tell(table, "DH-16", f"{name(seat)} takes a green card.")


courier = in_turn(ride, after_courier)
