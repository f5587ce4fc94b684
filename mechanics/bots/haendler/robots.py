"""Robots for Die Händler: a hauler, a climber and a forwarder. What they do not say here, they do as usual."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.bots.asked import mine
from mechanics.bots.haendler.habits import buy, call, climb, fee, usual
from mechanics.bots.haendler.worths import (
    best_bid,
    best_pair,
    best_way,
    coins,
    here,
    lead,
    margin,
    price,
    spare,
    three_best,
)
from mechanics.table import Answer, Rng, Strategy, View, sure


@sure
def hauler(view: View, rng: Rng) -> Answer:
    """Buy three of the good with the best price and bonus next door, carry it there, and push its price up."""
    board, seat, asked = mine(view)
    match view.rule:
        case "DH-1":
            return buy(view, [margin(board, str(good)) for good in asked.options])
        case "DH-5":
            return min(spare(board, seat), coins(board, 0.4 * three_best(board, seat)))
        case "DH-10":
            return fee(asked, 300)
        case "DH-26":
            return call(view, 400 if board.arrivals + 3 < board.end_arrivals else 0)
        case "DH-31":
            return climb(view, keep=900)
    return usual(view, envy=0)


@sure
def climber(view: View, rng: Rng) -> Answer:
    """Climb as early as it is cheap, as far as the new rank can be paid; buy cheap goods only, slow down the others."""
    board, seat, asked = mine(view)
    match view.rule:
        case "DH-1":
            return buy(view, [margin(board, str(good)) - price(board, str(good)) for good in asked.options])
        case "DH-5":
            return min(spare(board, seat), coins(board, 350 * min(3, len(here(board, seat)))))
        case "DH-10":
            return fee(asked, 200)
        case "DH-13" if not any(board.wagons[best_way(board, seat)[0]].load[seat]):
            return min(asked.options)  # every arrival makes the next climb dearer
        case "DH-26":
            return "pass"
        case "DH-31":
            return climb(view, keep=300)
    return usual(view)


@sure
def forwarder(view: View, rng: Rng) -> Answer:
    """Bid for loading master what is worth most by exact sums, let others pay for transport, and crash their prices."""
    board, seat, asked = mine(view)
    match view.rule:
        case "DH-1":
            return buy(view, _one_of_each(view))
        case "DH-5":
            waiting = [len(here(board, other)) for other in range(board.seats)]
            fees = 400 * sum(min(2, many) for other, many in enumerate(waiting) if other != seat)
            return best_bid(board, seat, 300 * min(3, waiting[seat]) + fees / 2, most=1200)
        case "DH-10":
            return fee(asked, 400)
        case "DH-17" if view.free is None:
            return best_pair(board, lambda pair: lead(board, seat, pair))
        case "DH-26":
            return call(view, 200)
        case "DH-31":
            return climb(view, keep=500)
    return usual(view, envy=1)


def _one_of_each(view: View) -> list[float]:
    """The worth of every option to one who wants different kinds: a second piece of a kind counts half."""
    board, _, asked = mine(view)
    goods = [str(good) for good in asked.options]
    return [margin(board, good) / (1 + goods[:i].count(good)) for i, good in enumerate(goods)]


ROBOTS: Mapping[str, Strategy] = {"hauler": hauler, "climber": climber, "forwarder": forwarder}
