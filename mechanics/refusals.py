"""Why an answer is not one of those allowed, as a sentence that says by how much."""

from __future__ import annotations

from collections import Counter

from mechanics.choices import Amount, Choice, OneOf, Option, Several


def whats_wrong(choice: Choice, answer: object) -> str:
    """Say in a sentence why this answer is not in the choice."""
    if isinstance(choice, Amount) and type(answer) is int:
        return _amount_wrong(choice, answer)
    if isinstance(choice, OneOf | Several) and (why := _closed(choice, answer)):
        return why
    if isinstance(choice, Several) and isinstance(answer, tuple) and (why := _several_wrong(choice, answer)):
        return why
    if isinstance(choice, Amount):
        return f"{answer!r} is not a whole number."
    return f"{_shown(answer)} is not possible here."


def _closed(choice: OneOf | Several, answer: object) -> str:
    """Return why one of the options of the answer is closed now, if the choice says so."""
    options = answer if isinstance(answer, tuple) else (answer,)
    return next((why for option, why in choice.closed if option in options and option not in choice.options), "")


def _several_wrong(choice: Several, answer: tuple[object, ...]) -> str:
    """Say what is missing first: to be told of too few coins helps more than of too few cards."""
    weighed = choice.weight is not None and not Counter(answer) - Counter(choice.options)
    if weighed and (short := _too_light(choice, answer)):  # type: ignore[arg-type]
        return short
    if not choice.least <= len(answer) <= choice.most:
        return f"{len(answer)} chosen is too {'few' if len(answer) < choice.least else 'many'}."
    return _too_heavy(choice, answer) if weighed else ""  # type: ignore[arg-type]


def _too_light(choice: Several, answer: tuple[Option, ...]) -> str:
    """Say by how much a selection is too light, "" if it is not."""
    total = max(choice.weighed(answer))[0]
    if choice.low is None or total >= choice.low:
        return ""
    return f"{total} together is {choice.low - total} less than {choice.low}."


def _too_heavy(choice: Several, answer: tuple[Option, ...]) -> str:
    """Say by how much a selection is too heavy, or that it holds more than is needed."""
    total, lightest = max(choice.weighed(answer))
    if choice.high is not None and total > choice.high:
        return f"{total} together is {total - choice.high} more than {choice.high}."
    return f"Of {total} together the smallest, {lightest}, can be left out."


def _amount_wrong(choice: Amount, answer: int) -> str:
    if answer > choice.high:
        return f"{answer} is {answer - choice.high} more than {choice.high}."
    if answer < choice.low:
        return f"{answer} is {choice.low - answer} less than {choice.low}."
    return f"{answer} is not a step of {choice.step}."


def _shown(answer: object) -> str:
    if isinstance(answer, tuple):
        return " and ".join(map(str, answer)) or "nothing"
    return f"“{answer}”"
