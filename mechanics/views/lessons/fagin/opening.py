"""The game of the gang: to open the market oneself, or to do something else and hope that another opens it."""

from __future__ import annotations

from dataclasses import dataclass

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts
from mechanics.charts.revenues import along_chart
from mechanics.charts.theme import number
from mechanics.games.fagin import BOX
from mechanics.views.lessons.controls import Picture, beside, room, said, slider
from mechanics.views.lessons.fagin.full import Crowd, gains

TITLE = "Open the market yourself, or leave it to another?"
OPEN, LEAVE = "open it yourself", "steal, and hope for another"
MEAN = sum(BOX.ring) / len(BOX.ring)


@dataclass(frozen=True)
class Option:
    """An action in the game of the gang: players, cubes that one could steal instead, at which chance another opens.

    chance: in percent."""

    players: int = 4
    stolen: int = 2
    chance: int = 50


def both(option: Option) -> tuple[float, float, float]:
    """Return what opening oneself gains, what a market of another gains, and what stealing brings (shillings).

    A market of another is worth the mean of all places but the first; a stolen cube is worth the mean price."""
    first, *others = (mean for mean, _ in gains(Crowd(option.players)))
    return first, sum(others) / len(others), option.stolen * MEAN


def break_even(option: Option) -> float:
    """Return the chance (0 … 1, below and above if never) from which on to leave the market to another is better."""
    mine, theirs, loot = both(option)
    return (mine - loot) / theirs


def option_lines(option: Option) -> pd.DataFrame:
    """Return what both ways gain by the chance that another opens: x (percent), series, value (shillings)."""
    mine, theirs, loot = both(option)
    lines = [(x, OPEN, mine) for x in (0, 100)] + [(x, LEAVE, loot + x / 100 * theirs) for x in (0, 100)]
    return pd.DataFrame(lines, columns=["x", "series", "value"])


def option_played(option: Option) -> pd.DataFrame:
    """Return both ways as they were played, at no chance and at full chance: x, series, value, error."""
    (mine, error), *others = gains(Crowd(option.players))
    theirs = sum(mean for mean, _ in others) / len(others)
    theirs_error = float(np.sqrt(sum(e**2 for _, e in others)) / len(others))
    loot = option.stolen * MEAN
    lines = [(0, OPEN, mine, error), (100, OPEN, mine, error), (100, LEAVE, loot + theirs, theirs_error)]
    return pd.DataFrame(lines, columns=["x", "series", "value", "error"])


def option_words(option: Option) -> str:
    """Say which way is better at this chance, by how much, and from which chance on the other is (HTML)."""
    mine, theirs, loot = both(option)
    leave = loot + option.chance / 100 * theirs
    better, by = (OPEN, mine - leave) if mine >= leave else (LEAVE, leave - mine)
    words = (
        f"Opening gains {number(round(mine, 1))}. Stealing {option.stolen} cubes brings {number(round(loot, 1))}, and "
    )
    words += f"another’s market {number(round(theirs, 1))} more if it is opened. Better: <b>{better}</b>, by "
    words += f"<b>{number(round(by, 1))}</b>. "
    border = break_even(option)
    if border <= 0:
        return words + "Stealing is better even if nobody else ever opens."
    if border > 1:
        return words + "Opening is better even if another is sure to open."
    return words + f"The border lies at a chance of {border:.0%}."


class OptionLesson:
    """Two lines along the chance that another opens, with controls for players, stolen cubes and that chance."""

    def __init__(self) -> None:
        start = Option()
        self.players = slider("players", start.players, 2, 6)
        self.stolen = slider("cubes you could steal instead", start.stolen, 0, 6)
        self.chance = slider("another opens (percent)", start.chance, 0, 100, 5)
        self.said, self.picture = widgets.HTML(), Picture()
        for control in (self.players, self.stolen, self.chance):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.players, self.stolen, self.chance), self.said, self.picture.widget)
        self._show()

    def _show(self) -> None:
        option = Option(self.players.value, self.stolen.value, self.chance.value)
        lines, played = option_lines(option), option_played(option)
        now = pd.DataFrame([(option.chance, LEAVE, _at(option))], columns=["x", "series", "value"])
        self.said.value = said(option_words(option))
        chart = along_chart(
            lines, lines.iloc[:0], pd.concat([played, now.assign(error=0.0)]), title=TITLE,
            x_title="chance that another opens the market (%)", y_title="expected gain (shillings)", x_span=(-3, 103),
            span=(0, 65), note="value traders in full markets, with 95 % interval; the diamond between: your setting",
        )  # fmt: skip
        table = lines.pivot(index="x", columns="series", values="value").round(2).reset_index()
        words = charts.table(table.rename(columns={"x": "chance (%)"}), f"{TITLE} (shillings)")
        points = pd.concat([played, now.assign(error=0.0)], ignore_index=True)
        self.picture.show(chart, {"theory": lines, "played": points}, words)


def _at(option: Option) -> float:
    _, theirs, loot = both(option)
    return loot + option.chance / 100 * theirs


def open_or_leave() -> widgets.VBox:
    """Return the live lesson on the action of opening the market, against stealing and letting another open it."""
    return OptionLesson().widget
