"""Everything that is printed in the box of Traders of Osaka: cards, sea, tokens, and where each number comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mechanics.boxes import printed

TEXT, SOURCE, HOUSE = "text", "source: descriptions of the printed game", "house default"

SEATS = range(2, 5)
COLOURS = ("yellow", "blue", "green", "red")
GOODS = {"yellow": "rice", "blue": "porcelain", "green": "sake", "red": "silk"}
PLACES = ("Osaka", "Oshima", "Anori", "outer black current", "inner black current", "Edo")
CHOICES: Mapping[str, tuple[object, ...]] = {
    "reserve_from_production": (False, True),
    "excess_points": ("draw", "cap"),
    "tokens_count": ("same_colour", "all"),
    "hands": ("secret", "open"),
}


class Card(NamedTuple):
    """What is printed on a card: its colour, its value in coins, and its insurance symbols."""

    colour: str
    value: int
    symbols: int


@dataclass(frozen=True)
class Box:
    """The numbers of Traders of Osaka; change one with `dataclasses.replace(BOX, end_tokens=6)`.

    Values are in coins; a place is a number, 0 the port of departure. Raises ValueError with what is allowed if a
    setting makes no game."""

    colours: tuple[str, ...] = printed(COLOURS, SOURCE, "the colours of cards, ships and tokens")
    goods: Mapping[str, str] = printed(GOODS, HOUSE, "the good of each colour (the four goods are in a source)")
    per_colour: Mapping[int, int] = printed({2: 11, 3: 9, 5: 7}, SOURCE, "cards of each value in every colour")
    insurance: Mapping[int, int] = printed({2: 2, 3: 1, 5: 0}, SOURCE, "insurance symbols on a card, by its value")
    market: int = printed(5, TEXT, "cards in the market at the start")
    production: int = printed(3, TEXT, "cards in the production row")
    refill_draw: int = printed(2, TEXT, "cards drawn to the market besides those from the production")
    deal_target: int = printed(8, TEXT, "value of a starting hand from which on no more is drawn")
    places: tuple[str, ...] = printed(PLACES, SOURCE, "the places at sea, from the port of departure to the last")
    current: tuple[int, ...] = printed((3, 4), SOURCE, "the places in the black current")
    safe: int = printed(2, SOURCE, "the place with the anchor, where ships come back to from the current")
    tokens_each: int = printed(12, SOURCE, "tokens of each colour")
    end_tokens: int = printed(8, TEXT, "tokens of one player that end the game on a payday")
    step_one: int = printed(1, TEXT, "places that a ship sails for one card of its colour")
    step_many: int = printed(2, TEXT, "places that a ship sails for several cards of its colour")
    divisor: int = printed(5, TEXT, "products are rounded up to a multiple of this and divided by it")
    reserve_from_production: bool = printed(False, "text, ruling TO-R1", "may production cards be reserved, too")
    excess_points: str = printed("draw", SOURCE, "points beyond the cards sold: draw them from the pile, or cap them")
    tokens_count: str = printed("same_colour", SOURCE, "tokens that count at a sale: of the same_colour, or all")
    hands: str = printed("secret", "text: cards go to the hand", "hands: secret or open")

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            _one_of(name, getattr(self, name), allowed)
        for name in ("market", "deal_target", "end_tokens", "step_one", "step_many", "divisor"):
            _at_least(name, getattr(self, name), 1)
        for name in ("production", "refill_draw", "tokens_each"):
            _at_least(name, getattr(self, name), 0)
        for value, many in self.per_colour.items():
            _at_least("value of a card", value, 1)
            _at_least(f"number of cards of value {value}", many, 0)
            _at_least(f"number of symbols on a card of value {value}", self.insurance.get(value), 0)
        if missing := [colour for colour in self.colours if colour not in self.goods]:
            raise ValueError(f"Every colour is a good; there is none for {', '.join(missing)}.")
        for place in (self.safe, *self.current):
            if place not in range(self.edo):
                raise ValueError(f"The current and the anchor are places 0 to {self.edo - 1}; {place!r} is not.")
        self._check_deal()

    def _check_deal(self) -> None:
        hand = -(-self.deal_target // min(self.per_colour, default=1))
        needed = self.market + self.production + hand * SEATS[-1]
        if needed > len(self.cards):
            raise ValueError(f"The deal may take {needed} cards, but there are {len(self.cards)}.")

    @property
    def edo(self) -> int:
        """The place where ships arrive: the last one."""
        return len(self.places) - 1

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """What is printed on every card, by its number, 0 …; sorted by colour and value."""
        kinds = [(colour, value) for colour in self.colours for value in sorted(self.per_colour)]
        symbols, many = self.insurance, self.per_colour
        return tuple(Card(c, v, symbols[v]) for c, v in kinds for _ in range(many[v]))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every card in two words, by its number: "red 5"."""
        return tuple(f"{card.colour} {card.value}" for card in self.cards)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The coins of every card, by its number."""
        return tuple(card.value for card in self.cards)

    @cached_property
    def colour_of(self) -> tuple[int, ...]:
        """The place of every card's colour among the colours, by the card's number."""
        return tuple(self.colours.index(card.colour) for card in self.cards)

    @cached_property
    def as_coins(self) -> tuple[int, ...]:
        """The place of every card in a hand that is sorted as money: high values first."""
        order = sorted(range(len(self.cards)), key=lambda card: (-self.values[card], card))
        return tuple(order.index(card) for card in range(len(self.cards)))

    @property
    def row_words(self) -> str:
        """The rows in which a card may be reserved, in words."""
        return "the market or the production" if self.reserve_from_production else "the market"

    @property
    def token_words(self) -> str:
        """The tokens that count at a sale, in words."""
        return "own tokens of that colour" if self.tokens_count == "same_colour" else "all own tokens"

    @property
    def excess_words(self) -> str:
        """What becomes of points beyond the cards sold, in words."""
        return "are drawn unseen from the pile" if self.excess_points == "draw" else "lapse"

    @property
    def insurance_words(self) -> str:
        """The insurance symbols by value, in words."""
        *first, last = (f"{self.insurance[value]} on a {value}" for value in sorted(self.per_colour))
        return f"{', '.join(first)} and {last}" if first else last

    @property
    def arrival(self) -> str:
        """The name of the place where ships arrive."""
        return self.places[self.edo]

    @property
    def anchor(self) -> str:
        """The name of the place where ships come back to from the current."""
        return self.places[self.safe]

    @property
    def current_words(self) -> str:
        """The names of the places in the black current."""
        return " and ".join(self.places[place] for place in self.current)

    def worth(self, cards: tuple[int, ...]) -> int:
        """Return the coins of these cards together."""
        return sum(map(self.values.__getitem__, cards))

    def shown(self, cards: tuple[int, ...]) -> tuple[Card, ...]:
        """Return what is printed on these cards."""
        return tuple(map(self.cards.__getitem__, cards))

    def said(self, cards: tuple[int, ...]) -> str:
        """Return these cards in words: "red 5 and blue 3"."""
        *first, last = map(self.words.__getitem__, cards) if cards else ("nothing",)
        return f"{', '.join(first)} and {last}" if first else last


def _one_of(what: str, value: object, allowed: tuple[object, ...]) -> None:
    if not any(type(value) is type(one) and value == one for one in allowed):
        said = what.replace("_", " ")
        raise ValueError(f"The setting {said} can be {' or '.join(map(str, allowed))}; {value!r} is not one of them.")


def _at_least(what: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise ValueError(f"The {what.replace('_', ' ')} is a whole number, {least} or more; {value!r} is not.")


BOX = Box()
