"""The auction lab: bet, look at the worth of every bid, change one rule, try to gain by leaving the equilibrium."""

from mechanics.views.lessons.lab.bet import bet_first
from mechanics.views.lessons.lab.class_bids import bids_of_the_class
from mechanics.views.lessons.lab.curse import winners_curse
from mechanics.views.lessons.lab.equivalence import same_revenue, where_it_breaks
from mechanics.views.lessons.lab.grids import finer_grids
from mechanics.views.lessons.lab.jar_game import jar_of_coins
from mechanics.views.lessons.lab.my_bid import worth_of_my_bid
from mechanics.views.lessons.lab.private import bids_against_values
from mechanics.views.lessons.lab.prizes import several_prizes
from mechanics.views.lessons.lab.regret import can_you_gain
from mechanics.views.lessons.lab.shares import share_that_losers_pay
from mechanics.views.lessons.lab.slips import print_slips, slips_page
from mechanics.views.lessons.lab.worth import worth_of_bids

__all__ = [
    "bet_first",
    "bids_against_values",
    "bids_of_the_class",
    "can_you_gain",
    "finer_grids",
    "jar_of_coins",
    "print_slips",
    "same_revenue",
    "several_prizes",
    "share_that_losers_pay",
    "slips_page",
    "where_it_breaks",
    "winners_curse",
    "worth_of_bids",
    "worth_of_my_bid",
]
