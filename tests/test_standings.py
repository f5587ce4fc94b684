"""The numbers of a tournament, counted by hand, and its file, which opens to the same numbers."""

from __future__ import annotations

import csv
import io
from typing import Any

import pandas as pd
import pytest
from scipy.stats import binomtest

from mechanics.bots import robots, smallest_legal
from mechanics.simulate import duels, files, flows, purses, standings, tallies, tournament, wilson
from mechanics.simulate.results import FIRST
from mechanics.simulate.standings import numbers, won

# Four games by hand: c fails in the third; the last one is level between a and b.
PLACES = [("a", 1), ("b", 2), ("a", 2), ("b", 1), ("a", 1), ("c", 2), ("a", 1), ("b", 1)]


def by_hand() -> pd.DataFrame:
    """Games of two, money between them and the bank included."""
    rows: list[dict[str, Any]] = []
    for i, (called, place) in enumerate(PLACES):
        game, chair = divmod(i, 2)
        line_up = "a / c" if game == 2 else "a / b"
        fault = "raised KeyError" if called == "c" else ""
        head = (game, 0, line_up, f"P{chair + 1}", called, 10 - 3 * i, place, i, fault)
        moved = {"money: start": 2, "money: sales": i - 2, "money: other": 0}
        moved |= {"paid to P1": 3 * chair, "paid to P2": 0, "paid to bank": 1, "got from bank": 5}
        rows.append(dict(zip(FIRST, head, strict=True)) | moved)
    return pd.DataFrame(rows)


def test_shares_of_wins_add_up_to_one_in_every_game() -> None:
    assert won(by_hand()).tolist() == [1, 0, 0, 1, 1, 0, 0.5, 0.5]
    alone = by_hand().assign(place=2, fault="raised")
    assert won(alone).tolist() == [0] * 8


