"""Where the ends of an axis stand while the numbers on it change: still for as long as the numbers fit it."""

from __future__ import annotations

from math import ceil, floor, log10

Ends = tuple[float, float]
LOOSE = 2  # an axis moves when the numbers fill less than one in so many parts of it


def fit(now: Ends | None, low: float, high: float) -> Ends:
    """Return the ends that are there if they fit these numbers, else round ones outside, with some room.

    >>> fit(None, 30.2, 35.9), fit((30, 36), 31, 34.5), fit((30, 36), 31, 32)
    ((30, 36), (30, 36), (31, 32))"""
    if now and now[0] <= low and high <= now[1] and now[1] - now[0] <= LOOSE * (high - low):
        return now
    span = (high - low) or 1.0
    step = 10.0 ** floor(log10(span))
    step = next(part * step for part in (0.1, 0.2, 0.5, 1.0) if span / (part * step) <= 12)
    ends = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    return ends if ends[1] > ends[0] else (ends[0], ends[0] + step)
