"""Equilibria of two bidders who differ, exactly: Lemke and Howson's way from each of its starting points.

Lemke and Howson 1964, Journal of the SIAM 12; rows are compared lexicographically, so that ties cannot send it round in
a circle (von Stengel 2002, Handbook of Game Theory 3). Whole numbers throughout."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

import numpy as np

from mechanics.chances import Array
from mechanics.equilibria.rules import Rules

MOST_PIVOTS = 2000


def pair_mixes(rules: Rules) -> Iterator[Array]:
    """Yield mixes (2, B) of Fractions, one per starting point that leads somewhere; several may be the same."""
    columns = rules.top + 1
    free = rules.may_bid(columns)
    bids = [np.flatnonzero(row) for row in free]
    tables = _tables(rules, bids)
    for label in range(len(bids[0]) + len(bids[1])):
        ends = _walk(*tables, label)
        if ends is not None:
            mix = np.full((2, columns), Fraction(0), dtype=object)
            for row, at, weights in zip(mix, bids, ends, strict=True):
                row[at] = [Fraction(int(weight), int(sum(weights))) for weight in weights]
            yield mix


def _tables(rules: Rules, bids: list[Array]) -> tuple[Array, Array]:
    """Return what each bidder gains, (my bids, his bids), as whole numbers from 1 up."""
    columns = rules.top + 1
    sure = np.full((columns, columns), Fraction(0), dtype=object)
    np.fill_diagonal(sure, Fraction(1))
    rows = []
    for me in (0, 1):
        gains = [rules.gains(np.array([sure[bid]] * 2))[me][bids[me]] for bid in bids[1 - me]]
        table = np.array(gains, dtype=object).T
        scale = lcm(*(Fraction(x).denominator for x in table.flat))
        whole = np.array([[int(x * scale) for x in row] for row in table], dtype=object)
        rows.append(whole - whole.min() + 1)
    return rows[0], rows[1]


def _walk(mine: Array, his: Array, start: int) -> tuple[list[int], list[int]] | None:
    """Return the weights of my bids and of his, from one starting label (mine first); None if it takes too long.

    Each polytope is a table of its equations, one basic variable per row; variable k is label k."""
    count, others = mine.shape
    total = count + others
    # Table 0: his bids' conditions on my weights (variables 0 … count−1 are weights); table 1: mine on his.
    tables = [_begin(his, 0, total), _begin(mine, count, total)]
    bases = [list(range(count, total)), list(range(count))]
    entering, which = start, 0 if start < count else 1
    for _ in range(MOST_PIVOTS):
        row = _leaving(tables[which][0], entering, total)
        left = bases[which][row]
        _pivot(tables[which], row, entering)
        bases[which][row] = entering
        if left == start:
            return _weights(tables[0], bases[0], range(count)), _weights(tables[1], bases[1], range(count, total))
        entering, which = left, 1 - which
    return None


def _begin(gains: Array, first: int, total: int) -> list[Array]:
    """Return [table, last pivot]: gains · weights + slack = 1, the weights being variables first, first + 1, …"""
    rows, columns = gains.shape
    table = np.zeros((rows, total + 1), dtype=object)
    table[:, first : first + columns] = gains
    slack = columns if first == 0 else 0
    table[np.arange(rows), slack + np.arange(rows)] = 1
    table[:, -1] = 1
    return [table, 1]  # type: ignore[list-item]


def _leaving(table: Array, entering: int, total: int) -> int:
    """Return the row that bounds the entering variable most, of equal ones the lexicographically smallest."""
    rows = [k for k in range(len(table)) if table[k, entering] > 0]
    order = [total, *range(total)]
    best = rows[0]
    for row in rows[1:]:
        for column in order:
            one, other = table[row, column] * table[best, entering], table[best, column] * table[row, entering]
            if one != other:
                best = row if one < other else best
                break
    return best


def _pivot(state: list[Array], row: int, column: int) -> None:
    """Exchange variables without fractions (Bareiss 1968): every entry stays whole."""
    table, last = state
    pivot = table[row, column]
    fixed = table[row].copy()
    changed = (table * pivot - np.multiply.outer(table[:, column], fixed)) // last
    changed[row] = fixed
    state[0], state[1] = changed, pivot


def _weights(state: list[Array], basis: list[int], variables: range) -> list[int]:
    """Return the values of the variables over one denominator (those out of the basis are 0)."""
    values = {variable: state[0][row, -1] for row, variable in enumerate(basis)}
    return [values.get(variable, 0) for variable in variables]
