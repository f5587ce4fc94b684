"""The five shapes of an answer: an amount, one of, several of, an order, either. `answer in choice` is legality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

Option = int | str
Rng = np.random.Generator
HEAVY = 1 << 62  # heavier than every weight


@dataclass(frozen=True, slots=True)
class Free:
    """A move on the side (a loan, a held card): it is booked, and the same question is asked again."""

    option: Option


Answer = int | str | tuple[int, ...] | tuple[str, ...] | Free


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from `low` to `high` in steps of `step`; `because` says where the limit comes from."""

    low: int
    high: int
    step: int = 1
    because: str = ""

    def __contains__(self, answer: object) -> bool:
        return _whole(answer) and self.low <= answer <= self.high and (answer - self.low) % self.step == 0  # type: ignore[operator]

    def __str__(self) -> str:
        if self.low == self.high:
            return f"only {self.low}" + _reason(self.because)
        steps = f" in steps of {self.step}" if self.step != 1 else ""
        return f"a whole number from {self.low} to {self.high}{steps}" + _reason(self.because)

    def pick(self, rng: Rng) -> int:
        """Return a legal amount, uniformly."""
        return self.low + self.step * int(rng.integers((self.high - self.low) // self.step + 1))


Closed = tuple[tuple[Option, str], ...]  # options that are not possible now, each with a sentence that says why


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the options (whole numbers or short strings); `closed` are options that are not possible now, and why."""

    options: tuple[Option, ...]
    because: str = ""
    closed: Closed = ()

    def __contains__(self, answer: object) -> bool:
        return any(same(answer, option) for option in self.options)

    def __str__(self) -> str:
        return listed(self.options) + _reason(self.because)

    def pick(self, rng: Rng) -> Option:
        """Return one of the options, uniformly."""
        return self.options[int(rng.integers(len(self.options)))]


@dataclass(frozen=True, slots=True)
class Several:
    """From `least` to `most` of the options (an option may be listed more than once).

    With `weight` (one whole number per option) the weights of the chosen sum to `low` … `high`, and to at most `rest`
    without the lightest of them (`rest` = `low` − 1: none of them can be left out). `closed` are options that are not
    possible now, and why; `offered` is a legal selection to begin with."""

    options: tuple[Option, ...]
    least: int
    most: int
    weight: tuple[int, ...] | None = None
    low: int | None = None
    high: int | None = None
    because: str = ""
    rest: int | None = None
    closed: Closed = ()
    offered: tuple[Option, ...] = ()

    def __contains__(self, answer: object) -> bool:
        if not isinstance(answer, tuple) or not all(_plain(a) for a in answer):
            return False
        chosen = Counter(answer)
        if not self.least <= len(answer) <= self.most or chosen - Counter(self.options):
            return False
        return self.weight is None or any(self._fits(*weighed) for weighed in self.weighed(answer))

    def _fits(self, total: int, lightest: int) -> bool:
        fits = (self.low is None or total >= self.low) and (self.high is None or total <= self.high)
        return fits and (self.rest is None or total - lightest <= self.rest)

    def weighed(self, answer: tuple[Option, ...]) -> set[tuple[int, int]]:
        """Return what these options can weigh (equal ones may weigh differently): totals, and the lightest of them."""
        found = {(0, HEAVY if answer else 0)}
        for option, many in Counter(answer).items():
            weights = [w for o, w in zip(self.options, self.weight or (), strict=True) if o == option]
            found = {(t + more, min(least, light)) for t, least in found for more, light in _sums(weights, many)}
        return found

    def __str__(self) -> str:
        many = f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"{many} of {listed(_repeated(self.options))}{self._weighed()}{self._spared()}" + _reason(self.because)

    def _weighed(self) -> str:
        if self.weight is None or (self.low is None and self.high is None):
            return ""
        if self.low is None or self.high is None:
            return f", together at most {self.high}" if self.low is None else f", together at least {self.low}"
        return f", together {self.low} to {self.high}"

    def _spared(self) -> str:
        if self.rest is None:
            return ""
        return ", none of them to spare" if self.rest + 1 == self.low else f", without the smallest at most {self.rest}"

    def pick(self, rng: Rng) -> tuple[Option, ...]:
        """Return a legal selection; every option has a fair chance to be in it."""
        order = [int(i) for i in rng.permutation(len(self.options))]
        if self.weight is None or self._never_too_heavy():
            many = int(rng.integers(self.least, min(self.most, len(order)) + 1))
            return tuple(self.options[i] for i in sorted(order[:many]))
        lean = self._lean(order, self.weight)
        return self._pick_weighed(rng, order, self.weight) if lean is None else lean

    def _lean(self, order: list[int], weight: tuple[int, ...]) -> tuple[Option, ...] | None:
        """Return the first options in this order that weigh enough, less those that can be left out, if that fits."""
        if self.rest is None or self.low is None:
            return None
        chosen, total = [], 0
        for i in order:
            if total < self.low:
                chosen.append(i)
                total += weight[i]
        for i in tuple(chosen):
            if total - weight[i] >= self.low:
                chosen.remove(i)
                total -= weight[i]
        fits = self._fits(total, min((weight[i] for i in chosen), default=0)) and self.least <= len(chosen) <= self.most
        return tuple(self.options[i] for i in sorted(chosen)) if fits else None

    def _never_too_heavy(self) -> bool:
        """Say whether any selection of this many options fits."""
        heaviest = sum(sorted(self.weight or (), reverse=True)[: self.most])
        light = self.high is None or heaviest <= self.high
        return self.low is None and self.rest is None and light and min(self.weight or (0,)) >= 0

    def _pick_weighed(self, rng: Rng, order: list[int], weight: tuple[int, ...]) -> tuple[Option, ...]:
        @cache
        def possible(at: int, many: int, total: int, light: int) -> bool:
            if at == len(order):
                return self.least <= many <= self.most and self._fits(total, light if many else 0)
            i = order[at]
            with_it = (at + 1, many + 1, total + weight[i], lighter(light, i))
            return possible(at + 1, many, total, light) or possible(*with_it)

        def lighter(light: int, i: int) -> int:
            return light if self.rest is None else min(light, weight[i])

        if not possible(0, 0, 0, HEAVY):
            raise ValueError(f"There is no way to choose {self}.")
        chosen: list[int] = []
        total, light = 0, HEAVY
        for at, i in enumerate(order):
            take = possible(at + 1, len(chosen) + 1, total + weight[i], lighter(light, i))
            if take and not (possible(at + 1, len(chosen), total, light) and rng.integers(2)):
                chosen.append(i)
                total, light = total + weight[i], lighter(light, i)
        return tuple(self.options[i] for i in sorted(chosen))


def _sums(weights: list[int], many: int) -> set[tuple[int, int]]:
    """Return what exactly `many` of these weights can sum to, each with the lightest of them."""
    if len(set(weights)) == 1:
        return {(many * weights[0], weights[0])} if many else {(0, HEAVY)}
    found = {(0, 0, HEAVY)}
    for weight in weights:
        found |= {(taken + 1, total + weight, min(light, weight)) for taken, total, light in found}
    return {(total, light) for taken, total, light in found if taken == many}


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the numbers 0 … n−1."""

    n: int
    because: str = ""

    def __contains__(self, answer: object) -> bool:
        return isinstance(answer, tuple) and all(map(_whole, answer)) and sorted(answer) == list(range(self.n))

    def __str__(self) -> str:
        return f"every number from 0 to {self.n - 1}, each once" + _reason(self.because)

    def pick(self, rng: Rng) -> tuple[int, ...]:
        """Return an order, uniformly."""
        return tuple(rng.permutation(self.n).tolist())


@dataclass(frozen=True, slots=True)
class Either:
    """Whatever one of the choices allows (raise or pass)."""

    choices: tuple[Amount | OneOf | Several | Order, ...]
    because: str = ""

    def __contains__(self, answer: object) -> bool:
        return any(answer in choice for choice in self.choices)

    def __str__(self) -> str:
        return ", or ".join(map(str, self.choices)) + _reason(self.because)

    def pick(self, rng: Rng) -> Answer:
        """Return a legal answer to one of the choices, each equally likely."""
        return self.choices[int(rng.integers(len(self.choices)))].pick(rng)  # type: ignore[return-value]


Choice = Amount | OneOf | Several | Order | Either


def options_of(choice: Choice) -> Iterator[Option]:
    """Yield the named options of a choice."""
    if isinstance(choice, OneOf | Several):
        yield from choice.options
    elif isinstance(choice, Either):
        for part in choice.choices:
            yield from options_of(part)


def same(answer: object, option: Option) -> bool:
    """Say whether the answer is this option: 1, "1" and True are three different things."""
    return type(answer) is type(option) and answer == option


def is_plain(answer: object) -> bool:
    """Say whether an answer is made of plain whole numbers and strings only (no bool, no float, no numpy)."""
    return all(map(_plain, answer)) if isinstance(answer, tuple) else _plain(answer)


def listed(options: tuple[Option, ...]) -> str:
    """Return "a, b or c"."""
    words = [str(option) for option in options]
    if len(words) < 2:
        return words[0] if words else "nothing"
    return ", ".join(words[:-1]) + " or " + words[-1]


def _repeated(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return each option once, and how often it may be chosen if that is more than once: "wine ×3"."""
    return tuple(option if many == 1 else f"{option} ×{many}" for option, many in Counter(options).items())


def _reason(because: str) -> str:
    return f" ({because})" if because else ""


def _whole(answer: object) -> bool:
    return type(answer) is int


def _plain(answer: object) -> bool:
    return type(answer) is int or type(answer) is str
