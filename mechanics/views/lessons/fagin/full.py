"""Full markets, played many times: what every place in the order of trading gains, and a bet on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import ipywidgets as widgets
import numpy as np
import pandas as pd
from IPython.display import HTML

from mechanics import charts, market_play
from mechanics.charts.revenues import revenue_chart
from mechanics.charts.theme import number, signed
from mechanics.games.fagin import BOX
from mechanics.market_play import Market
from mechanics.views.lessons.controls import Bet, Picture, beside, bet_on, choice, room, said, slider
from mechanics.views.lessons.fagin.wheel import DICE

GAMES, SEED, SURE = 60, 1, 1.96
TITLE = "What each place in the order of trading gains in a market"
TWO, ONE = "the opener trades two a turn", "everybody trades one a turn"
ORDINAL = ("opens", "second", "third", "fourth", "fifth", "sixth")
MOST = 60  # shillings: the highest guess


@dataclass(frozen=True)
class Crowd:
    """A table of value traders: players 2 … 6, cubes in each stall at the start 0 … 6, faces of the die."""

    players: int = 4
    stock: int = BOX.initial_stock
    faces: tuple[int, ...] = BOX.faces

    def market(self, opener: int = BOX.opener_limit) -> Market:
        """Return the market as it is printed, with so many cubes a turn for the opener."""
        return Market(
            BOX.ring, self.faces, self.stock, BOX.stall, BOX.start, BOX.start_each, opener, BOX.other_limit,
            BOX.market_turns,
        )  # fmt: skip


BET = Crowd()


@lru_cache(maxsize=64)
def gains(crowd: Crowd, opener: int = BOX.opener_limit) -> tuple[tuple[float, float], ...]:
    """Return the mean gain of every place in a market (expected shillings), and the standard error of that mean.

    The markets are all those of 60 whole games; each is played once for every seat as the opener, so that no place has
    better hands than another."""
    before = list(market_play.openings(crowd.market(), crowd.players, 2 * crowd.players, games=GAMES, seed=SEED))
    found = market_play.by_place(market_play.joined(before), crowd.market(opener))
    by_game = found.reshape(len(before), GAMES, crowd.players).mean(axis=0)  # markets of one game hang together
    errors = by_game.std(axis=0, ddof=1) / np.sqrt(GAMES)
    return tuple(zip(found.mean(axis=0).tolist(), errors.tolist(), strict=True))


def place_bars(crowd: Crowd) -> pd.DataFrame:
    """Return the gains of all places under both rules: at, series, exact (none), played, error."""
    lines = [
        (ORDINAL[place], series, *pair)
        for series, opener in ((TWO, BOX.opener_limit), (ONE, BOX.other_limit))
        for place, pair in enumerate(gains(crowd, opener))
    ]
    return pd.DataFrame(lines, columns=["at", "series", "played", "error"]).assign(theory=np.nan)


def ahead(crowd: Crowd, opener: int = BOX.opener_limit) -> float:
    """Return how much more the opener gains than one of the others on average."""
    first, *others = (mean for mean, _ in gains(crowd, opener))
    return first - sum(others) / len(others)


def plain(words: str) -> str:
    """Return a sentence without its marks."""
    return words.replace("<b>", "").replace("</b>", "")


def place_words(crowd: Crowd) -> str:
    """Say what two cubes a turn and going first are worth in full markets (HTML)."""
    two, one = gains(crowd)[0], gains(crowd, BOX.other_limit)[0]
    return (
        f"Two cubes a turn are worth <b>{signed(round(two[0] - one[0], 1))}</b> shillings a market to the opener "
        f"(± {number(round(SURE * (two[1] ** 2 + one[1] ** 2) ** 0.5, 1))}). In all the opener gains "
        f"{number(round(two[0], 1))}, {_more(ahead(crowd))} than one of the others. At one cube a turn for everybody, "
        f"going first brings {_more(ahead(crowd, BOX.other_limit))} than coming later."
    )


def _more(amount: float) -> str:
    return f"{number(round(abs(amount), 1))} {'less' if amount < 0 else 'more'}"


class CrowdLesson:
    """The gain of every place with its interval, with controls for players, stalls and die."""

    def __init__(self) -> None:
        self.players = slider("players", BET.players, 2, 6)
        self.stock = slider("cubes in each stall at the start", BET.stock, 0, BOX.stall)
        self.faces = choice("faces of the die", {called: DICE[called] for called in list(DICE)[:2]}, BET.faces)
        self.said, self.picture = widgets.HTML(), Picture()
        for control in (self.players, self.stock, self.faces):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.players, self.stock, self.faces), self.said, self.picture.widget)
        self._show()

    def _show(self) -> None:
        crowd = Crowd(self.players.value, self.stock.value, self.faces.value)
        bars = place_bars(crowd).assign(exact=lambda frame: frame["played"])
        self.said.value = said(place_words(crowd))
        chart = revenue_chart(
            bars, title=TITLE, x_title="place in the order of trading", y_title="mean gain (shillings)", span=(0, 40),
            note=f"bars and diamonds: all markets of {GAMES} games of value traders, with 95 % interval",
            description=f"{TITLE}, as it was played: {plain(place_words(crowd))}",
        )  # fmt: skip
        table = bars[["at", "series", "played", "error"]].rename(columns={"at": "place"}).round(2)
        self.picture.show(chart, {"bars": bars}, charts.table(table, f"{TITLE} (shillings)"), key=crowd.players)


def place_in_the_order() -> widgets.VBox:
    """Return the live lesson on full markets: what each place in the order of trading gains, as it was played."""
    return CrowdLesson().widget


# --- the bet ----------------------------------------------------------------------------------------------------------


def place_a_bet(bet: Bet) -> widgets.VBox:
    """Return the entry for the reader's guess at the worth of opening; the guess is kept in `bet`."""
    return bet_on(
        bet, _checked,
        label=f"{BET.players} players. One opens the market: he trades first, and two cubes a turn where the others "
        "trade one. Buying and selling have the same price. How many shillings does he gain more in one market than "
        "one of the others, on average?",
        hint=f"a whole number from 0 to {MOST}", low=0, high=MOST, unit="shillings",
    )  # fmt: skip


def _checked(guess: int) -> int:
    if guess not in range(MOST + 1):
        raise ValueError(f"{guess} is not a whole number from 0 to {MOST}.")
    return guess


def answer_the_bet(bet: Bet) -> HTML:
    """Return what opening turned out to be worth, beside the bet; all computed."""
    more = ahead(BET)
    words = f"In the markets of {GAMES} games the opener gained <b>{number(round(more, 1))}</b> shillings more."
    if bet.guess is not None:
        off = round(bet.guess - more, 1)
        how = "too many" if off > 0 else "too few"
        words = f"You bet on <b>{bet.guess}</b>: {number(abs(off))} {how}. {words}"
    return HTML(f'<p style="font-size:18px">{words}</p>')
