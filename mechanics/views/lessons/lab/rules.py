"""The rule of an auction as one small group of controls, and what all rooms of the lab look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any, Literal

import ipywidgets as widgets
import pandas as pd

from mechanics.auctions import HALF, Auction
from mechanics.views.keys import KeyGuard
from mechanics.views.lessons.controls import choice as choice
from mechanics.views.lessons.controls import refusal as refusal
from mechanics.views.lessons.controls import said as said
from mechanics.views.style import style
from mechanics.worths import Known

SHARES: Mapping[str, Fraction] = {
    "0": Fraction(0),
    "¼": Fraction(1, 4),
    "½": HALF,
    "¾": Fraction(3, 4),
    "all": Fraction(1),
}
PRICES: Mapping[str, str] = {"own bid": "own", "next bid": "next"}
TIES: Mapping[str, str] = {"a coin decides": "coin", "nobody wins": "nobody"}
MOST = 10  # bidders
HIGHEST = 15  # prize, and bid on the axis
CSS = """<style>
.mm-lab .widget-label { font-size: 16px; }
.mm-lab select { font-size: 16px; }
.mm-lab .widget-readout { font-size: 18px; font-weight: 600; min-width: 2.6rem; }
.mm-lab .widget-toggle-buttons { align-items: center; display: flex; gap: 8px; height: auto; margin-right: 16px;
  width: auto; }
