"""A game between robots: where the value went in it; and the rules of the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML

from mechanics import charts, ledger
from mechanics.bots import robots
from mechanics.games import osaka
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.lessons.controls import beside, choice, room
from mechanics.views.lessons.osaka.turns import LOOK
from mechanics.views.live import Figure, figure
from mechanics.views.seats import rules_page
from mechanics.views.style import style

NAMED = ("hoarder", "shipper", "insurer")
KINDS = ("market", "hand", "cargo", "score", "price paid", "sold")
AWAY: Mapping[str, str] = {
    "TO-4 pays": "price paid", "TO-4 overpays": "overpaid or insured", "TO-19": "overpaid or insured",
    "TO-18": "black current", "TO-15 sells": "sold",
}  # fmt: skip
BIG = "<style>.mm-big{font-size:18px} .mm-big caption{text-align:left;font-weight:600}</style>"


def robots_game(seed: int = 1, seats: int = 3) -> Session:
    """Return a whole game between the named robots, for looking at it."""
    known = robots("osaka")
    return Session(osaka, seats, seed, bots={seat: known[NAMED[seat % len(NAMED)]] for seat in range(seats)})


# --- coins into cargo into points -------------------------------------------------------------------------------------


def kind_of(account: str) -> str:
    """Return what an account holds: "P1" holds a hand, "P1 cargo" cargo, "P1 points" the score."""
    if account.endswith((" cargo", " points")):
        return "cargo" if account.endswith(" cargo") else "score"
    return "market" if account in ("market", "production") else "unseen" if account in ("unseen", "bank") else "hand"


def whither(entry: Any) -> str:
    """Return where the coins of a ledger row went: a kind of place, or what became of cards that were discarded."""
    why = f"{entry.rule} {entry.why}"
    return next((name for begin, name in AWAY.items() if why.startswith(begin)), kind_of(entry.payee))


def flow_frame(session: Session, seat: int | None = None) -> pd.DataFrame:
    """Return coin values that moved from or to hands, cargo and scores: payer, payee (see `whither`), amount.

    seat: only the hand, cargo and points of this seat (None: of all)."""
    frame = session.ledger_frame()
    seats = range(session.seats) if seat is None else (seat,)
    own = {name for s in seats for name in (session.names[s], f"P{s + 1} cargo", f"P{s + 1} points")}
    frame = frame[(frame["payer"].isin(own) | frame["payee"].isin(own)) & ~frame["payer"].isin(("unseen", "bank"))]
    away = [whither(entry) for entry in frame.itertuples()]
    return ledger.flows(frame.assign(payer=frame["payer"].map(kind_of), payee=away))


def flow_figure(session: Session, seat: int | None = None) -> Figure:
    """Return how coin value turned into cargo and points, as bands as wide as the amounts."""
    frame = flow_frame(session, seat)
    whose = "all seats" if seat is None else session.names[seat]
    title = f"From coins to cargo to points, {whose}"
    drawing = charts.flow_chart(frame, title=title, unit="coins", seats=KINDS, verbs=("gives", ""))
    return figure(drawing, charts.table(frame, f"{title} (coins)"))


def losses_frame(session: Session) -> pd.DataFrame:
    """Return, for each seat, coins paid in all, overpaid, spent on insurance, and coins of cargo that sank."""
    frame = session.ledger_frame()
    lines = []
    for seat, called in enumerate(session.names):
        mine = frame[frame["payer"].isin({called, f"P{seat + 1} cargo"})]
        reasons = mine["rule"] + " " + mine["why"]
        begin = ("TO-4", "TO-4 overpays", "TO-19", "TO-18")
        lines.append((called, *(int(mine["amount"][reasons.str.startswith(rule)].sum()) for rule in begin)))
    return pd.DataFrame(lines, columns=["seat", "paid in all", "overpaid", "for insurance", "cargo sunk"])


def where_the_value_went(session: Session) -> widgets.VBox:
    """Return how coins became cargo and points in a game, for all or one seat, and what was lost on the way."""
    whose = choice("show", {"all seats": None, **{called: s for s, called in enumerate(session.names)}}, None)
    how = choice("as", ("flows", "how each hand became what it is"), "flows")
    shown = widgets.HTML()
    lost = charts.table(losses_frame(session), "Paid, overpaid, insured and sunk (coins)")
    lost = f'{LOOK}<div class="mm-turn">{lost}</div>'

    def draw(_change: object = None) -> None:
        flows = how.value == "flows"
        whose.layout.display = None if flows else "none"
        drawn = flow_figure(session, whose.value) if flows else money.waterfall(session)
        shown.value = drawn.html() + lost

    for control in (whose, how):
        control.observe(draw, "value")
    draw()
    return room(beside(how, whose), shown)


def house_defaults() -> HTML:
    """Return every number of the box with where it comes from, house defaults marked."""
    return HTML(style() + rules_page(robots_game()))
