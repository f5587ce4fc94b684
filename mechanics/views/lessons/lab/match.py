"""Your bid against rivals who follow a mix, a thousand rounds at a time, beside what it is worth exactly."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, simulate
from mechanics.charts.theme import number, signed
from mechanics.views.entry import Entry, Raw, whole
from mechanics.views.lessons.lab.mix import SURE
from mechanics.views.lessons.lab.moving import Moving
from mechanics.views.lessons.lab.rules import ROW, Setting, refusal, said
from mechanics.views.panel import WIDE
from mechanics.worths import Differing

TITLE = "What your bid gained on average"
ROUNDS = 1000
POINTS = 100  # of the running mean
MOST = 100_000  # rounds


class Match:
    """Many rounds with one bid of yours; `gains` is what it gained, round by round, and `mine` that bid."""

    def __init__(self) -> None:
        self.setting, self.mix, self.worth = Setting(), np.ones(1), np.zeros(1)
        self.gains: Any = np.zeros(0)
        self.mine: int | None = None
        words = "Play against it: your bid in every round"
        self.entry = Entry(label=words, low=0, high=0, unit="scudi", button="Play 1,000 rounds")
        self.entry.on_answer(self._answer)
        self.more = widgets.Button(description="Play on: 1,000 more", layout=dict(WIDE))
        self.more.on_click(lambda _button: self._play(len(self.gains) + ROUNDS))
        self.said, self.chart = widgets.HTML(), Moving()
        self.outcome = widgets.VBox()
        self.widget = widgets.VBox([self.entry, self.said, self.outcome])

    def against(self, setting: Setting, mix: Any, worth: Any) -> None:
        """Take other rivals, who follow this mix; worth: of bid 0, 1 … against them. What was played is put away."""
        self.setting, self.mix, self.worth = setting, mix, worth
        self.entry.high = len(mix) - 1
        self.gains, self.mine = np.zeros(0), None
        self.said.value, self.outcome.children = "", []

    def _answer(self, raw: Raw) -> None:
        try:
            bid, top = whole(str(raw)), len(self.mix) - 1
            if not 0 <= bid <= top:
                raise ValueError(f"{bid} is not a bid here: a whole number from 0 to {top} is allowed.")
        except ValueError as wrong:
            self.said.value = refusal(str(wrong))
            return
        self.entry.reset()
        self.mine = bid
        self._play(ROUNDS)

    def _play(self, rounds: int) -> None:
        """Play so many rounds; the first of them are those that were played before."""
        assert self.mine is not None
        n, rounds = self.setting.bidders, min(rounds, MOST)
        rows = np.tile(np.asarray(self.mix, float), (n, 1))
        rows[0] = np.arange(len(self.mix)) == self.mine
        worths = Differing([self.setting.worth] * n)
        self.gains = simulate.rounds(self.setting.auction, worths, rows, n, rounds=rounds, seed=1).gain[:, 0]
        self._show(float(self.worth[self.mine]))

    def _show(self, exact: float) -> None:
        frame = running_frame(self.gains)
        settled = frame.iloc[len(frame) // 20 :]
        ends = min(exact, settled["low"].min()), max(exact, settled["high"].max())

        def make(fitting: tuple[float, float]) -> Any:
            low, high = fitting
            return charts.running_chart(frame, exact, title=TITLE, rounds=len(self.gains), low=low, high=high)

        words = charts.running_words(frame, exact, TITLE)
        self.said.value = said(_words(frame, self.mine or 0, exact))
        self.chart.show(
            make, {"path": frame, "exact": pd.DataFrame({"value": [exact]})}, ends, words=words, key=len(self.gains),
            table=charts.table(frame.iloc[9::10], "Mean gain and 95 % interval after so many rounds"),
        )  # fmt: skip
        self.more.disabled = len(self.gains) >= MOST
        self.outcome.children = [self.chart.widget, widgets.HBox([self.more], layout=ROW)]


def running_frame(gains: Any) -> pd.DataFrame:
    """Return rounds, mean, low, high: the running mean of the gains with its 95 % interval, at up to 100 points."""
    rounds = np.unique(np.linspace(0, len(gains), POINTS + 1).astype(int))[1:]
    mean = np.cumsum(gains)[rounds - 1] / rounds
    spread = np.sqrt(np.maximum(np.cumsum(np.square(gains, dtype=float))[rounds - 1] / rounds - mean**2, 0))
    away = SURE * spread / np.sqrt(rounds)
    return pd.DataFrame({"rounds": rounds, "mean": mean, "low": mean - away, "high": mean + away})


def _words(frame: pd.DataFrame, mine: int, exact: float) -> str:
    last = frame.iloc[-1]
    mean, away = signed(round(float(last["mean"]), 3)), number(round(float(last["high"] - last["mean"]), 3))
    missed = abs(exact - float(last["mean"])) > float(last["high"] - last["mean"]) + 1e-9
    rare = " Further apart than that: it happens once in twenty times." if missed else ""
    return escape(
        f"{number(last['rounds'])} rounds with {mine} gained {mean} a round, give or take {away}; the exact worth is "
        f"{signed(round(exact, 3))}.{rare}"
    )
