"""The desk beside a trade: what a cube of each colour will be worth when the wheel has turned, beside its price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets
import pandas as pd

from mechanics import charts, wheels
from mechanics.bots.fagin.hopes import turns_left
from mechanics.games.fagin import UNIT, Board
from mechanics.table import View
from mechanics.views.live import LiveChart, empty, redraw, update

ASKED = ("FG-1", "FG-4", "FG-5", "FG-R13")
TITLE = "What a cube costs now, and what it will be worth"
HINT = (
    "Buying and selling have one price: a trade gains only by the turns of the wheel to come. The worths are exact, "
    "from the faces of the die. How many cubes there will be, and who takes them, is for you to judge."
)
LAST = {
    True: "This is the last round: the wheel does not turn again, and every cube is paid for at the price of now.",
    False: "This is the last round: cubes that are not sold bring no shillings, they only break ties.",
}


class Desk:
    """A chart that is drawn once a question and then moves, with its controls; `show` fills it, `clear` empties it."""

    look = "Show what a cube will be worth"

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.chart = LiveChart(layout={"flex": "1 1 auto", "min_width": "0", "width": "auto"})
        self.turns = widgets.IntSlider(0, 0, 0, continuous_update=True, layout={"width": "245px"})
        self.asked, self.words = widgets.HTML(), widgets.HTML()
        controls = widgets.VBox([self.asked, self.turns, self.words], layout={"flex": "0 0 250px"})
        self.widget = widgets.HBox([self.chart, controls], layout={"display": "none"})
        self.view: View | None = None
        self.turns.observe(self._changed, "value")

    def show(self, view: View) -> bool:
        """Draw what every cube will be worth; say whether the question is about cubes."""
        if view.rule not in ASKED or view.allowed is None or view.seat is None:
            return False
        if self.view == view:
            return True
        kept, left = self.turns.value, turns_left(view.board)
        self.view = None  # the slider may move without a drawing
        self._limit(left, kept)
        self.view = view
        self.asked.value = "turns of the wheel until you sell" if left else ""
        self.words.value = f"<small>{HINT if left else LAST[view.board.box.counts_cubes]}</small>"
        frame, top = self._frame(view.board), max(view.board.box.ring)
        drawing = charts.later_chart(frame, title=TITLE, unit=UNIT, top=top)
        redraw(self.chart, drawing, {"prices": frame}, channel=self.channel, table=_table(frame))
        return True

    def clear(self) -> None:
        """Empty everything (another seat comes to the screen)."""
        self.view = None
        self.asked.value = self.words.value = ""
        self._limit(0, 0)
        empty(self.chart)

    def _limit(self, left: int, kept: int) -> None:
        """Let the slider reach from one turn to all that are left; in the last round there is nothing to choose."""
        self.turns.min = 0
        self.turns.max = left
        self.turns.min = min(1, left)
        self.turns.value = max(min(1, left), min(kept, left))
        self.turns.layout.display = "" if left > 1 else "none"

    def _changed(self, _change: Mapping[str, Any]) -> None:
        if self.view is not None:
            frame = self._frame(self.view.board)
            words = charts.later_words(frame, TITLE, UNIT)
            update(self.chart, {"prices": frame}, words=words, table=_table(frame))

    def _frame(self, board: Board) -> pd.DataFrame:
        return outlook(board, self.turns.value)


def outlook(board: Board, turns: int) -> pd.DataFrame:
    """Return for each good its price now and its exact expected worth after so many turns, in shillings.

    Columns good, now, later, gain (of buying one), higher and lower (chances of such a price after the turns). Without
    a turn to come a cube is worth what the box says about unsold ones."""
    box = board.box
    later = wheels.expected(box.ring, box.faces, board.offset, turns)
    if not turns and not box.counts_cubes:
        later = wheels.expected((0,) * len(box.ring), box.faces, board.offset, 0)
    chances = wheels.chances(box.faces, len(box.ring), turns)
    after = [box.prices[(board.offset + step) % len(box.ring)] for step in range(len(box.ring))]
    rows = [
        (good, now, worth, worth - now,
         sum(chance for chance, prices in zip(chances, after, strict=True) if prices[i] > now),
         sum(chance for chance, prices in zip(chances, after, strict=True) if prices[i] < now))
        for i, (good, now, worth) in enumerate(zip(box.goods, board.prices, later, strict=True))
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["good", "now", "later", "gain", "higher", "lower"])
    return frame.astype(dict.fromkeys(("later", "gain", "higher", "lower"), float))


def _table(frame: pd.DataFrame) -> str:
    named = {"now": "price now", "later": "worth later, on average", "gain": "gain of buying one"}
    chances = {"higher": "chance of a higher price", "lower": "chance of a lower price"}
    return charts.table(frame.rename(columns=named | chances), "Prices now and later, exact for this die")
