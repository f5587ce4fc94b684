"""Cards and the payout card of Turin Market as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mechanics.games.turin import Board, Box, Offer
from mechanics.table import Seat
from mechanics.views.boards.signs import BACK, MARKS, PENNANT, Sign, mark, named, picture, signs, svg, tile

SIZES = (3, 2, 1)


def face(box: Box, card: int, tag: str = "", says: str = "") -> str:
    """Return a card face up: its number and its three goods, each with picture, name and one letter tile per unit.

    `tag` is HTML that lies on the card (a price); `says` is added to the card's name for screen readers."""
    known = signs(box.goods)
    rows = "".join(
        _good_row(known[good], box.goods[good], units)
        for good, units in zip(box.cards[card - 1], SIZES, strict=True)
    )
    return named("mm-card", box.says(card) + says, f"<i>{card}</i>{tag}{rows}", "div")


def _good_row(sign: Sign, good: str, units: int) -> str:
    return f"<p>{picture(sign)}<span>{escape(good)}<em>{tile(sign) * units}</em></span></p>"


def mini(box: Box, card: int, price: int | None = None) -> str:
    """Return a card as a strip: its number, three letter tiles with a dot per unit, and its price if it is for sale."""
    known = signs(box.goods)
    tiles = "".join(
        f"<u>{tile(known[good])}{'<s></s>' * units}</u>"
        for good, units in zip(box.cards[card - 1], SIZES, strict=True)
    )
    label = box.says(card) + (f", for sale at {price}" if price is not None else "")
    tag = f'<span class="mm-tag">{price}</span>' if price is not None else ""
    return named("mm-mini", label, f"<i>{card}</i>{tiles}{tag}")


def for_sale(board: Board, offer: Offer, seller: str) -> str:
    """Return a card for sale, with the price on it and the mark of its owner; the one being sold now is set off."""
    tag = f'<span class="mm-tag">{mark(offer.seat)}{offer.price}</span>'
    drawn = face(board.box, offer.card, tag, f", for sale at {offer.price} by {seller}")
    return f'<div class="mm-now">{drawn}</div>' if offer == board.sale else drawn


def backs(many: int) -> str:
    """Return a face-down hand with the number of its cards."""
    if not many:
        return ""
    fan = svg(BACK, 16, 22, "mm-back") * min(many, 3)
    return named("mm-backs", f"{many} hand card{'s' * (many != 1)}", f"{fan}{many}")


def payout_card(board: Board, names: Sequence[str]) -> str:
    """Return the payout card in play: per good its payout, its units in all, and what each seat holds."""
    heads = "".join(f'<b title="{escape(names[seat])}">{mark(seat)}</b>' for seat in range(board.seats))
    title = f'<b class="mm-col">{escape(board.box.column)} payouts</b>'
    head = f'<div class="mm-good mm-top">{title}<b>pays</b><b>units</b>{heads}</div>'
    goods = range(len(board.box.goods))
    held, leads = board.holdings or ((0,) * board.seats,) * len(goods), board.leaders or ((),) * len(goods)
    rows = "".join(_payout_row(board.box, names, good, held[good], leads[good]) for good in goods)
    return f'<div class="mm-pay mm-{escape(board.box.column)}" style="--n:{board.seats}">{head}{rows}</div>'


def _payout_row(box: Box, names: Sequence[str], good: int, held: tuple[int, ...], leads: tuple[Seat, ...]) -> str:
    sign = signs(box.goods)[good]
    cells = "".join(_held(units, leads, seat) for seat, units in enumerate(held))
    numbers = f"<b><q>{box.payouts[good]}</q></b><b>{box.units[good]}</b>{cells}"
    row = f"{picture(sign)}{tile(sign)}<span>{escape(box.goods[good])}</span>{numbers}"
    return named("mm-good", _payout_said(box, names, good, held, leads), row, "div")


def _held(units: int, leads: tuple[Seat, ...], seat: Seat) -> str:
    """Return what one seat has of one good; who alone has most gets a pennant, those who share it a ring."""
    if not units:
        return '<b class="mm-nil">·</b>'
    if leads == (seat,):
        return f'<b class="mm-most" style="--c:{MARKS[seat].colour}">{units}{svg(PENNANT, 12, 16, "mm-pennant")}</b>'
    return f'<b class="mm-level">{units}</b>' if seat in leads else f"<b>{units}</b>"


def _payout_said(box: Box, names: Sequence[str], good: int, held: tuple[int, ...], leads: tuple[Seat, ...]) -> str:
    have = ", ".join(f"{names[seat]} has {units}" for seat, units in enumerate(held) if units)
    most = f"; most: {' and '.join(names[seat] for seat in leads)}" if leads else ""
    pays = f"{box.goods[good]} pays {box.payouts[good]}, {box.units[good]} units in all"
    return pays + (f"; {have}{most}" if have else "")
