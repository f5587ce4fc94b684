"""The exact worth of every bid, beside the sum over all profiles and a million played rounds, in the same run."""

from fractions import Fraction
from time import perf_counter

import numpy as np
import pytest

from mechanics.auctions import Auction, settle
from mechanics.expected import bid_values, values
from tests.benchmarks.test_auctions_bench import report, seconds

HALF_PAY, PRIZE, PLAYED = Auction((1,)), 10.0, 1_000_000


def different(rivals: int, bids: int) -> list[np.ndarray]:
    """Odds over so many bids, another for each rival."""
    return list(np.random.default_rng(7).dirichlet(np.ones(bids), rivals))


def over_all_profiles(rivals: list[np.ndarray]) -> np.ndarray:
    """The worth of every bid as a sum over all bids that the rivals can make; an equal share of the prize in a tie."""
    bids, odds = np.indices([len(odds) for odds in rivals]).reshape(len(rivals), -1), np.ones(1)
    for row in rivals:
        odds = np.multiply.outer(odds, row).ravel()
    found = []
    for bid in range(len(rivals[0])):
        share = (bids <= bid).all(axis=0) / (1 + (bids == bid).sum(axis=0))
        found.append(odds @ (share * (PRIZE - bid) - (1 - share) * (bid // 2)))
    return np.array(found)


def played(rivals: list[np.ndarray], bid: int) -> tuple[float, float]:
    """The mean gain of one bid in a million played rounds, and its standard error."""
    rng = np.random.default_rng(9)
    drawn = [rng.choice(len(odds), PLAYED, p=odds) for odds in rivals]
    coin = np.argsort(rng.random((PLAYED, len(rivals) + 1)), axis=1)
    result = settle(np.column_stack([np.full(PLAYED, bid), *drawn]), None, coin, HALF_PAY)
    gain = PRIZE * result.prize[:, 0] - result.paid[:, 0]
    return float(gain.mean()), float(gain.std() / PLAYED**0.5)


def test_all_bids_beside_the_sum_over_all_profiles(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"{'bidders, bids':20}{'values, us':>12}{'profiles, us':>14}{'ratio':>10}{'difference':>12}"]
    for bidders, bids in ((3, 16), (4, 16), (5, 16), (3, 101)):
        rivals = different(bidders - 1, bids)
        ours = seconds(lambda given=rivals: values(HALF_PAY, (PRIZE,), given), 30)
        start = perf_counter()
        oracle = over_all_profiles(rivals)
        theirs, off = perf_counter() - start, np.abs(values(HALF_PAY, (PRIZE,), rivals).value - oracle).max()
        assert off < 1e-12
        lines.append(f"{f'{bidders}, {bids}':20}{ours * 1e6:12.0f}{theirs * 1e6:14,.0f}{theirs / ours:10,.0f}{off:12.0e}")
    report(capsys, lines)


def test_all_bids_beside_a_million_played_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    rivals, bid = different(3, 16), 8
    ours = seconds(lambda: values(HALF_PAY, (PRIZE,), rivals), 30)
    start = perf_counter()
    mean, error = played(rivals, bid)
    theirs, exact = perf_counter() - start, values(HALF_PAY, (PRIZE,), rivals).value[bid]
    assert abs(mean - exact) < 5 * error
    report(
        capsys,
        [
            f"4 bidders, 16 bids: exact, all bids {ours * 1e6:.0f} us; one bid in {PLAYED:,} rounds {theirs:.2f} s",
            f"({theirs / ours:,.0f} times as long for one of 16 bids), {mean:.4f} with standard error {error:.4f}; exact {exact:.6f}",
        ],
    )


def test_larger_rooms_second_rounds_and_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    turin, added = Auction((2, 1, 1), reserve=1, tie="rebid"), np.full(6, 1 / 6)
    fractions = [[Fraction(1, 16)] * 16] * 3
    rooms = {
        "60 bidders, 101 bids, one prize": lambda: values(HALF_PAY, (PRIZE,), sixty),
        "60 bidders, 101 bids, three prizes": lambda: values(Auction((3, 2, 1)), (9.0, 5.0, 2.0), sixty),
        "20 bidders, 1001 bids": lambda: values(HALF_PAY, (PRIZE,), twenty),
        "4 bidders, 16 bids, second round": lambda: values(turin, (9.0, 4.0, 2.0), three, extra=added, rival_extras=added),
        "4 bidders, 16 bids, Fractions": lambda: values(HALF_PAY, (10,), fractions),
        "4 bidders, 16 bids, as a frame": lambda: bid_values(HALF_PAY, (PRIZE,), three),
    }
    sixty, twenty, three = different(59, 101), different(19, 1001), different(3, 16)
    exact = values(HALF_PAY, (10,), fractions).value
    assert np.abs(exact.astype(float) - values(HALF_PAY, (10,), [np.full(16, 1 / 16)] * 3).value).max() < 1e-12
    lines = [f"{'different rivals':38}{'milliseconds':>14}"]
    lines += [f"{name:38}{seconds(call, 20) * 1e3:14.3f}" for name, call in rooms.items()]
    report(capsys, lines)
