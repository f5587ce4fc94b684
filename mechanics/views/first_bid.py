"""The first bid: thirty seconds in a sealed auction with three robots, and what every bid was worth in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import Literal

import ipywidgets as widgets
import pandas as pd

from mechanics import charts
from mechanics.auctions import HALF
from mechanics.charts.theme import signed
from mechanics.class_data import Line, Rule
from mechanics.views.boards.signs import fist, mark, open_hand
from mechanics.views.entry import Entry, Raw, whole
from mechanics.views.first_table import YOU, Table
from mechanics.views.keys import KeyGuard
from mechanics.views.live import LiveChart, live, update
from mechanics.views.panel import WIDE
from mechanics.views.style import style

SHARES: Mapping[str, Fraction] = {"nothing": Fraction(0), "half": HALF, "all": Fraction(1)}
CSS = """<style>
.mm-hands { display: flex; flex-wrap: wrap; gap: 6px; margin: 4px 0; }
.mm-hand { align-items: center; border: 2px solid var(--jp-border-color1, #bdbdbd); border-radius: 8px; display: flex;
  color: var(--jp-ui-font-color1, #212121); font-size: 15px; gap: 4px; line-height: 1.25; padding: 4px 8px 4px 4px; }
.mm-hand.mm-won { border: 4px solid #009e73; }
.mm-hand .mm-fist { height: 40px; width: 40px; }
.mm-hand .mm-mark { height: 14px; width: 14px; }
.mm-hand b { display: block; font-size: 20px; }
.mm-first .mm-question { font-size: 17px; }
.mm-first ul { margin: 2px 0 2px 20px; padding: 0; font-size: 16px; }
.mm-first li { line-height: 1.3; }
.mm-first .mm-picture { width: 480px; }
</style>"""


def first_bid(prize: int = 10, bidders: int = 4, purse: int = 15, seed: int = 1) -> widgets.VBox:
    """Return a sealed auction of one lot, worth `prize` scudi to everybody: you against robots who bid at random.

    Losers pay half of their bids, rounded down; after the reveal the share can be changed. Raises ValueError with what
    is allowed."""
    return FirstBid(Table(Rule(prize, 1, HALF, seed), purse, bidders)).widget


class FirstBid:
    """The first bid for as long as its cell stands; `mine` is your bid once it has been opened, None before."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.mine: int | None = None
        self.said, self.hands, self.told = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.entry = Entry(label="Your sealed bid", low=0, high=table.purse, unit="scudi", button="Seal and reveal")
        self.entry.on_answer(self._answer)
        self.again = self._button("Again, with new bids", self._again)
        self.whats = {words: self._button(words, self._what_if(share)) for words, share in SHARES.items()}
        self.after = widgets.HBox([self.again, widgets.HTML("What if losers pay"), *self.whats.values()])
        self.after.layout = {"flex_flow": "row wrap", "align_items": "center"}
        self.chart: LiveChart | None = None
        self.place = widgets.VBox([self.entry])
        self.widget = widgets.VBox([KeyGuard(), widgets.HTML(style() + CSS), self.said, self.hands, self.place])
        for name in ("mm-play", "mm-first"):
            self.widget.add_class(name)
        self._closed()

    # --- what you do ------------------------------------------------------------------------------------------------

    def _answer(self, raw: Raw) -> None:
        """Open all hands, or say in words what is allowed."""
        try:
            bid = whole(str(raw))
            if not 0 <= bid <= self.table.purse:
                raise ValueError(f"You have {self.table.purse} scudi: bid a whole number from 0 to {self.table.purse}.")
        except ValueError as refused:
            self._say(_intro(self.table), escape(str(refused)))
            return
        self.entry.reset()
        self.mine = bid
        self._opened()

    def _again(self) -> None:
        self.table = replace(self.table, rule=replace(self.table.rule, seed=(self.table.rule.seed + 1) % 2**32))
        self.mine = None
        self._closed()

    def _what_if(self, share: Fraction) -> Callable[[], None]:
        """Return what plays the same bids again with another share for the losers."""

        return lambda: self.play_by(share, self.table.winner_pays)

    def play_by(self, share: Fraction, winner_pays: Literal["own", "next"]) -> None:
        """Go over to another rule: after the reveal the same bids are played again by it."""
        self.table = self.table.paying(share, winner_pays)
        if self.mine is None:
            self._closed()
        else:
            self._opened()

    def _button(self, words: str, do: Callable[[], None]) -> widgets.Button:
        button = widgets.Button(description=words, layout=WIDE)
        button.on_click(lambda _button: do())
        return button

    # --- what you see -----------------------------------------------------------------------------------------------

    def _say(self, words: str, refused: str = "") -> None:
        alert = f'<div class="mm-refusal" role="alert">{refused}</div>' if refused else ""
        self.said.value = f'<div class="mm-question" aria-live="polite">{words}</div>{alert}'

    def _closed(self) -> None:
        self._say(_intro(self.table))
        names = (YOU, *(robot.name for robot in self.table.robots))
        self.hands.value = _row([_hand(seat, name, None) for seat, name in enumerate(names)])
        self.told.value = ""
        self.place.children = [self.entry]

    def _opened(self) -> None:
        assert self.mine is not None
        lines = self.table.play(self.mine)
        self._say(_outcome(lines, self.table))
        self.hands.value = _row([_hand(seat, line.name, line) for seat, line in enumerate(lines)])
        self.told.value = "<ul>" + "".join(f"<li>{_yours(line.why)}</li>" for line in lines) + "</ul>"
        for words, button in self.whats.items():
            button.button_style = "primary" if SHARES[words] == self.table.rule.loser_pays else ""
        # The first drawing takes a moment: words and buttons come before it.
        self.place.children = [self.told, self.after, *([self.chart] if self.chart else [])]
        self.place.children = [self.told, self.after, self._chart(self.mine)]

    def _chart(self, mine: int) -> LiveChart:
        """Return the one chart, with the worth of every bid by the rule of the moment and yours marked."""
        worths = self.table.worths().map(float)
        words = _chart_words(worths, self.table, mine)
        table = charts.table(worths[["bid", "win", "paid_winning", "paid_losing", "value"]], words)
        if self.chart is None:
            dear, cheap = self.table.paying(Fraction(1), "own"), self.table.paying(Fraction(0), "next")
            low, high = dear.worths()["value"].map(float).min(), cheap.worths()["value"].map(float).max()
            title = "What each bid is worth against these robots"
            drawing = charts.bid_value_chart(worths, title=title, low=low, high=high, mine=mine, description=words)
            self.chart = live(drawing, {"bids": worths}, table=table)
        else:
            update(self.chart, {"bids": worths}, {"mine": mine}, words=words, table=table)
        return self.chart


def _intro(table: Table) -> str:
    """Say in two sentences what is played, the robots' rule included."""
    worth, robots = table.rule.worth, table.bidders - 1
    return (
        f"<b>One lot, worth {worth} scudi to each of you.</b> The highest sealed bid wins and {_price(table)}; "
        f"who loses pays {_share(table.rule)}. The {robots} robots bid any whole number from 0 to {worth}, each "
        f"equally likely. You have {table.purse} scudi."
    )


def _outcome(lines: tuple[Line, ...], table: Table) -> str:
    won = next((line for line in lines if line.won), None)
    winner = f"{won.name} {'win' if won.name == YOU else 'wins'} with {won.bid}" if won else "Nobody wins: all bid 0"
    mine = lines[0].result
    earned = f"earned {mine}" if mine > 0 else f"lost {-mine}" if mine else "neither earned nor lost any"
    return f"<b>{winner}. You have {earned} scudi.</b> Losers pay {_share(table.rule)}{_winner(table)}."


def _share(rule: Rule) -> str:
    return {Fraction(0): "nothing", HALF: "half of the bid, rounded down", Fraction(1): "the whole bid too"}[
        rule.loser_pays
    ]


def _price(table: Table) -> str:
    return "is paid" if table.winner_pays == "own" else "pays only the next highest bid"


def _winner(table: Table) -> str:
    return "" if table.winner_pays == "own" else ", the winner pays the next bid"


def _yours(why: str) -> str:
    """Return the sentence with the verbs that go with "you"."""
    if not why.startswith(f"{YOU} "):
        return why
    return why.replace("still pays", "still pay").replace(" and pays ", " and pay ")


def _hand(seat: int, name: str, line: Line | None) -> str:
    """Return one hand, closed before the reveal (line None), then open with its bid."""
    won = " mm-won" if line and line.won else ""
    drawing = open_hand(seat) if line else fist(seat)
    bid = "sealed" if line is None else f"bids {line.bid}" if line.name != YOU else f"bid {line.bid}"
    wins = " ★" if line and line.won else ""
    return f'<div class="mm-hand{won}">{drawing}<div>{mark(seat)} {name}<b>{bid}{wins}</b></div></div>'


def _row(hands: list[str]) -> str:
    return f'<div class="mm-hands">{"".join(hands)}</div>'


def _chart_words(worths: pd.DataFrame, table: Table, mine: int) -> str:
    values = dict(zip(worths["bid"].tolist(), worths["value"].tolist(), strict=True))
    best = max(values, key=lambda bid: values[bid])
    return (
        f"Worth of each bid on average if losers pay {_share(table.rule)}{_winner(table)}: the best bid is {best:.0f}, "
        f"worth {signed(round(values[best], 2))}; yours, {mine}, is worth {signed(round(values[mine], 2))}."
    )
