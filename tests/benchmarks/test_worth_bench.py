"""The worth of all bids and the regret of a profile: exact sums beside lists of all profiles, draws, and OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from mechanics.chances import Array
from mechanics.expected import values
from tests.benchmarks.apart import at_least, at_most, load, seconds, span
from tests.benchmarks.peers import AUCTION, BIDS, PRIZE, installed, turn_based
from tests.benchmarks.test_expected_bench import by_drawing, rivals_of

# Bidders and bids; the microseconds that one call should take; how much faster than numpy's sum over all profiles.
SIZES = [(4, 16, 60, 12), (6, 16, 80, 9_000), (4, 101, 90, 18_000)]
UNIFORM = {2: Fraction(129, 32), 3: Fraction(1731, 256), 4: Fraction(85637, 8192)}  # NashConv, OpenSpiel's too


def by_listing(rivals: list[Array]) -> Array:
    """The sum over every profile of the rivals' bids, all my bids at once, as it is usually written with numpy."""
    bids, count = len(rivals[0]), len(rivals)
    listed = np.indices((bids,) * count).reshape(count, -1)
    chance = np.prod([rival[bid] for rival, bid in zip(rivals, listed, strict=True)], axis=0)
    top, found = listed.max(axis=0), np.zeros(bids)
    level = (listed == top).sum(axis=0)
    for bid in range(bids):
        win = (top < bid) + (top == bid) / (1 + level)
        found[bid] = (chance * (win * (PRIZE - bid) - (1 - win) * (bid // 2))).sum()  # `@` would start threads
    return found


def by_counting(rivals: list[Array]) -> Array:
    """The same, after the profiles are summed up by their highest bid and how many make it: numpy at its best."""
    bids, count = len(rivals[0]), len(rivals)
    listed = np.indices((bids,) * count)
    top = listed.max(axis=0)
    chance = rivals[0]
    for rival in rivals[1:]:
        chance = chance[..., None] * rival
    kinds = top * (count + 1) + (listed == top).sum(axis=0)
    mass = np.bincount(kinds.ravel(), chance.ravel(), bids * (count + 1)).reshape(bids, -1)
    mine = np.arange(bids)
    win = np.cumsum(mass.sum(axis=1)) - mass.sum(axis=1) + mass @ (1 / (1 + np.arange(count + 1)))
    return win * (PRIZE - mine) - (1 - win) * (mine // 2)


@pytest.mark.parametrize(("bidders", "bids", "micro", "ratio"), SIZES)
def test_the_worth_of_all_bids(bidders: int, bids: int, micro: float, ratio: float) -> None:
    rivals = rivals_of(bidders - 1, bids)
    exact = values(AUCTION, PRIZE, rivals).value
    ways = {"all profiles": by_listing, "all profiles, counted": by_counting}
    errors = {name: float(np.abs(way(rivals) - exact).max()) for name, way in ways.items()}
    time = seconds(lambda: values(AUCTION, PRIZE, rivals), 200)
    took = {name: seconds(partial(way, rivals), 3) for name, way in ways.items()}
    print(f"\nworth of {bids} bids, {bidders} bidders, different rivals ({load()})")
    for name, each in took.items():
        print(f"  {name:<26}{span(each):>9}{each / time:>11,.0f} × values   largest difference {errors[name]:.0e}")
    print(at_most("values", time, micro * 1e-6))
    print(at_least("times faster than numpy's sum over all profiles", took["all profiles"] / time, ratio))
    assert max(errors.values()) < 1e-10


def test_the_worth_beside_a_million_draws() -> None:
    rivals, rng = rivals_of(3, 16), np.random.default_rng(3)
    fractions = [[Fraction(float(chance)) for chance in rival] for rival in rivals]
    exact = values(AUCTION, PRIZE, [[x / sum(row) for x in row] for row in fractions]).value.astype(float)
    found, drawn = values(AUCTION, PRIZE, rivals).value, by_drawing(rivals, rng)
    time = seconds(lambda: values(AUCTION, PRIZE, rivals), 200)
    draws = seconds(lambda: by_drawing(rivals, rng), 2)
    error, off = float(np.abs(found - exact).max()), float(np.abs(drawn - exact).max())
    print(f"\nworth of 16 bids, 4 bidders: a million draws {span(draws)}, largest error {off:.0e}")
    print(at_least("times faster than a million draws", draws / time, 5_000))
    print(at_most("largest error of values, beside Fractions", error, 1e-14, "{:.0e}".format))
    assert error < 1e-12
    assert off < 0.2  # some 60,000 draws for each bid, gains between −8 and 10


def test_the_worth_where_profiles_cannot_be_listed() -> None:
    exact = [[Fraction(k + seat, 120 + 16 * seat) for k in range(16)] for seat in (1, 2, 3)]
    large = rivals_of(19, 1001)
    listed = by_listing([np.array(row, dtype=float) for row in exact])
    assert np.abs(values(AUCTION, PRIZE, exact).value.astype(float) - listed).max() < 1e-12
    assert values(AUCTION, PRIZE, large).win[-1] > 0.97  # the highest bid of 1,001 loses to itself only
    print("\nworth of all bids where no peer can list the profiles, or none is exact")
    time = seconds(lambda: values(AUCTION, PRIZE, exact), 30)
    print(at_most("values in Fractions, 4 bidders × 16 bids, no library but Python's", time, 3e-3))
    print(at_most("values, 20 bidders × 1,001 bids", seconds(lambda: values(AUCTION, PRIZE, large), 10), 25e-3))


# --- NashConv: what all bidders together could gain, each leaving the profile alone ----------------------------------


def nash_conv(rows: list[Array]) -> float | Fraction:
    """The sum over bidders of what each could gain by leaving the profile."""
    gain: float | Fraction = 0
    for me, mine in enumerate(rows):
        value = values(AUCTION, PRIZE, [row for seat, row in enumerate(rows) if seat != me], seat=me).value
        gain += value.max() - value @ mine
    return gain


@pytest.mark.parametrize("bidders", UNIFORM)
def test_the_regret_of_uniform_bids_is_the_known_fraction(bidders: int) -> None:
    assert nash_conv([np.array([Fraction(1, BIDS)] * BIDS)] * bidders) == UNIFORM[bidders]


def test_the_regret_of_a_profile_beside_openspiel() -> None:
    rows = rivals_of(4, BIDS)
    time = seconds(lambda: nash_conv(rows), 100)
    peers = openspiel_nash_conv(rows) if installed("open_spiel") else {}
    found = {name: (ask(), seconds(ask, 2)) for name, ask in peers.items()}
    print(f"\nNashConv of a profile of 4 bidders, {BIDS} bids")
    for name, (_, took) in found.items():
        print(f"  OpenSpiel, {name:<24}{span(took):>9}{took / time:>11,.0f} × ours")
    print(at_most("nash_conv by exact sums", time, 0.3e-3))
    ratio = found["in Python"][1] / time if found else None
    print(at_least("times faster than OpenSpiel in Python", ratio, 3_000))
    for value, _ in found.values():
        assert value == pytest.approx(nash_conv(rows), abs=1e-9)


def openspiel_nash_conv(rows: list[Array]) -> dict[str, Callable[[], float]]:
    """Ask OpenSpiel for the same number, in its Python and in its C++."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = turn_based(len(rows))
    table = policy.TabularPolicy(game)
    for state, line in zip(table.states, table.action_probability_array, strict=True):
        line[:] = rows[state.current_player()]
    in_cpp = policy.python_policy_to_pyspiel_policy(table)
    return {
        "in Python": lambda: exploitability.nash_conv(game, table),
        "in Python and C++": lambda: exploitability.nash_conv(game, table, use_cpp_br=True),
        "in C++": lambda: pyspiel.nash_conv(game, in_cpp),
    }
