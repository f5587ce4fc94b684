"""Many rounds, many games: rounds as arrays, tournaments between strategies on any executor, and their numbers."""

from mechanics.simulate.batches import BLOCK, SPREAD, Rounds, played_values, rounds
from mechanics.simulate.contests import tournament
from mechanics.simulate.standings import duels, flows, purses, standings, tallies, wilson

__all__ = [
    "BLOCK", "SPREAD", "Rounds", "duels", "flows", "played_values", "purses", "rounds", "standings", "tallies",
    "tournament", "wilson",
]  # fmt: skip
