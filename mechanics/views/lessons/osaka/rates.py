"""Coins or goods: a card as money and as cargo, and the rates between coins, cargo and points in games of robots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import ipywidgets as widgets
import numpy as np
import pandas as pd
from IPython.display import HTML

from mechanics import charts, markets
from mechanics.bots import robots
from mechanics.charts.revenues import along_chart
from mechanics.games import osaka
from mechanics.games.osaka import BOX, Table
from mechanics.table import play
from mechanics.views.lessons.controls import Bet, Picture, beside, bet_on, choice, room, said, slider
from mechanics.views.lessons.osaka.bars import show_bars
from mechanics.views.lessons.osaka.games import NAMED
from mechanics.views.lessons.osaka.turns import span_of
from mechanics.views.live import Figure, figure

GAMES, SEED, PARTS = 24, 1, 4  # games of robots that are looked at; parts into which each is cut
CARD_TITLE = "One card more: as cargo, and as coins"
RATES_TITLE = "What coins and cargo become, part by part of the game"
SERIES = ("points for cargo sold", "cargo that sinks", "cargo for coins paid")
RATE = 5  # coins to a point, at which a card is valued as money
CARD_NOTE = f"bars: points that it adds to the set; the line: its coins, {RATE} to a point"


# --- one card ---------------------------------------------------------------------------------------------------------


def card_frame(held: Sequence[int], tokens: int) -> pd.DataFrame:
    """Return what each card adds to a set that holds these values (points), beside its coins at five to a point."""
    lines = []
    for value in BOX.per_colour:
        more = markets.payday(max((*held, value)), len(held) + 1, tokens, divisor=BOX.divisor)
        now = markets.payday(max(held, default=0), len(held), tokens, divisor=BOX.divisor)
        lines.append((f"a {value}", float(more - now), value / RATE))
    frame = pd.DataFrame(lines, columns=["at", "exact", "theory"])
    return frame.assign(series="", played=np.nan, error=np.nan)


def card_words(frame: pd.DataFrame) -> str:
    """Say for which cards cargo is the better use (HTML)."""
    better = frame[frame["exact"] > frame["theory"]]["at"].tolist()
    worse = frame[frame["exact"] < frame["theory"]]["at"].tolist()
    parts = [
        f"<b>{' and '.join(cards)}</b> {'is' if len(cards) == 1 else 'are'} worth more as {use}"
        for cards, use in ((better, "cargo"), (worse, "money")) if cards
    ]  # fmt: skip
    return f"If its ship arrives, {'; '.join(parts) or 'every card is worth the same both ways'}."


class OneCard:
    """The two uses of a card, with controls for the set that it would join and the tokens."""

    def __init__(self) -> None:
        self.many = slider("cards of the colour on board", 2, 0, 8)
        self.highest = choice("highest of them", {str(value): value for value in BOX.per_colour}, 3)
        self.tokens = slider("your tokens of the colour", 0, 0, 6)
        self.told, self.picture = widgets.HTML(), Picture()
        for control in (self.many, self.highest, self.tokens):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.many, self.highest, self.tokens), self.told, self.picture.widget)
        self._show()

    def _show(self) -> None:
        frame = card_frame((self.highest.value,) * self.many.value, self.tokens.value)
        self.told.value = said(card_words(frame))
        shown = frame[["at", "exact", "theory"]].rename(columns={"exact": "as cargo", "theory": "as coins"})
        span = span_of(frame["exact"], (0, 3))
        show_bars(
            self.picture, frame, charts.table(shown, f"{CARD_TITLE} (points)"), span, title=CARD_TITLE,
            x_title="the card", y_title="points", span=span, note=CARD_NOTE,
        )  # fmt: skip


def coins_or_goods() -> widgets.VBox:
    """Return the live lesson on one card: what it adds to a set as cargo, and what its coins are worth."""
    return OneCard().widget


# --- games of robots --------------------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """Coins and points in one part of one game, all seats together."""

    paid: int
    loaded: int
    sold: int
    sunk: int
    points: int


@lru_cache(maxsize=4)
def robots_tables(games: int = GAMES, seed: int = SEED) -> tuple[Table, ...]:
    """Return the last tables of games of three between the named robots."""
    known = [robots("osaka")[called] for called in NAMED]
    return tuple(
        play(osaka, {seat: known[(seat + number) % 3] for seat in range(3)}, seed, number=number)
        for number in range(games)
    )


def moved(table: Table, part: int, parts: int = PARTS) -> Moved:
    """Return what moved in one part of a game, from its ledger; points from what was sold on its paydays."""
    last = max(1, table.round)

    def inside(now: int) -> bool:
        return min(parts - 1, (now - 1) * parts // last) == part

    sums = dict.fromkeys(("TO-4", "TO-5", "TO-15", "TO-18"), 0)
    for entry in table.ledger.entries:
        if entry.rule in sums and inside(entry.round):
            sums[entry.rule] += entry.amount
    sales = [sale for day in table.paydays if inside(day.round) for sale in day.sales]
    return Moved(sums["TO-4"], sums["TO-5"], sums["TO-15"], sums["TO-18"], sum(sale.points for sale in sales))


def rates_frame(tables: Sequence[Table], parts: int = PARTS) -> pd.DataFrame:
    """Return the three rates in every part of the games: x (percent of the game up to its end), series, value, error.

    Rates are per 10 coins; errors are those of leaving out one game after the other (jackknife)."""
    lines = []
    for part in range(parts):
        games = np.array([moved(table, part, parts) for table in tables], dtype=float)
        for series, above, below in zip(SERIES, ("points", "sunk", "loaded"), ("sold", "loaded", "paid"), strict=True):
            over, under = (games[:, Moved._fields.index(name)] for name in (above, below))
            if under.sum():
                rest = (over.sum() - over) / np.maximum(1, under.sum() - under)
                error = float(10 * np.sqrt((len(games) - 1) * rest.var()))
                lines.append((100 * (part + 1) / parts, series, 10 * over.sum() / under.sum(), error))
    return pd.DataFrame(lines, columns=["x", "series", "value", "error"])


def exchange_rates() -> Figure:
    """Return the rates between coins, cargo and points in games of robots, part by part of the game."""
    frame = rates_frame(robots_tables())
    smooth = pd.DataFrame({"x": [0, 100], "series": SERIES[0], "value": 10 / BOX.divisor})
    joined = frame[["x", "series", "value"]]
    chart = along_chart(
        smooth, joined.iloc[:0], frame, title=RATES_TITLE, x_title="up to so many percent of the game",
        y_title="per 10 coins", x_span=(0, 105), span=(0.0, 12.0),
        note=f"diamonds: {GAMES} games of robots; the line: cards of one value, no tokens, no rounding",
        description=rates_words(frame),
    )  # fmt: skip
    wide = frame.pivot(index="x", columns="series", values="value")[list(SERIES)].reset_index()
    wide = wide.rename(columns={"x": "percent of the game"}).round(2)
    return figure(chart, charts.table(wide, f"{RATES_TITLE} (per 10 coins)"))


def rates_words(frame: pd.DataFrame) -> str:
    """Return the sentence of the chart: each rate in the first and in the last part."""
    parts = []
    for series, rows in frame.groupby("series", sort=False):
        first, last = rows["value"].iloc[0], rows["value"].iloc[-1]
        parts.append(f"{series}: {first:.1f} in the first quarter, {last:.1f} in the last")
    return f"{RATES_TITLE}, per 10 coins: {'; '.join(parts)}."


# --- the bet ----------------------------------------------------------------------------------------------------------


def place_a_bet(bet: Bet) -> widgets.VBox:
    """Return the entry for the reader's guess at how much goes down; the guess is kept in `bet`."""
    return bet_on(
        bet, _checked,
        label=f"Three robots play {GAMES} games. They pay for cargo, load it, and wait for its ship. Of every 100 "
        "coins of cargo that they load, how many go down in the black current?",
        hint="a whole number from 0 to 100", low=0, high=100, unit="coins",
    )  # fmt: skip


def _checked(guess: int) -> int:
    if guess not in range(101):
        raise ValueError(f"{guess} is not from 0 to 100.")
    return guess


def answer_the_bet(bet: Bet) -> HTML:
    """Return how much of the cargo went down in the games, beside the bet; all computed."""
    games = np.array([moved(table, 0, 1) for table in robots_tables()], dtype=float)
    loaded, sold, sunk = (games[:, Moved._fields.index(name)].sum() for name in ("loaded", "sold", "sunk"))
    part = 100 * sunk / loaded
    words = f"Of 100 coins of cargo, <b>{part:.0f}</b> went down, {100 * sold / loaded:.0f} were sold, and "
    words += f"{100 - part - 100 * sold / loaded:.0f} still waited for a ship when the game was over."
    if bet.guess is not None:
        words = f"You bet on <b>{bet.guess}</b>. {words}"
    return HTML(f'<p style="font-size:18px">{words}</p>')
