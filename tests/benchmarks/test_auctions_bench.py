"""Sealed rounds a second: whole batches and single rounds, beside the same rule in plain Python, in the same run."""

from collections.abc import Callable
from time import perf_counter

import numpy as np
import pytest

from mechanics.auctions import Auction, must_rebid, settle
from tests.test_auctions import plain_round

BATCH, PLAIN = 500_000, 5_000
RULES = {
    "one prize, ties by coin": Auction((1,)),
    "one prize, next bid paid": Auction((1,), winner_pays="next"),
    "Turin Market with second rounds": Auction((2, 1, 1), reserve=1, tie="rebid"),
}


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """The shortest of several runs."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def drawn(rounds: int, bidders: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(11)
    coin = rng.permuted(np.tile(np.arange(bidders), (rounds, 1)), axis=1)
    return rng.integers(0, 16, (rounds, bidders)), rng.integers(0, 4, (rounds, bidders)), coin


def test_a_batch_of_rounds_beside_plain_python(capsys: pytest.CaptureFixture[str]) -> None:
    bids, extra, coin = drawn(BATCH, 4)
    few = list(zip(bids[:PLAIN].tolist(), extra[:PLAIN].tolist(), coin[:PLAIN].tolist(), strict=True))
    lines = [f"{'rounds a second, 4 bidders':34}{'batch':>14}{'plain Python':>14}{'ratio':>8}"]
    for name, auction in RULES.items():
        batch = settle(bids, extra, coin, auction)
        plain = [plain_round(*row, auction) for row in few]
        assert batch.place[:PLAIN].tolist() == [row[0] for row in plain]
        assert batch.paid[:PLAIN].tolist() == [row[2] for row in plain]
        ours = BATCH / seconds(lambda rule=auction: settle(bids, extra, coin, rule))
        theirs = PLAIN / seconds(lambda rule=auction: [plain_round(*row, rule) for row in few])
        lines.append(f"{name:34}{ours:14,.0f}{theirs:14,.0f}{ours / theirs:8.0f}")
    report(capsys, lines)


def test_one_round_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    auction, times = Auction((2, 1, 0), reserve=1, tie="rebid"), 300
    given = (2, 2, 4), (0, 1, 0), (0, 1, 2)
    assert settle(*given, auction).paid.tolist() == [1, 3, 4]
    calls: dict[str, Callable[[], object]] = {
        "settle, Turin Market": lambda: settle(*given, auction),
        "settle, ties by coin": lambda: settle(given[0], None, given[2], Auction((1,))),
        "must_rebid": lambda: must_rebid(given[0], auction),
        "plain Python, Turin Market": lambda: plain_round(*given, auction),
    }
    lines = [f"{'one round, 3 bidders':34}{'microseconds':>14}"]
    for name, call in calls.items():
        lines.append(f"{name:34}{seconds(lambda one=call: [one() for _ in range(times)], 5) / times * 1e6:14.1f}")
    report(capsys, lines)


def report(capsys: pytest.CaptureFixture[str], lines: list[str]) -> None:
    """Print a table although pytest holds back what tests print."""
    with capsys.disabled():
        print("", *lines, sep="\n")
