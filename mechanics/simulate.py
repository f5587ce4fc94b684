"""Many rounds at once: what bids turned out to be worth when they were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mechanics.auctions import Auction, settle

if TYPE_CHECKING:
    import pandas as pd


def played_values(
    auction: Auction,
    worth: Sequence[float],
    rivals: Sequence[Mapping[int, float]],
    *,
    bids: Sequence[int],
    rounds: int = 20_000,
    seed: int = 0,
) -> pd.DataFrame:
    """Return what each bid earned on average against rivals who draw theirs: bid, value, error (its standard error).

    `worth` is in scudi for each place; each bid is played in the same `rounds` seeded rounds, ties by a seeded coin."""
    import pandas as pd

    rng = np.random.default_rng(seed)
    drawn = [rng.choice(list(rival), size=rounds, p=list(rival.values())) for rival in rivals]
    coin = rng.permuted(np.tile(np.arange(len(rivals) + 1), (rounds, 1)), axis=1)
    gains = np.array([*worth, *[0.0] * (len(rivals) + 2 - len(worth))])
    rows = []
    for bid in bids:
        result = settle(np.stack([np.full(rounds, bid), *drawn], axis=-1), None, coin, auction)
        earned = np.where(result.prize[:, 0] > 0, gains[result.place[:, 0] - 1], 0.0) - result.paid[:, 0]
        rows.append((bid, float(earned.mean()), float(earned.std() / np.sqrt(rounds))))
    return pd.DataFrame(rows, columns=["bid", "value", "error"])
