"""The desk beside a sealed bid: exact worths under assumptions that can be changed; cleared, it holds nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mechanics import expected
from mechanics.bots import turin as bots
from mechanics.games import turin
from mechanics.session import Session
from mechanics.views import desks
from mechanics.views.desks import desk
from mechanics.views.desks.turin import MOST_BARS, RIVALS, TIES, Desk


def bidding(seats: int = 3, **box: Any) -> Session:
    """A game of persons at its first bids, the round before played if `seats` is 3."""
    session = Session(turin, seats, 4, box=replace(turin.BOX, **box))
    while session.ask.rule != "TM-3":
        session.submit(session.waiting[0], session.view(session.waiting[0]).board.hand[0])
    return session


@pytest.fixture
def shown() -> tuple[Desk, Session]:
    """The desk beside the first bid of P1."""
    session, one = bidding(), Desk("a channel")
    assert one.show(session.view(0))
    return one, session


def bars(one: Desk) -> dict[int, float]:
    """The drawn worth of every bid."""
    return {row["bid"]: row["value"] for row in one.chart.frame["data"]["bids"]}


def exact(session: Session, worth: list[float], rivals: Any, tie: str = "coin", **extras: Any) -> dict[int, float]:
    """The worth of every bid, asked of `expected` directly."""
    board = session.view(0).board
    found = expected.values(replace(board.auction, tie=tie), worth, rivals, bids=range(board.free[0] + 1), **extras)
    return dict(zip(found.bid.tolist(), found.value.tolist(), strict=True))


def test_a_game_has_its_desk_and_another_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    one = desk("turin", "c")
    assert one is not None and one.widget.layout.display == "none"
    assert desk("chess", "c") is None and desks.__all__ == ["Desk", "desk"]


def test_every_bar_is_the_exact_worth_against_rivals_who_bid_what_they_have(shown: tuple[Desk, Session]) -> None:
    one, session = shown
    board = session.view(0).board
    places = zip(bots.worth_of_places(board, 0), board.auction.prizes, strict=True)
    worth = [round(value, 1) for value, prize in places if prize]
    assert one.rivals.value == "any bid their purse allows" and one.ties.value == "a coin"
    assert [field.value for field in one.worths.children] == worth
    assert bars(one) == pytest.approx(exact(session, worth, bots.uniform_rivals(board, 0)))
    assert list(bars(one)) == list(range(16))


def test_the_chart_follows_the_entry_of_its_own_channel_and_has_sentence_and_table(shown: tuple[Desk, Session]) -> None:
    one, _ = shown
    best = max(bars(one), key=lambda bid: bars(one)[bid])
    assert one.chart.channel == "a channel" and str(best) in one.chart.words
    assert one.chart.table.count("<tr>") == 17 and f"<td>{bars(one)[best]:.2f}".rstrip("0") in one.chart.table


def test_what_a_place_is_worth_can_be_changed_and_moves_every_bar(shown: tuple[Desk, Session]) -> None:
    one, session = shown
    spec, before = one.chart.spec, one.chart.table
    one.worths.children[0].value = 20.0
    worth = [20.0, one.worths.children[1].value]
    assert bars(one) == pytest.approx(exact(session, worth, bots.uniform_rivals(session.view(0).board, 0)))
    assert one.chart.spec is spec or one.chart.spec == spec
    assert one.chart.table != before


@pytest.mark.parametrize("called", list(RIVALS))
def test_what_rivals_bid_can_be_changed(called: str) -> None:
    session = bidding()
    for seat, bid in enumerate((2, 9, 4)):
        session.submit(seat, bid)
    while session.ask.rule != "TM-3":
        seat = session.waiting[0]
        session.submit(seat, bots.miser(session.view(seat), None))  # type: ignore[arg-type]
    one = Desk("c")
    assert one.show(session.view(0))
    one.rivals.value = called
    worth, board = [field.value for field in one.worths.children], session.view(0).board
    assert bars(one) == pytest.approx(exact(session, worth, RIVALS[called](board, 0)))


def test_the_three_assumptions_about_rivals_differ() -> None:
    session = bidding()
    for seat, bid in enumerate((2, 9, 4)):
        session.submit(seat, bid)
    board = session.view(0).board
    rivals = [str(make(board, 0)) for make in RIVALS.values()]
    assert len(set(rivals)) == 3


def test_ties_by_a_second_round_are_worth_what_the_exact_sum_says(shown: tuple[Desk, Session]) -> None:
    one, session = shown
    coin = bars(one)
    one.ties.value = next(words for words, tie in TIES.items() if tie == "rebid")
    added = {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}
    worth = [field.value for field in one.worths.children]
    rivals = bots.uniform_rivals(session.view(0).board, 0)
    assert bars(one) == pytest.approx(exact(session, worth, rivals, "rebid", extra=added, rival_extras=added))
    assert bars(one) != pytest.approx(coin)


@pytest.mark.parametrize("start", [0, 59, 60, 61, 119, 5000])
def test_a_purse_of_any_size_is_drawn_with_sixty_bars_at_most(start: int) -> None:
    one = Desk("c")
    assert one.show(bidding(start=start).view(0))
    bids = list(bars(one))
    assert 0 < len(bids) <= MOST_BARS and bids[0] == 0 and bids[-1] <= start
    step = bids[1] - bids[0] if len(bids) > 1 else 1
    assert bids == list(range(0, start + 1, step)) and (start >= 60 or step == 1)


@pytest.mark.parametrize(("seats", "places"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_only_places_that_win_cards_are_asked_for(seats: int, places: int) -> None:
    one = Desk("c")
    assert one.show(bidding(seats).view(0))
    assert [field.description for field in one.worths.children] == [f"place {k} is worth" for k in range(1, places + 1)]


def test_nothing_is_drawn_where_no_first_bid_is_asked_for() -> None:
    session = Session(turin, 3, 4)
    one = Desk("c")
    assert not one.show(session.view(0)) and not one.show(bidding().view(None))
    assert one.chart.spec == {} and one.worths.children == ()


def test_the_same_question_is_drawn_once_and_keeps_what_was_changed(shown: tuple[Desk, Session]) -> None:
    one, session = shown
    one.worths.children[0].value = 20.0
    assert one.show(session.view(0)) and one.worths.children[0].value == 20.0


def test_a_desk_that_is_cleared_holds_nothing_of_the_last_seat(shown: tuple[Desk, Session]) -> None:
    one, session = shown
    old = one.worths.children
    one.clear()
    chart = one.chart
    assert (chart.spec, chart.frame, chart.words, chart.table, chart.channel) == ({}, {}, "", "", "")
    assert one.worths.children == () and one.words.value == "" and one.view is None
    assert all(field.comm is None for field in old)
    one.rivals.value = "any bid my purse allows"
    assert one.chart.frame == {}
    assert one.show(session.view(1)) and bars(one)
