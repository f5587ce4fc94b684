"""What the coach knows of Turin Market: its sealed auction, and three ways to think of rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from mechanics import equilibria
from mechanics.auctions import Auction
from mechanics.bots import turin as robots
from mechanics.coach.sealed import Distribution, Sealed
from mechanics.games.turin import Board
from mechanics.table import Seat
from mechanics.worths import Known

UNIT = "scudi"


def points(score: int, box: Any) -> float:
    """Return a final score in scudi."""
    return float(score)


def rule(board: Board) -> Auction:
    """Return the auction that is open; ties go to a second round."""
    return board.auction


def uniform(board: Board, seat: Seat, worth: Sequence[float]) -> Sequence[Distribution]:
    """Any bid that a rival's purse allows."""
    return robots.uniform_rivals(board, seat)


def past(board: Board, seat: Seat, worth: Sequence[float]) -> Sequence[Distribution]:
    """What a rival has bid before, beside one guess."""
    return robots.past_rivals(board, seat)


def equilibrium(board: Board, seat: Seat, worth: Sequence[float]) -> Sequence[Distribution]:
    """The symmetric equilibrium of bidders to whom the places are worth as much as to me, within each one's purse.

    Raises ValueError if none is found."""
    earning = [round(value) for value, prize in zip(worth, board.auction.prizes, strict=False) if prize]
    mix = _mix(replace(board.auction, tie="coin"), tuple(earning), board.seats) if any(earning) else (1.0,)
    return [_within(mix, max(guess)) for guess in uniform(board, seat, worth)]


@lru_cache(maxsize=64)
def _mix(auction: Auction, prizes: tuple[int, ...], bidders: int) -> tuple[float, ...]:
    """Return the chances of bids 0, 1 … in the first equilibrium there is, ties by a coin."""
    found = equilibria.solve(auction, Known(prizes), bidders)[0]
    return tuple(np.asarray(found.mix, dtype=float).ravel().tolist())


def _within(mix: Sequence[float], top: int) -> Distribution:
    """Cut a mix to a purse: whoever would bid more bids all he has."""
    chances = dict(enumerate(mix[: top + 1]))
    chances[min(top, len(mix) - 1)] = chances.get(min(top, len(mix) - 1), 0.0) + sum(mix[top + 1 :])
    return chances


def guess(board: Board, seat: Seat) -> Sequence[float]:
    """Return purse and cards by the simple worth of their units: without a prize, then with each place."""
    own = sum(robots.unit_worth(board, seat, card) for card in (*board.open[seat], *board.hand))
    before = (board.purses[seat] or 0) + own
    earning = [
        worth for worth, prize in zip(robots.worth_of_places(board, seat), board.auction.prizes, strict=False) if prize
    ]
    return [before, *(before + worth for worth in earning)]


def came_out(table: Any, held: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the places (0: no prize) and the payments of the auction that was held after so many others."""
    done = table.rounds[held]
    return [place if prize else 0 for place, prize in zip(done.place, done.prize, strict=True)], done.paid


SEALED = {
    "TM-3": Sealed(
        rule=rule,
        rivals={"uniform": uniform, "equilibrium": equilibrium, "past": past},
        guess=guess,
        held=lambda board: len(board.rounds),
        came_out=came_out,
        added={0: 1 / 3, 1: 1 / 3, 2: 1 / 3},
    )
}


def prizes(table: Any) -> list[str]:
    """Return in words what each seat won in the last auction."""
    return [f"{won} card{'s' * (won > 1)}" if won else "" for won in table.rounds[-1].prize]
