"""A class in the room: its names and bids as text, its one auction, and its file."""

from mechanics.class_data.files import CODEBOOK, FORMAT, load, save
from mechanics.class_data.lists import HIGHEST, MOST, Person, merge, parse, written
from mechanics.class_data.round import Line, Rule, revenue, score
from mechanics.class_data.theory import (
    at_random,
    counts,
    expected_counts,
    like_the_class,
    theory_revenue,
    worth_of_bids,
)

__all__ = [
    "CODEBOOK",
    "FORMAT",
    "HIGHEST",
    "MOST",
    "Line",
    "Person",
    "Rule",
    "at_random",
    "counts",
    "expected_counts",
    "like_the_class",
    "load",
    "merge",
    "parse",
    "revenue",
    "save",
    "score",
    "theory_revenue",
    "worth_of_bids",
    "written",
]
