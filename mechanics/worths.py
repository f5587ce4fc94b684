"""Who knows what the prizes are worth: known to all, different for each, private to each, or only estimated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from numbers import Real
from typing import Any, TypeGuard

import numpy as np

from mechanics import chances
from mechanics.auctions import Auction
from mechanics.chances import Number

SHAPES = ("uniform", "power", "triangle", "normal")


@dataclass(frozen=True)
class Known:
    """Everybody knows that each place is worth the same to all bidders: `places`, best first, or one number.

    budget: the highest bid that anybody can pay, None: any."""

    places: tuple[Number, ...]
    budget: int | None

    def __init__(self, places: Sequence[Number] | Number, budget: int | None = None) -> None:
        _check_budgets([budget])
        object.__setattr__(self, "places", _places(places))
        object.__setattr__(self, "budget", budget)

    def __str__(self) -> str:
        limit = "" if self.budget is None else f", no bid above {self.budget}"
        return f"worth {_and(self.places)} to everybody{limit}"


@dataclass(frozen=True)
class Differing:
    """Everybody knows what the prizes are worth to each bidder, and how much each can bid at most.

    worths: one number (first place) or one sequence of places per bidder. budgets: highest bid per bidder, None: any.
    """

    worths: tuple[tuple[Number, ...], ...]
    budgets: tuple[int | None, ...]

    def __init__(
        self, worths: Sequence[Sequence[Number] | Number], budgets: Sequence[int | None] | None = None
    ) -> None:
        object.__setattr__(self, "worths", tuple(map(_places, worths)))
        object.__setattr__(self, "budgets", (None,) * len(self.worths) if budgets is None else tuple(budgets))
        if len(self.budgets) != len(self.worths):
            raise ValueError(f"Give one budget per bidder: {len(self.worths)}, not {len(self.budgets)}.")
        _check_budgets(self.budgets)

    def __str__(self) -> str:
        bidders = [
            _and(places) + ("" if budget is None else f" (can bid {budget})")
            for places, budget in zip(self.worths, self.budgets, strict=True)
        ]
        return f"worth {', '.join(bidders)} to the bidders"


@dataclass(frozen=True)
class Private:
    """Each bidder knows his own value v only, drawn from `chances`, {v: chance}; a place is worth v times its prize.

    budget: the highest bid that anybody can pay, None: any."""

    chances: Mapping[int, Number]
    budget: int | None

    def __init__(self, chances_of_values: Mapping[int, Number], budget: int | None = None) -> None:
        _check_budgets([budget])
        row = chances.read(chances_of_values, "the values")
        object.__setattr__(self, "chances", {v: chance for v, chance in enumerate(row.tolist()) if chance})
        object.__setattr__(self, "budget", budget)

    def __hash__(self) -> int:
        return hash((tuple(self.chances.items()), self.budget))

    @classmethod
    def shaped(cls, shape: str, highest: int, **form: float) -> Private:
        """Return a continuous distribution over 0 … highest, each whole value with the chance of its cell v ± ½.

        shape: "uniform"; "power", F = (v/highest)^k; "triangle" with its peak at `mode` (0 … 1);
        "normal" with mean and sd as shares of `highest` (½ and ⅕), cut off at both ends."""
        if shape not in SHAPES:
            raise ValueError(f"The shape is one of: {', '.join(SHAPES)}; {shape!r} is not.")
        if type(highest) is not int or highest < 1:
            raise ValueError(f"The highest value is a whole number, 1 or more; {highest!r} is not.")
        edges = np.clip((np.arange(highest + 2) - 0.5) / highest, 0, 1)
        below = _law(shape, **form).cdf(edges)
        if not below[-1] > below[0]:
            raise ValueError(f"With {form} no value lies within the range; a mean from 0 to 1 is the middle of some.")
        cells = np.diff(below) / (below[-1] - below[0])
        return cls(dict(enumerate(cells.tolist())))

    def __str__(self) -> str:
        likely = "each as likely" if len(set(self.chances.values())) == 1 else "not each as likely"
        limit = "" if self.budget is None else f", no bid above {self.budget}"
        return f"private values from {min(self.chances)} to {max(self.chances)}, {likely}{limit}"


@dataclass(frozen=True)
class Estimated:
    """The prize is worth the same to all, but each sees an estimate only: the worth plus an error of his own.

    errors: {error: chance}, whole numbers, may be negative; a number m stands for −m … m, each as likely. The worth
    itself may be any whole number, all as likely, so that a strategy is how far from his estimate a bidder bids,
    whatever the estimate is ("away from the edges")."""

    errors: Mapping[int, Number]

    def __init__(self, errors: Mapping[int, Number] | int) -> None:
        if _whole(errors) and errors >= 0:
            errors = {error: Fraction(1, 2 * int(errors) + 1) for error in range(-int(errors), int(errors) + 1)}
        if not isinstance(errors, Mapping) or not all(map(_whole, errors)):
            raise ValueError(f"Errors are whole numbers, {{error: chance}}, or one from 0 on; {errors!r} is neither.")
        least = min(errors, default=0)
        row = chances.read({error - least: chance for error, chance in errors.items()}, "the errors")
        object.__setattr__(self, "errors", {e + least: chance for e, chance in enumerate(row.tolist()) if chance})

    def __hash__(self) -> int:
        return hash(tuple(self.errors.items()))

    def __str__(self) -> str:
        return f"one worth for all, estimated with errors from {min(self.errors)} to {max(self.errors)}"


Worths = Known | Differing | Private | Estimated


def read(given: Any, auction: Auction, bidders: int) -> Worths:
    """Return worths of one of the four kinds; plain things stand for them.

    A number, or one number per earning place: `Known`. One number or sequence per bidder where these are not one number
    per place: `Differing`. A mapping {value: chance}: `Private`. Raises ValueError with what is allowed."""
    if isinstance(given, Known | Differing | Private | Estimated):
        return given
    if isinstance(given, Mapping):
        return Private(given)
    if isinstance(given, Real):
        return Known(given)  # type: ignore[arg-type]
    if not isinstance(given, Iterable):
        raise ValueError(f"Worths are numbers, one sequence of them per bidder, or {{value: chance}}; not {given!r}.")
    listed = list(given)
    nested = any(not isinstance(part, Real) for part in listed)
    if nested or (len(listed) == bidders and len(listed) > sum(prize > 0 for prize in auction.prizes)):
        return Differing(listed)
    return Known(listed)


def of_places(worths: Known | Differing | Private, auction: Auction, bidders: int) -> tuple[tuple[Number, ...], ...]:
    """Return what each earning place is worth, one row per kind of bidder: all alike, each bidder, or each value.

    Raises ValueError where the worths do not fit the prizes or the number of bidders."""
    earning = [prize for prize in auction.places(bidders) if prize]
    if isinstance(worths, Private):
        return tuple(tuple(value * prize for prize in earning) for value in worths.chances)
    rows = (worths.places,) if isinstance(worths, Known) else worths.worths
    if isinstance(worths, Differing) and len(rows) != bidders:
        raise ValueError(f"Say what the prizes are worth to each of {bidders} bidders; {len(rows)} worths are given.")
    for row in rows:
        if len(row) != len(earning):
            count = "the one place" if len(earning) == 1 else f"each of the {len(earning)} places"
            raise ValueError(f"Say what {count} that earns a prize is worth; {_and(row)} does not.")
    return rows


def _places(given: Sequence[Number] | Number) -> tuple[Number, ...]:
    several = given if isinstance(given, Iterable) else [given]
    listed = tuple(chances.numbers(several, "What places are worth").tolist())
    if not listed or not all(inf > worth >= lower for worth, lower in zip(listed, (*listed[1:], 0), strict=True)):
        raise ValueError(f"What places are worth is 0 or more and goes down from the best place on; {listed} does not.")
    return tuple(int(x) if not isinstance(x, float) and x.denominator == 1 else x for x in listed)


def _whole(number: Any) -> TypeGuard[int]:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def _check_budgets(budgets: Sequence[int | None]) -> None:
    for budget in budgets:
        if budget is not None and (type(budget) is not int or budget < 0):
            raise ValueError(f"A budget is a whole number, 0 or more, or None; {budget!r} is not.")


def _and(numbers: Sequence[Number]) -> str:
    words = [f"{number:g}" if isinstance(number, float) else str(number) for number in numbers]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _law(shape: str, *, k: float = 1.0, mode: float = 0.5, mean: float = 0.5, sd: float = 0.2) -> Any:
    """Return the SciPy distribution over 0 … 1."""
    from scipy import stats

    if not (k > 0 and 0 <= mode <= 1 and sd > 0):
        raise ValueError(f"A power is above 0, a mode from 0 to 1, a deviation above 0; {k}, {mode}, {sd} are not all.")
    laws = {
        "uniform": lambda: stats.uniform(),
        "power": lambda: stats.powerlaw(k),
        "triangle": lambda: stats.triang(mode),
        "normal": lambda: stats.norm(mean, sd),
    }
    return laws[shape]()
