"""Majorities: who has most of a good, what the others pay him, and how a tie shares it; players on the last axis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanics.columns import Column, Columns, whole

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


def leaders(holdings: ArrayLike) -> Mask:
    """Return who has most of each good.

    `holdings` are units, shape (..., goods, players); so is the answer. All who are tied for most lead; nobody leads
    with nothing. Refuses (ValueError) what is not whole or below zero. Source: TM-23, TM-24, TM-R18.
    """
    held = _held(holdings)
    return np.stack(_lead(_players(held)), axis=-1) if held.shape[-1] else held > 0


def payouts(holdings: ArrayLike, bank: ArrayLike, *, levy: int = 1) -> Ints:
    """Return what each player's purse gains (or, below zero, loses) when each good is paid out.

    `holdings` are units, shape (..., goods, players); `bank` is what the bank pays for a good, shape (goods,) or
    (..., goods). Who alone has most gets the bank's payout and `levy` from every other owner; tied leaders share the
    payout and the levies of the owners who do not lead, each share rounded up (`share_up`); a good that nobody owns
    pays nothing. Money in the units of `bank`. Refuses (ValueError) wrong shapes and what is not whole or below zero.
    Source: TM-22 to TM-24.
    """
    held = _held(holdings)
    pays = whole(bank, "Payouts of the bank").astype(np.int64)
    due = int(whole(levy, "Levies"))
    if pays.shape[-1:] != held.shape[-2:-1]:
        raise ValueError(f"There are {held.shape[-2]} goods, so the bank needs {held.shape[-2]} payouts, one per good.")
    return np.stack(_gains(_players(held), pays, due), axis=-1) if held.shape[-1] else held


class Paid(NamedTuple):
    """What came of one good: what each purse gains (or, below zero, loses), and who leads."""

    gains: tuple[int, ...]
    leaders: tuple[int, ...]


def paid_out(held: Sequence[int], bank: int, levy: int = 1) -> Paid:
    """Return what `payouts` and `leaders` say of one good at a table, from whole numbers and without arrays."""
    units = list(held)
    return Paid(tuple(_gains(units, bank, levy)), tuple(seat for seat, first in enumerate(_lead(units)) if first))


@lru_cache(maxsize=1 << 14)
def standing(held: tuple[int, ...]) -> tuple[int, ...]:
    """Return all that a payout looks at: 2 for who has most of a good, 1 for other owners, 0 for who has none.

    As holdings, they are paid out like those they stand for."""
    units = list(held)
    return tuple([first + owns for first, owns in zip(_lead(units), _own(units), strict=True)])


def share_up(total: Any, sharers: Any) -> Any:
    """Return what each of the sharers gets of a total when shares are rounded up to whole units (TM-24).

    Takes whole numbers or arrays of them; the shares together exceed the total by at most sharers - 1.
    """
    return -(-total // sharers)


# --- the rule, in operators that whole numbers and columns of them both know; one entry per player --------------------


def _lead(held: Columns) -> Columns:
    """TM-23, TM-R18: who has most of a good, and any of it."""
    most = max(held) if isinstance(held[0], int) else reduce(np.maximum, held)
    return [(units == most) & (units > 0) for units in held]


def _own(held: Columns) -> Columns:
    return [units > 0 for units in held]


def _gains(held: Columns, bank: Column, due: int) -> Columns:
    """TM-22 … TM-24: leaders share the payout and the levies of the other owners."""
    lead, owner = _lead(held), _own(held)
    winners = sum(lead)
    share = share_up(bank + due * (sum(owner) - winners), winners + (winners == 0))
    return [first * share - (owns ^ first) * due for first, owns in zip(lead, owner, strict=True)]


def _players(held: Ints) -> Columns:
    return list(np.moveaxis(held, -1, 0))


def _held(holdings: ArrayLike) -> Ints:
    held = whole(holdings, "Holdings").astype(np.int64)
    if held.ndim < 2:
        raise ValueError(f"Holdings need the shape (goods, players); this one is {held.shape}.")
    return held
