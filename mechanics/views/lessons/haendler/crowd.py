"""The discs as a game of coordination: what everybody does, who could gain by leaving it, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, wheels
from mechanics.chances import Number
from mechanics.charts.revenues import revenue_chart
from mechanics.games.haendler import BOX
from mechanics.views.lessons.controls import Picture, beside, choice, guilders, room, said, slider
from mechanics.views.lessons.haendler.prices import ROWS, Mix, push_chances

TITLE = "What 0, 1 or 2 pointers are worth, if the other owners do as set"
TINY = 0.01  # guilders: regret below this is rounding
POINTERS = (0, 1, 2)


def worths(row: int, owners: int, mix: Mix) -> list[Number]:
    """Return the mean sale price (guilders) for an owner with 0, 1 and 2 pointers, when all the others mix so.

    row: 0 (bottom) … 5. owners: players who own the good, oneself included. Summed over all settings: Fractions in,
    Fractions out."""
    total = push_chances(0, [mix] * (owners - 1))
    prices = [[BOX.sell[r] for r in wheels.turn(row, np.arange(len(total)) + own, ROWS).tolist()] for own in POINTERS]
    return [sum(p * c for p, c in zip(line, total, strict=True)) for line in prices]


def regret(row: int, owners: int, mix: Mix) -> Number:
    """Return the most (guilders a piece) that an owner gains by leaving a mix that all owners follow."""
    worth = worths(row, owners, mix)
    return max(worth) - sum(w * m for w, m in zip(worth, mix, strict=True))


@lru_cache(maxsize=64)
def equilibria(row: int, owners: int) -> tuple[tuple[float, ...], ...]:
    """Return mixes that no owner gains by leaving, if all follow the same one: the sure ones first.

    Mixes of two and three are searched from a grid; the list may miss some, but each one is proved by its regret."""
    found = [tuple(float(own == sure) for own in POINTERS) for sure in POINTERS]
    for used in (pair for many in (2, 3) for pair in combinations(POINTERS, many)):
        found += _indifferent(row, owners, used)
    kept: list[tuple[float, ...]] = []
    for mix in found:
        far = all(max(abs(a - b) for a, b in zip(mix, other, strict=True)) > 1e-4 for other in kept)
        if far and regret(row, owners, mix) <= TINY:
            kept.append(mix)
    return tuple(kept)


def _indifferent(row: int, owners: int, used: tuple[int, ...]) -> list[tuple[float, ...]]:
    """Mixes of these pointers under which all of them are worth the same."""
    from scipy.optimize import fsolve

    def full(part: Sequence[float]) -> list[float]:
        shares = dict(zip(used, [*part, 1 - sum(part)], strict=True))
        return [shares.get(own, 0.0) for own in POINTERS]

    def gaps(part: Sequence[float]) -> list[float]:
        worth = worths(row, owners, full(part))
        return [float(worth[own] - worth[used[0]]) for own in used[1:]]

    found = []
    for start in product(np.linspace(0.1, 0.9, 5), repeat=len(used) - 1):
        if sum(start) < 1:
            mix = full(fsolve(gaps, start, full_output=True)[0].tolist())
            if min(mix) >= -1e-9 and max(map(abs, gaps([mix[own] for own in used[:-1]]))) < TINY:
                found.append(tuple(max(0.0, share) for share in mix))
    return found


def sure_settings(row: int, owners: int) -> dict[int, int]:
    """Return, for settings that no single owner gains by leaving: pointers in all -> how many such settings there are.

    All 3 ** owners settings are looked at."""
    prices = np.array(BOX.sell)
    found: dict[int, int] = {}
    for setting in product(POINTERS, repeat=owners):
        total = sum(setting)
        here = prices[wheels.turn(row, total, ROWS)]
        others = {total - own + other for own in set(setting) for other in POINTERS}
        if all(prices[wheels.turn(row, one, ROWS)] <= here for one in others):
            found[total] = found.get(total, 0) + 1
    return found


class Crowd:
    """Sliders for what all owners do; the bars say whether one of them would rather do something else."""

    def __init__(self, row_now: int, owners: int) -> None:
        self.row = choice("price now", {str(price): place for place, price in enumerate(BOX.sell)}, row_now)
        self.owners = slider("owners", owners, 2, 4)
        self.two = slider("both pointers on it (percent)", 50, 0, 100)
        self.one = slider("one pointer on it (percent)", 30, 0, 100)
        self.next = widgets.Button(description="Show an equilibrium", layout={"width": "auto"})
        self.shown: Mix | None = None
        self.turn = 0
        for control in (self.row, self.owners, self.two, self.one):
            control.observe(self._moved, "value")
        self.next.on_click(lambda _button: self._equilibrium())
        self.said, self.picture = widgets.HTML(), Picture()
        lines = beside(self.row, self.owners), beside(self.two, self.one, self.next)
        self.widget = room(*lines, self.said, self.picture.widget)
        self._show()

    @property
    def mix(self) -> Mix:
        """What all owners do: an equilibrium that was asked for, or what the sliders say (one pointer gives way)."""
        if self.shown is not None:
            return self.shown
        two = Fraction(self.two.value, 100)
        one = min(Fraction(self.one.value, 100), 1 - two)
        return 1 - two - one, one, two

    def _moved(self, _change: object) -> None:
        self.shown, self.turn = None, 0
        self._show()

    def _equilibrium(self) -> None:
        known = equilibria(self.row.value, self.owners.value)
        if known:
            self.shown = known[self.turn % len(known)]
            self.turn += 1
        self._show()

    def _show(self) -> None:
        place, owners, mix = self.row.value, self.owners.value, self.mix
        worth = [float(value) for value in worths(place, owners, mix)]
        mean = sum(value * float(share) for value, share in zip(worth, mix, strict=True))
        self.said.value = said(crowd_words(place, owners, mix))
        at = ["0 pointers", "1 pointer", "2 pointers"]
        frame = pd.DataFrame({"at": at, "series": "", "theory": mean, "exact": [round(value, 1) for value in worth]})
        frame = frame.assign(played=np.nan, error=np.nan)
        note = "bars: exact, for one who sets so many; the line: what all get by doing as set"
        chart = revenue_chart(
            frame, title=TITLE, y_title="mean sale price (guilders)", span=(0, 1000), note=note,
        )  # fmt: skip
        table = frame[["at", "exact"]].rename(columns={"at": "pointers", "exact": "mean price"}).round(2)
        self.picture.show(chart, {"bars": frame}, charts.table(table, TITLE))


def crowd_words(place: int, owners: int, mix: Mix) -> str:
    """Say what everybody gets, whether one gains by leaving, and how the sure equilibria look (HTML)."""
    worth, leaving = worths(place, owners, mix), float(regret(place, owners, mix))
    mean = sum(float(w) * float(m) for w, m in zip(worth, mix, strict=True))
    best = int(np.argmax([float(w) for w in worth]))
    shares = ", ".join(f"{own} in {float(share):.0%}" for own, share in zip(POINTERS, mix, strict=True))
    told = f"All set their pointers so: {shares} of the cases, and get <b>{guilders(mean)}</b> a piece. "
    if leaving > TINY:
        told += f"One who sets <b>{best}</b> instead gains <b>{leaving:.1f}</b> (the regret): no equilibrium. "
    else:
        told += "<b>Nobody gains by leaving</b> (regret 0): an equilibrium. "
    return told + sure_words(place, owners)


def sure_words(place: int, owners: int) -> str:
    """Say how many sure settings nobody leaves, and where they bring the price."""
    found = sure_settings(place, owners)
    ends = {total: BOX.sell[int(wheels.turn(place, total, ROWS))] for total in found}
    each = "; ".join(f"{found[total]} with {total} pointers in all, price {ends[total]}" for total in sorted(found))
    return f"<small>Of the {3**owners} sure settings nobody leaves {sum(found.values())}: {each or 'none'}.</small>"


def can_you_gain(row: int = 3, owners: int = 3) -> widgets.VBox:
    """Return the live lesson on the discs as a game: set what all owners do, see who would leave it.

    row: 0 (bottom) … 5; owners: 2 … 4. Raises ValueError with what is allowed."""
    if row not in range(ROWS) or owners not in range(2, 5):
        raise ValueError(f"The row is 0 to {ROWS - 1} and the owners are 2 to 4; not {row!r} and {owners!r}.")
    return Crowd(row, owners).widget
