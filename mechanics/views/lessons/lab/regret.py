"""Can you gain by leaving it? An equilibrium, what every bid is worth in it, and what happens when it is spoilt."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, equilibria
from mechanics.auctions import HALF
from mechanics.charts.theme import number, signed
from mechanics.views.lessons.lab.match import Match
from mechanics.views.lessons.lab.moving import Moving
from mechanics.views.lessons.lab.pages import Pages
from mechanics.views.lessons.lab.rules import ROW, Rules, Setting, last_bid, refusal, room, said, slider
from mechanics.views.lessons.lab.solved import found_words, regret_words

TITLE = "What each bid is worth against rivals who follow it"
MOST = 6  # bidders


def can_you_gain(prize: int = 10, bidders: int = 3) -> widgets.VBox:
    """Return an equilibrium to leave, to spoil and to play against, with its regret.

    prize: what winning is worth to everybody (scudi); 2 to 6 bidders. Raises ValueError with what is allowed."""
    return LeaveLab(Setting((prize,), bidders, HALF)).widget


class LeaveLab:
    """Leaving an equilibrium, for as long as its cell stands."""

    def __init__(self, setting: Setting) -> None:
        self.rules = Rules(setting, ("loser_pays", "bidders", "worth"), most=MOST)
        self.pages, self.match = Pages(setting, self._new, self._refuse), Match()
        self.said, self.chart = widgets.HTML(), Moving()
        self.moved = slider("Spoil it: move per cent", 0, 0, 100)
        self.moved.layout.width = "380px"
        look: dict[str, Any] = {"style": {"description_width": "initial"}, "layout": {"width": "auto"}}
        self.source = widgets.Dropdown(description="of the chance of bid", **look)
        self.target = widgets.Dropdown(description="to bid", **look)
        self.writing = False
        self.rules.on_change(lambda: self.pages.find(self.rules.setting))
        for control in (self.moved, self.source, self.target):
            control.observe(lambda _change: self._draw(), "value")
        spoil = widgets.HBox([self.moved, self.source, self.target], layout=ROW)
        self.place = widgets.VBox()
        self.rules.row.children += (self.pages.widget,)
        self.widget = room(self.rules.widget, spoil, self.said, self.place)
        self.pages.find(setting)

    @property
    def mix(self) -> Any:
        """The chances of bids 0, 1 … that the rivals follow: those of the equilibrium, or spoilt."""
        mix = self.pages.shown.mix[0].copy()
        source, target, part = self.source.value, self.target.value, Fraction(self.moved.value, 100)
        moved = mix[source] * (part if mix.dtype == object else float(part))
        mix[source] -= moved
        mix[target] += moved
        return mix

    def _refuse(self, why: str) -> None:
        self.said.value, self.place.children = refusal(why), []

    def _new(self) -> None:
        """Take up another equilibrium, unspoilt: moving from the bid made most often to one that is never made."""
        mix = self.pages.shown.mix[0].astype(float)
        used, unused = (np.flatnonzero(chosen).tolist() for chosen in (mix > 0, mix <= 0))
        self.writing = True
        self.moved.value = 0
        self.source.options, self.target.options = used, list(range(len(mix)))
        self.source.value, self.target.value = int(mix.argmax()), (unused or used)[0]
        self.writing = False
        self._draw()

    def _draw(self) -> None:
        if self.writing or not self.pages.found:
            return
        setting, mix = self.pages.setting, self.mix
        values = equilibria.against(replace(self.pages.shown, mix=mix[None]))
        level = (mix * values.value[: len(mix)]).sum()
        regret = equilibria.regret(setting.auction, setting.worths, setting.bidders, mix[None])
        frame = pd.DataFrame({"bid": values.bid, "win": values.win, "value": values.value}).iloc[: len(mix)]
        frame["chance"] = mix
        self.said.value = said(self._words(frame, level, regret))
        self._show(frame, float(level))
        self.match.against(setting, mix, values.value)
        self.place.children = [self.chart.widget, self.match.widget]

    def _show(self, frame: pd.DataFrame, level: float) -> None:
        values, top = frame["value"].astype(float), float(frame["chance"].astype(float).max())
        last = last_bid(frame)
        tallest = next(size for size in (0.25, 0.5, 1.0) if top <= size + 1e-9)

        def make(ends: tuple[float, float]) -> Any:
            low, high = ends
            return charts.leave_chart(frame, level, title=TITLE, low=low, high=high, top=tallest, bids=(0, last))

        self.chart.show(
            make, {"bids": frame}, (values.min(), values.max()), signals={"level": level}, key=(last, tallest),
            words=charts.leave_words(frame, level, TITLE), table=charts.table(frame, TITLE),
        )  # fmt: skip

    def _words(self, frame: pd.DataFrame, level: Any, regret: Any) -> str:
        """Say whether somebody can gain by leaving, by how much, and with which bid."""
        earns = f"Following it earns <b>{signed(round(float(level), 3))}</b>"
        if not self.moved.value or self.source.value == self.target.value:
            found = found_words(self.pages.shown)
            return f"{earns}, and no bid earns more. Regret: <b>{regret_words(regret)}</b>.{found}"
        values = frame["value"].astype(float)
        best = int(values.to_numpy().argmax())
        worth = signed(round(float(values.iloc[best]), 3))
        away = number(round(100 * float(self.pages.shown.mix[0][self.source.value] - self.mix[self.source.value]), 1))
        reply = f"the best reply is <b>{frame['bid'].iloc[best]}</b>, worth {worth}"
        verdict = "so it is an equilibrium no more" if float(regret) > 1e-9 else "so this is an equilibrium too"
        return (
            f"{away} percentage points went from {self.source.value} to {self.target.value}. {earns}, {reply}: "
            f"regret <b>{regret_words(regret)}</b>, {verdict}."
        )
