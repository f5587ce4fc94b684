"""Everything that is printed in the box of Die Händler: goods, map, prices, ranks, cards, and where each comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from mechanics.auctions import Auction
from mechanics.boxes import printed

TEXT, SOURCE, HOUSE = "text", "source: the 1999 edition", "house default"

CITIES = ("Paris", "Köln", "Wien", "Brügge", "Hamburg", "Genua")
GOODS = ("cloth", "wine", "salt", "food", "iron", "silk")
MAKES = {
    "Paris": ("wine", "cloth", "silk"), "Köln": ("iron", "wine", "cloth"), "Wien": ("food", "iron", "silk"),
    "Brügge": ("cloth", "salt", "food"), "Hamburg": ("salt", "food", "iron"), "Genua": ("silk", "salt", "wine"),
}  # fmt: skip
ROADS = (
    ("Brügge", "Paris", 3), ("Brügge", "Köln", 3), ("Brügge", "Hamburg", 4), ("Hamburg", "Köln", 4),
    ("Hamburg", "Wien", 6), ("Köln", "Paris", 4), ("Köln", "Wien", 5), ("Köln", "Genua", 5), ("Paris", "Genua", 5),
    ("Wien", "Genua", 5),
)  # fmt: skip
WAGON_STARTS = {"Paris": ("Paris", "Köln", "Wien"), "Brügge": ("Brügge", "Hamburg", "Genua")}
COURIER_STARTS = {"Paris": "Hamburg", "Brügge": "Köln"}
RANKS = (
    "Krämer", "Höker", "Händler", "Kaufmann", "Großkaufmann", "Fernhändler", "Gildemeister", "Zunftherr", "Patrizier",
    "Schöffe", "Ratsherr",
)  # fmt: skip
BARGAIN, WAREHOUSE, COURIER, EXPRESS = "Günstiger Einkauf", "Lagerverkauf", "Kurier", "Express-Kurier"
WHEELER, GREAT_WHEELER, OFFICE, GREAT_OFFICE = "Wagnerei", "Große Wagnerei", "Kontor", "Großes Kontor"
RED = (BARGAIN, WAREHOUSE, COURIER, EXPRESS, WHEELER, GREAT_WHEELER, OFFICE, GREAT_OFFICE)
FREE_LOADING, CHEAPER_CLIMB, SPECIAL_SALE, NUDGE = "free loading", "cheaper climb", "special sale", "price nudge"
EXTRA_MOVE, WAIVED, WON_TIE = "extra move", "waived cost", "won tie"
GREEN = (FREE_LOADING, CHEAPER_CLIMB, SPECIAL_SALE, NUDGE, EXTRA_MOVE, WAIVED, WON_TIE)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "first_cities": ("drawn", *WAGON_STARTS),
    "empty_wagons_move": ("yes", "no"),
    "influence_pick": ("choose", "top"),
    "warehouse_sale": ("before", "after"),
    "climb_price": ("per_rank", "per_climb"),
    "finish_round": ("yes", "no"),
    "money": ("secret", "open"),
}


@dataclass(frozen=True)
class Box:
    """The numbers of Die Händler; change one with `dataclasses.replace(BOX, start=4000)`.

    Money is in guilders, in steps of 100. Raises ValueError with what is allowed if a setting makes no game."""

    start: int = printed(5000, TEXT, "guilders for everybody at the start")
    step: int = printed(100, SOURCE, "guilders of the smallest coin: every bid, fee and price is a multiple of it")
    goods: tuple[str, ...] = printed(GOODS, SOURCE, "the six kinds of goods")
    goods_each: int = printed(9, SOURCE, "pieces of each kind; one of them marks the price")
    cities: tuple[str, ...] = printed(CITIES, TEXT, "the cities, in the order in which their wagons are auctioned")
    makes: Mapping[str, tuple[str, ...]] = printed(MAKES, HOUSE, "the goods that each city makes")
    roads: tuple[tuple[str, str, int], ...] = printed(ROADS, HOUSE, "roads, with the spaces between their two cities")
    wagon_starts: Mapping[str, tuple[str, ...]] = printed(WAGON_STARTS, TEXT, "where the wagons stand at the start")
    first_cities: str = printed("drawn", TEXT, "which of the two starts: drawn, Paris or Brügge")
    courier_starts: Mapping[str, str] = printed(COURIER_STARTS, "ruling DH-R27", "where the courier starts")
    buy: tuple[int, ...] = printed(
        (100, 200, 300, 400, 500, 600), HOUSE, "purchase prices from the bottom row up (the first 100 is in the text)"
    )
    sell: tuple[int, ...] = printed((300, 400, 500, 600, 700, 800), HOUSE, "sale prices from the bottom row up")
    bonus: tuple[int, ...] = printed((0, 100, 200, 300, 400, 500), HOUSE, "steps of a city's bonus (0 to 500 in 1999)")
    bonus_wagon: int = printed(0, SOURCE, "bonus of a city where a wagon starts")
    bonus_other: int = printed(200, SOURCE, "bonus of the other cities at the start")
    buy_limit: int = printed(3, TEXT, "goods that a player may buy")
    double_buy_rounds: int = printed(1, "ruling DH-R1", "rounds in which goods are bought twice")
    load_master: int = printed(3, TEXT, "goods that the loading master may load, all of one kind")
    load_other: int = printed(2, TEXT, "goods that every other player may load")
    highest_fee: int = printed(1300, HOUSE, "highest transport fee a piece: the most that a piece can earn")
    tiles: tuple[int, ...] = printed((1, 2, 3, 4), TEXT, "movement tiles of each player")
    lots: Mapping[int, int] = printed({2: 1, 3: 2, 4: 3}, TEXT, "red cards auctioned in a round at most, by players")
    open_cards: int = printed(4, TEXT, "red cards that lie open")
    lowest_bid: int = printed(100, HOUSE, "lowest bid for a red card")
    ranks: tuple[str, ...] = printed(RANKS, HOUSE, "the ranks from the bottom up (Krämer and Ratsherr are in a source)")
    representation: tuple[int, ...] = printed(
        tuple(range(0, 1100, 100)), HOUSE, "what each rank costs in a round, from the bottom up"
    )
    max_climb: int = printed(2, TEXT, "ranks that a player may climb in a round")
    climb: int = printed(500, HOUSE, "price of a climb before the first arrival")
    climb_rise: int = printed(100, HOUSE, "how much each arrival raises the price of a climb")
    note: int = printed(2000, TEXT, "guilders that a promissory note brings")
    note_back: int = printed(2500, TEXT, "guilders that redeem a promissory note")
    end_arrivals: Mapping[int, int] = printed({2: 6, 3: 7, 4: 8}, TEXT, "arrivals that end the game, by players")
    most_rounds: int = printed(40, HOUSE, "rounds after which the game ends in any case")
    red: tuple[str, ...] = printed(RED, SOURCE, "the eight red investment cards")
    bargain_goods: int = printed(3, SOURCE, "Günstiger Einkauf: goods that cost one price together")
    bargain: int = printed(100, SOURCE, "Günstiger Einkauf: what they cost together")
    office_more: int = printed(1, HOUSE, "Kontor: goods that may be bought more")
    great_office: int = printed(3, HOUSE, "Großes Kontor: goods that may be loaded without being loading master")
    courier_steps: Mapping[str, int] = printed({COURIER: 3, EXPRESS: 6}, HOUSE, "how far each card moves the courier")
    wagon_steps: Mapping[str, int] = printed(
        {WHEELER: 2, GREAT_WHEELER: 4, EXTRA_MOVE: 2}, HOUSE, "how far each card moves a wagon besides the own tile"
    )
    green: tuple[str, ...] = printed(GREEN, HOUSE, "the kinds of green influence cards (three effects are in the text)")
    green_each: int = printed(3, HOUSE, "green cards of each kind (21 in all is in a source)")
    special_price: int = printed(800, TEXT, "special sale: what the bank pays for one piece")
    tie_rebate: int = printed(200, HOUSE, "won tie: guilders off the bid")
    empty_wagons_move: str = printed("yes", "ruling DH-R9", "may empty wagons be moved: yes or no")
    influence_pick: str = printed("choose", "ruling DH-R16", "green cards: choose from the stack, or take the top one")
    warehouse_sale: str = printed("before", "ruling DH-R23", "warehouse sale: before or after the prices change")
    climb_price: str = printed("per_rank", "ruling DH-31", "the price is paid per_rank or per_climb")
    finish_round: str = printed("yes", "ruling DH-R20", "is the round of the last arrival played to its end: yes or no")
    money: str = printed("secret", "ruling DH-R29", "money: secret or open")

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            _one_of(name, getattr(self, name), allowed)
        _at_least("step", self.step, 1)
        for name in MONEY:
            _money(name, getattr(self, name), self.step)
        for name in COUNTS:
            _at_least(name, getattr(self, name), 0)
        for name in ("goods_each", "most_rounds"):
            _at_least(name, getattr(self, name), 1)
        _as_many("sale prices", self.sell, "purchase prices", self.buy)
        _as_many("representation costs", self.representation, "ranks", self.ranks)
        for bonus in (self.bonus_wagon, self.bonus_other):
            _one_of("bonus at the start", bonus, self.bonus)
        for seats, arrivals in self.end_arrivals.items():
            _at_least(f"number of arrivals with {seats} players", arrivals, 1)
            _at_least(f"number of red cards auctioned with {seats} players", self.lots.get(seats), 0)
        for tile in self.tiles or (0,):
            _at_least("number on a tile", tile, 1)
        self._check_map()

    def _check_map(self) -> None:
        named = [city for a, b, _ in self.roads for city in (a, b)]
        named += [city for start, cities in self.wagon_starts.items() for city in (*cities, self.courier_starts[start])]
        for city in (*self.makes, *named):
            _one_of("city", city, self.cities)
        if missing := [city for city in self.cities if city not in self.makes]:
            raise ValueError(f"Every city makes goods, if only (); there is nothing about {', '.join(missing)}.")
        for good in (good for goods in self.makes.values() for good in goods):
            _one_of("good", good, self.goods)
        for good, makers in self.made_in.items():
            _at_least(f"number of cities that make {good}", len(makers), 1)
        for a, b, many in self.roads:
            _at_least(f"number of spaces from {a} to {b}", many, 1)

    @cached_property
    def forward(self) -> frozenset[tuple[str, str]]:
        """The two cities of every road, in the order in which the box names them."""
        return frozenset((a, b) for a, b, _ in self.roads)

    @cached_property
    def spaces(self) -> Mapping[tuple[str, str], int]:
        """The spaces of the road from one city to another, in both directions."""
        there = {(a, b): many for a, b, many in self.roads}
        return there | {(b, a): many for a, b, many in self.roads}

    @cached_property
    def roads_from(self) -> Mapping[str, tuple[str, ...]]:
        """The cities that a road leads to from each city, in the order of the cities."""
        return {a: tuple(b for b in self.cities if (a, b) in self.spaces) for a in self.cities}

    @cached_property
    def made_in(self) -> Mapping[str, tuple[str, ...]]:
        """The cities that make each good, in the order of the cities."""
        return {good: tuple(city for city in self.cities if good in self.makes[city]) for good in self.goods}

    @cached_property
    def loading_auction(self) -> Auction:
        """The sealed auction of the loading master: the winner pays his bid, the others nothing, ties by order."""
        return Auction((1,), loser_pays=0, step=self.step, tie="order")

    @property
    def climb_words(self) -> str:
        """How the price of a climb is paid, in words."""
        return "for every rank" if self.climb_price == "per_rank" else "once for the whole climb"

    @property
    def pick_words(self) -> str:
        """How a green card is taken, in words."""
        return "looks through the stack and chooses" if self.influence_pick == "choose" else "takes the top one"

    def climb_now(self, arrivals: int, seats: int) -> int:
        """Return the price of a climb after so many arrivals; the display ends where the game ends."""
        return self.climb + self.climb_rise * min(arrivals, self.end_arrivals[seats])

    def half(self, price: int) -> int:
        """Return half of a price, rounded up to whole coins."""
        return -(-price // (2 * self.step)) * self.step


MONEY = (
    "start", "buy", "sell", "bonus", "highest_fee", "lowest_bid", "representation", "climb", "climb_rise", "note",
    "note_back", "bargain", "special_price", "tie_rebate",
)  # fmt: skip
COUNTS = (
    "buy_limit", "double_buy_rounds", "load_master", "load_other", "open_cards", "max_climb", "bargain_goods",
    "office_more", "great_office", "green_each",
)  # fmt: skip


def _one_of(what: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"The {_said(what)} can be {' or '.join(map(str, allowed))}; {value!r} is not one of them.")


def _at_least(what: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise ValueError(f"The {_said(what)} is a whole number, {least} or more; {value!r} is not.")


def _money(what: str, value: object, step: int) -> None:
    for amount in value if isinstance(value, tuple) else (value,):
        if type(amount) is not int or amount < 0 or amount % step:
            raise ValueError(f"The {_said(what)} is in guilders, a multiple of {step}; {amount!r} is not.")


def _as_many(what: str, some: tuple[object, ...], of: str, others: tuple[object, ...]) -> None:
    if len(some) != len(others):
        raise ValueError(f"There are as many {what} as {of}: {len(others)}; {len(some)} are given.")


def _said(what: str) -> str:
    return {"buy": "purchase price", "sell": "sale price"}.get(what, what.replace("_", " "))


BOX = Box()
