"""What a tournament's rows say: who wins how often, who is ahead of whom, how results spread, where money went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mechanics.simulate.results import FROM, MONEY, TO

if TYPE_CHECKING:
    import pandas as pd

Z = 1.959963984540054  # of the standard normal distribution: 19 cases out of 20
BINS = 24


def wilson(share: float, cases: int) -> tuple[float, float]:
    """Return the interval that holds the true share in 19 cases out of 20 (Wilson 1927), cases taken as independent.

    share: 0 … 1, seen in so many cases; level games may count as half. Without a case it is (0, 1)."""
    if cases == 0:
        return 0.0, 1.0
    square = Z * Z / cases
    middle = (share + square / 2) / (1 + square)
    half = Z * np.sqrt(share * (1 - share) / cases + square / (4 * cases)) / (1 + square)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


def won(frame: pd.DataFrame) -> pd.Series:
    """Return each row's share of a win: 1 for the only first place, a half for one of two; with a fault none."""
    first = (frame["place"] == 1) & (frame["fault"] == "")
    return (first / first.groupby(frame["game"]).transform("sum").clip(lower=1)).rename("won")


def standings(frame: pd.DataFrame) -> pd.DataFrame:
    """Return one row per strategy, the best first: strategy, seats, wins, low, high, fair, score, cash, faults.

    seats: how often it sat at a table. wins: share of them won, low and high its interval, fair what luck gives.
    score, cash: means. faults: games in which it failed."""
    table = frame.assign(wins=won(frame), fair=1 / frame.groupby("game")["seat"].transform("size"))
    found = table.groupby("strategy", sort=False).agg(
        seats=("game", "size"), wins=("wins", "mean"), fair=("fair", "mean"), score=("score", "mean"),
        cash=("cash", "mean"), faults=("fault", lambda said: int((said != "").sum())),
    )  # fmt: skip
    ends = [wilson(share, cases) for share, cases in zip(found["wins"], found["seats"], strict=True)]
    found = found.assign(low=[low for low, _ in ends], high=[high for _, high in ends])
    order = found.sort_values("wins", ascending=False, kind="stable").reset_index()
    return order[["strategy", "seats", "wins", "low", "high", "fair", "score", "cash", "faults"]]


def duels(frame: pd.DataFrame) -> pd.DataFrame:
    """Return how often each strategy ends ahead of each other: strategy, rival, ahead, low, high, meetings.

    A meeting is a pair of seats in one game; a level place counts as half."""
    columns = ["game", "seat", "strategy", "place"]
    pairs = frame[columns].merge(frame[columns].rename(columns={"strategy": "rival"}), on="game", suffixes=("", "_2"))
    pairs = pairs[pairs["strategy"] != pairs["rival"]]
    ahead = (pairs["place"] < pairs["place_2"]) + (pairs["place"] == pairs["place_2"]) / 2
    found = pairs.assign(ahead=ahead).groupby(["strategy", "rival"], sort=False)["ahead"].agg(["mean", "size"])
    ends = [wilson(share, cases) for share, cases in zip(found["mean"], found["size"], strict=True)]
    found = found.assign(low=[low for low, _ in ends], high=[high for _, high in ends]).reset_index()
    found = found.rename(columns={"mean": "ahead", "size": "meetings"})
    return found[["strategy", "rival", "ahead", "low", "high", "meetings"]]


def tallies(frame: pd.DataFrame, column: str = "score", bins: int = BINS) -> pd.DataFrame:
    """Return how one number of every row spreads: strategy, start, end, rows, share, mean (of the strategy).

    Bins are the same for all, whole numbers wide (1, 2 or 5 times a power of ten), [start, end). Raises ValueError for
    a column that holds no whole numbers, naming those that do."""
    if column not in (known := numbers(frame)):
        raise ValueError(f"A tournament counts {', '.join(known)}; {column!r} is none of them.")
    lowest, highest = int(frame[column].min()), int(frame[column].max())
    width = next(w for n in range(12) for w in (10**n, 2 * 10**n, 5 * 10**n) if (highest - lowest) // w < bins)
    start = frame[column] // width * width
    found = frame.assign(start=start).groupby(["strategy", "start"]).size().rename("rows").reset_index()
    mean, seats = frame.groupby("strategy")[column].mean(), frame.groupby("strategy").size()
    share = found["rows"] / found["strategy"].map(seats)
    found = found.assign(end=found["start"] + width, share=share, mean=found["strategy"].map(mean))
    return found[["strategy", "start", "end", "rows", "share", "mean"]]


def numbers(frame: pd.DataFrame) -> list[str]:
    """Return the columns that say how well a seat did: score, cash, and what the game itself counts."""
    others = ("game", "deal", "place")
    moved = (MONEY, TO, FROM)
    counts = frame.select_dtypes("number").columns
    return [name for name in counts if name not in others and not name.startswith(moved)]


def purses(frame: pd.DataFrame, strategies: Sequence[str] = ()) -> pd.DataFrame:
    """Return how each strategy's purse came about, on average over its games: seat (the strategy), order, step, amount.

    start, end: where the step begins and ends; the last one is "final". Steps in which no money moved are left out."""
    import pandas as pd

    columns = [name for name in frame.columns if name.startswith(MONEY) and frame[name].any()]
    means = frame.groupby("strategy", sort=False)[columns].mean().to_dict("index")
    rows = []
    for called in strategies or means:
        end = 0.0
        for order, column in enumerate(columns):
            amount = float(means[called][column])
            start, end = end, end + amount
            rows.append((called, order, column.removeprefix(MONEY), amount, start, end))
        rows.append((called, len(columns), "final", end, 0.0, end))
    return pd.DataFrame(rows, columns=["seat", "order", "step", "amount", "start", "end"])


def flows(frame: pd.DataFrame) -> pd.DataFrame:
    """Return who paid whom how much in a game of the tournament on average: payer, payee, amount (pairs that did).

    Payer and payee are strategies or the bank; what copies of one strategy pay each other is left out."""
    import pandas as pd

    seated = {seat: f"{TO}{seat}" for seat in frame["seat"].unique()}
    paid = frame.melt(["game", "strategy"], list(seated.values()), var_name="to", value_name="amount")
    sat = frame[["game", "seat", "strategy"]].assign(to=frame["seat"].map(seated)).rename(columns={"strategy": "payee"})
    between = paid.merge(sat, on=["game", "to"]).rename(columns={"strategy": "payer"})[["payer", "payee", "amount"]]
    out = frame.assign(payer=frame["strategy"], payee="bank", amount=frame[f"{TO}bank"])
    back = frame.assign(payer="bank", payee=frame["strategy"], amount=frame[FROM])
    every = pd.concat([between, out[["payer", "payee", "amount"]], back[["payer", "payee", "amount"]]])
    found = every.groupby(["payer", "payee"], sort=False)["amount"].sum() / max(frame["game"].nunique(), 1)
    pairs = found.reset_index()
    return pairs[(pairs["amount"] > 0) & (pairs["payer"] != pairs["payee"])].reset_index(drop=True)
