"""Equilibria in whole bids: known tables, all of them found, each with a proof that can fail."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics import expected
from mechanics.auctions import HALF, Auction
from mechanics.equilibria import Equilibrium, NoEquilibrium, against, regret, solve, solving
from mechanics.equilibria.paths import one_mix
from mechanics.equilibria.rules import Rules
from mechanics.worths import Differing, Estimated, Known, Private

TURIN = Auction((1,))
ALL_PAY = Auction((1,), loser_pays=1)
FIRST = Auction((1,), loser_pays=0)


def uniform(highest: int) -> Private:
    """Values 0 … highest, each as likely."""
    return Private({value: Fraction(1, highest + 1) for value in range(highest + 1)})


def chances(found: Equilibrium, kind: int = 0) -> dict[int, Any]:
    """The bids in use, with their chances."""
    return {int(bid): p for bid, p in zip(found.bids, found.mix[kind], strict=True) if p}


def highest_bid(found: Equilibrium) -> float:
    """The mean of the highest of all bids."""
    up = found.mix[0].astype(float).cumsum()
    return float(sum(1 - up[bid] ** found.bidders for bid in range(len(up))))


# --- everybody knows the worth, bidders are alike ---------------------------------------------------------------------


@pytest.mark.parametrize("bidders", [2, 3, 4, 5])
@pytest.mark.parametrize("worth", [5, 10, 30])
def test_a_first_price_auction_has_just_the_pure_equilibria_next_to_the_worth(bidders: int, worth: int) -> None:
    found = solve(FIRST, worth, bidders)
    below = [0, 1, 2] if bidders == 2 else [0, 1]
    assert [chances(each) for each in found] == [pytest.approx({worth - d: 1}) for d in below]
    assert [float(each.payoff[0]) for each in found] == pytest.approx([d / bidders for d in below])


@pytest.mark.parametrize("worth", [3, 5, 11, 21])
def test_two_who_both_pay_for_an_odd_worth_bid_everything_below_it_alike(worth: int) -> None:
    (found,) = solve(ALL_PAY, worth, 2)
    assert chances(found) == dict.fromkeys(range(worth), Fraction(1, worth))
    assert (found.payoff[0], found.revenue, found.regret) == (HALF, worth - 1, 0)
    assert "the only one" in found.found and "all symmetric" in found.found


@pytest.mark.parametrize("worth", [2, 4, 10, 20])
def test_two_who_both_pay_for_an_even_worth_have_a_family_with_the_even_bids_at_one_end(worth: int) -> None:
    odd, middle, even = solve(ALL_PAY, worth, 2)
    assert chances(odd) == dict.fromkeys(range(1, worth, 2), Fraction(2, worth))
    assert chances(even) == dict.fromkeys(range(0, worth, 2), Fraction(2, worth))
    assert chances(middle) == dict.fromkeys(range(worth), Fraction(1, worth))
    assert [each.payoff[0] for each in (odd, middle, even)] == [0, HALF, 1]
    assert [each.revenue for each in (odd, middle, even)] == [worth, worth - 1, worth - 2]
    assert "an end of a family" in odd.found and "most even" in middle.found
    third = (2 * odd.mix + even.mix) / 3
    assert regret(ALL_PAY, worth, 2, third) == 0


@pytest.mark.parametrize(
    ("bidders", "payoff", "revenue", "bid", "highest", "first", "last"),
    [
        (3, 0.213962122, 9.358114, 3.119371, 5.753526, 0.253354764, 0.080778863),
        (4, 0.152712289, 9.389151, 2.347288, 5.523019, 0.393832295, 0.058753349),
        (5, 0.118534481, 9.407328, 1.881466, 5.394793, 0.493405148, 0.046154838),
        (6, 0.096809444, 9.419143, 1.569857, 5.313045, 0.565996565, 0.037998795),
    ],
)
def test_three_and_more_who_all_pay_have_one_equilibrium_on_all_bids(
    bidders: int, payoff: float, revenue: float, bid: float, highest: float, first: float, last: float
) -> None:
    (found,) = solve(ALL_PAY, 10, bidders)
    assert list(chances(found)) == list(range(10))
    assert found.payoff[0] == pytest.approx(payoff, abs=5e-10) and found.revenue == pytest.approx(revenue, abs=5e-7)
    assert found.mix[0] @ found.bids == pytest.approx(bid, abs=5e-7)
    assert highest_bid(found) == pytest.approx(highest, abs=5e-7)
    assert found.mix[0, [0, 9]] == pytest.approx([first, last], abs=5e-10) and found.regret < 1e-12


def test_two_whose_losers_pay_half_have_exactly_three_equilibria_all_rational() -> None:
    found = solve(TURIN, 10, 2)
    assert [each.payoff[0] for each in found] == [Fraction(99, 409), Fraction(69, 179), Fraction(339, 469)]
    assert [each.revenue for each in found] == [Fraction(3892, 409), Fraction(1652, 179), Fraction(4012, 469)]
    whole = {1: 22, 3: 83, 5: 52, 7: 128, 9: 124}
    assert chances(found[0]) == {bid: Fraction(k, 409) for bid, k in whole.items()}
    assert chances(found[1]) == {
        1: Fraction(46, 537), 3: Fraction(94, 537), 5: Fraction(86, 537), 7: Fraction(154, 537),
        8: Fraction(25, 537), 9: Fraction(44, 179),
    }  # fmt: skip
    assert chances(found[2]) == {
        1: Fraction(226, 1407), 3: Fraction(22, 201), 5: Fraction(2342, 9849), 6: Fraction(472, 9849),
        7: Fraction(26, 201), 8: Fraction(41, 201), 9: Fraction(52, 469),
    }  # fmt: skip
    assert all(each.regret == 0 and "one of 3; these are all symmetric" in each.found for each in found)


HALF_PAY = {  # bidders: payoff, revenue, mean bid, mean of the highest bid
    3: (0.220654524, 9.338036, 4.539244, 7.058339),
    4: (0.171288004, 9.314848, 3.690607, 6.867268),
    5: (0.137071783, 9.314641, 3.172574, 6.766414),
    6: (0.113587653, 9.318474, 2.822296, 6.703170),
    8: (0.084181794, 9.326546, 2.378188, 6.627590),
}
HALF_PAY_MIX = {  # bidders: chances of 1, 3, 5, 7, 9
    3: (0.271203812, 0.227687635, 0.126328237, 0.209843129, 0.164937187),
    4: (0.423820029, 0.194511138, 0.113986315, 0.147910370, 0.119772149),
    5: (0.525313896, 0.166176979, 0.100292815, 0.113341076, 0.094875233),
    6: (0.596826328, 0.144301881, 0.088467768, 0.091705334, 0.078698689),
    8: (0.690481801, 0.113732395, 0.070748259, 0.066285285, 0.058752260),
}


@pytest.mark.parametrize("bidders", HALF_PAY)
def test_more_whose_losers_pay_half_bid_odd_numbers_only(bidders: int) -> None:
    payoff, revenue, bid, highest = HALF_PAY[bidders]
    (found,) = solve(TURIN, 10, bidders)
    assert chances(found) == pytest.approx(dict(zip((1, 3, 5, 7, 9), HALF_PAY_MIX[bidders], strict=True)), abs=2e-9)
    assert found.payoff[0] == pytest.approx(payoff, abs=5e-10) and found.revenue == pytest.approx(revenue, abs=5e-7)
    assert found.mix[0] @ found.bids == pytest.approx(bid, abs=5e-7)
    assert highest_bid(found) == pytest.approx(highest, abs=5e-7)
    assert found.regret < 1e-12 and found.efficiency == pytest.approx(1)


@pytest.mark.parametrize(
    ("worth", "distance", "payoff"),
    [(10, 0.101, 0.0221), (16, 0.064, 0.0176), (20, 0.051, 0.0134), (24, 0.042, 0.0108)],
)
def test_finer_bids_come_nearer_to_the_continuous_equilibrium(worth: int, distance: float, payoff: float) -> None:
    (found,) = solve(TURIN, worth, 3)
    up = found.mix[0].cumsum()
    line = (0.5 * found.bids / (worth - 0.5 * found.bids)) ** 0.5
    assert np.abs(up - line).max() == pytest.approx(distance, abs=6e-4) and found.payoff[0] / worth == pytest.approx(
        payoff, abs=6e-5
    )


@pytest.mark.parametrize(("bidders", "sold"), [(2, 0.9), (3, 0.868472), (4, 0.850382), (5, 0.839060)])
def test_where_ties_win_nothing_nobody_gains_and_the_prize_is_not_always_sold(bidders: int, sold: float) -> None:
    (found,) = solve(Auction((1,), loser_pays=1, tie="nobody"), 10, bidders)
    line = [((bid + 1) / 10) ** (1 / (bidders - 1)) for bid in range(10)]
    assert found.mix[0].cumsum()[:10] == pytest.approx(line) and abs(found.payoff[0]) < 1e-12
    assert found.revenue == pytest.approx(10 * sold, abs=6e-6) and found.efficiency == pytest.approx(sold, abs=6e-7)
    assert "there may be others" in found.found


@pytest.mark.parametrize(("bidders", "conv"), [(2, "129/32"), (3, "1731/256"), (4, "85637/8192")])
def test_the_regret_of_bidding_at_random_is_exact_and_adds_up_to_nash_conv(bidders: int, conv: str) -> None:
    anything = [Fraction(1, 16)] * 16
    assert bidders * regret(TURIN, 10, bidders, anything) == Fraction(conv)
    floats = regret(TURIN, 10, bidders, [1 / 16] * 16)
    assert type(floats) is not Fraction and float(floats) * bidders == pytest.approx(float(Fraction(conv)), abs=1e-12)


def test_ties_that_lose_are_worth_less_than_ties_by_coin() -> None:
    rival = [Fraction(1, 10)] * 10
    by_rule = {
        tie: [float(x) for x in expected.values(Auction((1,), tie=tie), 10, [rival]).value]
        for tie in ("coin", "nobody")
    }
    assert by_rule["coin"] == pytest.approx([0.5, 1.35, 1.25, 1.8, 1.6, 1.85, 1.55, 1.5, 1.1, 0.75])
    assert by_rule["nobody"] == pytest.approx([0, 0.9, 0.8, 1.4, 1.2, 1.5, 1.2, 1.2, 0.8, 0.5])


def test_below_a_reserve_bidders_stay_out_for_nothing() -> None:
    (found,) = solve(Auction((1,), loser_pays=1, reserve=3), 10, 2)
    assert chances(found) == {0: Fraction(1, 5), **dict.fromkeys((3, 5, 7, 9), Fraction(1, 5))}
    assert (found.payoff[0], found.efficiency, found.regret) == (0, Fraction(24, 25), 0)
    (three,) = solve(Auction((1,), loser_pays=1, reserve=3), 10, 3)
    assert three.mix[0, 0] > 0.4 and three.mix[0, 1:3].sum() == 0 and three.regret < 1e-12
    (out,) = solve(Auction((1,), loser_pays=1, reserve=10), 10, 3)
    assert chances(out) == pytest.approx({0: 1}) and out.efficiency == pytest.approx(0)


def test_bids_in_steps_leave_the_numbers_between_them_alone() -> None:
    plain, (stepped,) = solve(ALL_PAY, 5, 2)[0], solve(Auction((1,), loser_pays=1, step=2), 10, 2)
    assert {2 * bid: p for bid, p in chances(plain).items()} == chances(stepped)
    assert stepped.payoff[0] == 2 * plain.payoff[0] and stepped.regret == 0


def test_several_prizes_have_several_equilibria_and_none_gains_by_leaving_one() -> None:
    found = solve(Auction((10, 5)), (10, 5), 3)
    assert [float(each.payoff[0]) for each in found] == pytest.approx([0.359545, 0.973142, 0.979415], abs=1e-6)
    assert all(each.regret < 1e-12 and each.efficiency == pytest.approx(1) for each in found)
    for each in found:
        assert each.revenue == pytest.approx(15 - 3 * each.payoff[0])


def test_three_who_all_pay_for_two_prizes_have_a_family_of_which_the_ends_are_given() -> None:
    found = solve(Auction((10, 5), loser_pays=1), (10, 5), 3)
    ends = [each for each in found if "family" in each.found]
    assert chances(ends[0]) == pytest.approx(dict.fromkeys((1, 3, 5, 7, 9), 0.2), abs=1e-6)
    assert chances(ends[-1]) == pytest.approx(dict.fromkeys((0, 2, 4, 6, 8), 0.2), abs=1e-6)
    assert len(found) <= 3 and all(each.regret < 1e-9 for each in found)


def test_a_grid_too_large_for_a_full_search_gives_one_equilibrium_and_says_so() -> None:
    (found,) = solve(TURIN, 100, 10)
    assert found.regret < 1e-10 and "there may be others" in found.found


@pytest.mark.parametrize("share", [HALF, 1])
def test_the_way_by_mistakes_ends_at_the_equilibrium_that_the_walk_finds(share: Fraction | int) -> None:
    rule = Auction((1,), loser_pays=share)
    (walked,) = solve(rule, 10, 3)
    assert one_mix(Rules(rule, Known(10), 3))[0] == pytest.approx(walked.mix[0], abs=1e-9)


# --- the proof can fail -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bidders", [2, 3, 5])
def test_an_equilibrium_spoilt_by_one_per_cent_in_one_bid_is_rejected(bidders: int) -> None:
    found = solve(TURIN, 10, bidders)[0]
    for bid in chances(found):
        mix = found.mix[0].astype(float)
        moved = 0.01 * mix[bid]
        mix[bid] -= moved
        mix[1 if bid != 1 else 3] += moved
        assert regret(TURIN, 10, bidders, mix) > 1e-5 > 1e-9 > found.regret


def test_the_regret_is_what_the_best_bid_brings_more_than_the_mix() -> None:
    mix = {0: Fraction(1, 4), 6: Fraction(3, 4)}
    worth = expected.values(TURIN, 10, [mix], bids=range(12))
    kept = Fraction(1, 4) * worth.value[0] + Fraction(3, 4) * worth.value[6]
    assert regret(TURIN, 10, 2, mix) == max(worth.value) - kept > 0


def test_in_an_equilibrium_every_bid_in_use_is_worth_the_payoff_and_no_other_more() -> None:
    (found,) = solve(TURIN, 10, 4)
    worth = against(found)
    used = [bid in chances(found) for bid in worth.bid]
    assert worth.value[used] == pytest.approx(found.payoff[0], abs=1e-12)
    assert worth.value.max() <= found.payoff[0] + 1e-12 and worth.bid[-1] == 11
    with pytest.raises(ValueError, match="kinds of bidders are 0 to 0"):
        against(found, 1)


def test_what_numbers_cannot_find_is_not_called_an_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    anything = np.full((3, 6), 1 / 6)
    monkeypatch.setattr(solving, "_candidates", lambda rules: [anything])
    with pytest.raises(NoEquilibrium, match=r"in what comes nearest somebody can still gain 0\.34 by leaving it"):
        solve(FIRST, Differing((5, 5, 5)), 3)


@settings(deadline=None, max_examples=60)
@given(
    weights=st.lists(st.integers(0, 9), min_size=2, max_size=9).filter(any),
    bidders=st.integers(2, 4),
    share=st.sampled_from([Fraction(0), Fraction(1, 4), HALF, Fraction(1)]),
    reserve=st.integers(0, 3),
)
def test_regret_is_never_negative_and_a_bid_that_nobody_uses_changes_nothing(
    weights: list[int], bidders: int, share: Fraction, reserve: int
) -> None:
    rule = Auction((1,), loser_pays=share, reserve=reserve)
    mix = [Fraction(weight, sum(weights)) for weight in weights]
    found = regret(rule, 6, bidders, mix)
    assert found >= 0
    assert found == regret(rule, 6, bidders, [*mix, Fraction(0), Fraction(0)])
    assert float(regret(rule, 6, bidders, [float(p) for p in mix])) == pytest.approx(float(found), abs=1e-12)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(3, 9), min_size=3, max_size=3), st.permutations([0, 1, 2]), st.data())
def test_naming_the_bidders_otherwise_changes_no_regret(
    worths: list[int], order: list[int], data: st.DataObject
) -> None:
    rows = [data.draw(st.lists(st.integers(1, 5), min_size=4, max_size=4)) for _ in worths]
    mix = [[Fraction(x, sum(row)) for x in row] for row in rows]
    turned = [[places[k] for k in order] for places in (worths, mix)]
    assert regret(TURIN, Differing(worths), 3, mix) == regret(TURIN, Differing(turned[0]), 3, turned[1])


@pytest.mark.parametrize("factor", [2, 3, 7])
@pytest.mark.parametrize("rule", [ALL_PAY, FIRST])
def test_worth_and_steps_times_a_whole_number_scale_the_equilibria_and_their_regret(rule: Auction, factor: int) -> None:
    wide = Auction((1,), loser_pays=rule.loser_pays, step=factor)
    for one, other in zip(solve(rule, 7, 2), solve(wide, 7 * factor, 2), strict=True):
        assert {factor * bid: p for bid, p in chances(one).items()} == chances(other)
        assert factor * one.payoff[0] == other.payoff[0]
    anything = [Fraction(1, 8)] * 8
    spread = [Fraction(1, 8) if bid % factor == 0 else 0 for bid in range(7 * factor + 1)]
    assert factor * regret(rule, 7, 2, anything) == regret(wide, 7 * factor, 2, spread)


# --- bidders who differ -----------------------------------------------------------------------------------------------


def test_two_who_differ_are_solved_exactly() -> None:
    (found,) = solve(ALL_PAY, Differing((10, 8)), 2)
    assert found.regret == 0 and list(found.payoff) == [1, 0] and found.kinds == (10, 8)
    assert chances(found, 0) == dict.fromkeys((1, 3, 5, 7), Fraction(1, 4))
    assert chances(found, 1) == dict.fromkeys((0, 2, 4, 6, 8), Fraction(1, 5))
    assert "starting points" in found.found and found.efficiency == Fraction(9, 10)


@pytest.mark.parametrize(("other", "payoff", "revenue"), [(10, 0, 10), (8, 2, 7.2), (5, 5, 3.75), (2, 8, 1.2)])
def test_two_who_differ_come_near_to_the_continuous_case(other: int, payoff: float, revenue: float) -> None:
    found = solve(ALL_PAY, Differing((10 * 2, other * 2)), 2)
    for each in found:
        assert each.regret == 0
        assert float(each.payoff[0]) / 2 == pytest.approx(payoff, abs=0.55)
        assert float(each.revenue) / 2 == pytest.approx(revenue, abs=0.8)


def test_two_alike_have_among_others_the_symmetric_equilibria() -> None:
    symmetric = {tuple(each.mix[0]) for each in solve(TURIN, 10, 2)}
    found = solve(TURIN, Differing((10, 10)), 2)
    assert all(each.regret == 0 for each in found)
    assert {tuple(each.mix[0]) for each in found if (each.mix[0] == each.mix[1]).all()} <= symmetric


def test_a_budget_keeps_bids_down() -> None:
    (found,) = solve(ALL_PAY, Differing((10, 8), (None, 5)), 2)
    assert max(chances(found, 1)) <= 5 and found.regret == 0 and found.payoff[0] > 1
    with pytest.raises(ValueError, match="may not be made"):
        regret(ALL_PAY, Differing((10, 8), (None, 5)), 2, [{0: 1}, {6: 1}])


def test_a_tie_to_the_earlier_seat_is_worth_something_to_him() -> None:
    (found, *_) = solve(Auction((1,), loser_pays=0, tie="order"), Differing((10, 10)), 2)
    assert found.regret == 0


@pytest.mark.parametrize("worths", [(10, 8, 6), (10, 10, 6)])
def test_three_who_differ_are_solved_by_numbers_with_the_regret_said(worths: tuple[int, ...]) -> None:
    (found,) = solve(FIRST, Differing(worths), 3)
    assert found.mix.shape == (3, 11) and found.regret < 1e-8 and "by numbers" in found.found


# --- private values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bidders", "highest"), [(2, 4), (2, 5), (2, 9), (3, 4), (3, 5), (3, 10), (4, 4), (4, 5)])
def test_bidding_the_line_rounded_down_is_an_equilibrium_on_these_grids(bidders: int, highest: int) -> None:
    line = [(bidders - 1) * value // bidders for value in range(highest + 1)]
    assert regret(FIRST, uniform(highest), bidders, line) == 0
    (found,) = solve(FIRST, uniform(highest), bidders)
    assert found.regret < 1e-9


@pytest.mark.parametrize(
    ("bidders", "highest", "gain"), [(2, 6, "1/14"), (2, 10, "3/22"), (2, 20, "4/21"), (3, 6, "19/147")]
)
def test_and_is_not_on_others_where_somebody_gains_by_leaving_it(bidders: int, highest: int, gain: str) -> None:
    line = [(bidders - 1) * value // bidders for value in range(highest + 1)]
    assert regret(FIRST, uniform(highest), bidders, line) == Fraction(gain)
    (found,) = solve(FIRST, uniform(highest), bidders)
    assert found.regret < 1e-9


@pytest.mark.parametrize("share", [0, HALF, 1])
def test_finer_grids_come_nearer_to_the_line_of_private_values(share: Fraction | int) -> None:
    rule, gaps = Auction((1,), loser_pays=share), []
    for highest in (5, 10, 20, 30):
        (found,) = solve(rule, uniform(highest), 3)
        v = np.array(found.kinds) / highest
        line = (2 / 3) * v**3 / (float(share) + (1 - float(share)) * v**2 + 1e-300)
        gaps.append(np.abs(found.mix.astype(float) @ found.bids / highest - line).max())
        assert found.regret < 1e-9 * highest
    assert all(finer < coarser for coarser, finer in pairwise(gaps)) and gaps[-1] < 0.045


def test_higher_values_never_bid_less_and_mixed_bids_are_equally_good() -> None:
    (found,) = solve(TURIN, uniform(20), 3)
    bids = [list(chances(found, kind)) for kind in range(21)]
    assert all(max(low) <= min(high) for low, high in pairwise(bids))
    mixed = [kind for kind, used in enumerate(bids) if len(used) > 1]
    for kind in mixed[:3]:
        worth = against(found, kind)
        assert worth.value[bids[kind]] == pytest.approx(worth.value.max(), abs=1e-9)


def test_truth_is_an_equilibrium_of_the_second_price_auction() -> None:
    (found,) = solve(Auction((1,), loser_pays=0, winner_pays="next"), uniform(20), 4)
    assert [chances(found, kind) for kind in range(21)] == [{value: 1} for value in range(21)]
    assert found.regret < 1e-12 and found.efficiency == pytest.approx(1)
    below = [k / 21 for k in range(1, 21)]
    assert found.revenue == pytest.approx(sum(1 - up**4 - 4 * up**3 * (1 - up) for up in below))


def test_a_reserve_keeps_low_values_out_and_a_budget_crowds_high_ones() -> None:
    (kept,) = solve(Auction((1,), loser_pays=0, reserve=10), uniform(20), 3)
    assert [chances(kept, kind) for kind in range(10)] == [pytest.approx({0: 1})] * 10 and kept.regret < 1e-9
    (capped,) = solve(FIRST, Private(uniform(20).chances, budget=8), 3)
    assert max(bid for kind in range(21) for bid in chances(capped, kind)) == 8 and capped.regret < 1e-9
    assert capped.revenue < solve(FIRST, uniform(20), 3)[0].revenue


# --- one worth for all, estimated -------------------------------------------------------------------------------------


@pytest.mark.parametrize("bidders", [2, 4, 8])
def test_who_bids_his_estimate_loses_on_average_and_the_equilibrium_does_not(bidders: int) -> None:
    errors = Estimated(10)
    rules = Rules(FIRST, errors, bidders)
    naive = np.zeros((1, len(rules.bids)))
    naive[0, -rules.first] = 1
    loss = -bidders * float((rules.gains(naive) * naive)[naive > 0].sum())
    # The highest of n whole errors from −m to m: the sum of 1 − F^n over the errors, less m.
    highest = sum(1 - (k / 21) ** bidders for k in range(1, 21)) - 10
    assert loss == pytest.approx(highest) and loss / 10.5 == pytest.approx((bidders - 1) / (bidders + 1), abs=0.03)
    (found,) = solve(FIRST, errors, bidders)
    assert found.regret < 1e-9 and found.payoff[0] > 0 and found.revenue < 0
    assert regret(FIRST, errors, bidders, naive) > 1


# --- words ------------------------------------------------------------------------------------------------------------


def test_an_equilibrium_reads_as_a_sentence_with_its_regret() -> None:
    assert (
        str(solve(ALL_PAY, 3, 2)[0]) == "3: 0 with 1/3, 1 with 1/3, 2 with 1/3 (nobody gains more than 0 by leaving it)"
    )
    assert "about " in str(solve(ALL_PAY, 3, 3)[0])


@pytest.mark.parametrize(
    ("rule", "worths", "bidders", "words"),
    [
        (TURIN, 10, 1, "needs two or more bidders; 1 is not enough"),
        (Auction((1,), reserve=11), 10, 3, "Nobody would bid the reserve of 11: no prize is worth more than 10"),
        (Auction((1, 1, 1)), (5, 5, 5), 2, "An auction of 3 places needs 3 or more bidders, not 2"),
        (Auction((2, 1)), 10, 3, "what each of the 2 places that earns a prize is worth; 10 does not"),
        (TURIN, {1: 0.5, 2: 0.4}, 2, r"add up to 0\.9, 0\.09\d* less than 1"),
        (TURIN, Differing((10, 8)), 3, "to each of 3 bidders; 2 worths are given"),
        (Auction((1,), tie="order"), 10, 3, "bidders are not alike"),
        (Auction((1,), tie="rebid"), 10, 3, "what everybody adds in a second round"),
        (ALL_PAY, Estimated(3), 3, "With estimates there is one unit, losers pay nothing"),
        (Auction((1,), winner_pays="next"), 10, 3, "no bid is too high: give budgets"),
    ],
)
def test_what_makes_no_auction_is_refused_in_a_sentence(rule: Auction, worths: Any, bidders: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        solve(rule, worths, bidders)


@pytest.mark.parametrize(
    ("mix", "words"),
    [
        ([0.5, 0.4], r"add up to 0\.9, 0\.09\d* less than 1"),
        ([1.5, -0.5], "Chances are 0 or more"),
        ({1.5: 1}, r"whole, 0 or more; 1\.5 is not"),
        ({-1: 1}, "whole, 0 or more; -1 is not"),
        ([[1.0], [1.0]], "one row of chances for each of 1 kinds of bidders, not 2"),
    ],
)
def test_a_mix_that_is_none_is_refused_in_a_sentence(mix: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        regret(TURIN, 10, 2, mix)


def test_a_second_round_is_taken_as_given() -> None:
    rule = Auction((1,), tie="rebid")
    (found,) = solve(rule, 10, 2, extra={0: 0.5, 1: 0.5})
    assert found.regret < 1e-9 and found.extra == {0: 0.5, 1: 0.5}
    assert regret(rule, 10, 2, found.mix, extra=1) > 1e-3
