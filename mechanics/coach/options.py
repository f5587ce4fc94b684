"""The answers that the coach compares: all that a choice allows, or a fair selection where there are too many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations

import numpy as np

from mechanics.choices import Amount, Answer, Choice, Either, OneOf, Order, Several

MOST = 16
LOOKED_AT = 5_000


def answers_to(choice: Choice, most: int = MOST, also: Answer | None = None) -> tuple[Answer, ...]:
    """Return up to so many different answers that this choice allows, in its own order, ends included.

    also: an answer that comes on top where a selection left it out."""
    if isinstance(choice, Either):
        parts = [answers_to(one, most) for one in choice.choices]
        found = tuple(dict.fromkeys(answer for part in parts for answer in part))
    else:
        found = tuple(dict.fromkeys(islice(_all(choice), LOOKED_AT)))
        if len(found) > most:
            found = tuple(found[i] for i in np.linspace(0, len(found) - 1, most).round().astype(int).tolist())
    return found if also is None or also in found or also not in choice else (*found, also)


def are_all(choice: Choice, answers: tuple[Answer, ...]) -> bool:
    """Say whether these are all the answers that a choice allows."""
    parts = choice.choices if isinstance(choice, Either) else (choice,)
    every = (answer for part in parts for answer in _all(part))
    return all(answer in answers for answer in islice(every, LOOKED_AT))


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
