"""What holds for every game in a cell: the whole of it is played with what is on the screen, and every tab opens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics.bots import robots
from mechanics.games.fagin import BOX, GANG
from mechanics.saving import game_named
from mechanics.views.play import TABS, Play, seeds
from tests.screen import reads, say, session_of

pytestmark = pytest.mark.usefixtures("an_empty_page", "own_folder", "quick_pictures")


@pytest.mark.parametrize(
    ("key", "mine", "others", "box"),
    [
        ("turin", "miser", ("random", "smallest"), None),
        ("fagin", "value trader", ("value trader", "passer"), replace(BOX, market_rounds=3)),
        ("fagin", "value trader", ("value trader", "passer"), replace(GANG, gang_rounds=3)),
        ("haendler", "hauler", ("hauler", "climber"), None),
        ("osaka", "shipper", ("shipper", "hoarder"), None),
    ],
    ids=["turin", "fagin-market", "fagin-gang", "haendler", "osaka"],
)
def test_a_whole_game_is_played_on_the_screen_and_every_tab_can_be_looked_at(
    key: str, mine: str, others: tuple[str, ...], box: Any
) -> None:
    one = Play(game_named(key), dict(enumerate(others, 1)), 3, seeds(3), box, "slot")
    session, robot = session_of(one), robots(key)[mine]
    for step in range(500):
        if session.over:
            break
        before = len(session.log)
        say(one, robot(session.view(0), np.random.default_rng(step)))
        assert len(session.log) > before, reads(one.room.place)
    assert session.over and "final scores" in one.room.board.value
    known = [name for name in TABS if name != "What if" or key in ("turin", "haendler")]
    for place, page in enumerate(known):
        one.tabs.selected_index = place
        assert one.tabs.get_title(place) == page
    assert one.replay.slider.max == len(session.log) and "Step 0" in one.replay.said.value
    one.replay.slider.value = one.replay.slider.max
    assert "final scores" in one.replay.board.value
