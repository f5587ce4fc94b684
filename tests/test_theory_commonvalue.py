"""The winner's curse: what the winner gains by formula, by search for a better bid, by exact sums, and as played."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest

from mechanics import theory
from mechanics.auctions import Auction
from mechanics.expected import values
from tests.theory_routes import FINE, errors_off, integral, played

Pays = Literal["own", "next"]
ROUNDS = 120_000
NUMBERS = (2, 3, 4, 5, 8, 16)
each_n = pytest.mark.parametrize("n", NUMBERS)
each_rule = pytest.mark.parametrize("pays", ["own", "next"])


def below(x: float, m: int) -> float:
    """The chance that none of m errors, with even chances from -1 to 1, is above x."""
    return float(np.clip((x + 1) / 2, 0, 1)) ** m


def first_price_gain(n: int, shade: float, more: float) -> float:
    """What one gains who bids his estimate less the shade plus `more`, among others who bid theirs less the shade."""

    def won(x: float) -> float:
        return (shade - more - x) * below(x + more, n - 1) / 2

    edge = float(np.clip(1 - more, -1, 1))  # from this error on he always wins
    return integral(won, max(-1, -1 - more), edge) + integral(won, edge, 1)


def second_price_gain(n: int, shade: float, more: float) -> float:
    """The same where the winner pays the highest of the other bids, with error y."""

    def won(y: float) -> float:
        return (shade - y) * (1 - below(y - more, 1)) * (n - 1) * below(y, n - 2) / 2

    cuts = [-1.0, *np.clip(sorted((more - 1, more + 1)), -1, 1).tolist(), 1.0]
    return sum(integral(won, *part) for part in pairwise(cuts))


@pytest.mark.parametrize(("n", "profit"), [(2, -0.33), (4, -0.60), (8, -0.78)])
def test_who_bids_the_estimate_loses_what_is_printed(n: int, profit: float) -> None:
    assert theory.naive_profit(n) == pytest.approx(profit, abs=0.005)
    assert theory.naive_profit(n, 30) == pytest.approx(-30 * (n - 1) / (n + 1))
    assert theory.naive_profit(1) == 0


@each_n
def test_the_winner_has_the_mean_error_of_the_highest_estimate(n: int) -> None:
    highest = integral(lambda x: x * n * below(x, n - 1) / 2, -1, 1)
    assert theory.best_error(n) == pytest.approx(highest, abs=1e-10)
    second = integral(lambda x: x * n * (n - 1) * below(x, n - 2) * (1 - below(x, 1)) / 2, -1, 1)
    assert theory.second_error(n) == pytest.approx(second, abs=1e-10)


@each_n
@each_rule
def test_nobody_gains_by_another_distance_from_his_estimate(n: int, pays: Pays) -> None:
    gain = partial(first_price_gain if pays == "own" else second_price_gain, n, theory.shading(n, winner_pays=pays))
    stay = gain(0.0)
    assert n * stay == pytest.approx(theory.estimate_profit(n, winner_pays=pays), abs=1e-9)
    others = [gain(more) for more in np.linspace(-1.9, 1.9, 77)]
    assert max(others) <= stay + 1e-9
    assert gain(0.05) < stay and gain(-0.05) < stay
    wrong = partial(gain.func, n, gain.args[1] + 0.1)
    assert max(wrong(more) for more in (-0.05, 0.05)) > wrong(0.0)


@each_n
def test_the_textbook_formulas_hold_for_every_error(n: int, error: float = 7.0) -> None:
    assert theory.shading(n, error) == error
    assert theory.shading(n, error, winner_pays="next") == pytest.approx(error * (n - 2) / n)
    assert theory.estimate_profit(n, error) == pytest.approx(2 * error / (n + 1))
    assert theory.estimate_profit(n, error, winner_pays="next") == pytest.approx(2 * error * (n - 1) / (n * (n + 1)))
    assert theory.naive_profit(n, error, winner_pays="next") == pytest.approx(-error * (n - 3) / (n + 1))
    own, following = (theory.estimate_profit(n, winner_pays=pays) for pays in ("own", "next"))  # type: ignore[arg-type]
    assert 0 < following < own
    assert theory.estimate_bid([50, 60.5], n, error).tolist() == [43, 53.5]
    assert theory.estimate_bid(50, n, error, winner_pays="next") == pytest.approx(50 - error * (n - 2) / n)


@each_n
@each_rule
def test_rounds_that_are_played_gain_and_lose_that_much(n: int, pays: Pays) -> None:
    rng = np.random.default_rng([23, n])
    worth = rng.uniform(5, 10, (ROUNDS, 1))
    estimates = worth + rng.uniform(-1, 1, (ROUNDS, n))
    rule = Auction((1,), loser_pays=0, winner_pays=pays)
    naive = played(rule, estimates)
    careful = played(rule, theory.estimate_bid(estimates, n, winner_pays=pays))
    for done, profit in ((naive, theory.naive_profit), (careful, theory.estimate_profit)):
        won = (done.prize * worth - done.paid / FINE).sum(axis=1)
        assert errors_off(won, profit(n, winner_pays=pays)) < 4


@pytest.mark.parametrize("n", [2, 3, 4, 8])
@each_rule
def test_exact_sums_over_whole_estimates_agree_up_to_the_step(n: int, pays: Pays, cells: int = 50) -> None:
    worth, errors = 3 * cells, np.arange(-cells, cells + 1)
    rule = Auction((1,), loser_pays=0, winner_pays=pays)
    for shade, profit in ((0.0, theory.naive_profit), (None, theory.estimate_profit)):
        away = round((theory.shading(n, winner_pays=pays) if shade is None else shade) * cells)
        rivals = np.zeros(worth + cells + 1)
        rivals[worth + errors - away] = 1 / len(errors)
        found = values(rule, worth, [rivals] * (n - 1), bids=(worth + errors - away).tolist())
        assert n * found.value.mean() / cells == pytest.approx(profit(n, winner_pays=pays), abs=1.5 / cells)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: theory.naive_profit(0), "1 or more; 0 is not"),
        (lambda: theory.naive_profit(1, winner_pays="next"), "2 or more; 1 is not"),
        (lambda: theory.shading(1), "2 or more; 1 is not"),
        (lambda: theory.estimate_profit(1), "2 or more; 1 is not"),
        (lambda: theory.best_error(3, 0), "largest error is a number above 0"),
        (lambda: theory.estimate_bid(5, 3, -1), "largest error is a number above 0"),
        (lambda: theory.shading(3, winner_pays="third"), "own, next; 'third' is not among them"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
