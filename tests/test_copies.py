"""Working copies of the notebooks: they follow their originals until the reader writes in them."""

import json
from pathlib import Path

import pytest

from mechanics.copies import Refreshed, refresh
from mechanics.launch import said_of_copies


def notebook(*cells: str, outputs: tuple[str, ...] = ()) -> str:
    """The text of a notebook with some cells, and outputs under each."""
    written = [
        {"cell_type": "code", "source": [cell], "outputs": list(outputs), "execution_count": len(outputs) or None}
        for cell in cells
    ]
    return json.dumps({"cells": written, "metadata": {"widgets": list(outputs)}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder of originals: two notebooks and a picture in a folder of its own."""
    folder = tmp_path / "notebooks"
    (folder / "pictures").mkdir(parents=True)
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / "0_start.ipynb").write_text(notebook("a"))
    (folder / "1_game.ipynb").write_text(notebook("b"))
    (folder / "pictures" / "card.svg").write_bytes(b"<svg/>")
    (folder / ".ipynb_checkpoints" / "0_start-checkpoint.ipynb").write_text("old")
    return folder


@pytest.fixture
def target(source: Path, tmp_path: Path) -> Path:
    """The folder of working copies after the first start."""
    refresh(source, tmp_path / "mine")
    return tmp_path / "mine"


def test_the_first_start_copies_everything_but_checkpoints(source: Path, tmp_path: Path) -> None:
    done = refresh(source, tmp_path / "mine")
    assert done == Refreshed(("0_start.ipynb", "1_game.ipynb", "pictures/card.svg"), ())
    assert (tmp_path / "mine" / "1_game.ipynb").read_text() == notebook("b")
    assert not (tmp_path / "mine" / ".ipynb_checkpoints").exists()


def test_a_second_start_changes_nothing(source: Path, target: Path) -> None:
    assert refresh(source, target) == Refreshed((), ())


def test_an_unchanged_copy_follows_its_original(source: Path, target: Path) -> None:
    (source / "1_game.ipynb").write_text(notebook("b, mended"))
    assert refresh(source, target) == Refreshed(("1_game.ipynb",), ())
    assert (target / "1_game.ipynb").read_text() == notebook("b, mended")


def test_running_all_cells_and_saving_makes_no_copy_ones_own(source: Path, target: Path) -> None:
    (target / "1_game.ipynb").write_text(notebook("b", outputs=("a chart",)))
    assert refresh(source, target) == Refreshed((), ())  # nothing new: the outputs stay
    assert "a chart" in (target / "1_game.ipynb").read_text()
    (source / "1_game.ipynb").write_text(notebook("b, mended"))
    assert refresh(source, target) == Refreshed(("1_game.ipynb",), ())


def test_a_changed_copy_is_never_overwritten_however_often_its_original_changes(source: Path, target: Path) -> None:
    mine = notebook("b", "my own cell")
    (target / "1_game.ipynb").write_text(mine)
    assert refresh(source, target) == Refreshed((), ())  # no newer original: nothing to say
    for version in ("second", "third"):
        (source / "1_game.ipynb").write_text(notebook(version))
        for _ in range(2):
            assert refresh(source, target) == Refreshed((), ("1_game.ipynb",))
            assert (target / "1_game.ipynb").read_text() == mine


def test_a_copy_without_a_record_is_the_readers_own(source: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "1_game.ipynb").write_text("not even a notebook")
    (mine / ".copied-from.json").write_text("{broken")
    assert refresh(source, mine) == Refreshed(("0_start.ipynb", "pictures/card.svg"), ("1_game.ipynb",))
    assert (mine / "1_game.ipynb").read_text() == "not even a notebook"


def test_a_deleted_or_renamed_copy_comes_back_fresh(source: Path, target: Path) -> None:
    (target / "1_game.ipynb").rename(target / "my game.ipynb")
    assert refresh(source, target) == Refreshed(("1_game.ipynb",), ())
    assert (target / "my game.ipynb").exists()


def test_no_draft_is_left_behind(source: Path, target: Path) -> None:
    left = {path.name for path in target.rglob("*") if path.is_file()}
    assert left == {"0_start.ipynb", "1_game.ipynb", "card.svg", ".copied-from.json"}


def test_each_kept_copy_is_told_in_one_line() -> None:
    told = said_of_copies(Refreshed(("0_start.ipynb",), ("1_game.ipynb", "2_game.ipynb")))
    assert len(told) == 3
    assert "Kept your own 1_game.ipynb" in told[1] and "rename yours" in told[1]
    assert said_of_copies(Refreshed((), ())) == []
