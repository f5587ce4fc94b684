"""Many rounds at once: they agree with the exact sum, and the same seed gives the same table."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from mechanics import theory
from mechanics.auctions import Auction, settle
from mechanics.expected import values
from mechanics.simulate import BLOCK, played_values, rounds
from mechanics.worths import Differing, Estimated, Known, Private, of_places

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


# --- whole rounds ----------------------------------------------------------------------------------------------------

HALF = Fraction(1, 2)
SKEW = [0.1, 0.4, 0.0, 0.3, 0.2]
VALUES = Private({0: HALF, 3: Fraction(1, 4), 4: Fraction(1, 4)})
BY_VALUE = [[1, 0, 0, 0], [0, 0.5, 0.25, 0.25], [0, 0, 0.5, 0.5]]


def law_of_bids(worths: object, rows: list[list[float]]) -> np.ndarray:
    """The chances of the bids of somebody whose kind is not known."""
    weights = list(worths.chances.values()) if isinstance(worths, Private) else [1]
    return np.array([float(weight) for weight in weights]) @ np.array(rows, dtype=float)


SETTINGS = {
    "half is paid": (Auction((2, 1, 0), reserve=1), Known((10, 5)), [SKEW], None),
    "all is paid": (Auction((1,), loser_pays=1), Known(8), [SKEW], None),
    "the next bid is paid": (Auction((1,), loser_pays=0, winner_pays="next"), Known(8), [SKEW], None),
    "ties burn": (Auction((1, 1), tie="nobody"), Known((9, 4)), [SKEW], None),
    "a second round": (Auction((1,), reserve=1, tie="rebid"), Known(10), [SKEW], {0: 0.5, 1: 0.2, 2: 0.3}),
    "nothing is added": (Auction((1,), reserve=1, tie="rebid"), Known(10), [SKEW], None),
    "private values": (Auction((2, 1), loser_pays=HALF), VALUES, BY_VALUE, None),
}


@pytest.mark.parametrize("called", SETTINGS)
def test_rounds_agree_with_the_exact_sums_within_four_errors(called: str, n: int = 3) -> None:
    rule, worths, rows, extra = SETTINGS[called]
    done = rounds(rule, worths, rows, n, rounds=60_000, seed=5, extra=extra)
    law = law_of_bids(worths, rows)
    off = []
    for kind, (row, places) in enumerate(zip(rows, of_places(worths, rule, n), strict=True)):
        found = values(rule, places, [law] * (n - 1), extra=extra, rival_extras=extra, bids=range(len(law)))
        for bid in np.flatnonzero(row):
            seen = (done.kind == kind) & (done.bid == bid)
            gain, prize = done.gain[seen], done.prize[seen]
            off.append(abs(gain.mean() - float(found.value[bid])) / max(gain.std() / np.sqrt(seen.sum()), 1e-9))
            off.append(abs(prize.mean() - float(found.prize[bid])) / max(prize.std() / np.sqrt(seen.sum()), 1e-9))
    assert max(off) < 4 and max(off) > 0


@pytest.mark.parametrize("called", SETTINGS)
def test_rounds_are_settled_by_the_rule_and_add_up(called: str, n: int = 4) -> None:
    rule, worths, rows, extra = SETTINGS[called]
    done = rounds(rule, worths, rows, n, rounds=3_000, seed=2, extra=extra)
    assert all(column.shape == (3_000, n) for column in done[:-1]) and done.revenue.shape == (3_000,)
    assert (done.gain == done.worth - done.paid).all() and (done.revenue == done.paid.sum(axis=1)).all()
    assert (done.worth[done.prize == 0] == 0).all() and (done.prize.sum(axis=1) <= sum(rule.prizes)).all()
    assert all(column.dtype == np.int64 for column in done)
    if rule.tie == "coin":
        free = settle(done.bid, None, None, rule)
        assert (np.sort(free.prize, axis=1) == np.sort(done.prize, axis=1)).all()
        assert (free.paid.sum(axis=1) == done.revenue).all()
    places = dict(zip((prize for prize in rule.prizes if prize), of_places(worths, rule, n)[-1], strict=True))
    if isinstance(worths, Known) and len(places) == sum(prize > 0 for prize in rule.prizes):
        won = done.prize > 0
        assert done.worth[won].tolist() == [places[prize] for prize in done.prize[won].tolist()]
    if isinstance(worths, Private):
        assert (done.worth == np.array(list(worths.chances))[done.kind] * done.prize).all()


def test_kinds_are_drawn_by_their_chances_and_bid_by_their_rows() -> None:
    done = rounds(Auction((1,)), VALUES, BY_VALUE, 2, rounds=40_000)
    for kind, chance in enumerate(VALUES.chances.values()):
        share = (done.kind == kind).mean()
        assert share == pytest.approx(float(chance), abs=4 * np.sqrt(0.25 / done.kind.size))
        bids = np.bincount(done.bid[done.kind == kind], minlength=4) / (done.kind == kind).sum()
        assert bids == pytest.approx(BY_VALUE[kind], abs=0.02)
        assert (bids[np.array(BY_VALUE[kind]) == 0] == 0).all()
    assert abs(np.corrcoef(done.kind.T)[0, 1]) < 0.02 and abs(np.corrcoef(done.bid.T)[0, 1]) < 0.02


def test_bidders_who_differ_bid_by_their_own_rows_and_win_their_own_worth() -> None:
    worths = Differing([10, 7.5, 2])
    mix = [{0: 0.25, 4: 0.75}, [0, 0, 1], 3]
    done = rounds(Auction((1,), loser_pays=1), worths, mix, 3, rounds=20_000)
    assert (done.kind == [0, 1, 2]).all()
    assert [set(column) for column in done.bid.T.tolist()] == [{0, 4}, {2}, {3}]
    assert (done.bid[:, 0] == 4).mean() == pytest.approx(0.75, abs=0.02)
    assert [set(column) for column in done.worth.T.tolist()] == [{0, 10}, {0}, {0, 2}]
    assert (done.paid == done.bid).all() and done.gain.dtype == float


@pytest.mark.parametrize("pays", ["own", "next"])
@pytest.mark.parametrize("n", [2, 4, 8])
def test_estimated_worths_curse_the_winner_and_careful_bids_do_not(n: int, pays: str) -> None:
    m = 500
    rule = Auction((1,), loser_pays=0, winner_pays=pays)  # type: ignore[arg-type]
    away = round(theory.shading(n, m, winner_pays=pays))  # type: ignore[arg-type]
    for first, profit in ((0, theory.naive_profit), (-away, theory.estimate_profit)):
        done = rounds(rule, Estimated(m), [1.0], n, rounds=50_000, seed=n, first=first)
        won = done.gain.sum(axis=1)
        error = won.std() / np.sqrt(len(won))
        assert won.mean() == pytest.approx(profit(n, m, winner_pays=pays), abs=4 * error + 1)  # type: ignore[arg-type]
        assert (done.prize.sum(axis=1) == 1).all() and (done.bid >= 0).all() and (done.kind == 0).all()
        worth = done.worth.sum(axis=1, keepdims=True)
        assert np.abs(done.bid - worth - first).max() <= m
        assert np.abs((done.bid - worth - first).mean()) < 5 and len(np.unique(worth)) > 500


def test_a_mix_of_distances_from_the_estimate_is_drawn_and_the_reserve_never_bites() -> None:
    done = rounds(
        Auction((1, 1), loser_pays=0, reserve=40), Estimated({-1: 0.5, 2: 0.5}), [0.5, 0, 0.5], 4,
        rounds=20_000, first=-3,
    )  # fmt: skip
    worth = done.worth.max(axis=1, keepdims=True)
    distances, counts = np.unique(done.bid - worth, return_counts=True)
    assert distances.tolist() == [-4, -2, -1, 1]  # error -1 or 2, bid 3 or 1 below
    assert counts / counts.sum() == pytest.approx([0.25] * 4, abs=0.01)
    assert (done.prize.sum(axis=1) == 2).all() and done.bid.min() >= 40
    assert rounds(Auction((1,), loser_pays=0), Estimated(0), 5, 1, rounds=2).gain.tolist() == [[-5], [-5]]


# --- seeds, blocks, memory -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("called", SETTINGS)
def test_the_first_of_many_rounds_are_those_of_few(called: str) -> None:
    rule, worths, rows, extra = SETTINGS[called]
    many, few, other = (
        rounds(rule, worths, rows, 3, rounds=count, seed=seed, extra=extra)
        for count, seed in ((BLOCK * 2 + 100, 7), (BLOCK + 5, 7), (BLOCK + 5, 8))
    )
    assert all((long[: BLOCK + 5] == short).all() for long, short in zip(many, few, strict=True))
    assert (other.bid != few.bid).any()
    assert (many.bid[:BLOCK] != many.bid[BLOCK : 2 * BLOCK]).any()  # a block of its own


def test_two_rules_are_played_by_the_same_bidders() -> None:
    one, other = (
        rounds(Auction((1,), loser_pays=share, tie=tie), VALUES, BY_VALUE, 3, rounds=500)  # type: ignore[arg-type]
        for share, tie in ((0, "coin"), (1, "rebid"))
    )
    assert (one.kind == other.kind).all() and (one.bid == other.bid).all() and (one.paid != other.paid).any()


def test_a_coin_decides_ties_for_every_seat_equally_often() -> None:
    done = rounds(Auction((1,), loser_pays=0), 10, 4, 3, rounds=30_000)
    assert done.prize.mean(axis=0) == pytest.approx([1 / 3] * 3, abs=4 * np.sqrt(2 / 9 / 30_000))


def test_what_is_added_breaks_ties_and_is_paid() -> None:
    rule = Auction((1,), loser_pays=0, tie="rebid")
    done = rounds(rule, 10, 4, 2, rounds=4_000, extra={1: 0.5, 2: 0.5})
    assert set(done.revenue.tolist()) == {5, 6}
    assert (done.revenue == 6).mean() == pytest.approx(0.75, abs=0.04)
    assert rounds(rule, 10, 4, 2, rounds=50, extra=None).prize.sum() == 0  # two who add nothing burn the prize


def test_memory_does_not_grow_beyond_what_is_returned() -> None:
    def spare(count: int) -> int:
        tracemalloc.start()
        done = rounds(Auction((1,)), 10, [0.25] * 4, 2, rounds=count)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak - sum(column.nbytes for column in done)

    few, many = spare(3 * BLOCK), spare(40 * BLOCK)
    assert many < 1.1 * few


def test_exact_chances_and_one_row_for_all_are_taken() -> None:
    exact = np.array([[Fraction(1, 10), Fraction(4, 10), 0, Fraction(3, 10), Fraction(2, 10)]], dtype=object)
    floats = rounds(Auction((1,)), 10, SKEW, 3, rounds=200)
    for mix in (exact, exact[0], np.array(SKEW), np.array([SKEW]), {0: 0.1, 1: 0.4, 3: 0.3, 4: 0.2}):
        assert (rounds(Auction((1,)), 10, mix, 3, rounds=200).bid == floats.bid).all()
    assert (rounds(Auction((1,)), VALUES, SKEW, 3, rounds=200).bid >= 0).all()
    shifted = rounds(Auction((1,)), 10, SKEW, 3, rounds=200, first=2)
    assert (shifted.bid == floats.bid + 2).all()


def test_worths_that_are_not_whole_are_floats() -> None:
    done = rounds(Auction((1,)), Fraction(7, 2), 1, 2, rounds=3)
    assert done.worth.dtype == float and done.worth.sum(axis=1).tolist() == [3.5] * 3


FIRST = Auction((1,), loser_pays=0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"mix": [[0.5, 0.4]]}, "kind 1 add up to 0.9"),
        ({"mix": [[0.5, 0.5], [1, 0]]}, "one row for all or one for each of 1 kinds of bidders, not 2"),
        ({"mix": [[1.5, -0.5]]}, "Chances are 0 or more"),
        ({"mix": []}, "not 0"),
        ({"worths": VALUES, "mix": [[1], [1]]}, "one for each of 3 kinds of bidders, not 2"),
        ({"rounds": 0}, "A whole number, 1 or more, is needed for the rounds; 0 is not one"),
        ({"rounds": 2.5}, "needed for the rounds"),
        ({"seed": -1}, "A whole number, 0 or more, is needed for the seed"),
        ({"first": 0.5}, "A whole number is needed for the first bid"),
        ({"first": -1}, "Bids are 0 or more, in steps of 1"),
        ({"auction": Auction((1,), step=5), "mix": 3}, "in steps of 5"),
        ({"auction": Auction((2, 1, 1)), "bidders": 2}, "needs 3 or more bidders"),
        ({"worths": (10, 5), "auction": Auction((1, 1, 1)), "bidders": 4}, "3 places"),
        ({"worths": Differing([10, 8], budgets=[None, 3]), "mix": 4}, "budget of 3; the mix has one of 4"),
        ({"worths": Known(10, budget=2), "mix": [0, 0, 0.5, 0.5]}, "budget of 2; the mix has one of 3"),
        ({"worths": Private({5: 1}, budget=2), "mix": 3}, "budget of 2; the mix has one of 3"),
        ({"worths": Differing([10, 8, 6])}, "each of 2 bidders; 3 worths are given"),
        ({"worths": Estimated(3), "auction": Auction((1,))}, "losers who pay nothing"),
        ({"worths": Estimated(3), "auction": Auction((2,), loser_pays=0)}, "prizes of one unit"),
        ({"worths": Estimated(3), "auction": Auction((1,), loser_pays=0, step=2)}, "steps of 1"),
        (
            {"worths": Estimated(3), "auction": Auction((1, 1), loser_pays=0, winner_pays="next")},
            "more than 2 bidders",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_is_allowed(given: dict, said: str) -> None:
    plain = {"auction": FIRST, "worths": 10, "mix": [[0.5, 0.5]], "bidders": 2}
    with pytest.raises(ValueError, match=said):
        rounds(**{**plain, **given})
