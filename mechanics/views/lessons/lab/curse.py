"""The winner's curse with 1, 2, 4, 8, 16 bidders: naive bids and the equilibrium."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, equilibria, simulate, theory
from mechanics.charts.revenues import revenue_chart, revenue_words
from mechanics.charts.theme import signed
from mechanics.equilibria import Equilibrium
from mechanics.equilibria.found import prove
from mechanics.equilibria.rules import Rules
from mechanics.views.lessons.lab.jars import RULE
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.rules import ROW, choice, refusal, room, said
from mechanics.views.lessons.lab.solved import regret_words
from mechanics.views.live import live, update
from mechanics.worths import Estimated

BIDDERS = (1, 2, 4, 8, 16)
CAREFUL, NAIVE = "equilibrium: bid less", "all bid their estimates"
ERRORS = {"± 5": 5, "± 10": 10, "± 20": 20}
ROUNDS, TINY = 10_000, 1e-9
TITLE = "What the winner gains on average"
COLUMNS = ["at", "series", "theory", "exact", "played", "error"]
ALONE = (
    "With <b>1 bidder</b> there is no curse: his estimate is right on average, and a bid of 0 wins the jar for "
    "nothing, so that no equilibrium is drawn there."
)


class Profit(NamedTuple):
    """What the winner gains on average: exact in whole numbers, played, its standard error; and the regret, if any."""

    exact: float
    played: float
    error: float
    regret: float | None = None


def winners_curse(error: int = 20) -> widgets.VBox:
    """Return the winner's mean gain by the number of bidders, losses below zero; estimates are up to `error` off.

    error: 5, 10 or 20 (scudi). Raises ValueError with what is allowed."""
    if error not in ERRORS.values():
        raise ValueError(f"The largest error is one of {', '.join(map(str, ERRORS.values()))}; {error!r} is not.")
    return Curse(error).widget


class Curse:
    """Lines of theory at once, bars and points as soon as they are worked out."""

    def __init__(self, error: int) -> None:
        self.late = Late()
        self.error = choice("estimates are off by up to", ERRORS, error)
        self.error.observe(lambda _change: self._show(), "value")
        self.said, rows = widgets.HTML(), theory_rows(error)
        largest = max(ERRORS.values())
        drawing = revenue_chart(
            rows, title=TITLE, x_title="bidders", y_title="gain (scudi)", span=(-1.2 * largest, 1.0 * largest)
        )
        self.chart = live(drawing, {"bars": rows})
        self.widget = room(widgets.HBox([self.error], layout=ROW), self.said, self.chart)
        self._show()

    def _show(self) -> None:
        error = self.error.value
        self._draw(theory_rows(error))
        self.said.value = said(f"{_words(error)} The bars are being worked out …")
        self.late.ask(lambda: found(error), self._more, self._refused)

    def _more(self, profits: dict[tuple[str, str], Profit]) -> None:
        error = self.error.value
        self._draw(all_rows(error, profits))
        worst = max(profit.regret for profit in profits.values() if profit.regret is not None)
        self.said.value = said(f"{_words(error)} Largest regret of the equilibria: {regret_words(worst)}.")

    def _refused(self, words: str) -> None:
        self.said.value = said(_words(self.error.value)) + refusal(words)

    def _draw(self, rows: pd.DataFrame) -> None:
        title = f"{TITLE}, estimates up to {self.error.value} off"
        table = rows.rename(columns={"at": "bidders", "series": "who", "error": "standard error of played"}).round(2)
        update(self.chart, {"bars": rows}, words=revenue_words(rows, title), table=charts.table(table, title))


def theory_rows(error: int) -> pd.DataFrame:
    """Return what is known at once: the lines of theory for continuous errors, by bidders and behaviour."""
    rows = []
    for n in BIDDERS:
        careful = theory.estimate_profit(n, error) if n > 1 else None
        rows.append((str(n), CAREFUL, careful, None, None, None))
        rows.append((str(n), NAIVE, theory.naive_profit(n, error), None, None, None))
    return pd.DataFrame(rows, columns=COLUMNS)


def all_rows(error: int, profits: dict[tuple[str, str], Profit]) -> pd.DataFrame:
    """Return theory, exact and played gains by bidders and behaviour."""
    rows = theory_rows(error)
    known = [profits.get(key) for key in zip(rows["at"], rows["series"], strict=True)]
    for name in ("exact", "played", "error"):
        rows[name] = [getattr(one, name) if one else None for one in known]
    return rows


@lru_cache(maxsize=8)
def found(error: int, rounds: int = ROUNDS) -> dict[tuple[str, str], Profit]:
    """Return the winner's gain for whole errors −error … error, by bidders and behaviour.

    Raises ValueError where no equilibrium is found."""
    naive = {(str(n), NAIVE): naive_profit(n, error, rounds) for n in BIDDERS}
    return naive | {(str(n), CAREFUL): careful_profit(n, error, rounds) for n in BIDDERS[1:]}


def naive_profit(n: int, error: int, rounds: int = ROUNDS, seed: int = 1) -> Profit:
    """Return what the winner gains if all bid their estimates: minus the largest of n whole errors."""
    errors = np.arange(-error, error + 1)
    up_to = np.arange(1, len(errors) + 1) / len(errors)
    exact = -float(errors @ np.diff(up_to**n, prepend=0.0))
    if n == 1:
        gains = -np.random.default_rng(seed).choice(errors, rounds)
    else:
        gains = simulate.rounds(RULE, Estimated(error), [[1.0]], n, rounds=rounds, seed=seed).gain.sum(axis=1)
    return Profit(exact, *_mean(gains))


def careful_profit(n: int, error: int, rounds: int = ROUNDS, seed: int = 1) -> Profit:
    """Return what the winner gains in equilibrium, with its regret."""
    one, worths = careful(n, error), Estimated(error)
    played = simulate.rounds(RULE, worths, one.mix, n, rounds=rounds, seed=seed, first=int(one.bids[0]))
    return Profit(-float(one.revenue), *_mean(played.gain.sum(axis=1)), float(one.regret))


def careful(n: int, error: int) -> Equilibrium:
    """Return the equilibrium in whole bids in which everybody bids the largest error less than his estimate.

    The textbook's line, proved by its regret (there are others); if it were none, what `solve` finds."""
    rules = Rules(RULE, Estimated(error), n)
    row = np.where(rules.bids == -error, 1.0, 0.0)
    one = prove(rules, row[None], "one of several: all bid the largest error less")
    return one if one.regret <= TINY else equilibria.solve(RULE, Estimated(error), n)[0]


def _mean(gains: np.ndarray) -> tuple[float, float]:
    return float(gains.mean()), float(gains.std(ddof=1)) / len(gains) ** 0.5


def _words(error: int) -> str:
    two, many = (theory.naive_profit(n, error) for n in (2, BIDDERS[-1]))
    careful = theory.estimate_profit(BIDDERS[-1], error)
    return (
        f"{ALONE} If all bid their estimates, the winner of 2 gains {signed(round(two, 1))} on average, the winner of "
        f"{BIDDERS[-1]} <b>{signed(round(many, 1))}</b>: the highest estimate is the one that is most too high. "
        f"Bidding {error} less keeps {signed(round(careful, 1))}."
    )
