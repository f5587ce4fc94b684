"""Robots: every one finishes every game with legal answers, and each is a player of its own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.choices import OneOf
from mechanics.saving import GAMES, game_named
from mechanics.session import Session
from mechanics.table import Amount, Answer, Event, Free, Rng, View, play

GENERAL = ("random", "smallest")
NAMED = {key: {called: who for called, who in robots(key).items() if called not in GENERAL} for key in GAMES}
EVERY = [pytest.param(key, called, id=f"{key}-{called}") for key in GAMES for called in robots(key)]
EVERY_NAMED = [pytest.param(key, called, id=f"{key}-{called}") for key in GAMES for called in NAMED[key]]
# Loans are always at hand; cards that are played on the side have to be won first; some games have no such moves.
SIDE_MOVES = {"turin": 41, "haendler": 4}
of_every_game = pytest.mark.parametrize("key", GAMES)


@pytest.mark.parametrize(("key", "called"), EVERY)
def test_every_robot_finishes_the_game_with_any_number_of_players(key: str, called: str) -> None:
    game, robot = game_named(key), robots(key)[called]
    for seats in game.SEATS:
        for seed in range(3):
            alone = play(game, {**dict.fromkeys(range(seats), random_legal), seed % seats: robot}, seed)
            among_its_like = play(game, dict.fromkeys(range(seats), robot), seed)
            assert len(game.scores(alone)) == len(game.scores(among_its_like)) == seats


@pytest.mark.parametrize(("key", "called"), EVERY)
def test_every_robot_finishes_every_game_that_a_table_may_agree_on(key: str, called: str) -> None:
    from dataclasses import replace

    game, robot, seats = game_named(key), robots(key)[called], game_named(key).SEATS[-1]
    for field, offered in game.SETTINGS.items():
        for value in offered[1:]:
            box = replace(game.BOX, **{field: value})
            assert len(game.scores(play(game, dict.fromkeys(range(seats), robot), 1, box=box))) == seats


@pytest.mark.parametrize(("key", "called"), EVERY)
def test_a_robot_that_is_shown_the_same_answers_the_same(key: str, called: str) -> None:
    game = game_named(key)
    bots = {0: robots(key)[called], 1: random_legal}
    assert Session(game, 2, 5, bots=bots).log == Session(game, 2, 5, bots=bots).log


def decisions(key: str, seeds: range) -> list[tuple[View, int]]:
    """What random players are asked in some games, free moves and questions with one answer left out."""
    views: list[tuple[View, int]] = []

    def listener(view: View, rng: Rng) -> Answer:
        answer = random_legal(view, rng)
        if not isinstance(answer, Free) and is_open(view):
            views.append((view, int(rng.integers(2**32))))
        return answer

    game = game_named(key)
    for seed in seeds:
        for seats in game.SEATS:
            play(game, dict.fromkeys(range(seats), listener), seed)
    return views


def is_open(view: View) -> bool:
    """Whether there is more than one answer."""
    choice = view.allowed
    if isinstance(choice, Amount):
        return choice.low < choice.high
    return not isinstance(choice, OneOf) or len(choice.options) > 1


@of_every_game
def test_no_two_robots_agree_in_more_than_four_of_five_decisions(key: str) -> None:
    asked = decisions(key, range(3))
    assert len(asked) > 200
    said = {
        called: [who(view, np.random.default_rng(seed)) for view, seed in asked] for called, who in robots(key).items()
    }
    for one, other in combinations(said, 2):
        agreed = np.mean([a == b for a, b in zip(said[one], said[other], strict=True)])
        assert agreed <= 0.8, f"{one} and {other} agree in {agreed:.0%}"


@of_every_game
def test_every_named_robot_says_what_it_does(key: str) -> None:
    assert len(NAMED[key]) >= 3
    assert all((who.__doc__ or "").endswith(".") for who in robots(key).values())


# --- the two that play every game -------------------------------------------------------------------------------------


def a_view(free: OneOf | None) -> View:
    """A question for an amount, with or without a loan beside it."""
    return View(0, "X-1", Amount(3, 9), free, (0,), (Event(0, "X-1", "."),), SimpleNamespace())


def test_the_random_robot_takes_a_loan_about_once_in_ten() -> None:
    rng = np.random.default_rng(1)
    answers = Counter(isinstance(random_legal(a_view(OneOf(("loan",))), rng), Free) for _ in range(5000))
    assert 420 < answers[True] < 580


def test_the_random_robot_answers_when_there_is_nothing_on_the_side() -> None:
    rng = np.random.default_rng(1)
    answers = Counter(random_legal(a_view(None), rng) for _ in range(2000))
    assert set(answers) == set(range(3, 10)) and min(answers.values()) > 200


def test_the_smallest_robot_never_borrows_and_takes_the_least() -> None:
    assert smallest_legal(a_view(OneOf(("loan",))), np.random.default_rng(1)) == 3


@pytest.mark.parametrize("key", SIDE_MOVES)
def test_a_random_robot_moves_on_the_side_at_most_once_at_a_question(key: str) -> None:
    game = game_named(key)
    moved = 0
    for seed in range(100):
        session = Session(game, 3, seed, bots=dict.fromkeys(range(3), random_legal))
        freed: Counter[Any] = Counter()
        for answers in session.log:
            free = [seat for seat, answer in answers.items() if isinstance(answer, Free)]
            freed = freed + Counter(free) if free else Counter()
            moved += len(free)
            assert all(times == 1 for times in freed.values())
    assert moved >= SIDE_MOVES[key]


@pytest.mark.parametrize("robot", [random_legal, smallest_legal])
def test_a_robot_that_is_not_asked_says_so(robot: Any) -> None:
    view = View(None, "X-1", None, None, (), (), None)
    with pytest.raises(ValueError, match="not asked anything under X-1"):
        robot(view, np.random.default_rng(1))


@pytest.mark.parametrize(("key", "called"), EVERY_NAMED)
def test_a_spectator_is_told_that_he_has_no_seat(key: str, called: str) -> None:
    with pytest.raises(ValueError, match="spectator"):
        NAMED[key][called](View(None, "X-1", None, None, (), (), None), np.random.default_rng(1))


@pytest.mark.parametrize(("key", "called"), EVERY_NAMED)
def test_a_named_robot_that_is_not_asked_says_so(key: str, called: str) -> None:
    with pytest.raises(ValueError, match="not asked anything under X-1"):
        NAMED[key][called](View(1, "X-1", None, None, (), (), None), np.random.default_rng(1))


# --- the robots of Turin Market ---------------------------------------------------------------------------------------


def test_the_half_pay_bidder_bids_what_is_worth_most_by_exact_sums() -> None:
    from mechanics import expected
    from mechanics.bots.turin import half_pay_bidder, uniform_rivals, worth_of_places

    asked = [view for view, _ in decisions("turin", range(1)) if view.rule == "TM-3"]
    assert asked
    for view in asked:
        board, seat = view.board, view.seat or 0
        from dataclasses import replace

        rule = replace(board.auction, tie="coin")
        worth, rivals = worth_of_places(board, seat), uniform_rivals(board, seat)
        table = expected.bid_values(rule, worth, rivals, bids=range(board.free[seat] + 1))
        bid = half_pay_bidder(view, np.random.default_rng(0))
        assert table.value[table.bid == bid].item() == table.value.max()


def test_the_places_of_an_auction_are_worth_the_best_cards_that_are_left() -> None:
    from mechanics.bots.turin import unit_worth, worth_of_places

    for view in (view for view, _ in decisions("turin", range(1)) if view.rule == "TM-3"):
        board, seat = view.board, view.seat or 0
        places = worth_of_places(board, seat)
        cards = sorted((unit_worth(board, seat, card) for card in board.centre), reverse=True)
        assert len(places) == len(board.auction.prizes)
        assert sum(places) == pytest.approx(sum(cards[: sum(board.auction.prizes)]))
        assert places[0] == pytest.approx(sum(cards[: board.auction.prizes[0]]))


def test_what_rivals_may_bid_is_a_distribution_over_their_purses() -> None:
    from mechanics.bots.turin import past_rivals, rivals_like_me, uniform_rivals

    for view in (view for view, _ in decisions("turin", range(1)) if view.rule == "TM-3"):
        board, seat = view.board, view.seat or 0
        others = [free for s, free in enumerate(board.free) if s != seat]
        for guess in (uniform_rivals, past_rivals, rivals_like_me):
            assert [sum(rival.values()) for rival in guess(board, seat)] == pytest.approx([1] * len(others))
        assert [max(rival) for rival in uniform_rivals(board, seat)] == others
        assert [max(rival) for rival in past_rivals(board, seat)] == others
        assert [max(rival) for rival in rivals_like_me(board, seat)] == [board.free[seat]] * len(others)
