"""Traders of Osaka (Susumu Kawasaki, 2006, in this dress 2015): box, rules, script and view of the game."""

from mechanics.games.osaka.box import BOX, SEATS, Box, Card
from mechanics.games.osaka.counts import counters
from mechanics.games.osaka.rules import ASKS, END, RULES
from mechanics.games.osaka.script import game
from mechanics.games.osaka.state import Done, Drawn, Past, Payday, Sale, Table, lot, points, scores
from mechanics.games.osaka.view import Board, Laid, redeal, view
from mechanics.games.osaka.words import SETTINGS, STEPS, label, question

NAME = "Traders of Osaka"
UNIT = "coins"
MEASURE = "points"

__all__ = [
    "ASKS", "BOX", "END", "MEASURE", "NAME", "RULES", "SEATS", "SETTINGS", "STEPS", "UNIT", "Board", "Box", "Card",
    "Done", "Drawn", "Laid", "Past", "Payday", "Sale", "Table", "counters", "game", "label", "lot", "points",
    "question", "redeal", "scores", "view",
]  # fmt: skip
