"""Columns whose markers rise row by row (DH-17, DH-18, DH-R3), and rings of prices that turn (FG-S1, FG-3)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mechanics.wheels import chances, expected, prices, transition, turn

columns = st.integers(1, 9).flatmap(
    lambda height: st.tuples(
        arrays(np.int64, (3, 6), elements=st.integers(0, height - 1)),
        arrays(np.int64, (3, 6), elements=st.integers(0, 40)),
        st.just(height),
    )
)


def one_by_one(row: int, pushes: int, height: int) -> int:
    """A marker pushed row by row, as at the table."""
    for _ in range(pushes):
        row = 0 if row == height - 1 else row + 1
    return row


@pytest.mark.parametrize(("row", "pushes", "new"), [(0, 2, 2), (5, 1, 0), (4, 3, 1), (5, 8, 1), (5, 0, 5), (0, 6, 0)])
def test_w1_a_marker_of_six_rows_ends_where_it_was_worked_out_by_hand(row: int, pushes: int, new: int) -> None:
    assert turn(row, pushes, 6).tolist() == new


def test_w2_the_pointers_on_a_good_add_up() -> None:
    assert turn([0] * 6, [3, 1, 0, 0, 0, 2], 6).tolist() == [3, 1, 0, 0, 0, 2]


@given(columns)
def test_every_marker_goes_where_single_pushes_bring_it(column: tuple[np.ndarray, np.ndarray, int]) -> None:
    rows, pushes, height = column
    expected = [
        [one_by_one(row, push, height) for row, push in zip(*pair, strict=True)]
        for pair in zip(rows.tolist(), pushes.tolist(), strict=True)
    ]
    assert turn(rows, pushes, height).tolist() == expected


@given(columns)
def test_the_order_of_the_pushes_does_not_matter(column: tuple[np.ndarray, np.ndarray, int]) -> None:
    rows, pushes, height = column
    ends = set()
    for order in permutations(range(3)):
        at = rows[0]
        for i in order:
            at = turn(at, pushes[i], height)
        ends.add(tuple(at.tolist()))
    assert ends == {tuple(turn(rows[0], pushes.sum(axis=0), height).tolist())}


@given(columns)
def test_many_tables_at_once_turn_as_one_by_one(column: tuple[np.ndarray, np.ndarray, int]) -> None:
    rows, pushes, height = column
    together = turn(rows, pushes, height)
    assert together.dtype == np.int64 and together.shape == (3, 6)
    assert [turn(*pair, height).tolist() for pair in zip(rows, pushes, strict=True)] == together.tolist()
    assert turn(rows[0], pushes, height).tolist() == [turn(rows[0], push, height).tolist() for push in pushes]


def test_what_is_handed_in_is_not_changed_and_narrow_types_do_not_overflow() -> None:
    rows, pushes = np.array([5, 4], dtype=np.int8), np.array([127, 255], dtype=np.uint8)
    assert turn(rows, pushes, 6).tolist() == [(5 + 127) % 6, (4 + 255) % 6]
    assert (rows.tolist(), pushes.tolist()) == ([5, 4], [127, 255])
    assert turn([0], [1 << 59], 6).tolist() == [(1 << 59) % 6]


@pytest.mark.parametrize(
    ("rows", "pushes", "height", "why"),
    [
        ([6], [1], 6, "Rows are whole numbers, 0 to 5; 6 is not allowed"),
        ([-1], [1], 6, "Rows are whole numbers, 0 to 5; -1 is not allowed"),
        ([0], [-1], 6, "Pushes are whole numbers, 0 or more; -1 is not allowed"),
        ([0.5], [1], 6, "Rows are whole numbers"),
        ([True], [1], 6, "Rows are whole numbers"),
        ([0], [1.0], 6, "Pushes are whole numbers"),
        ([0, 1], [1, 2, 3], 6, "not for the same markers"),
        ([0], [1], 0, "height of a column is a whole number of rows, 1 or more; 0 is not"),
        ([0], [1], True, "height of a column"),
        ([0], [1], 6.0, "height of a column"),
    ],
)
def test_what_makes_no_wheel_is_refused_in_words(rows: object, pushes: object, height: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        turn(rows, pushes, height)  # type: ignore[arg-type]


# --- a ring of prices -------------------------------------------------------------------------------------------------

RING = (2, 4, 6, 8, 10, 12)
dice = st.lists(st.integers(0, 9), min_size=1, max_size=4)
rings = st.lists(st.integers(0, 50), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("offset", "shown"),
    [(0, RING), (1, (4, 6, 8, 10, 12, 2)), (5, (12, 2, 4, 6, 8, 10)), (6, RING), (13, (4, 6, 8, 10, 12, 2))],
)
def test_a_ring_turned_shows_the_prices_worked_out_by_hand(offset: int, shown: tuple[int, ...]) -> None:
    assert tuple(prices(RING, offset).tolist()) == shown


@given(rings, st.integers(0, 100))
def test_every_price_is_shown_once_whatever_the_offset(ring: list[int], offset: int) -> None:
    assert sorted(prices(ring, offset).tolist()) == sorted(ring)


@given(rings, st.integers(0, 30), st.integers(0, 30))
def test_a_ring_keeps_the_distances_between_its_goods(ring: list[int], offset: int, more: int) -> None:
    later = prices(ring, offset + more).tolist()
    assert later == [prices(ring, offset).tolist()[(good + more) % len(ring)] for good in range(len(ring))]


@given(arrays(np.int64, (2, 3), elements=st.integers(0, 40)))
def test_many_rings_at_once_show_what_each_shows_alone(offsets: np.ndarray) -> None:
    together = prices(RING, offsets)
    assert together.shape == (2, 3, 6) and together.dtype == np.int64
    assert together.tolist() == [[prices(RING, int(offset)).tolist() for offset in row] for row in offsets]


@given(dice, st.integers(1, 7), st.integers(0, 4))
def test_the_chances_of_a_wheel_are_those_of_all_throws_counted_one_by_one(
    faces: list[int], size: int, turns: int
) -> None:
    throws = list(product(faces, repeat=turns))
    counted = [sum(sum(throw) % size == place for throw in throws) for place in range(size)]
    assert chances(faces, size, turns) == tuple(Fraction(many, len(throws)) for many in counted)


def test_the_printed_die_forgets_where_the_wheel_stood_and_a_gentle_one_does_not() -> None:
    assert chances((1, 2, 3, 4, 5, 6), 6) == (Fraction(1, 6),) * 6
    assert chances((0, 1, 1, 2), 6) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), 0, 0, 0)


def test_a_row_of_the_matrix_is_where_the_wheel_goes_from_that_offset() -> None:
    assert transition((1,), 3).tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert transition((0, 1, 1, 2), 6)[4].tolist() == [Fraction(1, 4), 0, 0, 0, Fraction(1, 4), Fraction(1, 2)]


@given(dice, st.integers(1, 6), st.integers(0, 4))
def test_the_matrix_of_many_turns_is_the_power_of_the_matrix_of_one(faces: list[int], size: int, turns: int) -> None:
    one, power = transition(faces, size), np.array([[Fraction(int(i == j)) for j in range(size)] for i in range(size)])
    for _ in range(turns):
        power = power @ one
    assert (transition(faces, size, turns) == power).all()
    assert all(sum(row) == 1 for row in one)


@given(rings, dice, st.integers(0, 10), st.integers(0, 3))
def test_the_expected_price_is_the_mean_over_all_throws(
    ring: list[int], faces: list[int], offset: int, turns: int
) -> None:
    throws = list(product(faces, repeat=turns))
    shown = [prices(ring, offset + sum(throw)).tolist() for throw in throws]
    mean = tuple(Fraction(sum(good), len(throws)) for good in zip(*shown, strict=True))
    assert expected(ring, faces, offset, turns) == mean


def test_with_the_printed_die_every_good_is_expected_to_cost_seven() -> None:
    assert expected(RING, (1, 2, 3, 4, 5, 6), 3) == (Fraction(7),) * 6
    assert expected(RING, (0, 1, 1, 2), 0) == (4, 6, 8, 10, 9, 5)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: prices([], 1), "ring is one price for each good; an array of shape"),
        (lambda: prices([[2, 4]], 1), "ring is one price for each good"),
        (lambda: prices([2, -4], 1), "Prices are whole numbers, 0 or more; -4"),
        (lambda: prices(RING, -1), "Offsets are whole numbers, 0 or more; -1"),
        (lambda: prices(RING, 1.0), "Offsets are whole numbers"),
        (lambda: chances([], 6), "A die has at least one face"),
        (lambda: chances([1.5], 6), "Faces are whole numbers"),
        (lambda: chances([-1], 6), "Faces are whole numbers, 0 or more"),
        (lambda: chances([1], 0), "size of a wheel is a whole number, 1 or more; 0 is not"),
        (lambda: chances([1], 6, -1), "number of turns is a whole number, 0 or more; -1 is not"),
        (lambda: transition([1], 6, True), "number of turns is a whole number"),
        (lambda: expected(RING, [], 1), "A die has at least one face"),
    ],
)
def test_what_makes_no_ring_is_refused_in_words(call: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        call()
