"""What every answer is worth: expected final score and chance to win with their intervals; and what might have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.axes import moving_scale, with_ends, with_signals
from mechanics.charts.theme import (
    COLOURS,
    INK,
    PALE,
    data,
    finish,
    heading,
    highest,
    need,
    number,
    signed,
    written,
)

WORTH = ("answer", "value", "low", "high", "win", "win_low", "win_high")
THEN = ("seat", "which", "money", "words")
WIDTH, HEIGHTS, PANELS, ROW = 620, (190, 105), (240, 230), 22  # pixels
SCORE, OFTEN = COLOURS[0], COLOURS[3]
BY_AMOUNT = "points: games played on, with 95 % intervals; hollow: a first guess"
BY_WORDS = "points: games played on, with 95 % intervals; hollow: too few games for one"
EDGE = "(last - first) / 5"
MIDDLE = {"expr": f"datum.answer > last - {EDGE} ? 'right' : datum.answer < first + {EDGE} ? 'left' : 'center'"}
TIPS = [
    alt.Tooltip("answer:N", title="answer"),
    *[alt.Tooltip(f"{name}:Q", title=name, format=".2f") for name in ("value", "low", "high")],
    *[alt.Tooltip(f"{name}:Q", title=name.replace("_", " "), format=".0%") for name in ("win", "win_low", "win_high")],
]
HAPPENED, WHAT_IF = "happened", "what if"


def coach_bids_chart(
    frame: pd.DataFrame,
    *,
    title: str,
    unit: str = "scudi",
    low: float | None = None,
    high: float | None = None,
    bids: tuple[int, int] | None = None,
    step: int = 1,
    x_title: str = "",
    note: str = BY_AMOUNT,
    description: str = "",
) -> Any:
    """Return the expected final score of every amount above the chance to win the game with it; both best are marked.

    frame: answer (a number), value, low, high (in `unit`), win, win_low, win_high (0 … 1); nothing known is missing.
    low, high: ends of the axis of scores; bids: first and last amount, in steps of `step`, under `x_title`; from the
    frame if not given. A live chart swaps its data set "answers" and moves the signals "low", "high", "first", "last",
    "step" and "mine" (the amount that is being typed). Raises ValueError, naming missing columns."""
    rows = need(frame, WORTH, "A coach's chart")
    first, last = bids or ((int(rows["answer"].min()), int(rows["answer"].max())) if len(rows) else (0, 1))
    scale = alt.Scale(domain=[alt.ExprRef("first - 0.6 * step"), alt.ExprRef("last + 0.6 * step")], nice=False)
    axis = alt.Axis(tickMinStep=alt.ExprRef("step"), format="d", grid=False)
    x = alt.X("answer:Q", title=None, axis=axis, scale=scale)
    named = x.title(x_title or f"bid ({unit})")
    y = alt.Y("value:Q", title=f"final score ({unit})", scale=moving_scale(0.06, 0.3))
    part = alt.Axis(format="%", values=[0, 0.5, 1])
    chance = alt.Y("win:Q", title="wins the game", axis=part, scale=alt.Scale(domain=[0, 1.3], nice=False))
    over, above = {"dy": -14, "align": MIDDLE}, {"baseline": "top", "align": MIDDLE}
    top = alt.Y("top:Q", title=y["title"])
    score = [*_upright(x, y, "low", "high", SCORE), _mine(x), *_best(x, "value", "best", over, y=top)]
    wins = [*_upright(named, chance, "win_low", "win_high", OFTEN), _mine(named)]
    wins += _best(named, "win", "most often", above, y=alt.value(0))
    panels = [alt.layer(*score), alt.layer(*wins)]
    sized = [panel.properties(width=WIDTH, height=height) for panel, height in zip(panels, HEIGHTS, strict=True)]
    chart = alt.vconcat(*sized, data=data(rows, "answers"), spacing=10, title=heading(title, note))
    chart = with_signals(with_ends(chart, *_ends(rows, low, high)), first=first, last=last, step=step, mine=None)
    return finish(chart, description or coach_words(rows, title, unit))


def coach_answers_chart(
    frame: pd.DataFrame,
    *,
    title: str,
    unit: str = "scudi",
    low: float | None = None,
    high: float | None = None,
    note: str = BY_WORDS,
    description: str = "",
) -> Any:
    """Return one row per answer, in words: its expected final score, and beside it the chance to win the game with it.

    frame, ends of the axis, data set, errors: as for `coach_bids_chart`; answers are words and stay in their order."""
    rows = need(frame, WORTH, "A coach's chart")
    axis = alt.Axis(labelLimit=210, title=None, grid=True)
    y = alt.Y("answer:N", sort=None, axis=axis)
    x = alt.X("value:Q", title=f"final score ({unit})", scale=moving_scale(0.06, 0.55))
    part = alt.Axis(format="%", values=[0, 0.5, 1])
    chance = alt.X("win:Q", title="wins the game", axis=part, scale=alt.Scale(domain=[-0.08, 2.2], nice=False))
    beside = {"align": "right"}
    every = alt.Chart().mark_point(opacity=0).encode(y)  # an answer has its row before anything is known of it
    score = [every, *_lying(y, x, "low", "high", SCORE)]
    score += _best(y, "value", "best", beside, x=alt.value(PANELS[0]))
    bare = y.axis(labels=False, ticks=False, title=None, grid=True)
    wins = [every, *_lying(bare, chance, "win_low", "win_high", OFTEN)]
    wins += _best(bare, "win", "most often", beside, x=alt.value(PANELS[1]))
    panels = zip((score, wins), PANELS, strict=True)
    sized = [alt.layer(*marks).properties(width=width, height=alt.Step(ROW)) for marks, width in panels]
    chart = alt.hconcat(*sized, data=data(rows, "answers"), spacing=14, title=heading(title, note))
    chart = with_ends(chart, *_ends(rows, low, high))
    return finish(chart, description or coach_words(rows, title, unit))


def coach_words(rows: pd.DataFrame, title: str, unit: str = "scudi") -> str:
    """Return the sentence of a coach's chart for screen readers; a live chart needs it anew with new rows."""
    if rows["value"].isna().all():
        return f"{title}: {len(rows)} answers, nothing has been played yet."
    top = highest(rows, "value")
    worth = f"{number(round(top['value'], 2))} {unit}"
    said = f"{title}: of {len(rows)} answers the best is {_called(top['answer'])}, {worth}"
    said += " by a first guess" if pd.isna(top["low"]) else f", {_between(top['low'], top['high'])}"
    if rows["win"].isna().all():
        return said + "."
    often = highest(rows, "win")
    chance = number(round(100 * often["win"]))
    return f"{said}; {_called(often['answer'])} wins the game most often, with a chance of {chance} %."


