"""Robots for Turin Market: a half-pay bidder, a majority hunter, a miser who sells. Each is a few readable lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from mechanics import expected
from mechanics.auctions import Auction
from mechanics.bots import smallest
from mechanics.chances import Array
from mechanics.choices import Amount, OneOf, Several
from mechanics.games.turin import Board
from mechanics.table import Answer, Rng, Seat, Strategy, View, sure

CardWorth = Callable[[Board, Seat, int], float]
Distribution = dict[int, float]


# --- what things are worth ------------------------------------------------------------------------------------------


def unit_worth(board: Board, seat: Seat, card: int) -> float:
    """Return a card's simple worth in scudi: every unit earns its share of the good's payout, payout ÷ units."""
    return _shares(board.box.on_card(card), board.box.payouts, board.box.units)


@lru_cache(maxsize=1 << 10)
def _shares(on_card: tuple[int, ...], payouts: tuple[int, ...], units: tuple[int, ...]) -> float:
    return sum(n * pay / all_ for n, pay, all_ in zip(on_card, payouts, units, strict=True))


def lead_worth(board: Board, seat: Seat, card: int) -> float:
    """Return a card's worth to this seat in scudi: what it adds to the chances to lead its goods.

    The units still to come are shared out evenly; then the chance to lead a good is taken as the cube of the own units
    over the sum of everybody's cubes."""
    box, holdings, worth = board.box, board.holdings, 0.0
    for good, more in box.goods_on(card):
        worth += (box.payouts[good] + box.levy) * _lead_gained(holdings[good], seat, more, box.units[good])
    return worth


@lru_cache(maxsize=1 << 14)
def _lead_gained(held: tuple[int, ...], seat: Seat, more: int, all_units: int) -> float:
    """Return what so many units more add to a seat's chance to lead a good; units held, one number per seat."""
    to_come = (all_units - sum(held)) / len(held)
    shared = [units + to_come for units in held]
    with_it = [units + more * (s == seat) for s, units in enumerate(shared)]
    return _chance(with_it, seat) - _chance(shared, seat)


def _chance(units: Sequence[float], seat: Seat) -> float:
    weights = [amount**3 for amount in units]
    return weights[seat] / (sum(weights) or 1)


def worth_of_places(board: Board, seat: Seat, worth: CardWorth = unit_worth) -> tuple[float, ...]:
    """Return what each place of the open auction is worth in scudi: the best cards that are left when it picks."""
    left = sorted((worth(board, seat, card) for card in board.centre), reverse=True)
    places = []
    for many in board.auction.prizes:
        places.append(sum(left[:many]))
        left = left[many:]
    return tuple(places)


def uniform_rivals(board: Board, seat: Seat) -> list[Distribution]:
    """Return one distribution per rival: every whole bid that its purse allows is equally likely.

    A closed purse (secret money) is taken to hold as much as the own free cash."""
    mine = board.free[seat] or 0
    tops = [mine if free is None else free for s, free in enumerate(board.free) if s != seat]
    return [dict.fromkeys(range(top + 1), 1 / (top + 1)) for top in tops]


def rivals_like_me(board: Board, seat: Seat) -> list[Distribution]:
    """Return one distribution per rival: every whole bid that the own free cash would allow is equally likely."""
    top = board.free[seat] or 0
    return [dict.fromkeys(range(top + 1), 1 / (top + 1)) for _rival in range(board.seats - 1)]


def past_rivals(board: Board, seat: Seat) -> list[Distribution]:
    """Return one distribution per rival: its own past bids, each once, beside one uniform guess over its purse."""
    guesses = uniform_rivals(board, seat)
    rivals = [s for s in range(board.seats) if s != seat]
    return [_blend(guess, [done.bids[s] for done in board.rounds]) for s, guess in zip(rivals, guesses, strict=True)]


def _blend(guess: Distribution, bids: Sequence[int]) -> Distribution:
    share = 1 / (len(bids) + 1)
    blended = {bid: weight * share for bid, weight in guess.items()}
    for bid in (min(bid, max(guess)) for bid in bids):
        blended[bid] += share
    return blended