def test_the_standings_of_four_games_are_those_counted_by_hand() -> None:
    table = standings(by_hand()).set_index("strategy")
    assert table.index.tolist() == ["a", "b", "c"]
    assert table["wins"].tolist() == [2.5 / 4, 0.5, 0] and table["seats"].tolist() == [4, 3, 1]
    assert table["faults"].tolist() == [0, 0, 1] and (table["fair"] == 0.5).all()
    assert table["score"].tolist() == [(10 + 4 - 2 - 8) / 4, (7 + 1 - 11) / 3, -5]
    assert table["cash"].tolist() == [(0 + 2 + 4 + 6) / 4, (1 + 3 + 7) / 3, 5]
    assert [(low, high) for low, high in zip(table["low"], table["high"], strict=True)] == [
        wilson(2.5 / 4, 4), wilson(0.5, 3), wilson(0, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(("wins", "cases"), [(0, 5), (5, 5), (3, 10), (41, 60), (500, 1000), (1, 1)])
def test_the_interval_is_wilsons(wins: int, cases: int) -> None:
    known = binomtest(wins, cases).proportion_ci(0.95, "wilson")
    assert wilson(wins / cases, cases) == pytest.approx((known.low, known.high), abs=1e-12)
    assert wilson(0.5, 0) == (0, 1)


def test_who_ends_ahead_of_whom_is_counted_pair_by_pair() -> None:
    table = duels(by_hand()).set_index(["strategy", "rival"])
    assert table["meetings"].to_dict() == {("a", "b"): 3, ("b", "a"): 3, ("a", "c"): 1, ("c", "a"): 1}
    assert table.loc[("a", "b"), "ahead"] == table.loc[("b", "a"), "ahead"] == 0.5
    assert table.loc[("a", "c"), "ahead"] == 1 and table.loc[("c", "a"), "ahead"] == 0
    assert (table.loc[("a", "b"), "low"], table.loc[("a", "b"), "high"]) == wilson(0.5, 3)


def test_every_row_falls_into_one_bin_and_bins_are_as_wide_for_all() -> None:
    table = tallies(by_hand(), "score", bins=4)  # from −11 to 10: bins of 10
    assert table.groupby("strategy")["rows"].sum().to_dict() == {"a": 4, "b": 3, "c": 1}
    assert {*(table["end"] - table["start"])} == {10} and table["start"].min() == -20
    first = table[(table["strategy"] == "a") & (table["start"] == 0)]
    assert first["rows"].tolist() == [1] and first["share"].tolist() == [0.25] and first["mean"].tolist() == [1]
    assert {*tallies(by_hand(), "cash")["end"] - tallies(by_hand(), "cash")["start"]} == {1}


def test_what_a_tournament_does_not_count_is_refused_with_what_it_does() -> None:
    assert numbers(by_hand()) == ["score", "cash"]
    with pytest.raises(ValueError, match="counts score, cash; 'rank' is none of them"):
        tallies(by_hand(), "rank")


def test_the_steps_of_a_purse_are_means_that_hand_on_to_the_next() -> None:
    table = purses(by_hand(), ("b", "a"))
    assert table["seat"].tolist() == ["b"] * 3 + ["a"] * 3 and table["step"].tolist() == ["start", "sales", "final"] * 2
    assert table["amount"].tolist() == pytest.approx([2, 11 / 3 - 2, 11 / 3, 2, 1, 3])
    assert table["end"].tolist() == pytest.approx([2, 11 / 3, 11 / 3, 2, 3, 3])
    assert purses(by_hand())["seat"].unique().tolist() == ["a", "b", "c"]


def test_who_paid_whom_is_a_mean_over_all_games() -> None:
    table = flows(by_hand()).set_index(["payer", "payee"])["amount"].to_dict()
    assert table == {
        ("b", "a"): 9 / 4, ("c", "a"): 3 / 4, ("a", "bank"): 1, ("b", "bank"): 3 / 4, ("c", "bank"): 1 / 4,
        ("bank", "a"): 5, ("bank", "b"): 15 / 4, ("bank", "c"): 5 / 4,
    }  # fmt: skip


def test_what_copies_of_one_strategy_pay_each_other_is_no_flow() -> None:
    frame = tournament("turin", {"random": robots("turin")["random"]}, 6, 1, progress=False)
    pairs = zip(flows(frame)["payer"], flows(frame)["payee"], strict=True)
    assert {*pairs} == {("random", "bank"), ("bank", "random")}
    assert frame[["paid to P1", "paid to P2", "paid to P3"]].sum().sum() > 0


def test_on_average_the_purses_of_the_flows_are_the_cash() -> None:
    frame = tournament("haendler", robots("haendler"), 30, 1, progress=False)
    moved, cash = flows(frame), frame.groupby("strategy")["cash"].sum() / 30
    for called, amount in cash.items():
        got, paid = (moved.loc[moved[role] == called, "amount"].sum() for role in ("payee", "payer"))
        assert got - paid == pytest.approx(amount)


# --- the file ---------------------------------------------------------------------------------------------------------


def wild() -> pd.DataFrame:
    """A tournament of strategies with names that spreadsheets and commas would spoil, one of which fails."""
    names = ["=1+1", "Müller; Söhne", 'say "no", twice', "fails"]
    strategies: dict[str, Any] = dict.fromkeys(names, smallest_legal)
    strategies["fails"] = lambda view, rng: -1
    return tournament("haendler", strategies, 12, 4, progress=False)


def test_a_file_opens_to_the_same_tournament() -> None:
    frame = wild()
    again = files.load(files.save(frame))
    pd.testing.assert_frame_equal(again, frame)
    assert again.attrs == frame.attrs and (again["fault"] != "").sum() == 9
    for numbers_of in (standings, duels, tallies, purses, flows):
        pd.testing.assert_frame_equal(numbers_of(again), numbers_of(frame))


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_file_that_a_spreadsheet_saved_again_opens_too(mark: str) -> None:
    frame = wild()
    rows = csv.reader(io.StringIO(files.save(frame).decode("utf-8-sig")))
    text = io.StringIO()
    widest = len(frame.columns)
    csv.writer(text, delimiter=mark).writerows([*row, *[""] * (widest - len(row))] for row in rows)
    pd.testing.assert_frame_equal(files.load(text.getvalue()), frame)


def test_a_file_holds_no_formula_and_says_what_every_column_means() -> None:
    content = files.save(wild())
    assert content.startswith(b"\xef\xbb\xbf") and "Müller".encode() in content
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t")]
    assert not [cell for row in rows for cell in row if cell[:1] == "-" and not cell[1:].isdigit()]
    explained = {row[0]: row[2] for row in rows if len(row) == 3}
    assert all(explained[head] for head in rows[0]) and explained["rank"] == "as the game counts it, at its end"
    settings = {row[0]: row[1] for row in rows if len(row) == 3 and row[1]}
    assert settings["seed"] == "4" and settings["games"] == "12" and settings["format"].startswith("market mechanics")


@pytest.mark.parametrize(("spoil", "said"), [
    (lambda text: "name,bid\n", "not the file of a tournament"),
    (lambda text: "", "not the file of a tournament"),
    (lambda text: text.replace("tournament 1", "tournament 9"), "not the file of a tournament"),
    (lambda text: text.replace("seed,4", "seat,4"), "not the file of a tournament"),
    (lambda text: text.replace("\r\n1,0,", "\r\none,0,", 1), "Row 5 of this file cannot be read"),
])  # fmt: skip
def test_a_file_that_is_none_is_refused_in_one_sentence(spoil: Any, said: str) -> None:
    text = files.save(wild()).decode("utf-8-sig")
    assert spoil(text) != text
    with pytest.raises(ValueError, match=said):
        files.load(spoil(text))
    with pytest.raises(ValueError, match="not in UTF-8"):
        files.load("Müller".encode("latin-1"))


def test_the_file_of_a_tournament_that_was_stopped_at_once_opens_too() -> None:
    def stop(view: Any, rng: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.warns(UserWarning, match="0 of 3"):
        frame = tournament("turin", {"stop": stop}, 3, progress=False)
    again = files.load(files.save(frame))
    assert again.columns.tolist() == frame.columns.tolist() and not len(again) and again.attrs == frame.attrs
