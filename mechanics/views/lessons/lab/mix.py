"""A mix of bids on the screen: exact chances, what was drawn from them, and the line of theory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mechanics import charts, simulate, theory
from mechanics.equilibria import Equilibrium
from mechanics.views.lessons.lab.moving import Moving
from mechanics.views.lessons.lab.rules import Setting, last_bid

TITLE = "How likely each bid is in equilibrium"
NOTE = "bars: exact, whole bids; line: theory, bids of any size; diamonds: 200 rounds, 95 %"
CAPTION = "Every whole bid: its chance, and the chance to bid at most so much"
ROUNDS = 200  # few enough that one sees their intervals
SURE = 1.96  # standard errors on either side: 95 of 100 such intervals hold the true mean


def show_mix(chart: Moving, setting: Setting, equilibrium: Equilibrium, places: pd.DataFrame | None = None) -> None:
    """Show a mix under the line of theory, with what was drawn from it (and the chances of places)."""
    frame, seen = mix_frame(equilibrium), drawn_frame(equilibrium)
    line = theory_frame(setting, int(frame["bid"].max()))
    last = last_bid(frame)
    tallest = max(float(part["chance"].astype(float).max()) for part in (frame, line, seen))
    data = {"mix": frame, "theory": line, "seen": seen} | ({} if places is None else {"places": places})

    def make(ends: tuple[float, float]) -> Any:
        return charts.mix_chart(
            frame, line, title=TITLE, observed=seen, places=places, bids=(0, last), top=ends[1], note=NOTE
        )

    named = None if places is None else tuple(places["place"].unique())  # the legend depends on it
    whole = line.iloc[::4].reset_index(drop=True)
    beside = frame.assign(chance_in_theory=whole["chance"], at_most_in_theory=whole["at_most"])
    if places is not None:
        beside = beside.merge(places.pivot(index="bid", columns="place", values="chance")[list(named or ())], on="bid")
    table = charts.table(beside, CAPTION)
    chart.show(make, data, (0, tallest), words=charts.mix_words(frame, TITLE), table=table, key=(last, named))


def mix_frame(equilibrium: Equilibrium) -> pd.DataFrame:
    """Return bid, chance, at_most (chance to bid at most so much) of an equilibrium in which all bid alike."""
    mix = equilibrium.mix[0]
    return pd.DataFrame({"bid": equilibrium.bids, "chance": mix, "at_most": np.cumsum(mix)})


def theory_frame(setting: Setting, top: int) -> pd.DataFrame:
    """Return bid, chance (of what rounds to the bid) and at_most of theory with bids of any size, at every quarter."""
    bids = np.arange(0, 4 * top + 1) / 4
    lowest, exact, highest = (_cdf(setting, bids + away) for away in (-0.5, 0.0, 0.5))
    return pd.DataFrame({"bid": bids, "chance": highest - lowest, "at_most": exact})


def drawn_frame(equilibrium: Equilibrium, rounds: int = ROUNDS, seed: int = 1) -> pd.DataFrame:
    """Return bid, chance, low, high: how often each bid came up in rounds that were drawn, with its 95 % interval."""
    about = equilibrium.auction, equilibrium.worths, equilibrium.mix, equilibrium.bidders
    bids = simulate.rounds(*about, rounds=rounds, seed=seed).bid
    return interval_frame(equilibrium.bids, np.bincount(bids.ravel(), minlength=len(equilibrium.bids)), bids.size)


def interval_frame(bids: Any, counts: Any, total: int) -> pd.DataFrame:
    """Return bid, chance, low, high of counts: Wilson's interval, which also holds for what never came up."""
    share, z2 = np.asarray(counts) / total, SURE**2 / total
    middle = (share + z2 / 2) / (1 + z2)
    away = np.sqrt(share * (1 - share) * z2 + z2 * z2 / 4) / (1 + z2)
    return pd.DataFrame({"bid": bids, "chance": share, "low": middle - away, "high": middle + away})


def _cdf(setting: Setting, bids: Any) -> Any:
    if len(setting.worth) == 1:
        return theory.known_cdf(bids, setting.bidders, setting.worth[0], loser_pays=setting.loser_pays)
    return theory.ranked_cdf(bids, setting.bidders, setting.worth, loser_pays=setting.loser_pays)
