"""A class in the room: its list as text, its auction, theory beside it, its file."""

import csv
import io
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.class_data import (
    CODEBOOK,
    HIGHEST,
    MOST,
    Person,
    Rule,
    at_random,
    counts,
    expected_counts,
    like_the_class,
    load,
    merge,
    parse,
    revenue,
    save,
    score,
    theory_revenue,
    worth_of_bids,
    written,
)
from mechanics.class_data.files import guarded, unguarded

HALF = Fraction(1, 2)
NAMES = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)


@pytest.mark.parametrize(
    ("line", "name", "bid"),
    [
        ("Ann 5", "Ann", 5),
        ("Ann\t5", "Ann", 5),
        ("Ann;5", "Ann", 5),
        ("Ann; 5 ;", "Ann", 5),
        ("Ann,5", "Ann", 5),
        ("Ann, 5", "Ann", 5),
        ("  Ann   Maria   12  ", "Ann Maria", 12),
        ("Müller, Jörg; 0", "Müller, Jörg", 0),
        ('"Ann, B.";7', "Ann, B.", 7),
        ("Zoë\t+7", "Zoë", 7),
        ("P2 3", "P2", 3),
        ("=1+1;2", "=1+1", 2),
    ],
)
def test_a_line_is_a_name_a_mark_and_a_whole_bid(line: str, name: str, bid: int) -> None:
    assert parse(line) == (Person(name, bid),)


@pytest.mark.parametrize("line", ["Cem", "Cem;", "Cem\t", "Cem -", "Cem; –", "Cem,", "Cem ?"])
def test_a_gap_stays_a_gap_and_is_no_zero(line: str) -> None:
    assert parse(line) == (Person("Cem", None),)


@pytest.mark.parametrize("line", ["Ann 12,5", "Ann;12.5", "Ann,12,5", "Ann\t12.0"])
def test_commas_and_dots_in_a_bid_are_refused_with_words(line: str) -> None:
    with pytest.raises(ValueError, match="Line 1: the bid has a comma or a dot in it; only whole scudi are allowed"):
        parse(line)


@pytest.mark.parametrize("line", ["Ann -3", "Ann;abc", "Ann 1e3", f"Ann {HIGHEST + 1}", "Ann 1O", "Ann ٣3"])
def test_what_is_no_allowed_bid_is_refused_and_never_read_as_a_gap(line: str) -> None:
    with pytest.raises(ValueError, match="Line 1: "):
        parse(line)


@pytest.mark.parametrize("line", ["Ann:3721", "Ann 3721 scudi", "3721", "3721;", "Ann 3721", "Ann;3721,5"])
def test_a_refusal_never_says_the_bid(line: str) -> None:
    with pytest.raises(ValueError) as refused:
        parse(f"Ben 4\n{line}")
    assert "Line 2" in str(refused.value) and "3721" not in str(refused.value)


def test_every_wrong_line_is_named_and_nothing_of_the_list_counts() -> None:
    with pytest.raises(ValueError) as refused:
        parse("Ann 5\nBen 1,5\n\nCem x9 -1\nDora 7")
    assert [line[:7] for line in str(refused.value).splitlines()] == ["Line 2:", "Line 4:"]


def test_a_heading_and_empty_lines_are_no_people() -> None:
    assert parse("\ufeffName;Gebot\n\nAnn;5\n \n") == (Person("Ann", 5),)


def test_the_same_name_twice_becomes_two_people() -> None:
    names = [person.name for person in parse("Ann 1\nann 2\nAnn (2) 3\nAnn 4")]
    assert names == ["Ann", "ann (2)", "Ann (2) (2)", "Ann (3)"]
    assert len({name.casefold() for name in names}) == 4


def test_sixty_names_are_a_class_and_sixty_one_are_not() -> None:
    lines = [f"P{i}; {i}" for i in range(MOST + 1)]
    assert len(parse("\n".join(lines[:MOST]))) == MOST
    with pytest.raises(ValueError, match="at most 60 names; these are 61"):
        parse("\n".join(lines))
    with pytest.raises(ValueError, match="at most 60 names; these would be 61"):
        merge(parse("\n".join(lines[:MOST])), parse("New 1"))


def test_who_bids_again_has_changed_the_bid_and_a_bare_name_changes_nothing() -> None:
    before = parse("Ann 40\nBen\nCem 3")
    assert merge(before, parse("ann 55\nBen 2\nCem\nDora")) == (
        Person("Ann", 55),
        Person("Ben", 2),
        Person("Cem", 3),
        Person("Dora", None),
    )


