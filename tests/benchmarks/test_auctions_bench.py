"""How many sealed rounds are settled in a second: in a batch, one by one, and by a plain reading of the rule."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
import pytest

from mechanics.auctions import Auction, settle
from tests.test_auctions import by_the_book

ROUNDS, PLAIN, BIDDERS = 1_000_000, 5_000, 4
RULES = {
    "sealed, ties by a coin": Auction((1,)),
    "Turin, with second round": Auction((2, 1, 1, 0), reserve=1, tie="rebid"),
}


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """The quickest of some runs."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


@pytest.mark.parametrize("name", RULES)
def test_rounds_settled_in_a_second(name: str) -> None:
    rule, rng = RULES[name], np.random.default_rng(1)
    bids, extra = rng.integers(0, 16, (ROUNDS, BIDDERS)), rng.integers(0, 4, (ROUNDS, BIDDERS))
    coin = rng.permuted(np.tile(np.arange(BIDDERS), (ROUNDS, 1)), axis=1)
    one_by_one = [(bids[k].tolist(), extra[k].tolist(), coin[k].tolist()) for k in range(PLAIN)]
    nothing = [0] * BIDDERS
    plain = [by_the_book(*given, rule, nothing, nothing) for given in one_by_one]
    batch = settle(bids, extra, coin, rule)
    assert batch.paid[:PLAIN].tolist() == [paid for _, _, paid in plain]
    rates = {
        "batch": ROUNDS / seconds(lambda: settle(bids, extra, coin, rule)),
        "settle, one by one": PLAIN / seconds(lambda: [settle(*given, rule) for given in one_by_one], 2),
        "plain reading": PLAIN / seconds(lambda: [by_the_book(*g, rule, nothing, nothing) for g in one_by_one], 2),
    }
    print(f"\nsettle, {BIDDERS} bidders, {name}")
    for how, rate in rates.items():
        print(f"  {how:<20}{rate:>14,.0f} rounds/s   {rate / rates['plain reading']:>8.1f} × plain reading")
