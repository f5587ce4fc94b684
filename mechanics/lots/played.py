"""The same round played by the rule book: what the exact sums are compared with."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanics.games import osaka
from mechanics.games.osaka import Table
from mechanics.lots.ahead import Plan
from mechanics.lots.positions import Position, buy, for_sale, insurance, position, set_points, worth
from mechanics.table import NATURE, Answer, Ask, Rng, Seat


class Played(NamedTuple):
    """Rounds that were played, as in `Outlook`: gain and lost (rounds, seats) in points, first (rounds,) 0 or 1,
    arrives and sinks (rounds, colours) 0 or 1, spent (rounds,) coins."""

    gain: NDArray[np.float64]
    first: NDArray[np.int64]
    arrives: NDArray[np.int64]
    sinks: NDArray[np.int64]
    lost: NDArray[np.int64]
    spent: NDArray[np.int64]


def played(table: Table, action: str, plan: Plan, rounds: int = 300, seed: int = 0) -> Played:
    """Return rounds from this table on, its hidden cards dealt anew each time, rivals acting by the plan.

    The same seed deals the same cards for every action."""
    start = position(table)
    lines = [play_round(table, action, plan, np.random.default_rng([seed, k]), start) for k in range(rounds)]
    return Played(*(np.array(column) for column in zip(*lines, strict=True)))


def play_round(table: Table, action: str, plan: Plan, rng: Rng, start: Position) -> tuple[Any, ...]:
    """Play from this turn of a seat to its next one, or to the end of the game, and return a line of `Played`.

    start: the position of this table."""
    script = osaka.game(table.seats, table.box, osaka.redeal(table, table.turn, rng))
    answers: dict[Seat, Answer] = {}
    rows = {table.production}  # one more each time that the market is filled up
    try:
        ask = next(script)
        while not (ask.rule == "TO-A" and ask.table.turn == table.turn and answers):
            first = action if not answers else ""
            answers = {seat: first or _answer(ask, seat, plan, rng, len(rows) > 2) for seat in ask.allowed}
            ask = script.send(answers)
            rows |= {ask.table.production} if ask.rule == "TO-A" else set()
        end = ask.table
    except StopIteration as over:
        end = over.value
    return _line(table, start, end, plan, len(rows) > 2)


def _answer(ask: Ask[Table], seat: Seat, plan: Plan, rng: Rng, unknown: bool) -> Answer:
    """Return what the plan says; payments as they are offered. unknown: the market could not be known beforehand."""
    choice: Any = ask.allowed[seat]
    if seat == NATURE:
        return choice.pick(rng)
    match ask.rule:
        case "TO-R14":
            return tuple(choice.offered)
        case "TO-19":
            return _policy(ask.table, seat) if seat == plan.insured else ()
        case "TO-R16":
            return tuple(sorted(choice.options, key=lambda word: -int(word.rpartition(" ")[2]))[: choice.least])
    if "buy" in choice.options and not unknown and rng.random() < plan.chance:
        return "buy"
    cards = osaka.lot(ask.table, seat)
    word = ask.table.box.words[cards[int(rng.integers(len(cards)))]]
    return f"take {word}" if f"take {word}" in choice.options else f"take reserved {word}"


def _policy(table: Table, seat: Seat) -> Answer:
    """Return the cards that insure most for a coin, as in the exact sums."""
    at, words = position(table), []
    sunk = table.payday.sunk if table.payday else ()
    for colour, name in enumerate(table.box.colours):
        if name in sunk:
            _, used = insurance(table.box, at.hands[seat], colour, len(at.cargo[seat][colour]))
            words += [f"{name} {value}" for _, value in used]
    return tuple(words)


def _line(table: Table, start: Position, end: Table, plan: Plan, unknown: bool) -> tuple[Any, ...]:
    """Compare the end of the round with its start; at my next turn I buy if that is a gain."""
    at, seats = position(end), range(table.seats)
    if for_sale(at, start.seat) and not unknown:
        then = buy(at, start.seat, plan.insured).at
        at = then if worth(then, start.seat, plan.coin) > worth(at, start.seat, plan.coin) else at
    days, turns = end.paydays[len(table.paydays) :], end.turns[len(table.turns) :]
    return (
        [float(worth(at, seat, plan.coin) - worth(start, seat, plan.coin)) for seat in seats],
        int(any(done.does == "buy" and done.seat != start.seat for done in turns)),
        [int(any(colour in day.arrived for day in days)) for colour in end.box.colours],
        [int(any(colour in day.sunk for day in days)) for colour in end.box.colours],
        [sum(_went_down(start, day, seat) for day in days) for seat in seats],
        sum(card.value for day in days for cards in day.spent for card in cards),
    )


def _went_down(at: Position, day: osaka.Payday, seat: Seat) -> int:
    """Return the points in sight that a seat lost on a payday."""
    total = 0
    for colour, name in enumerate(at.box.colours):
        saved = [card.value for card in day.saved[seat] if card.colour == name]
        lost = [card.value for card in day.lost[seat] if card.colour == name]
        total += set_points(at, seat, colour, saved + lost) - set_points(at, seat, colour, saved)
    return total
