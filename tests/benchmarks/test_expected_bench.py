"""What the worth of all bids costs: exact sums beside a list of all profiles and a million draws, in one run."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from mechanics.auctions import Auction, settle
from mechanics.chances import Array
from mechanics.expected import bid_values, values
from tests.benchmarks.test_auctions_bench import seconds

DRAWS, PRIZE = 1_000_000, 10
COIN = Auction((1,))
TURIN = Auction((2, 1), reserve=1, tie="rebid")


def rivals_of(count: int, bids: int) -> list[Array]:
    weights = np.random.default_rng(7).random((count, bids))
    return list(weights / weights.sum(axis=1, keepdims=True))


def by_profiles(rivals: list[Array]) -> Array:
    """Sum over every profile of the rivals' bids; a coin is fair, so a tie counts as its share."""
    bids = len(rivals[0])
    profiles = np.array(list(product(range(bids), repeat=len(rivals))))
    chance = np.prod([rival[column] for rival, column in zip(rivals, profiles.T, strict=True)], axis=0)
    top, found = profiles.max(axis=1), np.zeros(bids)
    for bid in range(bids):
        win = np.where(top < bid, 1.0, np.where(top > bid, 0.0, 1 / (1 + (profiles == bid).sum(axis=1))))
        found[bid] = chance @ (win * (PRIZE - bid) - (1 - win) * (bid // 2))
    return found


def by_drawing(rivals: list[Array], rng: np.random.Generator) -> Array:
    """Settle a million drawn rounds, spread over all bids."""
    bids = len(rivals[0])
    mine = np.arange(DRAWS) % bids
    theirs = [rng.choice(bids, DRAWS, p=rival) for rival in rivals]
    coin = np.argsort(rng.random((DRAWS, len(rivals) + 1)), axis=1)
    done = settle(np.stack([mine, *theirs], axis=1), None, coin, COIN)
    gains = done.prize[:, 0] * PRIZE - done.paid[:, 0]
    return np.bincount(mine, gains, bids) / np.bincount(mine, minlength=bids)


def test_exact_sums_beside_all_profiles_and_a_million_draws() -> None:
    rivals = rivals_of(3, 16)
    rng = np.random.default_rng(3)
    exact, listed, drawn = values(COIN, PRIZE, rivals).value, by_profiles(rivals), by_drawing(rivals, rng)
    took = {
        "values": seconds(lambda: values(COIN, PRIZE, rivals), 200),
        "bid_values (a table)": seconds(lambda: bid_values(COIN, PRIZE, rivals), 50),
        "all profiles": seconds(lambda: by_profiles(rivals), 3),
        "a million draws": seconds(lambda: by_drawing(rivals, rng), 1),
    }
    errors = {"all profiles": np.abs(listed - exact).max(), "a million draws": np.abs(drawn - exact).max()}
    assert errors["all profiles"] < 1e-12
    assert errors["a million draws"] < 0.2  # some 60,000 draws for each bid, gains between −8 and 10
    print("\nworth of 16 bids against 3 different rivals")
    for how, time in took.items():
        error = f"   largest error {errors[how]:.1e}" if how in errors else ""
        print(f"  {how:<22}{time * 1e6:>12,.0f} µs   {time / took['values']:>10,.1f} × values{error}")


@pytest.mark.parametrize(
    ("bidders", "bids", "prizes"),
    [(4, 16, (1,)), (5, 16, (1,)), (6, 16, (1,)), (4, 101, (1,)), (20, 1001, (1,)), (60, 101, (1,)), (60, 101, (2, 1))],
)
def test_time_by_bidders_and_bids(bidders: int, bids: int, prizes: tuple[int, ...]) -> None:
    rivals, rule = rivals_of(bidders - 1, bids), Auction(prizes)
    found = values(rule, prizes, rivals)
    assert np.isfinite(found.value).all()
    time = seconds(lambda: values(rule, prizes, rivals), 100 if bidders < 20 else 20)
    print(f"\n  values: {bidders} bidders × {bids} bids, {rule}: {time * 1e6:,.0f} µs", end="")


def test_time_of_fractions_and_of_the_second_round() -> None:
    rough = [[Fraction(k + 1, 136) for k in range(16)], {2: Fraction(1, 3), 9: Fraction(2, 3)}, [Fraction(1, 16)] * 16]
    floats = rivals_of(3, 16)
    extras = np.full(4, 0.25)
    assert values(COIN, PRIZE, rough).win.dtype == object
    took = {
        "in Fractions, ties by a coin": seconds(lambda: values(COIN, PRIZE, rough), 30),
        "in floats, second round": seconds(lambda: values(TURIN, (6, 3), floats, extra=1, rival_extras=extras), 100),
        "in floats, all extras": seconds(lambda: values(TURIN, (6, 3), floats, extra=extras, rival_extras=extras), 100),
    }
    print("\nworth of 16 bids against 3 different rivals")
    for how, time in took.items():
        print(f"  {how:<30}{time * 1e6:>8,.0f} µs")
