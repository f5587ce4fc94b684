"""Where the money went: figures of a session, each drawn from its ledger or its board, each with its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd

from mechanics import charts, ledger
from mechanics.charts.paths import net_worth_chart, price_path_chart
from mechanics.saving import key_of
from mechanics.session import Session
from mechanics.table import name
from mechanics.views import wealth
from mechanics.views.live import Figure, figure

ALL = 0
TABLE, LOST = "the table", "lost"
LOSSES: Mapping[str, tuple[str, ...]] = {"osaka": ("TO-4 overpays", "TO-18 ")}  # reasons whose money nobody gets
SECRETS = ("money", "hands")  # settings of a box that can be "secret"


def flow(session: Session, round: int = ALL, phase: str = "") -> Figure:
    """Return who paid whom in one round, or (round 0) in the whole game so far; of one phase alone if it is named."""
    frame = _open_frame(session)
    part = frame if round == ALL else frame[frame["round"] == round]
    moved = ledger.flows(_gathered(session, part if not phase else part[part["phase"] == phase]))
    when = "in the whole game" if round == ALL else f"in round {round}"
    when += f", phase “{phase}”" if phase else ""
    seats = (*session.names, *own_kinds(session))
    drawing = charts.flow_chart(moved, title=f"Who paid whom {when}", unit=session.game.UNIT, seats=seats)
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


def came_about(kind: str, session: Session) -> Figure:
    """Return how what each seat owns of one kind besides its purse ("cargo") became what it is, reason by reason."""
    entries, own = _open_frame(session), {f"{name(s)} {kind}": called for s, called in enumerate(session.names)}
    entries = entries[entries["payer"].isin(own) | entries["payee"].isin(own)]
    reasons = dict.fromkeys(zip(entries["rule"], entries["why"], strict=True))
    frame = ledger.waterfall(entries, list(own), {why: (f"{rule} {why}",) for rule, why in reasons})
    frame = frame.assign(seat=frame["seat"].map(own)).iloc[: len(frame) if len(entries) else 0]
    title = f"How the {kind} came about"
    drawing = charts.waterfall_chart(frame, title=title, unit=session.game.UNIT)
    wide = frame.pivot(index="step", columns="seat", values="amount").reindex(columns=list(session.names))
    wide = wide.loc[list(dict.fromkeys(frame.step))].reset_index()
    return figure(drawing, charts.table(wide, f"{title} ({session.game.UNIT})"))


def figures(session: Session) -> Mapping[str, Callable[[Session], Figure]]:
    """Return the figures that this game has numbers for, by name."""
    board = session.view(None).board
    known = {**FIGURES, **(WHEEL_FIGURES if hasattr(board.box, "ring") else {})}
    general = {called: draw for called, draw in known.items() if draw is not holdings or hasattr(board, "holdings")}
    return general | {f"how the {kind} came about": partial(came_about, kind) for kind in own_kinds(session)}


def own_kinds(session: Session) -> tuple[str, ...]:
    """Return what seats own besides their purses and have accounts for: ("cargo", "points"), or nothing."""
    first = f"{name(0)} "
    accounts = map(str, session.table.ledger.accounts)
    return tuple(account.removeprefix(first) for account in accounts if account.startswith(first))


def closed(session: Session) -> str:
    """Say that the ledger is secret and until when, "" if it is open."""
    secret = [field for field in SECRETS if getattr(session.box, field, "open") == "secret"]
    if not secret or session.over:
        return ""
    return f"{secret[0].capitalize()} {'are' if secret[0].endswith('s') else 'is'} secret in this game: " + (
        "the ledger opens when it is over."
    )


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
    return frame.iloc[:0] if closed(session) else frame


def _gathered(session: Session, entries: pd.DataFrame) -> pd.DataFrame:
    """Return entries with few enough accounts to tell apart, where seats own more than their purses.

    What all own of a kind is one account; so is all that lies on the table and is nobody's, and what is lost."""
    kinds, seats = own_kinds(session), range(session.seats)
    if not kinds:
        return entries
    known = dict(zip(session.names, session.names, strict=True))
    known |= {f"{name(seat)} {kind}": kind for seat in seats for kind in kinds}
    reasons = entries["rule"] + " " + entries["why"]
    lost = reasons.str.startswith(LOSSES.get(key_of(session.game), ("no reason",)))
    payee = entries["payee"].map(known).fillna(TABLE).where(~lost, LOST)
    moved = entries.assign(payer=entries["payer"].map(known).fillna(TABLE), payee=payee)
    return moved[moved["payer"] != moved["payee"]]
