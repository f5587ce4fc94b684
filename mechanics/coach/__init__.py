"""The coach: what every answer is worth to the seat that is asked, here and now, in a running game; and what-if."""

from mechanics.coach.about import unit_of
from mechanics.coach.estimates import Coach, estimates, half_width
from mechanics.coach.helpers import Helpers, processes
from mechanics.coach.whatif import Outcome, auctions, happened, has_auctions, outcome, what_if

__all__ = [
    "Coach", "Helpers", "Outcome", "auctions", "estimates", "half_width", "happened", "has_auctions", "outcome",
    "processes", "unit_of", "what_if",
]  # fmt: skip
