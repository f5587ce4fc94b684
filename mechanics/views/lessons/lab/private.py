"""Private values: bids against values, whole bids that come to the line, and what a bid is worth to one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts
from mechanics.charts.lines import NOBODY, value_bid_chart, value_bid_words
from mechanics.views.lessons.lab.cases import MOST, RULES, SHAPES, TINY, Case, Whole, few, whole
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.rules import ROW, choice, refusal, room, said, slider
from mechanics.views.lessons.lab.solved import regret_words
from mechanics.views.live import live, update

TITLE = "What to bid at every value"
HIGHEST = 100
SPAN = (HIGHEST, 1.06 * HIGHEST)
CELLS: Mapping[str, int] = {f"0 … {cells}": cells for cells in (10, 20, 50, 100)}
POWERS: Mapping[str, float] = {"½": 0.5, "1": 1.0, "2": 2.0, "3": 3.0}
NO_STEPS = pd.DataFrame(columns=["value", "bid", "low", "high"])


def bids_against_values(rule: str = "first price", bidders: int = 5, cells: int = 20) -> widgets.VBox:
    """Return bids against private values 0 … 100, with controls for the rule, the bidders and how values are spread.

    cells: whole values 0 … cells (10, 20, 50 or 100) and bids as coarse as these. Raises ValueError with what is
    allowed."""
    return BidsAgainstValues(Case(rule, few(bidders)), cells).widget


class BidsAgainstValues:
    """The line of theory at once, the equilibrium of whole bids as soon as it is found."""

    def __init__(self, case: Case, cells: int) -> None:
        if cells not in CELLS.values():
            raise ValueError(f"Whole values go up to one of {', '.join(map(str, CELLS.values()))}; not {cells}.")
        self.case, self.late = case, Late()
        self.exact: Whole | None = None
        self.rule = choice("rule", dict(zip(RULES, RULES, strict=True)), case.rule)
        self.bidders = slider("bidders", case.bidders, 2, MOST)
        self.shape = choice("values", dict(zip(SHAPES, SHAPES, strict=True)), case.shape)
        self.power = choice("k", POWERS, case.k)
        self.cells = choice("whole values", CELLS, cells)
        controls = (self.rule, self.bidders, self.shape, self.power, self.cells)
        for control in controls:
            control.observe(lambda _change: self._show(), "value")
        self.said = widgets.HTML()
        self.chart = live(value_bid_chart(self._line(), NO_STEPS, title=TITLE, span=SPAN), self._data(None))
        self.widget = room(widgets.HBox([*controls], layout=ROW), self.said, self.chart)
        self._show()

    def _line(self) -> pd.DataFrame:
        values = np.linspace(0, HIGHEST, 101)
        return pd.DataFrame({"value": values, "bid": self.case.line(values)})

    def _data(self, exact: Whole | None) -> dict[str, pd.DataFrame]:
        return {"line": self._line(), "steps": exact.steps if exact else NO_STEPS}

    def _show(self) -> None:
        """Draw the line at once, and ask for the whole bids."""
        self.power.layout.display = None if self.shape.value == "power" else "none"
        self.case = replace(
            self.case, rule=self.rule.value, bidders=self.bidders.value, shape=self.shape.value, k=self.power.value
        )
        self.exact = None
        self.said.value = said(f"{_theory_words(self.case)} Whole bids are being worked out …")
        self._draw()
        case, cells = self.case, self.cells.value
        self.late.ask(lambda: _solved(case, cells), self._more, self._refused)

    def _more(self, found: tuple[Whole, tuple[float, float]]) -> None:
        self.exact = found[0]
        self.said.value = said(f"{_theory_words(self.case)} {_exact_words(*found)}")
        self._draw()

    def _refused(self, words: str) -> None:
        self.said.value = said(_theory_words(self.case)) + refusal(words)

    def _draw(self) -> None:
        data = self._data(self.exact)
        words = value_bid_words(data["line"], data["steps"], NOBODY, f"{TITLE}, {self.case}")
        update(self.chart, data, words=words, table=charts.table(self._table(data), f"{TITLE}: {self.case}"))

    def _table(self, data: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
        values = data["steps"]["value"].to_numpy(float) if len(data["steps"]) else np.linspace(0, HIGHEST, 21)
        frame = pd.DataFrame({"value": values, "theory": self.case.line(values)})
        if len(data["steps"]):
            named = {"bid": "whole bids, mean", "low": "lowest", "high": "highest"}
            frame = frame.join(data["steps"].drop(columns="value").rename(columns=named))
        return frame.round(2)


def _solved(case: Case, cells: int) -> tuple[Whole, tuple[float, float]]:
    exact = whole(case, cells)
    return exact, exact.played()


def _theory_words(case: Case) -> str:
    top = float(case.line([case.highest])[0])
    bid = f"bid <b>{case.slope:.2f}</b> of your value" if case.slope is not None else f"the highest bid is {top:.1f}"
    return f"Theory: {bid}; expected revenue <b>{case.revenue:.1f}</b>."


def _exact_words(exact: Whole, played: tuple[float, float]) -> str:
    mean, error = played
    what = "Whole bids" if exact.found.regret <= TINY else "Whole bids, nearly in equilibrium"
    return (
        f"{what}: revenue <b>{exact.revenue:.1f}</b> (20,000 rounds played: {mean:.1f} ± {1.96 * error:.1f}), at most "
        f"{exact.gap:.1f} off the line; regret {regret_words(exact.found.regret)}."
    )
