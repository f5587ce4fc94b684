"""Worths: four kinds, plain things that stand for them, sentences, and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mechanics import theory
from mechanics.auctions import Auction
from mechanics.worths import Differing, Estimated, Known, Private, of_places, read

F = Fraction
ONE, TWO = Auction((1,)), Auction((10, 5))


# --- four kinds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", [10, (10,), [10], np.array([10]), np.int64(10), F(20, 2)])
def test_a_known_worth_is_one_number_a_place_however_it_is_written(places: Any) -> None:
    assert Known(places) == Known((10,)) and Known(places).places == (10,)
    assert [type(worth) for worth in Known(places).places] == [int]


def test_exact_worths_stay_exact_and_floats_stay_floats() -> None:
    assert Known((F(7, 2), 3)).places == (F(7, 2), 3)
    assert Known((3.5, 3)).places == (3.5, 3.0) and type(Known((3.5, 3)).places[1]) is float
    assert Known((0, 0)).places == (0, 0)


def test_worths_that_differ_have_one_row_and_one_budget_per_bidder() -> None:
    worths = Differing([10, (8, 4), F(5, 2)], budgets=[None, 3, 0])
    assert worths.worths == ((10,), (8, 4), (F(5, 2),)) and worths.budgets == (None, 3, 0)
    assert Differing([1, 2]).budgets == (None, None)


def test_private_values_keep_those_that_can_be_in_order() -> None:
    worths = Private({7: F(1, 4), 2: F(3, 4), 5: 0})
    assert list(worths.chances.items()) == [(2, F(3, 4)), (7, F(1, 4))] and worths.budget is None
    assert Private([0, 0.5, 0.5]).chances == {1: 0.5, 2: 0.5}  # type: ignore[arg-type]


def test_a_number_of_errors_stands_for_equal_chances_on_both_sides() -> None:
    for m in (2, np.int64(2)):
        assert Estimated(m).errors == {e: F(1, 5) for e in (-2, -1, 0, 1, 2)}  # type: ignore[arg-type]
    assert Estimated(0).errors == {0: 1}
    assert list(Estimated({3: 0.5, -1: 0.5, 0: 0}).errors.items()) == [(-1, 0.5), (3, 0.5)]


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 5), min_size=1, max_size=6))
def test_errors_come_back_as_they_were_given(weights: dict[int, int]) -> None:
    errors = {error: F(weight, sum(weights.values())) for error, weight in weights.items()}
    assert Estimated(errors).errors == errors and list(Estimated(errors).errors) == sorted(errors)


@pytest.mark.parametrize(
    "made",
    [
        lambda: Known((10, 5)),
        lambda: Known(10, budget=4),
        lambda: Differing([10, 8], [None, 4]),
        lambda: Private({1: F(1, 2), 2: F(1, 2)}, budget=1),
        lambda: Estimated(3),
    ],
)
def test_equal_worths_are_one_key_cannot_be_changed_and_travel(made: Callable[[], Any]) -> None:
    one, same = made(), made()
    assert one == same and {one: 1}[same] == 1
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(FrozenInstanceError):
        one.budget = 3


def test_other_worths_are_other_keys() -> None:
    keys = {Private({1: 1}), Private({1: 1}, budget=1), Private({2: 1}), Estimated(1), Estimated(2), Known(1)}
    assert len(keys | {Known(1, budget=1)}) == 7
    assert Private({1: 0.5, 2: 0.5}) == Private({2: F(1, 2), 1: F(1, 2)})
    assert hash(Private({1: 0.5, 2: 0.5})) == hash(Private({2: F(1, 2), 1: F(1, 2)}))


# --- continuous distributions in cells -------------------------------------------------------------------------------


def test_even_values_have_half_cells_at_both_ends() -> None:
    assert list(Private.shaped("uniform", 4).chances.values()) == pytest.approx([1 / 8, 1 / 4, 1 / 4, 1 / 4, 1 / 8])


@pytest.mark.parametrize("k", [0.5, 2, 3])
def test_a_power_has_the_chance_of_its_cells(k: float) -> None:
    law = Private.shaped("power", 10, k=k).chances
    assert sum(law.values()) == pytest.approx(1, abs=1e-12)
    assert sum(list(law.values())[:7]) == pytest.approx(0.65**k, abs=1e-12)


def test_a_triangle_has_its_peak_where_it_is_said_and_a_bell_its_mean_and_spread() -> None:
    triangle = Private.shaped("triangle", 100, mode=0.3).chances
    assert max(triangle, key=triangle.__getitem__) == 30
    mean = sum(v * float(chance) for v, chance in triangle.items())
    assert mean == pytest.approx(100 * (0 + 1 + 0.3) / 3, abs=0.1)
    bell = Private.shaped("normal", 100, mean=0.4, sd=0.05).chances
    mean = sum(v * float(chance) for v, chance in bell.items())
    spread = sum((v - mean) ** 2 * float(chance) for v, chance in bell.items())
    assert mean == pytest.approx(40, abs=0.01) and spread == pytest.approx(25, abs=0.2)
    assert Private.shaped("normal", 100).chances[50] == max(Private.shaped("normal", 100).chances.values())


@pytest.mark.parametrize(
    ("shape", "form", "law"),
    [
        ("uniform", {}, stats.uniform()),
        ("power", {"k": 2}, stats.powerlaw(2)),
        ("triangle", {"mode": 0.8}, stats.triang(0.8)),
        ("normal", {"mean": 0.6, "sd": 0.3}, stats.truncnorm(-2, 4 / 3, 0.6, 0.3)),
    ],
)
def test_finer_cells_come_closer_to_the_continuous_law(shape: str, form: dict[str, float], law: Any) -> None:
    revenue = theory.revenue_for_cdf(4, law.cdf)
    off = []
    for cells in (10, 100, 1000):
        chances = Private.shaped(shape, cells, **form).chances
        assert sum(chances.values()) == pytest.approx(1, abs=1e-9)
        off.append(abs(float(theory.second_highest(chances, 4)) / cells - revenue))
    assert off[0] > off[1] > off[2] and off[2] < 1e-5


# --- plain things ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plain", "auction", "bidders", "meant"),
    [
        (10, ONE, 3, Known(10)),
        (F(7, 2), ONE, 3, Known(F(7, 2))),
        ([10], ONE, 3, Known(10)),
        ((10, 5), TWO, 3, Known((10, 5))),
        ((10, 5), TWO, 2, Known((10, 5))),
        ((10, 5), ONE, 2, Differing([10, 5])),
        ((10, 5, 3), TWO, 3, Differing([10, 5, 3])),
        ([(10, 5), (8, 4)], TWO, 2, Differing([(10, 5), (8, 4)])),
        ({1: 0.5, 2: 0.5}, ONE, 3, Private({1: 0.5, 2: 0.5})),
        (Private({1: 1}), ONE, 3, Private({1: 1})),
        (Estimated(2), ONE, 3, Estimated(2)),
        (Differing([1, 2]), ONE, 3, Differing([1, 2])),
    ],
)
def test_plain_things_stand_for_worths(plain: Any, auction: Auction, bidders: int, meant: Any) -> None:
    assert read(plain, auction, bidders) == meant


def test_what_places_are_worth_has_a_row_for_each_kind() -> None:
    assert of_places(Known((10, 5)), TWO, 4) == ((10, 5),)
    assert of_places(Known((10, 5)), Auction((3, 1, 0)), 4) == ((10, 5),)
    assert of_places(Differing([(10, 5), (8, 4)]), TWO, 2) == ((10, 5), (8, 4))
    assert of_places(Private({2: 0.5, 7: 0.5}), Auction((3, 1, 0)), 3) == ((6, 2), (21, 7))


@pytest.mark.parametrize(
    ("worths", "sentence"),
    [
        (Known(10), "worth 10 to everybody"),
        (Known((10, F(5, 2))), "worth 10 and 5/2 to everybody"),
        (Known((10, 5.5, 2)), "worth 10, 5.5 and 2 to everybody"),
        (Known(10, budget=4), "worth 10 to everybody, no bid above 4"),
        (Differing([10, (8, 4)], [None, 3]), "worth 10, 8 and 4 (can bid 3) to the bidders"),
        (Private({1: F(1, 2), 4: F(1, 2)}), "private values from 1 to 4, each as likely"),
        (Private({1: 0.3, 4: 0.7}, budget=2), "private values from 1 to 4, not each as likely, no bid above 2"),
        (Estimated(3), "one worth for all, estimated with errors from -3 to 3"),
    ],
)
def test_worths_are_part_of_a_sentence(worths: Any, sentence: str) -> None:
    assert str(worths) == sentence


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Known(-1), r"0 or more and goes down from the best place on; \(-1,\) does not"),
        (lambda: Known((5, 10)), "goes down from the best place on"),
        (lambda: Known(()), "goes down from the best place on"),
        (lambda: Known(float("nan")), "0 or more"),
        (lambda: Known((float("inf"), 1)), "0 or more"),
        (lambda: Known(True), "are numbers; True is not"),
        (lambda: Known(10, budget=-1), "budget is a whole number, 0 or more, or None; -1 is not"),
        (lambda: Known("10"), "are numbers; '1' is not"),
        (lambda: Differing([5, 6], [1]), "one budget per bidder: 2, not 1"),
        (lambda: Differing([5, 6], [1, -1]), "budget is a whole number, 0 or more, or None; -1 is not"),
        (lambda: Differing([5, 6], [1, 2.5]), "budget is a whole number"),
        (lambda: Differing([5, (1, 2)]), "goes down"),
        (lambda: Private({1: 0.5, 2: 0.4}), "the values add up to 0.9, 0.09999999999999998 less than 1"),
        (lambda: Private({1: F(1, 2), 2: F(2, 3)}), "add up to 7/6, 1/6 more than 1"),
        (lambda: Private({}), "add up to 0, 1 less"),
        (lambda: Private({1.5: 1}), "whole, 0 or more; 1.5 is not"),
        (lambda: Private({-1: 1}), "whole, 0 or more; -1 is not"),
        (lambda: Private({1: 1.5, 2: -0.5}), "Chances are 0 or more"),
        (lambda: Private({1: 1}, budget=1.5), "budget is a whole number"),
        (lambda: Private.shaped("circle", 10), "uniform, power, triangle, normal; 'circle' is not"),
        (lambda: Private.shaped("uniform", 0), "highest value is a whole number, 1 or more; 0 is not"),
        (lambda: Private.shaped("uniform", 2.5), "highest value is a whole number"),
        (lambda: Private.shaped("power", 10, k=0), "A power is above 0"),
        (lambda: Private.shaped("triangle", 10, mode=1.2), "a mode from 0 to 1"),
        (lambda: Private.shaped("normal", 10, sd=-1), "a deviation above 0"),
        (lambda: Private.shaped("normal", 10, mean=50, sd=0.01), "no value lies within the range"),
        (lambda: Private.shaped("normal", 10, mean=float("nan")), "no value lies within the range"),
        (lambda: Estimated(-1), "or one from 0 on; -1 is neither"),
        (lambda: Estimated(True), "True is neither"),
        (lambda: Estimated([1, 2]), r"\[1, 2\] is neither"),
        (lambda: Estimated({0.5: 1}), "Errors are whole numbers"),
        (lambda: Estimated({1: 0.5, -1: 0.6}), "the errors add up to 1.1"),
        (lambda: Estimated({}), "the errors add up to 0"),
        (lambda: read(None, ONE, 2), "not None"),
        (lambda: of_places(Known(10), TWO, 2), "each of the 2 places that earns a prize is worth; 10 does not"),
        (lambda: of_places(Known((10, 5)), ONE, 2), "the one place that earns a prize is worth; 10 and 5 does not"),
        (lambda: of_places(Differing([10, 8]), ONE, 3), "each of 3 bidders; 2 worths are given"),
        (lambda: of_places(Differing([(10, 5), 8]), TWO, 2), "each of the 2 places"),
        (lambda: of_places(Known((10, 5)), TWO, 1), "needs 2 or more bidders, not 1"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
