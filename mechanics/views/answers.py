"""Any answer of any game in a few words, as it is named on its button."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mechanics.table import Answer, Game


def said(game: Game, rule: str, answer: Answer, box: Any, amount: bool) -> str:
    """Return an answer to a question of this rule in words.

    amount: whether a whole number is an amount (else it names an option)."""
    if isinstance(answer, tuple):
        many = Counter(_option(game, rule, part, box) for part in answer)
        return ", ".join(words if n == 1 else f"{n} × {words}" for words, n in many.items()) or "none"
    if amount and isinstance(answer, int):
        return f"{answer} {game.UNIT}"
    return _option(game, rule, answer, box)


def _option(game: Game, rule: str, option: Any, box: Any) -> str:
    return game.label(rule, option, box).partition(":")[0]


def different(names: list[str]) -> list[str]:
    """Return the names with a number behind those that stand for several answers.

    >>> different(["tea", "silk", "tea"])
    ['tea (1)', 'silk', 'tea (2)']"""
    total, seen = Counter(names), Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} ({seen[name]})" if total[name] > 1 else name)
    return found