def best_bid(board: Board, seat: Seat, worth: Sequence[float], rivals: Sequence[Distribution]) -> int:
    """Return the bid of highest exact expected value, ties by coin; the lowest of several."""
    place, paid = _sums(board.auction, (board.free[seat] or 0) + 1, tuple([tuple(rival.items()) for rival in rivals]))
    return int((place[:, : len(worth)] @ worth - paid).argmax())


@lru_cache(maxsize=1 << 10)
def _sums(auction: Auction, bids: int, rivals: tuple[tuple[tuple[int, float], ...], ...]) -> tuple[Array, Array]:
    """Return the chance of each place (bids, places) and what is paid on average (bids) for bids 0, 1 …

    Whatever places are worth, these stay as they are."""
    chances = np.zeros((len(rivals), 1 + max(bid for rival in rivals for bid, _chance in rival)))
    for row, rival in zip(chances, rivals, strict=True):
        row[[bid for bid, _chance in rival]] = [chance for _bid, chance in rival]
    found = expected.values(_by_coin(auction), 0.0, list(chances), bids=range(bids))
    return found.place, found.paid_winning + found.paid_losing


@lru_cache(maxsize=64)
def _by_coin(auction: Auction) -> Auction:
    return replace(auction, tie="coin")


# --- the robots -----------------------------------------------------------------------------------------------------


@sure
def half_pay_bidder(view: View, rng: Rng) -> Answer:
    """Bid what is worth most against uniform rivals, exactly; a card is worth its units' share of the payouts."""
    board, seat = _mine(view)
    if view.rule == "TM-3":
        return best_bid(board, seat, worth_of_places(board, seat), uniform_rivals(board, seat))
    return _usual(view, unit_worth)


@sure
def majority_hunter(view: View, rng: Rng) -> Answer:
    """Value cards by the leads they bring, bid what is worth most against rivals who bid as before, buy what helps."""
    board, seat = _mine(view)
    if view.rule == "TM-3":
        return best_bid(board, seat, worth_of_places(board, seat, lead_worth), past_rivals(board, seat))
    return _usual(view, lead_worth)


@sure
def miser(view: View, rng: Rng) -> Answer:
    """Bid one or two scudi, and offer the card that helps least for more than it is worth."""
    board, seat = _mine(view)
    match view.rule, view.allowed:
        case "TM-3", Amount(high=high):
            return min(high, 1 + int(max(worth_of_places(board, seat)) > 4))
        case "TM-15", OneOf(options=options):
            cards = [card for card in options if isinstance(card, int)]
            return min(cards, key=lambda card: lead_worth(board, seat, card)) if cards else "none"
        case "TM-R21", Amount() as price:
            return max(price.low, min(price.high, 4))
    return _usual(view, unit_worth)


def _usual(view: View, worth: CardWorth) -> Answer:
    """Do what all three do alike: take the best, put up the worst, add one scudo when tied, buy below worth."""
    board, seat = _mine(view)
    match view.rule, view.allowed:
        case "TM-1", OneOf(options=hand):
            return min(hand, key=lambda card: worth(board, seat, int(card)))
        case "TM-8", Amount(high=high):
            return min(high, 1)
        case "TM-13", OneOf(options=cards):
            return max(cards, key=lambda card: worth(board, seat, int(card)))
        case "TM-13", Several(options=cards, least=many):
            best = sorted(cards, key=lambda card: worth(board, seat, int(card)), reverse=True)
            return tuple(best[:many])  # type: ignore[return-value]
        case "TM-17", OneOf(options=options) if board.sale:
            return "buy" if "buy" in options and worth(board, seat, board.sale.card) > board.sale.price else "pass"
    if view.allowed is None:
        raise ValueError(f"This seat is not asked anything under {view.rule}.")
    return smallest(view.allowed)


def _mine(view: View) -> tuple[Board, Seat]:
    if view.seat is None:
        raise ValueError("A spectator has no seat to play for.")
    return view.board, view.seat


ROBOTS: Mapping[str, Strategy] = {
    "half-pay bidder": half_pay_bidder,
    "majority hunter": majority_hunter,
    "miser": miser,
}
