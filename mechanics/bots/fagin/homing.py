"""How urchins of Fagin's Gang are brought home: which, when it pays, and the cubes that are kept for it."""

from __future__ import annotations

from collections import Counter

from mechanics.bots.fagin.habits import (
    GOODS,
    MARKET,
    MONEY,
    TAKE,
    URCHINS,
    choose,
    enter,
    loot,
    standing,
    stealable,
    stop,
)
from mechanics.bots.fagin.hopes import BUY, SELL, gains, good_of, market_gain, turns_left
from mechanics.choices import Several
from mechanics.games.fagin import Board
from mechanics.table import Answer, Option, Seat

FAGIN = "Fagin"
TOGETHER = 3  # spaces that urchins go in one action, all together, before it is worth the action


def to_end(board: Board, space: int) -> int:
    """Return how many spaces it is to the nearer end of a place."""
    return min(space, board.box.spaces - 1 - space)


def travellers(board: Board, seat: Seat) -> list[tuple[int, int]]:
    """Return place and space of the urchins that are to come home, as many as are needed, nearest to an end first."""
    still = max(0, board.box.home_needed - board.home[seat])
    return sorted(standing(board, seat), key=lambda one: to_end(board, one[1]))[:still]


def missing_urchins(board: Board, seat: Seat) -> bool:
    """Say whether fewer are on their way or home than are needed."""
    return len(standing(board, seat)) + board.home[seat] < board.box.home_needed


def pays(board: Board, seat: Seat) -> bool:
    """Say whether enough urchins may still come home: there are rounds to enter, to walk to an end, and to leave."""
    walk = any(to_end(board, space) for _, space in travellers(board, seat))
    return 1 + walk + 2 * missing_urchins(board, seat) <= turns_left(board) + 1


def needs(board: Board, seat: Seat) -> Counter[int]:
    """Return how many cubes of each good the way home of the travellers costs."""
    box, found = board.box, Counter[int]()
    for place, space in travellers(board, seat):
        found[place] += box.step_costs * to_end(board, space) + box.leaving_costs
    return found


def missing(board: Board, seat: Seat) -> Counter[int]:
    """Return how many cubes of each good are still missing for the way home."""
    return needs(board, seat) - Counter(dict(enumerate(board.hands[seat])))


def reach(board: Board, seat: Seat, place: int, space: int) -> int:
    """Return how many spaces an urchin can go towards the end with the cubes that its owner has."""
    return min(to_end(board, space), board.hands[seat][place] // max(1, board.box.step_costs))


def can_leave(board: Board, seat: Seat, place: int, space: int) -> bool:
    """Say whether an urchin stands at an end and its owner can pay what leaving costs, and Fagin."""
    able = board.hands[seat][place] >= board.box.leaving_costs and board.purses[seat] >= board.box.fagin_fee
    return able and not to_end(board, space)


# --- what is done -----------------------------------------------------------------------------------------------------


def act(board: Board, seat: Seat, options: tuple[Option, ...]) -> Answer:
    """Send urchins out, and on their way as soon as it is a good way; till then gather cubes by market or theft."""
    if not pays(board, seat):
        return choose(board, seat, options)
    out = travellers(board, seat)
    way = [reach(board, seat, *one) + 2 * can_leave(board, seat, *one) for one in out]
    goes = missing_urchins(board, seat) or sum(way) >= TOGETHER or all(way) or (any(way) and turns_left(board) < 2)
    room = sum(board.hands[seat]) < board.box.hand_limit
    worth: dict[Option, float] = {
        URCHINS: 1e9 * goes,
        MARKET: market_gain(board, seat) + bill(board, seat),
        GOODS: 2 * loot(board, out) * room,
        MONEY: float(sum(stealable(board, seat, *one) for one in out)),
    }
    return max(options, key=lambda option: worth.get(option, 0.0))


def bill(board: Board, seat: Seat) -> int:
    """Return what the needed cubes cost that can be bought now, the cheapest first."""
    left = board.purses[seat]
    for good, many in sorted(missing(board, seat).items(), key=lambda pair: board.prices[pair[0]]):
        price = board.prices[good]
        left -= price * min(many, board.stock[good], left // max(1, price))
    return board.purses[seat] - left


def deal(board: Board, seat: Seat, options: tuple[Option, ...]) -> Answer:
    """Buy what is needed, the cheapest first; else make the best trade of the rest, and keep Fagin's fee."""
    trades = [one for one in map(str, options) if one.startswith((BUY, SELL)) and spared(board, seat, one)]
    lacks, number = missing(board, seat), board.box.number
    buys = {one: number[one.removeprefix(BUY)] for one in trades if one.startswith(BUY)}
    wanted = [one for one, good in buys.items() if lacks[good]]
    if wanted:
        return min(wanted, key=lambda one: board.prices[buys[one]])
    gained = {one: gain for one, gain in gains(board, trades).items() if gain > 0}
    return max(gained, key=lambda one: gained[one], default=stop(options))


def spared(board: Board, seat: Seat, option: str) -> bool:
    """Say whether a trade leaves what is needed: cubes, Fagin's fee for who stands at an end, room in the hand."""
    good = board.box.number[option.split(" ")[1]]
    if option.startswith(SELL):
        return board.hands[seat][good] > needs(board, seat)[good]
    fee = board.box.fagin_fee * any(not to_end(board, space) for _, space in travellers(board, seat))
    room = sum(board.hands[seat]) < board.box.hand_limit or missing(board, seat)[good] > 0
    return room and board.purses[seat] - board.prices[good] >= fee


def send(board: Board, seat: Seat, options: tuple[Option, ...]) -> Answer:
    """Name the urchin that leaves, or the one that goes furthest; else let a new one in while some are missing."""
    way = {
        f"{board.box.places[one[0]]} {one[1]}": reach(board, seat, *one) + 99 * can_leave(board, seat, *one)
        for one in travellers(board, seat)
    }
    best = max(options, key=lambda option: way.get(str(option), 0))
    if way.get(str(best)):
        return best
    return enter(board, options) if missing_urchins(board, seat) else stop(options)


def goal(board: Board, options: tuple[Option, ...]) -> Answer:
    """Go home, or as near to an end as the cubes reach."""
    spaces = [option for option in options if isinstance(option, int)]
    return FAGIN if FAGIN in options else min(spaces, key=lambda space: to_end(board, space), default=options[0])


def steal(board: Board, seat: Seat, options: tuple[Option, ...]) -> Answer:
    """Take what is there, first with the urchin who gets most of what is missing."""
    lacks = missing(board, seat)

    def worth(option: Option) -> int:
        good = good_of(str(option), board.box)
        return -1 if good < 0 else board.box.loot(int(str(option).rpartition(" ")[2])) * (1 + lacks.get(good, 0))

    return TAKE if TAKE in options else max(options, key=worth)


def give_up(board: Board, seat: Seat, asked: Several) -> Answer:
    """Give up what is not needed, the cheapest first."""
    left, order = needs(board, seat), []
    for i, option in enumerate(asked.options):
        good = board.box.number[str(option)]
        left[good] -= 1
        order.append((left[good] >= 0, board.prices[good], i))
    return tuple(asked.options[i] for i in sorted(i for *_, i in sorted(order)[: asked.least]))  # type: ignore[return-value]
