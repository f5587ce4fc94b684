"""A class round as a file for spreadsheets (CSV), which says what it holds and can be read again."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from fractions import Fraction

from mechanics import __version__
from mechanics.class_data.lists import MOST, Person, clean, unique, whole_bid
from mechanics.class_data.round import HALF, Line, Rule
from mechanics.sheets import cells, decoded, guarded, unguarded

FORMAT = "market mechanics class round 1"
CODEBOOK: Mapping[str, str] = {
    "name": "who bids; an apostrophe before = + - @ keeps a spreadsheet from computing it",
    "bid": "whole scudi; empty: no bid was made (not a bid of 0)",
    "decision": "bid, or no bid",
    "place": "1 is the highest bid after the coin; empty without a bid",
    "won": "yes or no",
    "paid": "scudi paid; the revenue is the sum",
    "result": "worth of the prize won less paid; scudi",
    "why": "the payment in one sentence",
}
SETTINGS: Mapping[str, str] = {
    "format": "what kind of file this is",
    "version": "of Market Mechanics, which wrote it",
    "seed": "of the coin that decides ties",
    "worth": "scudi that a prize is worth to everybody",
    "prizes": "how many equal prizes there are",
    "loser_pays": "share of the bid that is paid without winning, in %, rounded down to whole scudi",
    "rule": "the rule in words",
}
SHARE = {0: Fraction(0), 50: HALF, 100: Fraction(1)}


def save(lines: Sequence[Line], rule: Rule) -> bytes:
    """Return the file: one row a person, then the settings, then the codebook; UTF-8 with the mark that Excel needs."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    out.writerow(CODEBOOK)
    out.writerows(_row(line) for line in lines)
    out.writerows([[], ["setting", "value", "meaning"]])
    values = (FORMAT, __version__, rule.seed, rule.worth, rule.prizes, int(100 * rule.loser_pays), str(rule))
    out.writerows([name, value, said] for (name, said), value in zip(SETTINGS.items(), values, strict=True))
    out.writerows([[], ["column", "", "meaning"]])
    out.writerows([name, "", said] for name, said in CODEBOOK.items())
    return text.getvalue().encode("utf-8-sig")


def load(content: bytes | str) -> tuple[tuple[Person, ...], Rule]:
    """Return people and rule of a file that `save` wrote, also one saved by a spreadsheet with ; or tabs.

    Raises ValueError with one sentence if it is no such file or a cell of it cannot be meant."""
    rows = cells(decoded(content))
    if not is_ours(rows):
        raise ValueError("This is not the file of a class round: one that was downloaded here is needed.")
    gap = next((i for i, row in enumerate(rows) if not any(cell.strip() for cell in row)), len(rows))
    named = {row[0].strip(): row[1].strip() for row in rows[gap:] if len(row) > 1}
    people = [_person(row, rows[0]) for row in rows[1:gap]]
    if len(people) > MOST:
        raise ValueError(f"A class has at most {MOST} names; this file has {len(people)}.")
    return unique(people), _rule(named)


def is_ours(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows begin like the file of a class round and name its format."""
    heads = [cell.strip() for cell in rows[0]] if rows else []
    return heads[:2] == ["name", "bid"] and any([*row, "", ""][1].strip() == FORMAT for row in rows)


def _row(line: Line) -> list[object]:
    gap = line.bid is None
    said = "no bid" if gap else "bid"
    won = "yes" if line.won else "no"
    known = ["" if value is None else value for value in (line.bid, said, line.place)]
    return [guarded(line.name), *known, won, line.paid, line.result, guarded(line.why)]


def _person(row: Sequence[str], heads: Sequence[str]) -> Person:
    filled = dict(zip((head.strip() for head in heads), row, strict=False))
    name, bid = clean(unguarded(filled["name"])), filled.get("bid", "").strip()
    if not name:
        raise ValueError("A row of this file has no name; every row needs one.")
    try:
        return Person(name, whole_bid(bid) if bid else None)
    except ValueError as error:
        raise ValueError(f"In the row of {name}: {error}.") from None


def _rule(named: Mapping[str, str]) -> Rule:
    try:
        numbers = [int(named[name]) for name in ("worth", "prizes", "seed", "loser_pays")]
        worth, prizes, seed, share = numbers
        return Rule(worth, prizes, SHARE[share], seed)
    except (KeyError, ValueError):
        asked = "worth, prizes, loser_pays (0, 50 or 100) and seed"
        raise ValueError(f"The settings of this file cannot be read: {asked} must be whole numbers in it.") from None
