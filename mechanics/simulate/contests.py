"""Tournaments: many games between strategies, in this process or on any executor, with the same result."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, as_completed
from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from mechanics import __version__
from mechanics.saving import game_named, key_of
from mechanics.simulate.guests import Limits
from mechanics.simulate.lineups import Match, matches
from mechanics.simulate.results import FIRST, Row
from mechanics.simulate.work import Work, games_of, pack, packed, play_work
from mechanics.table import Chance, Game, Strategy

if TYPE_CHECKING:
    import pandas as pd

DECISIONS = 10_000  # of one strategy in one game; the longest games that robots play take a few hundred
CHUNK = 50  # games in one piece of work at most
PIECES = 64  # of work for an executor at least, where there are as many games


def tournament(
    game: Game | str,
    strategies: Mapping[str, Strategy],
    games: int = 120,
    seed: int = 0,
    seats: int = 3,
    *,
    box: Any = None,
    executor: Executor | None = None,
    progress: bool = True,
    chunk: int | None = None,
    decisions: int = DECISIONS,
    seconds: float | None = None,
) -> pd.DataFrame:
    """Return one row per game and seat: game, deal, line_up, seat, strategy, score, place (1 best), cash, fault, more.

    What follows are the game's own counters and the movements of money (see `results.rows`). Every line-up plays the
    same deals, on every chair (see `lineups.matches`). The same seed gives the same frame in this process, on any
    `executor` (processes, threads, Dask's `client.get_executor()`) and in any `chunk` of games. A strategy starts every
    game as it was given. One that raises, answers illegally or is asked for more than `decisions` answers is replaced
    by the random robot for the rest of that game: its place is the last, `fault` says why. So is one that thinks longer
    than `seconds` in a game; that depends on the machine, and is the one exception to the same frame.
    Interrupted, it returns the games that are finished. Raises ValueError with what is allowed."""
    played = game_named(game) if isinstance(game, str) else game
    _check(played, strategies, games, seats)
    Chance(seed)
    packs = {called: packed(called, who) for called, who in strategies.items()}
    work = Work(key_of(played), box, packs, seed, Limits(decisions, seconds), ())
    todo = matches(len(packs), seats, games)
    size = chunk or (CHUNK if executor is None else max(1, min(CHUNK, games // PIECES)))
    pieces = (pack(work._replace(matches=piece)) for piece in _cut(todo, size))
    done = _here(pieces) if executor is None else _there(pieces, executor)
    frame = _frame(_gathered(done, games, played.NAME, progress))
    frame.attrs = {
        "version": __version__, "game": work.game, "box": changed(box, played.BOX), "seed": seed, "seats": seats,
        "games": games,
    }  # fmt: skip
    return frame


def changed(box: Any, printed: Any) -> str:
    """Return in words which numbers of a box (None: the printed one) are not as printed, "" if all are."""
    pairs = ((f.name, getattr(box, f.name)) for f in (() if box is None else fields(box)))
    return "; ".join(f"{name} = {value}" for name, value in pairs if value != getattr(printed, name))


def _check(game: Game, strategies: Mapping[str, Strategy], games: int, seats: int) -> None:
    """Refuse what makes no tournament, with what is allowed."""
    if seats not in game.SEATS:
        raise ValueError(f"{game.NAME} is for {game.SEATS[0]} to {game.SEATS[-1]} players; {seats!r} is not possible.")
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"A tournament has a whole number of games, 1 or more; {games!r} is not one.")
    if not strategies:
        raise ValueError("A tournament needs at least one strategy: {name: function of (view, rng)}.")
    for called, who in strategies.items():
        if not isinstance(called, str) or called.strip() != called or not called or not callable(who):
            raise ValueError(f"A strategy is a function of (view, rng) under a name; {called!r}: {who!r} is none.")


def _cut(todo: Iterator[Match], size: int) -> Iterator[tuple[Match, ...]]:
    while piece := tuple(islice(todo, size)):
        yield piece


# --- where the games are played ---------------------------------------------------------------------------------------


def _here(pieces: Iterator[bytes]) -> Iterator[list[Row]]:
    """Play in this process, game by game."""
    for piece in pieces:
        yield from games_of(piece)


def _there(pieces: Iterator[bytes], executor: Executor) -> Iterator[list[Row]]:
    """Let an executor play; what is finished comes as it is finished, also after an interruption."""
    waiting: set[Future[list[list[Row]]]] = {executor.submit(play_work, piece) for piece in pieces}
    try:
        for future in as_completed(tuple(waiting)):
            yield from future.result()
            waiting.discard(future)
    except (KeyboardInterrupt, BrokenExecutor):
        yield from (game for future in _whole(waiting) for game in future.result())
        raise
    finally:
        for future in waiting:
            future.cancel()


def _whole(futures: set[Future[list[list[Row]]]]) -> list[Future[list[list[Row]]]]:
    """Return those that have come to a good end."""
    return [one for one in futures if one.done() and not one.cancelled() and one.exception() is None]


def _gathered(done: Iterator[list[Row]], games: int, called: str, progress: bool) -> dict[int, list[Row]]:
    """Return the rows of every finished game by its number, a bar going along; an interruption ends it with a word."""
    from tqdm.auto import tqdm

    finished: dict[int, list[Row]] = {}
    with tqdm(total=games, desc=called, unit="game", disable=not progress) as bar:
        try:
            for rows in done:
                finished[rows[0]["game"]] = rows
                bar.update()
        except (KeyboardInterrupt, BrokenExecutor) as stop:
            why = "It was interrupted" if isinstance(stop, KeyboardInterrupt) else f"A worker process was lost ({stop})"
            warnings.warn(f"{why}: {len(finished)} of {games} games are finished and returned.", stacklevel=4)
    return finished


def _frame(finished: Mapping[int, Sequence[Row]]) -> pd.DataFrame:
    import pandas as pd

    listed = [row for number in sorted(finished) for row in finished[number]]
    return pd.DataFrame(listed, columns=None if listed else list(FIRST))
