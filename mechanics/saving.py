"""A game as text: what a save holds, and how it is packed so that no text search reads hands or bids."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from importlib import import_module
from typing import Any, cast

from mechanics.table import Answer, Free, Game, Seat

FORMAT = 1
GAMES = ("turin", "haendler", "fagin", "osaka")


@dataclass(frozen=True)
class Saved:
    """Everything that a save holds; pending envelopes are in it, so that nothing is lost."""

    game: str
    seats: int
    names: tuple[str, ...]
    seed: int
    number: int
    box: Any
    robots: Mapping[Seat, str]
    marks: tuple[str, ...]
    over: bool
    log: tuple[Mapping[Seat, Answer], ...]
    envelopes: Mapping[Seat, Answer]


def game_named(key: str) -> Game:
    """Return the game's module ("turin"); raises ValueError naming the games there are."""
    if key not in GAMES:
        raise ValueError(f"There is no game {key!r} here; there are {', '.join(GAMES)}.")
    return cast(Game, import_module(f"mechanics.games.{key}"))


def key_of(game: Game) -> str:
    """Return the short name of a game: the last part of its module's name."""
    return cast(Any, game).__name__.rsplit(".", 1)[-1]


def to_text(saved: Saved) -> str:
    """Return a save as JSON: game, seats, names, seed, changed box fields and robots in the open, answers packed."""
    printed = game_named(saved.game).BOX
    changed = {f.name: getattr(saved.box, f.name) for f in fields(saved.box)}
    changed = {name: value for name, value in changed.items() if value != getattr(printed, name)}
    data = {
        "format": FORMAT, "game": saved.game, "seats": saved.seats, "names": list(saved.names), "seed": saved.seed,
        "number": saved.number, "box": {name: _encode(value) for name, value in changed.items()},
        "robots": _encode(saved.robots), "marks": list(saved.marks), "over": saved.over,
        "packed": _pack(_encode((saved.log, saved.envelopes))),
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=1)


def from_text(text: str) -> Saved:
    """Return what `to_text` wrote; raises ValueError with one sentence for a broken, foreign or newer file."""
    data = _read(text)
    try:
        log, envelopes = _decode(_unpack(data["packed"]))
        box = replace(game_named(data["game"]).BOX, **{name: _decode(value) for name, value in data["box"].items()})
        names = ("game", "seats", "names", "seed", "number", "robots", "marks")
        open_parts = {name: _decode(data[name]) for name in names}
        return _checked(Saved(box=box, over=bool(data["over"]), log=log, envelopes=envelopes, **open_parts))
    except (KeyError, TypeError, AttributeError, IndexError, ArithmeticError) as error:
        raise ValueError(f"This file is not a whole saved game: {error} is missing or wrong.") from None


KINDS: Mapping[str, type] = {
    "seats": int, "names": tuple, "seed": int, "number": int, "robots": dict, "marks": tuple, "log": tuple,
    "envelopes": dict,
}  # fmt: skip
PARTS: Mapping[str, type] = {"names": str, "marks": str, "robots": int, "log": dict, "envelopes": int}


def _checked(saved: Saved) -> Saved:
    """Return what was read, or raise ValueError naming the part that is of a wrong kind."""
    wrong = [part for part, kind in KINDS.items() if type(getattr(saved, part)) is not kind]
    if not wrong:
        wrong = [part for part, kind in PARTS.items() if not all(type(one) is kind for one in getattr(saved, part))]
    if wrong:
        raise ValueError(f"This file is not a whole saved game: its {wrong[0]} cannot be read.")
    return saved


def _read(text: str) -> Any:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("This file is not a saved game: it is not JSON.") from None
    if not isinstance(data, dict) or "format" not in data:
        raise ValueError("This file is not a saved game of Market Mechanics.")
    if data["format"] != FORMAT:
        raise ValueError(f"This game was saved in format {data['format']}; this version reads format {FORMAT}.")
    return data


def _encode(value: Any) -> Any:
    """Return a value as JSON that `_decode` turns back into the same plain value."""
    if isinstance(value, Free):
        return {"free": value.option}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Mapping):
        return {"map": [[key, _encode(part)] for key, part in value.items()]}
    return [_encode(part) for part in value] if isinstance(value, tuple | list) else value


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_decode, value))
    if not isinstance(value, dict):
        return value
    if "free" in value:
        return Free(value["free"])
    if "fraction" in value:
        return Fraction(value["fraction"])
    return {_decode(key): _decode(part) for key, part in value["map"]}


def _pack(data: Any) -> str:
    return base64.b85encode(zlib.compress(json.dumps(data).encode(), 9)).decode()


def _unpack(text: str) -> Any:
    try:
        return json.loads(zlib.decompress(base64.b85decode(text)))
    except (ValueError, RecursionError, zlib.error):
        raise ValueError("This file is damaged: its answers cannot be read.") from None
