"""Equilibria of sealed auctions in whole bids, each with its proof: the most that anybody could gain by leaving it."""

from mechanics.equilibria.found import Equilibrium, NoEquilibrium, against, regret
from mechanics.equilibria.solving import solve

__all__ = ["Equilibrium", "NoEquilibrium", "against", "regret", "solve"]
