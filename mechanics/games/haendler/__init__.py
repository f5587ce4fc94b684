"""Die Händler (Wolfgang Kramer and Richard Ulrich, revised edition, eggertspiele 2011): box, rules, script and view."""

from mechanics.games.haendler.box import BOX, Box
from mechanics.games.haendler.counts import counters
from mechanics.games.haendler.hidden import redeal
from mechanics.games.haendler.rules import ASKS, END, RULES
from mechanics.games.haendler.script import game
from mechanics.games.haendler.state import Loading, Sold, Spot, Table, Turned, Wagon, scores
from mechanics.games.haendler.view import Board, view
from mechanics.games.haendler.words import SETTINGS, STEPS, label, question

NAME = "Die Händler"
SEATS = range(2, 5)
UNIT = "guilders"
MEASURE = "rank"

__all__ = [
    "ASKS", "BOX", "END", "MEASURE", "NAME", "RULES", "SEATS", "SETTINGS", "STEPS", "UNIT", "Board", "Box", "Loading",
    "Sold", "Spot", "Table", "Turned", "Wagon", "counters", "game", "label", "question", "redeal", "scores", "view",
]  # fmt: skip
