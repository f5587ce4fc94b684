"""The desk beside a bid for loading master: what every bid is worth to this seat, under assumptions it can change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import ipywidgets as widgets

from mechanics import charts, expected
from mechanics.choices import Amount
from mechanics.games.haendler import UNIT, Board
from mechanics.table import Seat, View
from mechanics.views.live import LiveChart, empty, redraw, update

MOST_BARS = 60
TITLE = "What is each bid for loading master worth to you?"
HINT = (
    "At stake, as a first guess: the sale price of the goods of one kind that you could load here as loading master, "
    "and the lowest fee for every piece that the others could load. Change it as you see fit, and how high rivals "
    "bid. Only the winner pays; a tie goes to the earlier in playing order."
)
PAST = "like their past bids"
UNIFORM = "any bid is as likely"
RIVALS = (UNIFORM, PAST)
COLUMNS = ["bid", "win", "worth", "paid_winning", "value"]
Distribution = dict[int, float]


class Desk:
    """A chart that is drawn once a question and then moves, with its controls; `show` fills it, `clear` empties it."""

    look = "Show what each bid is worth"

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.chart = LiveChart(layout={"flex": "1 1 auto", "min_width": "0", "width": "auto"})
        self.rivals = widgets.Dropdown(options=RIVALS, description="rivals:")
        self.worth, self.top = _slider(), _slider()
        self.words = widgets.HTML()
        asked = [widgets.HTML("loading master is worth"), self.worth, widgets.HTML("rivals bid up to"), self.top]
        controls = widgets.VBox([*asked, self.rivals, self.words], layout={"flex": "0 0 250px"})
        self.widget = widgets.HBox([self.chart, controls], layout={"display": "none"})
        self.view: View | None = None
        self.reach = 0.0
        self.rivals.style.description_width = "50px"
        self.rivals.layout.width = "245px"
        for control in (self.rivals, self.worth, self.top):
            control.observe(self._changed, "value")

    def show(self, view: View) -> bool:
        """Draw the worth of every bid this seat may make; say whether there is a loading master to bid for."""
        if view.rule != "DH-5" or not isinstance(view.allowed, Amount) or view.seat is None:
            return False
        if self.view == view:
            return True
        self.view = None  # the sliders may move without a drawing
        purses = known_purses(view.board, view.seat)
        _set(self.worth, guess(view.board, view.seat), _highest(view.board))
        _set(self.top, max(purses), max(purses))
        self.view = view
        self.words.value = f"<small>{HINT}</small>"
        self._draw(view, view.allowed.high)
        return True

    def clear(self) -> None:
        """Empty everything (another seat comes to the screen)."""
        self.view = None
        self.words.value = ""
        for slider in (self.worth, self.top):
            _set(slider, 0, 0)
        empty(self.chart)

    def _draw(self, view: View, high: int) -> None:
        frame, self.reach = self._frame(view), max(400.0, 1.5 * self.worth.value)
        axes: dict[str, Any] = {"low": -self.reach, "high": self.reach, "bids": (0, high)}
        drawing = charts.bid_value_chart(frame, title=TITLE, unit=UNIT, step=_step(view.board, high), **axes)
        redraw(self.chart, drawing, {"bids": frame}, channel=self.channel, table=_table(frame))

    def _changed(self, _change: Mapping[str, Any]) -> None:
        if self.view is None:
            return
        if self.worth.value > self.reach:  # the axis has to reach as far as the worth
            assert isinstance(self.view.allowed, Amount)
            self._draw(self.view, self.view.allowed.high)
        else:
            frame = self._frame(self.view)
            words = charts.bid_value_words(frame, TITLE, UNIT)
            update(self.chart, {"bids": frame}, words=words, table=_table(frame))

    def _frame(self, view: View) -> Any:
        assert view.seat is not None and isinstance(view.allowed, Amount)
        board, seat, high = view.board, view.seat, view.allowed.high
        order = playing_order(board)
        theirs = [bids_of(board, other, self._top_of(board, seat, other), self.rivals.value) for other in order]
        rivals = [chances for other, chances in zip(order, theirs, strict=True) if other != seat]
        bids = range(0, high + 1, _step(board, high))
        return values(board, self.worth.value, rivals, bids, order.index(seat))

    def _top_of(self, board: Board, seat: Seat, other: Seat) -> int:
        purse = board.purses[other]
        return min(self.top.value, known_purses(board, seat)[0] if purse is None else purse)


def values(board: Board, worth: int, rivals: Sequence[Distribution], bids: Sequence[int], place: int) -> Any:
    """Return what each bid for loading master brings on average, in guilders: the columns of `expected.bid_values`.

    place: the own one in playing order. It is summed in coins, a hundred times as fast as in guilders."""
    coin = board.box.step
    rule = replace(board.box.loading_auction, step=1)
    theirs = [{bid // coin: chance for bid, chance in one.items()} for one in rivals]
    frame = expected.bid_values(rule, [worth / coin], theirs, bids=[bid // coin for bid in bids], seat=place)
    money = ["bid", "worth", "paid_winning", "paid_losing", "value"]
    return frame.assign(**{column: (frame[column] * coin).round(9) for column in money})  # so that equals are equal


def playing_order(board: Board) -> tuple[Seat, ...]:
    """Return all seats from the start player on: of tied bids the earlier wins (DH-6)."""
    return tuple((board.first + i) % board.seats for i in range(board.seats))


def known_purses(board: Board, seat: Seat) -> tuple[int, ...]:
    """Return what this seat has, then what each rival is known to have; a closed purse is taken to hold as much."""
    mine = board.purses[seat] or 0
    return (mine, *(mine if purse is None else purse for s, purse in enumerate(board.purses) if s != seat))


def guess(board: Board, seat: Seat) -> int:
    """Return what is at stake for a seat in guilders: the goods it could load as master, and the lowest fees."""
    assert board.lot is not None
    box, city = board.box, board.box.cities.index(board.wagons[board.lot].spot.city)
    prices = {good: box.sell[row] for good, row in zip(box.goods, board.rows, strict=True)}
    mine = board.stores[seat][city]
    load = max((min(box.load_master, mine.count(good)) * prices[good] for good in mine), default=0)
    others = (min(box.load_other, len(cities[city])) for s, cities in enumerate(board.stores) if s != seat)
    return load + box.step * sum(others)


def bids_of(board: Board, seat: Seat, top: int, how: str) -> Distribution:
    """Return the chances of a rival's bids: every bid up to `top`, or those it has made (and one guess) up to it."""
    bids = range(0, top + 1, board.box.step)
    even = dict.fromkeys(bids, 1 / len(bids))
    past = [min(done.bids[seat], bids[-1]) for done in board.loadings] if how == PAST else []
    share = 1 / (len(past) + 1)
    return {bid: share * (chance + past.count(bid)) for bid, chance in even.items()}


def _highest(board: Board) -> int:
    """Return the most that a loading master could be worth: all goods at the best price, all fees at the highest."""
    box = board.box
    return box.load_master * (max(box.sell) + max(box.bonus)) + (board.seats - 1) * box.load_other * box.highest_fee


def _step(board: Board, high: int) -> int:
    """Return the step between drawn bids: the smallest coin, or so many that there are not too many bars."""
    coins = high // board.box.step
    return board.box.step * (coins // MOST_BARS + 1)


def _slider() -> widgets.IntSlider:
    return widgets.IntSlider(0, 0, 0, step=100, continuous_update=True, layout={"width": "245px"})


def _set(slider: widgets.IntSlider, value: int, high: int) -> None:
    """Move a slider and its end; the order keeps its value within its limits."""
    slider.value = 0
    slider.max = high
    slider.value = min(value, high)


def _table(frame: Any) -> str:
    return charts.table(frame[COLUMNS].round(2), "What every bid is worth, exactly, under these assumptions")
