"""Where every random draw of a game comes from: a generator, or dice, for each question to each seat."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Protocol
from zlib import crc32

import numpy as np
from numpy.random import PCG64, Generator
from numpy.random.bit_generator import ISpawnableSeedSequence
from numpy.typing import DTypeLike, NDArray

Seat = int
NATURE: Seat = -1
Rng = Generator

WORD, AT_ONCE = 128, 4  # bits that dice begin with; questions that one hash serves
FIRST, DIGEST, ENOUGH = 1 << WORD, WORD * AT_ONCE, 1 << 64  # above these; bits of a hash; least that is still split up
FRACTION, UNITS = 53, 1 << 53  # bits of a float from 0 to 1
WORDS = 1 << 32  # what numpy seeds a generator with lies below


class Luck(Protocol):
    """What it takes to pick at random: a numpy Generator has it, and so have Dice."""

    def random(self) -> float:
        """Return a number from 0 to 1 (not 1 itself)."""

    def integers(self, high: int, /) -> Any:
        """Return a whole number from 0 to high − 1, uniformly."""

    def permutation(self, x: int, /) -> Any:
        """Return the numbers 0 … x − 1 in any order, uniformly."""


class Dice:
    """Luck read off one large number, the key, which a hash has made; made in a tenth of a numpy Generator's time.

    A throw takes the remainder and leaves the quotient; as soon as that is below 2⁶⁴ a hash adds to it, so that no
    number below a million is favoured by more than one in 10¹³."""

    __slots__ = ("_key", "_left")

    def __init__(self, key: int) -> None:
        self._key = self._left = key

    def integers(self, high: int, /) -> int:
        """Return a whole number from 0 to high − 1, uniformly; raises ValueError if there is none."""
        if high < 1:
            raise ValueError(f"There is no whole number from 0 to {high - 1}.")
        left, thrown = divmod(self._left, high)
        self._left = left if left >= ENOUGH else self._more(left)
        return thrown

    def random(self) -> float:
        """Return a number from 0 to 1 (not 1 itself)."""
        left, thrown = self._left >> FRACTION, self._left & UNITS - 1
        self._left = left if left >= ENOUGH else self._more(left)
        return thrown / UNITS

    def permutation(self, x: int, /) -> list[int]:
        """Return the numbers 0 … x − 1 in any order, uniformly."""
        order, left = list(range(x)), self._left
        for many in range(x, 1, -1):  # the same as throwing each, without a call for each
            left, other = divmod(left, many)
            order[many - 1], order[other] = order[other], order[many - 1]
            if left < ENOUGH:
                left = self._more(left)
        self._left = left
        return order

    def _more(self, left: int) -> int:
        bits = WORD if self._key < FIRST else DIGEST
        self._key = _hashed(self._key.to_bytes(bits // 8, "little"))
        return left << DIGEST | self._key


def _hashed(key: bytes) -> int:
    return int.from_bytes(blake2b(key).digest(), "little")


class Key(ISpawnableSeedSequence):
    """What a robot's generator is seeded with: a hash, made in a fifth of the time of numpy's own seeds."""

    def __init__(self, said: str) -> None:
        self.said, self.children = said, 0

    def generate_state(self, n_words: int, dtype: DTypeLike = np.uint32) -> NDArray[Any]:
        """Return so many words, up to 64 bytes of them."""
        return np.frombuffer(blake2b(self.said.encode()).digest(), dtype, n_words)

    def spawn(self, n_children: int) -> list[Key]:
        """Return the keys of further generators, other ones each time."""
        first, self.children = self.children, self.children + n_children
        return [Key(f"{self.said} {child}") for child in range(first, self.children)]


class Chance:
    """Where every random draw of one game comes from: the same seed and the same question give the same draw.

    A draw is keyed by seed, number of the game in its match, rule id and how often that rule has asked before,
    so that neither a loan nor an undo rolls again."""

    def __init__(self, seed: int, number: int = 0) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**32:
            raise ValueError(f"A seed is a whole number from 0 to {2**32 - 1}; {seed!r} is not.")
        self.seed, self.number = seed, number
        self.asked: dict[tuple[str, Seat], int] = {}
        self._keys: dict[tuple[str, Seat], list[int]] = {}
        self._game = f"{seed} {number}"

    def draw(self, rule: str, seat: Seat = NATURE) -> Rng:
        """Return the generator for this question to nature or to the robot on this seat."""
        count = self.asked.get((rule, seat), 0)
        if seat == NATURE:
            words = [self.seed, self.number, crc32(rule.encode()), count]
            # The stream is that of the plain list; numpy reads an array of its own words in half the time.
            return np.random.default_rng(np.array(words, dtype=np.uint32) if self.number < WORDS else words)
        return Generator(PCG64(Key(f"{self.seed} {self.number} {rule} {seat} {count} drawn")))  # type: ignore[arg-type]

    def dice(self, rule: str, seat: Seat) -> Dice:
        """Return the dice for this question to a robot that looks at nothing but what is allowed.

        They are made in less time than a generator, and such a robot takes no longer for all the rest. One hash serves
        `AT_ONCE` questions."""
        asked = rule, seat
        block, at = divmod(self.asked.get(asked, 0), AT_ONCE)
        keys = self._keys.get(asked) or self._keys.setdefault(asked, [])
        while len(keys) <= block:
            keys.append(_hashed(f"{self._game} {rule} {seat} {len(keys)}".encode()))
        return Dice(keys[block] >> WORD * at & FIRST - 1)

    def count(self, rule: str, seats: Iterable[Seat]) -> None:
        """Count a question that these seats have answered."""
        times = self.asked
        for seat in seats:
            asked = rule, seat
            times[asked] = times.get(asked, 0) + 1
