"""Turin Market (Jordan Draper, Dark Flight Games 2016): box, rules, script and view of the game."""

from mechanics.games.turin.box import BOX, Box
from mechanics.games.turin.counts import counters
from mechanics.games.turin.rules import ASKS, END, RULES
from mechanics.games.turin.script import game
from mechanics.games.turin.state import Auctioned, Offer, Table, free_cash, scores
from mechanics.games.turin.view import SETTINGS, STEPS, Board, label, question, redeal, view

NAME = "Turin Market"
SEATS = range(2, 6)
UNIT = "scudi"

__all__ = [
    "ASKS", "BOX", "END", "NAME", "RULES", "SEATS", "SETTINGS", "STEPS", "UNIT", "Auctioned",
    "Board", "Box", "Offer", "Table", "counters", "free_cash", "game", "label", "question", "redeal", "scores", "view",
]  # fmt: skip
