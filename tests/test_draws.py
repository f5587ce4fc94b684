"""Dice: thrown fairly, the same for the same question, and other ones for every other question."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import permutations
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from mechanics.draws import NO_LUCK, Chance, Dice


def thrown(dice: Dice, many: int = 6) -> list[int]:
    """Some throws."""
    return [dice.integers(1000) for _ in range(many)]


def many_dice(count: int) -> list[Dice]:
    """Dice for as many questions."""
    return [Chance(number).dice("TM-3", 0) for number in range(count)]


def test_the_same_question_throws_the_same_dice_however_often_it_is_asked() -> None:
    chance = Chance(7)
    assert thrown(chance.dice("TM-3", 1)) == thrown(chance.dice("TM-3", 1)) == thrown(Chance(7).dice("TM-3", 1))


def test_dice_depend_on_seed_game_rule_seat_and_count() -> None:
    again = Chance(7)
    again.count("TM-3", [1])
    dice = [
        Chance(7).dice("TM-3", 1), Chance(8).dice("TM-3", 1), Chance(7, 1).dice("TM-3", 1), Chance(7).dice("TM-8", 1),
        Chance(7).dice("TM-3", 0), again.dice("TM-3", 1), Chance(71).dice("TM-3", 1), Chance(7, 11).dice("TM-3", 1),
    ]  # fmt: skip
    assert len({tuple(thrown(one)) for one in dice}) == len(dice)


def test_questions_to_others_and_other_rules_do_not_change_the_dice() -> None:
    chance = Chance(7)
    before = thrown(chance.dice("TM-3", 1))
    chance.count("TM-3", [0, 2])
    chance.count("TM-8", [1])
    assert thrown(chance.dice("TM-3", 1)) == before


@pytest.mark.parametrize("number", [0, 2, 2**32, 2**40])
def test_the_generator_of_nature_is_the_one_that_numpy_seeds_with_the_plain_key(number: int) -> None:
    drawn = Chance(2**32 - 1, number).draw("TM-3")
    key = [2**32 - 1, number, crc32(b"TM-3"), 0]
    assert drawn.bit_generator.state == np.random.default_rng(key).bit_generator.state


def test_the_generator_of_a_robot_draws_as_it_does_on_every_machine() -> None:
    assert Chance(7, 2).draw("TM-3", 1).integers(1000, size=6).tolist() == [787, 715, 964, 633, 146, 493]


def test_generators_of_robots_do_not_hang_together() -> None:
    first = [Chance(number).draw("TM-3", 0) for number in range(4000)]
    pairs = Counter((int(one.integers(4)), int(one.integers(4))) for one in first)
    assert len(pairs) == 16 and chisquare(list(pairs.values())).pvalue > 1e-4


def test_a_generator_of_a_robot_is_copied_and_gives_further_ones_as_numpys_own_do() -> None:
    one = Chance(7).draw("TM-3", 1)
    copied = pickle.loads(pickle.dumps(one))
    assert copied.integers(1000, size=6).tolist() == one.integers(1000, size=6).tolist()
    further = [*one.spawn(2), *one.spawn(1), one]
    assert len({tuple(each.integers(1000, size=6).tolist()) for each in further}) == 4
    again = Chance(7).draw("TM-3", 1).spawn(3)
    assert again[2].integers(1000) == Chance(7).draw("TM-3", 1).spawn(3)[2].integers(1000)


def test_these_dice_fall_as_they_do_on_every_machine() -> None:
    assert thrown(Chance(7, 2).dice("TM-3", 1)) == [23, 937, 198, 700, 248, 669]


@pytest.mark.parametrize("high", [2, 3, 6, 10])
def test_every_number_is_as_likely_as_the_others_at_the_first_throw_and_at_later_ones(high: int) -> None:
    throws = [[dice.integers(high) for _ in range(120)] for dice in many_dice(6000)]
    for place in (0, 1, 60, 119):
        counts = Counter(row[place] for row in throws)
        assert sorted(counts) == list(range(high))
        assert chisquare(list(counts.values())).pvalue > 1e-4


def test_throws_one_after_the_other_do_not_hang_together() -> None:
    pairs = Counter((dice.integers(4), dice.integers(4)) for dice in many_dice(8000))
    assert len(pairs) == 16 and chisquare(list(pairs.values())).pvalue > 1e-4


def test_every_order_is_as_likely_as_the_others() -> None:
    orders = Counter(tuple(dice.permutation(3)) for dice in many_dice(6000))
    assert sorted(orders) == sorted(permutations(range(3)))
    assert chisquare(list(orders.values())).pvalue > 1e-4


def test_fractions_fill_the_range_from_0_to_1_evenly() -> None:
    fractions = [dice.random() for dice in many_dice(5000)]
    assert min(fractions) >= 0 and max(fractions) < 1
    assert chisquare(list(Counter(int(10 * one) for one in fractions).values())).pvalue > 1e-4


@given(st.integers(0, 2**128 - 1), st.lists(st.integers(1, 10**9), max_size=60))
def test_a_throw_lies_in_its_range_however_many_there_are(key: int, highs: list[int]) -> None:
    dice = Dice(key)
    assert all(0 <= dice.integers(high) < high for high in highs)


@pytest.mark.parametrize("high", [0, -1])
def test_where_there_is_no_number_none_is_thrown(high: int) -> None:
    with pytest.raises(ValueError, match="There is no whole number from 0 to"):
        Dice(0).integers(high)


def test_who_leaves_nothing_to_chance_has_nothing_to_draw_from() -> None:
    with pytest.raises(TypeError, match="leaves nothing to chance"):
        NO_LUCK.integers(3)
