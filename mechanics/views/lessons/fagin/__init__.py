"""The lessons of the notebook of Fagin's Gang: who moves wealth, the wheel, small and full markets; a bet; robots."""

from mechanics.views.lessons.fagin.full import Bet, answer_the_bet, place_a_bet, place_in_the_order
from mechanics.views.lessons.fagin.games import house_defaults, robots_game, where_the_money_went
from mechanics.views.lessons.fagin.opening import open_or_leave
from mechanics.views.lessons.fagin.small import first_moves, last_one_left, worth_of_the_coin
from mechanics.views.lessons.fagin.steps import who_moves_wealth
from mechanics.views.lessons.fagin.wheel import tomorrows_price

__all__ = [
    "Bet", "answer_the_bet", "first_moves", "house_defaults", "last_one_left", "open_or_leave", "place_a_bet",
    "place_in_the_order", "robots_game", "tomorrows_price", "where_the_money_went", "who_moves_wealth",
    "worth_of_the_coin",
]  # fmt: skip
