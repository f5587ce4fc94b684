"""The board of Fagin's Gang in words: the same information as tables, for screen readers and for reading out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mechanics.games.fagin import Board
from mechanics.table import Seat, View
from mechanics.views.boards.facts import check_names
from mechanics.views.boards.fagin import facts
from mechanics.views.boards.fagin.signs import signs
from mechanics.views.boards.marks import mark_of
from mechanics.views.boards.words import by_seat, folded, table, the_round


def as_text(view: View, names: Sequence[str]) -> str:
    """Return a folded HTML section with tables: the round, the players, stalls, turns, trades, and the gang's places.

    Raises ValueError unless there is one name for every seat."""
    check_names(view, names)
    board: Board = view.board
    parts = (_round(view, names), _players(view, names), _stalls(board), _turns(board, names), _trades(board, names))
    places = _places(board, names) + _loot(board) if board.mode == "gang" else ""
    return folded("".join(parts) + places)


def _round(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    order = ", ".join(names[seat] for seat in board.order)
    rows = [("Game", facts.headline(board)), ("Now", facts.now(view, names))]
    rows += [("Start player", names[board.first] if board.round else ""), ("Market", facts.market_said(board, names))]
    rows += [("Direction", facts.direction(board, names)), ("Order of trading, anti-clockwise", order)]
    rows += [("Passed", ", ".join(names[seat] for seat in board.passed) if board.coin is not None else "")]
    rows += [("Die", str(board.turns[-1].die) if board.turns else "")]
    rows += [("Not in play", facts.count(sum(board.aside), "cube") if any(board.aside) else "")]
    rows += [("Trading turns at most", str(board.box.market_turns)), ("Used in this action", ", ".join(board.acted))]
    rows += [("House defaults", "; ".join(facts.defaults(board.box)))]
    return the_round(rows)


def _players(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    columns: Mapping[str, Callable[[Seat], object]] = {
        "Player": lambda s: f"{names[s]} ({mark_of(s).shape})",
        "Purse": lambda s: f"{board.purses[s]} shillings",
        "Net worth": lambda s: f"{board.worth[s]} shillings",
        "Cubes": lambda s: facts.cubes_said(board, s),
        "Market coin": lambda s: "holds the market coin" if s == board.coin else "",
        "In this round": lambda s: facts.standing(board, s),
        "Answer": lambda s: "to choose" if s in view.waiting else "",
        "Urchins to enter": lambda s: board.waiting[s] if board.waiting else "",
        "Urchins out": lambda s: "; ".join(f"{place} on {space}" for place, space in facts.out(board, s)),
        "Urchins home": lambda s: facts.home_said(board, s),
        "Made of": lambda s: facts.ending(board, s),
        "Final score": lambda s: facts.score_said(board, s) + ", wins" * (s in facts.winners(board)),
    }
    return by_seat("The players", columns, board.seats)


def _stalls(board: Board) -> str:
    rows = [
        (good.capitalize(), sign.letter, called, price, _or_nothing(facts.price_before(board, i)),
         facts.at(board.stock, i), facts.stall_state(board, i), facts.at(board.store, i), facts.at(board.aside, i))
        for i, (good, sign, called, price) in enumerate(
            zip(board.box.goods, signs(board.box), board.box.called, board.prices, strict=True)
        )
    ]  # fmt: skip
    head = ("Good", "Letter", "What it is", "Price", "Price before", "Cubes", "Stall", "Warehouse", "Not in play")
    return table(f"The stalls (room for {board.box.stall} cubes each)", head, rows)


def _or_nothing(value: int | None) -> object:
    return "" if value is None else value


def _turns(board: Board, names: Sequence[str]) -> str:
    """Return every turn of the wheel: the die, the prices after it, and what it did to everybody's net worth."""
    rows = [
        (f"round {turn.round + 1}", turn.die, *board.box.prices[turn.after],
         *(f"{before} → {after}" for before, after in zip(turn.worth_before, turn.worth_after, strict=True)))
        for turn in board.turns
    ]  # fmt: skip
    head = ("Prices of", "Die", *(good.capitalize() for good in board.box.goods), *(f"Worth of {n}" for n in names))
    return table("The wheel so far", head, rows)


def _trades(board: Board, names: Sequence[str]) -> str:
    if not (said := facts.session_said(board)):
        return ""
    rows = []
    for seat, name in enumerate(names):
        done = facts.net(board, seat)
        rows.append((name, *map(facts.signed, done.cubes), facts.signed(done.money)))
    goods = (good.capitalize() for good in board.box.goods)
    return table(f"Bought and sold, {said}", ("Player", *goods, "Shillings"), rows)


def _places(board: Board, names: Sequence[str]) -> str:
    rows = [
        (called, board.box.goods[i], _or_nothing(board.constables[i] if board.constables else None),
         *(_spaces(board, i, seat) for seat in range(board.seats)))
        for i, called in enumerate(board.box.places)
    ]  # fmt: skip
    head = ("Place", "Colour", "Constable on", *(f"Urchins of {name} on" for name in names))
    return table("The places", head, rows)


def _spaces(board: Board, place: int, seat: Seat) -> str:
    return ", ".join(str(space) for called, space in facts.out(board, seat) if called == board.box.places[place])


def _loot(board: Board) -> str:
    box = board.box
    rows = [(space, box.loot(space), "urchins enter here" * (space == box.entry)) for space in range(box.spaces)]
    return table("The spaces of a place, from the top", ("Space", "An urchin steals", "Entry"), rows)