@given(st.lists(st.tuples(NAMES.filter(bool), st.none() | st.integers(0, HIGHEST)), max_size=8))
def test_a_written_list_is_read_back(pairs: list[tuple[str, int | None]]) -> None:
    plain = [(name, bid) for name, bid in pairs if not set(name) & set('";')]
    people = parse(written(Person(*pair) for pair in plain))
    assert [person.bid for person in people] == [bid for _, bid in plain]
    assert parse(written(people)) == people


def test_the_highest_bid_wins_losers_pay_half_rounded_down_and_gaps_pay_nothing() -> None:
    lines = score(parse("Ann 5\nBen 8\nCem\nDora 7\nEva 0"), Rule(10))
    assert [(line.won, line.paid, line.result, line.place) for line in lines] == [
        (False, 2, -2, 3),
        (True, 8, 2, 1),
        (False, 0, 0, None),
        (False, 3, -3, 2),
        (False, 0, 0, 4),
    ]
    assert revenue(lines) == 13
    assert lines[0].why == "Ann bid 5, did not win and still pays half of it, rounded down: 2."
    assert lines[1].why == "Ben bid 8, won a prize worth 10 and pays the whole bid: 8."
    assert "not a bid of 0" in lines[2].why and "never wins" in lines[4].why


@pytest.mark.parametrize(("share", "paid", "said"), [(0, 0, "pays nothing"), (HALF, 3, "half"), (1, 7, "all of it: 7")])
def test_losers_pay_the_share_of_the_rule(share: Fraction, paid: int, said: str) -> None:
    line = score(parse("Ann 7\nBen 9"), Rule(10, loser_pays=Fraction(share)))[0]
    assert line.paid == paid and said in line.why


def test_several_prizes_go_to_as_many_people() -> None:
    lines = score(parse("A 1\nB 2\nC 3\nD 4"), Rule(10, prizes=2))
    assert [line.won for line in lines] == [False, False, True, True]


def test_a_coin_decides_a_tie_whatever_the_order_of_the_list_and_says_so() -> None:
    people = parse("Ann 7\nBen 7\nCem 7\nDora 2")
    for seed in range(6):
        there, back = score(people, Rule(10, seed=seed)), score(people[::-1], Rule(10, seed=seed))
        assert there == back[::-1]
        assert sum(line.won for line in there) == 1
        assert sum("lost the coin" in line.why for line in there) == 2
        assert sum("won the coin" in line.why for line in there) == 1
    winners = {next(line.name for line in score(people, Rule(10, seed=seed)) if line.won) for seed in range(40)}
    assert winners == {"Ann", "Ben", "Cem"}


def test_a_corrected_bid_does_not_toss_the_coin_anew_for_the_others() -> None:
    people = parse("Ann 7\nBen 7\nCem 1")
    for seed in range(8):
        first = [line.won for line in score(people, Rule(10, seed=seed))]
        assert [line.won for line in score([*people[:2], Person("Cem", 3)], Rule(10, seed=seed))] == first


@pytest.mark.parametrize(("text", "prizes"), [("Ann 5", 1), ("Ann 5\nBen", 1), ("Ann 5\nBen 3", 2), ("Ann\nBen", 1)])
def test_without_more_bids_than_prizes_there_is_nothing_to_score(text: str, prizes: int) -> None:
    with pytest.raises(ValueError, match=f"at least {prizes + 1} bids are needed; there"):
        score(parse(text), Rule(10, prizes))


@pytest.mark.parametrize(
    "wrong",
    [{"worth": 0}, {"worth": 2.5}, {"prizes": 0}, {"seed": -1}, {"seed": 2**32}, {"loser_pays": Fraction(1, 3)}],
)
def test_a_rule_says_what_is_allowed(wrong: dict) -> None:
    with pytest.raises(ValueError, match=r"whole number from|0, 1/2 or all"):
        replace(Rule(), **wrong)


@pytest.mark.parametrize("share", [0, HALF, 1])
@pytest.mark.parametrize(("prizes", "bidders"), [(1, 2), (1, 5), (2, 5), (3, 30)])
def test_in_equilibrium_all_bid_from_0_to_the_worth(share: Fraction, prizes: int, bidders: int) -> None:
    expected = expected_counts(Rule(20, prizes, Fraction(share)), bidders, 25)
    assert expected.sum() == pytest.approx(bidders) and (expected >= 0).all()
    assert expected[21:].sum() == 0
    assert share or expected[20] == pytest.approx(bidders)


