"""`play`: a whole game in a notebook cell, with its tabs: table, money, replay, what if, rules, seats, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from mechanics import coach, shelf
from mechanics.bots import robots
from mechanics.chairs import seated
from mechanics.saving import game_named, key_of
from mechanics.session import Session
from mechanics.table import Game, Seat
from mechanics.views import money, seats
from mechanics.views.keys import KeyGuard
from mechanics.views.panel import WIDE, shut
from mechanics.views.replay import Replay
from mechanics.views.room import Room
from mechanics.views.style import style
from mechanics.views.what_if import WhatIf

Seeds = Callable[[], int]
TABS = ("Table", "Money", "Replay", "What if", "Rules", "Seats", "Files")  # What if: where bids are sealed


def play(
    game: str,
    robots: Mapping[Seat, str] | None = None,
    *,
    players: int = 3,
    seed: int | None = None,
    box: Any = None,
    slot: str = "",
) -> widgets.VBox:
    """Return a game to play in this cell; an unfinished one of the same `slot` is offered first.

    `robots` says by name which seats robots take (default: all but the first, in turn); every other seat is a person's.
    `box` changes numbers of the game: `dataclasses.replace(turin.BOX, start=20)`. Raises ValueError for an unknown game
    or robot."""
    return Play(game_named(game), robots, players, seeds(seed), box, slot or game).widget


class Play:
    """One game on the screen for as long as the cell stands; `session` is the game being played."""

    def __init__(
        self, game: Game, robots: Mapping[Seat, str] | None, players: int, seed: Seeds, box: Any, slot: str
    ) -> None:
        self.game, self.players, self.seed, self.box = game, players, seed, box
        self.bots = default_robots(key_of(game), players) if robots is None else dict(robots)
        seats.check_robots(game, self.bots)
        self.wanted = shelf.state_folder() / f"{slot}.json"
        self.path = shelf.fresh(self.wanted)
        self.said, self.main = widgets.HTML(), widgets.VBox()
        self.widget = widgets.VBox([KeyGuard(), widgets.HTML(style()), self.said, self.main])
        self.widget.add_class("mm-play")
        self.session: Session | None = None
        self.unkeep: Callable[[], None] = _nothing
        self._door()

    # --- the door: go on, or a new game -----------------------------------------------------------------------------

    def _door(self) -> None:
        """Offer an unfinished game; a file that cannot be read is told and left alone."""
        told, kept = self._unreadable(), shelf.unfinished(self.path)
        if kept is None or kept.over or not kept.touched:
            self.start(self._new(), told)
            return
        self._say(told)
        when = datetime.fromtimestamp(self.path.stat().st_mtime).strftime("%d.%m. %H:%M")
        words = f"<b>An unfinished game is here</b>, last played {when}, {kept.seats} players, {len(kept.log)} steps."
        go_on = widgets.Button(description="Go on with it", layout=WIDE, button_style="primary")
        anew = widgets.Button(description="Start a new game", layout=WIDE)
        go_on.on_click(lambda _button: self.start(kept))
        anew.on_click(lambda _button: self.start(self._new()))
        self.main.children = (widgets.HTML(f'<div class="mm-question">{words}</div>'), widgets.HBox([go_on, anew]))

    def _unreadable(self) -> str:
        """Say what is wrong with the file of this slot, or "" if nothing is."""
        try:
            shelf.unfinished(self.wanted)
        except ValueError as wrong:
            return f"{self.wanted.name}: {wrong} It is left as it is; this game is kept in {self.path.name}."
        return ""

    def _new(self) -> Session:
        return Session(self.game, self.players, self.seed(), box=self.box, bots=seated(key_of(self.game), self.bots))

    def start(self, session: Session, told: str = "") -> None:
        """Put this game on the table, say what is `told` beside its notes, and keep it on disk after every answer."""
        self.unkeep()
        self.session = session
        self._say(" ".join((told, *session.notes)).strip())
        if not hasattr(self, "tabs"):
            self._furnish(session)
        else:
            for page in (self.room, self.replay, self.what_if):
                page.use(session)
        self.main.children = (self.tabs,)
        self.tabs.selected_index = 0
        self._refresh()
        try:
            unkeep = shelf.keep(session, self.path)
        except OSError as error:
            self._say(f"This game cannot be kept on disk ({error.strerror}); play on, and save a copy in “Files”.")
            unkeep = _nothing
        unfollow = session.subscribe(lambda _session: self._refresh())

        def end() -> None:
            unkeep()
            unfollow()

        self.unkeep = end

    # --- the tabs ---------------------------------------------------------------------------------------------------

    def _furnish(self, session: Session) -> None:
        self.back = widgets.Button(description="Take back", tooltip="Take the last answer back", layout=WIDE)
        self.back.on_click(lambda _button: self._undo())
        self.room, self.replay, self.what_if = Room(session, [self.back]), Replay(session), WhatIf(session)
        self.picture = widgets.Dropdown(options=list(money.figures(session)), description="show")
        self.round = widgets.Dropdown(options=[("the whole game", 0)], description="of")
        self.phase = widgets.Dropdown(options=[("all phases", "")], description="phase")
        self.figure, self.rules, self.chairs, self.files = widgets.HTML(), widgets.HTML(), widgets.VBox(), Files(self)
        form = seats.new_game(self.game, self.start, session.seats, self.bots, session.box)
        seats_tab = widgets.VBox([_head("Chairs of this game"), self.chairs, _head("A new game"), form])
        money_tab = widgets.VBox([widgets.HBox([self.picture, self.round, self.phase]), self.figure])
        table, film, then = self.room.widget, self.replay.widget, self.what_if.widget
        pages = dict(zip(TABS, (table, money_tab, film, then, self.rules, seats_tab, self.files.widget), strict=True))
        if not coach.has_auctions(self.game):
            del pages["What if"]
        self.tabs = widgets.Tab(list(pages.values()), titles=tuple(pages))
        for control in (self.picture, self.round, self.phase):
            control.observe(lambda _change: self._draw_money(), "value")
        self.tabs.observe(lambda _change: self._refresh(), "selected_index")

    def _refresh(self) -> None:
        """Bring the tab that is looked at up to date; the others wait until they are."""
        assert self.session is not None
        shown = self.tabs.titles[self.tabs.selected_index or 0]
        if shown != "Table":
            self.room.still()
        if shown == "Money":
            self._draw_money()
        elif shown == "Replay":
            self.replay.refresh()
        elif shown == "What if":
            self.what_if.refresh()
        elif shown == "Rules":
            self.rules.value = seats.rules_page(self.session)
        elif shown == "Seats":
            old, self.chairs.children = self.chairs.children, (seats.chairs_of(self.session),)
            shut(*old)

    def _draw_money(self) -> None:
        assert self.session is not None
        entries = self.session.table.ledger.entries
        rounds = sorted({entry.round for entry in entries} - {0})
        phases = dict.fromkeys(entry.phase for entry in entries if entry.round)
        seats.offer(self.round, [("the whole game", 0), *((f"round {r}", r) for r in rounds)])
        seats.offer(self.phase, [("all phases", ""), *((phase, phase) for phase in phases)])
        draw = money.figures(self.session)[self.picture.value]
        self.round.layout.display = self.phase.layout.display = "" if draw is money.flow else "none"
        of = (self.round.value, self.phase.value)
        picture = money.flow(self.session, *of) if draw is money.flow else draw(self.session)
        secret = money.closed(self.session)
        self.figure.value = f'<div class="mm-question">{secret}</div>' * bool(secret) + picture.html()

    def _undo(self) -> None:
        assert self.session is not None
        try:
            self.session.undo(self.room.seat)
            self._say("")
        except ValueError as wrong:
            self._say(str(wrong))

    def _say(self, sentence: str) -> None:
        self.said.value = f'<div class="mm-refusal" role="status">{escape(sentence)}</div>' if sentence else ""


class Files:
    """The files tab: save a copy, open one, take the ledger along."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.name = widgets.Text("my-game.json", description="file name")
        save = widgets.Button(description="Save a copy", layout=WIDE)
        export = widgets.Button(description="Save the ledger as a table (CSV)", layout=WIDE)
        self.upload = widgets.FileUpload(accept=".json", description="Open a saved game", layout=WIDE)
        self.said = widgets.HTML()
        save.on_click(lambda _button: self._save(".json"))
        export.on_click(lambda _button: self._save(".csv"))
        self.upload.observe(self._open, "value")
        row = widgets.HBox([self.name, save, export, self.upload], layout={"flex_flow": "row wrap"})
        self.widget = widgets.VBox([row, self.said])

    def _save(self, ending: str) -> None:
        session = self.play.session
        assert session is not None
        path = Path(Path(self.name.value.strip()).name or "my-game").with_suffix(ending)
        if ending == ".csv" and (secret := money.closed(session)):
            self._say(secret)
            return
        try:
            if path.exists():
                raise FileExistsError(17, "there is a file of that name already; choose another")
            text = session.save() if ending == ".json" else "\ufeff" + session.ledger_frame().to_csv(index=False)
            shelf.write(path, text)
        except (OSError, ValueError) as error:
            self._say(f"{path.name} was not written: {getattr(error, 'strerror', '') or error}.")
            return
        self._say(f"Saved as {path.resolve()}.")

    def _open(self, _change: Any) -> None:
        if not self.upload.value:
            return
        content = bytes(self.upload.value[0]["content"])
        self.upload.value = ()
        try:
            self.play.start(Session.load(content.decode("utf-8", errors="replace")))
        except ValueError as wrong:
            self._say(str(wrong))

    def _say(self, sentence: str) -> None:
        self.said.value = f'<div class="mm-question" role="status">{escape(sentence)}</div>'


def default_robots(game: str, players: int) -> dict[Seat, str]:
    """Return a robot for every seat but the first: the game's named ones in turn."""
    named = [called for called in robots(game) if called not in ("random", "smallest")] or ["random"]
    return {seat: named[(seat - 1) % len(named)] for seat in range(1, players)}


def seeds(seed: int | None) -> Seeds:
    """Return a function that gives this seed once, and any seed afterwards."""
    first = [seed] if seed is not None else []
    return lambda: first.pop() if first else seats.read_seed("")


def _nothing() -> None:
    """Do nothing: there is nothing to end yet."""


def _head(text: str) -> widgets.HTML:
    return widgets.HTML(f'<div class="mm-question"><b>{text}</b></div>')
