"""Fagin's Gang in words: options, questions, the steps of a purse, and what a table may agree on before play."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.fagin.box import GENTLE, SIX_FACES, TWO_EACH, Box
from mechanics.table import Option, View

MARKET, NOTHING, URCHINS, GOODS, MONEY = "market", "nothing", "urchins", "goods", "money"
PASS, ENOUGH, ENTER, UP, DOWN, TAKE, FAGIN = "pass", "that is all", "enter", "up", "down", "take", "Fagin"

WORDS: Mapping[str, Mapping[Option, str]] = {
    "FG-1": {
        MARKET: "open the market", NOTHING: "do nothing", URCHINS: "enter or move urchins",
        GOODS: "steal or swap goods", MONEY: "steal money",
    },
    "FG-13": {UP: "push it up", DOWN: "push it down"},
    "FG-14": {UP: "step to the space above", DOWN: "step to the space below"},
    "FG-16": {FAGIN: "home to Fagin: {box.fagin_fee} shillings and {box.leaving_costs} cubes"},
}  # fmt: skip


def label(rule: str, option: Option, box: Box) -> str:
    """Return an option in words: a place by its colour, an urchin by where it stands."""
    words = WORDS.get(rule, {}).get(option)
    return words.format(box=box) if words else LABELS.get(rule, _plain)(str(option), box)


def _plain(option: str, box: Box) -> str:
    return option


def _urchin(option: str, box: Box) -> str:
    """Return an urchin, a place that one may enter, or what stealing brings."""
    entered, place, space = option.removeprefix(f"{ENTER} "), *option.rpartition(" ")[::2]
    if entered in box.places:
        return f"a new urchin into {entered}: {_colour(entered, box)}"
    if place in box.places and space.isdecimal():
        return f"the urchin on space {space} of {place}: {_colour(place, box)}"
    if option in box.goods:
        return f"swap {box.swap_gives} for one {option}"
    return {TAKE: "take what is there"}.get(option, option)


def _goal(option: str, box: Box) -> str:
    """Return where an urchin goes."""
    return f"to {option}: {_colour(option, box)}" if option in box.places else f"space {option}"


def _colour(place: str, box: Box) -> str:
    return box.goods[box.places.index(place)]


LABELS = {"FG-11": _goal, "FG-16": _goal, "FG-12": _urchin, "FG-17": _urchin}


def question(view: View) -> str:
    """Return what is asked of this seat, as one sentence."""
    board, said = view.board, QUESTIONS.get(view.rule, "")
    if view.rule == "FG-5" and board.half:
        said = "Which cube do you {board.half} besides?"
    elif view.rule == "FG-17" and board.phase == MONEY:
        said = "Which urchin steals money?"
    elif view.rule == "FG-17" and TAKE in getattr(view.allowed, "options", ()):
        said = "{because}. What does it do?"
    elif view.rule == "FG-R13":
        said = f"How do you come down to {board.box.hand_limit} cubes?"
    because = getattr(view.allowed, "because", "")
    return said.format(board=board, because=because[:1].upper() + because[1:])


QUESTIONS: Mapping[str, str] = {
    "FG-1": "Which action do you choose?",
    "FG-4": "Do you buy or sell a cube?",
    "FG-5": "You hold the market coin. Which cube do you buy or sell first?",
    "FG-11": "{because}. Where does it go?",
    "FG-12": "Which urchin enters or moves?",
    "FG-13": "{because}. Which way do you push it?",
    "FG-14": "{because}. Where do you step?",
    "FG-16": "{because}, an end of the place. Where does it go?",
    "FG-17": "Which urchin steals goods?",
    "FG-R12": "The game is over.",
}

# The steps in which a purse becomes what it is at the end: each gathers the entries whose reason begins so.
STEPS: Mapping[str, tuple[str, ...]] = {
    "start": ("FG-S3",),
    "bought": ("FG-4 buys", "FG-5 buys"),
    "sold": ("FG-4 sells", "FG-5 sells"),
    "fee to Fagin": ("FG-16",),
    "stolen": ("FG-17",),
    "unsold cubes": ("FG-R12",),
}

# What a table may agree on before play: box fields and the values offered.
SETTINGS: Mapping[str, tuple[object, ...]] = {
    "mode": ("market", "gang"),
    "market_rounds": (TWO_EACH, 3, 4, 6, 8, 12),
    "initial_stock": (6, 3),
    "market_turns": (30, 10),
    "die": (SIX_FACES, GENTLE),
    "cubes_at_end": ("price", "tie-break"),
}
