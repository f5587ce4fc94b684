"""The Turin Market board: cards, purses, fists and the payout card, drawn from a View and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from mechanics.games.turin import Auctioned, Board
from mechanics.table import Seat, View
from mechanics.views.boards import facts
from mechanics.views.boards.goods import backs, face, for_sale, mini, payout_card
from mechanics.views.boards.signs import (
    BACK,
    CLOSED_PURSE,
    CROWN,
    DOTS,
    GOOSE,
    MARKS,
    OPEN_PURSE,
    PENNANT,
    TICK,
    TURN,
    fist,
    labelled,
    mark,
    named,
    open_hand,
    picture,
    signs,
    svg,
)
from mechanics.views.boards.words import as_text

__all__ = ["as_text", "draw"]

CSS = files(__package__).joinpath("board.css").read_text(encoding="utf-8")


def draw(view: View, names: Sequence[str]) -> str:
    """Return the whole board as one HTML <div>: it carries its own style and needs nothing from outside.

    `names` holds one name per seat; they are escaped. Raises ValueError if one is missing."""
    facts.check_names(view, names)
    board: Board = view.board
    main = f'<div class="mm-main">{_left(view, names)}{payout_card(board, names)}</div>'
    seats = "".join(_seat(view, names, seat, led) for seat, led in enumerate(facts.alone(board)))
    body = f'{_head(view, names)}{main}<div class="mm-seats">{seats}</div>{_foot(view, names)}'
    awning = '<div class="mm-awning"></div>'
    return f'<div class="mm-board"><style>{CSS}</style>{awning}<div class="mm-in">{body}</div></div>'


def _head(view: View, names: Sequence[str]) -> str:
    told, headline = escape(facts.story(view, names)), escape(facts.headline(view.board))
    now = f'<span class="mm-told">{told}</span>' if told else f"<strong>{escape(facts.now(view, names))}</strong>"
    return f'<div class="mm-head"><b>Turin Market</b><span>{headline}</span>{now}</div>'


# --- the middle of the table ------------------------------------------------------------------------------------------


def _left(view: View, names: Sequence[str]) -> str:
    """Return the cards in the centre, what the places win, and the own hand; at the end the scores."""
    board: Board = view.board
    if board.scores is not None:
        return f'<div class="mm-left">{_scores(board, names)}</div>'
    hand = _cards("Your hand", "".join(face(board.box, card) for card in board.hand)) if board.hand else ""
    big = "" if hand else f' mm-big" style="--k:{_zoom(board)}'
    return f'<div class="mm-left{big}">{_centre(view, names)}{_places(board, names)}{hand}</div>'


def _zoom(board: Board) -> float:
    """Return how much larger the centre may be drawn where no hand lies below it."""
    cards = max(board.seats, len(board.centre), len(board.offers))
    return 1.45 if cards <= 3 else 1.08 if cards == 4 else 1.0


def _cards(title: str, cards: str) -> str:
    return f'<div class="mm-block"><div class="mm-title">{escape(title)}</div><div class="mm-cards">{cards}</div></div>'


def _centre(view: View, names: Sequence[str]) -> str:
    """Return what lies between the players: cards up for auction, cards for sale, or the cards being picked."""
    board: Board = view.board
    if view.rule == "TM-1":
        return _cards("Up for auction", "".join(_slot(view, names, seat) for seat in range(board.seats)))
    if board.phase in ("sell", "end") or view.rule in ("TM-17", "TM-18"):
        offered = "".join(for_sale(board, offer, names[offer.seat]) for offer in board.offers)
        return _cards("For sale", offered or '<p class="mm-none">No card is for sale yet.</p>')
    if board.phase == "deal":
        return _cards("The deck", named("mm-slot", "the deck", svg(BACK, 16, 22, "mm-down"), "div"))
    title = "Still to be picked" if board.phase == "pick" else "Up for auction"
    return _cards(title, "".join(face(board.box, card) for card in board.centre))


def _slot(view: View, names: Sequence[str], seat: Seat) -> str:
    """Return the place where a seat puts its card: empty, or a card face down once it has chosen."""
    waits = seat in view.waiting
    inside = mark(seat) if waits else svg(BACK, 16, 22, "mm-down") + mark(seat)
    return named("mm-slot", f"{names[seat]} {'is still choosing' if waits else 'has put a card down'}", inside, "div")


def _places(board: Board, names: Sequence[str]) -> str:
    """Return what each place wins; after the reveal also who has won it."""
    last = facts.revealed(board)
    ranked = sorted(range(board.seats), key=lambda seat: last.place[seat]) if last else []
    rows = "".join(
        _place(i, many, ranked[i] if last and last.prize[ranked[i]] else None, names)
        for i, many in enumerate(facts.prizes(board))
    )
    return f'<div class="mm-block mm-places"><div class="mm-title">Places win</div>{rows}</div>' if rows else ""


def _place(position: int, many: int, winner: Seat | None, names: Sequence[str]) -> str:
    won = svg(BACK, 16, 22, "mm-back") * many or "nothing"
    said = f"{facts.ORDINALS[position]} place wins {facts.count(many, 'card')}"
    said += f": {names[winner]}" if winner is not None else ""
    who = mark(winner) if winner is not None else ""
    return named("mm-place", said, f"<b>{facts.ORDINALS[position]}</b><span>{won}</span>{who}", "div")


def _scores(board: Board, names: Sequence[str]) -> str:
    """Return the final scores, highest first, the winners crowned."""
    scores, best = board.scores or (), facts.winners(board)
    ranked = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    rows = "".join(_score(seat, names[seat], scores[seat], CROWN if seat in best else "") for seat in ranked)
    return f'<div class="mm-scores" style="--n:{len(scores)}">{rows}</div>'


def _score(seat: Seat, name: str, score: int, crown: str) -> str:
    drawn = labelled(crown, 20, 20, "mm-crown", "wins") if crown else '<span class="mm-crown"></span>'
    return f"<div>{drawn}{mark(seat)}<span>{escape(name)}</span><b>{facts.number(score)}</b></div>"


# --- the players ------------------------------------------------------------------------------------------------------


def _seat(view: View, names: Sequence[str], seat: Seat, alone: tuple[str, ...]) -> str:
    """Return one player: name, markers, hand face down, purse, fist, open cards; `alone` are the goods it leads in."""
    board: Board = view.board
    asked = _turn(view, seat)
    hidden = backs(facts.at(board.hand_sizes, seat))
    led, wide = _led(board, alone), board.seats <= 3
    css = "mm-seat" + " mm-own" * (seat == view.seat) + " mm-asked" * bool(asked)
    name = f'<span class="mm-name" title="{escape(names[seat])}">{escape(names[seat])}</span>'
    top = f'<div class="mm-who">{asked}{mark(seat)}{name}{led if wide else ""}{_goose(board, seat)}{hidden}</div>'
    things = _purse(board, seat) + _hand(view, names, seat)
    opened = board.open[seat] if board.open else ()
    prices = {offer.card: offer.price for offer in board.offers}
    cards = "".join(mini(board.box, card, prices.get(card)) for card in opened)
    return (
        f'<div class="{css}" style="--c:{MARKS[seat].colour}">{top}<div class="mm-things">{things}</div>'
        f'<div class="mm-open">{cards}{"" if wide else led}</div></div>'
    )


def _goose(board: Board, seat: Seat) -> str:
    return labelled(GOOSE, 32, 29, "mm-goose", "holds the goose") if board.goose == seat else ""


def _led(board: Board, goods: tuple[str, ...]) -> str:
    """Return the majority markers: a pennant and the goods of which a seat alone has most."""
    known = dict(zip(board.box.goods, signs(board.box.goods), strict=True))
    drawn = svg(PENNANT, 12, 16, "mm-pennant") + "".join(picture(known[good]) for good in goods)
    return named("mm-led", "alone has most: " + ", ".join(goods), drawn) if goods else ""


def _purse(board: Board, seat: Seat) -> str:
    """Return the purse: closed, or open with what is in it, what of it is free, and what is owed."""
    amount, free = board.purses[seat], board.free[seat]
    drawing = CLOSED_PURSE if amount is None else OPEN_PURSE
    value = "" if amount is None else f"<b>{amount}</b>"
    part = f"<small>{free} free</small>" if free != amount else ""
    inside = f'{svg(drawing, 32, 32, "mm-bag")}<span>{value}{part}</span>'
    bag, owed = named("mm-purse", "purse: " + facts.purse_said(board, seat), inside), facts.debts_said(board, seat)
    return bag + (named("mm-loan", owed, f"owes<br>{facts.owes(board, seat)}") if owed else "")


def _hand(view: View, names: Sequence[str], seat: Seat) -> str:
    """Return the fist: closed with dots or a tick while envelopes are out, open with the bid after the reveal."""
    board: Board = view.board
    state = facts.status(view, seat)
    if (last := facts.revealed(board)) is not None:
        return _opened(last, seat)
    if state in ("", "to choose"):
        return ""
    said = f"{names[seat]}: {'still thinking' if state == 'thinking' else 'envelope is in'}"
    badge = svg(DOTS if state == "thinking" else TICK, 20, 20, "mm-badge")
    return named("mm-bid", said, fist(seat) + badge)


def _opened(last: Auctioned, seat: Seat) -> str:
    bid, won, paid = facts.bid_said(last, seat).replace(" ", ""), last.prize[seat], last.paid[seat]
    said = f"bid {facts.bid_said(last, seat)}, won {facts.count(won, 'card')}, paid {paid}"
    result = f"<small>{f'won {won}' if won else 'no card'}<br>paid {paid}</small>"
    return named("mm-bid", said, f"{open_hand(seat)}<b>{bid}</b>{result}")


def _turn(view: View, seat: Seat) -> str:
    """Return the arrow before whoever is asked, unless a fist shows it already."""
    fists = view.sealed and facts.revealed(view.board) is None
    return labelled(TURN, 18, 20, "mm-turn", "to choose") if seat in view.waiting and not fists else ""


# --- below the table --------------------------------------------------------------------------------------------------


def _foot(view: View, names: Sequence[str]) -> str:
    """Return the cards out of the game, earlier scores, the house defaults, and the table in words."""
    board: Board = view.board
    gone = "".join(mini(board.box, card) for card in board.gone)
    parts = [f"<span>Out of the game: {gone}</span>"] if gone else []
    parts += [f"<span>{facts.count(board.unseen, 'card')} removed unseen</span>"] if board.unseen else []
    parts += [f"<span>{escape(facts.earlier(board, names))}</span>"] if facts.earlier(board, names) else []
    full = escape("; ".join(facts.defaults(board.box)))
    parts += [f'<span title="{full}">{escape(facts.defaults_said(board.box))}</span>']
    return f'<div class="mm-foot">{"".join(parts)}{as_text(view, names)}</div>'
