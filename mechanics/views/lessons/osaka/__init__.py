"""The lessons of the notebook of Traders of Osaka: the lot, coins and goods, risk, returns, reserving, value."""

from mechanics.views.lessons.osaka.games import house_defaults, robots_game, where_the_value_went
from mechanics.views.lessons.osaka.option import the_option
from mechanics.views.lessons.osaka.rates import Bet, answer_the_bet, coins_or_goods, exchange_rates, place_a_bet
from mechanics.views.lessons.osaka.returns import increasing_returns
from mechanics.views.lessons.osaka.risk import price_of_insurance, risk_and_insurance
from mechanics.views.lessons.osaka.whole_lot import a_lot_sold_whole, can_you_gain

__all__ = [
    "Bet", "a_lot_sold_whole", "answer_the_bet", "can_you_gain", "coins_or_goods", "exchange_rates", "house_defaults",
    "increasing_returns", "place_a_bet", "price_of_insurance", "risk_and_insurance", "robots_game", "the_option",
    "where_the_value_went",
]  # fmt: skip
