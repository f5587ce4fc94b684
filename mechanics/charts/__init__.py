"""Charts: a DataFrame in, an `alt.Chart` out; they lay out and count nothing, and know no game."""

from mechanics.charts.bids import bid_value_chart, bid_value_words
from mechanics.charts.coach import (
    coach_answers_chart,
    coach_bids_chart,
    coach_words,
    what_if_chart,
    what_if_words,
)
from mechanics.charts.contests import duel_chart, spread_chart, win_chart
from mechanics.charts.gains import leave_chart, leave_words, running_chart, running_words
from mechanics.charts.goods import holdings_chart
from mechanics.charts.jars import jar_chart
from mechanics.charts.later import later_chart, later_words
from mechanics.charts.lines import gain_value_chart, value_bid_chart, value_bid_words
from mechanics.charts.mixes import mix_chart, mix_words
from mechanics.charts.money import cash_chart, waterfall_chart
from mechanics.charts.people import class_chart
from mechanics.charts.piles import worth_class_chart
from mechanics.charts.revenues import along_chart, along_words, revenue_chart, revenue_words
from mechanics.charts.streams import flow_chart
from mechanics.charts.tables import table
from mechanics.charts.theme import COLOURS, OTHERS, SHAPES, Look, looks, theme

__all__ = [
    "COLOURS",
    "OTHERS",
    "SHAPES",
    "Look",
    "along_chart",
    "along_words",
    "bid_value_chart",
    "bid_value_words",
    "cash_chart",
    "class_chart",
    "coach_answers_chart",
    "coach_bids_chart",
    "coach_words",
    "duel_chart",
    "flow_chart",
    "gain_value_chart",
    "holdings_chart",
    "jar_chart",
    "later_chart",
    "later_words",
    "leave_chart",
    "leave_words",
    "looks",
    "mix_chart",
    "mix_words",
    "revenue_chart",
    "revenue_words",
    "running_chart",
    "running_words",
    "spread_chart",
    "table",
    "theme",
    "value_bid_chart",
    "value_bid_words",
    "waterfall_chart",
    "what_if_chart",
    "what_if_words",
    "win_chart",
    "worth_class_chart",
]
