"""The pictures and tables of a class with private values that has been revealed, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

import numpy as np
import pandas as pd

from mechanics import charts
from mechanics.charts.lines import gain_value_chart, value_bid_chart
from mechanics.charts.theme import number, signed
from mechanics.class_data.drawn import Drawn, Share, drawn, mean_bid
from mechanics.class_data.values import Bidder
from mechanics.views.lessons.lab.cases import Case, Whole
from mechanics.views.lessons.lab.solved import regret_words
from mechanics.views.live import figure

ASSUMPTIONS = (
    "Everybody knows his own value only, and how the values of the others are drawn. All bid at once. Everybody wants "
    "as many scudi as possible on average, whatever the risk. In the equilibrium all follow the same line (Vickrey "
    "1961; with a share that losers pay: by revenue equivalence, Myerson 1981)."
)
NO_STEPS = pd.DataFrame(columns=["value", "bid", "low", "high"])


def headline(people: Sequence[Bidder], case: Case) -> str:
    """Return who wins, or which auctions are drawn from the class, and what they pay beside theory."""
    groups = drawn(people, case.auction, case.bidders)
    line = "" if case.slope is None else f"the line has slope {case.slope:.2f}, "
    beside = f"Theory: {line}expected revenue {case.revenue:.1f}."
    return f'<div class="mm-question" aria-live="polite"><b>{_who(people, case, groups)}</b> {beside}</div>'


def compared(people: Sequence[Bidder], case: Case, exact: Whole | None) -> str:
    """Return what the class did beside theory, and beside the equilibrium in whole bids once it is known."""
    groups = drawn(people, case.auction, case.bidders)
    columns = {"this class": _class_numbers(people, groups), "theory": _theory_numbers(people, case)}
    if exact:
        columns["whole bids, exact"] = _exact_numbers(people, exact)
    what = [
        "people with a bid (theory: bidders in an auction)",
        "mean bid (theory: for the values of this class)",
        "bid per scudo of value (theory: slope of the line)",
        f"revenue of an auction of {case.bidders}",
        "bids above the value",
    ]
    table = charts.table(pd.DataFrame({"what": what} | columns), "The class beside theory (scudi)")
    proof = f"<p>Regret of the equilibrium in whole bids: {regret_words(exact.found.regret)}.</p>" if exact else ""
    return table + proof


def told(people: Sequence[Bidder], case: Case) -> str:
    """Return one row a person with a sentence on the bid, the highest bid first, and what theory takes for granted."""
    groups = drawn(people, case.auction, case.bidders)
    shares = {share.name: share for share in groups.shares} if groups else {}
    ordered = sorted(people, key=lambda one: (one.bid is None, -(one.bid or 0)))
    alone = bool(groups) and len(shares) == case.bidders
    rows = [(one.name, _said(one.value), _said(one.bid), _why(one, shares.get(one.name), alone)) for one in ordered]
    words = "Who bid what, and what came of it"
    table = charts.table(pd.DataFrame(rows, columns=["name", "value", "bid", "why"]), words)
    return (
        f"<p><b>Assumptions.</b> {escape(ASSUMPTIONS)}</p>"
        f'<div class="mm-class" role="region" aria-label="{words}" tabindex="0">{table}</div>'
    )


def over_theory(people: Sequence[Bidder], case: Case, exact: Whole | None) -> str:
    """Return the bids of the class against their values, over the line of theory and the steps of whole bids."""
    values = np.linspace(0, case.highest, 101)
    line = pd.DataFrame({"value": values, "bid": case.line(values)})
    rows = _frame(people, case)
    bids = [float(bid) for bid in rows["bid"].dropna()]
    top = 1.06 * max([case.highest, *bids])
    steps = exact.steps if exact else NO_STEPS
    chart = value_bid_chart(line, steps, rows, title="The class over theory", span=(case.highest, top), note=str(case))
    rows["theory"] = [_or_gap(value, lambda v: case.line([v])[0]) for value in rows["value"]]
    return _html(chart, rows.round(2), "Bids of the class beside the line of theory")


def what_bids_gain(people: Sequence[Bidder], case: Case, exact: Whole | None) -> str:
    """Return what every bid gains on average in the auctions drawn from this class; losses stand below zero."""
    groups = drawn(people, case.auction, case.bidders)
    gains = {share.name: share.gain for share in groups.shares} if groups else {}
    values = np.linspace(0, case.highest, 101)
    line = pd.DataFrame({"value": values, "gain": case.gain(values)})
    rows = _frame(people, case)
    rows["gain"] = [_or_gap(gains.get(one.name), float) for one in people]
    note = f"exact over all auctions of {case.bidders} that can be drawn from this class"
    chart = gain_value_chart(line, rows, title="What every bid gains on average", highest=case.highest, note=note)
    return _html(chart, rows[["name", "value", "bid", "gain"]].round(2), note)


VIEWS: Mapping[str, Callable[[Sequence[Bidder], Case, Whole | None], str]] = {
    "bids over theory": over_theory,
    "what every bid gains": what_bids_gain,
}


def _who(people: Sequence[Bidder], case: Case, groups: Drawn | None) -> str:
    if groups is None:
        there = sum(one.bid is not None for one in people)
        return f"For an auction of {case.bidders} the {there} bids of this class are too few."
    if len(groups.shares) > case.bidders:
        lots = f"Auctions of {case.bidders} drawn by lot from {len(groups.shares)} bids"
        return f"{lots} bring {float(groups.revenue):.1f} on average."
    winners = [share for share in groups.shares if share.win]
    if len(winners) > 1:
        return f"{escape(', '.join(share.name for share in winners))} tie; a coin decides."
    return f"{escape(winners[0].name)} wins and pays {number(float(winners[0].paid))}."


def _class_numbers(people: Sequence[Bidder], groups: Drawn | None) -> list[str]:
    both = [(one.value, one.bid) for one in people if one.value is not None and one.bid is not None]
    worth = sum(float(value) for value, _ in both)
    slope = f"{sum(float(bid) for _, bid in both) / worth:.2f}" if worth else "–"
    mean = mean_bid(people)
    return [
        str(sum(one.bid is not None for one in people)),
        "–" if mean is None else f"{float(mean):.1f}",
        slope,
        f"{float(groups.revenue):.1f}" if groups else "–",
        str(sum(bid > value for value, bid in both)),
    ]


def _theory_numbers(people: Sequence[Bidder], case: Case) -> list[str]:
    values = [float(one.value) for one in people if one.value is not None and one.bid is not None]
    mean = f"{case.line(values).mean():.1f}" if values else "–"
    slope = "not straight" if case.slope is None else f"{case.slope:.2f}"
    return [str(case.bidders), mean, slope, f"{case.revenue:.1f}", "0"]


def _exact_numbers(people: Sequence[Bidder], exact: Whole) -> list[str]:
    steps = exact.steps
    values = [float(one.value) for one in people if one.value is not None and one.bid is not None]
    mean = f"{np.interp(values, steps['value'], steps['bid']).mean():.1f}" if values else "–"
    slope = f"{steps['bid'].sum() / steps['value'].sum():.2f}"
    above = int((steps["high"] > steps["value"]).sum())
    return [str(exact.case.bidders), mean, slope, f"{exact.revenue:.1f}", str(above)]


def _frame(people: Sequence[Bidder], case: Case) -> pd.DataFrame:
    bids = [one.bid for one in people if one.bid is not None]
    alone = len(bids) == case.bidders
    word = ("ties" if bids.count(max(bids)) > 1 else "wins") if alone else "highest"
    marks = [word if bids and one.bid == max(bids) else "" for one in people]
    rows = [
        (one.name, _or_gap(one.value, float), _or_gap(one.bid, float), mark)
        for one, mark in zip(people, marks, strict=True)
    ]
    return pd.DataFrame(rows, columns=["name", "value", "bid", "mark"])


def _why(one: Bidder, share: Share | None, alone: bool) -> str:
    if one.bid is None:
        return f"{one.name} made no bid and takes no part (this is not a bid of 0)."
    if share is None:
        return f"{one.name} bid {_said(one.bid)}; there are too few bids for an auction."
    sure = alone and share.win in (0, 1)
    average = "" if sure else " on average"
    gain = "no value" if share.gain is None else f"result {signed(round(float(share.gain), 2))}{average}"
    above = " The bid is above the value." if one.value is not None and one.bid > one.value else ""
    return f"{one.name} {_wins(share, alone)} and pays {_mean(share.paid)}{average}: {gain}.{above}"


def _wins(share: Share, alone: bool) -> str:
    if not alone:
        return f"wins {float(share.win):.0%}"
    return {0: "does not win", 1: "wins"}.get(int(share.win) if share.win in (0, 1) else -1, "ties")


def _mean(amount: object) -> str:
    return number(round(float(amount), 2))  # type: ignore[arg-type]


def _said(amount: object) -> str:
    return "–" if amount is None else number(float(amount))  # type: ignore[arg-type]


def _or_gap(value: object, of: Callable[[float], float]) -> float | None:
    return None if value is None or pd.isna(value) else float(of(float(value)))  # type: ignore[arg-type, call-overload]


def _html(chart: object, table: pd.DataFrame, caption: str) -> str:
    return figure(chart, charts.table(table, caption)).html()  # type: ignore[arg-type]
