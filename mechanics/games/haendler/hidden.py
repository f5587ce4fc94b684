"""What a seat cannot know in Die Händler, dealt anew: the red stack, and who holds which green cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mechanics.games.haendler.state import Influence, Table, replace
from mechanics.table import Rng, Seat

TRIES, EXCHANGES = 30, 12


def redeal(table: Table, seat: Seat, rng: Rng) -> Table:
    """Return the table with its hidden cards as they may well be for this seat, each way equally likely.

    Purses stay as they are: every payment is open, so they are known to whoever keeps count. The red stack is shuffled.
    Green cards: a seat that chooses one has seen the stack, so it knows which cards the others took between two of its
    own choices, but not who took which; and a card that has been played was in its player's hand."""
    if not table.greens:
        return table
    red_deck = tuple(table.red_deck[i] for i in rng.permutation(len(table.red_deck)))
    table = replace(table, red_deck=red_deck)
    groups = list(unknown(table, seat))
    for _ in range(TRIES):
        cards = _mixed(table, groups, rng)
        if _possible(table, cards):
            return _laid(table, cards)
    return _laid(table, _exchanged(table, groups, rng))


def unknown(table: Table, seat: Seat) -> Iterator[list[int]]:
    """Yield the groups of green cards that this seat cannot tell apart.

    A number is a place in `influence` (a card that another took), or beyond its end a place in the stack."""
    group: list[int] = []
    for place, step in enumerate(table.influence):
        if step.does == "takes" and step.seat != seat:
            group.append(place)
        elif step.does == "takes" and table.box.influence_pick == "choose":
            yield group
            group = []
    yield group + [len(table.influence) + i for i in range(len(table.green_stack))]


def _mixed(table: Table, groups: Sequence[Sequence[int]], rng: Rng) -> list[str]:
    """Return the cards of all steps of `influence`, then of the stack, those of each group shuffled."""
    cards = [step.card for step in table.influence] + list(table.green_stack)
    mixed = list(cards)
    for group in groups:
        for place, new in zip(group, rng.permutation(len(group)), strict=True):
            mixed[place] = cards[group[new]]
    return mixed


def _exchanged(table: Table, groups: Sequence[Sequence[int]], rng: Rng) -> list[str]:
    """Return the cards after many exchanges of two at random, each of which leaves them possible.

    Where many cards have been played a shuffle seldom fits; exchanges come to each way equally often in the end."""
    cards = [step.card for step in table.influence] + list(table.green_stack)
    places = [place for group in groups for place in group]
    group_of = {place: group for group in groups for place in group}
    for one in rng.permutation(places * EXCHANGES).tolist():
        other = group_of[one][int(rng.integers(len(group_of[one])))]
        cards[one], cards[other] = cards[other], cards[one]
        if not _possible(table, cards):
            cards[one], cards[other] = cards[other], cards[one]
    return cards


def _possible(table: Table, cards: Sequence[str]) -> bool:
    """Say whether every card played was in its player's hand."""
    hands = [Counter[str]() for _ in range(table.seats)]
    for step, card in zip(table.influence, cards, strict=False):
        hands[step.seat][card] += 1 if step.does == "takes" else -1
        if hands[step.seat][card] < 0:
            return False
    return True


def _laid(table: Table, cards: Sequence[str]) -> Table:
    """Return the table with these cards taken, and the rest in the stack."""
    influence = tuple(Influence(step.seat, card, step.does) for step, card in zip(table.influence, cards, strict=False))
    stack = sorted(cards[len(influence) :], key=table.box.green.index)
    return replace(table, influence=influence, greens=hands_of(table.seats, influence), green_stack=tuple(stack))


def hands_of(seats: int, influence: Sequence[Influence]) -> tuple[tuple[str, ...], ...]:
    """Return the green cards in every hand after these have been taken and played."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for step in influence:
        (hands[step.seat].append if step.does == "takes" else hands[step.seat].remove)(step.card)
    return tuple(map(tuple, hands))
