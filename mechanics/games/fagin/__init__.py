"""Fagin's Gang (Dean Conrad, Ludorum Games 2007): box, rules, script and view, of the market alone and of the gang."""

from mechanics.games.fagin.box import BOX, GANG, Box
from mechanics.games.fagin.counts import counters
from mechanics.games.fagin.rules import ASKS, END, RULES
from mechanics.games.fagin.script import game
from mechanics.games.fagin.state import Holding, Market, Table, Trade, Turned, scores
from mechanics.games.fagin.view import Board, redeal, view
from mechanics.games.fagin.words import SETTINGS, STEPS, label, question

NAME = "Fagin's Gang"
SEATS = range(2, 7)
UNIT = "shillings"
MEASURE = "cash"

__all__ = [
    "ASKS", "BOX", "END", "GANG", "MEASURE", "NAME", "RULES", "SEATS", "SETTINGS", "STEPS", "UNIT", "Board", "Box",
    "Holding", "Market", "Table", "Trade", "Turned", "counters", "game", "label", "question", "redeal", "scores",
    "view",
]  # fmt: skip
