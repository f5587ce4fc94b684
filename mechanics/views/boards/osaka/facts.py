"""What a view of Traders of Osaka says, in short plain sentences; the drawing and the words both read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from mechanics.games.osaka import Board, Box, Card
from mechanics.games.osaka.state import POINT, Done, Payday, Sale
from mechanics.games.osaka.view import Laid
from mechanics.table import Seat, View
from mechanics.views.boards.facts import at as at
from mechanics.views.boards.facts import count as count
from mechanics.views.boards.facts import turn_or_phase
from mechanics.views.boards.facts import winners as winners

PHASES = {
    "deal": "Everybody draws open cards",
    "tokens": "Everybody takes a token",
    "turn": "Buy, take or reserve",
    "pay": "Paying for the market",
    "insure": "Payday: insurance",
    "sell": "Payday: goods are sold",
    "refill": "The market is filled again",
    "relief": "Everything is reserved: new cards come",
    "": "The game is over",
}
TURNS = {
    "TO-S4": "takes a token",
    "TO-A": "buys, takes or reserves",
    "TO-R14": "pays for the market",
    "TO-19": "may insure cargo",
    "TO-R16": "chooses what is saved",
}


def headline(board: Board) -> str:
    """Return which round is being played."""
    if not board.phase:
        return f"final scores after round {board.round}"
    return f"round {board.round}" if board.round else "before the first turn"


def now(view: View, names: Sequence[str]) -> str:
    """Return what is going on, and whose turn it is if it is one seat's, in a few words."""
    return turn_or_phase(view, names, TURNS, PHASES)


# --- cards ------------------------------------------------------------------------------------------------------------


def card_said(box: Box, card: Card | Laid) -> str:
    """Return a card in words: "red 5, silk, no insurance"."""
    saves = f"insures {card.symbols}" if card.symbols else "no insurance"
    return f"{card.colour} {card.value}, {box.goods[card.colour]}, {saves}"


def laid_said(box: Box, card: Laid, names: Sequence[str]) -> str:
    """Return a card of a row in words, with who has reserved it."""
    return card_said(box, card) + (f", reserved by {names[card.holder]}" if card.holder is not None else "")


def cards_said(cards: Iterable[Card | Laid]) -> str:
    """Return "2 × red 5, blue 3", "nothing" for no card."""
    many = Counter(f"{card.colour} {card.value}" for card in cards)
    return ", ".join(f"{n} × {card}" if n > 1 else card for card, n in many.items()) or "nothing"


def coins(cards: Iterable[Card | Laid]) -> int:
    """Return what these cards are worth in coins."""
    return sum(card.value for card in cards)


def payer(view: View) -> Seat:
    """Return for whom the price of the market is shown: whoever looks, a spectator sees that of the seat on turn."""
    return view.board.turn if view.seat is None else view.seat


def price_said(view: View, names: Sequence[str]) -> str:
    """Return what the market costs as a lot, in words, "" where it costs nothing yet."""
    board: Board = view.board
    if not board.prices or not board.market:
        return ""
    seat = payer(view)
    who = "you" if seat == view.seat else names[seat]
    price = board.prices[seat]
    return f"the lot costs {who} {price} coins" if price else f"nothing for {who}: reserved by others"


# --- the sea ----------------------------------------------------------------------------------------------------------


def place_said(box: Box, place: int) -> str:
    """Return a place in words, with what is special about it."""
    kind = ", in the black current" if place in box.current else ", where ships return from the current"
    special = kind if place in box.current or place == box.safe else ""
    return f"{box.places[place]}{special}{', where ships arrive' if place == box.edo else ''}"


def ship_said(board: Board, colour: str) -> str:
    """Return where a ship is."""
    box = board.box
    place = board.ships[box.colours.index(colour)]
    return f"{box.goods[colour]} ship ({colour}): {box.places[place]}, {place} of {box.edo}"


def way_said(box: Box, places: Sequence[int]) -> str:
    """Return the places that a ship has just come along."""
    return f"has come from {', '.join(box.places[place] for place in places[:-1])}"


def moved(before: Board, after: Board) -> Mapping[str, tuple[int, ...]]:
    """Return by colour the places that ships have come along between two pictures, where they have moved.

    Where purchases and paydays between them do not lead from one to the other (somebody went back), it is straight."""
    colours = zip(after.box.colours, before.ships, after.ships, strict=False)
    ways = {colour: _way(before, after, i, a, b) for i, (colour, a, b) in enumerate(colours)}
    return {colour: way for colour, way in ways.items() if len(way) > 1}


