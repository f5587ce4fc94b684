"""Robots for Traders of Osaka: a hoarder, a shipper and an insurer. What they do not say here, they do as usual."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.bots.asked import mine
from mechanics.bots.osaka.habits import held, take, usual
from mechanics.bots.osaka.worths import COIN, effects, lot
from mechanics.games.osaka import Card
from mechanics.table import Answer, Rng, Strategy, View, sure


@sure
def hoarder(view: View, rng: Rng) -> Answer:
    """Gather coins, the highest card first; buy when a card of the lot is worth more than cards are; never insure."""
    board, seat, asked = mine(view)
    if view.rule == "TO-A":
        cards, printed = lot(board, seat), board.box.values
        rich = sum(card.value for card in cards) * len(printed) > sum(printed) * len(cards)
        return "buy" if rich and "buy" in asked.options else take(board, asked, lambda card: card.value)
    return usual(view, keep=lambda card: card.value, stake=99)


@sure
def shipper(view: View, rng: Rng) -> Answer:
    """Count the ships: buy what makes the own colours arrive and those of others sink."""
    board, seat, asked = mine(view)
    if view.rule == "TO-A":
        gains = effects(board, seat)
        others = (sum(gains) - gains[seat]) / (board.seats - 1)
        worth = gains[seat] - others / 2 - COIN * board.prices[seat]
        if "buy" in asked.options and worth > 0.5:
            return "buy"
        cargo = held(board.cargo[seat])
        return take(board, asked, lambda card: card.value - cargo[card.colour])
    return usual(view, keep=lambda card: card.symbols / 10, stake=2)


@sure
def insurer(view: View, rng: Rng) -> Answer:
    """Gather cards with symbols, buy what is worth more than its price, and insure whatever sinks."""
    board, seat, asked = mine(view)
    cargo = held(board.cargo[seat])

    def taste(card: Card) -> float:
        return card.value + (2 * card.symbols if cargo[card.colour] else 0)

    if view.rule == "TO-A":
        gains = effects(board, seat)
        if "buy" in asked.options and gains[seat] - COIN * board.prices[seat] > 0.2:
            return "buy"
        return take(board, asked, taste)
    return usual(view, keep=taste, stake=0.5)


ROBOTS: Mapping[str, Strategy] = {"hoarder": hoarder, "shipper": shipper, "insurer": insurer}
