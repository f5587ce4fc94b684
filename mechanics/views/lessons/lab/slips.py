"""Slips of paper with private values: printed on one page, cut apart, and read back by the code of the seat."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from html import escape
from math import ceil

import ipywidgets as widgets

from mechanics.class_data.lists import MOST
from mechanics.class_data.values import DEAREST, Slip, deal
from mechanics.views.entry import whole
from mechanics.views.lessons.lab.rules import ROW, refusal, room, said

PAGE_WIDTH, PAGE_HEIGHT = 190, 245  # millimetres that both A4 and Letter leave within margins of 10, below one line
LINK = "color: var(--jp-content-link-color, #0072b2); text-decoration: underline"
TALLEST, ROOMY = 42, 30  # the height of a slip, and how many slips are printed in large type
CSS = """@page { margin: 10mm; }
body { color: #1a1a1a; font: 11pt/1.25 system-ui, sans-serif; margin: 0; }
h1 { font-size: 11pt; font-weight: 400; height: 6mm; margin: 0 0 2mm; }
.slips { display: grid; grid-template-columns: repeat(COLUMNS, 1fr); width: WIDTHmm; }
.slip { border: 0.3mm dashed #595959; box-sizing: border-box; display: grid; grid-template-columns: 1fr auto;
  height: HEIGHTmm; margin: -0.15mm; overflow: hidden; padding: 1.2mm 3mm; align-content: space-evenly;
  align-items: baseline; break-inside: avoid; }
.seat, .value { font-weight: 700; }
.value { font-size: 18pt; line-height: 1; text-align: right; }
.bid { border-bottom: 0.3mm solid #1a1a1a; height: 5mm; min-width: 18mm; }
.slip span { white-space: nowrap; }
.tight { font-size: 9pt; }
.tight .slip { padding: 0.5mm 2mm; }
.tight .value { font-size: 13pt; }
.tight .bid { height: 3.5mm; min-width: 14mm; }
@media screen { body { margin: 10mm; } .slips { background: #fff; } }"""


@dataclass(frozen=True)
class Order:
    """What is to be printed: how many seats, from which seed, values from 0 to which highest, each as likely."""

    seats: int = 24
    seed: int = 1
    highest: int = 100

    def __post_init__(self) -> None:
        limits = (
            ("number of seats", self.seats, 1, MOST),
            ("seed", self.seed, 0, 2**32 - 1),
            ("highest value", self.highest, 1, DEAREST),
        )
        for what, value, low, high in limits:
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"The {what} is a whole number from {low} to {high}; {value!r} is not.")

    @property
    def slips(self) -> tuple[Slip, ...]:
        """The slips; the same order gives the same slips."""
        return deal(self.seats, self.seed, dict.fromkeys(range(self.highest + 1), 1 / (self.highest + 1)))


def print_slips(seats: int = 24, seed: int = 1, highest: int = 100) -> widgets.VBox:
    """Return a page of slips to download and print, one a seat, each with a seat code and a private value.

    Whole values from 0 to `highest`, each as likely, by the seed. Raises ValueError with what is allowed."""
    return Slips(Order(seats, seed, highest)).widget


def slips_page(order: Order) -> str:
    """Return the page (HTML): as many slips as there are seats, dashed lines to cut along, all on one sheet."""
    columns, look = (3, "slips") if order.seats <= ROOMY else (4, "slips tight")
    height = min(TALLEST, PAGE_HEIGHT / ceil(order.seats / columns))
    css = CSS.replace("COLUMNS", str(columns)).replace("WIDTH", str(PAGE_WIDTH)).replace("HEIGHT", f"{height:.2f}")
    cut = "".join(_slip(slip.code, slip.value) for slip in order.slips)
    title = f"Slips of seed {order.seed}: {order.seats} seats, values from 0 to {order.highest}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{css}</style></head>'
        f'<body><h1>{title}. Cut along the dashed lines.</h1><div class="{look}">{cut}</div></body></html>'
    )


def _slip(code: str, value: int) -> str:
    return (
        f'<div class="slip"><span>Seat <span class="seat">{escape(code)}</span></span><span></span>'
        f'<span>worth to you</span><span class="value">{value}</span>'
        '<span>your bid</span><span class="bid"></span></div>'
    )


class Slips:
    """The slips for as long as their cell stands: settings, and a page to download. No value is shown on the screen."""

    def __init__(self, order: Order) -> None:
        self.order = order
        look = {"style": {"description_width": "initial"}, "layout": {"width": "200px"}, "continuous_update": False}
        self.seats = widgets.Text(str(order.seats), description="Seats", **look)
        self.seed = widgets.Text(str(order.seed), description="Seed of the slips", **look)
        self.highest = widgets.Text(str(order.highest), description="Highest value", **look)
        self.refused, self.page = widgets.HTML(), widgets.HTML()
        controls = (self.seats, self.seed, self.highest)
        for control in controls:
            control.observe(lambda _change: self._changed(), "value")
        self.widget = room(widgets.HBox([*controls], layout=ROW), self.refused, self.page)
        self._show()

    def _changed(self) -> None:
        try:
            numbers = [whole(control.value) for control in (self.seats, self.seed, self.highest)]
            self.order = Order(*numbers)
        except ValueError as wrong:
            self.refused.value = refusal(str(wrong))
            return
        self.refused.value = ""
        self._show()

    def _show(self) -> None:
        order, code = self.order, base64.b64encode(slips_page(self.order).encode()).decode()
        name = f"slips-{order.seats}-seats-seed-{order.seed}.html"
        words, address = "Download the page of slips", f"data:text/html;base64,{code}"
        link = f'<a style="{LINK}" download="{name}" href="{address}">{words}</a>'
        self.page.value = said(
            f"{link}, open it and print it: {order.seats} slips on one sheet, with lines to cut along.<br>Each slip "
            f"has a seat code such as <b>{order.slips[0].code}</b> and a value of its own, a whole number from 0 to "
            f"{order.highest}, each as likely. Seed {order.seed} gives the same slips again. The bids come back as "
            "seat code and bid."
        )
