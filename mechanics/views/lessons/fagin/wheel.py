"""The wheel as a walk on a ring: tomorrow's price, exactly and as played, and what a cube is worth that is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, market_values, wheels
from mechanics.charts.revenues import along_chart, revenue_chart
from mechanics.charts.theme import number, signed
from mechanics.games.fagin import BOX
from mechanics.games.fagin.box import GENTLE, SIX_FACES
from mechanics.views.lessons.controls import Picture, beside, choice, room, said, slider

DICE: Mapping[str, tuple[int, ...]] = {
    "1 2 3 4 5 6 (printed)": tuple(map(int, SIX_FACES.split())),
    "0 1 1 2 (gentle)": tuple(map(int, GENTLE.split())),
    "0 or 1": (0, 1),
    "always 1": (1,),
}
MOST, GAMES, SEED = 12, 4_000, 1
TITLE, KEPT_TITLE = "What the cube will cost after the turns", "What a cube brings that is kept"
KEPT, FREE = "sold after so many turns", "sold at the best moment until then"


@dataclass(frozen=True)
class Walk:
    """A cube on the wheel: the place of its price on the ring now, 0 … 5, the faces of the die, turns to come."""

    place: int = 0
    faces: tuple[int, ...] = DICE["1 2 3 4 5 6 (printed)"]
    turns: int = 1

    @property
    def price(self) -> int:
        """What the cube costs now."""
        return BOX.ring[self.place]


def price_bars(walk: Walk) -> pd.DataFrame:
    """Return the chance of every price after the turns: at, series, exact, played and error, in percent."""
    size = len(BOX.ring)
    row = wheels.transition(walk.faces, size, walk.turns)[walk.place]
    seen = market_values.walks(BOX.ring, walk.faces, walk.place, walk.turns, games=GAMES, seed=SEED)[:, -1, 0]
    lines = []
    for place in sorted(range(size), key=lambda place: BOX.ring[place]):
        share = float(np.mean(seen == BOX.ring[place]))
        error = float(np.sqrt(share * (1 - share) / GAMES))
        lines.append((str(BOX.ring[place]), "chance", 100 * float(row[place]), 100 * share, 100 * error))
    return pd.DataFrame(lines, columns=["at", "series", "exact", "played", "error"]).assign(theory=np.nan)


@lru_cache(maxsize=64)
def kept_lines(place: int, faces: tuple[int, ...]) -> pd.DataFrame:
    """Return what a cube brings that is kept for 1 … 12 turns, exactly: x (turns), series, value (shillings).

    Its first series is the price expected after exactly so many turns, the second that of the best moment until then,
    when one may sell after any turn and nobody fills the stall."""
    lines = []
    for turns in range(1, MOST + 1):
        lines.append((turns, KEPT, float(market_values.held(BOX.ring, faces, place, turns)[0])))
        lines.append((turns, FREE, float(market_values.best_moment(BOX.ring, faces, place, turns)[0])))
    return pd.DataFrame(lines, columns=["x", "series", "value"]).sort_values(["series", "x"], ignore_index=True)


@lru_cache(maxsize=64)
def kept_played(place: int, faces: tuple[int, ...]) -> pd.DataFrame:
    """Return the same as it was played: x, series, value, error (the standard error of the mean)."""
    lines = []
    walks = market_values.walks(BOX.ring, faces, place, MOST, games=GAMES, seed=SEED)[:, :, 0]
    for turns in range(1, MOST + 1):
        free = market_values.sold(BOX.ring, faces, place, turns, games=GAMES, seed=SEED)[:, 0]
        for series, earned in ((KEPT, walks[:, turns]), (FREE, free)):
            lines.append((turns, series, float(earned.mean()), float(earned.std() / np.sqrt(GAMES))))
    return pd.DataFrame(lines, columns=["x", "series", "value", "error"])


def walk_words(walk: Walk) -> str:
    """Say what buying now brings, if the cube is sold after the turns, or at the best moment until then (HTML)."""
    when = "one turn" if walk.turns == 1 else f"{walk.turns} turns"
    kept = market_values.held(BOX.ring, walk.faces, walk.place, walk.turns)[0]
    free = market_values.best_moment(BOX.ring, walk.faces, walk.place, walk.turns)[0]
    words = f"The cube costs {walk.price} now. After {when} it costs <b>{_said(kept)}</b> on average: "
    words += f"buying brings <b>{_gain(kept - walk.price)}</b>, selling {_gain(walk.price - kept)}."
    if walk.turns > 1:
        words += f" Whoever may sell after any of these turns gets <b>{_said(free)}</b>: {_gain(free - walk.price)}."
    return words


def _said(amount: Fraction) -> str:
    return number(round(float(amount), 2))


def _gain(amount: Fraction) -> str:
    return signed(round(float(amount), 2))


class WheelLesson:
    """The chances of a price after some turns, and below them what a cube brings that is kept longer and longer."""

    def __init__(self, walk: Walk) -> None:
        places = {str(price): place for place, price in enumerate(BOX.ring)}
        self.place = choice("price now", places, walk.place)
        self.faces = choice("faces of the die", DICE, walk.faces)
        self.turns = slider("turns of the wheel", walk.turns, 1, MOST)
        self.said, self.prices, self.kept = widgets.HTML(), Picture(), Picture()
        for control in (self.place, self.faces, self.turns):
            control.observe(lambda _change: self._show(), "value")
        controls = beside(self.place, self.faces, self.turns)
        self.widget = room(controls, self.said, self.prices.widget, self.kept.widget)
        self._show()

    @property
    def walk(self) -> Walk:
        """What the controls say."""
        return Walk(self.place.value, self.faces.value, self.turns.value)

    def _show(self) -> None:
        walk = self.walk
        self.said.value = said(walk_words(walk))
        bars = price_bars(walk)
        chart = revenue_chart(
            bars, title=TITLE, x_title="price (shillings)", y_title="chance (%)", span=(0, 112),
            note="bars: exact; diamonds: 4,000 wheels turned, with 95 % interval",
        )  # fmt: skip
        table = bars[["at", "exact", "played", "error"]].rename(columns={"at": "price"}).round(2)
        self.prices.show(chart, {"bars": bars}, charts.table(table, f"{TITLE}: chances in percent"))
        self._show_kept(walk)

    def _show_kept(self, walk: Walk) -> None:
        lines, played = kept_lines(walk.place, walk.faces), kept_played(walk.place, walk.faces)
        steps = pd.DataFrame([(x, "its price now", walk.price) for x in (1, MOST)], columns=["x", "series", "value"])
        chart = along_chart(
            pd.concat([lines, steps]), lines.iloc[:0], played, title=KEPT_TITLE, x_title="turns of the wheel",
            y_title="shillings", x_span=(0.5, MOST + 0.5), span=(0, 13),
            note="lines: exact; diamonds: 4,000 wheels turned, with 95 % interval",
        )  # fmt: skip
        both = lines.merge(played, on=["x", "series"], suffixes=("_exact", "_played")).round(3)
        table = charts.table(both.rename(columns={"x": "turns"}), f"{KEPT_TITLE} (shillings)")
        self.kept.show(chart, {"theory": pd.concat([lines, steps]), "played": played}, table)


def tomorrows_price(price: int = 2, turns: int = 1) -> widgets.VBox:
    """Return the live lesson on the wheel: choose a price and a die, see where the price goes and what waiting brings.

    price: one on the ring. turns: 1 … 12. Raises ValueError with what is allowed."""
    if price not in BOX.ring or turns not in range(1, MOST + 1):
        known = ", ".join(map(str, BOX.ring))
        raise ValueError(f"The price is one of {known} and the turns are 1 to {MOST}; not {price!r} and {turns!r}.")
    return WheelLesson(Walk(BOX.ring.index(price), turns=turns)).widget
