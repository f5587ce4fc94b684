"""Traders of Osaka as it is played: one function per phase, in the order of the rule book."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mechanics.games.osaka.box import BOX, SEATS, Box
from mechanics.games.osaka.deal import deal, tokens
from mechanics.games.osaka.payday import insure, sell
from mechanics.games.osaka.paying import pay
from mechanics.games.osaka.refill import refill, relief
from mechanics.games.osaka.state import Table, opened
from mechanics.games.osaka.turns import turn
from mechanics.table import Script


def game(seats: int, box: Box = BOX, start: Table | None = None) -> Script[Table]:
    """Return the script of a game for 2 to 4 seats, or of what is left of one from the head of a phase on."""
    if seats not in SEATS:
        raise ValueError(f"Traders of Osaka is for {SEATS[0]} to {SEATS[-1]} players; {seats} is not possible.")
    table = start or opened(seats, box)
    while table.phase:
        table = yield from PHASES[table.phase](table)
    return table


PHASES: Mapping[str, Callable[[Table], Script[Table]]] = {
    "deal": deal, "tokens": tokens, "turn": turn, "pay": pay, "insure": insure, "sell": sell, "refill": refill,
    "relief": relief,
}  # fmt: skip
