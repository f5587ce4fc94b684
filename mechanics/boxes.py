"""What stands in a Box: printed numbers, each with its origin, that a teacher can change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, NamedTuple


def printed(default: Any, origin: str, says: str) -> Any:
    """Declare one field of a Box: its value, where the value comes from, and what it is in words.

    `origin` begins with "text", "source", "ruling" or "house default"."""
    info = {"origin": origin, "says": says}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=info)
    return field(default=default, metadata=info)


class Origin(NamedTuple):
    """One number of a Box and where it comes from."""

    field: str
    value: Any
    says: str
    origin: str


def origins(box: Any) -> tuple[Origin, ...]:
    """Return every number of a Box with its origin, in the order of the Box."""
    return tuple(
        Origin(f.name, getattr(box, f.name), f.metadata["says"], f.metadata["origin"]) for f in fields(box)
    )
