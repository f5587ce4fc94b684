"""The answers that the coach compares: all that a choice allows, or a fair selection where there are too many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations

import numpy as np

from mechanics.choices import Amount, Answer, Choice, Either, OneOf, Order, Several

MOST = 24
LOOKED_AT = 5_000


def answers_to(choice: Choice, most: int = MOST) -> tuple[Answer, ...]:
    """Return up to so many different answers that this choice allows, in its own order, ends included."""
    if isinstance(choice, Either):
        parts = [answers_to(one, most) for one in choice.choices]
        return tuple(dict.fromkeys(answer for part in parts for answer in part))
    found = tuple(dict.fromkeys(islice(_all(choice), LOOKED_AT)))
    if len(found) <= most:
        return found
    return tuple(found[i] for i in np.linspace(0, len(found) - 1, most).round().astype(int).tolist())


def _all(choice: Choice) -> Iterator[Answer]:
    if isinstance(choice, Amount):
        yield from range(choice.low, choice.high + 1, choice.step)
    elif isinstance(choice, OneOf):
        yield from choice.options
    elif isinstance(choice, Order):
        yield from permutations(range(choice.n))
    elif isinstance(choice, Several):
        for many in range(choice.least, choice.most + 1):
            yield from (some for some in combinations(choice.options, many) if some in choice)  # type: ignore[misc]
