"""Several of the options, within a number and a weight: paying, buying within a purse."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from mechanics.draws import Luck
from mechanics.options import Closed, Option, are_options, listed, reason, repeated

HEAVY = 1 << 62  # heavier than every weight


class Several(NamedTuple):
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
        if not isinstance(answer, tuple) or not are_options(answer):
            return False
        if not self.least <= len(answer) <= self.most:
            return False
        for part in set(answer):
            if answer.count(part) > self.options.count(part):
                return False
        return self.weight is None or any(self._fits(*weighed) for weighed in self.weighed(answer))

    def _fits(self, total: int, lightest: int) -> bool:
        fits = (self.low is None or total >= self.low) and (self.high is None or total <= self.high)
        return fits and (self.rest is None or total - lightest <= self.rest)

    def weighed(self, answer: tuple[Option, ...]) -> set[tuple[int, int]]:
        """Return what these options can weigh (equal ones may weigh differently): totals, and the lightest of them."""
        found = {(0, HEAVY if answer else 0)}
        for option in dict.fromkeys(answer):
            weights = [w for o, w in zip(self.options, self.weight or (), strict=True) if o == option]
            many = answer.count(option)
            found = {(t + more, min(least, light)) for t, least in found for more, light in _sums(weights, many)}
        return found

    def __str__(self) -> str:
        many = f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"{many} of {listed(repeated(self.options))}{self._weighed()}{self._spared()}" + reason(self.because)

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

    def pick(self, rng: Luck) -> tuple[Option, ...]:
        """Return a legal selection; every option has a fair chance to be in it."""
        order = list(map(int, rng.permutation(len(self.options))))
        if self.weight is None or self._never_too_heavy():
            many = self.least + int(rng.integers(min(self.most, len(order)) + 1 - self.least))
            return tuple([self.options[i] for i in sorted(order[:many])])
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

    def _pick_weighed(self, rng: Luck, order: list[int], weight: tuple[int, ...]) -> tuple[Option, ...]:
        highest = sum(map(abs, weight)) if self.high is None else self.high
        rises = min(weight) >= 0

        @cache
        def possible(at: int, many: int, total: int, light: int) -> bool:
            if self.least <= many <= self.most and self._fits(total, light if many else 0):
                return True  # nothing more is taken
            if at == len(order) or many >= self.most or (rises and total > highest):
                return False
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
