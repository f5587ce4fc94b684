"""A class with private values: its list as text, its slips of paper, and what its bids bring in groups drawn by lot."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.auctions import HALF, Auction
from mechanics.class_data import MOST
from mechanics.class_data.drawn import drawn, mean_bid
from mechanics.class_data.values import (
    DEAREST,
    HIGHEST,
    Bidder,
    Slip,
    deal,
    lay_over,
    read_codes,
    read_values,
    write_codes,
    write_values,
)

EVEN = dict.fromkeys(range(101), 1 / 101)
SLIPS = (Slip("1M", 61), Slip("2R", 43), Slip("3L", 0))
RULES = {
    "first price": Auction((1,), loser_pays=0),
    "second price": Auction((1,), loser_pays=0, winner_pays="next"),
    "half": Auction((1,), loser_pays=HALF),
    "all-pay": Auction((1,), loser_pays=1),
}


def F(text: str) -> Fraction:
    return Fraction(text)


# --- names, values and bids from a sheet ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name", "value", "bid"),
    [
        ("Ann 60 48", "Ann", "60", "48"),
        ("Ann\t60\t48", "Ann", "60", "48"),
        ("Ann;60;48", "Ann", "60", "48"),
        ("Ann; 60; 48;", "Ann", "60", "48"),
        ("Ann,60,48", "Ann", "60", "48"),
        ("Ann, 60, 48,", "Ann", "60", "48"),
        ("Ann,60.5,48.25", "Ann", "60.5", "48.25"),
        ("Ann;60,5;48.25", "Ann", "60.5", "48.25"),
        ("Ann\t12,5\t0", "Ann", "12.5", "0"),
        ("Ann, 60,5, 48", "Ann", "60.5", "48"),
        ("Ann Maria 60,5 48", "Ann Maria", "60.5", "48"),
        ("Zoë, B.; 60; 7,05", "Zoë, B.", "60", "7.05"),
        ("Müller, Jörg, 60, 48", "Müller, Jörg", "60", "48"),
        ('"Ann, B.",60,48', "Ann, B.", "60", "48"),
        ("  P2   3  4 ", "P2", "3", "4"),
        ("=1+1;2;3", "=1+1", "2", "3"),
        ("Ann;+60;100,00", "Ann", "60", "100"),
    ],
)
def test_a_line_is_a_name_a_value_and_a_bid(line: str, name: str, value: str, bid: str) -> None:
    assert read_values(line) == (Bidder(name, F(value), F(bid)),)


@pytest.mark.parametrize(
    ("line", "value", "bid"),
    [("Ann", None, None), ("Ann;60;", "60", None), ("Ann;60;-", "60", None), ("Ann;;48", None, "48")]
    + [("Ann\t60\t", "60", None), ("Ann 60", "60", None), ("Ann 60 –", "60", None), ("Ann; ?; 0", None, "0")],
)
def test_a_gap_stays_a_gap_and_is_no_zero(line: str, value: str | None, bid: str | None) -> None:
    (one,) = read_values(line)
    assert (one.value, one.bid) == (value and F(value), bid and F(bid))


@pytest.mark.parametrize("line", ["Ann 60,48", "Ann, 60,48", "Ann,60,5,48"])
def test_a_comma_that_may_mean_two_things_is_refused_with_both_ways_out(line: str) -> None:
    with pytest.raises(ValueError, match=r"Line 1: .*put tabs or semicolons between the columns, or write decimals"):
        read_values(line)


@pytest.mark.parametrize(
    "line",
    ["Ann;101;4", "Ann;-3;4", "Ann;3;−4", "Ann;3;1e3", "Ann;60;48 scudi", "Ann;6 0;4", "Ann;60;4.125", "Ann;1.000,5;4"]
    + [f"Ann;60;{HIGHEST + 1}", "Ann 3 4 5", "\t60\t48", "60;48", ";60;48", "Ann;60;48;9", "x" * 61 + ";60;48"]
    + ["Ann;٣;4", "Ann;60;48;;9"],
)
def test_what_cannot_be_meant_is_refused_and_never_read_as_a_gap(line: str) -> None:
    with pytest.raises(ValueError, match=r"^Line 1: .*\.$"):
        read_values(line)


@pytest.mark.parametrize("line", ["Ann:60:3721", "Ann;60;3721 scudi", "3721", "Ann;3721;3721", "Ann;60;3721,555"])
def test_a_refusal_never_says_what_stands_in_the_line(line: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_values(f"Ben 4 4\n{line}")
    assert "Line 2" in str(refused.value) and "3721" not in str(refused.value)


def test_every_wrong_line_is_named_and_nothing_of_the_list_counts() -> None:
    with pytest.raises(ValueError) as refused:
        read_values("Ann 5 4\nBen;x;5\n\nCem;7;x\nDora 7 7")
    assert [line[:7] for line in str(refused.value).splitlines()] == ["Line 2:", "Line 4:"]


@pytest.mark.parametrize(
    "head", ["bid;name;value", "Gebot;Name;Wert", "Nr;Bid;Name;Group;Value", "\ufeffbid\tWHO\tvalues\t"]
)
def test_a_heading_puts_the_columns_in_order_and_is_nobody(head: str) -> None:
    places = {"bid": "48", "gebot": "48", "name": "Jürgen", "who": "Jürgen"}
    places |= {"value": "60", "values": "60", "wert": "60"}
    mark = "\t" if "\t" in head else ";"
    cells = [places.get(cell.strip("\ufeff").casefold(), "9") for cell in head.strip(mark).split(mark)]
    assert read_values(f"{head}\n{mark.join(cells)}\n \n") == (Bidder("Jürgen", F("60"), F("48")),)


def test_the_highest_value_is_a_setting_and_the_highest_bid_is_not() -> None:
    assert read_values("Ann;500;600", 500)[0].value == 500
    with pytest.raises(ValueError, match="a value is a number from 0 to 499"):
        read_values("Ann;500;600", 499)


def test_the_same_name_twice_becomes_two_people() -> None:
    names = [one.name for one in read_values("Ann 1 1\nann 2 2\nAnn (2);3;3\nAnn 4 4")]
    assert names == ["Ann", "ann (2)", "Ann (2) (2)", "Ann (3)"]


def test_sixty_names_are_a_class_and_sixty_one_are_not() -> None:
    lines = [f"P{i};{i};{i}" for i in range(MOST + 1)]
    assert len(read_values("\n".join(lines[:MOST]))) == MOST
    with pytest.raises(ValueError, match="at most 60 names; these are 61"):
        read_values("\n".join(lines))
    with pytest.raises(ValueError, match="at most 60 names; these would be 61"):
        lay_over(read_values("\n".join(lines[:MOST])), read_values("New 1 1"))


def test_who_comes_again_has_changed_what_is_given_and_nothing_else() -> None:
    before = read_values("Ann 60 40\nBen 30\nCem 3 3")
    assert lay_over(before, read_values("ann;;55\nBen;31;2\nCem\nDora")) == (
        Bidder("Ann", F("60"), F("55")),
        Bidder("Ben", F("31"), F("2")),
        Bidder("Cem", F("3"), F("3")),
        Bidder("Dora"),
    )


NAMES = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)
AMOUNTS = st.none() | st.integers(0, 10_000).map(lambda cents: Fraction(cents, 100))


@given(st.lists(st.tuples(NAMES.filter(bool), AMOUNTS, AMOUNTS), max_size=8))
def test_a_written_list_is_read_back(people: list[tuple[str, Fraction | None, Fraction | None]]) -> None:
    plain = [one for one in people if not set(one[0]) & set('";,.') and not one[0].isnumeric()]
    plain = [one for one in plain if one[0].casefold() not in {"name", "who"} and one[0] not in "-–—?"]
    found = read_values(write_values(Bidder(*one) for one in plain))
    assert [(one.value, one.bid) for one in found] == [one[1:] for one in plain]


# --- slips ------------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_slips_and_more_seats_change_none_before() -> None:
    assert deal(30, 7, EVEN) == deal(30, 7, EVEN) == deal(60, 7, EVEN)[:30]
    assert deal(30, 7, EVEN) != deal(30, 8, EVEN)
    codes = [slip.code for slip in deal(60, 7, EVEN)]
    assert len(set(codes)) == 60 and not any(set(code) & set("IOQ") for code in codes)


def test_values_on_slips_come_up_as_often_as_their_chances_say() -> None:
    values = [slip.value for seed in range(60) for slip in deal(60, seed, {0: 0.5, 3: 0.3, 100: 0.2})]
    shares = [values.count(value) / len(values) for value in (0, 3, 100)]
    assert sum(map(values.count, (0, 3, 100))) == len(values)
    assert shares == pytest.approx([0.5, 0.3, 0.2], abs=4 * 0.5 / len(values) ** 0.5)


def test_even_slips_reach_both_ends() -> None:
    values = {slip.value for seed in range(60) for slip in deal(60, seed, EVEN)}
    assert values == set(range(101))


@pytest.mark.parametrize(
    ("seats", "seed", "chances"),
    [(0, 1, EVEN), (61, 1, EVEN), (True, 1, EVEN), (5, -1, EVEN), (5, 1, {DEAREST + 1: 1}), (5, 1, {})],
)
def test_slips_that_cannot_be_printed_are_refused(seats: int, seed: int, chances: dict[int, float]) -> None:
    with pytest.raises(ValueError, match="whole number"):
        deal(seats, seed, chances)


def test_bids_come_back_by_seat_code_with_the_value_on_the_slip() -> None:
    found = read_codes("seat;bid\n1m 48\n2R;33,5\n 3 L \n", SLIPS)
    assert found == (Bidder("1M", F("61"), F("48")), Bidder("2R", F("43"), F("33.5")), Bidder("3L", F("0"), None))
    assert read_codes(write_codes(found), SLIPS) == found


@pytest.mark.parametrize("text", ["9Z 4", "1N 4", "M1 4", "4", "1M 2R 4"])
def test_a_code_that_is_on_no_slip_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Line 2: this seat code is on none of the slips; is the seed"):
        read_codes(f"1M 5\n{text}", SLIPS)


def test_a_seat_bids_once_and_a_bid_must_be_a_number() -> None:
    with pytest.raises(ValueError, match="Each seat bids once; 1M comes twice"):
        read_codes("1M 4\n2R 4\n1m 5", SLIPS)
    for text in ("1M,12,5", "1M;x", "1M -4"):
        with pytest.raises(ValueError, match=r"^Line 1: [^0-9]*"):
            read_codes(text, SLIPS)


def test_slips_of_another_seed_are_noticed() -> None:
    mine = deal(24, 1, EVEN)
    text = "\n".join(f"{slip.code} 5" for slip in deal(24, 2, EVEN))
    with pytest.raises(ValueError) as refused:
        read_codes(text, mine)
    assert len(str(refused.value).splitlines()) >= 20


# --- groups of one auction --------------------------------------------------------------------------------------------


def by_listing(people: list[Bidder], rule: Auction, size: int) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Revenue, chances to win and payments by going through every group, one after the other."""
    groups = list(combinations(range(len(people)), size))
    win, paid = [Fraction(0)] * len(people), [Fraction(0)] * len(people)
    bids = [one.bid for one in people]
    for group in groups:
        best = max(bids[i] for i in group)
        ties = [i for i in group if bids[i] == best]
        price = best if rule.winner_pays == "own" else sorted(bids[i] for i in group)[-2]
        for i in group:
            chance = Fraction(i in ties, len(ties))
            win[i] += chance
            paid[i] += chance * price + (1 - chance) * (bids[i] * rule.loser_pays // 1)
    each = Fraction(len(groups) * size, len(people))
    return sum(paid) / len(groups), [x / each for x in win], [x / each for x in paid]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@pytest.mark.parametrize("size", [2, 3, 7])
def test_groups_drawn_by_lot_bring_what_listing_them_all_brings(rule: Auction, size: int) -> None:
    drawn_numbers = np.random.default_rng(size).integers(0, 12, (7, 2)).tolist()
    people = [Bidder(str(i), Fraction(value), Fraction(bid, 2)) for i, (value, bid) in enumerate(drawn_numbers)]
    found = drawn([*people, Bidder("late", Fraction(5))], rule, size)
    revenue, win, paid = by_listing(people, rule, size)
    assert found.revenue == revenue
    assert [share.win for share in found.shares] == win and [share.paid for share in found.shares] == paid
    for one, share in zip(people, found.shares, strict=True):
        assert share.gain == one.value * share.win - share.paid


def test_one_group_is_the_auction_itself() -> None:
    people = read_values("Ann 60 48\nBen 90 75\nCem 70 50")
    found = drawn(people, RULES["first price"], 3)
    assert found.revenue == 75 and [share.win for share in found.shares] == [0, 1, 0]
    assert drawn(people, RULES["second price"], 3).revenue == 50
    assert drawn(people, RULES["half"], 3).revenue == 75 + 24 + 25
    assert drawn(people, RULES["all-pay"], 3).revenue == 173


def test_losers_pay_their_share_rounded_down_to_whole_scudi() -> None:
    assert drawn(read_values("Ann 9 7,5\nBen 9 8"), RULES["half"], 2).revenue == 8 + 3


def test_too_few_bids_make_no_group_and_a_bid_without_a_value_has_no_gain() -> None:
    people = read_values("Ann 60 48\nBen;;50\nCem 70")
    assert drawn(people, RULES["first price"], 3) is None
    assert [share.gain for share in drawn(people, RULES["first price"], 2).shares] == [0, None]
    with pytest.raises(ValueError, match="2 or more bidders, not 1"):
        drawn(people, RULES["first price"], 1)


@pytest.mark.parametrize("rule", [Auction((2, 1)), Auction((1,), reserve=3), Auction((1,), tie="order")])
def test_other_auctions_are_refused(rule: Auction) -> None:
    with pytest.raises(ValueError, match="one prize, without a reserve, ties by a coin"):
        drawn(read_values("Ann 1 1\nBen 1 1"), rule, 2)


def test_the_mean_bid_counts_bids_and_no_gaps() -> None:
    assert mean_bid(read_values("Ann;1;1\nBen;1;2\nCem;1\nDora;;5")) == Fraction(8, 3)
    assert mean_bid(read_values("Ann 60")) is None
