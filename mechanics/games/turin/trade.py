"""Turin Market between the auctions: cards for sale and those who buy them (TM-15 … TM-18)."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter

from mechanics.frozen import replace
from mechanics.games.turin.state import (
    Offer,
    Table,
    all_laid_down,
    ask,
    cards_said,
    credit,
    free_cash,
    put,
    tell,
    without,
)  # fmt: skip
from mechanics.table import Choice, OneOf, Script, Seat, Several, amount, name

NOTHING = OneOf(("none",))


def withdraw(table: Table, seat: Seat) -> Script[Table]:
    """TM-16: offers that have stood for an auction may be taken back."""
    standing = tuple([o.card for o in table.offers if o.seat == seat and o.since < table.round])
    if not standing:
        return table
    choice = Several(standing, 0, len(standing), because="cards that were for sale during an auction")
    table, answers = yield from ask("TM-16", table, lambda t: {seat: choice})
    back: tuple[int, ...] = answers[seat]
    if not back:
        return table
    offers = tuple(o for o in table.offers if o.card not in back)
    return tell(table, "TM-16", f"{name(seat)} takes {cards_said(back)} off the market.", offers=offers)


def put_up(table: Table, seat: Seat) -> Script[Table]:
    """TM-15: one open card, at a price that the owner lays on it."""
    cards, least = table.open[seat], table.box.lowest_price
    if table.offers:
        cards = without(cards, tuple([offered.card for offered in table.offers if offered.seat == seat]))
    if not cards or free_cash(table, seat) + credit(table, seat) < least:
        return table

    def options(t: Table) -> dict[Seat, Choice]:
        return {seat: OneOf(("none", *cards)) if free_cash(t, seat) >= least else NOTHING}

    table, answers = yield from ask("TM-15", table, options)
    if (card := answers[seat]) == "none":
        return table
    table, answers = yield from ask("TM-R21", table, lambda t: {seat: amount(least, free_cash(t, seat))})
    made = Offer(seat, card, answers[seat], table.round)
    offers = tuple(sorted((*table.offers, made), key=itemgetter(0)))
    return tell(table, "TM-15", f"{name(seat)} offers card {card} for {made.price}.", offers=offers)


def window(table: Table) -> Script[Table]:
    """TM-17, TM-R10, TM-R22: offer by offer in seller order, all who can pay are asked at once."""
    for offered in table.offers:
        table = yield from sale(replace(table, sale=offered), offered)
    return replace(table, sale=None) if table.sale else table


def sale(table: Table, offered: Offer) -> Script[Table]:
    """TM-17, TM-18: who wants the card at its price gets it; the seller chooses among several."""
    table, answers = yield from ask("TM-17", table, lambda t: can_buy(t, offered), True)
    if "buy" not in answers.values():
        return table
    keen = [seat for seat, answer in answers.items() if answer == "buy"]
    buyer = keen[0]
    if len(keen) > 1:
        choice = OneOf(tuple(name(seat) for seat in keen), because=f"all of them want card {offered.card}")
        table, answers = yield from ask("TM-18", table, lambda t: {offered.seat: choice})
        buyer = next(seat for seat in keen if name(seat) == answers[offered.seat])
    return hand_over(table, offered, buyer)


def can_buy(table: Table, offered: Offer) -> dict[Seat, Choice]:
    """TM-17, TM-21: who could pay for the card, if need be with a loan, and what they may answer."""
    seller, card, price, _since = offered
    may: dict[Seat, Choice] = {}
    for seat, laid in enumerate(all_laid_down(table)):
        cash = table.ledger.balances[seat] - laid
        if seat != seller and (cash >= price or cash + credit(table, seat) >= price):
            may[seat] = wanted(card, seller, price, cash >= price)
    return may


@lru_cache(maxsize=1 << 12)
def wanted(card: int, seller: Seat, price: int, can_pay: object) -> OneOf:
    """TM-17: to buy or to pass; to pass alone before a loan has been taken."""
    because = f"card {card} of {name(seller)} costs {price}"
    return OneOf(("buy", "pass") if can_pay else ("pass",), because=because)


def hand_over(table: Table, offered: Offer, buyer: Seat) -> Table:
    """TM-17, TM-R9: the price goes to the seller, the card to the buyer; the scudi on it go back to the seller."""
    card, seller = offered.card, offered.seat
    opened = put(table.open, seller, without(table.open[seller], (card,)))
    opened = put(opened, buyer, (*opened[buyer], card))
    offers = tuple([o for o in table.offers if o != offered])
    ledger = table.ledger.pay(buyer, seller, offered.price, "TM-17 buys a card")
    text = f"{name(buyer)} buys card {card} from {name(seller)} for {offered.price}."
    return tell(table, "TM-17", text, open=opened, offers=offers, ledger=ledger, sale=None)
