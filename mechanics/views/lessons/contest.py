"""A tournament in a notebook, for every game: robots and the reader's own strategy, charts, and a file to keep."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from html import escape
from typing import Any

import ipywidgets as widgets
import pandas as pd

from mechanics import bots, charts, simulate
from mechanics.saving import game_named
from mechanics.simulate import files
from mechanics.simulate.standings import numbers
from mechanics.table import Game, Strategy
from mechanics.views.lessons.controls import beside, choice, refusal, room, said
from mechanics.views.live import Figure, figure
from mechanics.views.panel import WIDE

Own = Strategy | Mapping[str, Strategy] | None
WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def tournament(
    game: str,
    mine: Own = None,
    *,
    games: int = 120,
    seed: int = 1,
    seats: int = 3,
    robots: tuple[str, ...] | None = None,
    box: Any = None,
    executor: Executor | None = None,
    seconds: float | None = 10.0,
) -> widgets.VBox:
    """Play the robots of a game ("turin") against each other and against `mine`, a bar going along; return the charts.

    mine: a strategy, or some by name. robots: which of them play (default: all of them). Stopped, it shows the games
    that are finished. Other arguments and errors as for `simulate.tournament`; `seconds` is what one strategy may think
    in one game."""
    players = strategies(game, mine, robots)
    frame = simulate.tournament(game, players, games, seed, seats, box=box, executor=executor, seconds=seconds)
    return show(frame)


def strategies(game: str, mine: Own = None, robots: tuple[str, ...] | None = None) -> dict[str, Strategy]:
    """Return who plays: the robots (all, or those named) and the reader's strategies under names of their own.

    Raises ValueError, naming the robots there are, for one that is not known."""
    known = bots.robots(game)
    if strange := [called for called in robots or () if called not in known]:
        raise ValueError(f"There is no robot {strange[0]!r} here; there are {', '.join(known)}.")
    players = {called: known[called] for called in (known if robots is None else robots)}
    own = mine if isinstance(mine, Mapping) else {} if mine is None else {called(mine): mine}
    return players | {f"{name} (mine)" if name in players else name: who for name, who in own.items()}


def called(strategy: Strategy) -> str:
    """Return the name of a function in words ("my_plan" is "my plan"), "mine" for one without a name."""
    name = getattr(strategy, "__name__", "").strip("<>_").replace("_", " ")
    return "mine" if name in ("", "lambda") else name


def show(frame: pd.DataFrame) -> widgets.VBox:
    """Return the charts of a tournament with buttons to choose, its file to download, and a place to open another."""
    return Contest(frame).widget


class Contest:
    """A tournament on the screen; `frame` is the one that is shown."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.said, self.shown, self.link = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.what, self.column = choice("show", list(FIGURES), next(iter(FIGURES))), widgets.Dropdown()
        self.upload = widgets.FileUpload(accept=".csv", description="Open a tournament file", layout=WIDE)
        self.what.observe(self._draw, "value")
        self.column.observe(self._draw, "value")
        self.upload.observe(self._uploaded, "value")
        row = beside(self.link, self.upload)
        self.widget = room(self.said, beside(self.what, self.column), self.shown, row)
        self.use(frame)

    def use(self, frame: pd.DataFrame) -> None:
        """Show this tournament."""
        self.frame, first = frame, _measure(frame)
        known = numbers(frame) or [first]
        self.column.options = sorted(known, key=lambda name: name != first)
        self.column.value = self.column.options[0]
        self.said.value = said(summary(frame))
        self.link.value = _link(files.save(frame), f"{frame.attrs['game']}-tournament.csv")
        self._draw()

    def _draw(self, _change: object = None) -> None:
        if not len(self.frame):
            self.shown.value = ""
            return
        draw = FIGURES[self.what.value]
        self.column.layout.display = None if draw is spread else "none"
        made = spread(self.frame, self.column.value) if draw is spread else draw(self.frame)
        self.shown.value = made.html()

    def _uploaded(self, _change: object) -> None:
        if not self.upload.value:
            return
        content = bytes(self.upload.value[0]["content"])
        self.upload.value = ()
        try:
            self.use(files.load(content))
        except ValueError as wrong:
            self.said.value = refusal(str(wrong))


# --- in words ---------------------------------------------------------------------------------------------------------


def summary(frame: pd.DataFrame) -> str:
    """Say who wins most often and how sure that is, how much was played, and which strategies failed (HTML)."""
    about = frame.attrs
    game, done = game_named(about["game"]), int(frame["game"].nunique())
    many = f"{done}" if done == about["games"] else f"{done} of {about['games']}"
    at = WORDS.get(about["seats"], str(about["seats"]))
    played = f"<small>{game.NAME}: {many} games of {at}, seed {about['seed']}.</small>"
    if not done:
        return f"No game is finished. {played}"
    best = simulate.standings(frame).iloc[0]
    told = f"<b>{escape(best.strategy)}</b> wins most often: {best.wins:.0%} of its games, "
    told += f"give or take luck {best.low:.0%} to {best.high:.0%}; a fair share is {best.fair:.0%}."
    return f"{told} {played}{failures(frame)}"


