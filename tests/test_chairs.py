"""Who sits on a chair: strategies, empty chairs, and the names that a save can hold."""

from __future__ import annotations

import pytest

from mechanics.bots import random_legal, robots
from mechanics.chairs import EMPTY, names_of, seatable, seated, unknown


def test_names_and_robots_are_turned_into_each_other() -> None:
    named = dict(enumerate([*robots("turin"), EMPTY]))
    assert names_of("turin", seated("turin", named)) == named


def test_a_name_that_is_not_known_leaves_an_empty_chair_and_can_be_told() -> None:
    names = {0: "random", 1: "the great unknown", 2: EMPTY}
    assert seated("turin", names) == {0: random_legal, 1: EMPTY, 2: EMPTY}
    assert unknown("turin", names) == {1: "the great unknown"}


def test_a_strategy_of_ones_own_keeps_the_name_of_its_function() -> None:
    def mine(view: object, rng: object) -> int:
        return 3

    assert names_of("turin", {1: mine}) == {1: "mine"}


def test_only_a_strategy_or_nobody_takes_a_chair() -> None:
    assert seatable(random_legal) is random_legal and seatable(EMPTY) == EMPTY
    with pytest.raises(ValueError, match="'miser' is no strategy; take one by its name"):
        seatable("miser")
