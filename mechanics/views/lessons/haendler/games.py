"""A game between robots to look at, the money of a game, and the rules of the box."""

from __future__ import annotations

from collections.abc import Mapping

import ipywidgets as widgets
from IPython.display import HTML

from mechanics.bots import robots
from mechanics.games import haendler
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.lessons.controls import beside, choice, room
from mechanics.views.seats import rules_page
from mechanics.views.style import style

NAMED = ("hauler", "climber", "forwarder")
PHASES: Mapping[str, str] = {
    "the whole game": "", "loading master": "master", "transport fees": "load", "sale": "sale", "red cards": "invest",
    "upkeep": "rank", "climb": "climb",
}  # fmt: skip


def robots_game(seed: int = 1, seats: int = 3) -> Session:
    """Return a whole game between the named robots, for looking at it."""
    known = robots("haendler")
    return Session(haendler, seats, seed, bots={seat: known[NAMED[seat % len(NAMED)]] for seat in range(seats)})


def where_the_money_went(session: Session) -> widgets.VBox:
    """Return who paid whom in a game, phase by phase, and how each purse became what it is, with buttons to choose."""
    known = {called: draw for called, draw in money.FIGURES.items() if draw is not money.holdings}
    what = choice("show", list(known), next(iter(known)))
    phase = choice("phase", PHASES, "")
    shown = widgets.HTML()

    def draw(_change: object = None) -> None:
        flows = known[what.value] is money.flow
        phase.layout.display = None if flows else "none"
        shown.value = (money.flow(session, phase=phase.value) if flows else known[what.value](session)).html()

    for control in (what, phase):
        control.observe(draw, "value")
    draw()
    return room(beside(what, phase), shown)


def house_defaults() -> HTML:
    """Return every number of the box with where it comes from, house defaults marked."""
    return HTML(style() + rules_page(robots_game()))
