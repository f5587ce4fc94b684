"""Die Händler, phase 7 and the end: representation, promissory notes, the climb, the next round (DH-29 … DH-33)."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from mechanics.games.haendler.box import CHEAPER_CLIMB, WAIVED
from mechanics.games.haendler.pieces import play_green, put
from mechanics.games.haendler.state import Side, Table, ask, cash, earn, enter, in_turn, pay, replace, tell, worth
from mechanics.table import Amount, Answer, Ask, OneOf, Script, Seat, name

PAY, WAIVE, TAKE, NO, KEEP, REDEEM = "pay", "waive", "take", "no", "keep", "redeem"


# --- representation ---------------------------------------------------------------------------------------------------


def represent(table: Table, seat: Seat) -> Script[Table]:
    """DH-29, DH-30, DH-R17: pay what the rank costs; who cannot drops a rank and may take a note, until it is paid."""
    if cost(table, seat) and table.greens[seat]:
        table, waived = yield from waive(table, seat)
        if waived:
            return table
    while cash(table, seat) < cost(table, seat):
        table = yield from drop(table, seat)
    due, rank = cost(table, seat), table.box.ranks[table.ranks[seat]]
    table = pay(table, seat, due, "DH-29 pays representation")
    return tell(table, "DH-29", f"{name(seat)} pays {due} as {rank}.") if due else table


def cost(table: Table, seat: Seat) -> int:
    """Return what this seat's rank costs in a round (DH-29)."""
    return table.box.representation[table.ranks[seat]]


def waive(table: Table, seat: Seat) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, bool]]:
    """DH-R31: a green card waives the cost once; all who hold green cards are asked, so nobody learns who has it."""
    held = WAIVED in table.greens[seat]
    choice = OneOf((PAY, WAIVE) if held else (PAY,), because=f"your rank costs {cost(table, seat)}")
    table, answers = yield from ask("DH-R31", table, lambda t: {seat: choice})
    if answers[seat] == PAY:
        return table, False
    return play_green(table, seat, WAIVED), True


def drop(table: Table, seat: Seat) -> Script[Table]:
    """DH-30, DH-R18: one rank down; whoever holds no note is offered one."""
    taken = False
    rank = table.box.ranks[table.ranks[seat] - 1]
    if not table.notes[seat]:
        because = f"you cannot pay {cost(table, seat)} and drop to {rank}"
        table, answers = yield from ask("DH-30", table, lambda t: {seat: OneOf((TAKE, NO), because=because)})
        taken = answers[seat] == TAKE
    table = replace(table, ranks=put(table.ranks, seat, table.ranks[seat] - 1))
    table = tell(table, "DH-30", f"{name(seat)} cannot pay and drops to {rank}.")
    if not taken:
        return table
    table = replace(table, notes=put(table.notes, seat, 1))
    table = earn(table, seat, table.box.note, "DH-30 takes a note")
    return tell(table, "DH-30", f"{name(seat)} takes a promissory note of {table.box.note}.")


# --- the climb --------------------------------------------------------------------------------------------------------


def rise(table: Table, seat: Seat) -> Script[Table]:
    """DH-R19, DH-31: a note may be redeemed; then up to two ranks are climbed for the price of the display."""
    table = yield from redeem(table, seat)
    before = len(table.greens[seat])
    lowest = price(table, 1, bool(before))
    if table.ranks[seat] + 1 == len(table.box.ranks) or cash(table, seat) < lowest:
        return table
    side = Side(lambda t: _cards(t, seat, before), play_green)

    def allowed(t: Table) -> dict[Seat, Amount]:
        return {seat: ranks_allowed(t, seat, len(t.greens[seat]) < before)}

    table, answers = yield from ask("DH-31", table, allowed, side=side)
    return climb(table, seat, answers[seat], len(table.greens[seat]) < before)


def redeem(table: Table, seat: Seat) -> Script[Table]:
    """DH-30, DH-R19: whoever has the money may redeem the note."""
    due = table.box.note_back
    if not table.notes[seat] or cash(table, seat) < due:
        return table
    table, answers = yield from ask("DH-R19", table, lambda t: {seat: OneOf((KEEP, REDEEM))})
    if answers[seat] == KEEP:
        return table
    table = pay(table, seat, due, "DH-30 redeems the note")
    table = replace(table, notes=put(table.notes, seat, 0))
    return tell(table, "DH-R19", f"{name(seat)} redeems the promissory note for {due}.")


def price(table: Table, ranks: int, cheaper: bool) -> int:
    """Return what a climb of so many ranks costs: each its price, or one price for all; a card halves one (DH-31)."""
    full = table.box.climb_now(table.arrivals, table.seats)
    first = table.box.half(full) if cheaper else full
    return (first + full * (ranks - 1) if table.box.climb_price == "per_rank" else first) if ranks else 0


def ranks_allowed(table: Table, seat: Seat, cheaper: bool) -> Amount:
    """DH-31, DH-30: as many ranks as the rule and the purse allow; none with an open note; a card played is used."""
    if table.notes[seat]:
        return Amount(0, 0, because="you hold a promissory note, and nobody climbs with one, rule DH-30")
    purse = cash(table, seat)
    most = min(table.box.max_climb, len(table.box.ranks) - 1 - table.ranks[seat])
    while price(table, most, cheaper) > purse:
        most -= 1
    each = "a rank costs" if table.box.climb_price == "per_rank" else "a climb costs"
    because = f"{table.box.max_climb} ranks at most; {each} {price(table, 1, cheaper)} and you have {purse}"
    return Amount(int(cheaper), most, because=because)


def _cards(table: Table, seat: Seat, before: int) -> dict[Seat, OneOf]:
    may = CHEAPER_CLIMB in table.greens[seat] and len(table.greens[seat]) == before and not table.notes[seat]
    return {seat: OneOf((CHEAPER_CLIMB,))} if may else {}


def climb(table: Table, seat: Seat, ranks: int, cheaper: bool) -> Table:
    """DH-31: pay the bank and move the coat of arms up."""
    if not ranks:
        return table
    due = price(table, ranks, cheaper)
    table = pay(table, seat, due, "DH-31 climbs")
    now = table.ranks[seat] + ranks
    text = f"{name(seat)} climbs to {table.box.ranks[now]} for {due}."
    return tell(table, "DH-31", text, ranks=put(table.ranks, seat, now))


# --- the next round, the end ------------------------------------------------------------------------------------------


def next_round(table: Table) -> Table:
    """The start player passes to the left; red cards work again; after the last arrival the game is over (DH-32)."""
    if is_last(table):
        return finish(table)
    first = (table.first + 1) % table.seats
    table = replace(table, past=(*table.past, table.ranks), round=table.round + 1, first=first, used=(), won=())
    return enter(tell(table, "DH-S9", f"{name(first)} begins round {table.round}."), "buy")


def is_last(table: Table) -> bool:
    """Say whether this is the last round (DH-32)."""
    return table.arrivals >= table.box.end_arrivals[table.seats] or table.round >= table.box.most_rounds


def finish(table: Table) -> Table:
    """DH-33, DH-R21: the highest rank wins; equal ranks are told apart by money, an open note against it."""
    final = (
        f"{name(seat)} {table.box.ranks[rank]} with {worth(table, seat)}" for seat, rank in enumerate(table.ranks)
    )
    table = tell(replace(table, past=(*table.past, table.ranks)), "DH-33", f"At the end: {', '.join(final)}.")
    return enter(table, "")


pay_rank = in_turn(represent, lambda table: enter(table, "climb"))
climb_phase = in_turn(rise, next_round)
