"""The lessons of the Turin Market notebook: a bet, one rule at a time, the money of a game between robots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML

from mechanics import charts, expected, majorities, simulate
from mechanics.auctions import HALF, Auction
from mechanics.bots import robots
from mechanics.games import turin
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.entry import Entry, whole
from mechanics.views.keys import KeyGuard
from mechanics.views.lessons.controls import Bet
from mechanics.views.live import Figure, figure, live, update
from mechanics.views.style import style

WORTH = (10, 5)
PURSE = 9
RIVALS = (dict.fromkeys(range(PURSE + 1), 1 / (PURSE + 1)),) * 2
BIDS = range(PURSE + 1)
RULE = Auction((2, 1, 0), reserve=1, tie="coin")
SHARES = {"nothing": Fraction(0), "half, rounded down": Fraction(1, 2), "all of it": Fraction(1)}
TITLE = "What each bid is worth"
CAPTION = "What every bid is worth, exactly"
COLUMNS = ["bid", "win", "worth", "paid_winning", "paid_losing", "value"]


def worth_frame(loser_pays: Fraction = HALF, worth: Sequence[float] = WORTH) -> pd.DataFrame:
    """Return the exact worth of every bid against two rivals who bid 0 … 9 with equal chances."""
    rule = Auction(RULE.prizes, loser_pays=loser_pays, reserve=RULE.reserve, tie=RULE.tie)
    return expected.bid_values(rule, worth, RIVALS, bids=BIDS)


def place_a_bet(bet: Bet) -> widgets.VBox:
    """Return the entry for the reader's guess at the best bid; the guess is kept in `bet`."""
    entry = Entry(
        label=f"Two rivals bid 0 to {PURSE}, each bid equally likely. First place is worth {WORTH[0]} scudi to you, "
        f"second {WORTH[1]}; if you win nothing you pay half your bid. Which bid is best?",
        hint=f"a whole number from 0 to {PURSE}", low=0, high=PURSE, unit="scudi", button="I bet on it",
    )  # fmt: skip

    def keep(raw: Any) -> None:
        try:
            guess = whole(raw)
        except ValueError as wrong:
            bet.said.value = _said(str(wrong))
            return
        if guess not in BIDS:
            bet.said.value = _said(f"{guess} is not from 0 to {PURSE}.")
            return
        bet.guess = guess
        bet.said.value = _said(f"Your bet is {guess}. A later cell answers.")

    entry.on_answer(keep)
    return widgets.VBox([KeyGuard(), widgets.HTML(style()), entry, bet.said])


def answer_the_bet(bet: Bet) -> HTML:
    """Return what the bet was worth beside the best bid, all numbers computed."""
    frame = worth_frame()
    best = frame.iloc[int(frame["value"].argmax())]
    words = f"The best bid is <b>{int(best.bid)}</b>, worth {best.value:+.2f} scudi on average."
    if bet.guess is not None:
        mine = frame.loc[frame.bid == bet.guess].iloc[0]
        words = f"You bet on <b>{bet.guess}</b>: it is worth {mine.value:+.2f} scudi on average. {words}"
    most = frame.iloc[int(frame["win"].argmax())]
    often = f"it wins {most.win:.0%} of the time and earns {most.value:+.2f}"
    more = f"The bid that wins most often is {int(most.bid)}: {often}."
    return HTML(f'<p style="font-size:18px">{words}<br>{more}</p>')


def worth_of_bids() -> Figure:
    """Return the worth of every bid, exact as bars and played as points."""
    frame = worth_frame()
    played = simulate.played_values(RULE, WORTH, RIVALS, bids=BIDS)
    drawing = charts.bid_value_chart(
        frame, title="Bars: exact. Diamonds: 20,000 rounds played", low=-PURSE, high=WORTH[0] / 2, observed=played
    )
    both = frame[COLUMNS].merge(played.rename(columns={"value": "played"}), on="bid").round(3)
    return figure(drawing, charts.table(both, f"{CAPTION}, beside 20,000 rounds played"))


def change_what_losers_pay() -> widgets.VBox:
    """Return the live chart of the worth of every bid with buttons for the share that losers pay."""
    share = widgets.ToggleButtons(options=list(SHARES), value="half, rounded down", description="losers pay")
    share.style.button_width = "170px"
    prize = widgets.IntSlider(WORTH[0], WORTH[1], 20, description="first place is worth", layout={"width": "460px"})
    prize.style.description_width = "150px"

    def frame() -> pd.DataFrame:
        return worth_frame(SHARES[share.value], (prize.value, WORTH[1]))

    drawing = charts.bid_value_chart(frame(), title=TITLE, low=-PURSE, high=16, bids=(0, PURSE))
    shown = live(drawing, {"bids": frame()}, table=_table(frame()))

    def move(_change: object) -> None:
        now = frame()
        update(shown, {"bids": now}, words=charts.bid_value_words(now, TITLE), table=_table(now))

    for control in (share, prize):
        control.observe(move, "value")
    return widgets.VBox([KeyGuard(), widgets.HTML(style()), share, prize, shown])


def can_you_gain() -> widgets.VBox:
    """Return the equilibrium of one auction of three, to leave, to spoil and to play against, with its regret."""
    from mechanics.views.lessons.lab.regret import LeaveLab, Setting

    return LeaveLab(Setting(WORTH, 3, HALF, reserve=RULE.reserve)).widget


def who_leads(holdings: Sequence[int] = (4, 4, 2, 1), payout: int = 6) -> Figure:
    """Return who holds how much of one good, and in the table what each gains when it is paid out."""
    names = [f"P{i + 1}" for i in range(len(holdings))]
    leads = majorities.leaders([holdings])[0]
    gains = majorities.payouts([holdings], [payout])[0]
    frame = pd.DataFrame({"seat": names, "units": holdings, "leader": leads, "gains": gains})
    drawing = charts.holdings_chart(frame.assign(good="grape", payout=payout), title="Grapes at the end of a game")
    return figure(drawing, charts.table(frame, f"The bank pays {payout}; every other owner pays 1"))


def robots_game(seed: int = 1, seats: int = 3) -> Session:
    """Return a whole game between the named robots, for looking at its money."""
    named = [robot for called, robot in robots("turin").items() if called not in ("random", "smallest")]
    return Session(turin, seats, seed, bots={seat: named[seat % len(named)] for seat in range(seats)})


def where_the_money_went(session: Session) -> widgets.VBox:
    """Return the money figures of a game with buttons to choose which."""
    choose = widgets.ToggleButtons(options=list(money.FIGURES))
    choose.style.button_width = "auto"
    shown = widgets.HTML()

    def draw(_change: object = None) -> None:
        shown.value = money.FIGURES[choose.value](session).html()

    choose.observe(draw, "value")
    draw()
    return widgets.VBox([KeyGuard(), widgets.HTML(style()), choose, shown])


def house_defaults() -> HTML:
    """Return every number of the box with where it comes from, house defaults marked."""
    from mechanics.views.seats import rules_page

    return HTML(style() + rules_page(robots_game()))


def _table(frame: pd.DataFrame) -> str:
    return charts.table(frame[COLUMNS].round(3), CAPTION)


def _said(text: str) -> str:
    return f'<div class="mm-question" role="status">{escape(text)}</div>'
