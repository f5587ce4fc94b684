"""The tournament of the notebooks: the reader's own five lines, the charts on the screen, the file."""

from __future__ import annotations

import base64
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pandas as pd
import pytest

from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.simulate import duels, files, standings, tournament
from mechanics.table import Answer, Rng, Strategy, View
from mechanics.views.lessons import contest
from tests.screen import found

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
YOURS = {
    "turin": ("1_turin_market", "min(1, ", "min(5, "),
    "haendler": ("2_die_haendler", '["DH-5"]', '["DH-5", "DH-26"]'),
    "fagin": ("3_fagins_gang", "price < 1]", "price < 7]"),
    "osaka": ("4_traders_of_osaka", ">= 99:", ">= 10:"),
}


def yours(notebook: str) -> str:
    """The text of the one cell of a notebook that is the reader's own."""
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text("utf-8"))["cells"]
    (cell,) = [cell for cell in cells if "yours" in cell["metadata"].get("tags", ())]
    return "".join(cell["source"])


def run(text: str) -> Strategy:
    """The strategy that a cell of a notebook makes."""
    cell: dict[str, Any] = {"__name__": "__main__"}
    exec(text, cell)
    mine: Strategy = cell["mine"]
    return mine


@pytest.mark.parametrize("key", YOURS)
def test_the_readers_cell_changed_in_one_line_beats_the_random_robot(key: str) -> None:
    notebook, line, better = YOURS[key]
    text = yours(notebook)
    changed = text.replace(line, better)
    assert [a == b for a, b in zip(text.splitlines(), changed.splitlines(), strict=True)].count(False) == 1
    strategies = {"mine": run(changed), "random": random_legal}
    frame = tournament(key, strategies, 120, 1, progress=False)
    (row,) = duels(frame).query("strategy == 'mine'").itertuples()
    assert row.low > 0.5 and (frame["fault"] == "").all()
    as_it_stands = tournament(key, {"mine": run(text), "random": random_legal}, 120, 1, progress=False)
    (before,) = duels(as_it_stands).query("strategy == 'mine'").itertuples()
    assert abs(before.ahead - 0.5) < 0.12 and before.ahead < row.ahead, "as it stands, it is about level with random"


@pytest.mark.parametrize("key", YOURS)
def test_the_readers_cell_joins_the_robots_with_one_call(key: str, capfd: pytest.CaptureFixture[str]) -> None:
    mine = run(yours(YOURS[key][0]))
    box = contest.tournament(key, mine, games=4)
    shown = [part.value for part in found(box, widgets.HTML)]
    assert any("wins most often" in text and "4 games of three, seed 1" in text for text in shown)
    assert "4/4" in capfd.readouterr().err


def a_frame(games: int = 20, key: str = "turin") -> pd.DataFrame:
    """A tournament of all robots and one that fails."""
    return tournament(key, contest.strategies(key, fails), games, 1, progress=False)


def upload(page: contest.Contest, content: bytes) -> None:
    """What the browser does when somebody chooses a file."""
    file = {"name": "x.csv", "type": "text/csv", "size": len(content), "content": content}
    page.upload.value = ({**file, "last_modified": datetime.now(tz=UTC)},)


def fails(view: View, rng: Rng) -> Answer:
    """Answers what nobody may."""
    return -5


def test_who_plays_is_named_for_readers() -> None:
    def my_plan(view: View, rng: Rng) -> Answer:
        return smallest_legal(view, rng)

    known = list(robots("turin"))
    assert list(contest.strategies("turin")) == known
    assert list(contest.strategies("turin", my_plan)) == [*known, "my plan"]
    assert list(contest.strategies("turin", lambda view, rng: 0, ("miser",))) == ["miser", "mine"]
    two = {"miser": my_plan, "x": my_plan}
    assert list(contest.strategies("turin", two, ("miser",))) == ["miser", "miser (mine)", "x"]
    with pytest.raises(ValueError, match="no robot 'shark' here; there are random, smallest, half-pay"):
        contest.strategies("turin", robots=("shark",))


