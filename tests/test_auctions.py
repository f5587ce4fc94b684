"""Auctions by the book: every worked vector of the rules, a plain reading of the rule beside the fast one, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics import columns, one_round
from mechanics.auctions import (
    TIES,
    Auction,
    Result,
    ascending,
    half_down,
    must_rebid,
    settle,
    share_down,
)

HALF = Fraction(1, 2)
TWO, THREE, FOUR, FIVE = (2, 0), (2, 1, 0), (2, 1, 1, 0), (2, 2, 1, 0, 0)
FOUR_OPENING, FIVE_OPENING = (1, 1, 0, 0), (1, 1, 1, 0, 0)


def by_the_book(
    bids: list[int], extra: list[int], coin: list[int], rule: Auction, bonus: list[int], favour: list[int]
) -> tuple[list[int], list[int], list[int]]:  # fmt: skip
    """Settle one round as a person would: sort, look at each group of equals, give out prizes, collect."""
    seats = range(len(bids))
    rank = [bids[s] + (bonus[s] if bids[s] >= max(1, rule.reserve) else 0) for s in seats]
    prizes = [*rule.prizes, *[0] * len(bids)]
    queue: list[int] = []
    total, barred = list(bids), {s for s in seats if bids[s] < rule.reserve}
    for level in sorted(set(rank), reverse=True):
        group = [s for s in seats if rank[s] == level]
        flip = group if rule.tie == "order" else sorted(group, key=lambda s: coin[s])
        first, middle, last = ([s for s in flip if favour[s] == side] for side in (1, 0, -1))
        wins_something = len(middle) > 1 and level >= rule.reserve and prizes[len(queue) + len(first)] > 0
        if rule.tie == "rebid" and wins_something and middle[0] not in barred:
            for s in middle:
                total[s] += extra[s]
            middle.sort(key=lambda s: -extra[s])
            zeros = [s for s in middle if not extra[s]]
            barred |= set(zeros) if len(zeros) > 1 else set()
        if rule.tie == "nobody" and len(middle) > 1:
            barred |= set(middle)
        queue += [*first, *middle, *last]
    won = [0 if s in barred else prizes[queue.index(s)] for s in seats]
    paid = [int(total[s] * rule.loser_pays) for s in seats]
    for place, s in enumerate(queue):
        if won[s]:
            below = total[queue[place + 1]] if place + 1 < len(queue) else 0
            paid[s] = total[s] if rule.winner_pays == "own" else min(total[s], max(rule.reserve, below))
    return [queue.index(s) + 1 for s in seats], won, paid


VECTORS = {
    "E1": (THREE, (2, 2, 4), (0, 1, 0), None, (3, 2, 1), (0, 1, 2), (1, 3, 4), 0),
    "V1": (THREE, (2, 2, 4), (0, 5, 0), None, (3, 2, 1), (0, 1, 2), (1, 7, 4), 0),
    "V2": (THREE, (2, 2, 4), (0, 0, 0), None, (2, 3, 1), (0, 0, 2), (1, 1, 4), 1),
    "V3": (THREE, (0, 0, 0), None, None, (1, 2, 3), (0, 0, 0), (0, 0, 0), 3),
    "V4": (FOUR, (5, 0, 0, 0), None, None, (1, 2, 3, 4), (2, 0, 0, 0), (5, 0, 0, 0), 2),
    "V5": (FOUR, (5, 3, 3, 1), (0, 0, 1, 0), None, (1, 3, 2, 4), (2, 1, 1, 0), (5, 3, 4, 0), 0),
    "V6": (FOUR, (5, 4, 3, 3), (0, 0, 0, 2), None, (1, 2, 4, 3), (2, 1, 0, 1), (5, 4, 1, 5), 0),
    "V7": (FIVE, (6, 6, 3, 1, 1), (0, 1, 0, 0, 0), None, (2, 1, 3, 4, 5), (2, 2, 1, 0, 0), (6, 7, 3, 0, 0), 0),
    "V8": (THREE, (3, 3, 3), (2, 0, 0), None, (1, 2, 3), (2, 0, 0), (5, 1, 1), 1),
    "V9": (THREE, (3, 3, 3), (1, 1, 0), (1, 0, 2), (2, 1, 3), (1, 2, 0), (4, 4, 1), 0),
    "V10": (TWO, (4, 3), None, None, (1, 2), (2, 0), (4, 1), 0),
    "V11": (TWO, (5, 5), (0, 0), None, (1, 2), (0, 0), (2, 2), 2),
    "V12": (FOUR_OPENING, (4, 2, 7, 1), None, None, (2, 3, 1, 4), (1, 0, 1, 0), (4, 1, 7, 0), 0),
    "V13": (FIVE_OPENING, (4, 2, 7, 1, 0), None, None, (2, 3, 1, 4, 5), (1, 1, 1, 0, 0), (4, 2, 7, 0, 0), 0),
    "V14": (THREE, (2, 2, 4), (2, 3, 0), None, (3, 2, 1), (0, 1, 2), (2, 5, 4), 0),
}


@pytest.mark.parametrize("name", VECTORS)
def test_the_worked_rounds_of_turin_market_come_out_as_printed(name: str) -> None:
    prizes, bids, extra, coin, place, prize, paid, burned = VECTORS[name]
    result = settle(bids, extra, coin, prizes)
    assert [part.tolist() for part in result] == [list(place), list(prize), list(paid), burned]


@pytest.mark.parametrize("name", VECTORS)
def test_the_worked_rounds_come_out_the_same_in_a_batch(name: str) -> None:
    prizes, bids, extra, coin, place, prize, paid, burned = VECTORS[name]
    rounds = [np.array([bids] * 50).reshape(5, 10, -1), extra, coin]
    result = settle(*rounds, prizes)  # type: ignore[arg-type]
    assert result.place.shape == (5, 10, len(bids))
    assert result.burned.shape == (5, 10)
    for part, expected in zip(result, (place, prize, paid, burned), strict=True):
        assert (part == expected).all()


def test_tm_4_a_zero_bid_never_wins() -> None:
    assert settle([0, 0, 1], None, None, THREE).prize.tolist() == [0, 0, 2]


def test_tm_9_a_large_extra_amount_never_lifts_above_the_tied_places() -> None:
    assert settle([4, 2, 2], [0, 0, 90], None, THREE).place.tolist() == [1, 3, 2]


def test_tm_r1_a_tie_for_places_without_cards_pays_half_of_the_bid_and_ignores_extra_amounts() -> None:
    result = settle([9, 8, 7, 5, 5], [0, 0, 0, 3, 4], None, FIVE)
    assert result.paid.tolist() == [9, 8, 7, 2, 2]
    assert not must_rebid([9, 8, 7, 5, 5], FIVE).any()


def test_tm_r2_the_only_one_who_adds_nothing_wins_the_last_of_the_tied_places() -> None:
    result = settle([9, 5, 5, 1], [0, 0, 2, 0], None, FOUR)
    assert result.prize.tolist() == [2, 1, 1, 0]
    assert result.paid.tolist() == [9, 5, 7, 0]


def test_tm_r3_two_who_add_nothing_win_nothing_though_there_are_cards_for_both() -> None:
    result = settle([9, 5, 5, 1], [0, 0, 0, 0], None, FOUR)
    assert result.prize.tolist() == [2, 0, 0, 0]
    assert result.paid.tolist() == [9, 2, 2, 0]
    assert result.burned == 2


def test_without_a_reserve_bidders_tied_at_zero_bid_again_and_one_of_them_may_add_nothing() -> None:
    rule = Auction((2, 1), tie="rebid")
    assert must_rebid([0, 0], rule).all()
    assert settle([0, 0], [0, 3], None, rule).prize.tolist() == [1, 2]
    assert settle([0, 0], [0, 0], None, rule).prize.tolist() == [0, 0]


def test_tm_r6_nobody_moves_up_to_a_place_whose_prize_is_burned() -> None:
    result = settle([5, 5, 3, 1], [0, 0, 0, 0], None, FOUR)
    assert result.prize.tolist() == [0, 0, 1, 0]
    assert result.burned == 3


def test_two_ties_are_settled_apart() -> None:
    result = settle([6, 6, 3, 3], [1, 0, 0, 4], None, (2, 2, 1, 0))
    assert result.place.tolist() == [1, 2, 4, 3]
    assert result.paid.tolist() == [7, 6, 1, 7]


def test_who_must_bid_again_is_who_is_tied_for_something() -> None:
    assert must_rebid([6, 6, 3, 3], (2, 2, 1, 0)).tolist() == [True] * 4
    assert must_rebid([6, 6, 3, 3], (2, 2, 0, 0)).tolist() == [True, True, False, False]
    assert must_rebid([0, 0, 3], THREE).tolist() == [False] * 3
    assert must_rebid([[2, 2, 4], [4, 2, 2], [1, 2, 3]], THREE).tolist() == [
        [True, True, False], [False, True, True], [False] * 3,
    ]  # fmt: skip
    assert not must_rebid([2, 2], Auction((1,), tie="coin")).any()


# --- the goose (TM-R25) ----------------------------------------------------------------------------------------------


def test_the_bonus_ranks_a_bid_higher_and_is_never_paid() -> None:
    result = settle([5, 5], None, None, TWO, bonus=[0, 1])
    assert result.prize.tolist() == [0, 2]
    assert result.paid.tolist() == [2, 5]


def test_the_bonus_makes_ties_and_is_not_added_again_in_the_second_round() -> None:
    assert must_rebid([5, 4], TWO, bonus=[0, 1]).tolist() == [True, True]
    result = settle([5, 4], [1, 1], [0, 1], TWO, bonus=[0, 1])
    assert result.prize.tolist() == [2, 0]
    assert result.paid.tolist() == [6, 2]


def test_the_bonus_does_not_help_a_bid_of_zero() -> None:
    result = settle([0, 0, 0], None, None, THREE, bonus=[0, 1, 0])
    assert result.prize.tolist() == [0, 0, 0]
    assert settle([1, 0], None, None, TWO, bonus=[0, 3]).place.tolist() == [1, 2]


def test_who_is_disfavoured_takes_the_worst_tied_place_and_bids_no_more() -> None:
    again = must_rebid([3, 3, 3], THREE, favour=[-1, 0, 0])
    assert again.tolist() == [False, True, True]
    result = settle([3, 3, 3], [9, 1, 2], None, THREE, favour=[-1, 0, 0])
    assert result.place.tolist() == [3, 2, 1]
    assert result.paid.tolist() == [1, 4, 5]


def test_who_is_favoured_takes_the_best_tied_place_at_his_bid() -> None:
    result = settle([3, 3, 3], [0, 0, 1], None, THREE, favour=[0, 1, 0])
    assert result.place.tolist() == [3, 1, 2]
    assert result.prize.tolist() == [0, 2, 1]
    assert result.paid.tolist() == [1, 3, 4]


def test_who_is_left_alone_by_a_favour_does_not_bid_again_and_may_add_nothing() -> None:
    assert not must_rebid([3, 3, 1], THREE, favour=[1, 0, 0]).any()
    result = settle([3, 3, 1], [0, 7, 0], None, THREE, favour=[1, 0, 0])
    assert result.prize.tolist() == [2, 1, 0]
    assert result.paid.tolist() == [3, 3, 0]


def test_those_whom_a_favour_leaves_without_a_card_to_win_do_not_bid_again() -> None:
    assert not must_rebid([9, 4, 4, 4], FOUR_OPENING, favour=[0, 1, 0, 0]).any()


def test_a_favour_orders_nobody_who_is_not_tied() -> None:
    assert settle([3, 2, 1], None, None, THREE, favour=[-1, 1, 1]).place.tolist() == [1, 2, 3]


# --- other rules -----------------------------------------------------------------------------------------------------


def test_a_coin_decides_ties_and_extra_amounts_are_ignored() -> None:
    rule = Auction((2, 1))
    result = settle([4, 4, 4], [9, 0, 0], [2, 0, 1], rule)
    assert result.place.tolist() == [3, 1, 2]
    assert result.paid.tolist() == [2, 4, 4]


def test_a_zero_bid_can_win_where_there_is_no_reserve() -> None:
    assert settle([0, 0], None, [1, 0], Auction((1,))).prize.tolist() == [0, 1]


def test_below_the_reserve_the_prize_of_the_place_is_burned() -> None:
    result = settle([2, 3, 9], None, None, Auction((3, 2, 1), reserve=3))
    assert result.prize.tolist() == [0, 2, 3]
    assert result.burned == 1


def test_ties_go_to_the_earlier_seat_whatever_the_coin_says() -> None:
    assert settle([4, 4], None, [1, 0], Auction((1,), tie="order")).prize.tolist() == [1, 0]


def test_where_ties_win_nothing_their_prizes_are_burned() -> None:
    result = settle([4, 4, 2], None, None, Auction((2, 1, 1), tie="nobody"))
    assert result.prize.tolist() == [0, 0, 1]
    assert result.burned == 3


def test_winners_may_pay_the_bid_below_them_and_the_last_one_the_reserve() -> None:
    rule = Auction((1, 1, 1), loser_pays=0, winner_pays="next", reserve=2)
    assert settle([9, 7, 4], None, None, rule).paid.tolist() == [7, 4, 2]
    assert settle([9, 1, 0], None, None, rule).paid.tolist() == [2, 0, 0]
    assert settle([9, 9, 4], None, None, rule).paid.tolist() == [9, 4, 2]


def test_the_next_bid_never_costs_more_than_ones_own_total() -> None:
    result = settle([4, 2, 2], [0, 8, 1], None, THREE, winner_pays="next")
    assert result.paid.tolist() == [4, 3, 1]


@pytest.mark.parametrize(("share", "lost"), [(Fraction(0), 0), (Fraction(1, 3), 2), (HALF, 3), (Fraction(1), 7)])
def test_losers_pay_their_share_rounded_down(share: Fraction, lost: int) -> None:
    assert settle([9, 7], None, None, (1,), loser_pays=share).paid.tolist() == [9, lost]


def test_halves_and_shares_are_rounded_down() -> None:
    assert [half_down(x) for x in range(5)] == [0, 0, 1, 1, 2]
    assert half_down(np.arange(5)).tolist() == [0, 0, 1, 1, 2]
    assert share_down(10, Fraction(2, 3)) == 6


# --- open auction ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "step", "prize", "paid"),
    [
        ([7, 5, 0], 1, [1, 0, 0], [6, 0, 0]),
        ([5, 7], 1, [0, 1], [0, 6]),
        ([6, 6, 2], 1, [1, 0, 0], [6, 0, 0]),
        ([0, 0], 1, [0, 0], [0, 0]),
        ([3], 1, [1], [1]),
        ([9, 0], 5, [1, 0], [5, 0]),
        ([104, 107], 10, [0, 1], [0, 100]),
        ([90, 107], 10, [0, 1], [0, 100]),
        ([94, 127], 10, [0, 1], [0, 100]),
        ([4, 3], 5, [0, 0], [0, 0]),
    ],
)
def test_the_highest_limit_wins_at_the_first_price_that_nobody_else_would_pay(
    limits: list[int], step: int, prize: list[int], paid: list[int]
) -> None:
    result = ascending(limits, step)
    assert result.prize.tolist() == prize
    assert result.paid.tolist() == paid
    assert result.burned == 1 - sum(prize)
    assert ascending([limits] * 30, step).paid.tolist() == [paid] * 30


@given(st.lists(st.integers(0, 12), min_size=1, max_size=5), st.integers(1, 4))
def test_calling_out_prices_one_by_one_gives_the_same_open_auction(limits: list[int], step: int) -> None:
    price, staying = 0, list(range(len(limits)))
    while len(staying) > 1 or price == 0:
        in_next = [s for s in staying if limits[s] >= price + step]
        if not in_next:
            break
        price, staying = price + step, in_next
    result = ascending(limits, step)
    winner = max(staying, key=lambda s: (limits[s], -s))
    assert result.paid.tolist() == [price * (s == winner) for s in range(len(limits))]
    assert result.prize.sum() == (price > 0)


# --- what always holds -----------------------------------------------------------------------------------------------


@st.composite
def auctions_and_rounds(draw: st.DrawFn) -> tuple[Auction, dict[str, list[int]]]:
    n = draw(st.integers(1, 5))
    prizes = sorted(draw(st.lists(st.integers(0, 3), max_size=n)), reverse=True)
    share = draw(st.sampled_from([Fraction(0), Fraction(1, 3), HALF, Fraction(1)]))
    pays, tie = draw(st.sampled_from(["own", "next"])), draw(st.sampled_from(list(TIES)))
    rule = Auction(tuple(prizes), share, pays, draw(st.integers(0, 3)), 1, tie)  # type: ignore[arg-type]
    numbers = {"bids": st.integers(0, 4), "extra": st.integers(0, 2), "bonus": st.integers(0, 1)}
    given = {name: draw(st.lists(each, min_size=n, max_size=n)) for name, each in numbers.items()}
    given["favour"] = draw(st.lists(st.integers(-1, 1), min_size=n, max_size=n))
    given["coin"] = draw(st.permutations(range(n)))
    return rule, given


def played(rule: Auction, given: dict[str, Any]) -> Result:
    return settle(given["bids"], given["extra"], given["coin"], rule, bonus=given["bonus"], favour=given["favour"])


@settings(max_examples=400, deadline=None)
@given(auctions_and_rounds())
def test_a_plain_reading_of_the_rule_gives_the_same_result(case: tuple[Auction, dict[str, list[int]]]) -> None:
    rule, given = case
    place, prize, paid = by_the_book(rule=rule, **given)
    result = played(rule, given)
    assert result.place.tolist() == place
    assert result.prize.tolist() == prize
    assert result.paid.tolist() == paid


@settings(max_examples=400, deadline=None)
@given(auctions_and_rounds())
def test_one_round_without_arrays_comes_out_the_same(case: tuple[Auction, dict[str, list[int]]]) -> None:
    rule, given = case
    bids, extra, coin = (tuple(given[one]) for one in ("bids", "extra", "coin"))
    nudges = {"bonus": tuple(given["bonus"]), "favour": tuple(given["favour"])}
    one = one_round.settle(bids, extra, coin, rule, **nudges)
    assert [list(part) for part in one[:3]] == [part.tolist() for part in played(rule, given)[:3]]
    assert one.burned == played(rule, given).burned
    again = one_round.must_rebid(bids, rule, **nudges)
    assert list(again) == must_rebid(bids, rule, **nudges).tolist()
    assert {type(number) for part in (*one[:3], (one.burned,)) for number in part} == {int}


@settings(max_examples=300, deadline=None)
@given(auctions_and_rounds())
def test_one_round_in_which_nobody_adds_anything_comes_out_the_same(case: tuple[Auction, dict[str, list[int]]]) -> None:
    rule, given = case
    nothing = [0] * len(given["bids"])
    plain = {**given, "extra": nothing, "bonus": nothing}
    bids, coin, favour = (tuple(given[one]) for one in ("bids", "coin", "favour"))
    one = one_round.settle(bids, None, coin, rule, favour=favour)
    assert [list(part) for part in one[:3]] == [part.tolist() for part in played(rule, plain)[:3]]
    assert one.burned == played(rule, plain).burned
    again = one_round.must_rebid(bids, rule, favour=favour)
    assert list(again) == must_rebid(bids, rule, favour=favour).tolist()


def test_levels_are_small_bids_in_the_same_order_of_which_the_same_can_win() -> None:
    assert one_round.levels((0, 9, 4, 9, 1), 1) == (0, 4, 3, 4, 2)
    assert one_round.levels((2, 40, 7, 3), 5) == (2, 8, 7, 3)


def test_one_round_needs_as_many_bidders_as_places() -> None:
    with pytest.raises(ValueError, match="An auction of 2 places needs 2 or more bidders, not 1"):
        one_round.settle((3,), None, None, Auction((2, 1)))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(list(TIES)), st.sampled_from(["own", "next"]))
def test_a_batch_agrees_with_its_rounds_played_one_by_one(seed: int, tie: Any, pays: Any) -> None:
    rng = np.random.default_rng(seed)
    n, rounds = int(rng.integers(1, 6)), 40
    rule = Auction((3, 2, 1)[:n], winner_pays=pays, reserve=1, tie=tie)
    given = {name: rng.integers(0, top, (rounds, n)) for name, top in (("bids", 5), ("extra", 3), ("bonus", 2))}
    given["favour"] = rng.integers(-1, 2, (rounds, n))
    given["coin"] = rng.permuted(np.tile(np.arange(n), (rounds, 1)), axis=1)
    batch = played(rule, given)
    again = must_rebid(given["bids"], rule, bonus=given["bonus"], favour=given["favour"])
    for k in range(rounds):
        one = {name: numbers[k] for name, numbers in given.items()}
        for part, whole in zip(played(rule, one), batch, strict=True):
            assert np.array_equal(part, whole[k])
        assert np.array_equal(must_rebid(one["bids"], rule, bonus=one["bonus"], favour=one["favour"]), again[k])


@given(auctions_and_rounds(), st.randoms(use_true_random=False))
def test_changing_the_seats_changes_the_result_with_them(case: Any, random: Any) -> None:
    rule, given = case
    if rule.tie == "order":
        return
    order = list(range(len(given["bids"])))
    random.shuffle(order)
    moved = played(rule, {name: [numbers[s] for s in order] for name, numbers in given.items()})
    stayed = played(rule, given)
    for part, other in zip(moved[:3], stayed[:3], strict=True):
        assert part.tolist() == other[order].tolist()
    assert moved.burned == stayed.burned


@given(auctions_and_rounds(), st.integers(0, 4), st.integers(1, 3))
def test_raising_my_bid_never_worsens_my_place(case: Any, seat: int, more: int) -> None:
    rule, given = case
    seat %= len(given["bids"])
    bids = list(given["bids"])
    bids[seat] += more
    raised = given | {"bids": bids}
    assert played(rule, raised).place[seat] <= played(rule, given).place[seat]


@given(auctions_and_rounds())
def test_prizes_are_awarded_or_burned_and_nobody_pays_more_than_he_bid(case: Any) -> None:
    rule, given = case
    result = played(rule, given)
    total = np.array(given["bids"]) + given["extra"]
    assert result.prize.sum() + result.burned == sum(rule.prizes)
    assert sorted(result.place.tolist()) == list(range(1, len(given["bids"]) + 1))
    assert (result.paid <= total).all()
    assert (result.paid >= 0).all()
    again = must_rebid(given["bids"], rule, bonus=given["bonus"], favour=given["favour"])
    assert (result.paid <= np.where(again, total, given["bids"])).all()


def test_a_batch_longer_than_one_block_is_settled_to_its_end() -> None:
    rounds = 2 * columns.BLOCK + 5
    bids = np.tile([1, 2, 3], (rounds, 1))
    bids[-1] = [3, 2, 1]
    result = settle(bids, None, None, THREE)
    assert (result.place[:-1] == [3, 2, 1]).all()
    assert result.place[-1].tolist() == [1, 2, 3]


@pytest.mark.parametrize("top", [2**12, 2**28, 2**40, 2**58])
def test_large_amounts_of_money_do_not_overflow(top: int) -> None:
    bids, extra = [top, top, top - 1], [top // 2, 0, 0]
    for rounds in (1, 40):
        result = settle([bids] * rounds, extra, None, THREE, loser_pays=Fraction(2, 3))
        assert result.paid[-1].tolist() == [top + top // 2, top, (top - 1) * 2 // 3]


def test_a_share_with_a_large_numerator_does_not_overflow_either() -> None:
    rule = Auction((1,), Fraction(999, 1000))
    assert (settle([[3000, 2000]] * 40, None, None, rule).paid == [3000, 1998]).all()


def test_a_hundred_and_thirty_bidders_find_their_places() -> None:
    bids = np.arange(130)
    assert settle(bids, None, None, (1,)).place.tolist() == list(range(130, 0, -1))
    assert settle(np.tile(bids, (20, 1)), None, None, (1,)).place[7].tolist() == list(range(130, 0, -1))


def test_extra_and_coin_are_shared_by_all_rounds_when_given_once() -> None:
    bids = np.full((30, 2), 3)
    assert (settle(bids, [0, 1], None, TWO).prize == [0, 2]).all()
    assert (settle(bids, [1, 1], [1, 0], TWO).prize == [0, 2]).all()


def test_nothing_that_is_given_is_changed() -> None:
    given = {"bids": np.array([2, 2, 4]), "extra": np.array([0, 5, 0]), "coin": np.array([2, 1, 0])}
    before = {name: numbers.copy() for name, numbers in given.items()}
    settle(*given.values(), THREE)
    settle(*(np.tile(numbers, (20, 1)) for numbers in given.values()), THREE)
    assert all(np.array_equal(given[name], before[name]) for name in given)


def test_no_rounds_give_empty_results() -> None:
    assert settle(np.zeros((0, 3), dtype=int), None, None, THREE).place.shape == (0, 3)


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "extra", "coin", "sentence"),
    [
        ([1, -2], None, None, "Bids are whole numbers, 0 or more; -2 is not allowed"),
        ([1.5, 2], None, None, "Bids are whole numbers"),
        ([True, 2], None, None, "Bids are whole numbers.*True is not one"),
        (np.array([True, False]), None, None, "Bids are whole numbers; an array of bool is not"),
        (np.array([1.0, 2.0]), None, None, "Bids are whole numbers; an array of float64 is not"),
        (np.array([[1, 2], [1, -1]] * 20), None, None, "Bids are whole numbers, 0 or more; -1"),
        (["2", 2], None, None, "Bids are whole numbers"),
        ([[1, 2], [3]], None, None, "Bids are whole numbers"),
        ([1, 2**70], None, None, "Bids are whole numbers, 0 to"),
        (3, None, None, "one number per bidder"),
        ([1, 2], [0, 0, 0], None, "do not go together"),
        (np.ones((2, 2), int), np.ones((3, 2), int), None, "not for the same rounds"),
        ([1, 2], [0, -1], None, "Extra amounts are whole numbers"),
        ([1, 2], None, [0, 0], "A coin puts bidders in order"),
        ([1, 2], None, [1, 2], "A coin puts bidders in order"),
        (np.ones((20, 2), int), None, np.zeros((20, 2), int), "A coin puts bidders in order"),
        ([1, 2], None, [0.0, 1.0], "Coin places are whole numbers"),
    ],
)
def test_what_makes_no_round_is_refused_with_a_sentence(bids: Any, extra: Any, coin: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        settle(bids, extra, coin, (1,))


def test_bonuses_and_favours_have_their_limits() -> None:
    with pytest.raises(ValueError, match="Favours are whole numbers, -1 to 1; 2 is not allowed"):
        settle([1, 1], None, None, TWO, favour=[2, 0])
    with pytest.raises(ValueError, match="Bonuses are whole numbers, 0 or more"):
        must_rebid([1, 1], TWO, bonus=[-1, 0])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"prizes": (1, 2)}, r"Prizes go down from the best place on; \(1, 2\) do not"),
        ({"prizes": (1, -1)}, "Prizes are whole numbers, 0 or more"),
        ({"prizes": (1.5,)}, "Prizes are whole numbers"),
        ({"loser_pays": Fraction(3, 2)}, "a share from 0 to 1"),
        ({"loser_pays": 0.5}, r"such as Fraction\(1, 2\); 0.5 is not one"),
        ({"winner_pays": "third"}, "Winners pay by one of: own, next"),
        ({"tie": "duel"}, "Ties go by one of: coin, rebid, order, nobody"),
        ({"reserve": -1}, "The reserve is a whole number, 0 or more; -1 is not"),
        ({"step": 0}, "The step is a whole number, 1 or more; 0 is not"),
        ({"step": True}, "The step is a whole number"),
    ],
)
def test_an_auction_that_makes_no_sense_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Auction(**({"prizes": (1,)} | change))


def test_too_few_bidders_and_bids_off_the_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="An auction of 4 places needs 4 or more bidders, not 3"):
        settle([1, 2, 3], None, None, FOUR)
    with pytest.raises(ValueError, match="Bids go in steps of 100"):
        settle([100, 250], None, None, Auction((1,), step=100))
    with pytest.raises(ValueError, match="The step is a whole number, 1 or more; 0 is not"):
        ascending([1, 2], 0)
    with pytest.raises(ValueError, match="An Auction says itself"):
        settle([1, 2], None, None, Auction((1,)), winner_pays="next")


def test_prizes_are_filled_up_with_zeros_to_the_number_of_bidders() -> None:
    assert Auction((2, 1)).places(4) == (2, 1, 0, 0)
    assert Auction([2, 1]).prizes == (2, 1)  # type: ignore[arg-type]


def test_an_auction_says_its_rule_in_a_sentence() -> None:
    turin = Auction((2, 1), tie="rebid")
    assert str(turin) == "prizes 2 and 1, winner pays the bid, losers half, rounded down, ties by a second round"
    assert str(Auction((10,), 0, "next", 3, 5, "order")) == (
        "prize 10, winner pays the next bid, losers nothing, lowest winning bid 3, in steps of 5, "
        "ties to the earlier seat"
    )
    assert "losers 1/3 of it, rounded down" in str(Auction((3, 2, 1), Fraction(1, 3)))
