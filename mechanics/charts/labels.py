"""Where names can stand in a chart without lying on each other (all in pixels or axis units, nothing is counted)."""

from __future__ import annotations

from collections.abc import Sequence

LETTER, LINE, AWAY = 9, 18, 14  # pixels: width of a letter, height of a line, from a point to its name
Box = tuple[float, float, float, float]


def spread(values: Sequence[float], apart: float, top: float) -> list[float]:
    """Move labels as far apart as `apart`, in the order of their values, none above `top`, none further than needed."""
    places = sorted(range(len(values)), key=lambda i: values[i])
    at = [values[i] for i in places]
    for i in range(1, len(at)):
        at[i] = max(at[i], at[i - 1] + apart)
    limit = top
    for i in reversed(range(len(at))):
        at[i] = min(at[i], limit)
        limit = at[i] - apart
    back = dict(zip(places, at, strict=True))
    return [back[i] for i in range(len(at))]


def sides(points: Sequence[tuple[float, float]], names: Sequence[str], must: Sequence[bool], width: float) -> list[str]:
    """Return for each point the side its name stands on: "right", "left", or "" where it would hide something.

    Names that `must` stand go first and stand in any case. Points are (x, y) in pixels in a plot `width` wide."""
    taken: list[Box] = []
    found = [""] * len(points)
    for i in sorted(range(len(points)), key=lambda i: not must[i]):
        boxes = {side: _box(points[i], names[i], side) for side in ("right", "left")}
        inside = [side for side, box in boxes.items() if box[0] >= 0 and box[2] <= width]
        others = [(x - 7, y - 7, x + 7, y + 7) for j, (x, y) in enumerate(points) if j != i]
        free = [side for side in inside if not any(_meet(boxes[side], box) for box in (*taken, *others))]
        found[i] = (free or (inside if must[i] else []) or [""])[0]
        if must[i] and not found[i]:
            found[i] = "right"
        if found[i]:
            taken.append(boxes[found[i]])
    return found


def _box(point: tuple[float, float], name: str, side: str) -> Box:
    x, y = point
    left = x + AWAY if side == "right" else x - AWAY - LETTER * len(name)
    return left, y - LINE / 2, left + LETTER * len(name), y + LINE / 2


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
