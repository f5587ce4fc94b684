"""Fagin's Gang, action a: urchins enter, move, push and leave; constables stand in the way (FG-11 … FG-16)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import NamedTuple

from mechanics.frozen import replace
from mechanics.games.fagin.state import Table, add, cash, end_action, give, on_turn, pay, put, tell
from mechanics.games.fagin.words import DOWN, ENOUGH, ENTER, FAGIN, UP
from mechanics.table import Answer, Ask, OneOf, Option, Script, Seat, name

STEPS: Mapping[str, int] = {UP: -1, DOWN: 1}
Spaces = tuple[Seat | None, ...]
Chosen = Generator[Ask[Table], Mapping[Seat, Answer], Option]
Goals = dict[Option, str]


class Urchin(NamedTuple):
    """An urchin in a street: the number of its place, and its space."""

    place: int
    space: int


def urchins(table: Table) -> Script[Table]:
    """FG-12: one urchin enters or moves at a place that this action has not used yet, or that is all."""
    seat = on_turn(table)
    options = movable(table, seat)
    if not options:
        return end_action(table)
    answers = yield Ask("FG-12", table, {seat: OneOf((*options, ENOUGH), *_because(table))})
    said = str(answers[seat])
    if said == ENOUGH:
        return end_action(table)
    if said.startswith(ENTER):
        place = table.box.number[said.removeprefix(f"{ENTER} ")]
        return (yield from enters(marked(table, place), seat, place))
    urchin = read(table, said)
    return (yield from moves(marked(table, urchin.place), seat, urchin))


def _because(table: Table) -> tuple[str, tuple[tuple[Option, str], ...]]:
    """Return the limit of the action in words, and why the places it has used are closed."""
    because = f"one urchin at each of {table.box.most_places} places, rule FG-12"
    used = [(f"{ENTER} {place}", f"This action has used {place}, rule FG-12.") for place in table.acted]
    return because, tuple(used)


def movable(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return which urchins this seat can enter or move: each place is used once in an action, three at most."""
    if len(table.acted) >= table.box.most_places:
        return ()
    free = [place for place in range(len(table.box.places)) if table.box.places[place] not in table.acted]
    enter = [f"{ENTER} {table.box.places[place]}" for place in free] if table.waiting[seat] else []
    move = [urchin for urchin in standing(table, seat) if urchin.place in free and goals(table, seat, urchin)]
    return (*enter, *(said(table, urchin) for urchin in move))


def marked(table: Table, place: int) -> Table:
    """Return the table with this place used by the action."""
    return replace(table, acted=(*table.acted, table.box.places[place]))


# --- where urchins are and can go -------------------------------------------------------------------------------------


def standing(table: Table, seat: Seat) -> list[Urchin]:
    """Return this seat's urchins in the streets, place by place."""
    return [
        Urchin(place, space)
        for place, spaces in enumerate(table.streets)
        if seat in spaces
        for space, owner in enumerate(spaces)
        if owner == seat
    ]


def said(table: Table, urchin: Urchin) -> str:
    """Return the name of an urchin: "Bow Street 5"."""
    return f"{table.box.places[urchin.place]} {urchin.space}"


def read(table: Table, name: str) -> Urchin:
    """Return the urchin of this name."""
    place, _, space = name.rpartition(" ")
    return Urchin(table.box.number[place], int(space))


def goals(table: Table, seat: Seat, urchin: Urchin) -> tuple[Option, ...]:
    """Return where this urchin can go: spaces that its owner can pay for, and out of the place from an end."""
    box, held = table.box, table.hands[seat][urchin.place]
    spaces = [to for to in range(box.spaces) if to != urchin.space and box.step_costs * abs(to - urchin.space) <= held]
    if urchin.space not in (0, box.spaces - 1) or held < box.leaving_costs:
        return tuple(spaces)
    others = [place for place in box.places if box.number[place] != urchin.place]
    return (*spaces, *others, *([FAGIN] if cash(table, seat) >= box.fagin_fee else []))


def closed(table: Table, seat: Seat, urchin: Urchin, able: tuple[Option, ...]) -> Goals:
    """Return where this urchin cannot go, and why."""
    box, held, good = table.box, table.hands[seat][urchin.place], table.box.goods[urchin.place]
    found: Goals = {urchin.space: "The urchin stands there, rule FG-11."}
    for to in range(box.spaces):
        costs = box.step_costs * abs(to - urchin.space)
        found[to] = found.get(to) or f"Space {to} costs {costs} {good} cubes and you have {held}, rule FG-11."
    for goal in (*(place for place in box.places if box.number[place] != urchin.place), FAGIN):
        if urchin.space not in (0, box.spaces - 1):
            found[goal] = "An urchin leaves a place from its ends, rule FG-16."
        elif held < box.leaving_costs:
            found[goal] = f"Leaving costs {box.leaving_costs} {good} cubes and you have {held}, rule FG-16."
        else:
            found[goal] = f"Fagin takes {box.fagin_fee} shillings and you have {cash(table, seat)}, rule FG-16."
    return {goal: why for goal, why in found.items() if goal not in able}


# --- entering, moving, leaving ----------------------------------------------------------------------------------------


