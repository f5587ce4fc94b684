"""Games between robots: one to look at, many to compare; the money of a game, and the rules of the box."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import ipywidgets as widgets
import numpy as np
import pandas as pd
from IPython.display import HTML

from mechanics import charts
from mechanics.bots import robots
from mechanics.games import fagin
from mechanics.games.fagin import BOX, Box
from mechanics.session import Session
from mechanics.table import Strategy, play
from mechanics.views import money
from mechanics.views.lessons.controls import beside, choice, room
from mechanics.views.seats import rules_page
from mechanics.views.style import style

NAMED = ("value trader", "stall camper", "random")
BIG = "<style>.mm-big{font-size:18px} .mm-big caption{text-align:left;font-weight:600}</style>"


def robots_game(seed: int = 1, seats: int = 3, box: Box = BOX) -> Session:
    """Return a whole game between robots, for looking at it: value trader, stall camper, random, and again."""
    known = robots("fagin")
    return Session(fagin, seats, seed, box=box, bots={seat: known[NAMED[seat % len(NAMED)]] for seat in range(seats)})


def tournament(strategies: Mapping[str, Strategy], games: int = 60, seed: int = 1, box: Box = BOX) -> HTML:
    """Return a table of three-seat games in which every line-up sits in every order: wins, shillings, games.

    Shared first places count as a share of a win."""
    tally: dict[str, list[float]] = {called: [0.0] * 3 for called in strategies}
    line_ups = list(permutations(strategies, 3))
    for game in range(games):
        line_up = line_ups[game % len(line_ups)]
        table = play(fagin, dict(enumerate(strategies[called] for called in line_up)), seed, box=box, number=game)
        scores = fagin.scores(table)
        first = [score == max(scores) for score in scores]
        for seat, called in enumerate(line_up):
            row = (first[seat] / sum(first), table.ledger.balance(seat), 1)
            tally[called] = list(np.add(tally[called], row))
    rows = [(called, won / n, cash / n, int(n)) for called, (won, cash, n) in tally.items() if n]
    frame = pd.DataFrame(rows, columns=["strategy", "wins", "mean shillings", "games"])
    frame = frame.sort_values("wins", ascending=False, kind="stable").round(1)
    frame["wins"] = [f"{won / n:.0%}" for won, n in (tally[called][::2] for called in frame["strategy"])]
    caption = f"{games} games of three, seed {seed}; a fair share of wins is {1 / 3:.0%}"
    return HTML(f'{BIG}<div class="mm-big">{charts.table(frame, caption)}</div>')


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