def _between(low: float, high: float) -> str:
    return f"95 % interval {number(round(low, 2))} to {number(round(high, 2))}"


def _called(answer: Any) -> str:
    return answer if isinstance(answer, str) else number(answer)


def _upright(x: alt.X, y: alt.Y, low: str, high: str, colour: str) -> list[Any]:
    """Return a point for every answer, with its interval if there is one."""
    ends = alt.Y(f"{low}:Q", title=y["title"])
    rule = _known(low).mark_rule(color=colour, strokeWidth=3, clip=True).encode(x, ends, y2=f"{high}:Q")
    return [rule, _dots(y["shorthand"][:-2], low, colour).encode(x, y, tooltip=TIPS)]


def _lying(y: alt.Y, x: alt.X, low: str, high: str, colour: str) -> list[Any]:
    ends = alt.X(f"{low}:Q", title=x["title"])
    rule = _known(low).mark_rule(color=colour, strokeWidth=3, clip=True).encode(ends, y, x2=f"{high}:Q")
    return [rule, _dots(x["shorthand"][:-2], low, colour).encode(x, y, tooltip=TIPS)]


def _dots(column: str, low: str, colour: str) -> Any:
    """Return points that are hollow where there is no interval."""
    fill = {"expr": f"isValid(datum.{low}) ? '{colour}' : 'white'"}
    return _known(column).mark_point(size=60, stroke=colour, strokeWidth=2, fill=fill, opacity=1, clip=True)


def _known(column: str) -> Any:
    base: Any = alt.Chart()
    return base.transform_filter(f"isValid(datum.{column})")


