"""The shelf: games on disk are written whole, for their owner only, and never over somebody else's file."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from mechanics import shelf
from mechanics.games import turin
from mechanics.session import Session


def game() -> Session:
    """A game of three persons, just dealt."""
    return Session(turin, 3, 8)


def put_up(session: Session, seat: int) -> None:
    """Let one seat put up its first card."""
    session.submit(seat, session.view(seat).board.hand[0])


def test_the_folder_is_the_one_that_the_environment_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MECHANICS_STATE", str(tmp_path))
    assert shelf.state_folder() == tmp_path


def test_the_folder_is_the_users_own_if_nothing_names_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MECHANICS_STATE", raising=False)
    assert "market-mechanics" in str(shelf.state_folder())


def test_a_file_is_written_whole_into_a_folder_that_is_made_for_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "game.json"
    shelf.write(path, "Grüße, “scudi”\n")
    assert path.read_text(encoding="utf-8") == "Grüße, “scudi”\n"
    assert [file.name for file in path.parent.iterdir()] == ["game.json"]


def test_a_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "state" / "game.json"
    shelf.write(path, "secret")
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("breaks", ["fsync", "replace"])
def test_a_crash_while_writing_leaves_the_old_file_and_nothing_else(
    breaks: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    shelf.write(path, "old")

    def crash(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, breaks, crash)
    with pytest.raises(KeyboardInterrupt):
        shelf.write(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_the_old_file_stands_until_the_new_one_is_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path, seen = tmp_path / "game.json", []
    shelf.write(path, "old")
    replace = os.replace

    def look(new: str, old: Path) -> None:
        seen.append((path.read_text(encoding="utf-8"), Path(new).read_text(encoding="utf-8")))
        replace(new, old)

    monkeypatch.setattr(os, "replace", look)
    shelf.write(path, "new")
    assert seen == [("old", "new")] and path.read_text(encoding="utf-8") == "new"


def test_a_game_is_written_now_and_after_every_answer_until_it_is_let_go(tmp_path: Path) -> None:
    path, session = tmp_path / "game.json", game()
    stop = shelf.keep(session, path)
    assert path.read_text(encoding="utf-8") == session.save()
    for seat in (0, 1):
        before = path.read_text(encoding="utf-8")
        put_up(session, seat)
        assert path.read_text(encoding="utf-8") == session.save() != before
    stop()
    kept = path.read_text(encoding="utf-8")
    put_up(session, 2)
    assert path.read_text(encoding="utf-8") == kept != session.save()


def test_a_refused_answer_writes_nothing(tmp_path: Path) -> None:
    path, session = tmp_path / "game.json", game()
    shelf.keep(session, path)
    path.unlink()
    with pytest.raises(ValueError):
        session.submit(0, 99)
    assert not path.exists()


def test_a_kept_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, session = tmp_path / "game.json", game()
    shelf.keep(session, path)
    put_up(session, 1)
    again = shelf.unfinished(path)
    assert again is not None and again.waiting == (0, 2)
    assert (again.log, again.ask, again.envelopes) == (session.log, session.ask, session.envelopes)


def test_where_nothing_was_kept_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    assert shelf.unfinished(tmp_path / "game.json") is None


FOREIGN = {"text": b"my shopping list", "json": b'{"cells": []}', "bytes": b"\xff\xfe\x00\x9d", "empty": b""}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_file_gets_a_sentence_and_is_not_written_over(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(FOREIGN[kind])
    with pytest.raises(ValueError) as refusal:
        shelf.unfinished(path)
    assert str(refusal.value).endswith(".")
    free = shelf.fresh(path)
    assert free == tmp_path / "game-2.json"
    shelf.keep(game(), free)
    assert path.read_bytes() == FOREIGN[kind]


def test_a_folder_of_that_name_gets_a_sentence_too(tmp_path: Path) -> None:
    (tmp_path / "game.json").mkdir()
    with pytest.raises(ValueError, match=r"game\.json cannot be read as text; it is left as it is\."):
        shelf.unfinished(tmp_path / "game.json")
    assert shelf.fresh(tmp_path / "game.json") == tmp_path / "game-2.json"


def test_the_next_free_name_skips_every_foreign_file_and_takes_our_own(tmp_path: Path) -> None:
    for name in ("game.json", "game-2.json"):
        (tmp_path / name).write_text("not ours", encoding="utf-8")
    assert shelf.fresh(tmp_path / "game.json") == tmp_path / "game-3.json"
    shelf.keep(game(), tmp_path / "game-3.json")
    assert shelf.fresh(tmp_path / "game.json") == tmp_path / "game-3.json"


def test_a_name_that_is_free_or_holds_our_own_game_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert shelf.fresh(path) == path
    shelf.keep(game(), path)
    assert shelf.fresh(path) == path
