"""The Turin Market board in words: the same information as tables, for screen readers and for reading out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from mechanics.games.turin import Board
from mechanics.table import Seat, View
from mechanics.views.boards import facts
from mechanics.views.boards.signs import MARKS, signs


def as_text(view: View, names: Sequence[str]) -> str:
    """Return a folded HTML section with three tables: the round, the players, the goods.

    Raises ValueError unless there is one name for every seat."""
    facts.check_names(view, names)
    tables = _round(view, names) + _players(view, names) + _goods(view.board, names)
    return folded(tables)


def folded(tables: str) -> str:
    """Return the tables under a line that opens them."""
    return f'<details class="mm-words"><summary>The table in words</summary>{tables}</details>'


def the_round(rows: Iterable[tuple[str, str]]) -> str:
    """Return the table of what is true of the whole round, without what there is nothing to say of."""
    return table("The round", ("What", "In words"), [row for row in rows if row[1]])


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table; the first cell of each row is its heading."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(_row(row) for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def by_seat(caption: str, columns: Mapping[str, Callable[[Seat], object]], seats: int) -> str:
    """Return a table with a row for each seat, without the columns that are empty for all of them."""
    rows = [[cell(seat) for cell in columns.values()] for seat in range(seats)]
    kept = [i for i in range(len(columns)) if any(row[i] != "" for row in rows)]
    head = list(columns)
    return table(caption, [head[i] for i in kept], [[row[i] for i in kept] for row in rows])


def _row(row: Sequence[object]) -> str:
    first, *rest = (escape(str(cell)) for cell in row)
    return f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"


def _round(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    rows = [("Game", facts.headline(board)), ("Now", facts.now(view, names)), ("Told", facts.story(view, names))]
    rows += [("Up for auction", _cards(board, board.centre)), ("Places", _places(board))]
    rows += [("Cards that nobody won", str(last.burned))] if (last := facts.revealed(board)) and last.burned else []
    rows += [("For sale", "; ".join(facts.offer_said(offer, names, board.box) for offer in board.offers))]
    rows += [("Your hand", _cards(board, board.hand)), ("Out of the game", _cards(board, board.gone))]
    rows += [("Removed unseen", facts.count(board.unseen, "card") if board.unseen else "")]
    rows += [("House defaults", "; ".join(facts.defaults(board.box)))]
    return the_round(rows)


def _cards(board: Board, cards: tuple[int, ...]) -> str:
    return "; ".join(board.box.says(card) for card in cards)


def _places(board: Board) -> str:
    said = zip(facts.ORDINALS, facts.prizes(board), strict=False)
    return "; ".join(f"{ordinal}: {facts.count(many, 'card')}" for ordinal, many in said)


def _players(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    led = facts.alone(board)
    columns = {
        "Player": lambda s: f"{names[s]} ({MARKS[s].shape})",
        "Purse": lambda s: facts.purse_said(board, s),
        "On cards for sale": lambda s: facts.at(board.laid_down, s) or "",
        "Loans and debts": lambda s: facts.debts_said(board, s),
        "Hand cards": lambda s: facts.at(board.hand_sizes, s),
        "Open cards": lambda s: _cards(board, board.open[s]) if board.open else "",
        "Alone has most": lambda s: ", ".join(led[s]),
        "Goose": lambda s: "holds the goose" if board.goose == s else "",
        "Answer": lambda s: facts.status(view, s),
        "Last auction": lambda s: _last(board, s),
        "Earlier games": lambda s: _earlier(board, s),
        "Final score": lambda s: _score(board, s),
    }
    return by_seat("The players", columns, board.seats)


def _last(board: Board, seat: Seat) -> str:
    last = facts.revealed(board)
    if last is None:
        return ""
    won = facts.count(last.prize[seat], "card")
    return f"bid {facts.bid_said(last, seat)}, won {won}, paid {last.paid[seat]}"


def _earlier(board: Board, seat: Seat) -> str:
    return ", ".join(facts.number(game[seat]) for game in board.past) if board.box.games > 1 else ""


def _score(board: Board, seat: Seat) -> str:
    if board.scores is None:
        return ""
    return f"{facts.number(board.scores[seat])}{', wins' * (seat in facts.winners(board))}"


def _goods(board: Board, names: Sequence[str]) -> str:
    head = ("Good", "Letter", f"Payout ({board.box.column})", "Units in all", *names, "Most")
    box = board.box
    rows = [
        (good.capitalize(), sign.letter, pays, units, *held, " and ".join(names[s] for s in leads) or "nobody")
        for good, sign, pays, units, held, leads in zip(
            box.goods, signs(box.goods), box.payouts, box.units, _held(board), _leads(board), strict=True
        )
    ]
    return table("The payout card", head, rows)


def _held(board: Board) -> tuple[tuple[int, ...], ...]:
    return board.holdings or ((0,) * board.seats,) * len(board.box.goods)


def _leads(board: Board) -> tuple[tuple[Seat, ...], ...]:
    return board.leaders or ((),) * len(board.box.goods)
