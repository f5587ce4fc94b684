"""The shelf: unfinished games on disk, written after every answer, never over somebody else's file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from mechanics.session import Session


def state_folder() -> Path:
    """Return the folder for unfinished games: the user's state folder, or what MECHANICS_STATE names."""
    from platformdirs import user_state_path

    named = os.environ.get("MECHANICS_STATE")
    return Path(named) if named else user_state_path("market-mechanics", appauthor=False)


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all, readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def keep(session: Session, path: Path) -> Callable[[], None]:
    """Write the game to `path` now and after every change; return a function that ends this."""
    write(path, session.save())
    return session.subscribe(lambda changed: write(path, changed.save()))


def unfinished(path: Path) -> Session | None:
    """Return the game kept at `path`, None if there is none; raises ValueError with a sentence if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"{path.name} cannot be read as text; it is left as it is.") from None
    return Session.load(text)


def fresh(path: Path) -> Path:
    """Return `path`, or the next free name beside it if a file is there that is no saved game: that one stays."""
    number = 2
    candidate = path
    while candidate.exists() and not _is_ours(candidate):
        candidate = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return candidate


def _is_ours(path: Path) -> bool:
    try:
        Session.load(path.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        return False
    return True
