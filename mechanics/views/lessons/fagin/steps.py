"""Who moves wealth: net worth before and after every market, and before and after every turn of the wheel."""

from __future__ import annotations

import ipywidgets as widgets
import pandas as pd

from mechanics import charts
from mechanics.charts.revenues import revenue_chart
from mechanics.charts.theme import number, signed
from mechanics.session import Session
from mechanics.views import wealth
from mechanics.views.lessons.controls import Picture, beside, room, said, slider

TITLE = "Net worth in one round: before the market, after it, after the wheel"
MOMENTS = ("before the market", "after the market", "after the wheel")


def round_frame(session: Session, now: int) -> pd.DataFrame:
    """Return everybody's net worth at the three moments of a round: at (seat), series (moment), exact (shillings).

    The last round has no turn of the wheel any more."""
    steps = wealth.worth_steps(session)
    here = steps[steps["round"] == now]
    market, wheel = (here[here["step"] == step] for step in (wealth.ACTIONS, wealth.WHEEL))
    parts = [(market["before"], MOMENTS[0]), (market["after"], MOMENTS[1]), (wheel["after"], MOMENTS[2])]
    named = [
        pd.DataFrame({"at": here["seat"].unique(), "series": name, "exact": part.tolist()})
        for part, name in parts
        if len(part)
    ]
    return pd.concat(named, ignore_index=True).assign(theory=float("nan"), played=float("nan"), error=float("nan"))


def traded(session: Session, now: int) -> str:
    """Say what was traded in a round and how far it moved anybody's net worth (HTML)."""
    markets = wealth.sessions(session)
    here = markets[markets["round"] == now]
    if here.empty:
        return "Nobody opened the market. "
    cubes, moved = int((here["bought"] + here["sold"]).sum()), int((here["after"] - here["before"]).abs().sum())
    prices = [deal.price for done in session.view(None).board.sessions if done.round == now for deal in done.trades]
    return (
        f"In the market {cubes} cube{'s' * (cubes != 1)} changed hands, for {sum(prices)} shillings in all, and net "
        f"worth moved by <b>{moved}</b>. "
    )


def turned(session: Session, now: int) -> str:
    """Say how far the turn of the wheel moved everybody's net worth (HTML)."""
    turns = [turn for turn in session.view(None).board.turns if turn.round == now]
    if not turns:
        return "The game ended before the wheel turned."
    (turn,) = turns
    changes = [after - before for before, after in zip(turn.worth_before, turn.worth_after, strict=True)]
    each = ", ".join(f"{name} {signed(change)}" for name, change in zip(session.names, changes, strict=True))
    return f"Then the die showed {turn.die}, and the wheel moved <b>{number(sum(map(abs, changes)))}</b>: {each}."


class Steps:
    """Three bars a seat for one round of a game, with a slider for the round."""

    def __init__(self, session: Session) -> None:
        self.session, board = session, session.view(None).board
        self.top = max(float(wealth.worth_steps(session)["after"].max()), 1.0)
        self.round = slider("round", min(2, board.round), 1, board.round)
        self.said, self.picture = widgets.HTML(), Picture()
        self.round.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.round), self.said, self.picture.widget)
        self._show()

    def _show(self) -> None:
        now = self.round.value
        frame = round_frame(self.session, now)
        self.said.value = said(f"Round {now}. {traded(self.session, now)}{turned(self.session, now)}")
        chart = revenue_chart(
            frame, title=TITLE, y_title="net worth (shillings)", span=(0, 1.15 * self.top),
            note="cash from the ledger, and cubes at the price of the wheel",
        )  # fmt: skip
        wide = frame.pivot(index="at", columns="series", values="exact")
        wide = wide[[name for name in MOMENTS if name in wide]].reset_index()
        table = charts.table(wide, f"{TITLE}, round {now} (shillings)")
        self.picture.show(chart, {"bars": frame}, table, key=frame["series"].nunique())


def who_moves_wealth(session: Session) -> widgets.VBox:
    """Return the live lesson on a game that was played: what a market and what the wheel do to net worth.

    session: a game of Fagin's Gang of which at least one round has begun, else ValueError."""
    if not session.view(None).board.round:
        raise ValueError("No round of this game has begun; play one first.")
    return Steps(session).widget
