"""Price wheels: markers that rise row by row and start again at the bottom (DH-17, DH-18, DH-R3)."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mechanics.wheels import turn

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
