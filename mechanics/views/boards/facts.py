"""What a view of Turin Market says, in short plain sentences.

The drawing and the table in words both read them here, so that they cannot differ."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.boxes import origins
from mechanics.games.turin import Auctioned, Board, Box, Offer
from mechanics.table import Seat, View

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")
PHASES = {
    "deal": "The cards are being dealt",
    "offer": "Everybody picks a card to put up",
    "bid": "Sealed bids",
    "pick": "The winners pick",
    "sell": "Selling and buying",
    "end": "Last chance to buy",
    "": "The game is over",
}
TURNS = {
    "TM-13": "picks",
    "TM-15": "may offer a card",
    "TM-R21": "sets a price",
    "TM-16": "may take cards back",
    "TM-18": "chooses the buyer",
    "TM-29": "decides about the goose",
}


def check_names(view: View, names: Sequence[str]) -> None:
    """Raise ValueError unless there is one name for every seat."""
    if len(names) != view.board.seats:
        raise ValueError(f"A board needs one name for every seat: {view.board.seats} names, not {len(names)}.")


def count(many: int, what: str) -> str:
    """Return "1 card", "2 cards"."""
    return f"{many} {what}{'s' * (many != 1)}"


def headline(board: Board) -> str:
    """Return which round, and which game of a match, is being played."""
    games = f"game {min(len(board.past) + 1, board.box.games)} of {board.box.games}, " if board.box.games > 1 else ""
    return f"{games}round {board.round}" if board.phase else "final scores"


def now(view: View, names: Sequence[str]) -> str:
    """Return what is going on, and whose turn it is if it is one seat's, in a few words."""
    if (sale := view.board.sale) is not None and view.rule == "TM-17":
        return f"Who buys card {sale.card} of {names[sale.seat]} for {sale.price}?"
    return turn_or_phase(view, names, TURNS, PHASES)


def turn_or_phase(
    view: View, names: Sequence[str], turns: Mapping[str, str], phases: Mapping[str, str]
) -> str:
    """Return what one seat that is asked openly does under the rule that asks; of several seats, what phase it is."""
    asked = [names[seat] for seat in view.waiting if seat in range(view.board.seats)]
    if len(asked) == 1 and not view.sealed and view.rule in turns:
        return f"{asked[0]} {turns[view.rule]}"
    return phases.get(view.board.phase, "")


def story(view: View, names: Sequence[str]) -> str:
    """Return what was told last under bids that are open already while the tied bid again, else ""."""
    board: Board = view.board
    if board.phase != "bid" or view.rule == "TM-3":
        return ""
    told = [event.text for event in view.story if event.round == board.round and event.rule in ("TM-3", "TM-8")]
    return re.sub(r"\bP([1-5])\b", lambda found: _named(found, names), " ".join(told[-2:]))


def _named(found: re.Match[str], names: Sequence[str]) -> str:
    seat = int(found[1]) - 1
    return names[seat] if seat < len(names) else found[0]


def revealed(board: Board) -> Auctioned | None:
    """Return the auction whose bids lie open: the last one, until the next cards are put up."""
    return board.rounds[-1] if board.rounds and board.phase in ("pick", "sell") else None


def prizes(board: Board) -> tuple[int, ...]:
    """Return how many cards each place of this auction wins (of the last one while its winners pick and sell)."""
    if not board.phase or board.phase == "end":
        return ()
    if (last := revealed(board)) is not None:
        return last.prizes
    return board.auction.prizes


def bid_said(last: Auctioned, seat: Seat) -> str:
    """Return a seat's revealed bid: "5", or "5 + 2" after a second round."""
    return f"{last.bids[seat]} + {last.extra[seat]}" if last.again[seat] else f"{last.bids[seat]}"


def purse_said(board: Board, seat: Seat) -> str:
    """Return what a purse holds, "closed" if it is secret."""
    amount, free = board.purses[seat], board.free[seat]
    if amount is None:
        return "closed"
    return f"{amount} scudi" if free in (None, amount) else f"{amount} scudi, {free} free"


def debts_said(board: Board, seat: Seat) -> str:
    """Return loans and extra debts in words, at the end what could not be paid back; "" if there is nothing."""
    if board.phase == "deal":
        return ""
    if not board.phase:
        short = owes(board, seat)
        return f"{short} could not be paid back" if short else ""
    loans, debts = at(board.loans, seat), at(board.debts, seat)
    said = [f"{count(loans, 'loan')}: {loans * board.box.loan_back} back at the end"] if loans else []
    return "; ".join(said + [f"{debts * board.box.bank_debt_step} more owed to the bank"] * bool(debts))


def owes(board: Board, seat: Seat) -> int:
    """Return what a seat will have to pay back; after the last payout, what it could not pay back (TM-27)."""
    purse = board.purses[seat]
    if not board.phase:
        return (purse or 0) - board.past[-1][seat]
    return at(board.loans, seat) * board.box.loan_back + at(board.debts, seat) * board.box.bank_debt_step


def number(value: int) -> str:
    """Return a whole number with a real minus sign."""
    return str(value).replace("-", "−")


def at(values: Sequence[int], seat: Seat) -> int:
    """Return a seat's number, 0 before the deal."""
    return values[seat] if seat < len(values) else 0


def status(view: View, seat: Seat) -> str:
    """Return "thinking", "ready" (its envelope is in), "to choose" or ""."""
    if seat in view.waiting:
        return "thinking" if view.sealed else "to choose"
    return "ready" if view.sealed and view.rule in ("TM-1", "TM-3") else ""


def alone(board: Board) -> tuple[tuple[str, ...], ...]:
    """Return for each seat the goods of which it alone has most."""
    led = tuple(zip(board.box.goods, board.leaders, strict=False))
    return tuple(tuple(good for good, leads in led if leads == (seat,)) for seat in range(board.seats))


def offer_said(offer: Offer, names: Sequence[str], box: Box) -> str:
    """Return one card for sale in words."""
    return f"{box.says(offer.card)}; price {offer.price}, sold by {names[offer.seat]}"


def earlier(board: Board, names: Sequence[str]) -> str:
    """Return the scores of the games of a match that are over, "" outside a match."""
    if board.box.games == 1 or not board.past:
        return ""
    games = [", ".join(f"{who} {number(score)}" for who, score in zip(names, game, strict=True)) for game in board.past]
    return "; ".join(f"Game {i}: {said}" for i, said in enumerate(games, 1)) + "."


def winners(board: Any) -> tuple[Seat, ...]:
    """Return who has most at the end, on the board of any game; nobody before."""
    scores = board.scores or ()
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def defaults(box: Box) -> tuple[str, ...]:
    """Return what in this box is a house default, without the payout column that is not in play."""
    other = "new" if box.column == "classic" else "classic"
    return tuple(o.says for o in origins(box) if o.origin.startswith("house default") and o.field != other)


def house_defaults(box: Any) -> tuple[str, ...]:
    """Return what in a box of any game is a house default."""
    return tuple(one.says for one in origins(box) if one.origin.startswith("house default"))


def defaults_said(box: Box) -> str:
    """Return in one short line which things on the board are not from the printed game."""
    short = [re.split(r"[,:(]", says)[0].strip() for says in defaults(box)]
    return f"House defaults, not from the printed game: {', '.join(short)}." if short else ""
