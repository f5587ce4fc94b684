"""Majorities: who leads, what is paid out, and that the money adds up (TM-22 … TM-24, TM-R18)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mechanics.majorities import leaders, paid_out, payouts, share_up, standing

HOLDINGS = st.tuples(st.integers(1, 4), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 4))
)

VECTORS = [
    ((5, 2, 1), 6, (8, -1, -1)),
    ((4, 4, 1), 6, (4, 4, -1)),
    ((4, 4, 2, 1), 6, (4, 4, -1, -1)),
    ((4, 4, 4), 7, (3, 3, 3)),
    ((3, 3, 3, 1, 1), 8, (4, 4, 4, -1, -1)),
    ((3, 0, 0), 6, (6, 0, 0)),
    ((0, 0, 0), 6, (0, 0, 0)),
]


@pytest.mark.parametrize(("units", "payout", "changes"), VECTORS)
def test_tm_23_and_tm_24_pay_as_worked_out_by_hand(units: object, payout: int, changes: tuple[int, ...]) -> None:
    assert payouts([units], [payout]).tolist() == [list(changes)]  # type: ignore[list-item]


def test_e2_the_most_grapes_bring_six_from_the_bank_and_one_from_every_other_owner() -> None:
    assert payouts([[4, 1, 2]], [6])[0, 0] == 8


def test_goods_are_paid_side_by_side_and_batches_game_by_game() -> None:
    game = [[5, 2, 1], [4, 4, 1], [0, 0, 0]]
    one = payouts(game, [6, 6, 6])
    assert one.tolist() == [[8, -1, -1], [4, 4, -1], [0, 0, 0]]
    batch = payouts([game, game[::-1]], [[6, 6, 6], [1, 2, 3]])
    assert batch.shape == (2, 3, 3)
    assert batch[0].tolist() == one.tolist()
    assert batch[1].tolist() == payouts(game[::-1], [1, 2, 3]).tolist()


def test_another_levy_changes_what_owners_pay_and_none_leaves_only_the_bank() -> None:
    assert payouts([[5, 2, 1]], [6], levy=2).tolist() == [[10, -2, -2]]
    assert payouts([[5, 2, 1]], [6], levy=0).tolist() == [[6, 0, 0]]


def test_all_tied_leaders_lead_and_nobody_leads_with_nothing() -> None:
    assert leaders([[4, 4, 1], [0, 0, 0], [0, 2, 1]]).tolist() == [
        [True, True, False], [False, False, False], [False, True, False],
    ]  # fmt: skip


def test_shares_are_rounded_up() -> None:
    assert [share_up(total, 3) for total in (0, 1, 3, 4, 6, 7)] == [0, 1, 1, 2, 2, 3]
    assert share_up(np.array([7, 8]), np.array([2, 4])).tolist() == [4, 2]


@given(HOLDINGS, st.integers(0, 12), st.integers(0, 3))
def test_the_bank_pays_the_printed_payout_and_what_rounding_up_costs(held: np.ndarray, payout: int, levy: int) -> None:
    changes = payouts(held, [payout] * len(held), levy=levy)
    lead = leaders(held)
    for units, change, ahead in zip(held, changes, lead, strict=True):
        winners = int(ahead.sum())
        if not winners:
            assert not units.any()
            assert not change.any()
            continue
        assert payout <= change.sum() <= payout + winners - 1
        assert len(set(change[ahead].tolist())) == 1
        assert (units[ahead] == units.max()).all()
        assert set(change[~ahead & (units > 0)].tolist()) <= {-levy}
        assert not change[units == 0].any()


@given(HOLDINGS, st.randoms(use_true_random=False))
def test_changing_the_seats_changes_the_payouts_with_them(held: np.ndarray, random: np.random.Generator) -> None:
    order = list(range(held.shape[1]))
    random.shuffle(order)
    bank = list(range(2, 2 + len(held)))
    assert np.array_equal(payouts(held[:, order], bank), payouts(held, bank)[:, order])


def test_nothing_that_is_given_is_changed() -> None:
    held, bank = np.array([[4, 4, 1]]), np.array([6])
    payouts(held, bank)
    assert held.tolist() == [[4, 4, 1]]
    assert bank.tolist() == [6]


@pytest.mark.parametrize(
    ("held", "bank", "levy", "sentence"),
    [
        ([[1, -2]], [6], 1, "Holdings are whole numbers, 0 or more; -2 is not allowed"),
        ([[1.5, 2]], [6], 1, "Holdings are whole numbers"),
        ([[True, 2]], [6], 1, "Holdings are whole numbers"),
        ([1, 2], [6], 1, r"the shape \(goods, players\)"),
        ([[1, 2], [3, 4]], [6], 1, "There are 2 goods, so the bank needs 2 payouts"),
        ([[1, 2]], [-6], 1, "Payouts of the bank are whole numbers, 0 or more; -6"),
        ([[1, 2]], [6], -1, "Levies are whole numbers, 0 or more; -1"),
    ],
)
def test_impossible_holdings_and_payouts_are_refused(held: object, bank: object, levy: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        payouts(held, bank, levy=levy)  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5).map(tuple), st.integers(0, 9), st.integers(0, 2))
def test_one_good_at_a_table_is_paid_out_as_among_many(held: tuple[int, ...], bank: int, levy: int) -> None:
    gains, first = paid_out(held, bank, levy)
    assert list(gains) == payouts([held], [bank], levy=levy)[0].tolist()
    assert list(first) == [seat for seat, leads in enumerate(leaders([held])[0]) if leads]
    assert {type(number) for number in (*gains, *first)} == {int}


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5).map(tuple), st.integers(0, 9), st.integers(0, 2))
def test_a_good_is_paid_out_by_who_has_most_and_who_has_any(held: tuple[int, ...], bank: int, levy: int) -> None:
    assert set(standing(held)) <= {0, 1, 2}
    assert paid_out(standing(held), bank, levy) == paid_out(held, bank, levy)


def test_most_counts_two_any_one_and_nothing_none() -> None:
    assert (standing((5, 2, 0, 5)), standing((0, 0))) == ((2, 1, 0, 2), (0, 0))
