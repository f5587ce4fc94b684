"""Turin Market's end: the last sales, majorities good by good, loans back, the next game (TM-20 … TM-28)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mechanics import majorities
from mechanics.games.turin.state import Table, borrow, cards_said, credit, enter, holdings, put, score, tell
from mechanics.games.turin.trade import window
from mechanics.ledger import BANK
from mechanics.table import Script, Seat, name


def end(table: Table) -> Script[Table]:
    """TM-R23, TM-20: a last chance to buy, collateral back, held-back cards turned up."""
    table = replace((yield from window(table)), offers=())
    opened = tuple(mine + hand for mine, hand in zip(table.open, table.hands, strict=True))
    turned = [f"{name(s)} turns up {cards_said(hand)}." for s, hand in enumerate(table.hands) if hand]
    table = tell(replace(table, open=opened, hands=((),) * table.seats), "TM-20", *turned)
    return payout(enter(table, "payout"))


def payout(table: Table) -> Table:
    """TM-22 … TM-28: good by good to the majorities, then loans back; then the next game of a match."""
    held = holdings(table)
    for good in range(len(table.box.goods)):
        table = pay_good(table, held[good : good + 1], good)
    table = repay(table)
    scored = score(table)
    told = ", ".join(f"{name(s)} {score}" for s, score in enumerate(scored))
    table = tell(replace(table, past=(*table.past, scored)), "TM-27", f"Final scudi: {told}.")
    if len(table.past) == table.box.games:
        return enter(table, "")
    ledger = table.ledger.at(table.round + 1, "payout")
    for seat in range(table.seats):
        ledger = ledger.pay(seat, BANK, ledger.balance(seat), "TM-28 clears the purse for the next game")
    return enter(replace(table, ledger=ledger, owed=()), "deal")


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
    return tell(replace(table, ledger=ledger), rule, text)


def pay_levy(table: Table, seat: Seat, due: int, pot: Any, good: int) -> Table:
    """TM-23, TM-25: who cannot pay takes a loan; who has one already lets the bank pay and owes more."""
    if table.ledger.balance(seat) < due and credit(table, seat):
        table = borrow(table, seat, "TM-25")
    if table.ledger.balance(seat) >= due:
        ledger = table.ledger.pay(seat, pot, due, f"TM-23 levy for some {table.box.goods[good]}")
        return replace(table, ledger=ledger)
    ledger = table.ledger.pay(BANK, pot, due, f"TM-25 levy paid for {name(seat)}")
    debts = put(table.debts, seat, table.debts[seat] + 1)
    text = f"The bank pays {due} for {name(seat)}, who owes {table.box.bank_debt_step} more at the end."
    return tell(replace(table, ledger=ledger, debts=debts), "TM-25", text)


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
    return tell(table, "TM-26", *short)
