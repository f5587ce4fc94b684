"""Stalls with room for so many cubes: what can be bought and sold, and what a trade leaves (FG-4 … FG-7, FG-R9)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.markets import Traded, can_buy, can_sell, room, trade, worth

GOODS, CAPACITY = 3, 6
counts = st.lists(st.integers(0, CAPACITY), min_size=GOODS, max_size=GOODS)
tables = st.tuples(
    counts, counts, st.integers(0, 60), st.lists(st.integers(0, 12), min_size=GOODS, max_size=GOODS),
    st.lists(st.integers(-3, 3), min_size=GOODS, max_size=GOODS),
)  # fmt: skip


@pytest.mark.parametrize(
    ("stock", "price", "cash", "can"), [(1, 6, 6, True), (0, 6, 6, False), (1, 6, 5, False), (6, 0, 0, True)]
)
def test_a_cube_can_be_bought_out_of_a_stall_that_has_one_by_a_purse_that_holds_its_price(
    stock: int, price: int, cash: int, can: bool
) -> None:
    assert can_buy(stock, price, cash) is can


@pytest.mark.parametrize(("stock", "held", "can"), [(5, 1, True), (6, 1, False), (0, 0, False), (0, 9, True)])
def test_a_cube_can_be_sold_into_a_stall_with_room(stock: int, held: int, can: bool) -> None:
    assert can_sell(stock, held, CAPACITY) is can
    assert (room(stock, CAPACITY) > 0) is (stock < 6)


@given(counts, counts, st.integers(0, 20))
def test_what_is_possible_is_told_for_many_stalls_at_once_as_for_each_alone(stock: Any, held: Any, cash: int) -> None:
    price = np.array([2, 8, 12])
    buys, sells = can_buy(np.array(stock), price, cash), can_sell(np.array(stock), np.array(held), CAPACITY)
    assert buys.tolist() == [can_buy(s, p, cash) for s, p in zip(stock, [2, 8, 12], strict=True)]
    assert sells.tolist() == [can_sell(s, h, CAPACITY) for s, h in zip(stock, held, strict=True)]
    assert room(np.array(stock), CAPACITY).tolist() == [6 - s for s in stock]


@given(tables)
def test_a_trade_that_is_possible_moves_cubes_and_money_and_no_wealth(table: Any) -> None:
    stock, held, cash, price, cubes = table
    after = [s - c for s, c in zip(stock, cubes, strict=True)], [h + c for h, c in zip(held, cubes, strict=True)]
    left = cash - sum(p * c for p, c in zip(price, cubes, strict=True))
    if min(*after[0], *after[1], left) < 0 or max(after[0]) > CAPACITY:
        with pytest.raises(ValueError, match=r"^(There are not|A stall holds|Nobody sells|Nobody buys)"):
            trade(*table, CAPACITY)
        return
    traded = trade(*table, CAPACITY)
    assert (traded.stock.tolist(), traded.held.tolist(), int(traded.cash)) == (*after, left)
    assert worth(traded.cash, traded.held, price) == worth(cash, held, price)
    assert [s + h for s, h in zip(*after, strict=True)] == [s + h for s, h in zip(stock, held, strict=True)]


@given(st.lists(tables, min_size=1, max_size=4))
def test_many_tables_trade_at_once_as_one_by_one(many: Any) -> None:
    possible = [table for table in many if alone(table) is not None]
    if possible:
        together = trade(*(np.array(part) for part in zip(*possible, strict=True)), CAPACITY)
        for i, table in enumerate(possible):
            one = alone(table)
            assert one is not None
            assert all((part[i] == single).all() for part, single in zip(together, one, strict=True))


def alone(table: Any) -> Traded | None:
    """What the trade of one table leaves, if it is possible."""
    try:
        return trade(*table, CAPACITY)
    except ValueError:
        return None


def test_one_cube_bought_pays_its_price() -> None:
    after = trade([3, 3], [0, 1], 20, [6, 12], [1, 0], 6)
    assert (after.stock.tolist(), after.held.tolist(), int(after.cash)) == ([2, 3], [1, 1], 14)


def test_worth_is_cash_and_cubes() -> None:
    assert worth(10, [1, 2], [6, 12]) == 40
    assert worth([10, 0], [[1, 2], [0, 1]], [6, 12]).tolist() == [40, 12]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"stock": [0, 3]}, "There are not so many cubes in a stall"),
        ({"cubes": [0, -1], "stock": [3, 6]}, "A stall holds at most 6 cubes"),
        ({"cubes": [-1, 0]}, "Nobody sells cubes that he does not have"),
        ({"cash": 5}, "Nobody buys on credit"),
        ({"stock": [7, 0]}, "Stalls are whole numbers, 0 to 6; 7 is not allowed"),
        ({"held": [-1, 0]}, "Cubes are whole numbers, 0 or more"),
        ({"prices": [1.5, 2]}, "Prices are whole numbers"),
        ({"cash": -1}, "Purses are whole numbers"),
        ({"cubes": [7, 0]}, "Cubes traded are whole numbers, -6 to 6; 7 is not allowed"),
    ],
)
def test_what_is_not_possible_is_refused_in_words(change: dict[str, Any], why: str) -> None:
    given = {"stock": [3, 3], "held": [0, 1], "cash": 20, "prices": [6, 12], "cubes": [1, 0], "capacity": 6}
    with pytest.raises(ValueError, match=why):
        trade(**{**given, **change})  # type: ignore[arg-type]
