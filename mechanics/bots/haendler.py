"""Robots for Die Händler."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.table import Strategy

ROBOTS: Mapping[str, Strategy] = {}
