"""Where the money went: figures of a session, each drawn from its ledger or its board, each with its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from mechanics import charts, ledger
from mechanics.charts.paths import net_worth_chart, price_path_chart
from mechanics.session import Session
from mechanics.views import wealth
from mechanics.views.live import Figure, figure

ALL = 0


def flow(session: Session, round: int = ALL, phase: str = "") -> Figure:
    """Return who paid whom in one round, or (round 0) in the whole game so far; of one phase alone if it is named."""
    frame = _open_frame(session)
    part = frame if round == ALL else frame[frame["round"] == round]
    moved = ledger.flows(part if not phase else part[part["phase"] == phase])
    when = "in the whole game" if round == ALL else f"in round {round}"
    when += f", phase “{phase}”" if phase else ""
    drawing = charts.flow_chart(moved, title=f"Who paid whom {when}", unit=session.game.UNIT, seats=session.names)
    return figure(drawing, charts.table(moved, f"Who paid whom {when} ({session.game.UNIT})"))


def cash(session: Session) -> Figure:
    """Return every purse after every round."""
    frame = ledger.cash(_open_frame(session), session.names)
    drawing = charts.cash_chart(frame, unit=session.game.UNIT, seats=session.names)
    wide = frame.pivot(index="round", columns="seat", values="cash").reindex(columns=list(session.names)).reset_index()
    return figure(drawing, charts.table(wide, f"Cash after each round ({session.game.UNIT})"))


def waterfall(session: Session) -> Figure:
    """Return how each purse became what it is, step by step."""
    entries = _open_frame(session)
    frame = ledger.waterfall(entries, session.names, session.game.STEPS)
    if entries.empty:  # a closed purse is not an empty one: say nothing instead of 0
        frame = frame.iloc[:0]
    drawing = charts.waterfall_chart(frame, unit=session.game.UNIT)
    wide = frame.pivot(index="step", columns="seat", values="amount").reindex(columns=list(session.names))
    wide = wide.loc[list(dict.fromkeys(frame.step))].reset_index()
    return figure(drawing, charts.table(wide, f"How each purse became what it is ({session.game.UNIT})"))


def holdings(session: Session) -> Figure:
    """Return who holds how much of each good, and who leads."""
    board = session.view(None).board
    rows = [
        (good, session.names[seat], units, seat in board.leaders[i], board.box.payouts[i])
        for i, good in enumerate(board.box.goods)
        for seat, units in enumerate(board.holdings[i])
    ]
    frame = pd.DataFrame(rows, columns=["good", "seat", "units", "leader", "payout"])
    drawing = charts.holdings_chart(frame, unit=session.game.UNIT, seats=session.names)
    wide = frame.pivot(index="good", columns="seat", values="units")[list(session.names)]
    return figure(drawing, charts.table(wide.loc[list(board.box.goods)].reset_index(), "Units of each good"))


def price_path(session: Session) -> Figure:
    """Return every price in every round of a game with a price wheel."""
    frame = wealth.price_path(session.view(None).board)
    drawing = price_path_chart(frame, unit=session.game.UNIT)
    wide = frame.pivot(index="round", columns="good", values="price")[list(dict.fromkeys(frame.good))].reset_index()
    return figure(drawing, charts.table(wide, f"Prices in each round ({session.game.UNIT})"))


def net_worth(session: Session) -> Figure:
    """Return everybody's cash and cubes together, before and after every round's actions and turn of the wheel."""
    frame = wealth.worth_steps(session)
    drawing = net_worth_chart(frame, unit=session.game.UNIT, seats=session.names, wheel=wealth.WHEEL)
    return figure(drawing, charts.table(frame, f"Net worth before and after each step ({session.game.UNIT})"))


def figures(session: Session) -> Mapping[str, Callable[[Session], Figure]]:
    """Return the figures that this game has numbers for, by name."""
    board = session.view(None).board
    known = {**FIGURES, **(WHEEL_FIGURES if hasattr(board.box, "ring") else {})}
    return {called: draw for called, draw in known.items() if draw is not holdings or hasattr(board, "holdings")}


FIGURES: Mapping[str, Callable[[Session], Figure]] = {
    "who paid whom": flow,
    "cash after each round": cash,
    "how each purse became what it is": waterfall,
    "who leads in which good": holdings,
}
WHEEL_FIGURES: Mapping[str, Callable[[Session], Figure]] = {
    "prices, round by round": price_path,
    "net worth, step by step": net_worth,
}


def _open_frame(session: Session) -> pd.DataFrame:
    """Return the ledger, or nothing of it while money is secret and the game not over."""
    frame = session.ledger_frame()
    secret = getattr(session.box, "money", "open") == "secret" and not session.over
    return frame.iloc[:0] if secret else frame
