"""Turin Market as it is played: deal, put up, bid, pick, sell, pay out. One function per step of the rule book."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

import numpy as np

from mechanics import auctions, majorities
from mechanics.games.turin.box import BOX, Box
from mechanics.ledger import BANK, Ledger
from mechanics.table import NATURE, Amount, Answer, Ask, Choice, Event, Free, OneOf, Order, Script, Seat, Several, name


class Offer(NamedTuple):
    """One open card for sale: its price lies on it, since this round."""

    seat: Seat
    card: int
    price: int
    since: int


class Auctioned(NamedTuple):
    """One auction as everybody saw it: cards, bids, extras, coin, and what came of it (one number per seat)."""

    round: int
    cards: tuple[int, ...]
    bids: tuple[int, ...]
    extra: tuple[int, ...]
    again: tuple[bool, ...]
    coin: tuple[int, ...]
    place: tuple[int, ...]
    prize: tuple[int, ...]
    paid: tuple[int, ...]
    burned: int
    prizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that lies on the table, hands included; a Table at the head of a phase is enough to go on."""

    phase: str
    seats: int
    box: Box
    ledger: Ledger
    round: int = 0
    hands: tuple[tuple[int, ...], ...] = ()
    open: tuple[tuple[int, ...], ...] = ()
    centre: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    offers: tuple[Offer, ...] = ()
    sale: Offer | None = None
    loans: tuple[int, ...] = ()
    debts: tuple[int, ...] = ()
    owed: tuple[int, ...] = ()
    goose: Seat | None = None
    opening: bool = False
    rounds: tuple[Auctioned, ...] = ()
    story: tuple[Event, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()


Step = Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, Mapping[Seat, Any]]]


def game(seats: int, box: Box = BOX, start: Table | None = None) -> Script[Table]:
    """Return the script of a game for 2 to 5 seats, or of what is left of one from the head of a phase on."""
    if seats not in box.hand:
        raise ValueError(f"Turin Market is for {min(box.hand)} to {max(box.hand)} players; {seats} is not possible.")
    table = start or Table("deal", seats, box, Ledger.open(seats))
    while table.phase:
        table = yield from PHASES[table.phase](table)
    return table


def scores(table: Table) -> tuple[int, ...]:
    """Return each seat's scudi less what could not be paid back, over all games of the match (TM-27, TM-28)."""
    games = table.past if not table.phase else (*table.past, _score(table))
    return tuple(map(sum, zip(*games, strict=True)))


def _score(table: Table) -> tuple[int, ...]:
    owed = table.owed or (0,) * table.seats
    return tuple(table.ledger.balance(seat) - owed[seat] for seat in range(table.seats))


# --- what all steps use ---------------------------------------------------------------------------------------------


def free_cash(table: Table, seat: Seat) -> int:
    """Return the scudi that this seat may spend: those on its cards for sale are not free (TM-3, TM-16)."""
    return table.ledger.balance(seat) - laid_down(table, seat)


def laid_down(table: Table, seat: Seat) -> int:
    """Return the scudi that lie on this seat's cards for sale."""
    return sum(offer.price for offer in table.offers if offer.seat == seat)


def loans(table: Table) -> dict[Seat, OneOf]:
    """Return who may take a loan first (TM-21)."""
    return {seat: _LOAN for seat in range(table.seats) if table.loans[seat] < table.box.max_loans}


_LOAN = OneOf(("loan",))


def ask(
    rule: str, table: Table, allowed: Callable[[Table], Mapping[Seat, Choice]], sealed: bool = False
) -> Step:
    """Ask until all have answered; a loan in between is booked and the question asked again with its new limits."""
    while True:
        answers = yield Ask(rule, table, allowed(table), loans(table), sealed)
        borrower = next((seat for seat, answer in answers.items() if isinstance(answer, Free)), None)
        if borrower is None:
            return table, answers
        table = borrow(table, borrower, "TM-21")


