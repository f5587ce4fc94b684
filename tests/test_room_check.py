"""The check of the room says in words what is well, what is not, and what to do."""

from pathlib import Path

import pytest

from mechanics.views import room_check
from mechanics.views.room_check import Check


def broken(*_args: object) -> str:
    raise OSError("nothing works")


def test_this_room_is_looked_at_line_by_line() -> None:
    page = room_check.room_check().data
    assert page.count('<th scope="row">') == 6
    for name in ("Python", "Packages", "Charts", "Free port", "Saved games", "Notebook"):
        assert f'<th scope="row">{name}</th>' in page


def test_every_line_has_a_mark_and_a_word_and_a_wrong_one_says_what_to_do() -> None:
    page = room_check.page([Check("Good", True, "fine", "never"), Check("Bad", False, "<gone>", "mend it")])
    assert "✓ ready" in page and "✗ look here" in page and "Please look at: Bad." in page
    assert "mend it" in page and "never" not in page and "&lt;gone&gt;" in page
    assert "This room is ready." in room_check.page([Check("Good", True, "fine")])


@pytest.mark.parametrize(("running", "well"), [((3, 10, 14), False), ((3, 11, 0), True), ((3, 14, 1), True)])
def test_an_old_python_is_named(running: tuple[int, ...], well: bool) -> None:
    check = room_check.python(running)
    assert check.well is well and ".".join(map(str, running)) in check.found and "3.11" in check.todo


def test_packages_are_compared_with_the_versions_that_were_tested(tmp_path: Path) -> None:
    path = tmp_path / "constraints.txt"
    path.write_text("# tested\nnumpy==0.0.1\npandas==9\n")
    check = room_check.packages(path, ("numpy",))
    assert not check.well and "tested: 0.0.1" in check.found and "mechanics" in check.todo
    assert room_check.packages(path, ("altair",)).well
    assert "missing: no-such-package" in room_check.packages(path, ("numpy", "no-such-package")).found
    assert "not compared" in room_check.packages(tmp_path / "none.txt", ("numpy",)).found


def test_the_list_of_tested_versions_names_every_package_that_is_needed() -> None:
    tested = room_check.CONSTRAINTS.read_text().casefold()
    assert all(f"\n{name}==" in tested for name in room_check.NEEDED)


def test_charts_are_really_drawn_and_a_fault_is_told() -> None:
    assert room_check.drawing().well
    check = room_check.drawing(broken)
    assert not check.well and "nothing works" in check.found and check.todo
    assert not room_check.drawing(lambda: "nothing").well


def test_a_port_is_really_opened_and_a_fault_is_told() -> None:
    assert room_check.port().well
    check = room_check.port(broken)
    assert not check.well and "nothing works" in check.found and check.todo


def test_the_folder_of_saved_games_is_really_written_and_left_as_it_was(tmp_path: Path) -> None:
    place = tmp_path / "state"
    assert room_check.folder(place).well and list(place.iterdir()) == []
    (tmp_path / "file").write_text("")
    check = room_check.folder(tmp_path / "file")
    assert not check.well and "MECHANICS_STATE" in check.todo


def test_the_folder_is_the_one_where_games_save_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MECHANICS_STATE", str(tmp_path / "here"))
    assert str(tmp_path / "here") in room_check.folder().found


def test_a_front_end_that_was_not_tried_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VSCODE_PID", raising=False)
    monkeypatch.delenv("COLAB_RELEASE_TAG", raising=False)
    assert room_check.front_end().well
    monkeypatch.setenv("VSCODE_PID", "1")
    assert not room_check.front_end().well and "VS Code" in room_check.front_end().found
