"""Five rules, one revenue: theory as a line, whole numbers as bars, rounds that were played as points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, theory
from mechanics.auctions import ascending
from mechanics.charts.revenues import along_chart, revenue_chart, revenue_words
from mechanics.views.lessons.lab.breaks import BREAKS, Break, frame
from mechanics.views.lessons.lab.cases import MOST, PROVED, SHAPES, Case, few, proved, values
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.rules import ROW, choice, refusal, room, said, slider
from mechanics.views.live import LiveChart, live, redraw, update

CELLS, ROUNDS = 40, 20_000
ENGLISH = "English"
FIVE = ("first price", "second price", ENGLISH, "losers pay half", "all-pay")
TITLE = "What the seller earns on average"
Row = tuple[str | float | None, ...]
Named = tuple[str, tuple[float | str, ...]]
COLUMNS = ["at", "series", "theory", "exact", "played", "error", "spread"]


def same_revenue(bidders: int = 5) -> widgets.VBox:
    """Return the expected revenue of five rules for the same private values (0 … 100), with the bidders as control.

    Raises ValueError with what is allowed."""
    return SameRevenue(Case(bidders=few(bidders))).widget


class SameRevenue:
    """The line of theory at once, bars and points as soon as they are worked out."""

    def __init__(self, case: Case) -> None:
        self.case, self.late = case, Late()
        self.bidders = slider("bidders", case.bidders, 2, MOST)
        self.shape = choice("values", dict(zip(SHAPES, SHAPES, strict=True)), case.shape)
        for control in (self.bidders, self.shape):
            control.observe(lambda _change: self._show(), "value")
        self.said, rows = widgets.HTML(), theory_rows(case)
        drawing = revenue_chart(rows, title=TITLE, span=(0, 1.15 * case.highest))
        self.chart = live(drawing, {"bars": rows})
        self.widget = room(widgets.HBox([self.bidders, self.shape], layout=ROW), self.said, self.chart)
        self._show()

    def _show(self) -> None:
        self.case = case = replace(self.case, bidders=self.bidders.value, shape=self.shape.value)
        self._draw(theory_rows(case))
        self.said.value = said(f"Theory: every rule earns <b>{case.revenue:.1f}</b>. The rest is being worked out …")
        self.late.stream(found_rows(case, CELLS), self._more, self._finish, self._refused)

    def _more(self, rows: list[Row]) -> None:
        known = {row[0]: row for row in rows}
        plain = theory_rows(self.case).itertuples(index=False, name=None)
        self._draw(pd.DataFrame([known.get(row[0], row) for row in plain], columns=COLUMNS))

    def _finish(self, rows: list[Row]) -> None:
        self._more(rows)
        self.said.value = said(_words(pd.DataFrame(rows, columns=COLUMNS), self.case))

    def _refused(self, words: str) -> None:
        self.said.value = refusal(words)

    def _draw(self, rows: pd.DataFrame) -> None:
        title = f"{TITLE}, {self.case.bidders} bidders"
        table = rows.drop(columns="series").rename(columns={"at": "rule", "error": "standard error of played"})
        table = table.rename(columns={"spread": "spread of one auction (sd)"}).round(2)
        update(self.chart, {"bars": rows}, words=revenue_words(rows, title), table=charts.table(table, title))


def theory_rows(case: Case) -> pd.DataFrame:
    """Return what is known at once: one row a rule with the revenue of theory."""
    rows = [(name, "", case.revenue, None, None, None, None) for name in FIVE]
    return pd.DataFrame(rows, columns=COLUMNS)


def found_rows(case: Case, cells: int) -> Iterator[Row]:
    """Yield rule, "", theory, exact and played revenue with its standard error, and the spread, rule by rule.

    Values are whole numbers 0 … cells, but for theory. spread: the standard deviation of the revenue from one played
    auction to the next. Where no equilibrium of whole bids is found there are gaps."""
    for name in FIVE:
        numbers = _english(case, cells) if name == ENGLISH else _found(replace(case, rule=name), cells)
        yield (name, "", case.revenue, *numbers)


def _found(case: Case, cells: int) -> tuple[float | None, ...]:
    exact = proved(case, cells)
    if exact is None:
        return None, None, None, None
    mean, error = exact.played(ROUNDS)
    return exact.revenue, mean, error, error * ROUNDS**0.5


def _english(case: Case, cells: int) -> tuple[float, float, float, float]:
    """Everybody stays until his value: the second-highest is paid, one step more where one value alone is highest."""
    law, scale = values(case, cells).chances, case.highest / cells
    exact = float(theory.second_highest(law, case.bidders)) + 1 - float(theory.top_tie_chance(law, case.bidders))
    rng = np.random.default_rng(1)
    limits = rng.choice(list(law), size=(ROUNDS, case.bidders), p=np.array(list(law.values())))
    paid = ascending(limits).paid.sum(axis=1)
    error = float(paid.std(ddof=1)) / ROUNDS**0.5
    return exact * scale, float(paid.mean()) * scale, error * scale, error * ROUNDS**0.5 * scale


def _words(rows: pd.DataFrame, case: Case) -> str:
    known = rows.dropna(subset=["exact"])
    exact, spread = (dict(zip(known["at"], known[name].astype(float), strict=True)) for name in ("exact", "spread"))
    gaps = ", ".join(rows.loc[rows["exact"].isna(), "at"])
    missing = f" No equilibrium of whole bids was found for {gaps}." if gaps else ""
    low, high, calm, wild = (end(of, key=of.__getitem__) for of in (exact, spread) for end in (min, max))
    return (
        f"Theory: every rule earns <b>{case.revenue:.1f}</b>. In whole numbers (0 … {CELLS}, each worth "
        f"{case.highest / CELLS:g} scudi) they earn from {exact[low]:.1f} ({low}) to {exact[high]:.1f} ({high}). The "
        f"mean is the same, the risk is not: one auction differs from the next by about {spread[calm]:.0f} scudi "
        f"({calm}) to {spread[wild]:.0f} ({wild}).{missing} <small>{PROVED}</small>"
    )


def where_it_breaks(bidders: int = 3) -> widgets.VBox:
    """Return how revenue moves with care about risk, a reserve, budgets or whole numbers: one is chosen, one slider.

    Raises ValueError with what is allowed."""
    return WhereItBreaks(few(bidders)).widget


class WhereItBreaks:
    """One change at a time: lines at once, steps and points as soon as they are worked out."""

    def __init__(self, bidders: int) -> None:
        self.late, self.key, self.exact = Late(), ("", 0), frame([])
        self.which = choice("what changes", dict(zip(BREAKS, BREAKS, strict=True)), next(iter(BREAKS)))
        self.bidders = slider("bidders", bidders, 2, MOST)
        self.sliders = {name: _slider(one) for name, one in BREAKS.items()}
        for control in (self.which, self.bidders, *self.sliders.values()):
            control.observe(lambda _change: self._show(), "value")
        self.said, self.refused, self.chart = widgets.HTML(), widgets.HTML(), LiveChart()
        row = widgets.HBox([self.which, self.bidders, *self.sliders.values()], layout=ROW)
        self.widget = room(row, self.said, self.refused, self.chart)
        self._show()

    def _show(self) -> None:
        name, n = self.which.value, self.bidders.value
        for other, control in self.sliders.items():
            control.layout.display = None if other == name else "none"
        one, x = BREAKS[name], self.sliders[name].value
        if (name, n) != self.key:
            self.key = name, n
            self._redraw(one, n)
        update(self.chart, signals={"now": x})
        self._tell()

    def _tell(self) -> None:
        name, n = self.key
        self.said.value = said(BREAKS[name].says(n, self.sliders[name].value, self.exact))

    def _redraw(self, one: Break, n: int) -> None:
        """Draw another change, or for another number of bidders: its line now, the rest when it is there."""
        line = frame(one.line(n))
        self.exact = frame([])
        data = {"theory": line, "exact": self.exact, "played": frame([])}
        self.refused.value = said("Steps and points are being worked out …")
        title, top = f"{TITLE}, {n} bidders", 1.4 * float(line["value"].max())
        drawing = along_chart(
            *data.values(), title=title, x_title=one.x_title, x_span=one.span, span=(0, top), note=one.note
        )
        redraw(self.chart, drawing, data, table=_table(data, title))
        rows: Iterator[Named] = chain(
            (("played", row) for row in one.played(n)), (("exact", row) for row in one.exact(n))
        )
        self.late.stream(rows, self._more, self._finish, self._refuse)

    def _finish(self, found: list[Named]) -> None:
        self.refused.value = said(f"<small>{BREAKS[self.key[0]].proof}</small>")
        self._more(found)

    def _more(self, found: list[Named]) -> None:
        name, n = self.key
        self.exact, played = (frame([row for kind, row in found if kind == which]) for which in ("exact", "played"))
        data = {"theory": frame(BREAKS[name].line(n)), "exact": self.exact, "played": played}
        self._tell()
        update(self.chart, data, table=_table(data, f"{TITLE}, {n} bidders"))

    def _refuse(self, words: str) -> None:
        self.refused.value = refusal(words)


def _slider(one: Break) -> widgets.FloatSlider:
    look = {"style": {"description_width": "initial"}, "layout": {"width": "420px"}}
    form = ".2f" if one.step < 1 else ".0f"
    return widgets.FloatSlider(
        one.start, min=one.span[0], max=one.span[1], step=one.step, description=one.short, readout_format=form, **look
    )


def _table(data: Mapping[str, pd.DataFrame], title: str) -> str:
    """Return all that is drawn as one table: a row for each x, a column for each series and kind."""
    parts = [rows.assign(what=rows["series"] + f", {kind}") for kind, rows in data.items() if len(rows)]
    wide = pd.concat(parts).pivot_table(index="x", columns="what", values="value", sort=True).round(2)
    return charts.table(wide.reset_index(), title)
