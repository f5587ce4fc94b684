"""The map of Die Händler: spaces and their neighbours, where a wagon comes to stand, how far the courier rides."""

from __future__ import annotations

from collections.abc import Iterator, Set

from mechanics.games.haendler.box import Box
from mechanics.games.haendler.state import LETTERS, Spot, Table, Wagon


def space(box: Box, spot: Spot) -> Spot:
    """Return the same place, on a road counted from the city that the box names first."""
    return spot if not spot.step or (spot.city, spot.goal) in box.forward else turned(box, spot)


def turned(box: Box, spot: Spot) -> Spot:
    """Return the same space of a road, counted from the other city."""
    return Spot(spot.goal, spot.city, box.spaces[spot.city, spot.goal] + 1 - spot.step)


def ahead(box: Box, spot: Spot, goal: str, points: int) -> Spot:
    """Return where a wagon stands after so many points on its road to `goal`; surplus points lapse (DH-12, DH-14)."""
    step = spot.step + points
    return Spot(spot.city, goal, step) if step <= box.spaces[spot.city, goal] else Spot(goal)


def goals(box: Box, wagon: Wagon) -> tuple[str, ...]:
    """Return where a wagon can head: by any road out of a city, on a road only onwards (DH-12, DH-R24)."""
    return (wagon.spot.goal,) if wagon.spot.step else box.roads_from[wagon.spot.city]


def taken(table: Table) -> Set[Spot]:
    """Return where wagons stand."""
    return {space(table.box, wagon.spot) for wagon in table.wagons}


def still(table: Table, lot: int) -> str:
    """Return why a wagon may not be moved now, "" if it may (DH-15, DH-R24, DH-R9)."""
    wagon = f"wagon {LETTERS[lot]}"
    if lot in table.arrived:
        held = "until its goods are sold" if any(table.wagons[lot].load) else "in this round"
        return f"{wagon} has arrived in {table.wagons[lot].spot.city} and stays there {held}"
    if table.box.empty_wagons_move == "no" and not any(table.wagons[lot].load):
        return f"{wagon} is empty and empty wagons do not move"
    return ""


def ways(table: Table) -> Iterator[tuple[int, str]]:
    """Yield every wagon that may be moved with every city that it can head for."""
    for lot, wagon in enumerate(table.wagons):
        if not still(table, lot):
            for goal in goals(table.box, wagon):
                yield lot, goal


def ends(box: Box, spot: Spot, goal: str, points: tuple[int, ...], taken: Set[Spot]) -> tuple[int, ...]:
    """Return those of the points that bring a wagon from its spot to where it may stand (DH-R10).

    That is in any city and on a road space without a wagon (DH-13, DH-R11)."""
    on_it = [at for at in taken if at.step and spot.city in at[:2] and goal in at[:2]]
    full = [(at if at.goal == goal else turned(box, at)).step - spot.step for at in on_it]
    return tuple([n for n in points if n not in full]) if full else points


def way(lot: int, goal: str) -> str:
    """Return a wagon and where it heads as an option: "A Köln"."""
    return f"{LETTERS[lot]} {goal}"


def read_way(option: str) -> tuple[int, str]:
    """Return the wagon and the city of such an option."""
    letter, goal = option.split(" ", 1)
    return LETTERS.index(letter), goal


def neighbours(box: Box, spot: Spot) -> tuple[Spot, ...]:
    """Return the places one step from this one."""
    if not spot.step:
        return tuple(space(box, ahead(box, spot, goal, 1)) for goal in box.roads_from[spot.city])
    back = Spot(spot.city, spot.goal, spot.step - 1) if spot.step > 1 else Spot(spot.city)
    return back, ahead(box, spot, spot.goal, 1)


def within(box: Box, spot: Spot, steps: int) -> tuple[Spot, ...]:
    """Return the places that a rider reaches in 1 … `steps` steps in any direction, past everything (DH-R27)."""
    found: tuple[Spot, ...] = (space(box, spot),)
    border = found
    for _ in range(steps):
        border = tuple(dict.fromkeys(near for at in border for near in neighbours(box, at) if near not in found))
        found += border
    return found[1:]


def here(table: Table, spot: Spot) -> tuple[int, ...]:
    """Return the wagons that stand in this place."""
    place = space(table.box, spot)
    return tuple(lot for lot, wagon in enumerate(table.wagons) if space(table.box, wagon.spot) == place)


def road_said(spot: Spot) -> str:
    """Return a place without its space: "Köln", or "Köln-Wien" for the road between them."""
    return f"{spot.city}-{spot.goal}" if spot.step else spot.city


def spot_said(spot: Spot) -> str:
    """Return where somebody goes: "into Köln", or "to space 2 of the road Köln-Wien"."""
    return f"to space {spot.step} of the road {road_said(spot)}" if spot.step else f"into {spot.city}"