def test_two_bidders_who_pay_all_bid_every_number_equally_often() -> None:
    expected = expected_counts(Rule(10, loser_pays=Fraction(1)), 2, 10)
    assert expected[1:10] == pytest.approx([0.2] * 9) and expected[[0, 10]] == pytest.approx([0.1, 0.1])


def test_the_mean_bid_of_two_who_pay_half_is_the_published_one() -> None:
    worth = 300
    expected = expected_counts(Rule(worth), 2, worth)
    mean = float(np.arange(worth + 1) @ expected) / 2
    assert mean / worth == pytest.approx(2 - 2 * np.log(2), abs=2e-4)


@pytest.mark.parametrize(("share", "prizes"), [(HALF, 1), (Fraction(1), 1), (HALF, 2)])
def test_against_the_equilibrium_no_bid_gains_or_loses(share: Fraction, prizes: int) -> None:
    worth, bidders = 300, 4
    rule = Rule(worth, prizes, share)
    chances = list(expected_counts(rule, bidders, worth) / bidders)
    values = worth_of_bids(rule, [chances] * (bidders - 1), worth)["value"].to_numpy(dtype=float)
    assert np.abs(values[1:]).max() < 0.02 * worth  # whole scudi instead of fractions
    assert theory_revenue(rule) == worth * prizes


def test_the_worth_against_the_class_is_the_sum_over_all_draws_of_rivals() -> None:
    people = parse("Ann 1\nBen 3\nCem 3\nDora")
    values = worth_of_bids(Rule(10), like_the_class(people), 4)
    # Two rivals, each 1 with chance 1/3 and 3 with chance 2/3: bid 4 always wins, bid 2 wins against two ones.
    assert values["value"].tolist()[4] == pytest.approx(6)
    assert values["value"].tolist()[2] == pytest.approx(8 / 9 - 1 * 8 / 9)
    assert counts(people, 4) == [0, 1, 0, 2, 0]


def test_rivals_at_random_take_every_bid_up_to_the_worth() -> None:
    rivals = at_random(parse("A 1\nB 2\nC"), 4)
    assert len(rivals) == 1 and rivals[0] == pytest.approx([0.2] * 5)


def test_a_file_holds_one_row_a_person_the_seed_the_version_the_rule_and_the_codebook() -> None:
    people, rule = parse("Zoë 5\nAnn, B.; 7\nCem\n=1+1; 3"), Rule(10, 1, Fraction(1), 77)
    content = save(score(people, rule), rule)
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    assert rows[0] == list(CODEBOOK) and [row[0] for row in rows[1:5]] == ["Zoë", "Ann, B.", "Cem", "'=1+1"]
    assert rows[3][1:4] == ["", "no bid", ""] and rows[5] == []
    named = {row[0]: row[1] for row in rows[6:] if len(row) > 1}
    assert named["seed"] == "77" and named["version"] and named["worth"] == "10" and "coin" in named["rule"]
    assert {row[0] for row in rows if len(row) == 3 and row[1] == ""} >= set(CODEBOOK)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_file_comes_back_as_it_was_also_from_a_spreadsheet_with_other_marks(mark: str) -> None:
    people = (Person("Zoë", 5), Person("Ann, B.", 0), Person("=1+1", None), Person('Q "x"; y', 9), Person("'-z", 3))
    rule = Rule(10, 2, HALF, 2**32 - 1)
    content = save(score(people, rule), rule).decode("utf-8-sig")
    text = io.StringIO()
    csv.writer(text, delimiter=mark).writerows(csv.reader(io.StringIO(content)))
    assert load(text.getvalue()) == (people, rule)
    assert load(text.getvalue().encode("utf-8-sig")) == (people, rule)


@given(st.text(max_size=6))
def test_no_guarded_text_is_a_formula_and_each_comes_back(text: str) -> None:
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("content", [b"", b"name,bid\nAnn,5\n", b"\xff\xfe\x00", "a;b\n1;2", b"\x00\x01"])
def test_another_file_is_refused_in_one_sentence(content: bytes | str) -> None:
    with pytest.raises(ValueError, match="This "):
        load(content)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("Ann,5", "Ann,5.5", "row of Ann"), ("seed,1", "seed,x", "settings"), ("pays,50", "pays,33", "settings"),
     ("Ann,5", ",5", "no name")],
)  # fmt: skip
def test_a_file_that_was_damaged_is_refused(old: str, new: str, said: str) -> None:
    rule = Rule()
    text = save(score(parse("Ann 5\nBen 6"), rule), rule).decode("utf-8-sig")
    assert text.count(old) == 1
    with pytest.raises(ValueError, match=said):
        load(text.replace(old, new))
