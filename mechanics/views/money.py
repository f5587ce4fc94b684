"""Where the money went: figures of a session, each drawn from its ledger or its board, each with its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from mechanics import charts, ledger
from mechanics.session import Session
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


def figures(session: Session) -> Mapping[str, Callable[[Session], Figure]]:
    """Return the figures that this game has numbers for, by name."""
    held = hasattr(session.view(None).board, "holdings")
    return {called: draw for called, draw in FIGURES.items() if held or draw is not holdings}


FIGURES: Mapping[str, Callable[[Session], Figure]] = {
    "who paid whom": flow,
    "cash after each round": cash,
    "how each purse became what it is": waterfall,
    "who leads in which good": holdings,
}


def _open_frame(session: Session) -> pd.DataFrame:
    """Return the ledger, or nothing of it while money is secret and the game not over."""
    frame = session.ledger_frame()
    secret = getattr(session.box, "money", "open") == "secret" and not session.over
    return frame.iloc[:0] if secret else frame
