"""Charts: a DataFrame in, an `alt.Chart` out; they lay out and count nothing, and know no game."""

from mechanics.charts.bids import bid_value_chart, bid_value_words
from mechanics.charts.goods import holdings_chart
from mechanics.charts.money import cash_chart, waterfall_chart
from mechanics.charts.people import class_chart
from mechanics.charts.piles import worth_class_chart
from mechanics.charts.streams import flow_chart
from mechanics.charts.tables import table
from mechanics.charts.theme import COLOURS, OTHERS, SHAPES, Look, looks, theme

__all__ = [
    "COLOURS",
    "OTHERS",
    "SHAPES",
    "Look",
    "bid_value_chart",
    "bid_value_words",
    "cash_chart",
    "class_chart",
    "flow_chart",
    "holdings_chart",
    "looks",
    "table",
    "theme",
    "waterfall_chart",
    "worth_class_chart",
]
