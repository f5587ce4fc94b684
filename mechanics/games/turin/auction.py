"""Turin Market's auction: the deal, putting up, sealed bids and ties, the goose, the picking (TM-1 … TM-14, TM-29)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import lru_cache
from typing import cast

from mechanics import majorities, one_round
from mechanics.auctions import Auction
from mechanics.frozen import replace
from mechanics.games.turin.state import (
    Auctioned,
    Table,
    all_laid_down,
    ask,
    cards_said,
    enter,
    holdings,
    laid_down,
    put,
    tell,
    without,
)  # fmt: skip
from mechanics.games.turin.trade import window
from mechanics.ledger import BANK
from mechanics.steps import sealed_bids
from mechanics.table import NATURE, Amount, Answer, Ask, Choice, OneOf, Order, Script, Seat, Several, event, name, told


def deal(table: Table) -> Script[Table]:
    """TM-S1, TM-S4: everybody gets scudi and cards; the rest lies open in the centre or leaves unseen."""
    answers = yield Ask("TM-S4", table, {NATURE: Order(len(table.box.deck))}, private=True)
    order = cast("tuple[int, ...]", answers[NATURE])
    cards = tuple(table.box.deck[i] for i in order)
    each, seats = table.box.hand[table.seats], table.seats
    hands = tuple(tuple(sorted(cards[each * s : each * (s + 1)])) for s in range(seats))
    centre = cards[each * seats :][: table.box.centre[seats]]
    ledger = table.ledger.at(table.round + bool(table.past), "deal")
    ledger = ledger.book([(BANK, seat, table.box.start, "TM-S1 starts with") for seat in range(seats)])
    none = (0,) * seats
    table = replace(
        table, ledger=ledger, hands=hands, open=((),) * seats, centre=centre, gone=(), offers=(), loans=none,
        debts=none, unseen=cards[each * seats + len(centre) :], owed=(), opening=bool(centre), round=table.round + 1,
    )  # fmt: skip
    return enter(tell(table, "TM-S4", f"{each} cards are dealt to each."), "bid" if centre else "offer")


def offer(table: Table) -> Script[Table]:
    """TM-1: everybody puts one hand card up; all are turned up together."""
    table, answers = yield from ask("TM-1", table, lambda t: {s: OneOf(hand) for s, hand in enumerate(t.hands)}, True)
    cards: tuple[int, ...] = tuple([answers[seat] for seat in range(table.seats)])
    hands = tuple([without(hand, (card,)) for hand, card in zip(table.hands, cards, strict=True)])
    table = tell(table, "TM-1", f"Up for auction: {cards_said(cards)}.", hands=hands, centre=cards)
    return enter((yield from window(table)), "bid")


def bid(table: Table) -> Script[Table]:
    """TM-3 … TM-12: sealed bids, the goose, the extra round of the tied, the coin; then everybody pays."""
    table, bids = yield from sealed_bids(ask, "TM-3", table, first_bids)
    table = tell(table, "TM-3", "Bids: " + ", ".join([f"{name(s)} {b}" for s, b in enumerate(bids)]) + ".")
    rule = table.box.auction(table.seats, table.opening)
    bonus = favour = extra = (0,) * table.seats
    if table.box.goose == "fewest" and table.goose is not None:
        bonus = put(bonus, table.goose, 1)
    if table.box.goose == "tie":
        table, favour = yield from ask_goose(table, bids, bonus, rule)
    again, coin = one_round.must_rebid(bids, rule, bonus, favour), tuple(range(table.seats))
    if any(again):
        table, extra = yield from bid_again(table, bids, again)
        if _still_level(bids, bonus, extra, again):
            table, coin = yield from flip(table)
    result = one_round.settle(bids, extra, coin, rule, bonus, favour)
    done = Auctioned(table.round, table.centre, bids, extra, again, coin, *result, rule.prizes)
    return collect(table, done, _tied_at_zero(done, bonus) if any(again) else set())


def first_bids(table: Table) -> dict[Seat, Choice]:
    """TM-3: everybody bids from 0 to his free cash."""
    balances = table.ledger.balances
    return {seat: _bids(balances[seat], laid, 0) for seat, laid in enumerate(all_laid_down(table))}


def bids_allowed(table: Table, seat: Seat, already: int) -> Amount:
    """TM-8: 0 to the free cash less the first bid."""
    return _bids(table.ledger.balances[seat], laid_down(table, seat), already)


@lru_cache(maxsize=1 << 12)
def _bids(cash: int, laid: int, already: int) -> Amount:
    because = f"{laid} of your {cash} scudi lie on cards for sale" if laid else ""
    if already:
        because = f"you have bid {already} already" + (f", and {because}" if because else "")
    return Amount(0, max(0, cash - laid - already), because=because)


def bid_again(
    table: Table, bids: tuple[int, ...], again: tuple[bool, ...]
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    """TM-8: the tied add any free amount, in secret."""
    tied = [seat for seat in range(table.seats) if again[seat]]
    table = tell(table, "TM-8", f"{' and '.join(map(name, tied))} are tied and bid once more.")
    table, extra = yield from sealed_bids(ask, "TM-8", table, lambda t: {s: bids_allowed(t, s, bids[s]) for s in tied})
    added = told(table.round, "TM-8", [f"{name(s)} adds {extra[s]}." for s in tied])
    return replace(table, story=table.story + added), extra


def _still_level(
    bids: tuple[int, ...], bonus: tuple[int, ...], extra: tuple[int, ...], again: tuple[bool, ...]
) -> bool:
    """Say whether two who bid again are level once more with something added (TM-10)."""
    totals = [(bids[s] + bonus[s], extra[s]) for s in range(len(bids)) if again[s] and extra[s]]
    return len(set(totals)) < len(totals)


def flip(table: Table) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    """TM-10: a coin orders those who are still level."""
    answers = yield Ask("TM-10", table, {NATURE: Order(table.seats)})
    return tell(table, "TM-10", "Still level: the coin decides."), answers[NATURE]  # type: ignore[return-value]


def _tied_at_zero(done: Auctioned, bonus: tuple[int, ...]) -> set[Seat]:
    """TM-11: those who were tied, bid once more, and were at least two of their tie to add nothing."""
    levels = [bid + more for bid, more in zip(done.bids, bonus, strict=True)]
    none = [seat for seat in range(len(levels)) if done.again[seat] and not done.extra[seat]]
    return {seat for seat in none if sum(levels[seat] == levels[other] for other in none) > 1}


def collect(table: Table, done: Auctioned, tied_at_zero: set[Seat]) -> Table:
    """TM-5, TM-6, TM-11: winners pay their bid, losers their share; then the winners pick."""
    story, payments = [], []
    for seat, (won, paid) in enumerate(zip(done.prize, done.paid, strict=True)):
        rule, why = FOR_CARDS if won else FOR_NOTHING[seat in tied_at_zero]
        payments.append((seat, BANK, paid, why))
        story.append(event(table.round, rule, _wins_and_pays(seat, won, paid)))
    return enter(
        table, "pick", ledger=table.ledger.book(payments), story=(*table.story, *story), opening=False,
        rounds=(*table.rounds, done),
    )  # fmt: skip


FOR_CARDS = "TM-5", "TM-5 pays the winning bid"
FOR_NOTHING = ("TM-6", "TM-6 pays for losing"), ("TM-11", "TM-11 pays for a tie at zero")


@lru_cache(maxsize=1 << 10)
def _wins_and_pays(seat: Seat, won: int, paid: int) -> str:
    wins = f"{won} card{'s' * (won > 1)}" if won else "nothing"
    return f"{name(seat)} wins {wins} and pays {paid}."


def ask_goose(
    table: Table, bids: tuple[int, ...], bonus: tuple[int, ...], rule: Auction
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    """TM-29, TM-R25: in a tie the free goose may be taken to lose it, the held goose handed over to win it."""
    favour = (0,) * table.seats
    tied = one_round.must_rebid(bids, rule, bonus)
    for level in sorted({bids[s] for s in range(table.seats) if tied[s]}, reverse=True):
        group = [s for s in range(table.seats) if tied[s] and bids[s] == level]
        if table.goose is None:
            table, favour = yield from _take_goose(table, group, favour)
        elif table.goose in group:
            table, favour = yield from _hand_goose(table, group, favour)
    return table, favour


def _take_goose(
    table: Table, group: list[Seat], favour: tuple[int, ...]
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    for seat in group:
        table, answers = yield from ask("TM-29", table, lambda t, s=seat: {s: OneOf(("take", "leave"))})  # type: ignore[misc]
        if answers[seat] == "take":
            table = tell(replace(table, goose=seat), "TM-29", f"{name(seat)} takes the goose and loses the tie.")
            return table, put(favour, seat, -1)
    return table, favour


def _hand_goose(
    table: Table, group: list[Seat], favour: tuple[int, ...]
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    holder = table.goose
    assert holder is not None
    options = ("keep", *(name(seat) for seat in group if seat != holder))
    table, answers = yield from ask("TM-29", table, lambda t: {holder: OneOf(options)})
    taker = next((seat for seat in group if name(seat) == answers[holder]), None)
    if taker is None:
        return table, favour
    text = f"{name(holder)} hands the goose to {name(taker)} and wins the tie."
    return tell(replace(table, goose=taker), "TM-29", text), put(favour, holder, 1)


def pass_goose(table: Table) -> Table:
    """TM-29, TM-R25: whoever alone leads in the fewest goods holds the goose."""
    if table.box.goose != "fewest":
        return table
    leads = majorities.leaders(holdings(table)).sum(axis=0).tolist()
    holder = leads.index(min(leads)) if leads.count(min(leads)) == 1 else None
    if holder == table.goose:
        return table
    has = "Nobody has the goose." if holder is None else f"{name(holder)} alone leads in the fewest goods: the goose."
    return tell(replace(table, goose=holder), "TM-29", has)


def pick(table: Table) -> Script[Table]:
    """TM-13, TM-14: winners pick in the order of their places; what is left leaves the game (TM-11, TM-R5)."""
    done = table.rounds[-1]
    for seat in sorted(range(table.seats), key=done.place.__getitem__):
        if many := done.prize[seat]:
            table = yield from take(table, seat, many)
    if table.centre:
        gone = f"{cards_said(table.centre)} {'leave' if len(table.centre) > 1 else 'leaves'} the game."
        table = tell(table, "TM-11", gone.capitalize(), gone=table.gone + table.centre, centre=())
    last = len(table.hands[0]) <= table.box.held_back[table.seats]
    return enter(pass_goose(table) if last else table, "end" if last else "sell")


def take(table: Table, seat: Seat, many: int) -> Script[Table]:
    """TM-13: one winner picks; there is nothing to choose when all that is left is his."""
    cards = table.centre
    if many < len(cards):
        choice = OneOf(cards) if many == 1 else Several(cards, many, many)
        table, answers = yield from ask("TM-13", table, lambda t: {seat: choice})
        answer = answers[seat]
        cards = answer if isinstance(answer, tuple) else (answer,)
    opened = put(table.open, seat, table.open[seat] + cards)
    left = without(table.centre, cards)
    return tell(table, "TM-13", f"{name(seat)} takes {cards_said(cards)}.", open=opened, centre=left)
