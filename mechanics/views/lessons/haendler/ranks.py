"""Rank against cash: what a rank costs early and late, and how purse, rank and upkeep went in a game of robots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt
import ipywidgets as widgets
import pandas as pd

from mechanics import charts
from mechanics.charts.theme import (
    GAIN,
    INK,
    LOSS,
    colour_scale,
    data,
    finish,
    heading,
    looks,
    number,
    shape_scale,
)
from mechanics.games.haendler import BOX, Board
from mechanics.session import Session
from mechanics.views.lessons.controls import Picture, beside, choice, guilders, room, said, slider
from mechanics.views.live import Figure, figure

WIDTH, HEIGHT, PANEL = 600, 260, 84  # pixels
PARTS = ("climb price", "upkeep until the end")
COST_TITLE = "What one rank more costs, by the round in which you climb"
LADDER_TITLE = "Purse, rank and upkeep"
PANELS: Mapping[str, str] = {
    "cash": "cash", "rank": "rank", "upkeep": "upkeep a round", "climb": "price of a climb",
}  # fmt: skip


# --- early or late ----------------------------------------------------------------------------------------------------


def rounds_of(tenths: int, seats: int = 3) -> int:
    """Return in which round the game ends, if so many wagons arrive in ten rounds."""
    return -(-10 * BOX.end_arrivals[seats] // tenths)


def cost_frame(tenths: int, seats: int = 3) -> pd.DataFrame:
    """Return what one rank more costs if it is climbed in each round: round, part, cost (guilders).

    tenths: arrivals in ten rounds, which also say when the game ends. The rank has to be kept in every round after the
    climb, and costs one step of the representation then."""
    step, rounds, lines = BOX.representation[1] - BOX.representation[0], rounds_of(tenths, seats), []
    for now in range(1, rounds + 1):
        price = BOX.climb_now(tenths * now // 10, seats)
        lines += [(now, PARTS[0], price), (now, PARTS[1], step * (rounds - now))]
    return pd.DataFrame(lines, columns=["round", "part", "cost"])


def cost_words(frame: pd.DataFrame) -> str:
    """Say in which round a rank is cheapest, both parts added up (HTML)."""
    total = frame.groupby("round")["cost"].sum()
    cheap = [str(now) for now, cost in total.items() if cost == total.min()]
    when = f"round {cheap[0]}" if len(cheap) == 1 else f"rounds {', '.join(cheap[:-1])} and {cheap[-1]}"
    lasts = f"The game lasts {len(total)} rounds. "
    if len(cheap) == len(total):
        return f"{lasts}Early or late, one rank more costs <b>{guilders(total.min())}</b>: price and upkeep balance."
    dear = f"most ({guilders(total.max())}) in round {total.idxmax()}"
    return f"{lasts}One rank more costs least (<b>{guilders(total.min())}</b>) in <b>{when}</b>, {dear}."


def cost_chart(frame: pd.DataFrame) -> Any:
    """Return the two parts of the cost of a rank, one on the other, for every round; the data set is "costs"."""
    base = alt.Chart(data(frame, "costs"))
    x = alt.X("round:O", title="climbed in round", axis=alt.Axis(labelAngle=0))
    y = alt.Y("sum(cost):Q", title="guilders", scale=alt.Scale(domain=[0, 2000], nice=False, clamp=True))
    legend = alt.Legend(title=None, orient="top", symbolType="square")
    colour = alt.Color("part:N", scale=alt.Scale(domain=list(PARTS), range=[GAIN, LOSS]), legend=legend)
    bars = base.mark_bar(opacity=0.85).encode(
        x, y, color=colour, order=alt.Order("part:N"), tooltip=["part:N", "cost:Q"]
    )
    words = base.encode(x, y, text="sum(cost):Q").mark_text(dy=-12, fontWeight="bold", color=INK)
    chart = alt.layer(bars, words).properties(width=WIDTH, height=HEIGHT, title=heading(COST_TITLE))
    return finish(chart, f"{COST_TITLE}: {_plain(cost_words(frame))}")


def _plain(words: str) -> str:
    return words.replace("<b>", "").replace("</b>", "")


class CostLesson:
    """The cost of a rank by rounds, with a slider for how often wagons arrive, and buttons for the players."""

    def __init__(self) -> None:
        self.tenths = slider("arrivals in ten rounds", 14, 7, 25)
        self.seats = choice("players", {str(seats): seats for seats in BOX.end_arrivals}, 3)
        self.said, self.picture = widgets.HTML(), Picture()
        for control in (self.tenths, self.seats):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.tenths, self.seats), self.said, self.picture.widget)
        self._show()

    def _show(self) -> None:
        frame = cost_frame(self.tenths.value, self.seats.value)
        self.said.value = said(cost_words(frame))
        wide = frame.pivot(index="round", columns="part", values="cost")[list(PARTS)].reset_index()
        wide["together"] = wide[PARTS[0]] + wide[PARTS[1]]
        self.picture.show(cost_chart(frame), {"costs": frame}, charts.table(wide, f"{COST_TITLE} (guilders)"))


def early_or_late() -> widgets.VBox:
    """Return the live lesson on the price of a rank: climb early and pay upkeep, or late at a higher price."""
    return CostLesson().widget


# --- a game of robots -------------------------------------------------------------------------------------------------


def ladder_frame(session: Session) -> pd.DataFrame:
    """Return every seat after every round: round, seat, cash, rank, upkeep and the price of a climb in that round."""
    film = [view.board for view in session.film(None)]
    last: dict[int, Board] = {board.round: board for board in film}
    money = {(row.round, row.seat): row.cash for row in _cash(session).itertuples()}
    lines = []
    for past, (now, board) in enumerate(sorted((r, b) for r, b in last.items() if r), 1):
        ranks = film[-1].past[past - 1]
        for seat, rank in enumerate(ranks):
            upkeep = board.box.representation[rank]
            called = session.names[seat]
            lines.append((now, called, money[now, called], rank, upkeep, board.climb))
    return pd.DataFrame(lines, columns=["round", "seat", "cash", "rank", "upkeep", "climb"])


def _cash(session: Session) -> pd.DataFrame:
    from mechanics import ledger

    return ledger.cash(session.ledger_frame(), session.names)


def ladder(session: Session) -> Figure:
    """Return the purses, ranks and upkeep of a game that is over, and the price of a climb, round by round."""
    frame = ladder_frame(session)
    return figure(
        ladder_chart(frame, session.names), charts.table(frame, f"{LADDER_TITLE} after each round (guilders)")
    )


def ladder_chart(frame: pd.DataFrame, seats: tuple[str, ...]) -> Any:
    """Return four panels over the rounds, one below the other, with a line and a marker for every seat."""
    look = looks(frame["seat"], seats)
    colour = alt.Color("seat:N", scale=colour_scale(look), legend=alt.Legend(title=None, orient="top"))
    shape = alt.Shape("seat:N", scale=shape_scale(look), legend=alt.Legend(title=None, orient="top"))
    drawn = [_lines(name, colour, shape) for name in ("cash", "rank", "upkeep")]
    drawn.append(_prices())
    chart = alt.vconcat(*drawn, data=data(frame, "ladder"), spacing=6, title=heading(LADDER_TITLE, "after each round"))
    return finish(chart, ladder_words(frame))


def _lines(name: str, colour: alt.Color, shape: alt.Shape) -> Any:
    """A panel with a line for every seat."""
    base = _base(name, alt.Axis(labels=False, ticks=False), "")
    lines = base.mark_line(strokeWidth=3, opacity=0.85).encode(color=colour)
    points = base.mark_point(filled=True, size=120, opacity=1, stroke="white", strokeWidth=1)
    return _panel(name, lines, points.encode(color=colour, shape=shape))


def _prices() -> Any:
    """The panel with the price of a climb, which is the same for all."""
    base = _base("climb", alt.Axis(labelAngle=0), "round")
    line = base.mark_line(color=INK, strokeWidth=3, strokeDash=[7, 4])
    return _panel("climb", line, base.mark_point(filled=True, color=INK, size=70))


def _base(name: str, axis: alt.Axis, title: str) -> Any:
    x = alt.X("round:O", title=title or None, axis=axis)
    return alt.Chart().encode(
        x, alt.Y(f"{name}:Q", title=None, axis=alt.Axis(tickCount=3, tickMinStep=1, minExtent=50))
    )


def _panel(name: str, *layers: Any) -> Any:
    title = alt.TitleParams(PANELS[name], fontSize=16)
    return alt.layer(*layers).properties(width=WIDTH, height=PANEL, title=title)


def ladder_words(frame: pd.DataFrame) -> str:
    """Return the sentence of the chart: where everybody ended, and how dear a climb became."""
    end = frame[frame["round"] == frame["round"].max()]
    each = ", ".join(f"{r.seat} rank {number(r.rank)} with {number(r.cash)}" for r in end.itertuples())
    prices = frame["climb"]
    dear = f"a climb cost {number(prices.min())} at first and {number(prices.max())} last"
    return f"{LADDER_TITLE}: in the end {each}; {dear}."
