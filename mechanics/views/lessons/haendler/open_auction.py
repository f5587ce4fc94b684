"""Open or sealed: what the bank earns for a red card when everybody knows what the card is worth to himself alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import ipywidgets as widgets
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mechanics import charts, expected
from mechanics.auctions import Auction, ascending, settle
from mechanics.charts.revenues import revenue_chart
from mechanics.games.haendler import BOX
from mechanics.views.lessons.controls import Picture, choice, guilders, room, said

STEP, MOST = BOX.step, 1000
BIDDERS = (2, 3, 4)
SEALED = Auction((1,), loser_pays=0, reserve=STEP, step=STEP, tie="order")
TITLE = "What the bank earns for one red card"
ROUNDS, SEED = 20_000, 1
KINDS = ("open", "sealed")
SHARES: Mapping[str, Fraction | None] = {
    "as text books say": None, "half": Fraction(1, 2), "three quarters": Fraction(3, 4), "all of it": Fraction(1),
}  # fmt: skip
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Sale:
    """One red card: each bidder's worth is 0, 100 … 1000 with equal chances, and known to him alone.

    share: what part of his worth each one writes on his slip in the sealed auction (None: n−1 of n parts)."""

    bidders: int
    share: Fraction | None = None

    @property
    def part(self) -> Fraction:
        """The part of the worth that is bid."""
        return Fraction(self.bidders - 1, self.bidders) if self.share is None else self.share

    def sealed_bids(self, worths: Ints) -> Ints:
        """Return the bids on the slips: the part of each worth, rounded down to whole coins."""
        return worths * self.part.numerator // (self.part.denominator * STEP) * STEP

    def revenues(self, worths: Ints) -> dict[str, Ints]:
        """Return what the bank earns in each round, open and sealed; worths: (rounds, bidders)."""
        opened, sealed = ascending(worths, STEP), settle(self.sealed_bids(worths), None, None, SEALED)
        return {"open": opened.paid.sum(axis=-1), "sealed": sealed.paid.sum(axis=-1)}


@lru_cache(maxsize=8)
def all_worths(bidders: int) -> Ints:
    """Return every way in which the worths can fall, one per line; all are equally likely."""
    each = [np.arange(0, MOST + STEP, STEP)] * bidders
    return np.stack(np.meshgrid(*each, indexing="ij"), axis=-1).reshape(-1, bidders)


def revenue_frame(share: Fraction | None, seed: int = SEED) -> pd.DataFrame:
    """Return the revenue by bidders and auction: at, series, theory, exact, played and its error (guilders).

    theory: worths of any size between 0 and the highest, which earns the same in both."""
    rng, lines = np.random.default_rng(seed), []
    for bidders in BIDDERS:
        sale = Sale(bidders, share)
        exact = sale.revenues(all_worths(bidders))
        played = sale.revenues(STEP * rng.integers(0, MOST // STEP + 1, size=(ROUNDS, bidders)))
        theory = MOST * (bidders - 1) / (bidders + 1)
        for kind in KINDS:
            error = played[kind].std() / np.sqrt(ROUNDS)
            lines.append((f"{bidders} bidders", kind, theory, exact[kind].mean(), played[kind].mean(), float(error)))
    return pd.DataFrame(lines, columns=["at", "series", "theory", "exact", "played", "error"])


def sealed_regret(sale: Sale) -> tuple[int, int, float]:
    """Return who gains most by leaving the sealed rule, exactly: his worth, his best bid, his gain (guilders).

    Against rivals who keep to the rule; a tie is won with equal chances, as if seats were drawn."""
    bids, many = sale.sealed_bids(np.arange(0, MOST + STEP, STEP)), MOST // STEP + 1
    rival: dict[int, Fraction] = {}
    for bid in bids.tolist():
        rival[bid] = rival.get(bid, Fraction(0)) + Fraction(1, many)
    rule = Auction((1,), loser_pays=0, reserve=STEP, step=STEP)
    tries = range(0, MOST + STEP, STEP)
    won = expected.values(rule, [1], [rival] * (sale.bidders - 1), bids=tries).win
    found = []
    for worth, bid in zip(range(0, MOST + STEP, STEP), bids.tolist(), strict=True):
        gains = [float(chance * (worth - one)) for one, chance in zip(tries, won, strict=True)]
        found.append((max(gains) - gains[bid // STEP], worth, tries[int(np.argmax(gains))]))
    most, worth, best = max(found)
    return worth, best, most


def sale_words(share: Fraction | None, frame: pd.DataFrame) -> str:
    """Say what the bank earns with three bidders, and who would leave the rule (HTML)."""
    exact = {kind: float(frame.loc[(frame["at"] == "3 bidders") & (frame["series"] == kind), "exact"].iloc[0])
             for kind in KINDS}  # fmt: skip
    worth, best, most = sealed_regret(Sale(3, share))
    told = f"Three bidders: the open auction earns <b>{guilders(exact['open'])}</b>, the sealed one "
    told += f"<b>{guilders(exact['sealed'])}</b>; text books, where worths and bids are of any size, say "
    told += f"{guilders(MOST * 2 / 4)} for both. "
    if most < 1:
        return told + "With sealed bids nobody gains by leaving the rule."
    return told + f"Who gains most by leaving the sealed rule: at a worth of {worth} a bid of {best} gains {most:.0f}."


class SaleLesson:
    """The revenue of both auctions for two, three and four bidders, with buttons for what is written on the slips."""

    def __init__(self) -> None:
        self.share = choice("on the slip: of the worth", SHARES, None)
        self.share.observe(lambda _change: self._show(), "value")
        self.said, self.picture = widgets.HTML(), Picture()
        self.widget = room(self.share, self.said, self.picture.widget)
        self._show()

    def _show(self) -> None:
        frame = revenue_frame(self.share.value)
        self.said.value = said(sale_words(self.share.value, frame))
        bars = frame.assign(theory=np.nan, exact=frame["exact"].round())
        chart = revenue_chart(
            bars, title=TITLE, y_title="revenue (guilders)", span=(0, 1000),
            note="bars: exact, all worths and slips in whole hundreds; diamonds: 20,000 rounds played",
        )  # fmt: skip
        self.picture.show(chart, {"bars": bars}, charts.table(frame.round(1), f"{TITLE} (guilders)"))


def open_or_sealed() -> widgets.VBox:
    """Return the live lesson on the auction of red cards: revenue of the open and of the sealed auction."""
    return SaleLesson().widget
