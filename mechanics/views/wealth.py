"""Prices and net worth of a game with a price wheel, round by round, as frames: from ledger, hands and wheel."""

from __future__ import annotations

from typing import Any

import pandas as pd

from mechanics import markets
from mechanics.session import Session
from mechanics.views.boards.fagin.signs import GOODS

ACTIONS, WHEEL = "actions", "wheel"


def price_path(board: Any) -> pd.DataFrame:
    """Return the price of every good in every round: round, good, price, letter, colour."""
    lines = [
        (turned.round + 1, good, price, GOODS[good].letter, GOODS[good].colour)
        for turned in board.turns
        for good, price in zip(board.box.goods, board.box.prices[turned.after], strict=True)
    ]
    return pd.DataFrame(lines, columns=["round", "good", "price", "letter", "colour"])


def worth_steps(session: Session) -> pd.DataFrame:
    """Return everybody's net worth before and after every step of every round: round, step, seat, before, after.

    A round has two steps, what people do ("actions") and the turn of the wheel ("wheel"); the last round ends before
    the wheel turns. Net worth is cash, as the ledger has it, and cubes at the prices of the wheel."""
    board, names = session.view(None).board, session.names
    lines: list[tuple[int, str, str, int, int]] = []
    before = board.turns[0].worth_after if board.turns else ()
    turns = {turned.round: turned for turned in board.turns}
    for now in range(1, board.round + 1):
        after = board.past[now - 1] if now <= len(board.past) else board.worth
        lines += [(now, ACTIONS, *line) for line in zip(names, before, after, strict=True)]
        if now in turns:
            before = turns[now].worth_after
            lines += [(now, WHEEL, *line) for line in zip(names, after, before, strict=True)]
    return pd.DataFrame(lines, columns=["round", "step", "seat", "before", "after"])


def sessions(session: Session) -> pd.DataFrame:
    """Return every market of a game: round, seat, bought, sold, paid (net), worth before and worth after.

    What was paid is the sum of the ledger's entries of that market; the worths are at the one price of the round."""
    board, names = session.view(None).board, session.names
    book = session.ledger_frame()
    lines = []
    for market in board.sessions:
        prices = board.box.prices[market.offset]
        traded = book[(book["round"] == market.round) & (book["phase"] == "trade")]
        for seat, called in enumerate(names):
            did = [trade.does for trade in market.trades if trade.seat == seat]
            spent, earned = (traded.loc[traded[end] == called, "amount"].sum() for end in ("payer", "payee"))
            held = (market.before, market.after)
            worth = [int(markets.worth(then.cash[seat], then.hands[seat], prices)) for then in held]
            lines.append((market.round, called, did.count("buy"), did.count("sell"), int(spent - earned), *worth))
    return pd.DataFrame(lines, columns=["round", "seat", "bought", "sold", "paid", "before", "after"])
