"""The desk beside a bid for loading master: exact worths under assumptions that can be changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics import expected
from mechanics.auctions import Auction
from mechanics.bots import random_legal
from mechanics.games import haendler
from mechanics.games.haendler import BOX
from mechanics.session import Session
from mechanics.table import View
from mechanics.views.desks import desk
from mechanics.views.desks.haendler import MOST_BARS, PAST, UNIFORM, Desk, bids_of, guess, known_purses, playing_order

RULE = Auction((1,), loser_pays=0, step=100, reserve=0, tie="order")


def bidding(seats: int = 3, wagons: int = 0, seed: int = 4, **box: Any) -> Session:
    """A game of persons at the bids for a loading master, after so many auctions."""
    session, rng = Session(haendler, seats, seed, box=replace(BOX, **box)), np.random.default_rng(7)
    while session.ask.rule != "DH-5" or len(session.view(0).board.loadings) < wagons:
        seat = session.waiting[0]
        session.submit(seat, 300 if session.ask.rule == "DH-5" else random_legal(session.view(seat), rng))
    return session


def other(view: View, **changes: Any) -> View:
    """The same question at another table."""
    return replace(view, board=replace(view.board, **changes))


@pytest.fixture
def shown() -> tuple[Desk, View]:
    """The desk beside the first bid of P1."""
    view, one = bidding(money="open").view(0), Desk("a channel")
    assert one.show(view)
    return one, view


def bars(one: Desk) -> dict[int, float]:
    """The drawn worth of every bid."""
    return {row["bid"]: row["value"] for row in one.chart.frame["data"]["bids"]}


def exact(view: View, worth: int, tops: dict[int, int]) -> dict[int, float]:
    """The worth of every bid against rivals who bid up to these tops, asked of `expected` in guilders."""
    board, seat = view.board, view.seat
    assert seat is not None
    order = [(board.first + i) % board.seats for i in range(board.seats)]
    rivals = []
    for s in order:
        if s != seat:
            bids = range(0, tops[s] + 1, 100)
            rivals.append(dict.fromkeys(bids, 1 / len(bids)))
    found = expected.values(RULE, worth, rivals, bids=range(0, board.purses[seat] + 1, 100), seat=order.index(seat))
    return dict(zip(found.bid.tolist(), found.value.tolist(), strict=True))


def test_the_game_has_its_desk() -> None:
    one = desk("haendler", "c")
    assert isinstance(one, Desk) and one.widget.layout.display == "none"


def test_every_bar_is_the_exact_worth_against_rivals_who_bid_anything_they_have(shown: tuple[Desk, View]) -> None:
    one, view = shown
    assert (one.rivals.value, one.worth.value) == (UNIFORM, guess(view.board, 0))
    purses = dict(enumerate(view.board.purses))
    assert max(purses[1], purses[2]) <= one.top.value == one.top.max
    assert bars(one) == pytest.approx(exact(view, one.worth.value, purses), abs=1e-6)
    assert list(bars(one)) == list(range(0, view.board.purses[0] + 1, 100)) and len(bars(one)) > 20


def test_the_rule_of_the_game_is_the_one_that_is_counted() -> None:
    assert BOX.loading_auction == RULE


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("seat", range(3))
def test_a_tie_counts_for_the_earlier_in_playing_order(first: int, seat: int) -> None:
    view = other(bidding(money="open").view(seat), first=first)
    one = Desk("c")
    assert one.show(view)
    one.worth.value, one.top.value = 2000, 500
    tops = {s: min(500, purse) for s, purse in enumerate(view.board.purses)}
    assert bars(one) == pytest.approx(exact(view, 2000, tops), abs=1e-6)
    assert playing_order(view.board)[0] == first


def test_whoever_plays_later_wins_fewer_ties() -> None:
    wins = []
    for first in (0, 2, 1):  # P1 first, second, last
        one = Desk("c")
        assert one.show(other(bidding(money="open").view(0), first=first))
        one.top.value = 500
        wins.append({row["bid"]: row["win"] for row in one.chart.frame["data"]["bids"]}[300])
    assert wins == pytest.approx([16 / 36, 12 / 36, 9 / 36])


def test_worth_and_bids_of_rivals_can_be_changed_and_move_every_bar(shown: tuple[Desk, View]) -> None:
    one, view = shown
    before, table = bars(one), one.chart.table
    one.top.value = 900
    tops = {s: min(900, purse) for s, purse in enumerate(view.board.purses)}
    assert bars(one) == pytest.approx(exact(view, one.worth.value, tops), abs=1e-6) and one.chart.table != table
    one.worth.value = one.worth.max
    assert bars(one) == pytest.approx(exact(view, one.worth.max, tops), abs=1e-6) and bars(one) != before


def test_the_axis_grows_with_what_is_at_stake_and_stays_while_rivals_change(shown: tuple[Desk, View]) -> None:
    one, _ = shown
    spec = one.chart.spec
    one.top.value = 300
    assert one.chart.spec == spec
    one.worth.value = one.worth.max
    assert one.chart.spec != spec and one.reach >= one.worth.max


def test_the_chart_follows_the_entry_of_its_own_channel_and_speaks_of_guilders(shown: tuple[Desk, View]) -> None:
    one, _ = shown
    best = max(bars(one), key=lambda bid: bars(one)[bid])
    assert one.chart.channel == "a channel" and "guilders" in one.chart.words
    assert f"the best is {best}," in one.chart.words
    assert one.chart.table.count("<tr>") == len(bars(one)) + 1
    one.top.value = 500
    best = max(bars(one), key=lambda bid: bars(one)[bid])
    assert f"the best is {best}," in one.chart.words and "guilders" in one.chart.words


def test_bars_are_as_wide_as_the_smallest_coin(shown: tuple[Desk, View]) -> None:
    one, view = shown
    sizes = [layer["mark"]["size"] for layer in one.chart.spec["vconcat"][0]["layer"] if layer["mark"]["type"] == "bar"]
    assert sizes == [pytest.approx(0.8 * 620 * 100 / (view.board.purses[0] + 120))]


def test_past_bids_of_rivals_count_beside_one_guess() -> None:
    view = bidding(wagons=2, money="open").view(0)
    board = view.board
    assert len(board.loadings) == 2 and {done.bids[1] for done in board.loadings} == {300}
    assert bids_of(board, 1, 400, UNIFORM) == pytest.approx(dict.fromkeys((0, 100, 200, 300, 400), 1 / 5))
    past = bids_of(board, 1, 400, PAST)
    assert past[300] == pytest.approx(11 / 15) and past[0] == past[400] == pytest.approx(1 / 15)
    assert bids_of(board, 1, 200, PAST)[200] == pytest.approx(7 / 9)
    one = Desk("c")
    assert one.show(view)
    before = bars(one)
    one.rivals.value = PAST
    assert bars(one) != before


def test_a_closed_purse_is_taken_to_hold_as_much_as_the_own() -> None:
    view = bidding().view(0)
    assert view.board.purses[1:] == (None, None)
    mine = view.board.purses[0]
    assert known_purses(view.board, 0) == (mine, mine, mine)
    assert known_purses(replace(view.board, purses=(400, 900, None)), 0) == (400, 900, 400)
    assert known_purses(replace(view.board, purses=(None, 900, 200)), 1) == (900, 900, 200)
    one = Desk("c")
    assert one.show(view)
    assert bars(one) == pytest.approx(exact(view, one.worth.value, {1: mine, 2: mine}), abs=1e-6)


def test_the_first_guess_is_the_own_load_and_the_lowest_fees_of_the_others() -> None:
    view = bidding().view(0)
    empty = ((),) * 6
    city = BOX.cities.index(view.board.wagons[view.board.lot].spot.city)

    def at_home(*goods: str) -> Any:
        return (*empty[:city], goods, *empty[city + 1 :])

    board = replace(view.board, rows=(0, 5, 0, 0, 0, 0), stores=(empty, empty, empty))
    assert guess(board, 0) == 0
    assert guess(replace(board, stores=(at_home("cloth", "cloth", "wine"), empty, empty)), 0) == 800
    assert guess(replace(board, stores=(at_home(*["cloth"] * 4), empty, empty)), 0) == 900
    others = replace(board, stores=(at_home("salt"), at_home("iron"), at_home("silk", "silk", "salt")))
    assert guess(others, 0) == 300 + 100 * 3


@pytest.mark.parametrize("start", [0, 100, 5900, 6000, 6100, 50000])
def test_a_purse_of_any_size_is_drawn_with_sixty_bars_at_most(start: int) -> None:
    one, view = Desk("c"), bidding(money="open").view(0)
    allowed = view.allowed._replace(high=start)  # type: ignore[union-attr]
    assert one.show(other(replace(view, allowed=allowed), purses=(start, 500, 500)))
    bids = list(bars(one))
    assert 0 < len(bids) <= MOST_BARS and bids[0] == 0 and bids[-1] <= start
    step = bids[1] - bids[0] if len(bids) > 1 else 100
    assert bids == list(range(0, start + 1, step)) and step % 100 == 0 and (start >= 6000 or step == 100)


def test_nothing_is_drawn_where_no_loading_master_is_asked_for() -> None:
    one = Desk("c")
    assert not one.show(Session(haendler, 3, 4).view(0)) and not one.show(bidding().view(None))
    assert one.chart.spec == {} and one.view is None


def test_the_same_question_is_drawn_once_and_keeps_what_was_changed(shown: tuple[Desk, View]) -> None:
    one, view = shown
    one.worth.value = 1700
    assert one.show(view) and one.worth.value == 1700
    assert one.show(replace(view, seat=0, rule="DH-5", waiting=(0,))) and one.worth.value == guess(view.board, 0)


def test_a_desk_that_is_cleared_holds_nothing_of_the_last_seat(shown: tuple[Desk, View]) -> None:
    one, view = shown
    one.clear()
    chart = one.chart
    assert (chart.spec, chart.frame, chart.words, chart.table, chart.channel) == ({}, {}, "", "", "")
    assert (one.worth.value, one.worth.max, one.top.value, one.top.max, one.words.value) == (0, 0, 0, 0, "")
    one.rivals.value = PAST
    assert one.chart.frame == {}
    assert one.show(view) and bars(one)
