"""What it is worth to be loading master: every sealed bid exactly and as it was played; the earlier seat wins ties."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd
from IPython.display import HTML

from mechanics import charts, expected
from mechanics.auctions import settle
from mechanics.games.haendler import BOX
from mechanics.views.lessons.controls import Bet, Picture, beside, bet_on, choice, gain, room, said, slider

AUCTION = BOX.loading_auction
STEP = BOX.step
PLACES = ("first", "second", "last")
TITLE = "What each bid for loading master is worth"
COLUMNS = ["bid", "win", "paid_winning", "value"]
ROUNDS, SEED = 5_000, 1


@dataclass(frozen=True)
class Office:
    """One auction for the office of loading master, as one player sees it.

    worth: guilders that the office brings me. rivals: 1 to 3. most: a rival bids 0 … most in whole hundreds, every bid
    equally likely. place: how many rivals come before me in the order of play."""

    worth: int = 1000
    rivals: int = 2
    most: int = 1000
    place: int = 2

    @property
    def bids(self) -> range:
        """The bids that are looked at: up to one coin more than any rival bids."""
        return range(0, self.most + 2 * STEP, STEP)

    @property
    def rival(self) -> dict[int, float]:
        """The chances of a rival's bids."""
        many = self.most // STEP + 1
        return dict.fromkeys(range(0, self.most + STEP, STEP), 1 / many)


BET = Office()


def office_frame(office: Office) -> pd.DataFrame:
    """Return the exact worth of every bid: only the winner pays, ties go to the earlier seat (DH-5, DH-6)."""
    rivals = [office.rival] * office.rivals
    return expected.bid_values(AUCTION, [office.worth], rivals, bids=office.bids, seat=office.place)


def played_office(office: Office, rounds: int = ROUNDS, seed: int = SEED) -> pd.DataFrame:
    """Return what every bid earned on average when it was played: bid, value, error (its standard error)."""
    rng = np.random.default_rng(seed)
    drawn = STEP * rng.integers(0, office.most // STEP + 1, size=(rounds, office.rivals))
    lines = []
    for bid in office.bids:
        result = settle(np.insert(drawn, office.place, bid, axis=1), None, None, AUCTION)
        earned = office.worth * result.prize[:, office.place] - result.paid[:, office.place]
        lines.append((bid, float(earned.mean()), float(earned.std() / np.sqrt(rounds))))
    return pd.DataFrame(lines, columns=["bid", "value", "error"])


def best_of(frame: pd.DataFrame) -> pd.Series[Any]:
    """Return the row of the best bid, the lowest of several."""
    return frame.iloc[int(frame["value"].to_numpy().argmax())]


def place_words(office: Office) -> str:
    """Say which bid is best, and what it would be as the first and as the last in the order of play (HTML)."""
    mine = best_of(office_frame(office))
    told = f"Your best bid is <b>{int(mine.bid)}</b>: it wins {mine.win:.0%} of the time, worth {gain(mine.value)}. "
    first, last = (best_of(office_frame(replace(office, place=place))) for place in (0, office.rivals))
    told += f"For whoever comes <b>first</b> and wins all ties it is {int(first.bid)}, worth {gain(first.value)}; "
    return told + f"for whoever comes <b>last</b> and loses them {int(last.bid)}, worth {gain(last.value)}."


class MasterLesson:
    """The worth of every bid, with controls for the office, the rivals and the own place in the order of play."""

    def __init__(self, office: Office) -> None:
        self.worth = slider("the office is worth", office.worth, 0, 2000, STEP)
        self.rivals = slider("rivals", office.rivals, 1, 3)
        self.most = slider("rivals bid at most", office.most, 0, 2000, STEP)
        self.place = choice("your place in the order of play", PLACES, "last")
        self.said, self.picture = widgets.HTML(), Picture()
        controls = beside(self.worth, self.rivals, self.most, self.place)
        self.widget = room(controls, self.said, self.picture.widget)
        for control in (self.worth, self.rivals, self.most, self.place):
            control.observe(lambda _change: self._show(), "value")
        self._show()

    @property
    def office(self) -> Office:
        """What the controls say."""
        rivals = self.rivals.value
        place = {"first": 0, "second": 1, "last": rivals}[self.place.value]
        return Office(self.worth.value, rivals, self.most.value, place)

    def _show(self) -> None:
        office = self.office
        frame, played = office_frame(office), played_office(office)
        self.said.value = said(place_words(office))
        most = float(best_of(office_frame(replace(office, place=0))).value)  # nobody's best bid is worth more
        chart = charts.bid_value_chart(
            frame, title=TITLE, unit="guilders", step=STEP, observed=played,
            low=min(-STEP, office.worth - office.most - STEP), high=max(STEP, most),
        )  # fmt: skip
        both = frame[COLUMNS].merge(played.rename(columns={"value": "played"}), on="bid").round(2)
        table = charts.table(both, f"{TITLE}, exactly and in {ROUNDS} rounds played (guilders)")
        self.picture.show(
            chart, {"bids": frame, "observed": played}, table, key=(office.worth, office.most, office.rivals)
        )


def worth_of_the_office(worth: int = 1000, rivals: int = 2) -> widgets.VBox:
    """Return the live lesson on the loading master: what every bid is worth, exact as bars and played as diamonds.

    worth: what the office brings (guilders); rivals: 1 … 3. Raises ValueError with what is allowed."""
    if worth not in range(0, 2001, STEP) or rivals not in range(1, 4):
        raise ValueError(f"The worth is 0 to 2000 in steps of {STEP}, rivals are 1 to 3; not {worth!r} and {rivals!r}.")
    return MasterLesson(Office(worth=worth, rivals=rivals, place=rivals)).widget


# --- the bet ----------------------------------------------------------------------------------------------------------


def place_a_bet(bet: Bet) -> widgets.VBox:
    """Return the entry for the reader's guess at the best bid; the guess is kept in `bet`."""
    return bet_on(
        bet, _checked,
        label=f"To load as master is worth {BET.worth} guilders to you. Two rivals bid 0 to {BET.most} in hundreds, "
        "each bid equally likely; you come last in the order of play, so you lose every tie. Only the winner pays. "
        "Which bid is best?",
        hint=f"a multiple of {STEP} from 0 to {BET.most}", low=0, high=BET.most, step=STEP, unit="guilders",
    )  # fmt: skip


def _checked(guess: int) -> int:
    if guess not in range(0, BET.most + STEP, STEP):
        raise ValueError(f"{guess} is not one of the bids 0, {STEP}, {2 * STEP} … {BET.most}.")
    return guess


def answer_the_bet(bet: Bet) -> HTML:
    """Return what the bet was worth beside the best bid, last and first in the order of play; all computed."""
    frame = office_frame(BET)
    best, early = best_of(frame), best_of(office_frame(replace(BET, place=0)))
    words = f"The best bid is <b>{int(best.bid)}</b>, worth {gain(best.value)} guilders on average."
    if bet.guess is not None:
        mine = frame.loc[frame["bid"] == bet.guess].iloc[0]
        words = f"You bet on <b>{bet.guess}</b>: worth {gain(mine.value)} guilders on average. {words}"
    order = f"If you came first and won every tie, it would be {int(early.bid)}, worth {gain(early.value)}."
    return HTML(f'<p style="font-size:18px">{words}<br>{order}</p>')
