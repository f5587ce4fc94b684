"""Robots: strategies (view, rng) -> answer; two that play every game, and the named robots of each game."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.choices import Amount, Choice, Either, OneOf, Order, Several
from mechanics.table import Answer, Chooser, Free, Luck, Strategy


def any_legal(choice: Choice, free: OneOf | None, luck: Luck) -> Answer:
    """Answer anything that is allowed, and take a move on the side about once in ten."""
    if free is not None and luck.random() < 0.1:
        return Free(free.pick(luck))
    return choice.pick(luck)  # type: ignore[return-value]


def least_legal(choice: Choice, free: OneOf | None, luck: Luck) -> Answer:
    """Answer the smallest amount, the first option, the fewest: whatever is least."""
    return smallest(choice)


random_legal, smallest_legal = Chooser(any_legal), Chooser(least_legal)


def smallest(choice: Choice) -> Answer:
    """Return the least answer that a choice allows."""
    if isinstance(choice, Amount):
        return choice.low
    if isinstance(choice, OneOf):
        return choice.options[0]
    if isinstance(choice, Order):
        return tuple(range(choice.n))
    if isinstance(choice, Either):
        return smallest(choice.choices[0])
    return _fewest(choice)


def _fewest(choice: Several) -> Answer:
    from itertools import combinations

    for many in range(choice.least, choice.most + 1):
        found = next((c for c in combinations(choice.options, many) if c in choice), None)
        if found is not None:
            return found  # type: ignore[return-value]
    raise ValueError(f"There is no way to choose {choice}.")


def robots(game: str) -> Mapping[str, Strategy]:
    """Return the robots of a game ("turin") by name, the two general ones first."""
    from importlib import import_module

    general = {"random": random_legal, "smallest": smallest_legal}
    return {**general, **import_module(f"mechanics.bots.{game}").ROBOTS}
