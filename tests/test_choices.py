"""The five shapes of an answer: what is in a choice, what `pick` can reach, and how a choice and a refusal read."""

from __future__ import annotations

from itertools import chain, combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.bots import smallest
from mechanics.choices import (
    Amount,
    Choice,
    Either,
    Free,
    OneOf,
    Order,
    Several,
    is_plain,
    listed,
    options_of,
)


def picks(choice: Choice, many: int = 600) -> set[Any]:
    """What a few hundred random answers reach."""
    rng = np.random.default_rng(1)
    return {choice.pick(rng) for _ in range(many)}


def subsets(options: tuple[Any, ...]) -> set[tuple[Any, ...]]:
    """Every selection of the options, in their order."""
    return set(chain.from_iterable(combinations(options, many) for many in range(len(options) + 1)))


WEIGHED = Several(("a", "b", "c", "d"), 1, 3, weight=(1, 2, 3, 5), low=5, high=6)
TWICE = Several((2, 2, 3), 1, 2)
REACH: list[tuple[Choice, set[Any]]] = [
    (Amount(2, 5), {2, 3, 4, 5}),
    (Amount(-3, 3, step=3), {-3, 0, 3}),
    (Amount(1, 6, step=2), {1, 3, 5}),
    (Amount(4, 4), {4}),
    (OneOf((3, "3", "none")), {3, "3", "none"}),
    (Several((1, 2, 3), 0, 3), subsets((1, 2, 3))),
    (Several((1, 2, 3), 2, 2), {(1, 2), (1, 3), (2, 3)}),
    (Several((1, 2), 1, 9), {(1,), (2,), (1, 2)}),
    (Several((), 0, 0), {()}),
    (TWICE, {(2,), (3,), (2, 2), (2, 3)}),
    (WEIGHED, {("d",), ("a", "d"), ("b", "c"), ("a", "b", "c")}),
    (Several((1, 2, 3), 0, 3, weight=(4, 5, 6), high=5), {(), (1,), (2,)}),
    (Several((1, 2, 3), 0, 3, weight=(4, 5, 6), low=11), {(2, 3), (1, 2, 3)}),
    (Several((7, 7), 1, 2, weight=(1, 4), low=4, high=4), {(7,)}),
    (Order(3), set(permutations(range(3)))),
    (Order(0), {()}),
    (Either((Amount(1, 2), OneOf(("pass",)))), {1, 2, "pass"}),
]


@pytest.mark.parametrize(("choice", "reached"), REACH, ids=[repr(choice)[:60] for choice, _ in REACH])
def test_random_answers_reach_every_legal_answer_and_no_other(choice: Choice, reached: set[Any]) -> None:
    assert picks(choice) == reached
    assert all(answer in choice and is_plain(answer) for answer in reached)


@pytest.mark.parametrize(("choice", "reached"), REACH, ids=[repr(choice)[:60] for choice, _ in REACH])
def test_the_least_answer_is_a_legal_one(choice: Choice, reached: set[Any]) -> None:
    assert smallest(choice) in reached


@pytest.mark.parametrize("choice", [choice for choice, _ in REACH if isinstance(choice, Several)], ids=repr)
def test_a_selection_is_legal_just_when_it_can_be_picked(choice: Several) -> None:
    reached = {tuple(sorted(answer, key=str)) for answer in picks(choice)}
    for answer in subsets(choice.options + ("z",)):
        assert (answer in choice) == (tuple(sorted(answer, key=str)) in reached), answer


@given(st.data())
def test_a_weighed_selection_that_is_picked_is_always_legal(data: Any) -> None:
    weight = tuple(data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=6)))
    options = tuple(data.draw(st.lists(st.integers(1, 4), min_size=len(weight), max_size=len(weight))))
    some = data.draw(st.lists(st.booleans(), min_size=len(weight), max_size=len(weight)))
    aim = sum(w for w, taken in zip(weight, some, strict=True) if taken)
    choice = Several(options, 0, len(options), weight=weight, low=aim, high=aim)
    for seed in range(5):
        assert choice.pick(np.random.default_rng(seed)) in choice


