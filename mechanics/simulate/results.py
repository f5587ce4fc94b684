"""One game of a tournament as rows: one a seat, with score, place, cash, fault, and every movement of its purse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.ledger import BANK, Ledger, step_of
from mechanics.table import Game, name

MONEY, TO, FROM = "money: ", "paid to ", "got from bank"
OTHER = "other"
FIRST = ("game", "deal", "line_up", "seat", "strategy", "score", "place", "cash", "fault")  # columns of every game
Row = dict[str, Any]


def rows(game: Game, table: Any, faults: Sequence[str]) -> list[Row]:
    """Return what each seat got out of a finished game: score, place, cash, fault, the game's own counters, money.

    "money: …" are the steps in which the purse came about (they sum to cash), "paid to …" and "got from bank" say
    between whom the same money moved (what the whole table but the seats holds is the bank's)."""
    scores = game.scores(table)
    seats = range(len(scores))
    ledger: Ledger = table.ledger
    own = counted(game, table, len(scores))
    moved = movements(ledger, len(scores), game.STEPS)
    head = zip(scores, places(scores, faults), map(ledger.balance, seats), faults, strict=True)
    return [
        {"score": score, "place": place, "cash": cash, "fault": fault, **own[seat], **moved[seat]}
        for seat, (score, place, cash, fault) in enumerate(head)
    ]


def places(scores: Sequence[int], faults: Sequence[str]) -> list[int]:
    """Return each seat's place, 1 the best; equal scores share the better place, a seat with a fault is last.

    >>> places([7, 9, 9], ["", "", ""]), places([7, 9, 9], ["", "raised", ""])
    ([3, 1, 1], [2, 3, 1])"""
    clean = [score for score, fault in zip(scores, faults, strict=True) if not fault]
    return [
        len(scores) if fault else 1 + sum(other > score for other in clean)
        for score, fault in zip(scores, faults, strict=True)
    ]


def counted(game: Game, table: Any, seats: int) -> Sequence[Mapping[str, int]]:
    """Return what the game itself counts for each seat, if it exports `counters(table)`: one mapping a seat."""
    counters = getattr(game, "counters", None)
    return [{}] * seats if counters is None else counters(table)


def movements(ledger: Ledger, seats: int, steps: Mapping[str, Sequence[str]]) -> list[dict[str, int]]:
    """Return for each seat the money of every step, and what it paid to each seat and to and from the bank."""
    payees = [*map(name, range(seats)), BANK]
    heads = [*(MONEY + step for step in (*steps, OTHER)), *(f"{TO}{payee}" for payee in payees), FROM]
    sums = [dict.fromkeys(heads, 0) for _ in range(seats)]
    known: dict[str, str] = {}
    for entry in ledger.entries:
        step = known.get(entry.why) or known.setdefault(entry.why, MONEY + (step_of(entry, steps) or OTHER))
        payer, payee, amount = entry.payer, entry.payee, entry.amount
        if isinstance(payer, int):
            sums[payer][step] -= amount
            sums[payer][TO + (name(payee) if isinstance(payee, int) else str(BANK))] += amount
        if isinstance(payee, int):
            sums[payee][step] += amount
            sums[payee][FROM] += 0 if isinstance(payer, int) else amount
    return sums
