"""Frozen values with other fields: the same as `dataclasses.replace`, and nothing shared is changed."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import pytest

from mechanics.frozen import made, replace
from mechanics.games import fagin, haendler, osaka, turin
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


def test_a_value_made_of_all_its_fields_is_the_one_that_its_class_makes() -> None:
    purse = made(Purse, seat=1, scudi=3)
    assert purse == Purse(1, 3) and hash(purse) == hash(Purse(1, 3)) and repr(purse) == repr(Purse(1, 3))
    with pytest.raises(dataclasses.FrozenInstanceError):
        purse.scudi = 4  # type: ignore[misc]


@pytest.mark.parametrize("fields", [{"seat": 1}, {"seat": 1, "scudi": 3, "lira": 2}, {"seat": 1, "lira": 2}])
def test_a_value_is_not_made_of_too_few_or_other_fields(fields: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="A Purse has the fields seat, scudi"):
        made(Purse, **fields)


@pytest.mark.parametrize("kind", [turin.Table, turin.Board, haendler.Table, fagin.Table, osaka.Table, Ledger])
def test_what_scripts_change_has_neither_slots_nor_anything_to_check(kind: Any) -> None:
    assert "__slots__" not in vars(kind) and not hasattr(kind, "__post_init__")
