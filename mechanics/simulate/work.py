"""The work of a tournament as bytes that any process can be given, and the one function that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any, NamedTuple

import cloudpickle

from mechanics.bots import random_legal
from mechanics.saving import game_named
from mechanics.simulate.clocks import Clock
from mechanics.simulate.guests import Guest, Limits
from mechanics.simulate.lineups import Match
from mechanics.simulate.results import Row, rows
from mechanics.table import Game, Seat, Strategy, name, play

Make = Callable[[], Strategy]


class Work(NamedTuple):
    """Some games of a tournament: the game by name, its box (None: the printed one), seed, limits, who sits where.

    strategies: by name, each packed."""

    game: str
    box: Any
    strategies: Mapping[str, bytes]
    seed: int
    limits: Limits
    matches: tuple[Match, ...]


def packed(called: str, strategy: Strategy) -> bytes:
    """Return a strategy as bytes, one from a notebook's cell with all that it uses.

    Raises ValueError with a sentence where that cannot be done."""
    try:
        return bytes(cloudpickle.dumps(strategy))
    except Exception as error:
        raise ValueError(
            f"The strategy “{called}” cannot be copied for its games ({error}); "
            "it may use numbers, words, functions and objects made of them, but no open file, lock or screen."
        ) from error


def pack(work: Work) -> bytes:
    """Return the work as bytes for `play_work`."""
    return bytes(cloudpickle.dumps(tuple(work)))


def play_work(work: bytes) -> list[list[Row]]:
    """Play packed work and return the rows of each of its games: all that an executor is ever given to do."""
    return list(games_of(work))


def games_of(work: bytes) -> Iterator[list[Row]]:
    """Play packed work game by game; each gives its rows, one a seat.

    Every game begins with strategies as they were packed, so what one remembers ends with its game."""
    todo = Work(*cloudpickle.loads(work))
    game, called = game_named(todo.game), list(todo.strategies)
    makers = [_maker(made) for made in todo.strategies.values()]
    with Clock() if todo.limits.seconds else nullcontext() as clock:
        for match in todo.matches:
            strategies = [makers[chair]() for chair in match.chairs]
            table, faults = one_game(game, todo.box, strategies, todo.seed, match.deal, todo.limits, clock)
            yield [_headed(match, called, seat) | row for seat, row in enumerate(rows(game, table, faults))]


def one_game(
    game: Game,
    box: Any,
    strategies: list[Strategy],
    seed: int,
    deal: int,
    limits: Limits,
    clock: Clock | None = None,
) -> tuple[Any, list[str]]:
    """Play one game between strategies that may fail; return its last table and each seat's fault ("" for none)."""
    guests = {seat: Guest(strategy, limits, clock) for seat, strategy in enumerate(strategies)}
    # The random robot cannot fail, so it may sit there itself: who plays games without views knows it.
    seated: Mapping[Seat, Strategy] = {
        seat: random_legal if _is_random(guest.strategy) else guest for seat, guest in guests.items()
    }
    table = play(game, seated, seed, box=box, number=deal)
    return table, [guest.fault for guest in guests.values()]


def _is_random(strategy: Strategy) -> bool:
    return type(strategy) is type(random_legal) and strategy == random_legal


def _maker(made: bytes) -> Make:
    """Return what makes a strategy afresh; one that a module holds is always the same, and loaded once."""
    one = cloudpickle.loads(made)
    return (lambda: one) if cloudpickle.loads(made) is one else (lambda: cloudpickle.loads(made))


def _headed(match: Match, called: list[str], seat: Seat) -> Row:
    line_up = " / ".join(called[one] for one in sorted(match.chairs))
    strategy = called[match.chairs[seat]]
    return {"game": match.number, "deal": match.deal, "line_up": line_up, "seat": name(seat), "strategy": strategy}
