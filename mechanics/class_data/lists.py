"""A class list as it is typed or pasted: one name and one whole bid a line; a gap stays a gap."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

MOST = 60  # names in one class
HIGHEST = 500  # scudi in one bid
LONGEST = 60  # letters in one name
GAPS = {"", "-", "–", "—", "?"}
HEADS = {"bid", "bids", "gebot", "gebote"}
ALLOWED = f"a bid is a whole number from 0 to {HIGHEST}, or left out"
# A name, a mark, and what looks like a number: with its sign, dots and commas, so that these are seen and refused.
AT_THE_END = re.compile(r"(?P<name>.*?)(?:\s*[;\t]\s*|\s*,\s+|\s+|,)(?P<bid>[+\-−]?[0-9][^\s;]*)")
STRAY = re.compile(r"(?<!\w)\d")  # a number that may be a bid in the wrong place; in "P2" it is part of a name
NUMBERED = re.compile(r" \([0-9]+\)$")  # as `unique` writes it
NUMBER_FIRST = re.compile(r"[+\-−]?[0-9]\S*")


Named = TypeVar("Named")


@dataclass(frozen=True)
class Person:
    """Somebody of the class: a name, and a bid in whole scudi, or None where there is no bid."""

    name: str
    bid: int | None = None


def parse(text: str) -> tuple[Person, ...]:
    """Return the people of a list, one a line: name, then tab, semicolon, comma or spaces, then a whole bid.

    A name alone, or with "-" for a bid, has no bid. The second "Ann" becomes "Ann (2)". Raises ValueError with one
    sentence for each line that cannot be read, and for more than 60 names; then nothing of the list counts. The
    sentences name lines only, never what stands in them: they are shown before the bids are."""
    people, wrong = [], []
    for number, line in _lines(text):
        try:
            people.append(_person(line))
        except ValueError as error:
            wrong.append(f"Line {number}: {error}.")
    if len(people) + len(wrong) > MOST:
        wrong.append(f"A class has at most {MOST} names; these are {len(people) + len(wrong)}.")
    if wrong:
        raise ValueError("\n".join(wrong))
    return unique(people)


def unique(people: Iterable[Named]) -> tuple[Named, ...]:
    """Return the same people with names that differ, great and small letters counting as the same."""
    taken: set[str] = set()
    found: list[Any] = []
    for person in cast("Iterable[Any]", people):
        name, count = person.name, 1
        while name.casefold() in taken:
            count += 1
            name = f"{person.name} ({count})"
        taken.add(name.casefold())
        found.append(replace(person, name=name))
    return tuple(found)


def merge(before: Sequence[Person], after: Sequence[Person]) -> tuple[Person, ...]:
    """Return the list with a later one laid over it: who bids again has changed the bid, who is new comes at the end.

    A name that comes without a bid leaves the earlier bid as it is. Raises ValueError for more than 60 names."""
    kept = {person.name.casefold(): person for person in before}
    for person in after:
        key = person.name.casefold()
        if key not in kept or person.bid is not None:
            kept[key] = Person(kept[key].name if key in kept else person.name, person.bid)
    if len(kept) > MOST:
        raise ValueError(f"A class has at most {MOST} names; these would be {len(kept)}.")
    return tuple(kept.values())


def written(people: Iterable[Person]) -> str:
    """Return the list as text that `parse` reads back."""
    return "\n".join(f"{person.name}; {'-' if person.bid is None else person.bid}" for person in people)


def _lines(text: str) -> list[tuple[int, str]]:
    lines = [(number, line.strip().rstrip(";,").rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line.replace("\ufeff", "")]
    return lines[1:] if lines and _is_head(lines[0][1]) else lines


def _is_head(line: str) -> bool:
    cells = re.split(r"[;\t,]", line)
    return len(cells) == 2 and cells[1].strip().casefold() in HEADS


def _person(line: str) -> Person:
    name, bid = _split(line)
    name = clean(name)
    if not name:
        raise ValueError("there is no name; the name comes first, then the bid")
    if len(name) > LONGEST:
        raise ValueError(f"the name is too long; {LONGEST} letters are allowed")
    if not bid and STRAY.search(NUMBERED.sub("", name)):
        raise ValueError("the number in it does not stand at the end; the bid comes last, after a tab, ; , or a space")
    return Person(name, None if bid in GAPS else whole_bid(bid))


def _split(line: str) -> tuple[str, str]:
    """Cut a line into its name and the text of its bid ("" where it has none)."""
    found = AT_THE_END.fullmatch(line)
    if found:
        return found["name"], found["bid"]
    if NUMBER_FIRST.fullmatch(line):
        return "", line
    for mark in "\t;":
        if mark in line:
            name, _, bid = line.rpartition(mark)
            return name, bid.strip()
    name, _, last = line.rpartition(" ")
    return (name.rstrip(" ,"), "") if last in GAPS and name else (line, "")


def clean(name: str) -> str:
    """Return a name on one line, without the quotation marks of a spreadsheet."""
    name = " ".join(name.split())
    if len(name) > 1 and name[0] == name[-1] == '"':
        name = name[1:-1].replace('""', '"').strip()
    return name


def whole_bid(text: str) -> int:
    """Return a bid that was written as text; ValueError, saying what is allowed, if it is none from 0 to HIGHEST."""
    if re.fullmatch(r"[+\-−]?[0-9]+[.,][0-9]+", text):
        raise ValueError("the bid has a comma or a dot in it; only whole scudi are allowed")
    if not re.fullmatch(r"\+?[0-9]{1,6}", text) or int(text) > HIGHEST:
        raise ValueError(f"this bid is not allowed; {ALLOWED}")
    return int(text)
