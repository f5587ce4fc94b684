"""A market that is sold as one lot (Traders of Osaka): what it is worth to each, now and a round ahead, exactly."""

from mechanics.lots.ahead import COIN, Outlook, Plan, after, outlook, possible
from mechanics.lots.played import Played, play_round, played
from mechanics.lots.positions import (
    Bought,
    Position,
    buy,
    coins,
    for_sale,
    insurance,
    lot,
    position,
    price,
    sight,
    worth,
)

__all__ = [
    "COIN", "Bought", "Outlook", "Plan", "Played", "Position", "after", "buy", "coins", "for_sale", "insurance", "lot",
    "outlook", "play_round", "played", "position", "possible", "price", "sight", "worth",
]  # fmt: skip
