"""Options: whole numbers or short strings that can be chosen, and how a choice of them reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Option = int | str
Closed = tuple[tuple[Option, str], ...]  # options that are not possible now, each with a sentence that says why

PLAIN = frozenset((int, str))


def is_option(answer: object) -> bool:
    """Say whether this is a plain whole number or string (no bool, no float, no numpy)."""
    return type(answer) is int or type(answer) is str


def are_options(answer: Iterable[object]) -> bool:
    """Say whether all of these are plain whole numbers or strings."""
    return PLAIN.issuperset(map(type, answer))


def listed(options: tuple[Option, ...]) -> str:
    """Return "a, b or c"."""
    words = [str(option) for option in options]
    if len(words) < 2:
        return words[0] if words else "nothing"
    return ", ".join(words[:-1]) + " or " + words[-1]


def repeated(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return each option once, and how often it may be chosen if that is more than once: "wine ×3"."""
    return tuple(option if many == 1 else f"{option} ×{many}" for option, many in Counter(options).items())


def reason(because: str) -> str:
    """Return " (because)", or nothing without one."""
    return f" ({because})" if because else ""
