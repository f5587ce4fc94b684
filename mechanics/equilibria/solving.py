"""Which way to look for equilibria, and how complete the list is that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from mechanics.auctions import Auction
from mechanics.chances import Array, Distribution, all_exact, numbers
from mechanics.equilibria.borders import line_mix, pure_mixes, stair_mixes
from mechanics.equilibria.found import Equilibrium, NoEquilibrium, prove
from mechanics.equilibria.grids import Steps, TooMany, chances_at, walk_grid
from mechanics.equilibria.pairs import pair_mixes
from mechanics.equilibria.paths import left_to_gain, one_mix, sharpened
from mechanics.equilibria.rules import Rules
from mechanics.equilibria.walks import Track, chances_on, tracks, walk_exactly
from mechanics.worths import Differing, Known, Private, read

ROUNDING, CLOSE, NEAR = 1e-13, 1e-9, 1e-3  # regrets, as shares of the highest worth: none; an equilibrium; nearly one
FEW, MOST, TRIES = 60, 1500, 12  # so many chances are looked for by mistakes first, or at all; starts of the borders
SAME = 1e-8  # chances that differ by less are the same mix


def solve(auction: Auction, worths: Any, bidders: int, *, extra: Distribution | None = None) -> list[Equilibrium]:
    """Return equilibria of a sealed auction in whole bids, ordered by payoff; each carries its regret and how complete
    the list is.

    worths: see `worths.read`. extra: what everybody adds in a second round, for ties by one (and only then).
    Bidders who are alike, ties by coin, own price: all symmetric equilibria; exact for two bidders and exact worths, by
    a full search of supports for more; of a family its two ends and its most even member. Two bidders who differ: one
    or more, exact. Private values, estimates, other rules, more bidders who differ: one, found by numbers. What is
    added in a second round is taken as given.
    Raises ValueError with what is allowed, and NoEquilibrium if nothing comes near enough to one."""
    rules = Rules(auction, read(worths, auction, bidders), bidders, extra)
    walkable = auction.tie == "coin" and auction.winner_pays == "own"
    if isinstance(rules.worths, Known) and rules.worths.budget is None and walkable:
        exact = all_exact(numbers(rules.places[0], "Worths"))
        return _ordered(_exactly(rules) if bidders == 2 and exact else _searched(rules))
    exact_rows = all_exact(*(numbers(row, "Worths") for row in rules.places))
    if isinstance(rules.worths, Differing) and bidders == 2 and exact_rows:
        return _ordered(_pair(rules))
    return [_one(rules)]


def _ordered(found: Iterable[Equilibrium]) -> list[Equilibrium]:
    return sorted(found, key=lambda each: [float(x) for x in each.payoff])


def _one(rules: Rules) -> Equilibrium:
    """Return the best of what numbers find: an equilibrium within rounding, else the nearest thing to one."""
    scale, best, least = max(1, rules.top - rules.first), np.zeros(0), np.inf
    for mix in _candidates(rules):
        left = left_to_gain(rules, mix)
        best, least = (mix, left) if left < least else (best, least)
        if least < ROUNDING * scale:
            break
    found = prove(rules, best, "one equilibrium, found by numbers; there may be others")
    if found.regret > NEAR * scale:
        reached = f"in what comes nearest somebody can still gain {float(found.regret):.2g} by leaving it"
        raise NoEquilibrium(f"No equilibrium was found: {reached}.")
    near = "nearly an equilibrium, found by numbers: see what could still be gained; there may be others"
    return found if found.regret <= CLOSE * scale else replace(found, found=near)


def _candidates(rules: Rules) -> Iterator[Array]:
    rule, worths = rules.auction, rules.worths
    if rule.winner_pays == "next" and not rule.loser_pays and isinstance(worths, Known | Private):
        yield _truthful(rules)
    if rule.tie == "coin" and rule.winner_pays == "own" and isinstance(worths, Known):
        yield sharpened(rules, line_mix(rules))
    if rule.tie == "coin" and rule.winner_pays == "own" and isinstance(worths, Private):
        yield from pure_mixes(rules)
    size = len(rules.kinds) * (rules.top - rules.first + 1)
    if size <= FEW:
        yield one_mix(rules)
    if rule.tie == "coin" and rule.winner_pays == "own" and isinstance(worths, Private):
        yield from islice(stair_mixes(rules), TRIES)
    if FEW < size <= MOST:
        yield one_mix(rules)


def _truthful(rules: Rules) -> Array:
    """Return the mix in which everybody bids what the first place is worth to him."""
    mix = np.zeros((len(rules.kinds), rules.top + 1))
    step = rules.auction.step
    mix[np.arange(len(mix)), [min(int(row[0]), rules.top) // step * step for row in rules.places]] = 1
    return mix


def _pair(rules: Rules) -> list[Equilibrium]:
    mixes = {tuple(mix.flat): mix for mix in pair_mixes(rules)}
    count = "one equilibrium" if len(mixes) == 1 else f"one of {len(mixes)} equilibria"
    words = f"{count}, exact, reached from the starting points of Lemke and Howson's method; there may be others"
    return [prove(rules, mix, words) for mix in mixes.values()]


def _exactly(rules: Rules) -> list[Equilibrium]:
    """Return all symmetric equilibria of two bidders, in Fractions."""
    points: dict[tuple[Any, ...], None] = {}
    families: list[tuple[Track, tuple[int, ...], Any, Any]] = []
    for track in tracks(rules):
        for support, low, high in walk_exactly(track):
            for x in (low, high):
                points[tuple(chances_on(track, support, x))] = None
            families += [(track, support, low, high)] if low < high else []
    return list(_named(rules, list(points), families))


def _named(rules: Rules, points: list[Any], families: list[Any]) -> Iterator[Equilibrium]:
    whole = "; these are all symmetric equilibria in whole bids"
    rows = dict.fromkeys(points, "")
    for track, support, low, high in families:
        ends = [tuple(chances_on(track, support, x)) for x in (low, high)]
        even = tuple(chances_on(track, support, _most_even(track, support, low, high)))
        for mix in ends:
            rows[mix] = "an end of a family: every mixture of its two ends is an equilibrium too"
        rows.setdefault(even, "the most even member of a family between two ends")
    alone = f"one of {len(rows)}" if len(rows) > 1 else "the only one"
    for mix, words in rows.items():
        yield prove(rules, np.array([mix], dtype=object), (words or alone) + whole)


def _most_even(track: Track, support: tuple[int, ...], low: Fraction, high: Fraction) -> Fraction:
    """Return where between low and high the entropy is highest (it is concave there)."""

    def entropy(x: Fraction) -> float:
        mix = np.array([float(chance) for chance in chances_on(track, support, x)])
        return -float((mix[mix > 0] * np.log(mix[mix > 0])).sum())

    ends = low, high
    for _ in range(40):
        third = (high - low) / 3
        low, high = (low, high - third) if entropy(low + third) > entropy(high - third) else (low + third, high)
        low, high = Fraction(low).limit_denominator(10**9), Fraction(high).limit_denominator(10**9)
    simple = ((low + high) / 2).limit_denominator(1000)
    return min(max(simple, ends[0]), ends[1])


def _searched(rules: Rules) -> list[Equilibrium]:
    """Return all symmetric equilibria that the search of supports finds, or one if there are too many to look at."""
    try:
        ends = [(track, *found) for track in tracks(rules) for found in walk_grid(track)]
    except TooMany:
        return [_one(rules)]
    kept: list[Equilibrium] = []
    for track, used, low, high in sorted(ends, key=lambda end: end[2] == end[3]):
        family = low < high
        for x in _family(track, used, low, high) if family else (low,):
            found = _at(track, used, x)
            if found is not None and not any(_same(found.mix[0], other.mix[0]) for other in kept):
                kept.append(replace(found, found="one of a family without gaps" if family else ""))
    alone = f"one of {len(kept)}" if len(kept) > 1 else "the only one"
    words = "; a full search of the bids in use found no other symmetric equilibrium in whole bids"
    return [replace(each, found=(each.found or alone) + words) for each in kept]


def _at(track: Track, used: Steps, x: float) -> Equilibrium | None:
    """Return the mix at x, if it is an equilibrium."""
    mix = chances_at(track, used, x)
    if not np.isfinite(mix).all() or mix.min() < -SAME:
        return None
    found = prove(track.rules, np.maximum(mix, 0)[None] / np.maximum(mix, 0).sum(), "")
    return found if found.regret < CLOSE * track.rules.top else None


def _family(track: Track, used: Steps, low: float, high: float) -> Iterator[float]:
    """Yield the ends and the middle of the part of low … high in which the mix is an equilibrium."""
    good = [x for x in np.linspace(low, high, 41).tolist() if _at(track, used, x) is not None]
    if good:
        width = (high - low) / 40
        ends = [_edge(track, used, x, x + beyond) for x, beyond in ((good[0], -width), (good[-1], width))]
        yield from (ends[0], sum(ends) / 2, ends[1])


def _edge(track: Track, used: Steps, inside: float, outside: float) -> float:
    for _ in range(48):
        middle = (inside + outside) / 2
        inside, outside = (inside, middle) if _at(track, used, middle) is None else (middle, outside)
    return inside


def _same(mix: Array, other: Array) -> bool:
    return bool(np.abs(mix - other).max() < SAME)
