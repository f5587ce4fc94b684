"""What a seat may see of Fagin's Gang, field by field: everything, for nothing in this game is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from mechanics.games.fagin.box import Box
from mechanics.games.fagin.state import Counts, Holding, Market, Table, Trade, Turned, on_turn, scores, worth
from mechanics.sight import seen
from mechanics.table import Ask, Rng, Seat, View


@dataclass(frozen=True, slots=True)
class Board:
    """The table of Fagin's Gang, the same for everybody; cubes are counted by good, in the order of the box."""

    box: Box
    seats: int
    phase: str
    round: int
    first: Seat
    active: Seat | None
    offset: int
    stock: Counts
    store: Counts
    aside: Counts
    hands: tuple[Counts, ...]
    purses: tuple[int, ...]
    opened: bool
    coin: Seat | None
    trader: Seat | None
    passed: tuple[Seat, ...]
    taken: tuple[int, ...]
    half: str
    trades: tuple[Trade, ...]
    sessions: tuple[Market, ...]
    turns: tuple[Turned, ...]
    streets: tuple[tuple[Seat | None, ...], ...]
    constables: tuple[int, ...]
    waiting: tuple[int, ...]
    home: tuple[int, ...]
    acted: tuple[str, ...]
    past: tuple[tuple[int, ...], ...]
    last: Holding | None
    scores: tuple[int, ...] | None

    @property
    def mode(self) -> str:
        """The game in the box: "market" or "gang"."""
        return self.box.mode

    @property
    def rounds(self) -> int:
        """The number of rounds at most."""
        return self.box.rounds(self.seats)

    @property
    def prices(self) -> Counts:
        """The price of each good as the wheel stands."""
        return self.box.prices[self.offset]

    @property
    def worth(self) -> tuple[int, ...]:
        """The net worth of every seat now: shillings and cubes at the price of the wheel."""
        return worth(Holding(self.purses, self.hands), self.prices) if self.hands else self.purses

    @property
    def order(self) -> tuple[Seat, ...]:
        """The order of trading turns in this session, anti-clockwise from the holder of the coin; () without one."""
        return () if self.coin is None else tuple((self.coin - i) % self.seats for i in range(self.seats))


def view(ask: Ask[Table], seat: Seat | None) -> View:
    """Return what this seat (None: a spectator) may know: its own choice, and the whole table."""
    return seen(ask, seat, board(ask.table))


def board(table: Table) -> Board:
    """Return the table as everybody sees it."""
    return Board(
        box=table.box,
        seats=table.seats,
        phase=table.phase,
        round=table.round,
        first=table.first,
        active=on_turn(table) if table.phase in ACTING else None,
        offset=table.offset,
        stock=table.stock,
        store=table.store,
        aside=table.aside,
        hands=table.hands,
        purses=table.ledger.balances[: table.seats],
        opened=table.opened,
        coin=table.coin,
        trader=table.trader,
        passed=table.passed,
        taken=table.taken,
        half=table.half,
        trades=table.trades,
        sessions=table.sessions,
        turns=table.turns,
        streets=table.streets,
        constables=table.constables,
        waiting=table.waiting,
        home=table.home,
        acted=table.acted,
        past=table.past,
        last=table.last,
        scores=scores(table) if not table.phase else None,
    )


ACTING = frozenset({"action", "trade", "urchins", "goods", "money"})


def redeal(table: Table, seat: Seat, rng: Rng) -> Table:
    """Return the table as it is: everything lies open, so there is nothing to deal anew."""
    return table