def test_no_way_to_choose_is_said_and_not_drawn() -> None:
    choice = Several((1, 2), 1, 2, weight=(5, 5), low=1, high=4)
    with pytest.raises(ValueError, match="There is no way to choose 1 to 2 of 1 or 2, together 1 to 4"):
        choice.pick(np.random.default_rng(0))
    with pytest.raises(ValueError, match="There is no way to choose"):
        smallest(choice)


def test_equal_options_of_different_weight_count_as_either() -> None:
    choice = Several((7, 7, 7), 1, 2, weight=(1, 2, 4), low=3, high=5)
    legal = {total for many in (1, 2) for total in map(sum, combinations((1, 2, 4), many)) if 3 <= total <= 5}
    assert legal == {3, 4, 5} and (7,) in choice and (7, 7) in choice and (7, 7, 7) not in choice
    assert (7, 7) in Several((7, 7, 7), 1, 2, weight=(1, 2, 4), low=5, high=5)
    assert (7, 7) not in Several((7, 7, 7), 1, 2, weight=(1, 2, 4), low=4, high=4)


@given(st.lists(st.integers(0, 6), min_size=2, max_size=5), st.integers(0, 12), st.integers(0, 4))
def test_equal_options_weigh_whatever_some_of_them_weigh(weights: list[int], low: int, wide: int) -> None:
    choice = Several((7,) * len(weights), 0, len(weights), weight=tuple(weights), low=low, high=low + wide)
    for many in range(len(weights) + 1):
        fits = any(low <= sum(some) <= low + wide for some in combinations(weights, many))
        assert ((7,) * many in choice) == fits


@pytest.mark.parametrize("answer", [True, 3.0, np.int64(3), "3", None, (3,), [3], Free(3)])
def test_only_a_plain_whole_number_is_an_amount(answer: object) -> None:
    assert answer not in Amount(0, 9) and answer not in OneOf((3,)) and answer not in Either((Amount(0, 9),))


@pytest.mark.parametrize("answer", [[1, 2], (True, 2), (1.0, 2), (np.int64(1), 2), (1, 1), (1, 9), 1, "12", ((1,), 2)])
def test_only_plain_options_make_a_selection(answer: object) -> None:
    assert answer not in Several((1, 2, 3), 0, 3)


@pytest.mark.parametrize("answer", [[0, 1], (0,), (0, 0), (1, 2), (0, True), (0.0, 1), ("0", "1"), 1, (0, 1, 2)])
def test_only_every_number_once_is_an_order(answer: object) -> None:
    assert answer not in Order(2)


@pytest.mark.parametrize("answer", [1, 7, 4, 3])
def test_amounts_lie_on_their_steps_between_their_limits(answer: int) -> None:
    assert (answer in Amount(2, 6, step=2)) == (answer == 4)


def test_one_and_true_and_the_word_one_are_three_things() -> None:
    assert 1 in OneOf((1,)) and "1" in OneOf(("1",))
    assert "1" not in OneOf((1,)) and True not in OneOf((1,)) and 1.0 not in OneOf((1,))


def test_plain_answers_are_whole_numbers_words_and_tuples_of_them() -> None:
    assert all(map(is_plain, (1, "a", (), (1, "a"))))
    assert not any(map(is_plain, (True, 1.0, None, [1], ((1,),), (1, None), np.int64(1), Free(1))))


