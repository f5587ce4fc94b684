"""What every bid is worth, exactly, while the rule, the prize and the rivals move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import ipywidgets as widgets
import pandas as pd

from mechanics import charts
from mechanics.auctions import HALF
from mechanics.charts.axes import moving_scale, with_ends
from mechanics.charts.theme import signed
from mechanics.expected import bid_values
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.moving import Moving
from mechanics.views.lessons.lab.rules import (
    HIGHEST,
    ROW,
    Rules,
    Setting,
    choice,
    last_bid,
    refusal,
    room,
    said,
    slider,
)
from mechanics.views.lessons.lab.solved import solved
from mechanics.views.live import LiveChart

RIVALS: Mapping[str, str] = {
    "each bid equally likely": "chance", "the equilibrium": "equilibrium", "one sure bid": "sure",
}  # fmt: skip
COLUMNS = ["bid", "win", "worth", "paid_winning", "paid_losing", "value"]
TITLE = "What each bid is worth"
CAPTION = "What every bid is worth on average, exactly (win: chance to win)"


@dataclass(frozen=True)
class Sliding:
    """A bid value chart whose axis of values is moved by the signals "low" and "high"."""

    chart: Any
    ends: tuple[float, float]

    def to_dict(self) -> dict[str, Any]:
        """Return its specification."""
        spec: dict[str, Any] = with_ends(self.chart, *self.ends).to_dict()
        for layer in spec["vconcat"][0]["layer"]:
            if "scale" in (y := layer.get("encoding", {}).get("y", {})):
                y["scale"] = moving_scale(0.04, 0.35).to_dict()
        return spec


class WorthChart:
    """The live chart of the worth of every bid, with one bid marked as yours; `widget` is the chart."""

    def __init__(self, title: str = TITLE, unit: str = "scudi") -> None:
        self.title, self.unit = title, unit
        self.moving = Moving()

    @property
    def widget(self) -> LiveChart:
        """The chart, the same one for its whole life."""
        return self.moving.widget

    def show(self, frame: pd.DataFrame, mine: int | None = None, bids: tuple[int, int] | None = None) -> None:
        """Show what every bid is worth, and what yours is.

        frame: as of `expected.bid_values`. bids: first and last bid on the axis, those of the frame if not given."""
        span = bids or (int(frame["bid"].min()), int(frame["bid"].max()))
        values = frame["value"].astype(float).round(9)  # else rounding would choose among bids of one worth
        frame = frame.assign(value=values)

        def make(ends: tuple[float, float]) -> Any:
            drawn = charts.bid_value_chart(
                frame, title=self.title, unit=self.unit, low=ends[0], high=ends[1], bids=span, mine=mine
            )
            return Sliding(drawn, ends)

        self.moving.show(
            make, {"bids": frame}, (values.min(), values.max()), signals={"mine": mine}, key=span,
            words=charts.bid_value_words(frame, self.title, self.unit), table=charts.table(frame[COLUMNS], CAPTION),
        )  # fmt: skip


def worth_of_bids(prize: int = 10, bidders: int = 4, mine: int = 4) -> widgets.VBox:
    """Return what every bid is worth, exact, with controls for the rule, the prize, the rivals and your bid.

    prize: what winning is worth (scudi). Raises ValueError with what is allowed."""
    return WorthLab(Setting((prize,), bidders, HALF), mine).widget


class WorthLab:
    """The worth of every bid for as long as its cell stands."""

    def __init__(self, setting: Setting, mine: int) -> None:
        if type(mine) is not int or not 0 <= mine <= HIGHEST:
            raise ValueError(f"Your bid is a whole number from 0 to {HIGHEST}; {mine!r} is not.")
        self.rules = Rules(setting, ("worth", "bidders", "reserve", "loser_pays", "winner_pays"))
        self.kind = choice("rivals bid", RIVALS, "chance")
        self.sure = slider("their sure bid", min(5, setting.worth[0]), 0, HIGHEST - 1)
        self.mine = slider("your bid", mine, 0, HIGHEST)
        self.said, self.chart, self.late = widgets.HTML(), WorthChart(), Late()
        self.rules.on_change(self._show)
        for control in (self.kind, self.sure, self.mine):
            control.observe(lambda _change: self._show(), "value")
        bids = widgets.HBox([self.kind, self.mine, self.sure], layout=ROW)
        self.widget = room(self.rules.widget, bids, self.said, self.chart.widget)
        self._show()

    def _show(self) -> None:
        setting, kind, sure, mine = self.rules.setting, self.kind.value, self.sure.value, self.mine.value
        self.sure.layout.display = None if kind == "sure" else "none"
        if kind == "equilibrium":  # may take its time to be found: no slider waits for it
            about = "The rivals keep to the first equilibrium of section 3. "
            self.late.ask(
                lambda: worth_frame(setting, solved(setting)[0].mix[0], mine),
                lambda frame: self._draw(frame, mine, about), self._refuse,
            )  # fmt: skip
            return
        self.late.forget()
        even = [Fraction(1, setting.worth[0] + 1)] * (setting.worth[0] + 1)
        self._draw(worth_frame(setting, sure if kind == "sure" else even, mine), mine)

    def _refuse(self, why: str) -> None:
        self.said.value = refusal(why)

    def _draw(self, frame: pd.DataFrame, mine: int, about: str = "") -> None:
        self.said.value = said(about + worth_words(frame, mine))
        self.chart.show(frame, mine, (0, last_bid(frame)))


def worth_frame(setting: Setting, rival: Any, mine: int) -> pd.DataFrame:
    """Return the exact worth of every bid that makes sense against rivals who all bid like this one.

    rival: a sure bid, or the chances of bids 0, 1 …. The last bid is the prize, one more than a sure bid, or yours."""
    needed = rival + 1 if isinstance(rival, int) else 0
    bids = range(max(setting.worth[0], needed, mine) + 1)
    return bid_values(setting.auction, setting.worth, [rival] * (setting.bidders - 1), bids=bids)


def worth_words(frame: pd.DataFrame, mine: int) -> str:
    """Say what your bid is worth and which one is the best, to the cent (HTML)."""
    values, wins = ({b: float(x) for b, x in zip(frame["bid"], frame[name], strict=True)} for name in ("value", "win"))
    best = [bid for bid, value in values.items() if value >= max(values.values()) - 1e-9]
    worth = signed(round(values[best[0]], 2))
    yours = f"Your {mine} wins {wins[mine]:.0%} of the time, worth <b>{signed(round(values[mine], 2))}</b>."
    if mine in best:
        return f"{yours} No bid is worth more."
    if best[1:]:
        listed = f"{', '.join(map(str, best[:-1]))} and {best[-1]}" if len(best) < 8 else f"{best[0]} to {best[-1]}"
        return f"{yours} The best bids are <b>{listed}</b>, each worth <b>{worth}</b>."
    return f"{yours} The best bid is <b>{best[0]}</b>: it wins {wins[best[0]]:.0%}, worth <b>{worth}</b>."
