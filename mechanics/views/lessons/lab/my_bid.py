"""What is my bid worth? One value, rivals who bid on the line of theory: bet first, then see every bid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts
from mechanics.auctions import settle
from mechanics.views.entry import Entry, Raw, whole
from mechanics.views.lessons.lab.cases import MOST, Case, few
from mechanics.views.lessons.lab.moving import Moving
from mechanics.views.lessons.lab.rules import ROW, choice, refusal, room, said, slider

HIGHEST = 100
RULES: Mapping[str, str] = {rule: rule for rule in ("first price", "second price", "all-pay")}
TITLE, CAPTION = "What each bid is worth to you", "What every bid is worth on average (win: chance to win)"
COLUMNS = ["bid", "win", "worth", "paid_winning", "paid_losing", "value"]
FINE = 20_000  # values at which the line of the rivals is turned round
CENTS, ROUNDS, EVERY = 100, 10_000, 5
BEYOND = 10  # what is shown goes a tenth beyond the value
POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def worth_of_my_bid(value: int = 60, bidders: int = 5) -> widgets.VBox:
    """Return a bet on the best bid of one value (0 … 100), and after it what every bid is worth.

    The rivals' values are even on 0 … 100, and they bid on the line of theory. Raises ValueError with what is
    allowed."""
    return MyBid(Case("first price", few(bidders)), value).widget


class MyBid:
    """The worth of every bid to one value; the chart comes after the bet. `mine` is your bid, None before."""

    def __init__(self, case: Case, value: int) -> None:
        if type(value) is not int or not 0 <= value <= HIGHEST:
            raise ValueError(f"Your value is a whole number from 0 to {HIGHEST}; {value!r} is not.")
        self.case = case
        self.mine: int | None = None
        self.value = slider("your value", value, 0, HIGHEST)
        self.bidders = slider("bidders, you included", case.bidders, 2, MOST)
        self.rule = choice("rule", RULES, case.rule)
        self.yours = slider("your bid", 0, 0, HIGHEST)
        for control in (self.value, self.bidders, self.rule, self.yours):
            control.observe(lambda _change: self._show(), "value")
        self.said, self.moving = widgets.HTML(), Moving()
        self.entry = Entry(
            label=f"It is worth {value} to you. What do you bid?", hint=f"a whole number from 0 to {HIGHEST}", low=0,
            high=HIGHEST, unit="scudi", button="I bet on it",
        )  # fmt: skip
        self.entry.on_answer(self._answer)
        self.after = widgets.HBox([self.value, self.bidders, self.rule, self.yours], layout=ROW)
        self.place = widgets.VBox([self.entry])
        self.widget = room(self.said, self.place)
        self.said.value = said(
            f"{self.rule.value.capitalize()}: {case.bidders - 1} rivals, whose values are even on 0 to {HIGHEST}. Each "
            f"of them bids {case.slope:.2f} of his value."
        )

    def _answer(self, raw: Raw) -> None:
        try:
            bid = whole(str(raw))
            if not 0 <= bid <= HIGHEST:
                raise ValueError(f"Bid a whole number from 0 to {HIGHEST}; {bid} is not.")
        except ValueError as refused:
            self.place.children = [self.entry, widgets.HTML(refusal(str(refused)))]
            return
        self.mine = bid
        self.yours.value = bid
        self.place.children = [self.after, self.moving.widget]
        self._show()

    def frame(self) -> pd.DataFrame:
        """Return the exact worth of whole bids against rivals on the line of theory, a little beyond your value."""
        last = max(10, self.value.value + self.value.value // BEYOND, self.yours.value)
        return worths(self.case, self.value.value)[: last + 1]

    def _show(self) -> None:
        if self.mine is None:
            return
        self.mine = self.yours.value
        self.case = replace(self.case, rule=self.rule.value, bidders=self.bidders.value)
        frame, seen = self.frame(), played(self.case, self.value.value)
        seen = seen[seen["bid"] < len(frame)]
        self.said.value = said(_words(frame, self.case, self.value.value, self.mine))
        ends = -_coarse(-float(frame["value"].min())), _coarse(float(frame["value"].max()))

        def make(ends: tuple[float, float]) -> Any:
            low, high = ends
            return charts.bid_value_chart(
                frame, title=TITLE, mine=self.mine, observed=seen, low=low, high=high, bids=(0, HIGHEST)
            )

        table = charts.table(frame[COLUMNS].round(2), CAPTION)
        self.moving.show(
            make, {"bids": frame, "observed": seen}, ends, signals={"mine": self.mine},
            words=charts.bid_value_words(frame, TITLE), table=table,
        )  # fmt: skip


def worths(case: Case, value: float) -> pd.DataFrame:
    """Return what every whole bid 0 … 100 is worth to a value: columns of `expected.bid_values` without places.

    Rivals bid on the continuous line b(v), so that ties do not count: a bid wins with chance G = F(v)^(n−1) at the v
    whose bid it is. The winner of a second-price auction pays the mean of the best rival below: b·G − ∫G."""
    bids, rivals = np.arange(HIGHEST + 1.0), case.bidders - 1
    grid = np.linspace(0, case.highest, FINE + 1)
    beaten = np.interp(bids, case.line(grid), grid)
    win = case.cdf(beaten) ** rivals
    pays = bids * win
    if case.auction.winner_pays == "next":
        pays = beaten * win - case.gain(beaten)
    losing = float(case.auction.loser_pays) * bids * (1 - win)
    columns = {"bid": bids.astype(int), "win": win, "prize": win, "worth": value * win}
    more = {"paid_winning": pays, "paid_losing": losing, "value": value * win - pays - losing}
    return pd.DataFrame(columns | more)


def played(case: Case, value: float, rounds: int = ROUNDS, seed: int = 1) -> pd.DataFrame:
    """Return what every fifth bid earned on average in the same seeded rounds, settled in hundredths of a scudo."""
    rng = np.random.default_rng(seed)
    values = np.sort(rng.random((rounds, case.bidders - 1)) * case.highest, axis=1)
    theirs = np.rint(CENTS * case.line(values.ravel()).reshape(values.shape)).astype(np.int64)
    rows = []
    for bid in range(0, HIGHEST + 1, EVERY):
        mine = np.full((rounds, 1), CENTS * bid)
        result = settle(np.hstack([mine, theirs[:, -2:]]), None, None, case.auction)
        rows.append((bid, float((value * result.prize[:, 0] - result.paid[:, 0] / CENTS).mean())))
    return pd.DataFrame(rows, columns=["bid", "value"])


def _words(frame: pd.DataFrame, case: Case, value: int, mine: int) -> str:
    best = int(frame["value"].to_numpy().argmax())
    win, gain = frame["win"].to_numpy(), frame["value"].to_numpy()
    how = ""
    if case.rule == "first price" and case.slope and 0 < best < value:
        share = best / (case.slope * case.highest)
        power = str(case.bidders - 1).translate(POWERS)
        how = f" ({value - best} × {share:.4g}{power})" if share < 1 else ""
    yours = f"Your {mine} wins with chance {win[mine]:.2f} and is worth <b>{_two(gain[mine])}</b>."
    return (
        f"{yours} Best bid <b>{best}</b>: chance to win {win[best]:.2f}, expected gain <b>{_two(gain[best])}</b>{how}. "
        f"Bidding all it is worth to you, {value}: {_two(gain[value])}; bidding 0: {_two(gain[0])}."
    )


def _coarse(size: float) -> float:
    """Return the next of 0.5, 1, 2, 5, 10 … so that the axis stays where it is while a slider moves."""
    return next(step * 10**power for power in range(4) for step in (0.5, 1.0, 2.0) if step * 10**power >= size)


def _two(number: float) -> str:
    return "0.00" if abs(number) < 0.005 else f"{number:+.2f}".replace("-", "−")
