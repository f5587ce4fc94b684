"""What the lessons of all games are made of on the screen: sliders, buttons, sentences, and a chart that moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import ipywidgets as widgets
import pandas as pd

from mechanics.views.entry import Entry, whole
from mechanics.views.keys import KeyGuard
from mechanics.views.live import Drawing, LiveChart, redraw, update
from mechanics.views.style import style

ROW = {"flex_flow": "row wrap", "grid_gap": "4px 18px"}
CSS = """<style>
.mm-lesson table caption { text-align: left; font-weight: 600; }
.mm-lesson .widget-label { font-size: 16px; }
.mm-lesson .widget-readout { font-size: 18px; font-weight: 600; min-width: 3.2rem; }
.mm-lesson .jupyter-button, .mm-lesson .widget-toggle-buttons { height: auto; }
.mm-lesson .widget-toggle-button { padding: 5px 12px; }
.mm-lesson .widget-toggle-button.mod-active { background: #0072b2; border-color: #0072b2; color: #fff; }
.mm-lesson .widget-toggle-button.mod-active::before { content: "✓ "; content: "✓ " / ""; }
</style>"""


def slider(words: str, value: int, low: int, high: int, step: int = 1) -> widgets.IntSlider:
    """Return a slider over whole numbers whose name stands beside it."""
    look, wide = {"description_width": "initial"}, {"width": f"{190 + 9 * len(words)}px"}
    return widgets.IntSlider(value, low, high, step, description=words, style=look, layout=wide)


def choice(words: str, options: Mapping[str, Any] | Sequence[str], value: Any) -> widgets.ToggleButtons:
    """Return a row of buttons of which one is down."""
    look = {"description_width": "initial", "button_width": "auto"}
    named = list(options.items()) if isinstance(options, Mapping) else list(options)
    return widgets.ToggleButtons(description=words, options=named, value=value, style=look)


def room(*parts: widgets.Widget) -> widgets.VBox:
    """Return the box of one lesson, with its look and its guard of the keys."""
    box = widgets.VBox([KeyGuard(), widgets.HTML(style() + CSS), *parts])
    for name in ("mm-play", "mm-lesson"):
        box.add_class(name)
    return box


def beside(*parts: widgets.Widget) -> widgets.HBox:
    """Return controls side by side, in a second line where the first is full."""
    return widgets.HBox(list(parts), layout=ROW)


def said(words: str) -> str:
    """Return a sentence (HTML) in large type that is read aloud when it changes."""
    return f'<div class="mm-question" aria-live="polite">{words}</div>'


def refusal(words: str) -> str:
    """Return the sentence (plain text) that says what is allowed instead."""
    return f'<div class="mm-refusal" role="alert">{escape(words)}</div>'


@dataclass
class Bet:
    """What the reader has bet on, until a later cell answers."""

    guess: int | None = None
    said: widgets.HTML = field(default_factory=widgets.HTML)


def bet_on(bet: Bet, checked: Callable[[int], int], **question: Any) -> widgets.VBox:
    """Return the entry for a bet, which is kept in `bet`; `checked` returns a guess or raises ValueError."""
    entry = Entry(button="I bet on it", **question)

    def keep(raw: Any) -> None:
        try:
            bet.guess = checked(whole(raw))
        except ValueError as wrong:
            bet.said.value = refusal(str(wrong))
            return
        bet.said.value = said(f"Your bet is {bet.guess}. A later cell answers.")

    entry.on_answer(keep)
    return room(entry, bet.said)


def guilders(amount: float) -> str:
    """Return an amount in whole guilders, with a sign if it is a loss.

    >>> guilders(412.4), guilders(-0.2), guilders(-99.7)
    ('412', '0', '−100')"""
    return f"{round(amount):d}".replace("-", "−")


def gain(amount: float) -> str:
    """Return an amount in whole guilders that always shows its sign.

    >>> gain(412.4), gain(-99.7)
    ('+412', '−100')"""
    return f"+{guilders(amount)}" if round(amount) > 0 else guilders(amount)


class Picture:
    """One live chart: its data are swapped while `key` (all else that the drawing depends on) stays the same.

    `widget` is the chart, the same one for its whole life."""

    def __init__(self) -> None:
        self.widget = LiveChart()
        self.key: Hashable = None

    def show(self, chart: Drawing, data: Mapping[str, pd.DataFrame], table: str, key: Hashable = "") -> None:
        """Show these data sets in this drawing, with its sentence and its table."""
        if self.key != key:
            redraw(self.widget, chart, data, table=table)
            self.key = key
            return
        update(self.widget, data, words=chart.to_dict().get("description", ""), table=table)
