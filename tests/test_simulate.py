"""Many rounds at once: they agree with the exact sum, and the same seed gives the same table."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from mechanics.auctions import Auction
from mechanics.expected import values
from mechanics.simulate import played_values

EVEN = dict.fromkeys(range(10), 1 / 10)
LOW = {0: 0.5, 1: 0.3, 6: 0.2}
RULES = {
    "half is paid": (Auction((2, 1, 0), reserve=1, tie="coin"), (10, 5), (EVEN, EVEN)),
    "all is paid": (Auction((1,), loser_pays=Fraction(1), reserve=1, tie="coin"), (8,), (EVEN, LOW, LOW)),
    "nothing is paid": (Auction((1, 1), loser_pays=Fraction(0), tie="coin"), (6, 3), (EVEN, LOW)),
    "the next bid is paid": (Auction((1,), loser_pays=Fraction(0), winner_pays="next", tie="coin"), (8,), (EVEN, LOW)),
    "seat order": (Auction((1,), loser_pays=Fraction(1, 2), tie="order"), (9,), (EVEN,)),
    "ties burn": (Auction((1, 1), tie="nobody"), (9, 4), (EVEN, LOW)),
}


@pytest.mark.parametrize("called", list(RULES))
def test_what_was_played_lies_within_four_errors_of_the_exact_sum(called: str) -> None:
    rule, worth, rivals = RULES[called]
    bids = range(10)
    played, exact = played_values(rule, worth, rivals, bids=bids, seed=3), values(rule, worth, rivals, bids=bids)
    assert played["bid"].tolist() == exact.bid.tolist() == list(bids)
    gap = np.abs(played["value"].to_numpy() - exact.value.astype(float))
    assert (gap <= 4 * played["error"].to_numpy() + 1e-12).all(), called
    assert (gap > 0).any() and played["error"].max() < 0.1


def test_the_error_is_a_standard_error_and_falls_with_the_root_of_the_rounds() -> None:
    rule, worth, rivals = RULES["half is paid"]
    few, many = (played_values(rule, worth, rivals, bids=[5], rounds=n)["error"][0] for n in (1_000, 16_000))
    assert few / many == pytest.approx(4, rel=0.1)
    means = [played_values(rule, worth, rivals, bids=[5], rounds=1_000, seed=s)["value"][0] for s in range(60)]
    assert np.std(means) == pytest.approx(few, rel=0.35)


def test_the_same_seed_gives_the_same_table_and_another_seed_another() -> None:
    rule, worth, rivals = RULES["half is paid"]
    one, same, other = (played_values(rule, worth, rivals, bids=range(4), rounds=500, seed=s) for s in (7, 7, 8))
    pd.testing.assert_frame_equal(one, same)
    assert not one.equals(other)


def test_every_bid_is_played_in_the_same_rounds() -> None:
    rule, worth, rivals = RULES["half is paid"]
    both, alone = (played_values(rule, worth, rivals, bids=bids, rounds=500) for bids in ([2, 6], [6]))
    assert both.iloc[1].tolist() == alone.iloc[0].tolist()


def test_a_bid_that_nobody_can_reach_earns_its_prize_less_itself_in_every_round() -> None:
    rule, worth, rivals = RULES["half is paid"]
    sure = played_values(rule, worth, rivals, bids=[12], rounds=200)
    assert sure["value"].tolist() == [10 - 12] and sure["error"].tolist() == [0]
    assert played_values(rule, worth, rivals, bids=[0], rounds=200)["value"].tolist() == [0]