@pytest.mark.parametrize("key", YOURS)
def test_every_button_shows_its_figure_with_its_numbers(key: str) -> None:
    frame = a_frame(key=key)
    page = contest.Contest(frame)
    best = standings(frame)["strategy"].iloc[0]
    for called, draw in contest.FIGURES.items():
        page.what.value = called
        if draw is contest.spread:
            assert page.column.layout.display is None
            assert page.shown.value == contest.spread(frame, page.column.value).html()
        else:
            assert page.column.layout.display == "none" and page.shown.value == draw(frame).html()
        assert best in page.shown.value
    assert f"<b>{best}</b> wins most often" in page.said.value


def test_results_begin_with_what_the_game_is_about_and_show_what_is_chosen() -> None:
    page = contest.Contest(a_frame(key="haendler"))
    page.what.value = "results"
    assert page.column.value == "rank" and {"score", "cash", "pieces sold"} <= {*page.column.options}
    page.column.value = "cash"
    assert "cash (guilders)" in contest.spread(page.frame, "cash").words
    assert page.shown.value == contest.spread(page.frame, "cash").html()
    assert contest.Contest(a_frame()).column.value == "score"
    assert contest.Contest(a_frame(4, "fagin")).column.value == "cash"


def test_the_table_of_wins_has_the_number_a_game_is_about_and_no_coded_score() -> None:
    frame = a_frame(key="osaka")
    assert contest.Contest(frame).column.value == "points"
    drawn = contest.wins(frame)
    assert "points and cash are means, cash in coins" in drawn.table and ">score<" not in drawn.table
    best = standings(frame)["strategy"].iloc[0]
    row = re.search(rf">{best}</th>(.*?)</tr>", drawn.table)
    mean = frame[frame["strategy"] == best]["points"].mean()
    assert row and f"<td>{mean:.3f}".rstrip("0").rstrip(".") in row.group(1)
    assert "score and cash are means" in contest.wins(a_frame()).table


def test_a_strategy_that_failed_is_named_with_its_reason() -> None:
    page = contest.Contest(a_frame())
    many = a_frame().query("strategy == 'fails'")["game"].nunique()
    assert f"<b>fails</b> failed in {many} games" in page.said.value and "illegal answer: TM-1" in page.said.value
    assert "failed" not in contest.summary(tournament("turin", robots("turin"), 2, progress=False))


def test_the_file_to_download_opens_to_the_same_page() -> None:
    page, other = contest.Contest(a_frame()), contest.Contest(a_frame(6, "haendler"))
    link = r'download="turin-tournament.csv" href="data:text/csv;charset=utf-8;base64,([^"]*)"'
    (code,) = re.findall(link, page.link.value)
    content = base64.b64decode(code)
    pd.testing.assert_frame_equal(files.load(content), page.frame)
    upload(other, content)
    assert (other.said.value, other.link.value) == (page.said.value, page.link.value)
    for called in contest.FIGURES:
        page.what.value = other.what.value = called
        assert other.shown.value == page.shown.value


def test_a_foreign_file_is_refused_and_changes_nothing() -> None:
    page = contest.Contest(a_frame())
    before = (page.shown.value, page.link.value, page.frame)
    upload(page, b"hm")
    assert "mm-refusal" in page.said.value and "not the file of a tournament" in page.said.value
    assert (page.shown.value, page.link.value, page.frame) == before and not page.upload.value


def test_a_tournament_that_was_stopped_shows_what_is_finished() -> None:
    def stop(view: View, rng: Rng) -> Answer:
        raise KeyboardInterrupt

    with pytest.warns(UserWarning, match="0 of 5"):
        frame = tournament("turin", {"stop": stop}, 5, progress=False)
    page = contest.Contest(frame)
    for called in contest.FIGURES:
        page.what.value = called
        assert page.shown.value == ""
    assert "No game is finished" in page.said.value and "0 of 5 games" in page.said.value


def test_of_many_strategies_the_flows_show_those_that_win_most() -> None:
    many: dict[str, Strategy] = {f"copy {i}": random_legal for i in range(8)}
    frame = tournament("turin", many, 56, 1, 2, progress=False)
    left_out = standings(frame)["strategy"].iloc[-1]
    picture = contest.flows(frame)
    assert left_out in picture.table and "flows" in picture.words
    contest.Contest(frame)
