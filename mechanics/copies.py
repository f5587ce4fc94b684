"""Working copies of the notebooks: what is played in and written on, while the clone stays as it came.

A copy that the reader has not changed follows its original; a changed one is never overwritten. What counts as a change
is what a person writes, the cells and their order. Outputs do not: Run All alone makes no notebook the reader's own.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

RECORD = ".copied-from.json"
LEFT_OUT = {".ipynb_checkpoints", "__pycache__"}


class Refreshed(NamedTuple):
    """The working copies by name: made or brought up to date, and kept because the reader changed them."""

    fresh: tuple[str, ...]
    kept: tuple[str, ...]


def content(path: Path) -> str:
    """A hash of what a person wrote in a file: a notebook's cells without their outputs, any other file whole."""
    data = path.read_bytes()
    if path.suffix == ".ipynb":
        try:
            cells = json.loads(data)["cells"]
            written = [(cell["cell_type"], "".join(cell["source"]), cell.get("attachments")) for cell in cells]
            data = json.dumps(written, sort_keys=True).encode()
        except (ValueError, KeyError, TypeError):
            pass  # not a notebook that can be read: then every byte counts
    return hashlib.sha256(data).hexdigest()


def originals(folder: Path) -> Iterator[Path]:
    """The files of a notebook folder, relative to it, in order of name."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not LEFT_OUT.intersection(inside.parts):
            yield inside


def read_record(folder: Path) -> dict[str, str]:
    """Which original each copy was made from, as hashes by name; empty when there is no readable record."""
    try:
        said = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def place(source: Path, target: Path) -> None:
    """Copy a file in one step, so that a copy is whole or not there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.draft")
    shutil.copyfile(source, draft)
    os.replace(draft, target)


def refresh(source: Path, target: Path) -> Refreshed:
    """Bring the working copies up to date with their originals and say which were made and which were kept."""
    record = read_record(target)
    fresh, kept = [], []
    for inside in originals(source):
        now, copy, name = content(source / inside), target / inside, inside.as_posix()
        mine = content(copy) if copy.exists() else None
        if mine in (None, record.get(name)) and mine != now:
            place(source / inside, copy)
            fresh.append(name)
        elif mine not in (None, now) and record.get(name) != now:
            kept.append(name)
            continue
        record[name] = now
    write_record(target, record)
    return Refreshed(tuple(fresh), tuple(kept))


def write_record(folder: Path, record: dict[str, str]) -> None:
    """Write down, in one step, which original each copy was made from."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{RECORD}.draft"
    draft.write_text(json.dumps(record, indent=1, sort_keys=True), encoding="utf-8")
    os.replace(draft, folder / RECORD)
