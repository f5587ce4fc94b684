"""Everything that is printed in the box of Fagin's Gang: goods, wheel, stalls, places, and where each comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from mechanics import wheels
from mechanics.boxes import printed

TEXT, SOURCE, HOUSE = "text", "source: reviews and the publisher's page", "house default"

GOODS = ("blue", "purple", "green", "yellow", "black", "red")
CALLED = ("books", "jewellery", "fruit", "watches", "silverware", "handkerchiefs")
PLACES = ("Bow Street", "Holborn Hill", "Chertsey", "Saffron Hill", "Clerkenwell", "Jacob's Island")
SIX_FACES, GENTLE = "1 2 3 4 5 6", "0 1 1 2"
TWO_EACH = "two_each"
CHOICES: Mapping[str, tuple[str, ...]] = {"mode": ("market", "gang"), "cubes_at_end": ("price", "tie-break")}


@dataclass(frozen=True)
class Box:
    """The numbers of Fagin's Gang; change one with `dataclasses.replace(BOX, mode="gang")`.

    Money is in shillings. Raises ValueError with what is allowed if a setting makes no game."""

    mode: str = printed("market", "ruling FG-R8", "market: the Smithfield Market alone; gang: the whole game")
    market_rounds: int | str = printed(TWO_EACH, "ruling FG-R12", "market: rounds of the game; two_each: two a player")
    initial_stock: int = printed(6, HOUSE, "cubes in every stall at the start (3 makes a market with two sides)")
    market_turns: int = printed(30, "ruling FG-R10 (house default)", "trading turns of a player in a session at most")
    die: str = printed(SIX_FACES, HOUSE, "faces of the die, and the places that the wheel is turned for each")
    cubes_at_end: str = printed(
        "price", HOUSE, "market: unsold cubes count the last wheel's price, or only break ties (ruling FG-R12)"
    )
    start: int = printed(20, SOURCE, "shillings for everybody at the start")
    start_each: int = printed(1, SOURCE, "cubes of each colour for everybody at the start")
    goods: tuple[str, ...] = printed(GOODS, HOUSE, "the six colours, in the order of the wheel")
    called: tuple[str, ...] = printed(CALLED, SOURCE, "what the cubes of each colour are")
    cubes_each: int = printed(30, SOURCE, "cubes of each colour in the box")
    warehouse: Mapping[int, int] = printed(
        {2: 15, 3: 15, 4: 20, 5: 25, 6: 30}, SOURCE, "cubes of each colour in play, by players"
    )
    ring: tuple[int, ...] = printed((2, 4, 6, 8, 10, 12), HOUSE, "prices on the wheel (6 and 12 are in the text)")
    stall: int = printed(6, HOUSE, "cubes that a stall can hold")
    opener_limit: int = printed(2, TEXT, "cubes that the holder of the market coin may trade in a turn")
    other_limit: int = printed(1, TEXT, "cubes that every other player may trade in a turn")
    places: tuple[str, ...] = printed(PLACES, HOUSE, "the six places, one a colour (three names are in the text)")
    urchins: int = printed(5, SOURCE, "urchins of every player")
    home_needed: int = printed(3, SOURCE, "urchins back with Fagin that end the game")
    gang_rounds: int = printed(12, "ruling FG-R14 (house default)", "gang: rounds of the game at most")
    spaces: int = printed(11, HOUSE, "spaces of a place, numbered from 0 at the top (0, 2, 4, 5 and 7 are in a source)")
    entry: int = printed(5, SOURCE, "space on which an urchin enters")
    step_costs: int = printed(2, SOURCE, "cubes of the place's colour that a space costs")
    leaving_costs: int = printed(2, HOUSE, "cubes of the place's colour that leaving a place costs")
    fagin_fee: int = printed(15, SOURCE, "shillings that Fagin takes for an urchin who comes home")
    most_places: int = printed(3, TEXT, "places at which one action may be taken")
    most_urchins: int = printed(3, SOURCE, "urchins that steal goods in one action")
    least_loot: int = printed(1, HOUSE, "what an urchin on the space of entry steals, in cubes or shillings")
    loot_spaces: int = printed(2, HOUSE, "spaces away from the entry that bring one more")
    swap_gives: int = printed(3, SOURCE, "cubes given in a swap for one of another colour")
    hand_limit: int = printed(12, HOUSE, "gang: cubes that a player keeps when the books are balanced")

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            _one_of(name, getattr(self, name), allowed)
        for name in COUNTS:
            _at_least(name, getattr(self, name), 0)
        for name in POSITIVE:
            _at_least(name, getattr(self, name), 1)
        if self.market_rounds != TWO_EACH:
            _at_least("number of market rounds", self.market_rounds, 1)
        for price in self.ring:
            _at_least("price on the wheel", price, 0)
        _faces(self.die)
        for what, named in (("names of goods", self.called), ("places", self.places), ("prices", self.ring)):
            _as_many(what, named, self.goods)
        if self.entry >= self.spaces or self.initial_stock > self.stall:
            raise ValueError("Urchins enter on a space of the place, and a stall holds at least what it starts with.")
        for seats, cubes in self.warehouse.items():
            _enough(seats, cubes, self.cubes_each, seats * self.start_each + self.initial_stock)

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """The numbers on the faces of the die."""
        return tuple(map(int, self.die.split()))

    @cached_property
    def prices(self) -> tuple[tuple[int, ...], ...]:
        """The price of each good at every offset of the wheel (FG-3)."""
        return tuple(map(tuple, wheels.prices(self.ring, range(len(self.ring))).tolist()))

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The place of each good, and of each location, in its order."""
        return {name: i for names in (self.goods, self.places) for i, name in enumerate(names)}

    @cached_property
    def trades(self) -> tuple[tuple[str, str, int], ...]:
        """Every trade of one cube: as an option ("buy blue"), its verb, the place of its good."""
        return tuple((f"{verb} {good}", verb, i) for verb in ("buy", "sell") for i, good in enumerate(self.goods))

    @property
    def counts_cubes(self) -> bool:
        """Say whether unsold cubes are paid for at the end."""
        return self.mode == "market" and self.cubes_at_end == "price"

    def rounds(self, seats: int) -> int:
        """Return how many rounds a game has at most."""
        if self.mode == "gang":
            return self.gang_rounds
        return 2 * seats if isinstance(self.market_rounds, str) else self.market_rounds

    def loot(self, space: int) -> int:
        """Return what an urchin on this space steals, in cubes or shillings."""
        return self.least_loot + abs(space - self.entry) // self.loot_spaces

    @property
    def rounds_said(self) -> str:
        """The length of the market game in words."""
        if self.market_rounds == TWO_EACH:
            return "two rounds for every player"
        return f"{self.market_rounds} round{'s' * (self.market_rounds != 1)}"

    @property
    def worth_said(self) -> str:
        """What unsold cubes are worth at the end of the market game, in words."""
        return "is paid for at the last price" if self.cubes_at_end == "price" else "only breaks ties"

    @property
    def end_said(self) -> str:
        """How this game ends and is won, in words."""
        if self.mode == "market":
            unsold = f"every unsold cube {self.worth_said}"
            return f"after {self.rounds_said}, before the wheel turns; {unsold}, and most shillings win"
        home = f"{self.home_needed} urchins home"
        first = f"after the round in which somebody has {home}, after {self.gang_rounds} rounds at the latest"
        return f"{first}; most shillings win, among those with {home} if there are any, and cubes break ties"