def failures(frame: pd.DataFrame) -> str:
    """Say which strategies failed in how many games, and why the first time; "" if none did (HTML)."""
    failed = frame[frame["fault"] != ""]
    lines = [
        f"<br><b>{escape(str(who))}</b> failed in {part['game'].nunique()} games, and the random robot went on for it. "
        f"In game {part['game'].iloc[0]}: {escape(part['fault'].iloc[0])}"
        for who, part in failed.groupby("strategy", sort=False)
    ]
    return "".join(lines)


# --- the figures ------------------------------------------------------------------------------------------------------


def wins(frame: pd.DataFrame) -> Figure:
    """Return who wins how often, with intervals."""
    found = simulate.standings(frame)
    return figure(charts.win_chart(found), charts.table(_measured(found, frame), f"Who wins how often{_means(frame)}"))


def spread(frame: pd.DataFrame, column: str = "score") -> Figure:
    """Return how one number of a tournament spreads, strategy by strategy."""
    found = simulate.tallies(frame, column)
    unit = f"{column} ({_game(frame).UNIT})" if column == "cash" else column
    title = f"How the {column} spreads"
    return figure(charts.spread_chart(found, title=title, unit=unit, order=_order(frame)), charts.table(found, title))


def duels(frame: pd.DataFrame) -> Figure:
    """Return who ends ahead of whom."""
    found = simulate.duels(frame)
    return figure(charts.duel_chart(found, order=_order(frame)), charts.table(found, "Who ends ahead of whom"))


def purses(frame: pd.DataFrame) -> Figure:
    """Return how the purse of each strategy came about, on average."""
    found, unit = _rounded(simulate.purses(frame, _order(frame))), _game(frame).UNIT
    title = "How each purse came about, on average"
    wide = found.pivot(index="step", columns="seat", values="amount").reindex(columns=list(_order(frame)))
    table = charts.table(wide.reindex(list(dict.fromkeys(found["step"]))).reset_index(), f"{title} ({unit})")
    return figure(charts.waterfall_chart(found, title=title, unit=unit), table)


def flows(frame: pd.DataFrame) -> Figure:
    """Return who paid whom in a game on average; of many strategies, the six that win most often."""
    found, unit = _rounded(simulate.flows(frame)), _game(frame).UNIT
    seats = _order(frame)[: len(charts.COLOURS)]
    near = found[found["payer"].isin([*seats, "bank"]) & found["payee"].isin([*seats, "bank"])]
    title = "Who paid whom, in a game on average"
    drawing = charts.flow_chart(near, title=title, unit=unit, seats=seats)
    return figure(drawing, charts.table(found, f"{title} ({unit})"))


FIGURES: Mapping[str, Callable[[pd.DataFrame], Figure]] = {
    "who wins": wins,
    "results": spread,
    "who beats whom": duels,
    "how each purse came about": purses,
    "who paid whom": flows,
}


def _order(frame: pd.DataFrame) -> tuple[str, ...]:
    return tuple(simulate.standings(frame)["strategy"])


def _game(frame: pd.DataFrame) -> Game:
    return game_named(frame.attrs["game"])


def _measure(frame: pd.DataFrame) -> str:
    """Return the number that a game is about: its score, or what the score says in a coded way, such as points."""
    return getattr(_game(frame), "MEASURE", "score")


def _measured(found: pd.DataFrame, frame: pd.DataFrame) -> pd.DataFrame:
    """Return standings with the mean of that number where they have the mean score."""
    means = found["strategy"].map(frame.groupby("strategy")[_measure(frame)].mean())
    return found.assign(score=means).rename(columns={"score": _measure(frame)})


def _means(frame: pd.DataFrame) -> str:
    return f"; {_measure(frame)} and cash are means, cash in {_game(frame).UNIT}"


def _rounded(found: pd.DataFrame) -> pd.DataFrame:
    """Round amounts for reading: whole where they are large."""
    return found.round(0 if len(found) and found["amount"].abs().max() >= 1000 else 1)


def _link(content: bytes, name: str) -> str:
    address = f"data:text/csv;charset=utf-8;base64,{base64.b64encode(content).decode()}"
    words = "<u>Download this tournament as a file (CSV)</u>"
    return f'<p><a class="mm-link" download="{name}" href="{address}">{words}</a></p>'
