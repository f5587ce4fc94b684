"""Where everything lies on the drawn map of Die Händler: cities, roads as curves, and the spaces along them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, pi, sin

from mechanics.games.haendler import Box, Spot
from mechanics.games.haendler.roads import space

Point = tuple[float, float]
Road = tuple[str, str, int]
WIDTH, HEIGHT = 480, 330
PLATE = (94, 52)  # width and height of a city on the map
PLACES: Mapping[str, Point] = {
    "Paris": (52, 232), "Köln": (196, 160), "Wien": (426, 182), "Brügge": (60, 78), "Hamburg": (290, 68),
    "Genua": (276, 268),
}  # fmt: skip
CART = (54, 32)  # width and height of a wagon with its loading master's arms
BESIDE_CITY: tuple[Point, ...] = ((-44, 28), (-44, -58), (8, 28), (-8, -58), (-18, 28), (-104, -16), (50, -16))
BESIDE_SPACE: tuple[Point, ...] = ((-24, -38), (-24, 9), (10, -16), (-62, -16), (4, -36), (-56, -36), (4, 6), (-56, 6))
BENDS: Mapping[tuple[str, str], float] = {
    ("Brügge", "Hamburg"): -0.12, ("Brügge", "Köln"): 0.12, ("Hamburg", "Köln"): -0.22, ("Hamburg", "Wien"): -0.34,
    ("Köln", "Paris"): 0.16, ("Köln", "Wien"): 0.1, ("Köln", "Genua"): 0.28, ("Paris", "Genua"): 0.16,
    ("Wien", "Genua"): -0.16, ("Brügge", "Paris"): 0.06,
}  # fmt: skip


@lru_cache(8)
def places(cities: tuple[str, ...]) -> Mapping[str, Point]:
    """Return where each city lies; cities that are not on the printed map stand in a ring."""
    if set(cities) <= set(PLACES):
        return PLACES
    turns = [2 * pi * i / len(cities) for i in range(len(cities))]
    ring = ((WIDTH / 2 + 185 * cos(turn), HEIGHT / 2 + 130 * sin(turn)) for turn in turns)
    return dict(zip(cities, ring, strict=True))


@lru_cache(8)
def trails(cities: tuple[str, ...], roads: tuple[Road, ...]) -> Mapping[tuple[str, str], tuple[Point, ...]]:
    """Return the centres of the spaces of every road, from the city that it names first."""
    found = places(cities)
    return {(a, b): _spread(_outside(curve(found, a, b), found[a], found[b]), many) for a, b, many in roads}


def curve(found: Mapping[str, Point], a: str, b: str) -> list[Point]:
    """Return points along a road from the middle of one city to the middle of the other."""
    (ax, ay), (mx, my), (bx, by) = found[a], middle(found, a, b), found[b]
    steps = [i / 120 for i in range(121)]
    return [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by)
        for t in steps
    ]


def middle(found: Mapping[str, Point], a: str, b: str) -> Point:
    """Return the point that a road bends towards."""
    (ax, ay), (bx, by), bend = found[a], found[b], 2 * BENDS.get((a, b), 0.0)
    return (ax + bx) / 2 - bend * (by - ay), (ay + by) / 2 + bend * (bx - ax)


def _outside(points: Sequence[Point], *cities: Point) -> list[Point]:
    wide, high = PLATE[0] / 2, PLATE[1] / 2
    return [p for p in points if all(abs(p[0] - x) > wide or abs(p[1] - y) > high for x, y in cities)] or list(points)


def _spread(points: Sequence[Point], many: int) -> tuple[Point, ...]:
    """Return so many points at even distances along a line."""
    lengths = [0.0]
    for one, next_one in pairwise(points):
        lengths.append(lengths[-1] + dist(one, next_one))
    wished = [(k + 0.5) / many * lengths[-1] for k in range(many)]
    return tuple(points[min(range(len(points)), key=lambda i: abs(lengths[i] - wish))] for wish in wished)


def point(box: Box, spot: Spot) -> Point:
    """Return the middle of a place: of a city, or of a space of a road."""
    if not spot.step:
        return places(box.cities)[spot.city]
    same = space(box, spot)
    return trails(box.cities, box.roads)[same.city, same.goal][same.step - 1]


def stands(box: Box, spots: Sequence[Spot]) -> tuple[Point, ...]:
    """Return where each wagon is drawn, its upper left corner: beside its place, over as little else as possible."""
    placed: list[Point] = []
    for spot in spots:
        x, y = point(box, spot)
        tries = [_inside((x + dx, y + dy)) for dx, dy in (BESIDE_SPACE if spot.step else BESIDE_CITY)]
        placed.append(min(tries, key=lambda at: _covers(box, at, placed)))
    return tuple(placed)


def _inside(at: Point) -> Point:
    """Move a wagon on to the map."""
    return min(max(at[0], 3), WIDTH - CART[0] - 3), min(max(at[1], 9), HEIGHT - CART[1] - 1)


def _covers(box: Box, at: Point, placed: Sequence[Point]) -> float:
    """Return how much a wagon would hide: other wagons above all, then cities, then spaces."""
    wide, high = PLATE
    cities = sum(_overlap(at, (x - wide / 2, y - high / 2), PLATE) for x, y in places(box.cities).values())
    wagons = sum(_overlap(at, other, CART) for other in placed)
    spots = (spot for trail in trails(box.cities, box.roads).values() for spot in trail)
    hidden = sum(at[0] - 5 < x < at[0] + CART[0] and at[1] - 5 < y < at[1] + CART[1] + 5 for x, y in spots)
    return 10 * wagons + 3 * cities + 60 * hidden


def _overlap(cart: Point, corner: Point, size: Point) -> float:
    """Return the area that a wagon shares with a box."""
    wide = min(cart[0] + CART[0], corner[0] + size[0]) - max(cart[0], corner[0])
    high = min(cart[1] + CART[1], corner[1] + size[1]) - max(cart[1], corner[1])
    return max(0.0, wide) * max(0.0, high)
