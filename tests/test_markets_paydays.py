"""What a lot is paid with and what a payday is worth: the printed cases, then many at once."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.markets import due, least_payment, parted, payday

# cargo, tokens, product rounded up, points, cards kept, discarded, drawn (TO-14, TO-15, TO-16)
SALES = [
    ((2, 3, 5), 0, 3, (2, 3, 5), (), 0),
    ((3, 2, 3), 0, 2, (2, 3), (3,), 0),
    ((5, 3, 2), 2, 5, (2, 3, 5), (), 2),
    ((2,), 0, 1, (2,), (), 0),
    ((2, 2), 0, 1, (2,), (2,), 0),
    ((5,), 1, 2, (5,), (), 1),
    ((2, 2, 3), 0, 2, (2, 2), (3,), 0),
    ((3, 3), 2, 2, (3, 3), (), 0),
    ((2, 2, 2, 2), 1, 3, (2, 2, 2), (2,), 0),
    ((5, 5, 5, 5), 0, 4, (5, 5, 5, 5), (), 0),
    ((2,), 3, 1, (2,), (), 0),
    ((5, 2), 3, 4, (2, 5), (), 2),
    ((2, 3, 3, 5, 5), 1, 6, (2, 3, 3, 5, 5), (), 1),
]
prices = st.integers(1, 40)
purses = st.lists(st.sampled_from([2, 3, 5]), min_size=1, max_size=9)


@pytest.mark.parametrize(("cargo", "tokens", "points", "kept", "discarded", "drawn"), SALES, ids=lambda v: str(v))
def test_a_sale_is_worth_what_the_rules_say(
    cargo: tuple[int, ...], tokens: int, points: int, kept: tuple[int, ...], discarded: tuple[int, ...], drawn: int
) -> None:
    assert payday(max(cargo), len(cargo), tokens) == due(max(cargo), len(cargo), tokens, 5) == points
    assert parted(len(cargo), points) == (len(kept), len(discarded), drawn)


def test_many_sales_are_worth_what_they_are_one_by_one() -> None:
    values = np.array([max(cargo) for cargo, *_ in SALES])
    count = np.array([len(cargo) for cargo, *_ in SALES])
    tokens = np.array([tokens for _, tokens, *_ in SALES])
    found = payday(values, count, tokens)
    assert found.tolist() == [points for _, _, points, *_ in SALES]
    kept, discarded, drawn = parted(count, found)
    assert (kept + discarded).tolist() == count.tolist()
    assert drawn.tolist() == [drawn for *_, drawn in SALES]


def test_values_counts_and_tokens_are_broadcast() -> None:
    table = payday([[2], [3], [5]], np.arange(1, 6), 1)
    assert table.shape == (3, 5)
    assert table[2].tolist() == [2, 3, 4, 5, 6]


def test_nothing_sold_earns_nothing() -> None:
    assert payday(0, 0, 4) == 0 and payday([5, 2], [0, 1], 0).tolist() == [0, 1]


@given(st.integers(0, 9), st.integers(0, 20), st.integers(0, 12), st.integers(1, 9))
def test_points_are_the_product_rounded_up_to_the_divisor(value: int, count: int, tokens: int, divisor: int) -> None:
    points, product = int(payday(value, count, tokens, divisor=divisor)), (value + tokens) * count
    assert points * divisor >= product > (points - 1) * divisor
    kept, discarded, drawn = parted(count, points)
    assert kept + discarded == count and kept + drawn == points and min(discarded, drawn) == 0


@pytest.mark.parametrize(
    ("values", "count", "tokens", "divisor", "why"),
    [
        (-1, 1, 0, 5, "Values are whole numbers, 0 or more; -1"),
        (2.5, 1, 0, 5, "Values are whole numbers"),
        (2, -1, 0, 5, "Counts of cards are whole numbers, 0 or more; -1"),
        (2, 1, True, 5, "Tokens are whole numbers"),
        (2, 1, 0, 0, "The divisor is a whole number, 1 or more; 0 is not"),
        ([2, 3], [1, 1, 1], 0, 5, "are not for the same sales"),
    ],
)
def test_what_is_no_sale_is_refused_in_words(
    values: object, count: object, tokens: object, divisor: int, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        payday(values, count, tokens, divisor=divisor)  # type: ignore[arg-type]


def test_an_exact_payment_is_preferred_to_fewer_cards_that_waste_more() -> None:
    assert least_payment([5, 5, 3, 2, 2], 12) == (0, 1, 3)
    assert least_payment([5, 5, 3], 12) == (0, 1, 2)
    assert least_payment([3, 3, 2, 2, 2], 6) == (0, 1)
    assert least_payment([5, 2, 2, 2], 6) == (1, 2, 3)
    assert least_payment([2, 2, 5], 4) == (0, 1)
    assert least_payment([5, 5, 5], 0) == ()


@given(purses, prices)
def test_the_least_payment_wastes_least_with_the_fewest_cards(coins: list[int], price: int) -> None:
    if sum(coins) < price:
        with pytest.raises(ValueError, match=f"{price - sum(coins)} less than {price}"):
            least_payment(coins, price)
        return
    places = range(len(coins))
    ways = [way for many in range(len(coins) + 1) for way in combinations(places, many)]
    worth = {way: sum(coins[i] for i in way) for way in ways}
    best = min((total, len(way)) for way, total in worth.items() if total >= price)
    paid = least_payment(coins, price)
    assert (worth[paid], len(paid)) == best
    assert all(worth[paid] - coins[i] < price for i in paid)
