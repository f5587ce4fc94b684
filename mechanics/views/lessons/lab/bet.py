"""Bet first: one sealed bid against robots under a rule that you pick, before a word of theory."""

from __future__ import annotations

import ipywidgets as widgets

from mechanics.auctions import HALF
from mechanics.class_data import Rule
from mechanics.views.first_bid import SHARES, FirstBid
from mechanics.views.first_table import Table
from mechanics.views.lessons.lab.rules import PRICES, ROW, choice, room


def bet_first(prize: int = 10, bidders: int = 4, purse: int = 15, seed: int = 1) -> widgets.VBox:
    """Return one sealed auction against robots, whose rule you pick before you bid and may change after the reveal.

    prize: what the one lot is worth to everybody; purse: your highest bid (scudi). Raises ValueError with what is
    allowed."""
    first = FirstBid(Table(Rule(prize, 1, HALF, seed), purse, bidders))
    share = choice("losers pay", SHARES, HALF)
    price = choice("the winner pays", PRICES, "own")
    for control in (share, price):
        control.observe(lambda _change: first.play_by(share.value, price.value), "value")
    # The rule is changed by the buttons above, before the reveal and after it.
    first.after.children = [first.again]
    return room(widgets.HBox([share, price], layout=ROW), first.widget)
