"""Die Händler, phase 2: who is loading master of each wagon, and what is loaded at which fee (DH-5 … DH-11)."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from mechanics import one_round
from mechanics.games.haendler.box import FREE_LOADING, GREAT_OFFICE, WON_TIE
from mechanics.games.haendler.pieces import counted, has, less, listed, play_green, put, store, stored, use, with_wagon
from mechanics.games.haendler.state import (
    LETTERS,
    Loading,
    Side,
    Table,
    Wagon,
    ask,
    cash,
    clockwise,
    enter,
    pay,
    tell,
)
from mechanics.steps import sealed_bids
from mechanics.table import Amount, Answer, Ask, Choice, Either, OneOf, Script, Seat, Several, name

REFUSE, NOTHING, USE, KEEP = "refuse", "nothing", "use", "keep"


def next_lot(table: Table) -> Table:
    """DH-5, DH-R5, DH-R25: on to the next wagon in a city, by city and number; after the last they are moved."""
    cities, wagons = table.box.cities, enumerate(table.wagons)
    lots = sorted((cities.index(wagon.spot.city), lot) for lot, wagon in wagons if not wagon.spot.step)
    queue = [lot for _, lot in lots]
    behind = queue[queue.index(table.lot) + 1 :] if table.lot is not None else queue
    if not behind:
        return enter(table, "move", lot=None)
    return enter(table, "load" if any(table.wagons[behind[0]].load) else "master", lot=behind[0])


def lot_of(table: Table) -> int:
    """Return the number of the wagon that is auctioned or loaded now."""
    assert table.lot is not None
    return table.lot


def wagon_of(table: Table) -> Wagon:
    """Return the wagon that is auctioned or loaded now."""
    return table.wagons[lot_of(table)]


# --- the loading master -----------------------------------------------------------------------------------------------


def master(table: Table) -> Script[Table]:
    """DH-5, DH-6: everybody bids in secret for an empty wagon; the highest is loading master and pays."""
    table, bids = yield from sealed_bids(ask, "DH-5", table, bids_allowed)
    city, lot = wagon_of(table).spot.city, lot_of(table)
    said = ", ".join(f"{name(seat)} {bids[seat]}" for seat in clockwise(table))
    table = tell(table, "DH-5", f"Bids for wagon {LETTERS[lot]} in {city}: {said}.")
    table, users = yield from break_tie(table, bids)
    order = clockwise(table)
    favour = tuple([int(seat in users) for seat in order])
    result = one_round.settle(tuple([bids[s] for s in order]), None, None, table.box.loading_auction, favour=favour)
    winner = order[result.prize.index(1)]
    price = max(0, bids[winner] - table.box.tie_rebate * (winner in users))
    table = pay(table, winner, price, "DH-5 pays to be loading master")
    paid = put((0,) * table.seats, winner, price)
    done = Loading(table.round, lot, city, order, bids, winner, paid)
    table = with_wagon(table, lot, master=winner)
    tied = " by the order of play" if not users and bids.count(bids[winner]) > 1 else ""
    text = f"{name(winner)} is loading master{tied} and pays {price}."
    table = tell(table, "DH-6" if tied else "DH-5", text, loadings=(*table.loadings, done))
    return enter(table, "load")


def bids_allowed(table: Table) -> dict[Seat, Choice]:
    """DH-5, DH-R29: from 0 to what is in the purse, in whole coins."""
    purses = [cash(table, seat) for seat in range(table.seats)]
    return {s: Amount(0, purse, table.box.step, "what is in your purse") for s, purse in enumerate(purses)}


def break_tie(
    table: Table, bids: tuple[int, ...]
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[Seat, ...]]]:
    """DH-R31: who is tied for the highest bid may play a card that wins the tie; all with green cards are asked."""
    tied = [seat for seat in clockwise(table) if bids[seat] == max(bids)]
    asked = [seat for seat in tied if table.greens[seat] and len(tied) > 1]
    if not asked:
        return table, ()
    because = f"{listed(map(name, tied))} are tied at {max(bids)}"

    def allowed(t: Table) -> dict[Seat, Choice]:
        return {s: OneOf((KEEP, USE) if WON_TIE in t.greens[s] else (KEEP,), because=because) for s in asked}

    table, answers = yield from ask("DH-R31", table, allowed, True)
    users = tuple(seat for seat in asked if answers[seat] == USE)
    for seat in users:
        table = play_green(table, seat, WON_TIE)
    return table, users


# --- loading ----------------------------------------------------------------------------------------------------------


def load(table: Table) -> Script[Table]:
    """DH-8 … DH-11, DH-R26: the master loads, then clockwise the others, who may have to pay him."""
    first = wagon_of(table).master
    assert first is not None
    table = yield from load_first(table, first)
    for seat in clockwise(table, first)[1:]:
        table = yield from load_other(table, first, seat)
    return next_lot(table)


def load_first(table: Table, seat: Seat) -> Script[Table]:
    """DH-8: up to three own goods of one kind."""
    choice = firsts_allowed(table, seat)
    if len(choice.options) == 1:
        return table
    table, answers = yield from ask("DH-8", table, lambda t: {seat: choice})
    if answers[seat] == NOTHING:
        return table
    pieces, good = answers[seat].split(" ")
    return put_on(with_wagon(table, lot_of(table), kind=good), seat, (good,) * int(pieces), "DH-8")


def firsts_allowed(table: Table, seat: Seat) -> OneOf:
    """DH-8, DH-R26: one kind, which stays; none that another has on this wagon."""
    wagon, own = wagon_of(table), _own(table, seat)
    foreign = {good for other, goods in enumerate(wagon.load) for good in goods if other != seat}
    kinds = [wagon.kind] if wagon.kind else [good for good in dict.fromkeys(own) if good not in foreign]
    room = table.box.load_master - len(wagon.load[seat])
    options = tuple(f"{n} {kind}" for kind in kinds for n in range(1, min(room, own.count(kind)) + 1))
    because = f"up to {table.box.load_master} of your goods in {wagon.spot.city}, all of one kind"
    return OneOf((NOTHING, *options), because=because)


def load_other(table: Table, first: Seat, seat: Seat) -> Script[Table]:
    """DH-9, DH-10, DH-R26: the master names a fee or refuses; the loader pays it and loads, or leaves it."""
    if not goods_allowed(table, seat) or not room(table, seat):
        return table
    table, fee = yield from ask_fee(table, first, seat)
    called = len(table.greens[seat])
    if not _at_fee(table, seat, fee).most and not called:
        return table

    def allowed(t: Table) -> dict[Seat, Choice]:
        return {seat: _freely(t, seat) if len(t.greens[seat]) < called else _offered(t, first, seat, fee)}

    table, answers = yield from ask("DH-9", table, allowed, side=Side(lambda t: _cards(t, seat, called), play_green))
    goods: tuple[str, ...] = answers[seat] if answers[seat] != NOTHING else ()
    if len(table.greens[seat]) == called and goods:
        due = len(goods) * (fee or 0)
        table = pay(table, seat, due, "DH-10 pays the transport fee", first)
        if due:
            table = tell(table, "DH-10", f"{name(seat)} pays {name(first)} {due} for transport.")
    return put_on(table, seat, goods, "DH-9")


def ask_fee(
    table: Table, first: Seat, seat: Seat
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, int | None]]:
    """DH-10, DH-R7: the master names a fee a piece, or refuses (None)."""
    has_here = f"{name(seat)} has {counted(goods_allowed(table, seat))} to load"
    fee = Amount(0, table.box.highest_fee, table.box.step)
    table, answers = yield from ask("DH-10", table, lambda t: {first: Either((fee, OneOf((REFUSE,))), has_here)})
    answer = answers[first]
    if answer == REFUSE:
        return tell(table, "DH-10", f"{name(first)} refuses to carry goods of {name(seat)}."), None
    return tell(table, "DH-10", f"{name(first)} asks {name(seat)} for {answer} a piece."), int(answer)


def _offered(table: Table, first: Seat, seat: Seat, fee: int | None) -> Choice:
    """DH-9, DH-10: what may be loaded at this fee (None: refused)."""
    choice = _at_fee(table, seat, fee)
    if choice.most:
        return choice
    no = f"{name(first)} refuses" if fee is None else f"{name(first)} asks {fee} a piece, more than you have"
    return OneOf((NOTHING,), because=no)


def _at_fee(table: Table, seat: Seat, fee: int | None) -> Several:
    goods = goods_allowed(table, seat)
    can_pay = 0 if fee is None else cash(table, seat) // fee if fee else len(goods)
    return Several(goods, 0, min(room(table, seat), can_pay, len(goods)), because=f"{_barred(table)}, {fee} a piece")


def _freely(table: Table, seat: Seat) -> Several:
    goods = goods_allowed(table, seat)
    return Several(goods, 1, min(room(table, seat), len(goods)), because=f"{_barred(table)}, {FREE_LOADING}")


def _barred(table: Table) -> str:
    kind = wagon_of(table).kind
    return f"{kind} is the loading master's kind" if kind else "every kind may be loaded"


def _cards(table: Table, seat: Seat, called: int) -> dict[Seat, OneOf]:
    may = FREE_LOADING in table.greens[seat] and len(table.greens[seat]) == called
    return {seat: OneOf((FREE_LOADING,))} if may else {}


def goods_allowed(table: Table, seat: Seat) -> tuple[str, ...]:
    """DH-9, DH-11: the goods in the own warehouse there, of a kind other than the master's."""
    return tuple(good for good in _own(table, seat) if good != wagon_of(table).kind)


def room(table: Table, seat: Seat) -> int:
    """DH-9, DH-R26: how many goods more this seat may load; what it has on this wagon counts."""
    most = table.box.great_office if has(table, seat, GREAT_OFFICE) else table.box.load_other
    return max(0, most - len(wagon_of(table).load[seat]))


def put_on(table: Table, seat: Seat, goods: tuple[str, ...], rule: str) -> Table:
    """DH-11: goods go from the own warehouse in this city onto the wagon."""
    if not goods:
        return table
    wagon = wagon_of(table)
    loaded = tuple(sorted((*wagon.load[seat], *goods), key=table.box.goods.index))
    table = store(table, seat, wagon.spot.city, less(_own(table, seat), goods))
    table = with_wagon(table, lot_of(table), load=put(wagon.load, seat, loaded))
    if rule == "DH-9" and len(loaded) > table.box.load_other:
        table = use(table, seat, GREAT_OFFICE)
    return tell(table, rule, f"{name(seat)} loads {counted(goods)} on wagon {LETTERS[lot_of(table)]}.")


def _own(table: Table, seat: Seat) -> tuple[str, ...]:
    return stored(table, seat, wagon_of(table).spot.city)
