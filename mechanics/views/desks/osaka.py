"""The desk beside a turn: what the lot would bring at once, and what is at stake in the black current, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import ipywidgets as widgets

from mechanics.bots.osaka.worths import Voyage, at_stake, lot, sold, voyage
from mechanics.games.osaka import Board, Card
from mechanics.markets import least_payment
from mechanics.table import Seat, View, name
from mechanics.views.boards.osaka import facts
from mechanics.views.boards.words import table


class Desk:
    """A sheet with tables; `show` fills it, `clear` empties it."""

    look = "Show what it would bring"

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.sheet = widgets.HTML()
        self.widget = widgets.VBox([self.sheet], layout={"display": "none"})

    def show(self, view: View) -> bool:
        """Show what the lot would bring, or what insurance would save; say whether there is anything to show."""
        said = sheet(view)
        self.sheet.value = f'<div class="mm-sheet">{said}</div>' if said else ""
        return bool(said)

    def clear(self) -> None:
        """Empty everything (another seat comes to the screen)."""
        self.sheet.value = ""


def sheet(view: View) -> str:
    """Return the tables for this view's question as HTML, "" where there are none."""
    if view.seat is None or view.allowed is None:
        return ""
    if view.rule == "TO-A" and lot(view.board, view.seat):
        return _purchase(view.board, view.seat)
    return _insurance(view.board, view.seat) if view.rule == "TO-19" else ""


# --- a turn: what the lot would bring ---------------------------------------------------------------------------------


def _purchase(board: Board, seat: Seat) -> str:
    bought = lot(board, seat)
    then = voyage(board, bought)
    head = ("Good", "In the lot", "Its ship", "Your cargo then", "Points for it now", "With the lot", "At once")
    rows = [_good(board, seat, bought, then, colour) for colour in range(len(board.box.colours))]
    goods = table(f"The lot: {price_said(board, seat)}", head, rows)
    said = payday_said(board, then)
    columns = ("Player", "Sells for points", "Sinks unless insured")
    return goods + (table(said, columns, _all(board, seat, then)) if then.arrived else f"<p>{escape(said)}</p>")


def price_said(board: Board, seat: Seat) -> str:
    """Return what the lot costs a seat, and the payment that wastes least, or what is missing."""
    price, hand = board.prices[seat], board.hands[seat] or ()
    if board.coins < price:
        return f"it costs {price} coins, {price - board.coins} more than your hand is worth"
    paid = [hand[place] for place in least_payment([card.value for card in hand], price)]
    over = facts.coins(paid) - price
    waste = f", {over} too much" if over else ", exactly"
    return f"it costs {price} coins; you could pay {facts.cards_said(paid)}{waste}"


def payday_said(board: Board, then: Voyage) -> str:
    """Return whether the purchase would bring a payday, and for which goods."""
    if not then.arrived:
        return "No ship would arrive: no payday yet, nothing sold, nothing lost."
    return f"A payday at once: {_goods(board, then.arrived)} would arrive."


def _goods(board: Board, colours: frozenset[str]) -> str:
    return " and ".join(board.box.goods[colour] for colour in board.box.colours if colour in colours)


def _good(board: Board, seat: Seat, bought: Sequence[Card], then: Voyage, index: int) -> tuple[object, ...]:
    """Return the line of one good."""
    box, colour = board.box, board.box.colours[index]
    had = [card for card in board.cargo[seat] if card.colour == colour]
    more = sorted((card for card in bought if card.colour == colour), key=lambda card: card.value)
    have = sorted((*had, *more), key=lambda card: card.value)
    before, after = (box.places[place] for place in (board.ships[index], then.ships[index]))
    way = before if before == after else f"{before} → {after}"
    points = sold(board, seat, had, colour), sold(board, seat, have, colour)
    good, fate = f"{box.goods[colour].capitalize()} ({colour})", _fate(then, colour) if have else ""
    return good, _values(more), way, _values(have), *points, fate


def _values(cards: Sequence[Card]) -> str:
    return " ".join(str(card.value) for card in cards) or "–"


def _fate(then: Voyage, colour: str) -> str:
    if colour in then.arrived:
        return "sold"
    return "sinks unless insured" if colour in then.sunk else "stays"


def _all(board: Board, buyer: Seat, then: Voyage) -> list[tuple[object, ...]]:
    """Return what the payday would bring and take, seat by seat."""
    rows: list[tuple[object, ...]] = []
    for seat, had in enumerate(board.cargo):
        have = (*had, *lot(board, buyer)) if seat == buyer else had
        points = sum(sold(board, seat, have, colour) for colour in then.arrived)
        gone = [card for card in have if card.colour in then.sunk]
        rows.append((f"{name(seat)} (you)" if seat == buyer else name(seat), points, facts.cards_said(gone)))
    return rows


# --- insurance: what is at stake --------------------------------------------------------------------------------------


def _insurance(board: Board, seat: Seat) -> str:
    head = ("Good", "Your cargo", "Points if sold one day", "Your cards that insure it", "Their coins")
    rows = [_endangered(board, seat, colour) for colour in board.endangered]
    found = [row for row in rows if row[1] != _values(())]
    return table("In the black current: cargo that is not insured is lost", head, found) if found else ""


def _endangered(board: Board, seat: Seat, colour: str) -> tuple[object, ...]:
    cargo = [card for card in board.cargo[seat] if card.colour == colour]
    cards = [card for card in board.hands[seat] or () if card.colour == colour and card.symbols]
    saving = ", ".join(f"{card.value} (saves {card.symbols})" for card in cards) or "none"
    good = f"{board.box.goods[colour].capitalize()} ({colour})"
    return good, _values(cargo), at_stake(board, seat, colour), saving, facts.coins(cards)
