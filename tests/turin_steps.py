"""How the tests drive single steps of Turin Market: set a table by hand, answer its questions, look at what is left."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import pytest

from mechanics.bots import smallest
from mechanics.games.turin import BOX, Box, Table
from mechanics.games.turin.payout import Payday, pay_goods
from mechanics.games.turin.script import PHASES
from mechanics.ledger import BANK, Ledger
from mechanics.table import Answer, Ask, Free, IllegalMove, Seat, check

Given = tuple[str, Mapping[Seat, Answer]]
LOAN = Free("loan")


def at(phase: str, purses: Sequence[int], box: Box = BOX, **fields: Any) -> Table:
    """A table at the head of a phase of round 1, one purse a seat; nobody holds anything unless `fields` say so."""
    ledger = Ledger.open(len(purses)).at(1, phase)
    for seat, scudi in enumerate(purses):
        ledger = ledger.pay(BANK, seat, scudi, "TM-S1 starts with")
    nothing, none = ((),) * len(purses), (0,) * len(purses)
    usual = {"round": 1, "hands": nothing, "open": nothing, "loans": none, "debts": none}
    return Table(phase, len(purses), box, ledger, **{**usual, **fields})


def drive(step: Generator[Ask[Table], Any, Any], *given: Given) -> Any:
    """Answer the questions of a step in order, each by its rule id, and return what the step returns."""
    left = list(given)
    try:
        ask = next(step)
        while True:
            ask = step.send(_answers(ask, left))
    except StopIteration as over:
        assert not left, f"never asked: {left}"
        return over.value


def asked(step: Generator[Ask[Table], Any, Any], *given: Given) -> Ask[Table]:
    """Answer the given questions of a step and return the next one."""
    ask = next(step)
    for answers in given:
        ask = step.send(_answers(ask, [answers]))
    return ask


def _answers(ask: Ask[Table], left: list[Given]) -> Mapping[Seat, Answer]:
    assert left, f"{ask.rule} asks {ask.allowed}, and nobody was to be asked any more"
    rule, answers = left.pop(0)
    assert ask.rule == rule
    moves_on_the_side = any(isinstance(answer, Free) for answer in answers.values())
    assert len(answers) == 1 if moves_on_the_side else set(answers) == set(ask.allowed)
    for seat, answer in answers.items():
        check(ask, seat, answer)
    return answers


def to_all(answers: Sequence[Answer]) -> Mapping[Seat, Answer]:
    """One answer a seat, P1 first."""
    return dict(enumerate(answers))


def bidding(bids: Sequence[int], *more: Given, box: Box = BOX, purse: int = 15, **fields: Any) -> Table:
    """An auction from the sealed bids to the payments, with as many cards in the centre as there are prizes."""
    prizes = box.auction(len(bids), bool(fields.get("opening"))).prizes
    table = at("bid", [purse] * len(bids), box, **{"centre": tuple(range(1, sum(prizes) + 1)), **fields})
    return drive(PHASES["bid"](table), ("TM-3", to_all(bids)), *more)


def good_paid(table: Table, held: tuple[int, ...], good: int) -> Table:
    """The table after one good has been paid out, of which each holds so much, and nobody any of the others."""
    day, nothing = Payday(table), (0,) * table.seats
    pay_goods(day, [held if other == good else nothing for other in range(len(table.box.goods))])
    return day.after()


def pick_first(table: Table) -> Table:
    """The picking, where everybody takes what lies first."""
    step = PHASES["pick"](table)
    try:
        ask = next(step)
        while True:
            ask = step.send({seat: smallest(choice) for seat, choice in ask.allowed.items()})
    except StopIteration as over:
        return over.value


def purses(table: Table) -> tuple[int, ...]:
    """The scudi of every seat."""
    return tuple(table.ledger.balance(seat) for seat in range(table.seats))


def told(table: Table, rule: str) -> list[str]:
    """What the story says under a rule."""
    return [event.text for event in table.story if event.rule == rule]


def reasons(table: Table) -> list[str]:
    """Why money has moved since the table was set."""
    return [entry.why for entry in table.ledger.entries if entry.rule != "TM-S1"]


def refusal(ask: Ask[Table], seat: Seat, answer: object) -> IllegalMove:
    """The refusal of an answer that must not be taken."""
    with pytest.raises(IllegalMove) as refused:
        check(ask, seat, answer)  # type: ignore[arg-type]
    return refused.value
