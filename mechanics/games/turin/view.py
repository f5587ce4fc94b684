"""What a seat may see of Turin Market, field by field, and what it cannot know dealt anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from mechanics import majorities
from mechanics.auctions import Auction
from mechanics.frozen import made, replace
from mechanics.games.turin.box import Box
from mechanics.games.turin.state import Auctioned, Offer, Table, laid_down, scores
from mechanics.sight import seen
from mechanics.table import Ask, Option, Rng, Seat, View


@dataclass(frozen=True)
class Board:
    """The table of Turin Market as one seat sees it; a purse of None is closed (TM-S3)."""

    box: Box
    seats: int
    phase: str
    round: int
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    open: tuple[tuple[int, ...], ...]
    centre: tuple[int, ...]
    auction: Auction
    gone: tuple[int, ...]
    unseen: int
    offers: tuple[Offer, ...]
    sale: Offer | None
    purses: tuple[int | None, ...]
    free: tuple[int | None, ...]
    laid_down: tuple[int, ...]
    loans: tuple[int, ...]
    debts: tuple[int, ...]
    goose: Seat | None
    rounds: tuple[Auctioned, ...]
    past: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...] | None

    @cached_property
    def holdings(self) -> tuple[tuple[int, ...], ...]:
        """The units of each good on each seat's open cards, one row per good; no rows before the deal."""
        return tuple(zip(*map(self.box.holds, self.open), strict=True))

    @cached_property
    def leaders(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that have most of each good; several are tied, none if nobody has any."""
        if not self.open:
            return ()
        leads = majorities.leaders(np.array(self.holdings)).tolist()
        return tuple(tuple(seat for seat, lead in enumerate(row) if lead) for row in leads)


def view(ask: Ask[Table], seat: Seat | None) -> View:
    """Return what this seat (None: a spectator) may know: its own hand and choice, and what lies open."""
    return seen(ask, seat, board(ask.table, seat))


def board(table: Table, seat: Seat | None) -> Board:
    """Return the table as this seat sees it."""
    laid, cash = (0,) * table.seats, table.ledger.balances[: table.seats]
    free = cash
    if table.offers:
        laid = tuple([laid_down(table, s) for s in range(table.seats)])
        free = tuple([has - lies for has, lies in zip(cash, laid, strict=True)])
    return made(
        Board,
        box=table.box,
        seats=table.seats,
        phase=table.phase,
        round=table.round,
        hand=table.hands[seat] if seat is not None and table.hands else (),
        hand_sizes=tuple(map(len, table.hands)),
        open=table.open,
        centre=table.centre,
        auction=table.box.auction(table.seats, table.opening),
        gone=table.gone,
        unseen=len(table.unseen),
        offers=table.offers,
        sale=table.sale,
        purses=_seen(table, seat, cash),
        free=_seen(table, seat, free),
        laid_down=laid,
        loans=table.loans,
        debts=table.debts,
        goose=table.goose,
        rounds=table.rounds,
        past=table.past,
        scores=scores(table) if not table.phase else None,
    )


def _seen(table: Table, seat: Seat | None, amounts: tuple[int, ...]) -> tuple[int | None, ...]:
    """TM-S3, TM-R24: secret money shows everybody only the own purse until the end."""
    if table.box.money == "open" or not table.phase:
        return amounts
    return tuple(amount if s == seat else None for s, amount in enumerate(amounts))


def redeal(table: Table, seat: Seat, rng: Rng) -> Table:
    """Shuffle the cards that this seat has not seen among the other hands and the pile removed unseen."""
    if not table.hands:
        return table
    others = [s for s in range(table.seats) if s != seat]
    hidden = [card for s in others for card in table.hands[s]] + list(table.unseen)
    mixed = [hidden[i] for i in rng.permutation(len(hidden))]
    hands = list(table.hands)
    for s in others:
        hands[s], mixed = tuple(sorted(mixed[: len(hands[s])])), mixed[len(hands[s]) :]
    return replace(table, hands=tuple(hands), unseen=tuple(mixed))


WORDS: Mapping[str, Mapping[Option, str]] = {
    "TM-15": {"none": "nothing for sale"},
    "TM-17": {"buy": "buy it", "pass": "not now"},
    "TM-29": {"take": "take the goose, lose the tie", "leave": "leave the goose", "keep": "keep the goose"},
}


def label(rule: str, option: Option, box: Box) -> str:
    """Return an option in words: a card by its goods, a loan by what it brings and costs."""
    if option == "loan":
        return f"take a loan of {box.loan_cash}: {box.loan_back} back at the end"
    if isinstance(option, int):
        return box.says(option)
    return WORDS.get(rule, {}).get(option, str(option))


def question(view: View) -> str:
    """Return what is asked of this seat, as one sentence."""
    return QUESTIONS.get(view.rule, "").format(board=view.board, last=_standing(view))


def _standing(view: View) -> str:
    because = getattr(view.allowed, "because", "")
    return because[:1].upper() + because[1:]


QUESTIONS: Mapping[str, str] = {
    "TM-1": "Which card do you put up for auction?",
    "TM-3": "How many scudi do you bid?",
    "TM-8": "You are tied. How many scudi do you add?",
    "TM-13": "Which of the cards do you take?",
    "TM-15": "Do you put one of your open cards up for sale?",
    "TM-R21": "What does it cost?",
    "TM-16": "Which of your cards do you take off the market?",
    "TM-17": "{last}. Do you buy it?",
    "TM-18": "{last}. To whom do you sell?",
    "TM-29": "You are tied. What about the goose?",
    "TM-27": "The game is over.",
}

# The steps in which a purse becomes what it is at the end: each gathers the entries whose reason begins so.
STEPS: Mapping[str, tuple[str, ...]] = {
    "start": ("TM-S1",),
    "paid for wins": ("TM-5",),
    "lost in bids": ("TM-6", "TM-11"),
    "sales": ("TM-17",),
    "loans": ("TM-21", "TM-25 takes", "TM-26"),
    "majorities": ("TM-23 payout", "TM-24 payout"),
    "levies": ("TM-23 levy", "TM-25 levy"),
}

# What a table may agree on before play: box fields and the values offered.
SETTINGS: Mapping[str, tuple[object, ...]] = {
    "loser_pays": (Fraction(1, 2), Fraction(0), Fraction(1)),
    "column": ("classic", "new"),
    "money": ("open", "secret"),
    "goose": ("off", "tie", "fewest"),
    "games": (1, 3),
}
