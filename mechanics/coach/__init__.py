"""The coach: what every answer is worth to the seat that is asked, here and now, in a running game."""

from mechanics.coach.estimates import Coach, estimates
from mechanics.coach.whatif import what_if

__all__ = ["Coach", "estimates", "what_if"]
