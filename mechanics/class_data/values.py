"""A class with private values: its list as it is typed or pasted, and slips of paper whose values a seed repeats."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mechanics.class_data.lists import GAPS, LONGEST, MOST, NUMBERED, STRAY, clean, unique

DEAREST = 1000  # the highest value that can be drawn
HIGHEST = 9999  # what can be bid
COLUMNS = ("name", "value", "bid")
HEADS: Mapping[str, str] = {
    **dict.fromkeys(("name", "names", "who", "seat", "code", "seat code", "platz"), "name"),
    **dict.fromkeys(("value", "values", "worth", "wert", "werte"), "value"),
    **dict.fromkeys(("bid", "bids", "gebot", "gebote"), "bid"),
}
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"  # no I, O or Q, which look like a number on paper
NUMBER = re.compile(r"\+?([0-9]{1,4})(?:[.,]([0-9]{1,2}))?")
LIKE_A_NUMBER = re.compile(r"[+\-−]?[0-9.,]*[0-9][0-9.,]*")
MARKS = "put tabs or semicolons between the columns, or write decimals with a dot"


@dataclass(frozen=True)
class Bidder:
    """Somebody of the class: a name, what the prize is worth to him alone, and a bid; None where there is none."""

    name: str
    value: Fraction | None = None
    bid: Fraction | None = None


@dataclass(frozen=True)
class Slip:
    """A slip of paper: the code of a seat, by which its bid is read back, and the private value of that seat."""

    code: str
    value: int


def read_values(text: str, highest: int = 100) -> tuple[Bidder, ...]:
    """Return the bidders of a list, one a line: name, value, bid, between tabs, semicolons, commas or spaces.

    A first line with "name", "value" and "bid" puts the columns into another order. 12,5 and 12.5 both mean twelve and
    a half, two digits after the mark at most; between commas a decimal needs the dot. What is left out, or "-", is a
    gap and no 0. The second "Ann" becomes "Ann (2)". Raises ValueError with one sentence for each line that cannot be
    read, naming lines only and never what stands in them; then nothing of the list counts."""
    lines = _lines(text)
    order = _head(lines[0][1]) if lines else None
    return unique(_each(lines[1:] if order else lines, lambda line: _bidder(line, order or COLUMNS, highest)))


def read_codes(text: str, slips: Sequence[Slip]) -> tuple[Bidder, ...]:
    """Return the bidders of a list "seat code, bid", one a line, each with the value on the slip of that seat.

    A code alone has not bid yet. Raises ValueError as `read_values` does, also for a code that is on none of the slips
    or comes twice."""
    values = {slip.code: slip.value for slip in slips}
    lines = _lines(text)
    if lines and _head(lines[0][1]):
        lines = lines[1:]
    found = _each(lines, lambda line: _coded(line, values))
    twice = sorted({one.name for one in found if [other.name for other in found].count(one.name) > 1})
    if twice:
        raise ValueError(f"Each seat bids once; {', '.join(twice)} comes twice.")
    return found


def write_values(bidders: Iterable[Bidder]) -> str:
    """Return the list as text that `read_values` reads back."""
    return "\n".join(f"{one.name}; {_written(one.value)}; {_written(one.bid)}" for one in bidders)


def write_codes(bidders: Iterable[Bidder]) -> str:
    """Return the list as text that `read_codes` reads back."""
    return "\n".join(f"{one.name}; {_written(one.bid)}" for one in bidders)


def lay_over(before: Sequence[Bidder], after: Sequence[Bidder]) -> tuple[Bidder, ...]:
    """Return the list with a later one laid over it: who comes again has changed what is given, who is new comes last.

    Raises ValueError for more than 60 names."""
    kept = {one.name.casefold(): one for one in before}
    for one in after:
        old = kept.get(one.name.casefold(), one)
        value, bid = (new if new is not None else known for new, known in ((one.value, old.value), (one.bid, old.bid)))
        kept[one.name.casefold()] = Bidder(old.name, value, bid)
    if len(kept) > MOST:
        raise ValueError(f"A class has at most {MOST} names; these would be {len(kept)}.")
    return tuple(kept.values())


def deal(seats: int, seed: int, chances: Mapping[int, float]) -> tuple[Slip, ...]:
    """Return one slip a seat, its value drawn from `chances`, {value: chance}.

    The same seed gives the same slips, and more seats leave those before them as they are. The letter of a code depends
    on the seed, so that a mistyped code, or a slip of another seed, is noticed. Raises ValueError with what is
    allowed."""
    for what, number, low, high in (("number of seats", seats, 1, MOST), ("seed", seed, 0, 2**32 - 1)):
        if type(number) is not int or not low <= number <= high:
            raise ValueError(f"The {what} is a whole number from {low} to {high}; {number!r} is not.")
    if not chances or min(chances) < 0 or max(chances) > DEAREST:
        raise ValueError(f"Values on slips are whole numbers from 0 to {DEAREST}.")
    return tuple(_slip(seat, seed, chances) for seat in range(1, seats + 1))


def _slip(seat: int, seed: int, chances: Mapping[int, float]) -> Slip:
    rng = np.random.default_rng([seed, seat])
    letter = LETTERS[int(rng.integers(len(LETTERS)))]
    up_to = np.cumsum(np.array([float(chance) for chance in chances.values()]))
    place = int(np.searchsorted(up_to, rng.random() * up_to[-1], side="right"))
    return Slip(f"{seat}{letter}", list(chances)[place])


# --- from text to bidders ---------------------------------------------------------------------------------------------


def _lines(text: str) -> list[tuple[int, str]]:
    lines = [(number, line.strip(" \ufeff\r")) for number, line in enumerate(text.split("\n"), 1)]
    return [(number, line) for number, line in lines if line.strip(" \t;,")]


def _each(lines: Sequence[tuple[int, str]], read: Callable[[str], Bidder]) -> tuple[Bidder, ...]:
    found, wrong = [], []
    for number, line in lines:
        try:
            found.append(read(line))
        except ValueError as error:
            wrong.append(f"Line {number}: {error}.")
    if len(lines) > MOST:
        wrong.append(f"A class has at most {MOST} names; these are {len(lines)}.")
    if wrong:
        raise ValueError("\n".join(wrong))
    return tuple(found)


def _head(line: str) -> tuple[str, ...] | None:
    """Return the columns that a first line names, or None if it is no heading."""
    cells = [HEADS.get(clean(cell).casefold(), "") for cell in re.split(r"[\t;,]", line)]
    while cells and not cells[-1]:
        cells.pop()
    known = list(filter(None, cells))
    return tuple(cells) if {"name", "bid"} <= set(known) and len(known) == len(set(known)) else None


def _bidder(line: str, order: Sequence[str], highest: int) -> Bidder:
    cells = dict(zip(order, _cells(line, len(order)), strict=True))
    value = _amount(cells.get("value", ""), "value", highest)
    return Bidder(_name(cells["name"]), value, _amount(cells["bid"], "bid", HIGHEST))


def _coded(line: str, values: Mapping[str, int]) -> Bidder:
    code, bid = _cells(line, 2)
    code = clean(code).upper().replace(" ", "")
    if code not in values:
        raise ValueError("this seat code is on none of the slips; is the seed the one that stands on them")
    return Bidder(code, Fraction(values[code]), _amount(bid, "bid", HIGHEST))


def _cells(line: str, columns: int) -> list[str]:
    """Cut a line into its columns; cells that are missing at the end are gaps."""
    cells = _cut(line, columns)
    while len(cells) > columns and not cells[-1]:
        cells.pop()
    if len(cells) > columns:
        raise ValueError(f"there is more in it than {columns} columns; {MARKS}")
    return cells + [""] * (columns - len(cells))


def _cut(line: str, columns: int) -> list[str]:
    mark = next((mark for mark in "\t;" if mark in line), ",")
    if mark != "," or '"' in line:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True))]
    if re.search(r",\s", line):
        return _last_cells(re.split(r",\s+", line.removesuffix(",")), columns, ", ")
    words = line.split()
    if "," in line and (len(words) == 1 or not _is_cell(words[-1])):
        return [cell.strip() for cell in line.split(",")]
    return _last_cells(words, columns, " ")


def _last_cells(parts: list[str], columns: int, mark: str) -> list[str]:
    """Take numbers and gaps off the end; all that is left in front of them is the name."""
    end = len(parts)
    while end > 1 and len(parts) - end < columns - 1 and _is_cell(parts[end - 1]):
        end -= 1
    if columns > 2 and len(parts) - end == 1 and "," in parts[-1]:
        raise ValueError(f"the comma in it can stand between value and bid or in a decimal; {MARKS}")
    name = mark.join(parts[:end])
    if columns > 2 and STRAY.search(NUMBERED.sub("", name)):  # seat codes have numbers in them
        raise ValueError(f"there is more in it than a name, a value and a bid; {MARKS}")
    return [name, *parts[end:]]


def _is_cell(text: str) -> bool:
    return text in GAPS or _is_number(text)


def _is_number(text: str) -> bool:
    return LIKE_A_NUMBER.fullmatch(text.strip()) is not None


def _name(text: str) -> str:
    name = clean(text)
    if not name or _is_number(name):
        raise ValueError("there is no name; the name comes first, then the value, then the bid")
    if len(name) > LONGEST:
        raise ValueError(f"the name is too long; {LONGEST} letters are allowed")
    return name


def _amount(text: str, what: str, most: int) -> Fraction | None:
    """Return a number as it was written, None for a gap; ValueError, saying what is allowed, for anything else."""
    text = clean(text)
    if text in GAPS:
        return None
    found = NUMBER.fullmatch(text)
    number = Fraction(int(found[1])) + Fraction(int((found[2] or "0").ljust(2, "0")), 100) if found else None
    if number is None or number > most:
        digits = "with at most two digits after the comma or dot"
        raise ValueError(f"this {what} is not allowed; a {what} is a number from 0 to {most}, {digits}, or left out")
    return number


def _written(number: Fraction | None) -> str:
    return "-" if number is None else f"{float(number):.2f}".rstrip("0").rstrip(".")
