"""Turin Market's end: the last sales, majorities good by good, loans back, the next game (TM-20 … TM-28)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from mechanics import majorities
from mechanics.frozen import replace
from mechanics.games.turin.state import Table, cards_said, enter, holdings, loan, loan_said, score, tell
from mechanics.games.turin.trade import window
from mechanics.ledger import BANK, Page, Payment
from mechanics.table import Event, Script, event, name, told


def end(table: Table) -> Script[Table]:
    """TM-R23, TM-20: a last chance to buy, collateral back, held-back cards turned up."""
    table = yield from window(table)
    opened = tuple(mine + hand for mine, hand in zip(table.open, table.hands, strict=True))
    turned = [f"{name(s)} turns up {cards_said(hand)}." for s, hand in enumerate(table.hands) if hand]
    story = table.story + told(table.round, "TM-20", turned)
    return payout(enter(table, "payout", open=opened, hands=((),) * table.seats, offers=(), story=story))


def payout(table: Table) -> Table:
    """TM-22 … TM-28: good by good to the majorities, then loans back; then the next game of a match."""
    day = Payday(table)
    pay_goods(day, holdings(table))
    table = repay(day)
    scored = score(table)
    said = ", ".join([f"{name(s)} {score}" for s, score in enumerate(scored)])
    table = tell(table, "TM-27", f"Final scudi: {said}.", past=(*table.past, scored))
    if len(table.past) == table.box.games:
        return enter(table, "")
    ledger = table.ledger.at(table.round + 1, "payout")
    for seat in range(table.seats):
        ledger = ledger.pay(seat, BANK, ledger.balance(seat), "TM-28 clears the purse for the next game")
    return enter(replace(table, ledger=ledger, owed=()), "deal")


class Payday:
    """What the payouts change, one after the other: money, loans, debts, the story; `after` puts it on the table."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, Page(table.ledger)
        self.loans, self.debts = list(table.loans), list(table.debts)
        self.story: list[Event] = []

    def tell(self, rule: str, text: str) -> None:
        """Add a sentence to the story, under its rule."""
        self.story.append(event(self.table.round, rule, text))

    def after(self, owed: tuple[int, ...] = ()) -> Table:
        """Return the table after what has been paid so far."""
        return replace(
            self.table, ledger=self.page.closed(), loans=tuple(self.loans), debts=tuple(self.debts), owed=owed,
            story=self.table.story + tuple(self.story),
        )  # fmt: skip


def pay_goods(day: Payday, units: Sequence[tuple[int, ...]]) -> None:
    """TM-23, TM-24, TM-R15: good by good, levies first, then the majority; shares of a tie are rounded up.

    `units` are those held of each good, one number per seat. The levies of a tie go through the bank."""
    box, purses = day.table.box, day.page.balances
    for held, bank, good in zip(units, box.payouts, box.goods, strict=True):
        due = majority(majorities.standing(held), bank, box.levy, good)
        if due is None:
            continue
        payments: list[Payment] = []
        for levy in due.levies:
            payments += (levy,) if purses[levy[0]] >= levy[2] else in_need(day, levy)  # type: ignore[index]
        day.page.book([*payments, *due.payouts])
        day.tell(due.rule, due.text)


class Majority(NamedTuple):
    """What becomes of one good: levies, what the bank pays, and how it is told under its rule."""

    rule: str
    levies: tuple[Payment, ...]
    payouts: tuple[Payment, ...]
    text: str


@lru_cache(maxsize=1 << 12)
def majority(held: tuple[int, ...], bank: int, levy: int, good: str) -> Majority | None:
    """TM-23, TM-24: who pays and gets what for the units held of a good, None if nobody has any."""
    gains, winners = majorities.paid_out(held, bank, levy)
    if not winners:
        return None
    rule, pot = ("TM-23", winners[0]) if len(winners) == 1 else ("TM-24", BANK)
    levies = tuple(
        (seat, pot, -gain, f"TM-23 levy for some {good}")
        for seat, gain in enumerate(gains) if gain and seat not in winners
    )  # fmt: skip
    levied = sum(due for _, _, due, _ in levies) if pot != BANK else 0
    payouts = tuple((BANK, seat, gains[seat] - levied, f"{rule} payout for most {good}") for seat in winners)
    have = "has" if len(winners) == 1 else "have"
    text = f"{good.capitalize()}: {' and '.join(map(name, winners))} {have} most, +{gains[winners[0]]}."
    return Majority(rule, levies, payouts, text)


def in_need(day: Payday, levy: Payment) -> list[Payment]:
    """TM-23, TM-25: who cannot pay takes a loan; who has one already lets the bank pay and owes more."""
    seat, pot, due, _why = levy
    assert isinstance(seat, int)
    box, has, lent = day.table.box, day.page.balances[seat], []
    if day.loans[seat] < box.max_loans:
        has, lent = has + box.loan_cash, [loan(day.table, seat, "TM-25")]
        day.loans[seat] += 1
        day.tell("TM-25", loan_said(day.table, seat))
    if has >= due:
        return [*lent, levy]
    day.debts[seat] += 1
    day.tell("TM-25", f"The bank pays {due} for {name(seat)}, who owes {box.bank_debt_step} more at the end.")
    return [*lent, (BANK, pot, due, f"TM-25 levy paid for {name(seat)}")]


def repay(day: Payday) -> Table:
    """TM-26, TM-R14: borrowers pay back what they can; the rest stays open."""
    box, payments, owed = day.table.box, [], []
    for seat, (loans, debts) in enumerate(zip(day.loans, day.debts, strict=True)):
        due = box.loan_back * loans + box.bank_debt_step * debts
        can = min(due, day.page.balances[seat])
        payments.append((seat, BANK, can, "TM-26 pays the loan back"))
        owed.append(due - can)
    day.page.book(payments)
    day.story += told(day.table.round, "TM-26", [f"{name(s)} still owes {o}." for s, o in enumerate(owed) if o])
    return day.after(tuple(owed))
