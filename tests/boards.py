"""How the tests look at the board of any game: whole games to draw, and what is drawn as tables, labels and sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from typing import Any

from mechanics.bots import robots
from mechanics.saving import game_named
from mechanics.session import Session
from mechanics.table import View

NAMES = ("Anna", "Berta", "Zoë", "Gio", "Öz", "Maximilian")
# For each number of seats, and with every setting that shows.
SHOWN: dict[str, tuple[dict[str, Any], ...]] = {
    "turin": (
        {"seats": 2}, {"seats": 3}, {"seats": 4}, {"seats": 5},
        {"seats": 3, "seed": 8, "money": "secret", "column": "new", "goose": "fewest"},
        {"seats": 2, "seed": 3, "games": 3}, {"seats": 4, "seed": 2, "goose": "tie"},
    ),
    "fagin": (
        {"seats": 2}, {"seats": 6, "seed": 8}, {"seats": 3, "cubes_at_end": "tie-break", "die": "0 1 1 2"},
        {"seats": 3, "seed": 3, "mode": "gang"}, {"seats": 6, "seed": 2, "mode": "gang"},
    ),
    "haendler": (
        {"seats": 2}, {"seats": 3}, {"seats": 4},
        {"seats": 3, "seed": 8, "money": "open", "climb_price": "per_climb"},
        {"seats": 4, "seed": 2, "who": "hauler"}, {"seats": 2, "seed": 3, "who": "climber"},
    ),
    "osaka": (
        {"seats": 2}, {"seats": 3}, {"seats": 4}, {"seats": 3, "seed": 8, "hands": "open"},
        {"seats": 4, "seed": 2, "reserve_from_production": True, "excess_points": "cap"},
    ),
}  # fmt: skip
# How many steps lie between two views: no number that has a factor in common with the seats.
STEPS = {"turin": 7, "fagin": 13, "haendler": 7, "osaka": 7}
UNCLOSED = ("path", "circle", "rect", "ellipse")


def played(key: str, seats: int, seed: int = 5, who: str = "random", **changes: Any) -> Session:
    """A whole game between robots of one name, with these changes of its box."""
    return _played(key, seats, seed, who, tuple(changes.items()))


@cache
def _played(key: str, seats: int, seed: int, who: str, changes: tuple[tuple[str, Any], ...]) -> Session:
    game = game_named(key)
    bots = dict.fromkeys(range(seats), robots(key)[who])
    return Session(game, seats, seed, box=replace(game.BOX, **dict(changes)), bots=bots)


def films(key: str) -> Iterator[tuple[Session, View]]:
    """Views of a seat and of a spectator along the games that are shown, the first and the last included."""
    for shown in SHOWN[key]:
        session = played(key, **shown)
        for seat in (1, None):
            for view in (*session.film(seat)[:: STEPS[key]], session.view(seat)):
                yield session, view


class Words(HTMLParser):
    """Tables of an HTML text as lists of rows of cells, tags that are open and shut, and all text and labels."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.open: list[str] = []
        self.tags: list[str] = []
        self.labels: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("br", *UNCLOSED):
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        self.labels += [value or "" for key, value in attrs if key == "aria-label"]

    def handle_endtag(self, tag: str) -> None:
        if tag not in UNCLOSED:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += data
        if "style" not in self.open:
            self.text += f" {data}"


def by_column(table: list[list[str]]) -> list[dict[str, str]]:
    """The rows of a table, each with its cells by the words at the head of their columns."""
    head, *rows = table
    return [dict(zip(head, row, strict=True)) for row in rows]


def labels(html: str) -> set[str]:
    """All names and titles for screen readers in a piece of HTML."""
    found = re.findall(r'aria-label="([^"]*)"|<title>([^<]*)</title>', html)
    return {unescape(label or title) for label, title in found}


def numbers(html: str) -> set[str]:
    """All numbers that are read in a piece of HTML."""
    return set(re.findall(r"\d+", Words(html).text))


def seat_parts(html: str) -> list[str]:
    """Each player's part of a board."""
    return re.split(r'<div class="mm-seat[ "]', html.split('<div class="mm-foot">')[0])[1:]


def style(html: str) -> str:
    """The style sheet that a board brings along."""
    return html.split("<style>")[1].split("</style>")[0]


def type_sizes(html: str) -> list[float]:
    """The sizes of type that the style sheet names, as parts of the size that the board starts with."""
    return [float(size) for size in re.findall(r"font(?:-size)?: (?:bold )?([\d.]+)em", style(html))]


def drawn_sizes(html: str) -> list[float]:
    """The sizes of type in the drawings, in their units."""
    return [float(size) for size in re.findall(r'font-size="([\d.]+)"', html)]


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio of two colours written as #rrggbb."""
    light, dark = sorted((_light(one), _light(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
