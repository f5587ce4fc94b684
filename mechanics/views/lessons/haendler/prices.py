"""The price discs: where a price goes when everybody has set two pointers, exactly and as it was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, wheels
from mechanics.chances import Number
from mechanics.charts.revenues import revenue_chart
from mechanics.games.haendler import BOX
from mechanics.views.lessons.controls import Picture, beside, choice, gain, guilders, room, said, slider

ROWS = len(BOX.sell)
PLACES = len(BOX.goods) + 1  # where a pointer can stand: on one of the goods or on the crest
ROUNDS, SEED = 20_000, 1
TITLE = "Where the price goes"
OWN_TITLE = "What a piece is worth after the discs"
HOW = ("rising", "past the top")
Mix = Sequence[Number]


@dataclass(frozen=True)
class Discs:
    """One good before the discs are opened: its row, my pointers on it, and who else has a stake in it.

    row: 0 (bottom) … 5. mine: 0 to 2. owners, others: players with and without pieces of this good. greed: the chance
    in percent that an owner sets a pointer on it; the others set theirs anywhere on the disc."""

    row: int = 2
    mine: int = 1
    owners: int = 2
    others: int = 1
    greed: int = 30

    @property
    def mixes(self) -> list[Mix]:
        """The chances of 0, 1 and 2 pointers on this good, for each of the others at the table."""
        owner, other = two_pointers(Fraction(self.greed, 100)), two_pointers(Fraction(1, PLACES))
        return [owner] * self.owners + [other] * self.others


def two_pointers(chance: Fraction) -> Mix:
    """Return the chances that none, one and both of two pointers are on a good, each with this chance."""
    return (1 - chance) ** 2, 2 * chance * (1 - chance), chance**2


def push_chances(mine: int, mixes: Sequence[Mix]) -> list[Number]:
    """Return the chance of 0, 1, 2 … pushes in all: the sum over all settings of the discs, nothing drawn.

    Settings with the same pushes are added up player by player, which gives the same sum in a few steps."""
    total: list[Number] = [*(Fraction(0) for _ in range(mine)), Fraction(1)]
    for mix in mixes:
        spread: list[Number] = [Fraction(0) for _ in range(len(total) + len(mix) - 1)]
        for pushes, chance in enumerate(total):
            for more, part in enumerate(mix):
                spread[pushes + more] += chance * part
        total = spread
    return total


def price_chances(discs: Discs) -> pd.DataFrame:
    """Return the exact chance of every row after the discs: row, price, and how it is reached (`HOW`)."""
    total = push_chances(discs.mine, discs.mixes)
    rows = wheels.turn(discs.row, range(len(total)), ROWS)
    chances: dict[tuple[int, str], Number] = {(row, how): Fraction(0) for row in range(ROWS) for how in HOW}
    for pushes, (row, chance) in enumerate(zip(rows.tolist(), total, strict=True)):
        chances[row, HOW[discs.row + pushes >= ROWS]] += chance
    lines = [(row, BOX.sell[row], how, chance) for (row, how), chance in chances.items()]
    return pd.DataFrame(lines, columns=["row", "price", "how", "chance"])


def played_chances(discs: Discs, rounds: int = ROUNDS, seed: int = SEED) -> pd.DataFrame:
    """Return how often each row was reached when the discs were really set: row, how, played, error."""
    rng = np.random.default_rng(seed)
    chance = np.array([discs.greed / 100] * discs.owners + [1 / PLACES] * discs.others)
    pushes = discs.mine + rng.binomial(2, chance, size=(rounds, len(chance))).sum(axis=1)
    rows = wheels.turn(discs.row, pushes, ROWS)
    lines = []
    for row, how in ((row, how) for row in range(ROWS) for how in HOW):
        share = np.mean((rows == row) & ((discs.row + pushes >= ROWS) == (how == HOW[1])))
        lines.append((row, how, float(share), float(np.sqrt(share * (1 - share) / rounds))))
    return pd.DataFrame(lines, columns=["row", "how", "played", "error"])


def mean_price(discs: Discs) -> Fraction:
    """Return the exact expected sale price after the discs (guilders)."""
    frame = price_chances(discs)
    return sum((price * chance for price, chance in zip(frame["price"], frame["chance"], strict=True)), Fraction(0))


def crash_chance(discs: Discs) -> Fraction:
    """Return the exact chance that the marker is pushed past the top row."""
    frame = price_chances(discs)
    return sum(frame.loc[frame["how"] == HOW[1], "chance"], Fraction(0))


def price_bars(discs: Discs) -> pd.DataFrame:
    """Return the frame of the chart: at, series, exact, played and error in percent."""
    both = price_chances(discs).merge(played_chances(discs), on=["row", "how"])
    percent = {name: 100 * both[name].astype(float) for name in ("chance", "played", "error")}
    shown = pd.DataFrame({"at": both["price"].astype(str), "series": both["how"], "theory": np.nan})
    shown = shown.assign(exact=percent["chance"], played=percent["played"], error=percent["error"])
    shown.loc[(shown["exact"] == 0) & (shown["played"] == 0), ["exact", "played"]] = np.nan
    return shown


def own_bars(discs: Discs) -> pd.DataFrame:
    """Return what a piece is worth after the discs, row by row, for 0, 1 and 2 own pointers on it."""
    lines = [
        (str(BOX.sell[row]), f"{mine} own", round(float(mean_price(replace(discs, row=row, mine=mine)))))
        for row in range(ROWS) for mine in range(3)
    ]  # fmt: skip
    frame = pd.DataFrame(lines, columns=["at", "series", "exact"])
    return frame.assign(theory=np.nan, played=np.nan, error=np.nan)


def price_words(discs: Discs) -> str:
    """Say where the price goes, how likely a crash is, and what buying a piece now brings (HTML)."""
    now, then, crash = BOX.sell[discs.row], float(mean_price(discs)), float(crash_chance(discs))
    paid = BOX.buy[discs.row]
    return (
        f"Now a piece sells for {now}; after the discs for <b>{guilders(then)}</b> on average. "
        f"Chance of a crash past the top: <b>{crash:.0%}</b>. Bought now for {paid} and sold in this round it brings "
        f"<b>{gain(then - paid)}</b>, the city’s bonus not counted."
    )


class PriceDiscs:
    """The chances of every price, exact and played, and below them what the own pointers do."""

    def __init__(self, discs: Discs) -> None:
        self.controls = {
            "row": choice("price now", {str(price): row for row, price in enumerate(BOX.sell)}, discs.row),
            "mine": choice("my pointers on it", {"0": 0, "1": 1, "2": 2}, discs.mine),
            "owners": slider("others who own some", discs.owners, 0, 3),
            "others": slider("others who own none", discs.others, 0, 3),
            "greed": slider("an owner points at it (percent)", discs.greed, 0, 100, 5),
        }
        for control in self.controls.values():
            control.observe(lambda _change: self._show(), "value")
        self.said, self.chances, self.own = widgets.HTML(), Picture(), Picture()
        first, second, *rest = self.controls.values()
        self.widget = room(beside(first, second), beside(*rest), self.said, self.chances.widget, self.own.widget)
        self._show()

    @property
    def discs(self) -> Discs:
        """What the controls say."""
        return Discs(**{name: control.value for name, control in self.controls.items()})

    def _show(self) -> None:
        self.said.value = said(price_words(self.discs))
        bars, own = price_bars(self.discs), own_bars(self.discs)
        chart = revenue_chart(
            bars, title=TITLE, x_title="sale price after the discs (guilders)", y_title="chance (%)", span=(0, 110),
            note="bars: exact, summed over all settings; diamonds: 20,000 rounds played",
        )  # fmt: skip
        table = bars.drop(columns="theory").round(2)
        self.chances.show(chart, {"bars": bars}, charts.table(table, f"{TITLE}: chances in percent"))
        chart = revenue_chart(
            own, title=OWN_TITLE, x_title="sale price now (guilders)", y_title="mean sale price (guilders)",
            span=(0, 900), note="exact, for 0, 1 or 2 pointers of your own; the others as set above",
        )  # fmt: skip
        wide = own.pivot(index="at", columns="series", values="exact").reset_index()
        self.own.show(chart, {"bars": own}, charts.table(wide, f"{OWN_TITLE} (guilders)"))


def price_discs(row: int = 2, owners: int = 2) -> widgets.VBox:
    """Return the live lesson on one price: who else owns the good, how greedy they are, what you set yourself.

    row: 0 (bottom) … 5. Raises ValueError with what is allowed."""
    if row not in range(ROWS) or owners not in range(4):
        raise ValueError(f"The row is 0 to {ROWS - 1} and the other owners are 0 to 3; not {row!r} and {owners!r}.")
    return PriceDiscs(Discs(row=row, owners=owners)).widget
