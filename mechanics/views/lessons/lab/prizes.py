"""Several prizes, as in Turin: who may hope for which place, how bids spread, and what the seller gets."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets
import pandas as pd

from mechanics import equilibria, theory
from mechanics.auctions import HALF
from mechanics.charts.theme import number
from mechanics.equilibria import Equilibrium
from mechanics.views.lessons.lab.mix import show_mix
from mechanics.views.lessons.lab.moving import Moving
from mechanics.views.lessons.lab.pages import Pages
from mechanics.views.lessons.lab.rules import ORDINALS, Rules, Setting, refusal, room, said
from mechanics.views.lessons.lab.solved import facts, kept

MOST = 6  # bidders


def several_prizes(prizes: Sequence[int] = (10, 5), bidders: int = 3) -> widgets.VBox:
    """Return the equilibrium of an auction of several prizes, live, with the chance of each place for every bid.

    prizes: what each place is worth to everybody, best first (scudi). Raises ValueError with what is allowed."""
    return PrizesLab(Setting(tuple(prizes), bidders, HALF)).widget


class PrizesLab:
    """Several prizes, for as long as their cell stands."""

    def __init__(self, setting: Setting) -> None:
        self.rules = Rules(setting, ("worth", "bidders", "loser_pays"), most=MOST)
        self.pages = Pages(setting, self._draw, self._refuse)
        self.said, self.chart, self.place = widgets.HTML(), Moving(), widgets.VBox()
        self.rules.on_change(lambda: self.pages.find(self.rules.setting))
        self.rules.row.children += (self.pages.widget,)
        self.widget = room(self.rules.widget, self.said, self.place)
        self.pages.find(setting)

    def _refuse(self, why: str) -> None:
        self.said.value, self.place.children = refusal(why), []

    def _draw(self) -> None:
        setting, shown = self.pages.setting, self.pages.shown
        show_mix(self.chart, setting, shown, places_frame(setting, shown))
        line = number(round(theory.ranked_revenue(setting.bidders, setting.worth), 2))
        seller = f"With bids of any size it would be {line}. {kept(setting, shown)}"
        self.said.value = said(facts(shown, seller))
        self.place.children = [self.chart.widget]


def places_frame(setting: Setting, equilibrium: Equilibrium) -> pd.DataFrame:
    """Return bid, place, chance: what every bid may win against rivals who follow the equilibrium."""
    found = equilibria.against(equilibrium)
    names = [f"{ORDINALS[k]}, worth {worth}" for k, worth in enumerate(setting.worth)]
    rows = [
        (int(bid), name, float(chance))
        for bid, places, win in zip(found.bid, found.place, found.win, strict=True)
        for name, chance in zip([*names, "nothing"], [*places[: len(names)], 1 - win], strict=True)
        if bid <= equilibrium.bids[-1]
    ]
    return pd.DataFrame(rows, columns=["bid", "place", "chance"])
