"""Cards of Traders of Osaka as HTML: the rows of market and production, the own hand, the pile, the fans of cargo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from mechanics.games.osaka import Board, Box, Card
from mechanics.games.osaka.view import Laid
from mechanics.table import View
from mechanics.views.boards.marks import mark, mark_of
from mechanics.views.boards.osaka import facts
from mechanics.views.boards.osaka.signs import CARD, anchors, signs
from mechanics.views.boards.signs import Sign, named, picture, svg, tile


def rows(view: View, names: Sequence[str]) -> str:
    """Return the market with the price of the lot, the production, the pile and the discards."""
    board: Board = view.board
    market = _row("Market", facts.price_said(view, names), board.market, board, names, "mm-market")
    production = _row("Production", "comes next", board.production, board, names, "mm-production")
    return f'<div class="mm-rows">{market}{production}{_piles(board)}</div>'


def _row(title: str, note: str, cards: Sequence[Laid], board: Board, names: Sequence[str], css: str) -> str:
    drawn = "".join(_laid(board.box, card, names) for card in cards) or '<p class="mm-none">no card</p>'
    head = f'<div class="mm-title">{escape(title)}<span>{escape(note)}</span></div>'
    return f'<div class="mm-row {css}">{head}<div class="mm-cards">{drawn}</div></div>'


def _laid(box: Box, card: Laid, names: Sequence[str]) -> str:
    """Return a card of a row; the piece of whoever has reserved it lies on it."""
    said, inside = facts.laid_said(box, card, names), _face(box, card)
    if card.holder is None:
        return named("mm-card", said, inside, "div")
    piece = f'<u class="mm-piece" style="--c:{mark_of(card.holder).colour}">{mark(card.holder)}</u>'
    return named("mm-card mm-held", said, inside + piece, "div")


def _face(box: Box, card: Card | Laid) -> str:
    """Return what is printed on a card: value, letter of its colour, the good with its name, insurance symbols."""
    sign = signs(box)[card.colour]
    good = f"<em>{escape(box.goods[card.colour])}</em>"
    top = f'<i style="background:{sign.colour};color:{sign.ink}"><b>{card.value}</b>{sign.letter}</i>'
    return f'{top}<span>{picture(sign)}<s>{anchors(card.symbols, "#33261a")}</s></span>{good}'


def _piles(board: Board) -> str:
    """Return the draw pile, the discards with the last of them on top, and the tokens that are left."""
    unseen = f'{svg(CARD, 16, 22, "mm-back")}{board.pile}'
    pile = named("mm-pile", f"{facts.count(board.pile, 'card')} in the pile", unseen)
    top = mini(board.box, board.discard[-1]) if board.discard else ""
    last = f", the last {facts.cards_said(board.discard[-1:])}" if board.discard else ""
    said = f"{facts.count(len(board.discard), 'card')} discarded{last}"
    gone = named("mm-pile", said, f"{top}{len(board.discard)}")
    left = "".join(
        f"<u>{tile(sign)}{many}</u>" for sign, many in zip(signs(board.box).values(), board.supply, strict=False)
    )
    told = ", ".join(f"{many} {colour}" for colour, many in zip(board.box.colours, board.supply, strict=False))
    tokens = named("mm-supply", f"tokens left: {told}", f"<em>tokens left</em>{left}") if left else ""
    return f'<div class="mm-piles"><p>pile {pile}</p><p>discards {gone}</p>{tokens}</div>'


def hand(view: View) -> str:
    """Return the own hand as cards, high values first, and its coins; nothing without cards."""
    board: Board = view.board
    if not board.hand:
        return ""
    cards = "".join(
        named("mm-card", facts.card_said(board.box, card), _small(board.box, card), "div") for card in board.hand
    )
    worth = f"{facts.count(len(board.hand), 'card')}, {board.coins} coins"
    title = f'<div class="mm-title">Your hand<span>{worth}</span></div>'
    return f'<div class="mm-hand">{title}<div class="mm-cards">{cards}</div></div>'


def _small(box: Box, card: Card) -> str:
    sign = signs(box)[card.colour]
    return (
        f'<i style="background:{sign.colour};color:{sign.ink}"><b>{card.value}</b>{sign.letter}</i>'
        f"<s>{anchors(card.symbols, '#33261a')}</s>"
    )


def mini(box: Box, card: Card) -> str:
    """Return a card as its value on its colour with its letter, as decoration."""
    sign = signs(box)[card.colour]
    return f'<b class="mm-mini" style="background:{sign.colour};color:{sign.ink}">{card.value}{sign.letter}</b>'


def fan(sign: Sign, cards: Iterable[Card], saved: Counter[Card]) -> str:
    """Return cards of one colour, one over the other so that every value is seen; insured ones lie across."""
    left, drawn = Counter(saved), []
    for card in cards:
        across = left[card] > 0
        left[card] -= across
        css = ' class="mm-across"' if across else ""
        drawn.append(f'<b{css} style="background:{sign.colour};color:{sign.ink}">{card.value}</b>')
    return "".join(drawn)