SAID = [
    (Amount(0, 15), "a whole number from 0 to 15"),
    (Amount(3, 3), "only 3"),
    (Amount(0, 20, step=5), "a whole number from 0 to 20 in steps of 5"),
    (Amount(0, 11, because="4 lie on a card"), "a whole number from 0 to 11 (4 lie on a card)"),
    (OneOf(("buy", "pass")), "buy or pass"),
    (OneOf((1, 2, 3), because="your hand"), "1, 2 or 3 (your hand)"),
    (Several((1, 2, 3), 2, 2), "exactly 2 of 1, 2 or 3"),
    (Several(("wine", "wine", "silk"), 0, 2), "0 to 2 of wine ×2 or silk"),
    (Several((1, 2), 0, 2, because="for sale"), "0 to 2 of 1 or 2 (for sale)"),
    (Several((1, 2), 0, 2, weight=(3, 4), high=5), "0 to 2 of 1 or 2, together at most 5"),
    (Several((1, 2), 0, 2, weight=(3, 4), low=5), "0 to 2 of 1 or 2, together at least 5"),
    (Several((1, 2), 0, 2, weight=(3, 4), low=3, high=5), "0 to 2 of 1 or 2, together 3 to 5"),
    (Order(4), "every number from 0 to 3, each once"),
    (Either((Amount(5, 9), OneOf(("pass",))), because="the bid stands at 4"),
     "a whole number from 5 to 9, or pass (the bid stands at 4)"),
]  # fmt: skip


@pytest.mark.parametrize(("choice", "said"), SAID, ids=[said for _, said in SAID])
def test_a_choice_reads_as_words(choice: Choice, said: str) -> None:
    assert str(choice) == said


def test_lists_read_as_lists() -> None:
    assert [listed(options) for options in ((), ("a",), ("a", 2), (1, 2, 3))] == ["nothing", "a", "a or 2", "1, 2 or 3"]


def test_the_named_options_of_every_choice_are_found() -> None:
    nested = Either((Amount(0, 3), OneOf(("a", "b")), Several((1, 2), 0, 2), Order(2)))
    assert list(options_of(nested)) == ["a", "b", 1, 2]
    assert list(options_of(Amount(0, 3))) == []


def test_random_answers_are_fair() -> None:
    rng = np.random.default_rng(2)
    drawn = [Amount(0, 3).pick(rng) for _ in range(4000)]
    assert all(900 < drawn.count(amount) < 1100 for amount in range(4))
    chosen = [option for _ in range(2000) for option in Several((1, 2, 3), 0, 3).pick(rng)]
    assert all(900 < chosen.count(option) < 1100 for option in (1, 2, 3))


LEAN = Several(("a", "b", "c", "d"), 1, 4, weight=(5, 5, 3, 2), low=8, rest=7)


def test_with_a_bound_on_the_rest_no_chosen_option_can_be_left_out() -> None:
    legal = {("a", "b"), ("a", "c"), ("b", "c")}
    assert picks(LEAN) == legal
    assert {some for some in subsets(LEAN.options) if some in LEAN} == legal
    assert smallest(LEAN) in legal


@given(st.lists(st.integers(1, 6), min_size=1, max_size=7), st.data())
def test_a_lean_selection_is_picked_just_as_it_is_legal(weights: list[int], data: Any) -> None:
    low = data.draw(st.integers(1, sum(weights)))
    most = data.draw(st.integers(1, len(weights)))
    names = tuple(data.draw(st.lists(st.integers(1, 3), min_size=len(weights), max_size=len(weights))))
    choice = Several(names, 1, most, weight=tuple(weights), low=low, rest=low - 1)
    ways = [way for many in range(1, most + 1) for way in combinations(range(len(weights)), many)]
    total = {way: sum(weights[i] for i in way) for way in ways}
    lean = [way for way in ways if total[way] >= low and all(total[way] - weights[i] < low for i in way)]
    legal = {tuple(sorted(names[i] for i in way)) for way in lean}
    for way in ways:
        said = tuple(names[i] for i in way)
        assert (said in choice) == (tuple(sorted(said)) in legal)
    for seed in range(4):
        if legal:
            assert tuple(sorted(choice.pick(np.random.default_rng(seed)))) in legal  # type: ignore[type-var]
        else:
            with pytest.raises(ValueError, match="There is no way to choose"):
                choice.pick(np.random.default_rng(seed))


def test_a_lean_selection_says_so() -> None:
    assert str(LEAN) == "1 to 4 of a, b, c or d, together at least 8, none of them to spare"
    loose = Several((1, 2), 0, 2, weight=(1, 2), rest=1)
    assert str(loose) == "0 to 2 of 1 or 2, without the smallest at most 1"
    assert {some for some in subsets((1, 2)) if some in loose} == {(), (1,), (2,)}
