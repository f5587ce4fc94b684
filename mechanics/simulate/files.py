"""A tournament as a file for spreadsheets (CSV), which says what it holds and can be read again."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mechanics.sheets import cells, decoded, guarded, unguarded
from mechanics.simulate.results import FIRST, FROM, MONEY, TO

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "market mechanics tournament 1"
CODEBOOK: Mapping[str, str] = {
    "game": "number of the game, from 0",
    "deal": "games of one deal have the same cards and dice; its number, from 0",
    "line_up": "the strategies that meet, whatever their chairs",
    "seat": "the chair, P1 the first",
    "strategy": "who sits there; an apostrophe before = + - @ keeps a spreadsheet from computing it",
    "score": "as the rules count it; the highest wins",
    "place": "1 is the best; equal scores share the better place, a strategy with a fault is last",
    "cash": "money in the purse at the end",
    "fault": "why the random robot took over in this game; empty: it did not",
}
MOVES: Mapping[str, str] = {
    MONEY: "what this step changed in the purse; all steps together are the cash",
    TO: "money that went there in this game",
    FROM: "money that came from the bank in this game",
}
COUNTER = "as the game counts it, at its end"
SETTINGS: Mapping[str, str] = {
    "format": "what kind of file this is",
    "version": "of Market Mechanics, which wrote it",
    "game": "which game was played",
    "box": "numbers of the game that were changed; empty: none",
    "seed": "with it the same strategies play the same games again",
    "seats": "players at a table",
    "games": "how many games were asked for; fewer rows: it was interrupted",
}
WORDS = ("line_up", "seat", "strategy", "fault")


def save(frame: pd.DataFrame) -> bytes:
    """Return the file: one row per game and seat, the settings, the codebook; UTF-8 with the mark that Excel needs."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    heads = [str(name) for name in frame.columns]
    out.writerow(heads)
    out.writerows([_cell(value) for value in row] for row in frame.itertuples(index=False, name=None))
    out.writerows([[], ["setting", "value", "meaning"]])
    known = {"format": FORMAT, **frame.attrs}
    out.writerows([name, _cell(known.get(name, "")), said] for name, said in SETTINGS.items())
    out.writerows([[], ["column", "", "meaning"]])
    out.writerows([name, "", _meaning(name)] for name in heads)
    return text.getvalue().encode("utf-8-sig")


def load(content: bytes | str) -> pd.DataFrame:
    """Return the frame of a file that `save` wrote, also one saved by a spreadsheet with ; or tabs.

    Raises ValueError with one sentence if it is no such file or a cell of it cannot be meant."""
    import pandas as pd

    played, settings = _blocks(cells(decoded(content)))
    heads = [cell.strip() for cell in played[0]]
    named = {row[0].strip(): row[1].strip() for row in settings if len(row) > 1}
    if tuple(heads[: len(FIRST)]) != FIRST or named.get("format") != FORMAT or not {*SETTINGS} <= {*named}:
        raise ValueError("This is not the file of a tournament: one that was downloaded here is needed.")
    listed = [_row(heads, row, number) for number, row in enumerate(played[1:], 2)]
    frame = pd.DataFrame(listed, columns=heads)
    frame.attrs = {name: _number(unguarded(named[name])) for name in SETTINGS if name != "format"}
    return frame


def _blocks(rows: Sequence[Sequence[str]]) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    """Return what was played and the settings: the rows before and after the first empty one."""
    blocks: list[list[Sequence[str]]] = [[]]
    for row in rows:
        if any(cell.strip() for cell in row):
            blocks[-1].append(row)
        else:
            blocks.append([])
    return blocks[0] or [[]], (blocks[1:2] or [[]])[0]


def _cell(value: object) -> object:
    return guarded(value) if isinstance(value, str) else value


def _meaning(column: str) -> str:
    moved = (said for begin, said in MOVES.items() if column.startswith(begin))
    return CODEBOOK.get(column) or next(moved, COUNTER)


def _row(heads: Sequence[str], row: Sequence[str], number: int) -> list[int | str]:
    filled = [*row, *[""] * (len(heads) - len(row))]
    try:
        return [
            unguarded(cell.strip()) if head in WORDS else int(cell) for head, cell in zip(heads, filled, strict=False)
        ]
    except ValueError:
        raise ValueError(f"Row {number} of this file cannot be read: all but names must be whole numbers.") from None


def _number(text: str) -> int | str:
    return int(text) if text.isdecimal() else text
