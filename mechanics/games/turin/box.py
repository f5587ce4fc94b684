"""Everything that is printed in the box of Turin Market: cards, payouts, limits, and where each number comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from mechanics.auctions import HALF, Auction
from mechanics.boxes import printed

TEXT, HOUSE = "text", "house default"

# Three units of the first good, two of the second, one of the third; goods in the order of the payout card.
CARDS = (
    (0, 8, 2), (1, 3, 6), (2, 6, 7), (3, 7, 2), (3, 8, 4), (4, 2, 3), (4, 5, 1), (5, 0, 3), (5, 4, 7),
    (6, 4, 0), (6, 5, 2), (6, 7, 8), (7, 1, 0), (7, 5, 3), (7, 8, 4), (8, 1, 0), (8, 2, 1), (8, 6, 5),
)  # fmt: skip
GOODS = ("truffle", "hazelnut", "artichoke", "lemon", "grape", "pepper", "tomato", "onion", "potato")


@dataclass(frozen=True)
class Box:
    """The numbers of Turin Market; change one with `dataclasses.replace(BOX, start=20)`.

    Money is in scudi. Raises ValueError with what is allowed if a setting makes no game."""

    start: int = printed(15, TEXT, "scudi for everybody at the start")
    loan_cash: int = printed(10, TEXT, "scudi that a loan brings")
    loan_back: int = printed(15, TEXT, "scudi that a loan costs after the payouts")
    max_loans: int = printed(1, TEXT, "loans a player may take")
    loser_pays: Fraction = printed(HALF, TEXT, "share of the bid that a loser pays, rounded down")
    levy: int = printed(1, TEXT, "scudi that every other owner pays to the majority")
    bank_debt_step: int = printed(2, TEXT, "scudi of extra debt when the bank pays a levy")
    hand: Mapping[int, int] = printed({2: 6, 3: 6, 4: 4, 5: 3}, TEXT, "cards dealt to each, by players")
    centre: Mapping[int, int] = printed({2: 0, 3: 0, 4: 2, 5: 3}, TEXT, "cards face up in the centre, by players")
    held_back: Mapping[int, int] = printed({2: 1, 3: 1, 4: 0, 5: 0}, TEXT, "hand cards never auctioned, by players")
    awards: Mapping[int, tuple[int, ...]] = printed(
        {2: (2, 0), 3: (2, 1, 0), 4: (2, 1, 1, 0), 5: (2, 2, 1, 0, 0)}, TEXT, "cards for each place, by players"
    )
    awards_first: Mapping[int, tuple[int, ...]] = printed(
        {4: (1, 1, 0, 0), 5: (1, 1, 1, 0, 0)}, TEXT, "cards for each place in the opening auction"
    )
    column: str = printed("classic", TEXT, "payout column: classic or new")
    money: str = printed("open", TEXT, "money: open or secret")
    games: int = printed(1, TEXT, "games in a row whose scores are added (the match has 3)")
    goose: str = printed("off", TEXT, "the goose: off, tie (take it and lose the tie) or fewest (its holder bids +1)")
    lowest_price: int = printed(1, "ruling TM-R8", "lowest price of a card for sale")
    goods: tuple[str, ...] = printed(GOODS, HOUSE, "the nine goods, in payout order (grape is in the text)")
    classic: tuple[int, ...] = printed((4, 4, 5, 5, 6, 7, 7, 8, 8), HOUSE, "classic payouts (grape 6 is in the text)")
    new: tuple[int, ...] = printed((8, 8, 7, 7, 6, 5, 5, 4, 4), HOUSE, "new payouts, in red")
    cards: tuple[tuple[int, int, int], ...] = printed(CARDS, HOUSE, "the 18 cards: goods with 3, 2 and 1 units")

    def __post_init__(self) -> None:
        _one_of("payout column", self.column, ("classic", "new"))
        _one_of("money", self.money, ("open", "secret"))
        _one_of("goose", self.goose, ("off", "tie", "fewest"))
        _at_least("number of games", self.games, 1)
        for says in ("start", "loan_cash", "loan_back", "max_loans", "levy", "bank_debt_step"):
            _at_least(says, getattr(self, says), 0)
        _at_least("lowest price", self.lowest_price, 1)
        for column in ("classic", "new"):
            _one_each(f"{column} payouts", getattr(self, column), len(self.goods))
        for seats in self.hand:
            _enough(seats, self.hand[seats] * seats + self.centre[seats], len(self.cards))
        Auction((1,), loser_pays=self.loser_pays)

    @cached_property
    def payouts(self) -> tuple[int, ...]:
        """The payout of each good in the column agreed on."""
        return self.classic if self.column == "classic" else self.new

    @cached_property
    def units(self) -> tuple[int, ...]:
        """How many units of each good there are on all cards."""
        return tuple(sum(self.on_card(card)[good] for card in self.deck) for good in range(len(self.goods)))

    @cached_property
    def deck(self) -> range:
        """The numbers of the cards, 1 … 18."""
        return range(1, len(self.cards) + 1)

    @property
    def loser_share(self) -> str:
        """The share that losers pay, in words."""
        words = {Fraction(0): "nothing", Fraction(1, 2): "half of it", Fraction(1): "all of it"}
        return words.get(self.loser_pays, f"{self.loser_pays} of it")

    @cached_property
    def _units(self) -> tuple[tuple[int, ...], ...]:
        goods = range(len(self.goods))
        return tuple(tuple(3 * (g == a) + 2 * (g == b) + (g == c) for g in goods) for a, b, c in self.cards)

    @cached_property
    def _auctions(self) -> Mapping[tuple[int, ...], Auction]:
        awards = (*self.awards.values(), *self.awards_first.values())
        return {prizes: Auction(prizes, loser_pays=self.loser_pays, reserve=1, tie="rebid") for prizes in awards}

    def on_card(self, card: int) -> tuple[int, ...]:
        """Return the units of each good on this card."""
        return self._units[card - 1]

    @cached_property
    def _goods(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple((good, units) for good, units in enumerate(row) if units) for row in self._units)

    def goods_on(self, card: int) -> tuple[tuple[int, int], ...]:
        """Return the goods on this card, each with its units."""
        return self._goods[card - 1]

    def holds(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the units of each good on these cards."""
        units = [self._units[card - 1] for card in cards]
        return tuple(map(sum, zip(*units, strict=True))) if cards else (0,) * len(self.goods)

    def auction(self, seats: int, opening: bool) -> Auction:
        """Return the rule of one auction: awards, what losers pay, ties by a second round."""
        return self._auctions[self.awards_first[seats] if opening else self.awards[seats]]

    def says(self, card: int) -> str:
        """Return a card in words."""
        three, two, one = (self.goods[good] for good in self.cards[card - 1])
        return f"card {card}: 3 {three}, 2 {two}, 1 {one}"


def _one_of(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"The {what} can be {' or '.join(allowed)}; {value!r} is not one of them.")


def _one_each(what: str, values: tuple[int, ...], goods: int) -> None:
    if len(values) != goods:
        raise ValueError(f"The {what} are one for each of the {goods} goods; {len(values)} are given.")
    for value in values:
        _at_least(f"lowest of the {what}", value, 0)


def _enough(seats: int, needed: int, cards: int) -> None:
    if needed > cards:
        raise ValueError(f"With {seats} players {needed} cards are dealt, but there are {cards}.")


def _at_least(what: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise ValueError(f"The {what.replace('_', ' ')} is a whole number, {least} or more; {value!r} is not.")


BOX = Box()