def enters(table: Table, seat: Seat, place: int) -> Script[Table]:
    """FG-12, FG-R14: a new urchin on the space of entry."""
    there, push = yield from landing(table, seat, place, table.box.entry, table.streets[place])
    table = replace(table, waiting=add(table.waiting, seat, -1))
    table = tell(table, "FG-12", f"{name(seat)} enters {table.box.places[place]}.")
    return land(table, seat, Urchin(place, there), push)


def moves(table: Table, seat: Seat, urchin: Urchin) -> Script[Table]:
    """FG-11, FG-16: along its place, to another place, or home."""
    able = goals(table, seat, urchin)
    goal = able[0]
    if len(able) > 1:
        rule = "FG-16" if FAGIN in able or any(place in able for place in table.box.places) else "FG-11"
        no = tuple(closed(table, seat, urchin, able).items())
        answers = yield Ask(rule, table, {seat: OneOf(able, f"the urchin stands on {said(table, urchin)}", no)})
        goal = answers[seat]  # type: ignore[assignment]
    if goal == FAGIN:
        return home(table, seat, urchin)
    here = table.streets[urchin.place]
    left = put(here, urchin.space, None)
    if isinstance(goal, str):
        place = table.box.number[goal]
        there, push = yield from landing(table, seat, place, table.box.entry, table.streets[place])
        return land(leave(table, seat, urchin, goal), seat, Urchin(place, there), push)
    there, push = yield from landing(table, seat, urchin.place, goal, left)
    costs = table.box.step_costs * abs(goal - urchin.space)
    table = give(lift(table, urchin), seat, urchin.place, -costs)
    told = f"{name(seat)} moves from space {urchin.space} to {goal} in {table.box.places[urchin.place]}"
    table = tell(table, "FG-11", f"{told} for {costs} {table.box.goods[urchin.place]}.")
    return land(table, seat, Urchin(urchin.place, there), push)


def lift(table: Table, urchin: Urchin) -> Table:
    """Take an urchin off its space."""
    spaces = put(table.streets[urchin.place], urchin.space, None)
    return replace(table, streets=put(table.streets, urchin.place, spaces))


def leave(table: Table, seat: Seat, urchin: Urchin, goal: str) -> Table:
    """FG-16: out of a place from its end, for cubes of its colour."""
    box = table.box
    table = give(lift(table, urchin), seat, urchin.place, -box.leaving_costs)
    costs = f"{box.leaving_costs} {box.goods[urchin.place]}"
    return tell(table, "FG-16", f"{name(seat)} leaves {box.places[urchin.place]} for {goal}, for {costs}.")


def home(table: Table, seat: Seat, urchin: Urchin) -> Table:
    """FG-16: home to Fagin, who takes his fee."""
    table = pay(leave(table, seat, urchin, FAGIN), seat, table.box.fagin_fee, "FG-16 pays Fagin")
    return replace(table, home=add(table.home, seat, 1))


# --- landing and pushing ----------------------------------------------------------------------------------------------


def landing(
    table: Table, seat: Seat, place: int, space: int, spaces: Spaces
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[int, int]]:
    """FG-13, FG-14: where an urchin comes to stand, and which way it pushes (0: nobody is there)."""
    where = f"space {space} of {table.box.places[place]}"
    if table.constables[place] == space:
        ways = tuple(way for way, step in STEPS.items() if 0 <= space + step < table.box.spaces)
        way = yield from chosen(table, "FG-14", seat, ways, f"the constable stands on {where}")
        space += STEPS[str(way)]
        where = f"space {space} of {table.box.places[place]}"
    if spaces[space] is None:
        return space, 0
    owner = "your own" if spaces[space] == seat else f"{name(spaces[space])}'s"
    way = yield from chosen(table, "FG-13", seat, tuple(STEPS), f"{owner} urchin stands on {where}")
    return space, STEPS[str(way)]


def chosen(table: Table, rule: str, seat: Seat, options: tuple[Option, ...], because: str) -> Chosen:
    """Ask which way; with one way there is nothing to ask."""
    if len(options) == 1:
        return options[0]
    answers = yield Ask(rule, table, {seat: OneOf(options, because)})
    return answers[seat]  # type: ignore[return-value]


def land(table: Table, seat: Seat, urchin: Urchin, step: int) -> Table:
    """FG-13 … FG-15: put an urchin down, after it has pushed whoever stands there; who is pushed off goes home."""
    spaces, off = pushed(table.streets[urchin.place], table.constables[urchin.place], urchin.space, step)
    streets = put(table.streets, urchin.place, put(spaces, urchin.space, seat))
    table = replace(table, streets=streets)
    if off is None:
        return table
    table = replace(table, waiting=add(table.waiting, off, 1))
    return tell(table, "FG-15", f"{name(off)}'s urchin is pushed off {table.box.places[urchin.place]}.")


def pushed(spaces: Spaces, constable: int, space: int, step: int) -> tuple[Spaces, Seat | None]:
    """FG-13 … FG-15: push whoever stands on this space on by one, and so on; constables are skipped.

    Return the spaces, this one free, and whose urchin has been pushed off the end."""
    row, carried, at = list(spaces), spaces[space], space + step
    row[space] = None
    while carried is not None:
        at += step if at == constable else 0
        if not 0 <= at < len(row):
            return tuple(row), carried
        row[at], carried = carried, row[at]
        at += step
    return tuple(row), None
