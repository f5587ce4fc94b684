"""The pictures and tables of a class round that has been revealed, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import pandas as pd

from mechanics import charts
from mechanics.charts.classes import counts_chart
from mechanics.charts.theme import number
from mechanics.class_data import Line, Person, Rule, counts, expected_counts, revenue, theory_revenue, worth_of_bids
from mechanics.class_data.theory import at_random, like_the_class
from mechanics.views.live import Drawing, figure

ASSUMPTIONS = (
    "A prize is worth the same to everybody, and everybody knows it. All bid at once and see no other bid. "
    "Everybody wants as many scudi as possible on average, whatever the risk. The line of theory is the equilibrium "
    "in which all bid alike and fractions of a scudo are allowed, rounded to whole bids (Baye, Kovenock and de "
    "Vries 1996; for several prizes Barut and Kovenock 1998): in it no bid gains or loses on average, so what is "
    "paid is the worth of all prizes. What a bid was worth is exact, for whole scudi with this rounding: against "
    "this class each rival bids like somebody of the class drawn by lot; against chance each rival takes any bid "
    "from 0 to the worth of a prize equally often."
)

CSS = """<style>
.mm-round .mm-question { font-size: 18px; }
.mm-round .widget-label, .mm-round input { font-size: 16px; }
.mm-round .widget-toggle-buttons { align-items: center; flex-wrap: wrap; width: auto; height: auto; }
.mm-round .widget-toggle-button { min-height: 40px; height: auto; margin: 2px 6px 2px 0; }
.mm-round .widget-toggle-button.mod-active { background: #0072b2; border-color: #0072b2; color: #fff; }
.mm-round .widget-toggle-button.mod-active::before { content: "✓ "; content: "✓ " / ""; }
.mm-round .mm-class { max-height: 26rem; overflow: auto; }
.mm-round table { border-collapse: collapse; margin: 6px 0; }
.mm-round caption { font-weight: 600; padding: 2px 0; text-align: left; white-space: nowrap; }
.mm-round th, .mm-round td { border: 1px solid var(--jp-border-color1, #bdbdbd); padding: 3px 10px; text-align: left; }
.mm-round th[scope=row] { font-weight: 400; }
.mm-round a:focus-visible, .mm-round summary:focus-visible { outline: 3px solid #e69f00; outline-offset: 2px; }
</style>"""


@dataclass(frozen=True)
class Kept:
    """A class that was kept for comparison: its name, what came of it, and under which rule."""

    name: str
    lines: Sequence[Line]
    rule: Rule


def compared(lines: Sequence[Line], rule: Rule, kept: Kept | None) -> str:
    """Return who won, and what the class paid beside what theory expects (and beside the class that was kept)."""
    columns = {"this class": _numbers(lines)} | ({kept.name: _numbers(kept.lines)} if kept else {})
    bidders = len(_bidders(lines))
    expected = expected_counts(rule, bidders, rule.worth)
    mean = sum(bid * share for bid, share in enumerate(expected)) / bidders
    columns["theory"] = [bidders, round(mean, 1), rule.worth, theory_revenue(rule)]
    names = [
        "people with a bid",
        "mean bid",
        "highest bid (theory: the highest that can occur)",
        "paid by all together (revenue)",
    ]
    frame = pd.DataFrame({"what": names} | {name: list(map(_short, values)) for name, values in columns.items()})
    winners = [line for line in lines if line.won]
    said = "; ".join(f"{escape(line.name)} wins for {line.paid}" for line in winners) or "Nobody wins: all bids are 0"
    table = charts.table(frame, "The class beside theory (bids and payments in scudi)")
    return f'<div class="mm-question"><b>{said}.</b></div>{table}{_other_rule(rule, kept)}'


def _numbers(lines: Sequence[Line]) -> list[float]:
    bids = _bidders(lines)
    return [len(bids), round(sum(bids) / len(bids), 1), max(bids), revenue(lines)]


def _short(value: float) -> str:
    return number(value)


def _other_rule(rule: Rule, kept: Kept | None) -> str:
    if kept is None or str(kept.rule) == str(rule):
        return ""
    return f"<p>{escape(kept.name)} played by another rule: {escape(str(kept.rule))}.</p>"


def told(lines: Sequence[Line]) -> str:
    """Return one row a person with the sentence on the payment, best place first, who made no bid last."""
    ordered = sorted(lines, key=lambda line: (line.place is None, line.place or 0))
    rows = [
        (f"{line.name} ★" if line.won else line.name, "no bid" if line.bid is None else line.bid, line.result, line.why)
        for line in ordered
    ]
    frame = pd.DataFrame(rows, columns=["name", "bid", "result", "why"])
    words = "Who paid what, and why (★ wins; scudi)"
    return f'<div class="mm-class" role="region" aria-label="{words}" tabindex="0">{charts.table(frame, words)}</div>'


def beside_theory(lines: Sequence[Line], rule: Rule, kept: Kept | None) -> str:
    """Return how often each bid was made, over how often it should come up in equilibrium."""
    bidders, highest = len(_bidders(lines)), _highest(lines, rule, kept)
    expected = {"expected in equilibrium": list(expected_counts(rule, bidders, highest))}
    if kept:
        seen = counts(_people(kept.lines), highest)
        expected |= {_kept_words(kept, bidders): [count * bidders / sum(seen) for count in seen]}
    rows = [(bid, people, kind) for kind, values in expected.items() for bid, people in _steps(values)]
    chart = counts_chart(_frame(lines), pd.DataFrame(rows, columns=["bid", "people", "kind"]))
    table = pd.DataFrame({"bid": range(highest + 1), "people": counts(_people(lines), highest)} | expected)
    return _html(chart, table, "How often each bid was made")


def against_class(lines: Sequence[Line], rule: Rule, kept: Kept | None) -> str:
    """Return what each bid was worth on average against rivals drawn from this class."""
    return _worth(lines, rule, like_the_class(_people(lines)), "What each bid was worth against this class")


def against_chance(lines: Sequence[Line], rule: Rule, kept: Kept | None) -> str:
    """Return what each bid would be worth on average against rivals who bid at random."""
    return _worth(lines, rule, at_random(_people(lines), rule.worth), "What each bid is worth against chance")


VIEWS: Mapping[str, Callable[[Sequence[Line], Rule, Kept | None], str]] = {
    "bids beside theory": beside_theory,
    "worth against this class": against_class,
    "worth against chance": against_chance,
}


def _worth(lines: Sequence[Line], rule: Rule, rivals: list[list[float]], title: str) -> str:
    values = worth_of_bids(rule, rivals, _highest(lines, rule, None))[["bid", "win", "value"]]
    return _html(charts.worth_class_chart(values, _frame(lines), title=title), values, title)


def _steps(values: Sequence[float]) -> list[tuple[int, float]]:
    """Return the points of a stepped line: of a level stretch its two ends are enough."""
    last = len(values) - 1
    return [(i, v) for i, v in enumerate(values) if i in (0, last) or v != values[i - 1] or v != values[i + 1]]


def _html(chart: Drawing, table: pd.DataFrame, caption: str) -> str:
    return figure(chart, charts.table(table, caption))._repr_mimebundle_()["text/html"]


def _frame(lines: Sequence[Line]) -> pd.DataFrame:
    rows = [(line.name, line.bid, "wins" if line.won else "") for line in lines]
    return pd.DataFrame(rows, columns=["name", "bid", "mark"])


def _people(lines: Sequence[Line]) -> list[Person]:
    return [Person(line.name, line.bid) for line in lines]


def _bidders(lines: Sequence[Line]) -> list[int]:
    return [line.bid for line in lines if line.bid is not None]


def _highest(lines: Sequence[Line], rule: Rule, kept: Kept | None) -> int:
    return max([rule.worth, *_bidders(lines), *(_bidders(kept.lines) if kept else ())])


def _kept_words(kept: Kept, bidders: int) -> str:
    there = len(_bidders(kept.lines))
    return kept.name if there == bidders else f"{kept.name} ({there} bids, drawn as if {bidders})"
