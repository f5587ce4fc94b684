"""The panel: whatever a seat is asked, as controls; one for all games. It holds no rule, no arithmetic and no state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any, NamedTuple

import ipywidgets as widgets

from mechanics.choices import Amount, Choice, Either, Free, OneOf, Order, Several, closed_of, listed
from mechanics.session import RobotFailed, Session
from mechanics.table import IllegalMove, Seat, View, sentence
from mechanics.views.entry import Entry, whole

Send = Callable[[Callable[[], object]], None]
ROW = {"align_items": "center", "flex_flow": "row wrap"}
WIDE = {"width": "auto", "height": "auto", "min_height": "44px", "margin": "4px 8px 4px 0", "align_self": "flex-start"}


def panel(session: Session, seat: Seat, channel: str = "", tools: Sequence[Any] = ()) -> widgets.VBox:
    """Return the controls for everything this seat is asked; they follow the session until `leave`.

    A refusal is shown as one sentence with rule, reason and what is allowed. `channel` names the live chart that
    follows a number while it is typed; `tools` are buttons of the caller that stand beside the moves on the side."""
    box = widgets.VBox()
    box.add_class("mm-panel")
    refusal = widgets.HTML()
    shown: list[object] = []

    def send(answer: Callable[[], object]) -> None:
        refusal.value = ""
        try:
            session.submit(seat, answer())
        except IllegalMove as refused:
            refusal.value = refused_words(session, refused)
        except RobotFailed as failed:
            words = f"{failed} Give its chair to somebody else in the tab “Seats”."
            refusal.value = f'<div class="mm-refusal" role="alert">{escape(words)}</div>'

    def refresh(_session: Session) -> None:
        key = [len(session.log), seat in session.waiting, session.waiting, session.bots.get(seat)]
        if shown != key:
            shown[:] = key
            refusal.value = ""
            old = box.children
            asks = parts(session, seat, send, channel)
            row = widgets.HBox([*asks.moves, *asks.side, *tools, asks.rule], layout=ROW)
            row.add_class("mm-row")
            box.children = (*asks.content, row, refusal) if asks.moves else (*asks.content, refusal, row)
            shut(*old, keep=(refusal, *tools))

    box.end, box.tools = session.subscribe(refresh), tuple(tools)
    refresh(session)
    return box


def leave(box: widgets.VBox) -> None:
    """Take a panel off the session and empty it (another seat comes to the screen)."""
    box.end()
    old, box.children = box.children, ()
    shut(*old, keep=box.tools)


def shut(*all_widgets: Any, keep: Sequence[Any] = ()) -> None:
    """Blank and close widgets with all that is in them, so that nothing of them is saved with the notebook."""
    for widget in (widget for widget in all_widgets if widget not in keep):
        shut(*getattr(widget, "children", ()), keep=keep)
        if isinstance(widget, widgets.HTML):
            widget.value = ""
        if isinstance(widget, widgets.Button):
            widget.description = widget.tooltip = ""
        widget.close()


class Parts(NamedTuple):
    """What a panel shows: the question with its controls (or who is waited for), its rule, the moves on the side.

    `moves` are answers that are buttons only: they share a row with the moves on the side and the rule."""

    content: tuple[Any, ...]
    rule: Any
    side: tuple[Any, ...] = ()
    moves: tuple[Any, ...] = ()


def parts(session: Session, seat: Seat, send: Send, channel: str) -> Parts:
    """Return what the panel of this seat shows now."""
    view = session.view(seat)
    if session.over:
        return Parts((_html(f"<b>{escape(session.game.question(view))}</b>"),), _html(""))
    if seat not in session.waiting or view.allowed is None:
        return Parts(_idle(session, seat), _html(""))
    question = session.game.question(view)
    said = escape(sentence(session.game, view.rule, session.box))
    rule = _html(f"Rule {view.rule}: {said}{why_not(session, view)}", "mm-rule")
    side = _on_the_side(session, view, send)
    if isinstance(view.allowed, OneOf):
        head = _html(f"<b>{escape(question)}</b> {_because(view.allowed, question)}")
        return Parts((head,), rule, side, (_buttons(session, view, view.allowed, send),))
    asked = controls(session, view, view.allowed, send, question, channel)
    head = () if any(isinstance(control, Entry) for control in asked) else (_html(f"<b>{escape(question)}</b>"),)
    return Parts((*head, *asked), rule, side)


WHY = "What is not possible now, and why"
FEW = 2  # options that are named beside the reason why they are closed; of more the reason says enough


def why_not(session: Session, view: View) -> str:
    """Return what is not possible now and why, reason by reason in a fold (HTML); "" if nothing is closed."""
    reasons: dict[str, list[str]] = {}
    for option, why in closed_of(view.allowed) if view.allowed else ():
        reasons.setdefault(why, []).append(short(session.game.label(view.rule, option, session.box)))
    lines = "".join(f"<li>{_named(named)}{escape(why)}</li>" for why, named in reasons.items())
    return f'<details class="mm-why"><summary>{WHY}</summary><ul>{lines}</ul></details>' if lines else ""


def _named(options: list[str]) -> str:
    return f"<b>{escape(listed(tuple(options)))}</b>: " if len(options) <= FEW else ""


def _idle(session: Session, seat: Seat) -> tuple[Any, ...]:
    names = ", ".join(session.names[other] for other in session.waiting if other >= 0)
    waiting = _html(f"Waiting for {escape(names)}.")
    if seat not in session.envelopes or seat in session.bots:
        return (waiting,)
    back = widgets.Button(description="Take my answer back", layout=WIDE)
    back.on_click(lambda _button: session.undo(seat))
    return (_html("Your answer is sealed. " + waiting.value), back)


def controls(
    session: Session, view: View, choice: Choice, send: Send, question: str, channel: str = ""
) -> tuple[Any, ...]:
    """Return the widgets for a choice: a number field, buttons, toggles, an order, or those of each alternative."""
    if isinstance(choice, Either):
        fields_first = sorted(choice.choices, key=lambda part: isinstance(part, OneOf))  # a field carries the question
        return tuple(w for part in fields_first for w in controls(session, view, part, send, question, channel))
    if isinstance(choice, OneOf):
        because = (_html(_because(choice)),) if choice.because else ()
        return (*because, _buttons(session, view, choice, send))
    entry = _entry(session, view, choice, question, channel)
    entry.on_answer(lambda raw: send(lambda: read(view, choice, raw)))
    return (entry,)


def _because(choice: OneOf, question: str = "") -> str:
    """Return where the options come from, unless the question has said it already."""
    because = choice.because[:1].upper() + choice.because[1:]
    return f'<span class="mm-because">{escape(because)}.</span>' if because and because not in question else ""


def _buttons(session: Session, view: View, choice: OneOf, send: Send) -> widgets.Box:
    row = [_button(session, view, option, send) for option in choice.options]
    buttons = widgets.Box(row, layout={"flex_flow": "row wrap"})
    buttons.add_class("mm-options")
    return buttons


def _button(session: Session, view: View, option: int | str, send: Send) -> widgets.Button:
    words = session.game.label(view.rule, option, session.box)
    button = widgets.Button(description=short(words), tooltip=words, layout=WIDE)
    button.on_click(lambda _button: send(lambda: option))
    return button


def short(words: str) -> str:
    """Return what stands on the button of an option: its words up to the colon; the whole is its tooltip."""
    return words.partition(":")[0]


def _on_the_side(session: Session, view: View, send: Send) -> tuple[Any, ...]:
    options = view.free.options if view.free else ()
    buttons = []
    for option in options:
        words = session.game.label(view.rule, option, session.box)
        button = widgets.Button(description=f"First {short(words)}", tooltip=words, layout=WIDE)
        button.add_class("mm-side")
        button.on_click(lambda _button, option=option: send(lambda: Free(option)))
        buttons.append(button)
    return tuple(buttons)


def _entry(session: Session, view: View, choice: Amount | Several | Order, question: str, channel: str) -> Entry:
    asked = {"label": question, "hint": _hint(choice), "button": "Seal it" if view.sealed else "Do it"}
    if isinstance(choice, Amount):
        limits = {"low": choice.low, "high": choice.high, "step": choice.step, "unit": session.game.UNIT}
        return Entry(kind="amount", channel=channel, **limits, **asked)
    if isinstance(choice, Order):
        return Entry(kind="order", options=[[i, str(i)] for i in range(choice.n)], **asked)
    named = [[option, session.game.label(view.rule, option, session.box)] for option in choice.options]
    weighed: dict[str, Any] = {}
    if choice.weight is not None:
        limits = {"low": choice.low, "high": choice.high, "unit": session.game.UNIT}
        weighed = {"weights": list(choice.weight), **limits}
    counts = {"least": choice.least, "most": choice.most, "offered": list(choice.offered)}
    return Entry(kind="several", options=named, **counts, **weighed, **asked)


def _hint(choice: Amount | Several | Order) -> str:
    """Return the limits in words; where something is offered, it shows them, and the reason is enough."""
    if isinstance(choice, Several) and choice.offered and choice.because:
        return f"{choice.because[:1].upper()}{choice.because[1:]}."
    return str(choice)


def read(view: View, choice: Choice, raw: str | list[int | str]) -> object:
    """Return what was typed or chosen as an answer; raises IllegalMove for what is no whole number."""
    if isinstance(raw, list):
        return tuple(raw)
    try:
        return whole(raw)
    except ValueError as wrong:
        raise IllegalMove(view.rule, str(wrong), str(choice)) from None


def refused_words(session: Session, refused: IllegalMove) -> str:
    """Return a refusal as HTML: why, what is allowed instead, and the rule that says so."""
    said = sentence(session.game, refused.rule, session.box)
    return (
        f'<div class="mm-refusal" role="alert"><b>Not possible.</b> {escape(refused.why)} '
        f"<b>Allowed:</b> {escape(refused.allowed)}.<br><small>Rule {refused.rule}: {escape(said)}</small></div>"
    )


def _html(text: str, css: str = "mm-question") -> widgets.HTML:
    return widgets.HTML(f'<div class="{css}">{text}</div>')