COUNTS = (
    "initial_stock", "start", "start_each", "opener_limit", "other_limit", "urchins", "entry",
    "step_costs", "leaving_costs", "fagin_fee", "most_places", "most_urchins", "least_loot", "swap_gives", "hand_limit",
)  # fmt: skip
POSITIVE = ("market_turns", "stall", "home_needed", "gang_rounds", "spaces", "loot_spaces")


def _one_of(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"The {_said(what)} can be {' or '.join(allowed)}; {value!r} is not one of them.")


def _at_least(what: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise ValueError(f"The {_said(what)} is a whole number, {least} or more; {value!r} is not.")


def _faces(die: object) -> None:
    words = die.split() if isinstance(die, str) else []
    if not words or not all(word.isdecimal() for word in words):
        raise ValueError(f'The die is its faces with spaces between them, as "{SIX_FACES}"; {die!r} is not.')


def _as_many(what: str, named: tuple[object, ...], goods: tuple[str, ...]) -> None:
    if len(named) != len(goods):
        raise ValueError(f"There are as many {what} as goods: {len(goods)}; {len(named)} are given.")


def _enough(seats: int, cubes: int, there: int, needed: int) -> None:
    if not needed <= cubes <= there:
        raise ValueError(
            f"With {seats} players {needed} cubes of each colour are needed at the start and {there} are in the box; "
            f"{cubes} cannot be in play."
        )


def _said(what: str) -> str:
    return what.replace("_", " ")


BOX = Box()
GANG = Box(mode="gang")
