"""Robots for Traders of Osaka, by name; the general ones play it, too."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.table import Strategy

ROBOTS: Mapping[str, Strategy] = {}
