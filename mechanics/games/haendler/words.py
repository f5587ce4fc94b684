"""Die Händler in words: options, questions, the steps of a purse, and what a table may agree on before play."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.haendler.box import CHOICES, Box
from mechanics.games.haendler.state import LETTERS
from mechanics.table import Option, View

WORDS: Mapping[str, Mapping[Option, str]] = {
    "DH-8": {"nothing": "load nothing"},
    "DH-9": {"nothing": "load nothing"},
    "DH-10": {"refuse": "refuse to carry them"},
    "DH-16": {"stay": "leave the courier where he is"},
    "DH-26": {"pass": "pass"},
    "DH-30": {"take": "take a promissory note", "no": "no promissory note"},
    "DH-R19": {"keep": "keep the note", "redeem": "redeem it"},
    "DH-R31": {
        "none": "not now", "keep": "leave it to the order of play", "use": "win the tie with a card", "pay": "pay",
        "waive": "waive the cost with a card",
    },
}  # fmt: skip
CARDS: Mapping[str, str] = {
    "Günstiger Einkauf": "Günstiger Einkauf: up to {box.bargain_goods} goods for {box.bargain} together",
    "Lagerverkauf": "Lagerverkauf: sell goods from your warehouses at the purchase price",
    "Kurier": "Kurier: the courier rides up to {box.courier_steps[Kurier]} spaces",
    "Express-Kurier": "Express-Kurier: the courier rides up to {box.courier_steps[Express-Kurier]} spaces",
    "Wagnerei": "Wagnerei: after your tile any wagon moves up to {box.wagon_steps[Wagnerei]} spaces more",
    "Große Wagnerei": "Große Wagnerei: after your tile any wagon moves up to {box.wagon_steps[Große Wagnerei]} spaces "
    "more",
    "Kontor": "Kontor: buy {box.office_more} good more",
    "Großes Kontor": "Großes Kontor: load {box.great_office} goods without being loading master",
    "free loading": "free loading: load your goods without a fee, and nobody can refuse",
    "cheaper climb": "cheaper climb: one rank at half its price",
    "special sale": "special sale: the bank buys one of your goods for {box.special_price}",
    "price nudge": "price nudge: after the discs one price goes one row up or down",
    "extra move": "extra move: after your tile any wagon moves up to {box.wagon_steps[extra move]} spaces more",
    "waived cost": "waived cost: your rank costs nothing this time",
    "won tie": "won tie: win a tie for loading master, and pay {box.tie_rebate} less",
}


def label(rule: str, option: Option, box: Box) -> str:
    """Return an option in words: a card by what it does, a wagon by where it heads."""
    if option in CARDS:
        return CARDS[str(option)].format(box=box)
    words = WORDS.get(rule, {}).get(option)
    return words or _two_words(rule, str(option)) or str(option)


def _two_words(rule: str, option: str) -> str:
    """Return a pair of words that belong together: a wagon and a city, a good and a place."""
    one, _, two = option.partition(" ")
    if one in tuple(LETTERS):
        return f"wagon {one} to {two}"
    if two in tuple(LETTERS):
        return f"sell {one} on wagon {two}: special sale"
    if rule in ("DH-17", "DH-R31") and two not in ("", "up", "down"):
        return f"sell {one} in {two}: special sale"
    return {"DH-8": f"load {option}", "DH-19": f"{one} in {two}", "DH-R27": f"space {option}"}.get(rule, "")


def question(view: View) -> str:
    """Return what is asked of this seat, as one sentence."""
    because = getattr(view.allowed, "because", "")
    lot = view.board.lot
    wagon, city = ("", "") if lot is None else (f"wagon {LETTERS[lot]}", view.board.wagons[lot].spot.city)
    because = because[:1].upper() + because[1:]
    return QUESTIONS.get(view.rule, "").format(board=view.board, because=because, wagon=wagon, city=city)


QUESTIONS: Mapping[str, str] = {
    "DH-1": "Which goods do you buy?",
    "DH-2": "{because}. Where do you store it?",
    "DH-5": "How much do you bid to be loading master of {wagon} in {city}?",
    "DH-8": "You are loading master of {wagon} in {city}. What do you load?",
    "DH-9": "What do you load on {wagon} in {city}?",
    "DH-10": "{because} on {wagon}. What fee do you ask for a piece?",
    "DH-12": "Which wagon do you move?",
    "DH-13": "How far does it go?",
    "DH-16": "{because}. Where does the courier ride?",
    "DH-R27": "On which space of the road {because} does he stop?",
    "DH-R16": "Which green card do you take?",
    "DH-17": "Where do you set the two pointers of your disc?",
    "DH-19": "Which goods do you sell from your warehouses?",
    "DH-26": "Do you bid for a red card?",
    "DH-27": "Which red card do you take?",
    "DH-30": "{because}. Do you take a promissory note?",
    "DH-R19": "Do you redeem your promissory note?",
    "DH-31": "How many ranks do you climb?",
    "DH-R31": "{because}. Do you play a card?",
    "DH-33": "The game is over.",
}

# The steps in which a purse becomes what it is at the end: each gathers the entries whose reason begins so.
STEPS: Mapping[str, tuple[str, ...]] = {
    "start": ("DH-S1",),
    "goods bought": ("DH-1",),
    "loading master": ("DH-5",),
    "transport fees": ("DH-10",),
    "goods sold": ("DH-19", "DH-21", "DH-R31"),
    "bonus": ("DH-22",),
    "red cards": ("DH-26",),
    "representation": ("DH-29",),
    "promissory notes": ("DH-30",),
    "climb": ("DH-31",),
}

# What a table may agree on before play: box fields and the values offered.
SETTINGS: Mapping[str, tuple[object, ...]] = CHOICES
