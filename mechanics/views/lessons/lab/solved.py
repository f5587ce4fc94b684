"""Equilibria as the lab speaks of them: found once, with what they bring, their regret, and what stays with whom."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any

from mechanics import equilibria
from mechanics.charts.theme import number, signed
from mechanics.equilibria import Equilibrium
from mechanics.views.lessons.lab.rules import Setting

SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@lru_cache(maxsize=1024)
def solved(setting: Setting) -> tuple[Equilibrium, ...]:
    """Return what `equilibria.solve` finds, found once for each setting. Raises ValueError where nothing is found."""
    return tuple(equilibria.solve(setting.auction, setting.worths, setting.bidders))


def regret_words(regret: Any) -> str:
    """Return a regret as a number with its exactness (HTML)."""
    if isinstance(regret, int | Fraction):
        return f"exactly {regret}" if regret.denominator < 1000 else f"{number(float(regret))} (in exact fractions)"
    if abs(regret) >= 5e-4:
        return number(regret)
    if regret <= 0:
        return "0 (but for rounding)"
    mantissa, power = f"{regret:.0e}".split("e")
    return f"{mantissa} · 10{str(int(power)).translate(SUPERSCRIPT)}{' (rounding)' if regret < 1e-9 else ''}"


def found_words(equilibrium: Equilibrium) -> str:
    """Return how complete the list is from which an equilibrium comes, as a line of its own (HTML)."""
    found = escape(equilibrium.found)
    return f"<br><small>{found[:1].upper()}{found[1:]}.</small> " if found else ""


def facts(equilibrium: Equilibrium, more: str = "") -> str:
    """Return what an equilibrium brings to whom, its regret, more, and how complete the search was (HTML)."""
    payoff, revenue = float(equilibrium.payoff[0]), float(equilibrium.revenue)
    return (
        f"Each bidder gains <b>{signed(round(payoff, 3))}</b> on average, the seller gets "
        f"<b>{number(round(revenue, 2))}</b>. Regret: <b>{regret_words(equilibrium.regret)}</b>."
        f" {more}{found_words(equilibrium)}"
    )


def kept(setting: Setting, equilibrium: Equilibrium) -> str:
    """Say why whole bids bring the seller another sum than theory: what bidders keep, and what nobody gets (HTML)."""
    total, n = sum(setting.worth), setting.bidders
    payoff, revenue = round(float(equilibrium.payoff[0]), 3), float(equilibrium.revenue)
    lost = round(total - revenue - n * float(equilibrium.payoff[0]), 3)
    if abs(payoff) < 5e-4 and abs(lost) < 5e-4:
        return f"Here bidders keep nothing on average: the seller gets all that there is, {total}."
    unsold = f" − {number(lost)} that nobody wins" if abs(lost) >= 5e-4 else ""
    keeps = f"Steps of a whole scudo leave each of the {n} bidders {number(payoff)} on average"
    if len(setting.worth) == n:
        gift = f"the last prize, {setting.worth[-1]}, goes to somebody without a fight"
        keeps = f"Each of the {n} bidders keeps {number(payoff)} on average, for {gift} and bids go in whole scudi"
    return f"{keeps}: {total} − {n} × {number(payoff)}{unsold} = <b>{number(round(revenue, 2))}</b> for the seller."
