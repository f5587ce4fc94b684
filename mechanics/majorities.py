"""Majorities: who has most of a good, what the others pay him, and how a tie shares it; players on the last axis."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanics.columns import whole

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


def leaders(holdings: ArrayLike) -> Mask:
    """Return who has most of each good.

    `holdings` are units, shape (..., goods, players); so is the answer. All who are tied for most lead; nobody leads
    with nothing. Refuses (ValueError) what is not whole or below zero. Source: TM-23, TM-24, TM-R18.
    """
    return _lead(_held(holdings))


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
    lead, owner = _lead(held), held > 0
    winners = lead.sum(axis=-1, keepdims=True)
    levied = owner.sum(axis=-1, keepdims=True) - winners
    share = share_up(pays[..., None] + due * levied, np.maximum(winners, 1))
    return np.where(lead, share, np.where(owner, -due, 0))


class Paid(NamedTuple):
    """What came of one good: what each purse gains (or, below zero, loses), and who leads."""

    gains: tuple[int, ...]
    leaders: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def paid_out(held: tuple[int, ...], bank: int, levy: int = 1) -> Paid:
    """Return what `payouts` and `leaders` say of one good at a table; remembered, since the same few units recur."""
    gains, lead = payouts([held], [bank], levy=levy)[0], leaders([held])[0]
    return Paid(tuple(gains.tolist()), tuple(np.flatnonzero(lead).tolist()))


def share_up(total: Any, sharers: Any) -> Any:
    """Return what each of the sharers gets of a total when shares are rounded up to whole units (TM-24).

    Takes whole numbers or arrays of them; the shares together exceed the total by at most sharers - 1.
    """
    return -(-total // sharers)


def _lead(held: Ints) -> Mask:
    most = held.max(axis=-1, keepdims=True, initial=0)
    lead: Mask = (held == most) & (held > 0)
    return lead


def _held(holdings: ArrayLike) -> Ints:
    held = whole(holdings, "Holdings").astype(np.int64)
    if held.ndim < 2:
        raise ValueError(f"Holdings need the shape (goods, players); this one is {held.shape}.")
    return held
