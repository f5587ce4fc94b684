"""Turns of a game of robots to look at: which ones there are, and how the table lies, in words and as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from math import ceil, floor

import ipywidgets as widgets
import pandas as pd

from mechanics import charts, lots
from mechanics.games import osaka
from mechanics.games.osaka import Box, Table
from mechanics.session import Session
from mechanics.table import name
from mechanics.views.boards.osaka import draw
from mechanics.views.lessons.controls import said

MOST, PILE, MUCH = 8, 20, 5  # turns to choose from; cards in the pile that a look ahead needs; points

NEVER_APART = "\N{NO-BREAK SPACE}"
LOOK = """<style>
.mm-turn td, .mm-turn th { padding: 1px 10px; text-align: left; white-space: nowrap; }
.mm-turn tbody td:nth-child(4), .mm-turn tbody td:nth-child(5) { white-space: normal; }
.mm-turn tbody td:nth-child(5) { min-width: 6em; }
.mm-turn summary { cursor: pointer; font-size: 16px; }
</style>"""

Turns = Mapping[str, Table]


def turns(game: Session, wanted: Callable[[lots.Position], bool]) -> Turns:
    """Return some turns of a game that can be looked at and are wanted, evenly spread: "round 5, P2" -> table.

    Raises ValueError if there is none."""
    tables = [game.at(step).table for step in range(len(game.log)) if game.at(step).rule == "TO-A"]
    found = [table for table in tables if len(table.pile) >= PILE and wanted(lots.position(table))]
    if not found:
        raise ValueError("This game has no such turn to look at; take another seed.")
    some = [found[len(found) * i // min(MOST, len(found))] for i in range(min(MOST, len(found)))]
    return {f"round {table.round}, {game.names[table.turn]}": table for table in some}


def gains(at: lots.Position, buyer: int) -> list[int]:
    """Return what every seat gains in points, scored and in sight, when this one buys the market."""
    then = lots.buy(at, buyer).at
    seats = range(len(at.hands))
    return [then.points[s] + lots.sight(then, s) - at.points[s] - lots.sight(at, s) for s in seats]


def can_buy(at: lots.Position) -> bool:
    """Say whether the seat on turn can buy the market, another can, too, and a ship would arrive."""
    able = [seat for seat in range(len(at.hands)) if lots.for_sale(at, seat)]
    return at.seat in able and len(able) > 1 and bool(lots.buy(at, at.seat).arrived)


def tempting(at: lots.Position) -> bool:
    """Say whether the seat on turn can reserve a card of a market that is worth much to a rival who can pay."""
    rivals = [seat for seat in range(len(at.hands)) if seat != at.seat and lots.for_sale(at, seat)]
    can = any(action.startswith("reserve ") for action in lots.possible(at))
    return can and any(gains(at, seat)[seat] >= MUCH for seat in rivals)


def payday_near(at: lots.Position) -> bool:
    """Say whether, after the seat on turn has taken a coin, a rival's purchase would sink cargo that it can insure."""
    if not lots.lot(at, at.seat):
        return False
    then = lots.after(at, dearest(at))
    rivals = [seat for seat in range(len(at.hands)) if seat != at.seat and lots.for_sale(then, seat)]
    sunk = {colour for seat in rivals for colour in lots.buy(then, seat).sunk}
    mine, hand = then.cargo[at.seat], then.hands[at.seat]
    return any(mine[colour] and lots.insurance(at.box, hand, colour, 1)[0] for colour in sunk)


def chooser(known: Turns) -> widgets.Dropdown:
    """Return the list of turns to choose from."""
    return widgets.Dropdown(description="turn", options=list(known), layout={"width": "260px"})


def dearest(at: lots.Position) -> str:
    """Return the action of taking the card of most coins."""
    actions = [action for action in lots.possible(at) if action.startswith("take ")]
    return max(actions, key=lambda action: int(action.rpartition(" ")[2]))


def words(box: Box, cards: tuple[int, ...]) -> str:
    """Return cards in words, like ones together: "red 5, 2 × blue 3"."""
    named = [box.words[card] for card in cards]
    each = [(word, named.count(word)) for word in dict.fromkeys(named)]
    said = [f"{many} × {word}" if many > 1 else word for word, many in each]
    return ", ".join(card.replace(" ", NEVER_APART) for card in said) or "nothing"


def table_words(table: Table) -> str:
    """Return how the table lies (HTML): both rows, the ships, and every seat's coins, cargo and tokens."""
    box, at = table.box, lots.position(table)
    at_sea = zip(box.colours, table.ships, strict=True)
    ships = ", ".join(f"{colour} {box.places[place]} ({place})" for colour, place in at_sea)
    lines = [
        (f"P{seat + 1}{' (on turn)' if seat == table.turn else ''}", lots.coins(at, seat), lots.price(at, seat),
         words(box, table.cargo[seat]), _tokens(box, table.tokens[seat]), at.points[seat])
        for seat in range(table.seats)
    ]  # fmt: skip
    columns = ["seat", "coins", "the market costs", "cargo", "tokens", "points"]
    drawn = charts.table(pd.DataFrame(lines, columns=columns), "The table at this turn")
    rows = f"Market: <b>{escape(words(box, table.market))}</b>. Production: {escape(words(box, table.production))}."
    told = said(f"{rows}<br><small>Ships: {ships}.</small>")
    return f'{LOOK}{told}<div class="mm-turn">{drawn}{_board(table)}</div>'


def _board(table: Table) -> str:
    """Return the board as the seat on turn sees it, folded (HTML)."""
    ask = next(osaka.game(table.seats, table.box, table))
    drawn = draw(osaka.view(ask, table.turn), [name(seat) for seat in range(table.seats)])
    return f"<details><summary>The same table as a board</summary>{drawn}</details>"


def _tokens(box: Box, mine: tuple[int, ...]) -> str:
    return ", ".join(f"{many} {colour}" for many, colour in zip(mine, box.colours, strict=True) if many) or "none"


def points(amount: float) -> str:
    """Return points with their sign and two digits.

    >>> points(1.234), points(-0.5), points(0)
    ('+1.23', '−0.50', '0.00')"""
    shown = f"{amount:+.2f}" if round(amount, 2) else "0.00"
    return shown.replace("-", "−")


def span_of(numbers: Iterable[float], least: tuple[float, float]) -> tuple[float, float]:
    """Return whole ends of an axis that hold these numbers with some room, and at least what is given."""
    known = [float(number) for number in numbers if number == number]
    low, high = min([least[0], *known]), max([least[1], *known])
    return floor(low - 0.5 * (low < least[0])), ceil(high + 0.8 * (high > least[1]))