def _best(along: Any, column: str, word: str, look: dict[str, Any], **place: Any) -> list[Any]:
    """Return the words at the answer with the highest number in a column (the first of several)."""
    base = _known(column).transform_window(rank="row_number()", sort=[alt.SortField(column, order="descending")])
    base = base.transform_filter("datum.rank == 1" + " && datum.win > 0" * (column == "win"))
    said = f"'{word} ' + {_short()} + format(datum.{column}, '{'.0%' if column == 'win' else '.1f'}')"
    base = base.transform_calculate(words=said, top="isValid(datum.high) ? datum.high : datum.value")
    return written(base.encode(along, **place), "words:N", fontWeight="bold", **look)


def _short() -> str:
    """Return what names an answer beside its mark: a number; words stand on the axis already."""
    return "(isNumber(datum.answer) ? datum.answer + ': ' : '')"


def _mine(x: alt.X) -> Any:
    own: Any = alt.Chart()
    own = own.transform_filter("mine !== null && datum.answer == mine")
    return own.mark_rule(color=INK, strokeWidth=3, strokeDash=[7, 4]).encode(x)


def _ends(rows: pd.DataFrame, low: float | None, high: float | None) -> tuple[float, float]:
    known = [float(x) for name in ("value", "low", "high") for x in rows[name].dropna()]
    bottom = min(known, default=0.0) if low is None else low
    top = max(known, default=1.0) if high is None else high
    return (bottom, top) if top > bottom else (bottom, bottom + 1)


# --- what might have been ---------------------------------------------------------------------------------------------


def what_if_chart(
    frame: pd.DataFrame,
    *,
    seats: Sequence[str],
    title: str,
    unit: str = "scudi",
    low: float | None = None,
    high: float | None = None,
    description: str = "",
) -> Any:
    """Return the money of every seat as it happened and as it would have been, with what each won in words.

    frame: seat, which (“happened” or “what if”), money (in `unit`, negative: paid), words. low, high: ends of the axis,
    signals too. A live chart swaps its data set "then". Raises ValueError, naming missing columns."""
    rows = need(frame, THEN, "A chart of what might have been")
    known = [0.0, *rows["money"].dropna().astype(float)]
    axis = alt.Axis(tickMinStep=1, tickCount=6, format=",d")
    x = alt.X("money:Q", title=f"money ({unit})", axis=axis, scale=moving_scale(0.03, 0.03))
    y = alt.Y("seat:N", sort=list(seats), axis=alt.Axis(title=None))
    which = [HAPPENED, WHAT_IF]
    beside = alt.YOffset("which:N", sort=which)
    legend = alt.Legend(title=None, orient="top", symbolType="square")
    colour = alt.Color("which:N", scale=alt.Scale(domain=which, range=[PALE, SCORE]), legend=legend)
    base: Any = alt.Chart()
    bars = base.mark_bar(stroke=INK, strokeWidth=1, size=20, clip=True).encode(x, y, yOffset=beside, color=colour)
    zero = alt.Chart().mark_rule(color=INK).encode(x=alt.datum(0))
    said = base.transform_calculate(end="max(datum.money, 0)")
    said = said.encode(alt.X("end:Q", title=x["title"]), y, yOffset=beside)
    words = written(said, "words:N", align="left", dx=8)
    chart = alt.layer(bars, zero, *words, data=data(rows, "then"))
    chart = chart.properties(width=WIDTH, height=64 * max(1, len(seats)), title=heading(title))
    bottom, top = min(known) if low is None else low, max(known) if high is None else high
    chart = with_ends(chart, bottom, top if top > bottom else bottom + 1)
    return finish(chart, description or what_if_words(rows, title, unit))


def what_if_words(rows: pd.DataFrame, title: str, unit: str = "scudi") -> str:
    """Return the sentence of a chart of what might have been; a live chart needs it anew with new rows."""
    groups = rows.groupby("which", sort=False)
    parts = [f"{which}: {'; '.join(map(_told, of.to_dict('records')))}" for which, of in groups]
    return f"{title} ({unit}). {'. '.join(part[:1].upper() + part[1:] for part in parts) or 'Nothing to show'}."


def _told(row: dict[Any, Any]) -> str:
    return f"{row['seat']} {row['words'] or signed(row['money'])}"
