"""Small markets solved exactly: what two at a time, going first, and being the last one left are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, market_play, stalls
from mechanics.charts.revenues import revenue_chart
from mechanics.charts.theme import number, signed
from mechanics.games.fagin import BOX
from mechanics.stalls import AIMS, ENDS, Move, Scene, Solved
from mechanics.views.lessons.controls import Picture, beside, choice, room, said, slider

ROOM = 3  # cubes that a stall of the small market holds
SETS: Mapping[int, tuple[str, ...]] = {2: ("blue", "yellow"), 3: ("blue", "green", "black")}
YOU = ("you open the market", "you come second")
TWO, ONE = "the opener trades two a turn", "everybody trades one a turn"
GOES, ENDS_IT = "the last one left goes on", "with one left it is over"
SERIES: Mapping[str, Mapping[str, object]] = {
    TWO: {}, ONE: {"limits": (1, 1)}, GOES: {}, ENDS_IT: {"end": ENDS[1]},
}  # fmt: skip
MEAN = Fraction(sum(BOX.ring), len(BOX.ring))


@dataclass(frozen=True)
class Small:
    """Two traders and a few goods, one cube of each in both hands; every cube may be expected to cost the mean later.

    goods: 2 or 3. offset: how the wheel stands, 0 … 5. stock: cubes in each stall, 0 … 3. purses: of who opens and of
    the other, in shillings. aim: one of `stalls.AIMS`."""

    goods: int = 3
    offset: int = 0
    stock: int = 3
    purses: tuple[int, int] = (20, 20)
    aim: str = AIMS[0]

    @property
    def named(self) -> tuple[str, ...]:
        """The goods of this market."""
        return SETS[self.goods]

    @property
    def scene(self) -> Scene:
        """The session as it begins, with the rules of the game."""
        prices = tuple(BOX.prices[self.offset][BOX.number[good]] for good in self.named)
        many = len(prices)
        hands = ((1,) * many,) * 2
        limits = (BOX.opener_limit, BOX.other_limit)
        stock = (self.stock,) * many
        return Scene(prices, (MEAN,) * many, stock, hands, self.purses, ROOM, limits, aim=self.aim)


@lru_cache(maxsize=256)
def solved(scene: Scene) -> Solved:
    """Return the solution of a scene; it is computed once."""
    return stalls.solve(scene)


def greedy(scene: Scene) -> tuple[float, ...]:
    """Return what traders gain who always take what gains most now, as the value trader does."""
    market = market_play.Market(
        BOX.ring, BOX.faces, capacity=scene.capacity, opener=scene.limits[0], other=scene.limits[1], end=scene.end
    )
    tables = market_play.Tables(
        np.array([scene.prices]), np.array([scene.later], dtype=float), np.array([scene.stock]),
        np.array([scene.hands]), np.array([scene.cash]),
    )  # fmt: skip
    after = market_play.session(tables, range(len(scene.hands)), market)
    return tuple(market_play.gained(tables, after)[0].tolist())


def gain_bars(small: Small, series: tuple[str, ...]) -> pd.DataFrame:
    """Return what opener and other gain under each of these rules: at, series, exact, played (by value traders)."""
    lines = []
    for called in series:
        scene = replace(small.scene, **SERIES[called])  # type: ignore[arg-type]
        for you, exact, played in zip(YOU, solved(scene).gains, greedy(scene), strict=True):
            lines.append((you, called, float(exact), played))
    frame = pd.DataFrame(lines, columns=["at", "series", "exact", "played"])
    return frame.assign(theory=np.nan, error=0.0)


def move_bars(small: Small) -> pd.DataFrame:
    """Return what the opener gains after each first move, if both go on as well as they can: at, series, exact, theory.

    The theory is what the best first move brings."""
    found = solved(small.scene)
    lines = [(_move(small, move), float(gains[0])) for move, gains in found.first]
    frame = pd.DataFrame(lines, columns=["at", "exact"])
    return frame.assign(series="gain", theory=float(found.gains[0]), played=np.nan, error=np.nan)


def _move(small: Small, move: Move) -> str:
    return move.does if move.good < 0 else f"{move.does} {small.named[move.good]}"


def price_words(small: Small) -> str:
    """Say what the goods cost and what a cube brings later (HTML)."""
    prices = small.scene.prices
    each = ", ".join(f"{good} {price}" for good, price in zip(small.named, prices, strict=True))
    return f"Today: {each}. Any of them may be expected to cost {MEAN} after the wheel turns. "


def right_words(small: Small) -> str:
    """Say what two cubes a turn and going first are worth in expected shillings (HTML)."""
    two, one = (solved(scene).gains for scene in (small.scene, stalls.without_two(small.scene)))
    words = f"{price_words(small)}Two cubes a turn are worth <b>{_gain(two[0] - one[0])}</b> to the opener"
    words += f" and {_gain(two[1] - one[1])} to the other. "
    if small.purses[0] != small.purses[1]:
        return words + "(The purses differ, so going first cannot be told from being rich.)"
    return words + f"Going first alone, at one cube a turn, is worth <b>{_gain(one[0] - one[1])}</b> more than second."


def last_words(small: Small) -> str:
    """Say what it is worth that the last one left may go on (HTML)."""
    goes, ends = (solved(replace(small.scene, end=end)).gains for end in ENDS)
    more = [a - b for a, b in zip(goes, ends, strict=True)]
    words = f"{price_words(small)}That the last one left may go on is worth <b>{_gain(more[0])}</b> to the opener and "
    return words + f"<b>{_gain(more[1])}</b> to the other."


def move_words(small: Small) -> str:
    """Say which first moves are best, and how much the worst of the others gives away (HTML)."""
    frame, found = move_bars(small), solved(small.scene)
    best = [
        str(at) for at, exact, top in zip(frame["at"], frame["exact"], frame["theory"], strict=True) if exact == top
    ]
    lost = float((frame["theory"] - frame["exact"]).max())
    words = f"{price_words(small)}Best: <b>{' or '.join(best)}</b>, worth {_gain(found.gains[0])}. "
    words += f"The worst first move gives {number(round(lost, 2))} away. " if lost else "No first move is worse. "
    return (
        words + f"All {found.positions:,} positions were looked at. One best line of play: {line_words(small, found)}."
    )


def line_words(small: Small, found: Solved) -> str:
    """Return the steps of the solution, turn by turn: "P1 buy blue, P2 pass"."""
    steps = [f"P{step.trader + 1} {_move(small, step)}" for step in found.steps if step.does != "stop"]
    return ", ".join(steps)


def _gain(amount: Fraction) -> str:
    return signed(round(float(amount), 2))


LESSONS = {
    "rights": ("What the rights of the opener are worth", right_words, (TWO, ONE)),
    "last": ("What it is worth to be the last one left", last_words, (GOES, ENDS_IT)),
    "moves": ("What each first move of the opener is worth", move_words, ()),
}


class SmallMarket:
    """A small market with controls for its goods, its wheel, its stalls, both purses, and what the traders want."""

    def __init__(self, lesson: str, small: Small) -> None:
        self.title, self.words, self.series = LESSONS[lesson]
        wheel = {f"{' '.join(str(price) for price in BOX.prices[turn])}": turn for turn in range(len(BOX.ring))}
        self.goods = choice("goods", {", ".join(names): many for many, names in SETS.items()}, small.goods)
        self.offset = widgets.Dropdown(
            options=wheel, value=small.offset, description="wheel (blue … red)", style={"description_width": "initial"}
        )
        self.stock = slider(f"cubes in each stall (room for {ROOM})", small.stock, 0, ROOM)
        self.purses = [slider(f"{who} purse", purse, 0, 30, 2) for who, purse in zip(OWNERS, small.purses, strict=True)]
        self.aim = choice("both want", AIMS, small.aim)
        self.said, self.picture = widgets.HTML(), Picture()
        controls = [self.goods, self.offset, self.stock, *self.purses, self.aim]
        for control in controls:
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(*controls), self.said, self.picture.widget)
        self._show()

    @property
    def small(self) -> Small:
        """What the controls say."""
        mine, other = (purse.value for purse in self.purses)
        return Small(self.goods.value, self.offset.value, self.stock.value, (mine, other), self.aim.value)

    def _show(self) -> None:
        small = self.small
        self.said.value = said(self.words(small))
        bars = gain_bars(small, self.series) if self.series else move_bars(small)
        note = "bars: exact, both look ahead to the end" + (
            "; diamonds: value traders" if self.series else "; line: best"
        )
        chart = revenue_chart(bars, title=self.title, y_title="expected gain (shillings)", span=(-7, 16), note=note)
        table = bars[["at", "series", "exact", "played"]] if self.series else bars[["at", "exact"]]
        key = tuple(bars["at"].unique()) if not self.series else ()
        self.picture.show(chart, {"bars": bars}, charts.table(table.round(2), f"{self.title} (shillings)"), key=key)


OWNERS = ("the opener’s", "the other’s")


def worth_of_the_coin() -> widgets.VBox:
    """Return the live lesson on the opener's two rights, to trade two a turn and to go first, solved exactly."""
    return SmallMarket("rights", Small(stock=2)).widget


def last_one_left() -> widgets.VBox:
    """Return the live lesson on the rule that the last one left may go on: with it and without it, solved exactly."""
    return SmallMarket("last", Small(2, 1, 3, (20, 2))).widget


def first_moves() -> widgets.VBox:
    """Return the live lesson on the opener's first move: what each is worth against a rival who answers best."""
    return SmallMarket("moves", Small(stock=2)).widget
