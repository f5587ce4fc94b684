"""Traders of Osaka in words: options, questions, the steps of a hand, and what a table may agree on before play."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.osaka.box import CHOICES, Box
from mechanics.games.osaka.turns import BELOW, BUY, OWN, RESERVE, TAKE
from mechanics.table import Option, View


def label(rule: str, option: Option, box: Box) -> str:
    """Return an option in words: a card by what it brings here, a colour by its good."""
    said = str(option)
    if rule == "TO-S4":
        return f"{said}: {box.goods[said]}"
    if said == BUY:
        return "buy the whole market"
    if said.startswith(TAKE):
        own = " from under your piece" if said.startswith(TAKE + OWN) else ""
        return f"{said.replace(OWN, '', 1)}{own}: {said.rpartition(' ')[2]} coins in your hand"
    if said.startswith(RESERVE):
        where = "the production" if said.endswith(BELOW) else "the market"
        return f"{said}: nobody else can take it out of {where} or buy it"
    return said + _saves(rule, said, box)


def _saves(rule: str, card: str, box: Box) -> str:
    """Return what a card insures."""
    colour, _, value = card.partition(" ")
    return f": saves up to {box.insurance[int(value)]} {colour} cards" if rule == "TO-19" else ""


def question(view: View) -> str:
    """Return what is asked of this seat, as one sentence."""
    because = getattr(view.allowed, "because", "")
    return QUESTIONS.get(view.rule, "").format(because=because[:1].upper() + because[1:])


QUESTIONS: Mapping[str, str] = {
    "TO-S4": "Which token do you take?",
    "TO-A": "What do you do?",
    "TO-R14": "Which cards do you pay with?",
    "TO-19": "A ship has arrived. Which cards do you discard to insure cargo in the black current?",
    "TO-R16": "{because}. Which ones?",
    "TO-22": "The game is over.",
}

# The steps in which a hand becomes what it is at the end: each gathers the entries whose reason begins so.
STEPS: Mapping[str, tuple[str, ...]] = {
    "start": ("TO-S2",),
    "coins taken": ("TO-8",),
    "paid for goods": ("TO-4 pays",),
    "overpaid": ("TO-4 overpays",),
    "insurance": ("TO-19",),
}

# What a table may agree on before play: box fields and the values offered.
SETTINGS: Mapping[str, tuple[object, ...]] = CHOICES
