"""One rule at a time: the share that losers pay, the shape of the equilibrium, and what the seller gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import ipywidgets as widgets
import pandas as pd

from mechanics import charts, simulate, theory
from mechanics.auctions import HALF
from mechanics.charts.revenues import revenue_chart, revenue_words
from mechanics.charts.theme import number
from mechanics.equilibria import Equilibrium
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.mix import ROUNDS, show_mix
from mechanics.views.lessons.lab.moving import Moving
from mechanics.views.lessons.lab.pages import Pages
from mechanics.views.lessons.lab.rules import ROW, SHARES, Rules, Setting, choice, refusal, room, said
from mechanics.views.lessons.lab.solved import facts, kept, solved
from mechanics.views.panel import WIDE

MONEY = "What the seller gets, by the share that losers pay"
VIEWS: Mapping[str, str] = {"the bids": "bids", "what the seller gets": "seller"}
GUESSES = ("less", "the same", "more")
QUESTION = "Before you look: if losers pay <b>all</b> of their bids instead of nothing, the seller gets …"
MOST = 6  # bidders


def share_that_losers_pay(prize: int = 10, bidders: int = 3) -> widgets.VBox:
    """Return the equilibrium and the seller's revenue, live, with buttons for the share that losers pay.

    prize: what winning is worth to everybody (scudi); 2 to 6 bidders. Raises ValueError with what is allowed."""
    return ShareLab(Setting((prize,), bidders, HALF)).widget


class ShareLab:
    """The share that losers pay, for as long as its cell stands; `guess` is what you think before you look."""

    def __init__(self, setting: Setting) -> None:
        self.rules = Rules(setting, ("loser_pays", "bidders", "worth"), most=MOST)
        self.pages = Pages(setting, self._draw, self._refuse)
        self.view = choice("show", VIEWS, "bids")
        self.said, self.why = widgets.HTML(), widgets.HTML()
        self.mix, self.money, self.late = Moving(), Moving(), Late()
        self.guess: str | None = None
        self.bet = widgets.HBox([self._button(words) for words in GUESSES])
        self.place = widgets.VBox()
        self.rules.on_change(lambda: self.pages.find(self.rules.setting))
        self.view.observe(lambda _change: self._draw(), "value")
        top = widgets.HBox([self.view, self.pages.widget], layout=ROW)
        self.widget = room(self.rules.widget, top, self.said, self.place)
        self.pages.find(setting)

    def _button(self, words: str) -> widgets.Button:
        button = widgets.Button(description=words, layout=dict(WIDE))
        button.on_click(lambda _button: self._guessed(words))
        return button

    def _guessed(self, words: str) -> None:
        self.guess = words
        self._draw()

    def _refuse(self, why: str) -> None:
        self.said.value, self.place.children = refusal(why), []

    def _draw(self) -> None:
        if not self.pages.found:
            return
        if self.view.value == "bids":
            self.said.value = said(facts(self.pages.shown))
            show_mix(self.mix, self.pages.setting, self.pages.shown)
            self.place.children = [self.mix.widget]
        elif self.guess is None:
            self.said.value, self.place.children = said(QUESTION), [self.bet]
        else:
            setting, shown = self.pages.setting, self.pages.shown
            self.late.ask(lambda: earned(setting, shown), self._seller, self._refuse)

    def _seller(self, frame: pd.DataFrame) -> None:
        top = 1.1 * frame[["theory", "exact", "played"]].astype(float).max().max()

        def make(ends: tuple[float, float]) -> Any:
            return revenue_chart(frame, title=MONEY, x_title="share that losers pay", span=ends)

        self.said.value = said(f"You said: {self.guess}. {_answer(frame)}")
        self.why.value = said(f"{kept(self.pages.setting, self.pages.shown)}")
        self.money.show(
            make, {"bars": frame}, (0, top), words=revenue_words(frame, MONEY),
            table=charts.table(frame.drop(columns="series"), MONEY),
        )  # fmt: skip
        self.place.children = [self.why, self.money.widget]


def earned(setting: Setting, shown: Equilibrium) -> pd.DataFrame:
    """Return at (share), series, theory, exact, played, error: what the seller gets, by the share that losers pay.

    For the share of the setting from the equilibrium that is shown, for the others from the first one found."""
    rows = [
        _row(replace(setting, loser_pays=share), words, shown if share == setting.loser_pays else None)
        for words, share in SHARES.items()
    ]
    return pd.DataFrame(rows)


@lru_cache(maxsize=512)
def _row(setting: Setting, words: str, equilibrium: Equilibrium | None) -> dict[str, Any]:
    row = {"at": words, "series": "", "theory": theory.known_revenue(setting.bidders, setting.worth[0])}
    try:
        found = equilibrium or solved(setting)[0]
    except ValueError:  # nothing found: theory stands alone
        return row | {"exact": None, "played": None, "error": None}
    about = setting.auction, setting.worths, found.mix, setting.bidders
    played = simulate.rounds(*about, rounds=ROUNDS, seed=1).revenue
    error = float(played.std() / len(played) ** 0.5)
    return row | {"exact": float(found.revenue), "played": float(played.mean()), "error": error}


def _answer(frame: pd.DataFrame) -> str:
    """Answer the question in numbers of theory and of whole bids."""
    known = frame.dropna(subset=["exact"])
    whole = [f"{number(round(exact, 2))} for {words}" for words, exact in zip(known["at"], known["exact"], strict=True)]
    return (
        f"With bids of any size it is <b>the same</b>, {number(frame['theory'].iloc[0])}, whatever losers pay (the line"
        f"). On whole bids: {', '.join(whole)}."
    )
