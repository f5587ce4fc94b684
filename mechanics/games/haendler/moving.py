"""Die Händler, phase 3: each player moves a wagon with a tile, and then a little more with cards (DH-12 … DH-15)."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from mechanics.games.haendler.box import EXTRA_MOVE, GREAT_WHEELER, WHEELER
from mechanics.games.haendler.pieces import has, play_green, put, use, with_wagon
from mechanics.games.haendler.roads import ahead, ends, here, read_way, spot_said, still, taken, way, ways
from mechanics.games.haendler.state import LETTERS, Table, ask, enter, in_turn, replace, tell
from mechanics.table import Answer, Ask, OneOf, Script, Seat, name

NONE = "none"
Reach = Mapping[str, tuple[int, ...]]


def move_wagons(table: Table, seat: Seat) -> Script[Table]:
    """DH-12: one own tile moves any wagon; cards may move one more."""
    table = yield from move_by_tile(table, seat)
    for card in (WHEELER, GREAT_WHEELER):
        if has(table, seat, card):
            table = yield from move_by_card(table, seat, card)
    if table.greens[seat]:
        table = yield from move_by_card(table, seat, EXTRA_MOVE)
    return table


def move_by_tile(table: Table, seat: Seat) -> Script[Table]:
    """DH-12, DH-R10, DH-R24: the tile is turned down; the lowest one if no wagon can be moved with any."""
    tiles = table.tiles[seat]
    reach = reached(table, tiles)
    if not reach:
        return tell(turn_down(table, seat, min(tiles)), "DH-R24", f"{name(seat)} can move no wagon.")
    table, answers = yield from ask("DH-12", table, lambda t: {seat: OneOf(tuple(reach), hindered(t, reach))})
    table, tile = yield from choose_points(table, seat, answers[seat], reach[answers[seat]], tiles)
    return move(turn_down(table, seat, tile), seat, answers[seat], tile, "DH-12")


def move_by_card(table: Table, seat: Seat, card: str) -> Script[Table]:
    """DH-R31: after the own tile a card moves any wagon a few spaces more.

    Everybody with green cards is asked about theirs, so that nobody learns who holds the one that moves wagons."""
    most = table.box.wagon_steps[card]
    points = tuple(range(1, most + 1))
    reach = reached(table, points)
    if not reach:
        return table
    held = card != EXTRA_MOVE or card in table.greens[seat]
    choice = OneOf((NONE, *reach) if held else (NONE,), because=f"{card}: any wagon, up to {most} spaces")
    table, answers = yield from ask("DH-R31", table, lambda t: {seat: choice})
    if answers[seat] == NONE:
        return table
    table, steps = yield from choose_points(table, seat, answers[seat], reach[answers[seat]], points)
    table = (play_green if card == EXTRA_MOVE else use)(table, seat, card)
    return move(table, seat, answers[seat], steps, "DH-R31")


def reached(table: Table, points: tuple[int, ...]) -> Reach:
    """DH-12, DH-R10: what can be moved, where it heads, and the points that bring it to a free place."""
    box, wagons, stood = table.box, table.wagons, taken(table)
    found = {way(lot, goal): ends(box, wagons[lot].spot, goal, points, stood) for lot, goal in ways(table)}
    return {option: able for option, able in found.items() if able}


def hindered(table: Table, reach: Reach) -> str:
    """Return what keeps wagons from moving, in words."""
    stay = [still(table, lot) for lot in range(len(table.wagons))]
    full = [f"{way(lot, goal)} ends on other wagons" for lot, goal in ways(table) if way(lot, goal) not in reach]
    return "; ".join(filter(None, (*stay, *full)))


def choose_points(
    table: Table, seat: Seat, option: str, able: tuple[int, ...], points: tuple[int, ...]
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, int]]:
    """DH-13: how far; a space where a wagon stands is no end."""
    if len(points) == 1:
        return table, points[0]
    lot, goal = read_way(option)
    spot = table.wagons[lot].spot
    others = [(n, here(table, ahead(table.box, spot, goal, n))) for n in points if n not in able]
    because = "; ".join(f"{n} would end on the space of wagon {LETTERS[there[0]]}" for n, there in others)
    table, answers = yield from ask("DH-13", table, lambda t: {seat: OneOf(able, because=because)})
    return table, answers[seat]


def turn_down(table: Table, seat: Seat, tile: int) -> Table:
    """DH-12: a used tile is turned face down; when all are down, all are turned up again."""
    left = tuple(other for other in table.tiles[seat] if other != tile)
    return replace(table, tiles=put(table.tiles, seat, left or table.box.tiles))


def move(table: Table, seat: Seat, option: str, points: int, rule: str) -> Table:
    """DH-12 … DH-14, DH-7: a wagon moves; whoever was its loading master is so no longer when it leaves the city."""
    lot, goal = read_way(option)
    spot = ahead(table.box, table.wagons[lot].spot, goal, points)
    table = with_wagon(table, lot, spot=spot, master=None, kind="")
    arrived = table.arrived if spot.step else (*table.arrived, lot)
    far = f"{points} space{'s' * (points > 1)}"
    return tell(table, rule, f"{name(seat)} moves wagon {LETTERS[lot]} {far} {spot_said(spot)}.", arrived=arrived)


move_phase = in_turn(move_wagons, lambda table: enter(table, "courier"))
