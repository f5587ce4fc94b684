"""Why an answer is refused, in one sentence."""

from __future__ import annotations

import pytest

from mechanics.choices import Amount, Choice, Either, OneOf, Order, Several
from mechanics.refusals import whats_wrong

WRONG = [
    (Amount(0, 15), 18, "18 is 3 more than 15."),
    (Amount(2, 15), 0, "0 is 2 less than 2."),
    (Amount(0, 20, step=5), 7, "7 is not a step of 5."),
    (Amount(0, 15), "many", "'many' is not a whole number."),
    (Amount(0, 15), True, "True is not a whole number."),
    (OneOf((1, 2)), 3, "“3” is not possible here."),
    (OneOf(("buy", "pass")), "sell", "“sell” is not possible here."),
    (Several((1, 2, 3), 2, 2), (1,), "1 chosen is too few."),
    (Several((1, 2, 3), 0, 1), (1, 2), "2 chosen is too many."),
    (Several((1, 2, 3), 0, 2), (1, 9), "1 and 9 is not possible here."),
    (Several((1, 2, 3), 0, 2, weight=(1, 2, 3), low=1), (), "0 together is 1 less than 1."),
    (Several((1, 2, 3), 2, 3, weight=(4, 5, 6), low=9), (1,), "4 together is 5 less than 9."),
    (Several((1, 2, 3), 2, 3, weight=(4, 5, 6), low=6), (3,), "1 chosen is too few."),
    (Several((1, 2, 3), 0, 3, weight=(4, 5, 6), high=9), (1, 3), "10 together is 1 more than 9."),
    (Several((1, 2), 0, 2, weight=(4, 5), low=5, rest=4), (1, 2), "Of 9 together the smallest, 4, can be left out."),
    (Several((1, 2), 0, 2, weight=(4, 5), low=3), (1, 1), "1 and 1 is not possible here."),
    (OneOf(("buy",), closed=(("sell", "Nobody buys."),)), "sell", "Nobody buys."),
    (OneOf(("buy",), closed=(("sell", "Nobody buys."),)), "steal", "“steal” is not possible here."),
    (Several((1, 2), 0, 2, closed=((3, "3 is lent."),)), (1, 3), "3 is lent."),
    (Several((1, 2), 2, 2, closed=((1, "One 1 is lent."),)), (1,), "1 chosen is too few."),
    (Several((1, 2, 3), 0, 2), 1, "“1” is not possible here."),
    (Order(2), (0, 0), "0 and 0 is not possible here."),
    (Either((Amount(5, 9), OneOf(("pass",)))), 4, "“4” is not possible here."),
]


@pytest.mark.parametrize(("choice", "answer", "said"), WRONG, ids=[said for *_, said in WRONG])
def test_a_refusal_reads_as_a_sentence(choice: Choice, answer: object, said: str) -> None:
    assert answer not in choice
    assert whats_wrong(choice, answer) == said
