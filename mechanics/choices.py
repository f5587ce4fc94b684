"""The five shapes of an answer: an amount, one of, several of, an order, either. `answer in choice` is legality."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mechanics.draws import Luck
from mechanics.options import Closed, Option, are_options, is_option, listed, reason
from mechanics.selections import Several

__all__ = [
    "Amount", "Answer", "Choice", "Closed", "Either", "Free", "OneOf", "Option", "Order", "Several", "amount",
    "closed_of", "is_plain", "listed", "options_of", "sole",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Free:
    """A move on the side (a loan, a held card): it is booked, and the same question is asked again."""

    option: Option


Answer = int | str | tuple[int, ...] | tuple[str, ...] | Free


class Amount(NamedTuple):
    """A whole number from `low` to `high` in steps of `step`; `because` says where the limit comes from."""

    low: int
    high: int
    step: int = 1
    because: str = ""

    def __contains__(self, answer: object) -> bool:
        if type(answer) is not int or not self.low <= answer <= self.high:
            return False
        return self.step == 1 or (answer - self.low) % self.step == 0

    def __str__(self) -> str:
        if self.low == self.high:
            return f"only {self.low}" + reason(self.because)
        steps = f" in steps of {self.step}" if self.step != 1 else ""
        return f"a whole number from {self.low} to {self.high}{steps}" + reason(self.because)

    def pick(self, rng: Luck) -> int:
        """Return a legal amount, uniformly."""
        return self.low + self.step * int(rng.integers((self.high - self.low) // self.step + 1))


class OneOf(NamedTuple):
    """One of the options (whole numbers or short strings); `closed` are options that are not possible now, and why."""

    options: tuple[Option, ...]
    because: str = ""
    closed: Closed = ()

    def __contains__(self, answer: object) -> bool:
        return (type(answer) is int or type(answer) is str) and answer in self.options

    def __str__(self) -> str:
        return listed(self.options) + reason(self.because)

    def pick(self, rng: Luck) -> Option:
        """Return one of the options, uniformly."""
        return self.options[rng.integers(len(self.options))]


class Order(NamedTuple):
    """An order of the numbers 0 … n−1."""

    n: int
    because: str = ""

    def __contains__(self, answer: object) -> bool:
        whole = isinstance(answer, tuple) and {int}.issuperset(map(type, answer))
        return whole and sorted(answer) == list(range(self.n))  # type: ignore[call-overload]

    def __str__(self) -> str:
        return f"every number from 0 to {self.n - 1}, each once" + reason(self.because)

    def pick(self, rng: Luck) -> tuple[int, ...]:
        """Return an order, uniformly."""
        return tuple(rng.permutation(self.n).tolist())


class Either(NamedTuple):
    """Whatever one of the choices allows (raise or pass)."""

    choices: tuple[Amount | OneOf | Several | Order, ...]
    because: str = ""

    def __contains__(self, answer: object) -> bool:
        return any(answer in choice for choice in self.choices)

    def __str__(self) -> str:
        return ", or ".join(map(str, self.choices)) + reason(self.because)

    def pick(self, rng: Luck) -> Answer:
        """Return a legal answer to one of the choices, each equally likely."""
        return self.choices[int(rng.integers(len(self.choices)))].pick(rng)  # type: ignore[return-value]


Choice = Amount | OneOf | Several | Order | Either


@lru_cache(maxsize=1 << 12)
def amount(low: int, high: int, step: int = 1, because: str = "") -> Amount:
    """Return this Amount; remembered, since games ask for the same few over and over."""
    return Amount(low, high, step, because)


def options_of(choice: Choice) -> Iterator[Option]:
    """Yield the named options of a choice."""
    if isinstance(choice, OneOf | Several):
        yield from choice.options
    elif isinstance(choice, Either):
        for part in choice.choices:
            yield from options_of(part)


def closed_of(choice: Choice) -> Iterator[tuple[Option, str]]:
    """Yield what is not possible now in a choice, and why; what can be chosen after all is left out."""
    if isinstance(choice, OneOf | Several):
        yield from ((option, why) for option, why in choice.closed if option not in choice.options)
    elif isinstance(choice, Either):
        for part in choice.choices:
            yield from closed_of(part)


def sole(choice: Choice) -> Option | None:
    """Return the answer of a choice between options or amounts that leaves only one; None for any other choice."""
    if isinstance(choice, OneOf):
        return choice.options[0] if len(choice.options) == 1 else None
    return choice.low if isinstance(choice, Amount) and choice.low == choice.high else None


def is_plain(answer: object) -> bool:
    """Say whether an answer is made of plain whole numbers and strings only (no bool, no float, no numpy)."""
    return are_options(answer) if isinstance(answer, tuple) else is_option(answer)

