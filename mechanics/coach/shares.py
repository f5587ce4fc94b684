"""Who wins a game: all of it, or a share of it with those who are level."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def win_share(mine: Any, best: Any) -> NDArray[np.float64]:
    """Return 1 where my score is above the best rival's, ½ where they are level, 0 below; any shapes that fit."""
    return np.where(np.asarray(mine) > best, 1.0, np.where(np.asarray(mine) == best, 0.5, 0.0))
