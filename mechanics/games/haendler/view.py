"""What a seat may see of Die Händler, field by field, and what it cannot know dealt anew."""

from __future__ import annotations

from dataclasses import dataclass

from mechanics.games.haendler.box import Box
from mechanics.games.haendler.state import Loading, Sold, Spot, Table, Turned, Wagon, cash, scores
from mechanics.sight import seen
from mechanics.steps import Standing
from mechanics.table import Ask, Seat, View


@dataclass(frozen=True, slots=True)
class Board:
    """The table of Die Händler as one seat sees it; a purse of None is closed (DH-R29)."""

    box: Box
    seats: int
    phase: str
    round: int
    first: Seat
    stock: tuple[int, ...]
    rows: tuple[int, ...]
    stores: tuple[tuple[tuple[str, ...], ...], ...]
    wagons: tuple[Wagon, ...]
    courier: Spot | None
    bonus: tuple[int, ...]
    ranks: tuple[int, ...]
    notes: tuple[int, ...]
    arrivals: int
    end_arrivals: int
    climb: int
    arrived: tuple[int, ...]
    tiles: tuple[tuple[int, ...], ...]
    lot: int | None
    red_open: tuple[str, ...]
    red_left: int
    reds: tuple[tuple[str, ...], ...]
    used: tuple[str, ...]
    standing: Standing | None
    won: tuple[Seat, ...]
    greens: tuple[str, ...]
    green_sizes: tuple[int, ...]
    green_left: int
    green_gone: tuple[str, ...]
    purses: tuple[int | None, ...]
    loadings: tuple[Loading, ...]
    turns: tuple[Turned, ...]
    sales: tuple[Sold, ...]
    past: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...] | None


def view(ask: Ask[Table], seat: Seat | None) -> View:
    """Return what this seat (None: a spectator) may know: its own choice, purse and cards, and what lies open."""
    return seen(ask, seat, board(ask.table, seat))


def board(table: Table, seat: Seat | None) -> Board:
    """Return the table as this seat sees it."""
    return Board(
        box=table.box,
        seats=table.seats,
        phase=table.phase,
        round=table.round,
        first=table.first,
        stock=table.stock,
        rows=table.rows,
        stores=table.stores,
        wagons=table.wagons,
        courier=table.courier,
        bonus=table.bonus,
        ranks=table.ranks,
        notes=table.notes,
        arrivals=table.arrivals,
        end_arrivals=table.box.end_arrivals[table.seats],
        climb=table.box.climb_now(table.arrivals, table.seats),
        arrived=table.arrived,
        tiles=table.tiles,
        lot=table.lot,
        red_open=table.red_open,
        red_left=len(table.red_deck),
        reds=table.reds,
        used=table.used,
        standing=table.standing,
        won=table.won,
        greens=table.greens[seat] if seat is not None and table.greens else (),
        green_sizes=tuple(map(len, table.greens)),
        green_left=len(table.green_stack),
        green_gone=table.green_gone,
        purses=tuple(_seen(table, seat, other) for other in range(table.seats)),
        loadings=table.loadings,
        turns=table.turns,
        sales=table.sales,
        past=table.past,
        scores=scores(table) if not table.phase else None,
    )


def _seen(table: Table, seat: Seat | None, other: Seat) -> int | None:
    """DH-R29: money is behind the screens until the end.

    All payments are open, so whoever keeps count knows every purse; the screen only spares nobody the counting."""
    return cash(table, other) if table.box.money == "open" or not table.phase or other == seat else None
