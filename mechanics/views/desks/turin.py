"""The desk beside a sealed bid: what every bid is worth to this seat, under assumptions that it can change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import ipywidgets as widgets

from mechanics import charts, expected
from mechanics.bots import turin as robots
from mechanics.choices import Amount
from mechanics.games.turin import Board
from mechanics.table import Seat, View
from mechanics.views.live import LiveChart, empty, redraw, update

RIVALS = {
    "any bid their purse allows": robots.uniform_rivals,
    "like their past bids": robots.past_rivals,
    "any bid my purse allows": robots.rivals_like_me,
}
TIES = {"a coin": "coin", "a second round, each adds 0 to 2": "rebid"}
ADDED = {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}
MOST_BARS = 60
TITLE = "What is each bid worth to you?"
HINT = (
    "A place is worth the units on its best cards that are left, each unit the payout of its good ÷ all its units. "
    "Change it if a lead is at stake."
)


class Desk:
    """A chart that is drawn once a question and then moves, with its controls; `show` fills it, `clear` empties it."""

    look = "Show what each bid is worth"

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.chart = LiveChart(layout={"flex": "1 1 auto", "min_width": "0", "width": "auto"})
        self.rivals = widgets.Dropdown(options=list(RIVALS), description="rivals bid")
        self.ties = widgets.Dropdown(options=list(TIES), description="ties go to")
        self.worths = widgets.HBox(layout={"flex_flow": "row wrap"})
        self.words = widgets.HTML()
        controls = widgets.VBox([self.rivals, self.ties, self.worths, self.words], layout={"flex": "0 0 250px"})
        self.widget = widgets.HBox([self.chart, controls], layout={"display": "none"})
        self.view: View | None = None
        for control in (self.rivals, self.ties):
            control.style.description_width = "70px"
            control.layout.width = "245px"
            control.observe(self._changed, "value")

    def show(self, view: View) -> bool:
        """Draw the worth of every bid this seat may make; say whether there is a first bid to be made."""
        if view.rule != "TM-3" or not isinstance(view.allowed, Amount) or view.seat is None:
            return False
        if self.view == view:
            return True
        self.view = view
        self._ask_worths(robots.worth_of_places(view.board, view.seat))
        self.words.value = f"<small>{HINT}</small>"
        frame = self._frame(view)
        reach = max(4.0, 1.5 * max(self._worth()))
        drawing = charts.bid_value_chart(
            frame, title=TITLE, low=-reach, high=reach, bids=(0, view.allowed.high)
        )
        redraw(self.chart, drawing, {"bids": frame}, channel=self.channel, table=_table(frame))
        return True

    def clear(self) -> None:
        """Empty everything (another seat comes to the screen)."""
        self.view = None
        self.words.value = ""
        self._ask_worths(())
        empty(self.chart)

    def _ask_worths(self, worths: Sequence[float]) -> None:
        old, fields = self.worths.children, []
        for place, worth in enumerate(worths, 1):
            if self.view is not None and self.view.board.auction.prizes[place - 1]:
                field = widgets.FloatText(
                    round(worth, 1), step=0.5, description=f"place {place} is worth", layout={"width": "235px"}
                )
                field.style.description_width = "130px"
                field.observe(self._changed, "value")
                fields.append(field)
        self.worths.children = tuple(fields)
        for field in old:
            field.unobserve_all()
            field.close()

    def _worth(self) -> list[float]:
        return [float(field.value) for field in self.worths.children]

    def _changed(self, _change: Mapping[str, Any]) -> None:
        if self.view is not None:
            frame = self._frame(self.view)
            update(self.chart, {"bids": frame}, words=charts.bid_value_words(frame, TITLE), table=_table(frame))

    def _frame(self, view: View) -> Any:
        board, seat = _seated(view)
        rule = replace(board.auction, tie=TIES[self.ties.value])  # type: ignore[arg-type]
        rivals = RIVALS[self.rivals.value](board, seat)
        extras: dict[str, Any] = {"extra": ADDED, "rival_extras": ADDED} if rule.tie == "rebid" else {}
        assert isinstance(view.allowed, Amount)
        high = view.allowed.high
        bids = range(0, high + 1, high // MOST_BARS + 1)
        return expected.bid_values(rule, self._worth(), rivals, bids=bids, **extras)


def _seated(view: View) -> tuple[Board, Seat]:
    assert view.seat is not None
    return view.board, view.seat


def _table(frame: Any) -> str:
    columns = ["bid", "win", "worth", "paid_winning", "paid_losing", "value"]
    return charts.table(frame[columns].round(2), "What every bid is worth, exactly, under these assumptions")
