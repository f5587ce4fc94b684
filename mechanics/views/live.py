"""Charts on the screen: one that is drawn once and then moves, and one that stands still; both without a network."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import anywidget
import pandas as pd
import traitlets

from mechanics.charts.theme import records as rows
from mechanics.views.build_live import VEGA_LITE

HERE = Path(__file__).parent


class Drawing(Protocol):
    """What `live` and `figure` need of a chart: every Altair chart has it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the Vega-Lite specification."""


class LiveChart(anywidget.AnyWidget):
    """One Vega view for its whole life: data and signals are swapped in it, nothing is drawn anew.

    `frame` is {"signals": {name: value}, "data": {name: rows}}; `words` is the sentence for screen readers, `table` an
    HTML table. With a `channel` the signal "mine" follows the number being typed in an `Entry` of that channel, inside
    the browser: it never comes to the kernel. A new `spec` replaces the view; an empty one clears it away."""

    _esm = HERE / "live.js"  # written by build_live
    _css = HERE / "theme.css"
    spec = traitlets.Dict().tag(sync=True)
    frame = traitlets.Dict().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    table = traitlets.Unicode().tag(sync=True)
    channel = traitlets.Unicode().tag(sync=True)


def live(
    chart: Drawing,
    data: Mapping[str, pd.DataFrame],
    channel: str = "",
    *,
    table: str = "",
) -> LiveChart:
    """Return a chart whose named data sets can be swapped by `update` while it stays on the screen.

    `data` holds one frame per named data set of the chart; `table` is the HTML table shown on demand.
    Raises ValueError where the chart has no data set of that name."""
    shown = LiveChart()
    redraw(shown, chart, data, channel, table=table)
    return shown


def redraw(
    shown: LiveChart, chart: Drawing, data: Mapping[str, pd.DataFrame], channel: str = "", *, table: str = ""
) -> None:
    """Put another drawing (other axes) in the place of what a live chart shows; arguments and errors as for `live`."""
    spec = chart.to_dict()
    _known("data set", data, _data_names(spec))
    spec["datasets"] = {name: rows for name, rows in spec.get("datasets", {}).items() if name not in data}
    frame = {"signals": {}, "data": {name: rows(part) for name, part in data.items()}}
    with shown.hold_sync():
        shown.channel, shown.words, shown.table = channel, spec.get("description", ""), table
        shown.frame = frame
        shown.spec = spec


def update(
    chart: LiveChart,
    data: Mapping[str, pd.DataFrame] | None = None,
    signals: Mapping[str, Any] | None = None,
    *,
    words: str | None = None,
    table: str | None = None,
) -> None:
    """Swap data sets and signals (Altair's named params) of a chart in place; what is not named stays.

    Raises ValueError, and changes nothing, where the chart has no data set or signal of that name."""
    _known("data set", data or {}, _data_names(chart.spec))
    _known("signal", signals or {}, {param["name"] for param in chart.spec.get("params", ())})
    new = {name: rows(frame) for name, frame in (data or {}).items()}
    with chart.hold_sync():
        chart.words = chart.words if words is None else words
        chart.table = chart.table if table is None else table
        chart.frame = {
            "signals": {**chart.frame.get("signals", {}), **(signals or {})},
            "data": {**chart.frame.get("data", {}), **new},
        }


def empty(chart: LiveChart) -> None:
    """Take everything out of a chart (another seat comes to the screen): data, sentence, table, channel, picture."""
    with chart.hold_sync():
        chart.channel = chart.words = chart.table = ""
        chart.frame = {}
        chart.spec = {}


def _data_names(spec: Any) -> set[str]:
    """Return the names of all data sets that a specification draws from."""
    if isinstance(spec, list):
        return set().union(*map(_data_names, spec))
    if not isinstance(spec, dict):
        return set()
    own = spec.get("data")
    names = {own["name"]} if isinstance(own, dict) and "name" in own else set()
    return names.union(*(_data_names(part) for key, part in spec.items() if key != "datasets"))


def _known(kind: str, wanted: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(set(wanted) - known)
    if unknown:
        raise ValueError(f"This chart has no {kind} {', '.join(unknown)}; it has {', '.join(sorted(known)) or 'none'}.")


@dataclass(frozen=True)
class Figure:
    """A drawn chart: its picture (SVG), its sentence and its table; a notebook shows it by itself."""

    svg: str
    words: str
    table: str = ""

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self.html(), "image/svg+xml": self.svg, "text/plain": self.words}

    def html(self) -> str:
        """Return the picture, its sentence as alternative text, and the table on demand, as HTML."""
        # An image with its own document: the page's styles cannot reach into it, its ids cannot clash.
        code = base64.b64encode(self.svg.encode()).decode()
        picture = f'<img alt="{html.escape(self.words)}" src="data:image/svg+xml;base64,{code}" style="{_IMAGE}">'
        return f"<div>{picture}{self._on_demand()}</div>"

    def _on_demand(self) -> str:
        if not self.table:
            return ""
        words = html.escape(self.words)
        # The flag keeps the notebook from taking keys that are meant for the fold.
        fold = '<summary data-lm-suppress-shortcuts="true">In words and as a table</summary>'
        return f"<details>{fold}<p>{words}</p>{self.table}</details>"


_IMAGE = "max-width:100%;background:#fff;border-radius:4px"


def figure(chart: Drawing, table: str = "") -> Figure:
    """Return a chart that stands still, drawn at once as SVG with no network and no global renderer.

    `table` is the HTML table on demand. Raises ValueError for a chart without a description."""
    import vl_convert

    spec = chart.to_dict()
    if not spec.get("description"):
        raise ValueError("A figure needs a chart with a description: one sentence from its data.")
    return Figure(vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE), spec["description"], table)
