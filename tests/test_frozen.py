"""Frozen values with other fields: the same as `dataclasses.replace`, and nothing shared is changed."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import pytest

from mechanics.frozen import replace
from mechanics.games import fagin, haendler, turin
from mechanics.ledger import Ledger


@dataclass(frozen=True)
class Purse:
    """Something with two fields."""

    seat: int
    scudi: int = 15


def test_a_changed_value_is_what_dataclasses_make_of_it() -> None:
    assert replace(Purse(1), scudi=3) == dataclasses.replace(Purse(1), scudi=3) == Purse(1, 3)
    assert replace(Purse(1)) == Purse(1)


def test_the_value_that_is_changed_stays_as_it_was() -> None:
    purse = Purse(1)
    other = replace(purse, scudi=3)
    assert (purse, other) == (Purse(1, 15), Purse(1, 3))
    assert hash(other) == hash(Purse(1, 3)) and repr(other) == repr(Purse(1, 3))
    with pytest.raises(dataclasses.FrozenInstanceError):
        other.scudi = 4  # type: ignore[misc]


def test_a_field_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="A Purse has no field lira"):
        replace(Purse(1), lira=3)


@pytest.mark.parametrize("kind", [turin.Table, haendler.Table, fagin.Table, Ledger])
def test_what_scripts_change_has_neither_slots_nor_anything_to_check(kind: Any) -> None:
    assert "__slots__" not in vars(kind) and not hasattr(kind, "__post_init__")
