"""A game between robots to look at, where its money went, and the rules of the box."""

from __future__ import annotations

import ipywidgets as widgets
from IPython.display import HTML

from mechanics.bots import robots
from mechanics.games import fagin
from mechanics.games.fagin import BOX, Box
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.lessons.controls import beside, choice, room
from mechanics.views.seats import rules_page
from mechanics.views.style import style

NAMED = {"market": ("value trader", "stall camper", "random"), "gang": ("home bringer", "value trader", "stall camper")}


def robots_game(seed: int = 1, seats: int = 3, box: Box = BOX) -> Session:
    """Return a whole game between robots, for looking at it: the three of `NAMED` for this box, and again."""
    known, named = robots("fagin"), NAMED[box.mode]
    return Session(fagin, seats, seed, box=box, bots={seat: known[named[seat % len(named)]] for seat in range(seats)})


def where_the_money_went(session: Session) -> widgets.VBox:
    """Return prices, net worth, purses and payments of a game as figures, with buttons to choose."""
    known = money.figures(session)
    what = choice("show", list(known), "net worth, step by step")
    shown = widgets.HTML()

    def draw(_change: object = None) -> None:
        shown.value = known[what.value](session).html()

    what.observe(draw, "value")
    draw()
    return room(beside(what), shown)


def house_defaults() -> HTML:
    """Return every rule and number of the box with where it comes from, house defaults marked."""
    return HTML(style() + rules_page(robots_game()))
