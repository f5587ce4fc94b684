"""What stands in a Box: every number with its origin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mechanics.boxes import Origin, origins, printed


@dataclass(frozen=True)
class SmallBox:
    """Two printed numbers."""

    start: int = printed(15, "text", "scudi at the start")
    hand: Mapping[int, int] = printed({2: 6}, "house default", "cards for each")


def test_every_number_of_a_box_knows_where_it_comes_from() -> None:
    assert origins(SmallBox(start=20)) == (
        Origin("start", 20, "scudi at the start", "text"),
        Origin("hand", {2: 6}, "cards for each", "house default"),
    )
    assert SmallBox() == SmallBox()
