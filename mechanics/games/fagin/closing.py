"""Fagin's Gang, the end of a round and of the game: books, wheel, last price (FG-3, FG-R12 … FG-R14)."""

from __future__ import annotations

from mechanics.frozen import replace
from mechanics.games.fagin.state import Table, Turned, cash, enter, give, holding, prices, tell, worth
from mechanics.ledger import BANK
from mechanics.table import NATURE, Ask, OneOf, Script, Seat, Several, name


def books(table: Table) -> Script[Table]:
    """FG-R13: in the game of the gang whoever has too many cubes gives some up; all who have are asked at once."""
    over = {seat: too_many(table, seat) for seat in range(table.seats)} if table.box.mode == "gang" else {}
    allowed = {seat: give_up(table, seat, many) for seat, many in over.items() if many > 0}
    answers = (yield Ask("FG-R13", table, allowed)) if allowed else {}
    for seat, goods in answers.items():
        for good in goods:  # type: ignore[union-attr]
            table = give(table, seat, table.box.number[good], -1)  # type: ignore[index]
        table = tell(table, "FG-R13", f"{name(seat)} gives up {', '.join(goods)}.")  # type: ignore[arg-type]
    past = (*table.past, worth(holding(table), prices(table)))
    table = replace(table, past=past)
    return finish(table) if is_last(table) else enter(table, "wheel")


def too_many(table: Table, seat: Seat) -> int:
    """Return how many cubes this seat has above the limit."""
    return sum(table.hands[seat]) - table.box.hand_limit


def give_up(table: Table, seat: Seat, many: int) -> Several:
    """Return the choice of so many cubes out of this seat's hand."""
    cubes = tuple(good for good, held in zip(table.box.goods, table.hands[seat], strict=True) for _ in range(held))
    return Several(cubes, many, many, because=f"you have {len(cubes)} cubes and keep {table.box.hand_limit}")


def is_last(table: Table) -> bool:
    """Say whether this round is the last: by its number, or by three urchins home (FG-R12, FG-R14)."""
    home = max(table.home, default=0)
    return table.round >= table.box.rounds(table.seats) or (bool(table.home) and home >= table.box.home_needed)


def wheel(table: Table) -> Script[Table]:
    """FG-3, FG-R12: nature turns the wheel; the next one clockwise is start player of the next round."""
    answers = yield Ask("FG-3", table, {NATURE: OneOf(table.box.faces)})
    table = turn(table, "FG-3", answers[NATURE])  # type: ignore[arg-type]
    table = replace(table, round=table.round + 1, first=(table.first + 1) % table.seats, turn=0, opened=False)
    return enter(tell(table, "FG-S5", f"{name(table.first)} begins round {table.round}."), "action")


def turn(table: Table, rule: str, die: int) -> Table:
    """FG-S1, FG-3: the ring of prices is turned on as many places as the die says."""
    after = (table.offset + die) % len(table.box.ring)
    held = holding(table)
    values = worth(held, prices(table)), worth(held, table.box.prices[after])
    turned = Turned(table.round, die, table.offset, after, *values)
    table = replace(table, offset=after, turns=(*table.turns, turned))
    listed = ", ".join(f"{good} {price}" for good, price in zip(table.box.goods, prices(table), strict=True))
    return tell(table, rule, f"The wheel turns {die} place{'s' * (die != 1)}: {listed}.")


def finish(table: Table) -> Table:
    """FG-R12, FG-R14: unsold cubes are paid for at the last price, or only break ties; most shillings win."""
    table = enter(table, "end")
    if table.box.counts_cubes:
        table = pay_cubes(table)
    final = ", ".join(f"{name(seat)} {_final(table, seat)}" for seat in range(table.seats))
    return enter(tell(table, "FG-R12", f"At the end: {final}."), "")


def pay_cubes(table: Table) -> Table:
    """FG-R12: the bank pays for every cube; the cubes go to the warehouses."""
    held, price = holding(table), prices(table)
    values = [sum(many * one for many, one in zip(hand, price, strict=True)) for hand in table.hands]
    ledger = table.ledger.book([(BANK, seat, value, "FG-R12 unsold cubes") for seat, value in enumerate(values)])
    store = tuple(map(sum, zip(table.store, *table.hands, strict=True)))
    hands = ((0,) * len(table.box.goods),) * table.seats
    table = replace(table, ledger=ledger, store=store, hands=hands, last=held)
    return tell(table, "FG-R12", "Unsold cubes are paid for at the last price.")


def _final(table: Table, seat: Seat) -> str:
    """Return what counts for this seat at the end, in words."""
    money = _many(cash(table, seat), "shilling")
    if table.box.counts_cubes:
        return money
    cubes = _many(sum(table.hands[seat]), "cube")
    return f"{money} and {cubes}" + (f", {_many(table.home[seat], 'urchin')} home" if table.home else "")


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
