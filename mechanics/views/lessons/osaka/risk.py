"""Risk and insurance: the chance that a ship sinks before one's next turn, what goes down, and what saving it costs."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import ipywidgets as widgets
import numpy as np
import pandas as pd
from IPython.display import HTML

from mechanics import charts, lots
from mechanics.games.osaka import BOX, Table
from mechanics.session import Session
from mechanics.views.lessons.controls import Picture, beside, room, said, slider
from mechanics.views.lessons.osaka.bars import show_bars
from mechanics.views.lessons.osaka.games import BIG
from mechanics.views.lessons.osaka.turns import chooser, dearest, payday_near, points, span_of, table_words, turns
from mechanics.views.lessons.osaka.whole_lot import COIN, ROUNDS, SEED, _Key

SINK_TITLE = "Which ships sink before your next turn?"
LOSS_TITLE = "What that costs you"
PRICE_TITLE = "The price of insurance"
SINK_NOTE = f"bars: exact, if you take a coin now; diamonds: {ROUNDS} rounds played"
LOSS_NOTE = "points in sight that go down, and the coins of the cards that insure"
WAYS = ("you do not insure", "you insure all you can")


class Loss(NamedTuple):
    """A mean loss in points: what goes down, the coins that insure, both together; as played, with standard error."""

    lost: float
    coins: float
    exact: float
    played: float
    error: float


Looked = tuple[tuple[lots.Outlook, lots.Outlook], tuple[lots.Played, lots.Played]]


@lru_cache(maxsize=64)
def _looked(key: _Key, chance: float) -> Looked:
    table = key.table
    action = dearest(lots.position(table))
    plain, insured = lots.Plan(chance, COIN), lots.Plan(chance, COIN, table.turn)
    exact = lots.outlook(table, action, plain), lots.outlook(table, action, insured)
    play = (lots.played(table, action, plain, ROUNDS, SEED), lots.played(table, action, insured, ROUNDS, SEED))
    return exact, play


def sink_frame(table: Table, chance: float) -> pd.DataFrame:
    """Return, for each ship, the chance in percent that it sinks before the next turn of who takes a coin now."""
    (exact, _), (played, _) = _looked(_Key(table), chance)
    lines = []
    for colour, name in enumerate(table.box.colours):
        share = float(played.sinks[:, colour].mean())
        error = 100 * float(np.sqrt(share * (1 - share) / ROUNDS))
        lines.append((f"{name} (place {table.ships[colour]})", 100 * float(exact.sinks[colour]), 100 * share, error))
    frame = pd.DataFrame(lines, columns=["at", "exact", "played", "error"])
    return frame.assign(series="", theory=np.nan)


def losses(table: Table, chance: float) -> tuple[Loss, Loss]:
    """Return my mean loss before my next turn without and with insurance, if I take a coin now; exact and played."""
    (exact, exact_insured), (played, played_insured) = _looked(_Key(table), chance)
    return _loss(table.turn, exact, played), _loss(table.turn, exact_insured, played_insured)


def _loss(seat: int, exact: lots.Outlook, played: lots.Played) -> Loss:
    coins = COIN * float(exact.spent)
    cost = played.lost[:, seat] + COIN * played.spent
    error = float(cost.std() / np.sqrt(len(cost)))
    return Loss(float(exact.lost[seat]), coins, float(exact.lost[seat]) + coins, float(cost.mean()), error)


def loss_frame(table: Table, chance: float) -> pd.DataFrame:
    """Return the losses as the frame of a chart: points in sight and coins, each and together, in points."""
    frame = pd.DataFrame(losses(table, chance), columns=list(Loss._fields))
    return frame.assign(at=list(WAYS), series="", theory=np.nan)


def risk_words(table: Table, chance: float) -> str:
    """Say who can afford the market, what I have at risk, and whether insuring pays (HTML)."""
    at = lots.position(table)
    able = [f"P{seat + 1}" for seat in range(table.seats) if seat != table.turn and lots.for_sale(at, seat)]
    without, insured = losses(table, chance)
    gain = without.exact - insured.exact
    pays = "and that pays" if gain > 0 else "and that does not pay" if gain < 0 else "which is the same"
    return (
        f"Who can afford the market now, besides you: <b>{', '.join(able) or 'nobody'}</b>. Your mean loss: "
        f"<b>{without.exact:.2f}</b> points without insurance; with it {insured.lost:.2f} points and "
        f"{insured.coins / COIN:.2f} coins, together <b>{insured.exact:.2f}</b> points, {pays} ({points(gain)})."
    )


class Risk:
    """A turn of a game of robots at which a payday is near: what may sink, and whether to keep cards that insure."""

    def __init__(self, game: Session) -> None:
        self.turns = turns(game, payday_near)
        self.turn = chooser(self.turns)
        self.haste = slider("a rival who can pay buys (percent)", 50, 0, 100, 10)
        self.haste.continuous_update = False
        self.table, self.told = widgets.HTML(), widgets.HTML()
        self.sinks, self.loss = Picture(), Picture()
        for control in (self.turn, self.haste):
            control.observe(lambda _change: self._show(), "value")
        controls = beside(self.turn, self.haste)
        self.widget = room(controls, self.table, self.sinks.widget, self.told, self.loss.widget)
        self._show()

    def _show(self) -> None:
        table, chance = self.turns[self.turn.value], self.haste.value / 100
        self.table.value = table_words(table) + _hand_words(table)
        bars = sink_frame(table, chance)
        shown = charts.table(bars[["at", "exact", "played", "error"]].round(2), f"{SINK_TITLE} (percent)")
        titles = {"title": SINK_TITLE, "y_title": "chance (%)", "note": SINK_NOTE}
        show_bars(self.sinks, bars, shown, tuple(bars["at"]), **titles, span=(0, 110))
        self.told.value = said(risk_words(table, chance))
        loss = loss_frame(table, chance)
        span = span_of((*loss["exact"], *loss["played"]), (0, 3))
        shown = charts.table(
            loss[["at", "lost", "coins", "exact", "played", "error"]].round(2), f"{LOSS_TITLE} (points)"
        )
        titles = {"title": LOSS_TITLE, "y_title": "mean loss (points)", "note": LOSS_NOTE}
        show_bars(self.loss, loss, shown, span, **titles, span=span)


def _hand_words(table: Table) -> str:
    """Say which cards of the hand on turn carry symbols."""
    cards = [table.box.cards[card] for card in table.hands[table.turn]]
    symbols = ", ".join(f"{card.colour} {card.value} saves {card.symbols}" for card in cards if card.symbols)
    return f"<small>In the hand on turn: {symbols or 'no card that insures'}.</small>"


def risk_and_insurance(game: Session) -> widgets.VBox:
    """Return the live lesson on the black current: exact chances to sink, and the loss with and without insurance."""
    return Risk(game).widget


def price_frame() -> pd.DataFrame:
    """Return the price of insurance: for each value of a card its coins, the cards it saves, coins per card saved."""
    lines = [(f"a {value}", value, saves, value / saves if saves else np.nan) for value, saves in BOX.insurance.items()]
    return pd.DataFrame(lines, columns=["discard", "coins", "cards saved", "coins per card saved"])


def price_of_insurance() -> HTML:
    """Return a table of what saving a card of cargo costs in coins, by the card that is discarded."""
    frame = price_frame()
    cheap = min((value / saves, value) for value, saves in BOX.insurance.items() if saves)
    words = f"Cheapest is a {cheap[1]}: {cheap[0]:g} coin for every card saved."
    return HTML(f'{BIG}<div class="mm-big">{charts.table(frame, f"{PRICE_TITLE}. {words}")}</div>')
