"""The worth of a bid: against a sum over every profile of bids, extra amounts and coins, and printed numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.auctions import Auction, settle
from mechanics.expected import Values, best_bids, bid_values, values

F = Fraction
HALF = F(1, 2)
TURIN = {"reserve": 1, "tie": "rebid"}
UNIFORM_10 = [F(1, 10)] * 10


def weights_of(given: Any) -> dict[int, Fraction]:
    """A distribution, however it was written, as {number: chance} without the impossible."""
    if isinstance(given, int):
        return {given: F(1)}
    pairs = given.items() if isinstance(given, dict) else enumerate(given)
    return {number: F(chance) for number, chance in pairs if chance}


def by_listing_everything(
    auction: Auction, worth: tuple[Any, ...], rivals: list[Any], bids: Any, extra: Any = 0,
    rival_extras: Any = None, seat: int = 0,
) -> Values:  # fmt: skip
    """Sum over every profile of bids, of extra amounts and of coins, each one settled."""
    others = [weights_of(rival) for rival in rivals]
    adds = [weights_of(0)] * len(rivals) if rival_extras is None else [weights_of(each) for each in rival_extras]
    sources = [*others, weights_of(extra), *adds]
    coins = list(permutations(range(len(rivals) + 1)))
    rows, chances = [], []
    for picks in product(*(source.items() for source in sources)):
        numbers, weight = [p[0] for p in picks], F(1, len(coins))
        for _, chance in picks:
            weight *= chance
        for coin in coins:
            rows.append((numbers[: len(rivals)], numbers[len(rivals) :], coin))
            chances.append(weight)
    return _sum(auction, worth, rows, chances, bids, seat)


def _sum(auction: Auction, worth: tuple[Any, ...], rows: Any, chances: list[Fraction], bids: Any, seat: int) -> Values:
    place_worth = dict(enumerate(worth))
    columns: list[list[Any]] = [[] for _ in Values._fields]
    for bid in bids:
        profile = np.array([[*row[0][:seat], bid, *row[0][seat:]] for row in rows])
        extra = np.array([[*row[1][1 : seat + 1], row[1][0], *row[1][seat + 1 :]] for row in rows])
        done = settle(profile, extra, np.array([row[2] for row in rows]), auction)
        places, prizes, paid = done.place[:, seat] - 1, done.prize[:, seat], done.paid[:, seat]
        chance = [F(0)] * profile.shape[1]
        prize = value = won = lost = F(0)
        for at, cards, money, weight in zip(places.tolist(), prizes.tolist(), paid.tolist(), chances, strict=True):
            prize += cards * weight
            if cards:
                chance[at] += weight
                value += place_worth.get(at, 0) * weight
                won += money * weight
            else:
                lost += money * weight
        row = bid, chance, sum(chance), prize, value, won, lost, value - won - lost
        for column, entry in zip(columns, row, strict=True):
            column.append(entry)
    return Values(*(np.array(column, dtype=object) for column in columns))


def same(found: Values, expected: Values) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(found, expected, strict=True))


CASES = [
    (Auction((1,)), (10,), [[F(1, 4)] * 4, {0: F(1, 3), 2: F(2, 3)}]),
    (Auction((2, 1), loser_pays=F(1, 3)), (7, F(5, 2)), [[F(1, 4)] * 4, {1: HALF, 3: HALF}]),
    (Auction((2, 1, 1), reserve=2, loser_pays=1), (6, 3, 3), [[F(1, 4)] * 4, 2, {1: HALF, 3: HALF}]),
    (Auction((3, 2, 1), loser_pays=0), (6, 3, 1), [2, [0, HALF, HALF]]),
    (Auction((2, 1), tie="nobody"), (7, 3), [[F(1, 4)] * 4, {1: HALF, 3: HALF}]),
    (Auction((1,), tie="nobody", reserve=1), (7,), [[F(1, 4)] * 4, [HALF, HALF], 2]),
    (Auction((2, 1), tie="order"), (7, 3), [[F(1, 4)] * 4, {1: HALF, 3: HALF}]),
    (Auction((1,), winner_pays="next", loser_pays=0), (5,), [[F(1, 4)] * 4, {0: HALF, 3: HALF}]),
    (Auction((2, 1), winner_pays="next", reserve=2), (5, 4), [[F(1, 4)] * 4, {1: HALF, 3: HALF}]),
    (Auction((2, 1, 1), winner_pays="next", tie="order"), (5, 4, 1), [[F(1, 4)] * 4, {1: HALF, 2: HALF}]),
    (Auction((2, 1), winner_pays="next", tie="nobody"), (5, 4), [[F(1, 4)] * 4, {1: HALF, 2: HALF}]),
]


@pytest.mark.parametrize(("auction", "worth", "rivals"), CASES, ids=lambda case: str(case)[:60])
def test_every_number_equals_the_sum_over_all_profiles(auction: Auction, worth: Any, rivals: Any) -> None:
    found = values(auction, worth, rivals, bids=range(6))
    assert same(found, by_listing_everything(auction, worth, rivals, range(6)))


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("winner_pays", ["own", "next"])
def test_with_ties_by_seat_order_my_own_seat_counts(seat: int, winner_pays: Any) -> None:
    auction = Auction((2, 1), tie="order", winner_pays=winner_pays)
    rivals = [[F(1, 4)] * 4, {1: HALF, 3: HALF}]
    found = values(auction, (7, 3), rivals, bids=range(5), seat=seat)
    assert same(found, by_listing_everything(auction, (7, 3), rivals, range(5), seat=seat))


REBIDS = [
    ((2, 1), 1, [[F(1, 4)] * 4, {1: HALF, 3: HALF}], [HALF, HALF], [[F(1, 3)] * 3, {0: HALF, 2: HALF}]),
    ((1,), 1, [[F(1, 4)] * 4, {1: HALF, 2: HALF}], {0: F(1, 3), 2: F(2, 3)}, [[F(1, 3)] * 3, {0: HALF, 1: HALF}]),
    ((2, 1, 1), 1, [2, {1: HALF, 2: HALF}, [0, 0, 1]], [F(1, 3)] * 3, [1, {0: HALF, 2: HALF}, {0: HALF, 1: HALF}]),
    ((1, 1), 1, [2, {1: HALF, 2: HALF}, [0, 0, 1]], 0, [{0: HALF, 1: HALF}] * 3),
    ((2, 1), 0, [[HALF, HALF], [F(1, 3), F(2, 3)]], [HALF, HALF], [{0: HALF, 1: HALF}] * 2),
    ((2, 1), 2, [[F(1, 4)] * 4, {1: HALF, 2: HALF}], [HALF, HALF], [{0: HALF, 1: HALF}] * 2),
]


@pytest.mark.parametrize(("prizes", "reserve", "rivals", "extra", "extras"), REBIDS)
def test_the_second_round_equals_the_sum_over_all_profiles_extras_and_coins(
    prizes: Any, reserve: int, rivals: Any, extra: Any, extras: Any
) -> None:
    for share in (HALF, F(1, 3)):
        auction, worth = Auction(prizes, share, reserve=reserve, tie="rebid"), (9, 5, F(7, 3))[: len(prizes)]
        found = values(auction, worth, rivals, extra=extra, rival_extras=extras, bids=range(5))
        assert same(found, by_listing_everything(auction, worth, rivals, range(5), extra, extras))


def test_one_distribution_of_extras_serves_for_all_rivals() -> None:
    auction, rivals = Auction((2, 1), **TURIN), [[F(1, 4)] * 4] * 2
    once = values(auction, (5, 2), rivals, extra=1, rival_extras=[HALF, HALF])
    each = values(auction, (5, 2), rivals, extra=1, rival_extras=[{0: HALF, 1: HALF}, [HALF, HALF]])
    assert same(once, each)


def test_without_extras_all_who_are_tied_add_nothing_and_burn_their_prizes() -> None:
    found = values(Auction((1,), **TURIN), (8,), [3], bids=[2, 3, 4])
    assert found.win.tolist() == [0, 0, 1]
    assert found.value.tolist() == [-1, -1, 4]


def test_uniform_rivals_give_the_printed_values_of_each_bid() -> None:
    coin = values(Auction((1,)), (10,), [UNIFORM_10]).value
    lose = values(Auction((1,), tie="nobody"), (10,), [UNIFORM_10]).value
    assert [float(v) for v in coin] == [0.5, 1.35, 1.25, 1.8, 1.6, 1.85, 1.55, 1.5, 1.1, 0.75]
    assert [float(v) for v in lose] == [0, 0.9, 0.8, 1.4, 1.2, 1.5, 1.2, 1.2, 0.8, 0.5]


@pytest.mark.parametrize(("bidders", "nash_conv"), [(2, F(129, 32)), (3, F(1731, 256)), (4, F(85637, 8192))])
def test_uniform_bids_0_to_15_are_this_far_from_an_equilibrium(bidders: int, nash_conv: Fraction) -> None:
    found = values(Auction((1,)), (10,), [[F(1, 16)] * 16] * (bidders - 1))
    assert bidders * (found.value.max() - sum(found.value) / 16) == nash_conv
    assert best_bids(found) == (1,)


def test_in_the_known_equilibria_of_two_bidders_no_bid_brings_more() -> None:
    mixed = {1: F(22, 409), 3: F(83, 409), 5: F(52, 409), 7: F(128, 409), 9: F(124, 409)}
    found = values(Auction((1,)), (10,), [mixed], bids=range(11))
    assert found.value.max() == F(99, 409)
    assert set(mixed) <= set(best_bids(found))
    assert set(mixed) <= set(best_bids(values(Auction((1,)), (10.0,), [mixed], bids=range(11))))


def test_all_pay_with_ties_that_nobody_wins_brings_exactly_nothing_in_equilibrium() -> None:
    found = values(Auction((1,), loser_pays=1, tie="nobody"), (10,), [UNIFORM_10])
    assert found.value.tolist() == [0] * 10


def test_value_60_against_four_rivals_on_the_equilibrium_line_is_best_bid_at_48() -> None:
    line = np.bincount(4 * np.arange(1, 10_001) // 5) / 10_000  # in cents: values up to 100.00, four fifths are bid
    found = values(Auction((1,), loser_pays=0, tie="nobody"), (6000,), [line] * 4, bids=range(6001))
    assert abs(best_bids(found)[0] - 4800) <= 1
    assert abs(found.value[4800] - 1200 * 0.6**4) < 0.2
    assert abs(found.win[4800] - 0.6**4) < 0.001
    assert found.value[0] == found.value[6000] == 0


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_floats_agree_with_fractions_and_the_chances_are_chances(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 5))
    tie = data.draw(st.sampled_from(["coin", "order", "nobody", "rebid"]))
    prizes = tuple(sorted(data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=n)), reverse=True))
    auction = Auction(prizes, reserve=data.draw(st.integers(0, 2)), tie=tie)
    worth = [3 * prize for prize in prizes if prize]
    mix = st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any).map(lambda w: [F(x, sum(w)) for x in w])
    rivals, extra, extras = data.draw(st.lists(mix, min_size=n - 1, max_size=n - 1)), data.draw(mix), data.draw(mix)
    exact = values(auction, worth, rivals, extra=extra, rival_extras=extras, bids=range(8))
    floats = [np.array(row, dtype=float) for row in (extra, extras, *rivals)]
    mine, theirs = floats[0], floats[1]
    near = values(auction, [float(w) for w in worth], floats[2:], extra=mine, rival_extras=theirs, bids=range(8))
    for mine, theirs in zip(near, exact, strict=True):
        assert np.abs(np.asarray(mine - theirs, dtype=float)).max(initial=0) < 1e-12
    assert all(0 <= chance <= 1 for chance in exact.win)
    assert (exact.win == exact.place.sum(axis=1)).all()
    assert (exact.value == exact.worth - exact.paid_winning - exact.paid_losing).all()


def test_sixty_bidders_add_up_in_floats_as_in_whole_numbers() -> None:
    rivals = [{bid: F(1, 3) for bid in (k % 5, k % 7 + 5, 12)} for k in range(59)]
    auction = Auction((3, 2, 1))
    exact = values(auction, (9, 6, 3), rivals)
    near = values(auction, (9.0, 6, 3), rivals)
    assert np.abs((near.value - exact.value).astype(float)).max() < 1e-12


def test_bids_that_no_rival_reaches_always_win_and_one_bidder_has_no_rival() -> None:
    assert values(Auction((1,)), (10,), [UNIFORM_10] * 3, bids=[10, 500]).win.tolist() == [1, 1]
    alone = values(Auction((1,), reserve=2), (10,), [], bids=[1, 2, 7])
    assert alone.win.tolist() == [0, 1, 1]
    assert alone.value.tolist() == [0, 8, 3]


def test_the_table_has_one_row_per_bid_and_names_its_columns() -> None:
    table = bid_values(Auction((2, 1)), (5, 2), [np.full(4, 0.25)] * 2)
    names = ["bid", "chance_1", "chance_2", "chance_3", "win", "prize", "worth", "paid_winning", "paid_losing", "value"]
    assert list(table.columns) == names
    assert table["bid"].tolist() == [0, 1, 2, 3]
    found = values(Auction((2, 1)), (5, 2), [np.full(4, 0.25)] * 2)
    assert np.array_equal(table["value"], found.value)
    assert np.array_equal(table["chance_2"], found.place[:, 1])


def test_steps_limit_the_bids_that_are_listed() -> None:
    found = values(Auction((1,), step=100), (500,), [{0: HALF, 300: HALF}])
    assert found.bid.tolist() == [0, 100, 200, 300]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rivals": [[F(1, 2), F(1, 4)]]}, "rival 1 add up to 3/4, 1/4 less than 1"),
        ({"rivals": [[0.5, 0.5], [0.5, 0.75]]}, r"rival 2 add up to 1.25, 0.25 more than 1"),
        ({"rivals": [np.array([0.5, 0.5]), np.array([0.5, 0.25])]}, "rival 2 add up to 0.75, 0.25 less than 1"),
        ({"rivals": [[HALF, HALF + F(1, 10**12)]]}, "1/1000000000000 more than 1"),
        ({"rivals": [[1.5, -0.5]]}, "rival 1 has a negative one"),
        ({"rivals": [{1.5: 1}]}, "whole, 0 or more; 1.5 is not"),
        ({"rivals": [True]}, "a whole number, a mapping"),
        ({"rivals": ["much"]}, "a whole number, a mapping"),
        ({"rivals": [["a", "b"]]}, "are numbers; 'a' is not"),
        ({"rivals": [[float("nan"), 1.0]]}, "they must add up to 1"),
        ({"worth": (5, 3)}, "Only places 1 to 1 earn a prize"),
        ({"seat": 2}, "My seat is one of 0 to 1"),
        ({"bids": [-1]}, "Bids are whole numbers, 0 or more; -1"),
        ({"bids": [0.5]}, "Bids are whole numbers"),
        ({"auction": Auction((2, 1, 1))}, "needs 3 or more bidders, not 2"),
        ({"auction": Auction((1,), step=5), "bids": [3]}, "Bids go in steps of 5"),
        ({"auction": Auction((1,), step=5)}, "Bids go in steps of 5"),
        ({"auction": Auction((1,), winner_pays="next", tie="rebid")}, "winners pay their own bid"),
        ({"auction": Auction((1,), tie="rebid"), "rival_extras": [{0: 1}, {0: 1}]}, "each of 1 rivals; 2 are given"),
        ({"auction": Auction((1,), tie="rebid"), "extra": [0.5]}, "my extra amount add up to 0.5"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    question: dict[str, Any] = {"auction": Auction((1,)), "worth": (5,), "rivals": [[HALF, HALF]]} | change
    with pytest.raises(ValueError, match=sentence):
        values(question.pop("auction"), question.pop("worth"), question.pop("rivals"), **question)


def test_floats_may_miss_one_by_their_rounding_and_by_no_more() -> None:
    near, off = (np.full(10, 0.1) + slip for slip in (1e-12, 1e-8))
    assert len(values(Auction((1,)), (10.0,), [near]).bid) == 10
    with pytest.raises(ValueError, match="must add up to 1"):
        values(Auction((1,)), (10.0,), [off])
