"""Turin Market's end: the last sales, majorities good by good, loans back, the next game (TM-20 … TM-28)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mechanics import majorities
from mechanics.frozen import replace
from mechanics.games.turin.state import (
    Table,
    cards_said,
    credit,
    enter,
    holdings,
    loan,
    put,
    score,
    sign,
    tell,
)
from mechanics.games.turin.trade import window
from mechanics.ledger import BANK, Account, Payment
from mechanics.table import Script, Seat, name


def end(table: Table) -> Script[Table]:
    """TM-R23, TM-20: a last chance to buy, collateral back, held-back cards turned up."""
    table = yield from window(table)
    opened = tuple(mine + hand for mine, hand in zip(table.open, table.hands, strict=True))
    turned = [f"{name(s)} turns up {cards_said(hand)}." for s, hand in enumerate(table.hands) if hand]
    table = tell(table, "TM-20", *turned, open=opened, hands=((),) * table.seats, offers=())
    return payout(enter(table, "payout"))


def payout(table: Table) -> Table:
    """TM-22 … TM-28: good by good to the majorities, then loans back; then the next game of a match."""
    for good, held in enumerate(holdings(table)):
        table = pay_good(table, held, good)
    table = repay(table)
    scored = score(table)
    told = ", ".join(f"{name(s)} {score}" for s, score in enumerate(scored))
    table = tell(table, "TM-27", f"Final scudi: {told}.", past=(*table.past, scored))
    if len(table.past) == table.box.games:
        return enter(table, "")
    ledger = table.ledger.at(table.round + 1, "payout")
    for seat in range(table.seats):
        ledger = ledger.pay(seat, BANK, ledger.balance(seat), "TM-28 clears the purse for the next game")
    return enter(replace(table, ledger=ledger, owed=()), "deal")


def pay_good(table: Table, held: tuple[int, ...], good: int) -> Table:
    """TM-23, TM-24, TM-R15: levies first, then the majority; shares of a tie are rounded up.

    `held` are the units of this good, one number per seat. The levies of a tie go through the bank."""
    due, payments = majority(held, table.box.payouts[good], table.box.levy, table.box.goods[good]), list[Payment]()
    if due is None:
        return table
    for seat, levied in due.levies:
        table, levy = pay_levy(table, seat, levied, due.pot, good)
        payments += levy
    return tell(table, due.rule, due.text, ledger=table.ledger.book([*payments, *due.payouts]))


class Majority(NamedTuple):
    """What becomes of one good: the levy of each seat, where levies go, what the bank pays, and how it is told."""

    rule: str
    levies: tuple[tuple[Seat, int], ...]
    pot: Account
    payouts: tuple[Payment, ...]
    text: str


@lru_cache(maxsize=1 << 11)
def majority(held: tuple[int, ...], bank: int, levy: int, good: str) -> Majority | None:
    """TM-23, TM-24: who pays and gets what for the units held of a good, None if nobody has any."""
    gains, winners = majorities.paid_out(held, bank, levy)
    if not winners:
        return None
    rule, pot = ("TM-23", winners[0]) if len(winners) == 1 else ("TM-24", BANK)
    levies = tuple((seat, -gain) for seat, gain in enumerate(gains) if gain and seat not in winners)
    levied = sum(due for _, due in levies) if pot != BANK else 0
    why = f"{rule} payout for most {good}"
    payouts = tuple((BANK, seat, gains[seat] - levied, why) for seat in winners)
    have = "has" if len(winners) == 1 else "have"
    text = f"{good.capitalize()}: {' and '.join(map(name, winners))} {have} most, +{gains[winners[0]]}."
    return Majority(rule, levies, pot, payouts, text)


def pay_levy(table: Table, seat: Seat, due: int, pot: Account, good: int) -> tuple[Table, list[Payment]]:
    """TM-23, TM-25: who cannot pay takes a loan; who has one already lets the bank pay and owes more."""
    has, lent = table.ledger.balances[seat], list[Payment]()
    if has < due and credit(table, seat):
        has, lent = has + table.box.loan_cash, [loan(table, seat, "TM-25")]
        table = sign(table, seat, "TM-25")
    if has >= due:
        return table, [*lent, (seat, pot, due, f"TM-23 levy for some {table.box.goods[good]}")]
    debts = put(table.debts, seat, table.debts[seat] + 1)
    text = f"The bank pays {due} for {name(seat)}, who owes {table.box.bank_debt_step} more at the end."
    paid = (BANK, pot, due, f"TM-25 levy paid for {name(seat)}")
    return tell(table, "TM-25", text, debts=debts), [*lent, paid]


def repay(table: Table) -> Table:
    """TM-26, TM-R14: borrowers pay back what they can; the rest stays open."""
    box, ledger, owed, payments = table.box, table.ledger, [], []
    for seat, (loans, debts) in enumerate(zip(table.loans, table.debts, strict=True)):
        due = box.loan_back * loans + box.bank_debt_step * debts
        can = min(due, ledger.balances[seat])
        payments.append((seat, BANK, can, "TM-26 pays the loan back"))
        owed.append(due - can)
    short = [f"{name(s)} still owes {o}." for s, o in enumerate(owed) if o]
    return tell(table, "TM-26", *short, ledger=ledger.book(payments), owed=tuple(owed))
