"""One regression for all bids: right where scores are a sum, rough where they are not, and as sure as it says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mechanics.coach.regression import Game, Regression

GUESS, BIDS, MOST = np.array([10.0, 14.0, 20.0]), 9, 8.0
BID = np.arange(BIDS)
CHANCES = np.column_stack([1 - BID / 10, BID / 20, BID / 20])
PAYS = np.stack([BID // 2, BID, BID]).astype(float)
THEIRS = np.stack([12.0 - BID / 2, 6.0 + 0 * BID, 4.0 + 0 * BID])
HEIGHT = np.array([12.0, 15.0, 27.0])
ROUGH = np.array([0.0, 3.0, -2.0, 0.0, 2.0, -3.0, 1.0, 0.0, 2.0])


def truth(place: Any, paid: Any, theirs: Any, bid: Any, rough: float) -> Any:
    """The mean score before paying: nothing left is worth 6 less, and a bid has something of its own."""
    return HEIGHT[place] - 6.0 * (paid == MOST) - 0.3 * paid + 0.2 * theirs + rough * ROUGH[bid]


def games(many: int, seed: int, rough: float = 0.0, spread: float = 5.0) -> list[Game]:
    """Games in which scores are spread around the truth; a win is as likely as the place is good."""
    rng = np.random.default_rng(seed)
    bid = rng.integers(BIDS, size=many)
    place = (rng.random(many)[:, None] > CHANCES[bid].cumsum(1)).sum(1)
    paid, theirs = PAYS[place, bid], THEIRS[place, bid] + rng.integers(-3, 4, size=many)
    mine = truth(place, paid, theirs, bid, rough) + spread * rng.normal(size=many)
    won = rng.random(many) < 0.2 + 0.3 * place
    return [
        Game(*map(int, row[:4]), *map(float, row[4:])) for row in zip(place, bid, paid, theirs, mine, won, strict=True)
    ]


def right(rough: float) -> Any:
    """The true mean of every bid."""
    return (CHANCES.T * truth(np.arange(3)[:, None], PAYS, THEIRS, BID, rough)).sum(0)


def regression(found: list[Game]) -> Regression:
    """A regression through these games."""
    one = Regression(GUESS, BIDS, MOST)
    one.add(found)
    return one


def test_without_games_it_says_what_was_guessed() -> None:
    score, win = regression([]).means(CHANCES, PAYS, THEIRS)
    assert np.allclose(score.value, CHANCES @ GUESS) and np.allclose(win.value, 0.5)
    assert np.allclose(regression([]).heights(), GUESS)


@pytest.mark.parametrize("rough", [0.0, 1.0])
def test_many_games_come_to_the_truth_smooth_or_rough(rough: float) -> None:
    score, win = regression(games(30_000, 1, rough)).means(CHANCES, PAYS, THEIRS)
    assert np.abs(score.value - right(rough)).max() < 0.5
    assert np.abs(win.value - CHANCES @ [0.2, 0.5, 0.8]).max() < 0.06
    assert np.abs(regression(games(30_000, 1)).heights() - HEIGHT).max() < 1.0


@pytest.mark.parametrize("many", [40, 400, 2000])
@pytest.mark.parametrize("rough", [0.0, 1.0])
def test_an_interval_holds_the_truth_about_nineteen_times_in_twenty(many: int, rough: float) -> None:
    held = []
    for seed in range(60):
        score, win = regression(games(many, seed, rough)).means(CHANCES, PAYS, THEIRS)
        held.append(np.abs(score.value - right(rough)) <= score.off)
        held.append(np.abs(win.value - CHANCES @ [0.2, 0.5, 0.8]) <= win.off)
    assert 0.88 < np.mean(held) < 0.995


def test_intervals_narrow_as_games_are_added_and_it_does_not_matter_in_what_portions() -> None:
    found, one = games(900, 3), Regression(GUESS, BIDS, MOST)
    widths = []
    for start in range(0, 900, 300):
        one.add(found[start : start + 300])
        widths.append(one.means(CHANCES, PAYS, THEIRS)[0].off.max())
    assert widths[0] > widths[1] > widths[2]
    again, at_once = (each.means(CHANCES, PAYS, THEIRS)[0] for each in (one, regression(found)))
    assert np.allclose(again.value, at_once.value) and np.allclose(again.off, at_once.off)


def test_games_from_some_bids_say_something_of_the_others_and_less() -> None:
    some = [game for game in games(3000, 4) if game.bid in (2, 6)]
    score, _ = regression(some).means(CHANCES, PAYS, THEIRS)
    assert abs(score.value[4] - right(0.0)[4]) < 1.5
    assert score.off[4] > score.off[6]


def test_nothing_is_certain_after_a_few_games_that_all_were_lost() -> None:
    lost = [Game(0, bid, 0, 5, 10.0, 0.0) for bid in range(BIDS)]
    score, win = regression(lost).means(CHANCES, PAYS, THEIRS)
    assert (win.off > 0.05).all() and (score.off > 0.1).all()


def test_a_place_on_which_no_game_came_out_does_not_keep_an_interval_wide() -> None:
    played = games(20_000, 5, rough=1.0)
    never = regression([game for game in played if (game.place, game.bid) != (1, 2)])
    score, _ = never.means(CHANCES, PAYS, THEIRS)
    every, _ = regression(played).means(CHANCES, PAYS, THEIRS)
    assert score.off[2] < 2 * every.off[2]
