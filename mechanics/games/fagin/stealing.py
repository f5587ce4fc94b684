"""Fagin's Gang, actions b and c: urchins steal goods or swap them, or steal money (FG-17)."""

from __future__ import annotations

from mechanics.frozen import replace
from mechanics.games.fagin.state import Table, cash, end_action, give, on_turn, tell
from mechanics.games.fagin.streets import Urchin, read, said, standing
from mechanics.games.fagin.words import ENOUGH, TAKE
from mechanics.table import Ask, OneOf, Script, Seat, name

Does = tuple[str, ...]


# --- goods ------------------------------------------------------------------------------------------------------------


def goods(table: Table) -> Script[Table]:
    """FG-17: one urchin takes goods or swaps, or that is all."""
    seat = on_turn(table)
    thieves = pickers(table, seat)
    if not thieves:
        return end_action(table)
    because = f"up to {table.box.most_urchins} urchins at {table.box.most_places} places, each once, rule FG-17"
    answers = yield Ask("FG-17", table, {seat: OneOf((*thieves, ENOUGH), because)})
    if answers[seat] == ENOUGH:
        return end_action(table)
    urchin = read(table, str(answers[seat]))
    table = replace(table, acted=(*table.acted, said(table, urchin)))
    does = deeds(table, seat, urchin)
    if len(does) > 1:
        because = f"the urchin stands on {said(table, urchin)}"
        answers = yield Ask("FG-17", table, {seat: OneOf(does, because)})
        does = (str(answers[seat]),)
    return take(table, seat, urchin) if does[0] == TAKE else swap(table, seat, urchin, does[0])


def pickers(table: Table, seat: Seat) -> Does:
    """Return the urchins that can still take or swap goods in this action."""
    if len(table.acted) >= table.box.most_urchins:
        return ()
    used = {read(table, one).place for one in table.acted}
    found = []
    for urchin in standing(table, seat):
        near = urchin.place in used or len(used) < table.box.most_places
        if near and said(table, urchin) not in table.acted and deeds(table, seat, urchin):
            found.append(said(table, urchin))
    return tuple(found)


def deeds(table: Table, seat: Seat, urchin: Urchin) -> Does:
    """Return what this urchin can do: take goods of its place, or swap some for one of another colour."""
    box, mine = table.box, urchin.place
    takes = (TAKE,) if table.store[mine] else ()
    if table.hands[seat][mine] < box.swap_gives:
        return takes
    return (*takes, *(good for i, good in enumerate(box.goods) if i != mine and table.store[i]))


def take(table: Table, seat: Seat, urchin: Urchin) -> Table:
    """FG-17, FG-R13: goods according to the space, as far as the warehouse reaches."""
    many = min(table.box.loot(urchin.space), table.store[urchin.place])
    good, place = table.box.goods[urchin.place], table.box.places[urchin.place]
    table = give(table, seat, urchin.place, many)
    return tell(table, "FG-17", f"{name(seat)} steals {many} {good} in {place}.")


def swap(table: Table, seat: Seat, urchin: Urchin, wanted: str) -> Table:
    """FG-17: cubes of the place's colour for one of another."""
    gives, good = table.box.swap_gives, table.box.goods[urchin.place]
    table = give(give(table, seat, urchin.place, -gives), seat, table.box.number[wanted], 1)
    return tell(table, "FG-17", f"{name(seat)} swaps {gives} {good} for one {wanted}.")


# --- money ------------------------------------------------------------------------------------------------------------


def money(table: Table) -> Script[Table]:
    """FG-17: one urchin steals from all others at its place, or that is all."""
    seat = on_turn(table)
    thieves = robbers(table, seat)
    if not thieves:
        return end_action(table)
    because = f"one urchin at each of {table.box.most_places} places, rule FG-17"
    answers = yield Ask("FG-17", table, {seat: OneOf((*thieves, ENOUGH), because)})
    if answers[seat] == ENOUGH:
        return end_action(table)
    urchin = read(table, str(answers[seat]))
    return rob(replace(table, acted=(*table.acted, said(table, urchin))), seat, urchin)


def robbers(table: Table, seat: Seat) -> Does:
    """Return the urchins that can still steal money in this action: somebody with money is at their place."""
    used = {read(table, one).place for one in table.acted}
    if len(used) >= table.box.most_places:
        return ()
    able = [one for one in standing(table, seat) if one.place not in used and victims(table, seat, one.place)]
    return tuple(said(table, urchin) for urchin in able)


def victims(table: Table, seat: Seat, place: int) -> tuple[Seat, ...]:
    """Return the others who are at this place and have money."""
    there = {owner for owner in table.streets[place] if owner is not None and owner != seat}
    return tuple(sorted(owner for owner in there if cash(table, owner)))


def rob(table: Table, seat: Seat, urchin: Urchin) -> Table:
    """FG-17: shillings according to the space from everybody else there, at most what he has."""
    most, place = table.box.loot(urchin.space), table.box.places[urchin.place]
    loot = {victim: min(most, cash(table, victim)) for victim in victims(table, seat, urchin.place)}
    ledger = table.ledger.book([(victim, seat, stolen, "FG-17 steals") for victim, stolen in loot.items()])
    table = replace(table, ledger=ledger)
    for victim, stolen in loot.items():
        told = f"{name(seat)} steals {stolen} shilling{'s' * (stolen != 1)} from {name(victim)}"
        table = tell(table, "FG-17", f"{told} in {place}.")
    return table