def _way(before: Board, after: Board, ship: int, first: int, last: int) -> tuple[int, ...]:
    box, colour = after.box, after.box.colours[ship]
    way = [first]
    arrivals = {(one.round, one.seat): one for one in after.paydays}
    for done in after.turns[len(before.turns) :]:
        way.append(min(box.edo, way[-1] + (done.sailed[ship] if done.sailed else 0)))
        payday = arrivals.get((done.round, done.seat)) if done.sailed else None
        if payday:
            way.append(0 if colour in payday.arrived else box.safe if colour in payday.sunk else way[-1])
    straight = [first, last] if way[-1] != last else way
    return tuple(place for i, place in enumerate(straight) if i == 0 or place != straight[i - 1])


# --- what has happened ------------------------------------------------------------------------------------------------


def done_said(done: Done, names: Sequence[str]) -> str:
    """Return a turn in a sentence."""
    who = names[done.seat]
    if done.does == "buy":
        lost = coins(done.paid) - done.price
        over = f", {lost} too much" if lost else ""
        return f"{who} bought {cards_said(done.cards)} for {done.price} coins{over}."
    if done.does == "take":
        return f"{who} took {cards_said(done.cards)} as coins."
    return f"{who} reserved {cards_said(done.cards)}." if done.does == "reserve" else f"{who} could do nothing."


def payday_said(board: Board, payday: Payday, names: Sequence[str]) -> tuple[str, ...]:
    """Return a payday in sentences: what arrived, what was sold, saved and lost."""
    goods = board.box.goods
    said = [f"Payday: {', '.join(goods[colour] for colour in payday.arrived)} in {board.box.places[-1]}."]
    said += [sale_said(sale, goods, names) for sale in payday.sales]
    for who, saved, lost in zip(names, payday.saved, payday.lost, strict=False):
        said += [f"{who} saved {cards_said(saved)}."] if saved else []
        said += [f"{who} lost {cards_said(lost)} to the black current."] if lost else []
    return tuple(said)


def sale_said(sale: Sale, goods: Mapping[str, str], names: Sequence[str]) -> str:
    """Return what a seat sold of one colour: how many cards, the highest, tokens, points."""
    many = count(len(sale.cards), "card")
    how = f"highest {max(card.value for card in sale.cards)}" + (f" + {sale.tokens}" if sale.tokens else "")
    return f"{names[sale.seat]} sold {many} of {goods[sale.colour]} ({how}): {count(sale.points, 'point')}."


def latest(view: View) -> tuple[Done, ...]:
    """Return the turns since the one of whoever looks, at least the last one; a spectator sees the last one."""
    board: Board = view.board
    since = board.turns[-max(1, board.seats - 1) :] if view.seat is not None else board.turns[-1:]
    own = [i for i, done in enumerate(since) if done.seat == view.seat]
    return since[min(own[-1] + 1, len(since) - 1) :] if own else since


def news(view: View, names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the latest turns, and the payday that followed from the last purchase of them or is going on."""
    board: Board = view.board
    turns = latest(view)
    bought = [done[:2] for done in turns if done.does == "buy"]
    paydays = [one for one in (*board.paydays, board.payday) if one and (one.round, one.seat) in bought]
    said = payday_said(board, paydays[-1], names) if paydays else ()
    return tuple(done_said(done, names) for done in turns), said


# --- the seats --------------------------------------------------------------------------------------------------------


def saved(board: Board, seat: Seat) -> Counter[Card]:
    """Return the insured cargo of a payday that is going on."""
    return Counter(board.payday.saved[seat]) if board.payday and board.payday.saved else Counter()


def tokens(board: Board, seat: Seat) -> tuple[int, ...]:
    """Return the tokens of a seat by colour, none before the first."""
    return board.tokens[seat] if board.tokens else (0,) * len(board.box.colours)


def cargo(board: Board, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """Return the cargo of a seat by colour, nothing before the first turn."""
    return board.fanned(seat) if board.cargo else ((),) * len(board.box.colours)


def piece_said(board: Board, seat: Seat) -> str:
    """Return where the reservation piece of a seat is."""
    card = board.pieces[seat] if board.pieces else None
    return "piece is free" if card is None else f"piece lies on {card.colour} {card.value}"


def status(view: View, seat: Seat) -> str:
    """Return "to choose" or ""."""
    return "to choose" if seat in view.waiting else ""


def score_said(board: Board, seat: Seat) -> str:
    """Return a final score in words: points, and the tokens that decide between equal points."""
    if board.scores is None:
        return ""
    return f"{count(board.scores[seat] // POINT, 'point')}, {count(board.scores[seat] % POINT, 'token')}"
