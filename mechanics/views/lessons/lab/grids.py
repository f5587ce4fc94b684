"""Whole bids come to the line of theory as values and bids get finer."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets
import pandas as pd

from mechanics import charts
from mechanics.charts.revenues import along_chart
from mechanics.views.lessons.lab.cases import Case, Whole, proved
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.rules import refusal, room, said
from mechanics.views.lessons.lab.solved import regret_words
from mechanics.views.live import Drawing, live, update

GRIDS, HIGHEST = (5, 10, 20, 50, 100), 100
TITLE, ONE_STEP = "How far whole bids are from the line", "one step of the grid"
NOTE = "diamonds: largest distance of a mean bid from the line of theory, exact"


def finer_grids(bidders: int = 3, rules: Sequence[str] = ("first price", "all-pay")) -> widgets.VBox:
    """Return how far the whole bids of an equilibrium are from the line of theory, for coarser and finer whole values.

    rules: one or two. Raises ValueError with what is allowed."""
    return FinerGrids([Case(rule, bidders) for rule in rules]).widget


class FinerGrids:
    """The width of a step as a line at once, the distances as soon as they are worked out."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases, self.late = tuple(cases), Late()
        steps = [(m, ONE_STEP, HIGHEST / m) for m in range(GRIDS[0], HIGHEST + 1)]
        self.steps = pd.DataFrame(steps, columns=["x", "series", "value"])
        rows = [(m, case.rule, None, None) for m in GRIDS for case in self.cases]
        self.rows = pd.DataFrame(rows, columns=["x", "series", "value", "error"])
        self.said = widgets.HTML(said("The bids are being worked out …"))
        self.chart = live(self._drawing(), self._data())
        self.widget = room(self.said, self.chart)
        self.late.ask(self._work, self._show, self._refuse)

    def _data(self) -> dict[str, pd.DataFrame]:
        return {"played": self.rows}

    def _drawing(self) -> Drawing:
        ends = (0, 1.1 * HIGHEST / GRIDS[0])
        drawing: Drawing = along_chart(
            self.steps, self.steps[:0], self.rows, title=TITLE, x_title="whole values and bids from 0 to …",
            y_title="distance (scudi)", x_span=(0, 1.03 * HIGHEST), span=ends, note=NOTE,
        )  # fmt: skip
        return drawing

    def _work(self) -> list[Whole | None]:
        return [proved(case, cells) for cells in GRIDS for case in self.cases]

    def _show(self, found: list[Whole | None]) -> None:
        self.rows["value"] = [one.gap if one else None for one in found]
        self.rows["error"] = 0.0
        first, last = (self.rows.loc[self.rows["x"] == m, "value"].max() for m in (GRIDS[0], GRIDS[-1]))
        sentence = (
            f"With values 0 … {GRIDS[0]} a bid is up to {first:.1f} scudi off the line, with 0 … {GRIDS[-1]} up to "
            f"{last:.1f}"
        )
        worst = max((one.found.regret for one in found if one), default=0)
        self.said.value = said(f"{sentence}. Largest regret of these equilibria: {regret_words(worst)}.")
        table = charts.table(self._table(), f"{TITLE} (scudi)")
        update(self.chart, self._data(), words=f"{TITLE}: {sentence}.", table=table)

    def _table(self) -> pd.DataFrame:
        wide = self.rows.pivot_table(index="x", columns="series", values="value").reset_index()
        return wide.rename(columns={"x": "values 0 …"}).assign(**{ONE_STEP: HIGHEST / wide["x"]}).round(3)

    def _refuse(self, words: str) -> None:
        self.said.value = refusal(words)
