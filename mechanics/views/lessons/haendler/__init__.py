"""The lessons of the notebook of Die Händler: discs, loading master, open auction, rank; a bet; games of robots."""

from mechanics.views.lessons.haendler.crowd import can_you_gain
from mechanics.views.lessons.haendler.games import house_defaults, robots_game, where_the_money_went
from mechanics.views.lessons.haendler.master import Bet, answer_the_bet, place_a_bet, worth_of_the_office
from mechanics.views.lessons.haendler.open_auction import open_or_sealed
from mechanics.views.lessons.haendler.prices import price_discs
from mechanics.views.lessons.haendler.ranks import early_or_late, ladder

__all__ = [
    "Bet", "answer_the_bet", "can_you_gain", "early_or_late", "house_defaults", "ladder", "open_or_sealed",
    "place_a_bet", "price_discs", "robots_game", "where_the_money_went", "worth_of_the_office",
]  # fmt: skip