.mm-lab .widget-toggle-button { min-height: 36px; height: auto; margin: 2px 4px 2px 0; padding: 2px 10px; }
.mm-lab .widget-toggle-button.mod-active { background: #0072b2; border-color: #0072b2; color: #fff; }
.mm-lab .widget-toggle-button.mod-active::before { content: "✓ "; content: "✓ " / ""; }
.mm-lab .mm-question { font-size: 18px; line-height: 1.3; }
.mm-lab .mm-rule-said { font-size: 15px; line-height: 1.2; }
.mm-lab table { border-collapse: collapse; margin: 4px 0; font-size: 16px; }
.mm-lab caption { font-weight: 600; padding: 2px 0; text-align: left; }
.mm-lab th, .mm-lab td { border: 1px solid var(--jp-border-color1, #bdbdbd); padding: 2px 10px; text-align: left; }
.mm-lab th[scope=row] { font-weight: 400; }
</style>"""
ROW = {"flex_flow": "row wrap", "align_items": "center"}


@dataclass(frozen=True)
class Setting:
    """One auction of the lab: what the prizes are worth to everybody, how many bid, and who pays what.

    worth: of each place, best first, whole scudi. Raises ValueError with what is allowed."""

    worth: tuple[int, ...] = (10,)
    bidders: int = 4
    loser_pays: Fraction = HALF
    winner_pays: Literal["own", "next"] = "own"
    reserve: int = 0
    tie: Literal["coin", "nobody"] = "coin"

    def __post_init__(self) -> None:
        object.__setattr__(self, "worth", tuple(self.worth))
        if type(self.bidders) is not int or not 2 <= self.bidders <= MOST:
            raise ValueError(f"An auction of the lab has 2 to {MOST} bidders, not {self.bidders!r}.")
        if not self.worth or any(type(worth) is not int or not 1 <= worth <= 99 for worth in self.worth):
            raise ValueError(f"A prize is worth a whole number from 1 to 99; {_listed(self.worth)} is not.")
        if len(self.worth) > self.bidders:
            raise ValueError(f"There are {len(self.worth)} prizes for {self.bidders} bidders: at most one each.")
        if self.reserve > self.worth[0]:
            raise ValueError(
                f"The lowest winning bid of {self.reserve} is more than the best prize is worth ({self.worth[0]}): "
                "nobody would bid. Lower it, or raise the prize."
            )
        _ = self.auction

    @property
    def auction(self) -> Auction:
        """The rule; its prizes are what they are worth."""
        return Auction(self.worth, self.loser_pays, self.winner_pays, self.reserve, tie=self.tie)

    @property
    def worths(self) -> Known:
        """What the places are worth to everybody."""
        return Known(self.worth)

    def __str__(self) -> str:
        return f"{self.bidders} bidders, {self.auction}"


class Rules:
    """Controls for parts of a setting; `setting` is the last one that the rules allow, `row` holds them.

    names: which controls are shown, of worth, bidders, loser_pays, winner_pays, reserve and tie, in their order on the
    screen. most: bidders. What is refused is said in a sentence and changes nothing."""

    def __init__(self, setting: Setting, names: Sequence[str], most: int = MOST) -> None:
        self.setting = setting
        self.controls = {key: control for name in names for key, control in _controls(setting, name, most).items()}
        self.rule, self.refused = widgets.HTML(), widgets.HTML()
        self._tells: tuple[Callable[[], object], ...] = ()
        for control in self.controls.values():
            control.observe(self._changed, "value")
        self.row = widgets.HBox([*self.controls.values()], layout=ROW)
        self.widget = widgets.VBox([self.row, self.rule, self.refused])
        self._say()

    def on_change(self, tell: Callable[[], object]) -> None:
        """Call `tell()` after each change of the setting."""
        self._tells += (tell,)

    def _changed(self, _change: object) -> None:
        values: dict[str, Any] = {key: control.value for key, control in self.controls.items()}
        worth = tuple(values.pop(f"worth {k}", worth) for k, worth in enumerate(self.setting.worth))
        try:
            self.setting = replace(self.setting, worth=worth, **values)
        except ValueError as wrong:
            self.refused.value = refusal(f"{wrong} What you see is still the rule above.")
            return
        self.refused.value = ""
        self._say()
        for tell in self._tells:
            tell()

    def _say(self) -> None:
        words = str(self.setting)
        self.rule.value = f'<div class="mm-rule-said">{escape(words[:1].upper() + words[1:])}.</div>'


def _controls(setting: Setting, name: str, most: int) -> dict[str, Any]:
    """Return the controls of one part of a setting by the field they set."""
    if name == "worth":
        one = len(setting.worth) == 1
        names = ["prize worth"] if one else [f"{ORDINALS[k]} prize" for k in range(len(setting.worth))]
        return {f"worth {k}": slider(names[k], worth, 1, max(HIGHEST, worth)) for k, worth in enumerate(setting.worth)}
    if name == "bidders":
        return {name: slider("bidders", setting.bidders, 2, most)}
    if name == "reserve":
        return {name: slider("lowest winning bid", setting.reserve, 0, max(HIGHEST, setting.reserve))}
    words, options = _CHOICES[name]
    return {name: choice(words, options, getattr(setting, name))}


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CHOICES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "loser_pays": ("losers pay", SHARES), "winner_pays": ("the winner pays", PRICES), "tie": ("in a tie", TIES),
}  # fmt: skip


def slider(words: str, value: int, low: int, high: int) -> widgets.IntSlider:
    """Return a slider over whole numbers whose name stands beside it."""
    look, wide = {"description_width": "initial"}, {"width": f"{150 + 8 * len(words)}px"}
    return widgets.IntSlider(value, low, high, description=words, style=look, layout=wide)


def last_bid(frame: pd.DataFrame) -> int:
    """Return the last bid on the axis: always the same one, unless there are higher bids."""
    return max(HIGHEST, int(frame["bid"].max()))


def room(*parts: Any) -> widgets.VBox:
    """Return the box of one lesson of the lab, with its look and its guard of the keys."""
    box = widgets.VBox([KeyGuard(), widgets.HTML(style() + CSS), *parts])
    for name in ("mm-play", "mm-lab"):
        box.add_class(name)
    return box


def _listed(numbers: Sequence[object]) -> str:
    return ", ".join(map(str, numbers)) or "no prize"
