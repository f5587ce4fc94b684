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
from mechanics.games import haendler
from mechanics.session import Session
from mechanics.table import Strategy, play
from mechanics.views import money
from mechanics.views.lessons.haendler.controls import beside, choice, room
from mechanics.views.seats import rules_page
from mechanics.views.style import style

NAMED = ("hauler", "climber", "forwarder")
PHASES: Mapping[str, str] = {
    "the whole game": "", "loading master": "master", "transport fees": "load", "sale": "sale", "red cards": "invest",
    "upkeep": "rank", "climb": "climb",
}  # fmt: skip
BIG = "<style>.mm-big{font-size:18px} .mm-big caption{text-align:left;font-weight:600}</style>"


def robots_game(seed: int = 1, seats: int = 3) -> Session:
    """Return a whole game between the named robots, for looking at it."""
    known = robots("haendler")
    return Session(haendler, seats, seed, bots={seat: known[NAMED[seat % len(NAMED)]] for seat in range(seats)})


def tournament(strategies: Mapping[str, Strategy], games: int = 60, seed: int = 1) -> HTML:
    """Return a table of three-seat games in which every line-up sits in every order: wins, rank, guilders, games.

    Shared first places count as a share of a win."""
    tally: dict[str, list[float]] = {called: [0.0] * 4 for called in strategies}
    line_ups = list(permutations(strategies, 3))
    for game in range(games):
        line_up = line_ups[game % len(line_ups)]
        seated = dict(enumerate(strategies[called] for called in line_up))
        table = play(haendler, seated, seed, number=game)
        scores = haendler.scores(table)
        first = [score == max(scores) for score in scores]
        for seat, called in enumerate(line_up):
            row = (first[seat] / sum(first), table.ranks[seat], table.ledger.balance(seat), 1)
            tally[called] = list(np.add(tally[called], row))
    rows = [(called, w / n, rank / n, cash / n, int(n)) for called, (w, rank, cash, n) in tally.items() if n]
    frame = pd.DataFrame(rows, columns=["strategy", "wins", "mean rank", "mean guilders", "games"])
    frame = frame.sort_values("wins", ascending=False)
    frame["wins"] = [f"{share:.0%}" for share in frame["wins"]]
    frame["mean guilders"] = frame["mean guilders"].round()
    caption = f"{games} games of three, seed {seed}; a fair share of wins is {1 / 3:.0%}"
    return HTML(f'{BIG}<div class="mm-big">{charts.table(frame.round(1), caption)}</div>')


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