def borrow(table: Table, seat: Seat, rule: str) -> Table:
    """Take a loan from the bank."""
    ledger = table.ledger.pay(BANK, seat, table.box.loan_cash, f"{rule} takes a loan")
    taken = _put(table.loans, seat, table.loans[seat] + 1)
    table = replace(table, ledger=ledger, loans=taken)
    return _tell(table, rule, f"{name(seat)} takes a loan of {table.box.loan_cash}.")


def _tell(table: Table, rule: str, *sentences: str) -> Table:
    return replace(table, story=(*table.story, *(Event(table.round, rule, text) for text in sentences)))


def _put(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _without(cards: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in cards if card not in taken)


def _enter(table: Table, phase: str) -> Table:
    return replace(table, phase=phase, ledger=table.ledger.at(table.round, phase))


def _cards(cards: tuple[int, ...]) -> str:
    return f"card{'s' * (len(cards) > 1)} {' and '.join(map(str, cards))}"


# --- deal -----------------------------------------------------------------------------------------------------------


def deal(table: Table) -> Script[Table]:
    """TM-S1, TM-S4: everybody gets scudi and cards; the rest lies open in the centre or leaves unseen."""
    answers = yield Ask("TM-S4", table, {NATURE: Order(len(table.box.deck))}, private=True)
    order = cast("tuple[int, ...]", answers[NATURE])
    cards = tuple(table.box.deck[i] for i in order)
    each, seats = table.box.hand[table.seats], table.seats
    hands = tuple(tuple(sorted(cards[each * s : each * (s + 1)])) for s in range(seats))
    centre = cards[each * seats :][: table.box.centre[seats]]
    ledger = table.ledger.at(table.round, "deal")
    for seat in range(seats):
        ledger = ledger.pay(BANK, seat, table.box.start, "TM-S1 starts with")
    none = (0,) * seats
    table = replace(
        table, ledger=ledger, hands=hands, open=((),) * seats, centre=centre, gone=(), offers=(), loans=none,
        debts=none, unseen=cards[each * seats + len(centre) :], owed=(), opening=bool(centre), round=table.round + 1,
    )  # fmt: skip
    return _enter(_tell(table, "TM-S4", f"{each} cards are dealt to each."), "bid" if centre else "offer")


# --- put up and bid -------------------------------------------------------------------------------------------------


def offer(table: Table) -> Script[Table]:
    """TM-1: everybody puts one hand card up; all are turned up together."""
    table, answers = yield from ask("TM-1", table, lambda t: {s: OneOf(t.hands[s]) for s in range(t.seats)}, True)
    cards: tuple[int, ...] = tuple(answers[seat] for seat in range(table.seats))
    hands = tuple(_without(hand, (card,)) for hand, card in zip(table.hands, cards, strict=True))
    table = _tell(replace(table, hands=hands, centre=cards), "TM-1", f"Up for auction: {_cards(cards)}.")
    return _enter((yield from window(table)), "bid")


def bid(table: Table) -> Script[Table]:
    """TM-3 … TM-12: sealed bids, the goose, the extra round of the tied, the coin; then everybody pays."""
    table, answers = yield from ask("TM-3", table, lambda t: {s: bids_allowed(t, s) for s in range(t.seats)}, True)
    bids = tuple(answers[seat] for seat in range(table.seats))
    table = _tell(table, "TM-3", "Bids: " + ", ".join(f"{name(s)} {b}" for s, b in enumerate(bids)) + ".")
    rule = table.box.auction(table.seats, table.opening)
    bonus = tuple(int(table.box.goose == "fewest" and s == table.goose) for s in range(table.seats))
    table, favour = yield from ask_goose(table, bids, bonus, rule)
    again = tuple(auctions.must_rebid(bids, rule, bonus=bonus, favour=favour).tolist())
    table, extra = yield from bid_again(table, bids, again)
    table, coin = yield from flip(table, _still_level(bids, bonus, extra, again))
    result = auctions.settle(bids, extra, coin, rule, bonus=bonus, favour=favour)
    place, prize, paid = (tuple(part.tolist()) for part in result[:3])
    done = Auctioned(
        table.round, table.centre, bids, extra, again, coin, place, prize, paid, int(result.burned), rule.prizes
    )  # fmt: skip
    levels = [b + more for b, more in zip(bids, bonus, strict=True)]
    table = replace(table, rounds=(*table.rounds, done), opening=False)
    return _enter(collect(table, done, _tied_at_zero(done, levels)), "pick")


def bids_allowed(table: Table, seat: Seat, already: int = 0) -> Amount:
    """TM-3, TM-8: 0 to the free cash (less the first bid)."""
    laid = laid_down(table, seat)
    because = f"{laid} of your {table.ledger.balance(seat)} scudi lie on cards for sale" if laid else ""
    if already:
        because = f"you have bid {already} already" + (f", and {because}" if because else "")
    return Amount(0, max(0, free_cash(table, seat) - already), because=because)


def bid_again(
    table: Table, bids: tuple[int, ...], again: tuple[bool, ...]
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    """TM-8: the tied add any free amount, in secret."""
    tied = [seat for seat in range(table.seats) if again[seat]]
    if not tied:
        return table, (0,) * table.seats
    table = _tell(table, "TM-8", f"{' and '.join(map(name, tied))} are tied and bid once more.")
    table, answers = yield from ask("TM-8", table, lambda t: {s: bids_allowed(t, s, bids[s]) for s in tied}, True)
    extra: tuple[int, ...] = tuple(answers.get(seat, 0) for seat in range(table.seats))
    return _tell(table, "TM-8", *(f"{name(s)} adds {extra[s]}." for s in tied)), extra


def _still_level(
    bids: tuple[int, ...], bonus: tuple[int, ...], extra: tuple[int, ...], again: tuple[bool, ...]
) -> bool:
    """Say whether two who bid again are level once more with something added (TM-10)."""
    totals = [(bids[s] + bonus[s], extra[s]) for s in range(len(bids)) if again[s] and extra[s]]
    return len(set(totals)) < len(totals)


def flip(
    table: Table, needed: bool
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    """TM-10: a coin orders those who are still level."""
    if not needed:
        return table, tuple(range(table.seats))
    answers = yield Ask("TM-10", table, {NATURE: Order(table.seats)})
    return _tell(table, "TM-10", "Still level: the coin decides."), answers[NATURE]  # type: ignore[return-value]


def _tied_at_zero(done: Auctioned, levels: list[int]) -> set[Seat]:
    """TM-11: those who were tied, bid once more, and were at least two of their tie to add nothing."""
    none = [seat for seat in range(len(levels)) if done.again[seat] and not done.extra[seat]]
    return {seat for seat in none if sum(levels[seat] == levels[other] for other in none) > 1}


def collect(table: Table, done: Auctioned, tied_at_zero: set[Seat]) -> Table:
    """TM-5, TM-6, TM-11: winners pay their bid, losers their share."""
    for seat, (won, paid) in enumerate(zip(done.prize, done.paid, strict=True)):
        rule = "TM-5" if won else "TM-11" if seat in tied_at_zero else "TM-6"
        words = f"wins {won} card{'s' * (won > 1)} and pays {paid}" if won else f"wins nothing and pays {paid}"
        ledger = table.ledger.pay(seat, BANK, paid, f"{rule} {REASONS[rule]}")
        table = _tell(replace(table, ledger=ledger), rule, f"{name(seat)} {words}.")
    return table


REASONS = {"TM-5": "pays the winning bid", "TM-6": "pays for losing", "TM-11": "pays for a tie at zero"}


# --- the goose (TM-29) ----------------------------------------------------------------------------------------------


def ask_goose(
    table: Table, bids: tuple[int, ...], bonus: tuple[int, ...], rule: auctions.Auction
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, tuple[int, ...]]]:
    """TM-29, TM-R25: in a tie the free goose may be taken to lose it, the held goose handed over to win it."""
    favour = (0,) * table.seats
    if table.box.goose != "tie":
        return table, favour
    tied = auctions.must_rebid(bids, rule, bonus=bonus)
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
            table = _tell(replace(table, goose=seat), "TM-29", f"{name(seat)} takes the goose and loses the tie.")
            return table, _put(favour, seat, -1)
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
    return _tell(replace(table, goose=taker), "TM-29", text), _put(favour, holder, 1)


def pass_goose(table: Table) -> Table:
    """TM-29, TM-R25: whoever alone leads in the fewest goods holds the goose."""
    if table.box.goose != "fewest":
        return table
    leads = majorities.leaders(holdings(table)).sum(axis=0)
    fewest = np.flatnonzero(leads == leads.min())
    return replace(table, goose=int(fewest[0]) if len(fewest) == 1 else None)


def holdings(table: Table) -> np.ndarray:
    """Return the units of each good on the open cards of each seat, shape (goods, seats)."""
    return np.array([table.box.holds(cards) for cards in table.open], dtype=np.int64).T


# --- pick -----------------------------------------------------------------------------------------------------------


def pick(table: Table) -> Script[Table]:
    """TM-13, TM-14: winners pick in the order of their places; what is left leaves the game (TM-11, TM-R5)."""
    done = table.rounds[-1]
    for seat in sorted(range(table.seats), key=lambda s: done.place[s]):
        if many := done.prize[seat]:
            table = yield from take(table, seat, many)
    if table.centre:
        gone = f"{_cards(table.centre)} {'leave' if len(table.centre) > 1 else 'leaves'} the game."
        table = _tell(replace(table, gone=table.gone + table.centre, centre=()), "TM-11", gone.capitalize())
    last = len(table.hands[0]) <= table.box.held_back[table.seats]
    return _enter(pass_goose(table) if last else table, "end" if last else "sell")


def take(table: Table, seat: Seat, many: int) -> Script[Table]:
    """TM-13: one winner picks; there is nothing to choose when all that is left is his."""
    cards = table.centre
    if many < len(cards):
        choice = OneOf(cards) if many == 1 else Several(cards, many, many)
        table, answers = yield from ask("TM-13", table, lambda t: {seat: choice})
        answer = answers[seat]
        cards = answer if isinstance(answer, tuple) else (answer,)
    opened = _put(table.open, seat, table.open[seat] + cards)
    table = replace(table, open=opened, centre=_without(table.centre, cards))
    return _tell(table, "TM-13", f"{name(seat)} takes {_cards(cards)}.")


# --- sell and buy ---------------------------------------------------------------------------------------------------


def sell(table: Table) -> Script[Table]:
    """TM-15, TM-16, TM-R21: in seat order, offers are taken back and at most one new one is made."""
    for seat in range(table.seats):
        table = yield from withdraw(table, seat)
        table = yield from put_up(table, seat)
    table = pass_goose((yield from window(table)))
    return _enter(replace(table, round=table.round + 1), "offer")


def withdraw(table: Table, seat: Seat) -> Script[Table]:
    """TM-16: offers that have stood for an auction may be taken back."""
    standing = tuple(o.card for o in table.offers if o.seat == seat and o.since < table.round)
    if not standing:
        return table
    choice = Several(standing, 0, len(standing), because="cards that were for sale during an auction")
    table, answers = yield from ask("TM-16", table, lambda t: {seat: choice})
    back: tuple[int, ...] = answers[seat]
    table = replace(table, offers=tuple(o for o in table.offers if o.card not in back))
    return _tell(table, "TM-16", f"{name(seat)} takes {_cards(back)} off the market.") if back else table


def put_up(table: Table, seat: Seat) -> Script[Table]:
    """TM-15: one open card, at a price that the owner lays on it."""
    cards = _without(table.open[seat], tuple(o.card for o in table.offers))
    if not cards or free_cash(table, seat) + _credit(table, seat) < table.box.lowest_price:
        return table

    def options(t: Table) -> dict[Seat, Choice]:
        return {seat: OneOf(("none", *cards) if free_cash(t, seat) >= table.box.lowest_price else ("none",))}

    table, answers = yield from ask("TM-15", table, options)
    if (card := answers[seat]) == "none":
        return table
    prices = ask("TM-R21", table, lambda t: {seat: Amount(table.box.lowest_price, free_cash(t, seat))})
    table, answers = yield from prices
    made = Offer(seat, card, answers[seat], table.round)
    table = replace(table, offers=tuple(sorted((*table.offers, made), key=lambda o: o.seat)))
    return _tell(table, "TM-15", f"{name(seat)} offers card {card} for {made.price}.")


def _credit(table: Table, seat: Seat) -> int:
    return table.box.loan_cash if table.loans[seat] < table.box.max_loans else 0


def window(table: Table) -> Script[Table]:
    """TM-17, TM-R10, TM-R22: offer by offer in seller order, all who can pay are asked at once."""
    for offered in table.offers:
        table = yield from sale(replace(table, sale=offered), offered)
    return replace(table, sale=None)


def sale(table: Table, offered: Offer) -> Script[Table]:
    """TM-17, TM-18: who wants the card at its price gets it; the seller chooses among several."""

    def options(t: Table) -> dict[Seat, Choice]:
        able = [s for s in range(t.seats) if s != offered.seat]
        able = [s for s in able if free_cash(t, s) + _credit(t, s) >= offered.price]
        because = f"card {offered.card} of {name(offered.seat)} costs {offered.price}"
        return {
            s: OneOf(("buy", "pass") if free_cash(t, s) >= offered.price else ("pass",), because=because) for s in able
        }

    if not options(table):
        return table
    table, answers = yield from ask("TM-17", table, options, True)
    keen = [seat for seat, answer in answers.items() if answer == "buy"]
    if not keen:
        return table
    buyer = keen[0]
    if len(keen) > 1:
        choice = OneOf(tuple(name(seat) for seat in keen), because=f"all of them want card {offered.card}")
        table, answers = yield from ask("TM-18", table, lambda t: {offered.seat: choice})
        buyer = next(seat for seat in keen if name(seat) == answers[offered.seat])
    return hand_over(table, offered, buyer)


def hand_over(table: Table, offered: Offer, buyer: Seat) -> Table:
    """TM-17, TM-R9: the price goes to the seller, the card to the buyer; the scudi on it go back to the seller."""
    card, seller = offered.card, offered.seat
    opened = _put(table.open, seller, _without(table.open[seller], (card,)))
    opened = _put(opened, buyer, (*opened[buyer], card))
    offers = tuple(o for o in table.offers if o != offered)
    ledger = table.ledger.pay(buyer, seller, offered.price, "TM-17 buys a card")
    table = replace(table, open=opened, offers=offers, ledger=ledger)
    return _tell(table, "TM-17", f"{name(buyer)} buys card {card} from {name(seller)} for {offered.price}.")


# --- the end --------------------------------------------------------------------------------------------------------


def end(table: Table) -> Script[Table]:
    """TM-R23, TM-20: a last chance to buy, collateral back, held-back cards turned up."""
    table = replace((yield from window(table)), offers=())
    opened = tuple(mine + hand for mine, hand in zip(table.open, table.hands, strict=True))
    turned = [f"{name(s)} turns up {_cards(hand)}." for s, hand in enumerate(table.hands) if hand]
    table = _tell(replace(table, open=opened, hands=((),) * table.seats), "TM-20", *turned)
    return payout(_enter(table, "payout"))


def payout(table: Table) -> Table:
    """TM-22 … TM-28: good by good to the majorities, then loans back; then the next game of a match."""
    held = holdings(table)
    for good in range(len(table.box.goods)):
        table = pay_good(table, held[good : good + 1], good)
    table = repay(table)
    scored = _score(table)
    told = ", ".join(f"{name(s)} {score}" for s, score in enumerate(scored))
    table = _tell(replace(table, past=(*table.past, scored)), "TM-27", f"Final scudi: {told}.")
    if len(table.past) == table.box.games:
        return _enter(table, "")
    ledger = table.ledger
    for seat in range(table.seats):
        ledger = ledger.pay(seat, BANK, ledger.balance(seat), "TM-28 clears the purse for the next game")
    return _enter(replace(table, ledger=ledger, owed=()), "deal")


def pay_good(table: Table, held: np.ndarray, good: int) -> Table:
    """TM-23, TM-24, TM-R15: levies first, then the majority; shares of a tie are rounded up.

    `held` are the units of this good, shape (1, seats). The levies of a tie go through the bank."""
    box = table.box
    gains = majorities.payouts(held, [box.payouts[good]], levy=box.levy)[0].tolist()
    winners = [seat for seat, leads in enumerate(majorities.leaders(held)[0]) if leads]
    if not winners:
        return table
    rule, pot = ("TM-23", winners[0]) if len(winners) == 1 else ("TM-24", BANK)
    dues = {seat: -gain for seat, gain in enumerate(gains) if seat not in winners and gain}
    for seat, due in dues.items():
        table = pay_levy(table, seat, due, pot, good)
    levied = sum(dues.values()) if pot != BANK else 0
    ledger = table.ledger
    for seat in winners:
        ledger = ledger.pay(BANK, seat, gains[seat] - levied, f"{rule} payout for most {box.goods[good]}")
    who = " and ".join(map(name, winners))
    text = f"{box.goods[good].capitalize()}: {who} {'has' if len(winners) == 1 else 'have'} most, +{gains[winners[0]]}."
    return _tell(replace(table, ledger=ledger), rule, text)


def pay_levy(table: Table, seat: Seat, due: int, pot: Any, good: int) -> Table:
    """TM-23, TM-25: who cannot pay takes a loan; who has one already lets the bank pay and owes more."""
    if table.ledger.balance(seat) < due and _credit(table, seat):
        table = borrow(table, seat, "TM-25")
    if table.ledger.balance(seat) >= due:
        ledger = table.ledger.pay(seat, pot, due, f"TM-23 levy for some {table.box.goods[good]}")
        return replace(table, ledger=ledger)
    ledger = table.ledger.pay(BANK, pot, due, f"TM-25 levy paid for {name(seat)}")
    debts = _put(table.debts, seat, table.debts[seat] + 1)
    text = f"The bank pays {due} for {name(seat)}, who owes {table.box.bank_debt_step} more at the end."
    return _tell(replace(table, ledger=ledger, debts=debts), "TM-25", text)


def repay(table: Table) -> Table:
    """TM-26, TM-R14: borrowers pay back what they can; the rest stays open."""
    ledger, owed = table.ledger, []
    for seat in range(table.seats):
        due = table.box.loan_back * table.loans[seat] + table.box.bank_debt_step * table.debts[seat]
        can = min(due, ledger.balance(seat))
        ledger = ledger.pay(seat, BANK, can, "TM-26 pays the loan back")
        owed.append(due - can)
    table = replace(table, ledger=ledger, owed=tuple(owed))
    short = [f"{name(s)} still owes {o}." for s, o in enumerate(owed) if o]
    return _tell(table, "TM-26", *short)


PHASES: Mapping[str, Callable[[Table], Script[Table]]] = {
    "deal": deal, "offer": offer, "bid": bid, "pick": pick, "sell": sell, "end": end,
}  # fmt: skip
