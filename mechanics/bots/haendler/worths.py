"""What things are worth in Die Händler: estimates that its robots share, in guilders at the prices of now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement

from mechanics import expected
from mechanics.games.haendler import Board
from mechanics.games.haendler.roads import goals, read_way, way
from mechanics.table import Answer, Seat

CREST = "crest"


def worth_in(board: Board, good: str, city: str) -> int:
    """Return what a piece earns in a city at the prices of now, in guilders: sale price and bonus."""
    box = board.box
    bonus = 0 if good in box.makes[city] else box.bonus[board.bonus[box.cities.index(city)]]
    return box.sell[board.rows[box.goods.index(good)]] + bonus


def hope(board: Board, good: str, city: str) -> int:
    """Return what a piece that is loaded in a city may earn, in guilders: the best of the cities next door."""
    return max(worth_in(board, good, goal) for goal in board.box.roads_from[city])


def price(board: Board, good: str) -> int:
    """Return what a piece costs."""
    return board.box.buy[board.rows[board.box.goods.index(good)]]


def purse(board: Board, seat: Seat) -> int:
    """Return the own money, in guilders."""
    return board.purses[seat] or 0


def ending(board: Board) -> bool:
    """Say whether the game ends with this round, wagons that have arrived and are not sold yet included."""
    return board.arrivals + len(board.arrived) >= board.end_arrivals


def coins(board: Board, amount: float) -> int:
    """Return an amount rounded down to whole coins."""
    return int(amount) // board.box.step * board.box.step


def spare(board: Board, seat: Seat) -> int:
    """Return the own money that the rank does not cost at the end of this round, in guilders."""
    return max(0, purse(board, seat) - board.box.representation[board.ranks[seat]])


def wagon_cities(board: Board) -> Counter[str]:
    """Return how many wagons stand in each city."""
    return Counter(wagon.spot.city for wagon in board.wagons if not wagon.spot.step)


def margin(board: Board, good: str) -> int:
    """Return what a piece may earn above its price, in guilders; half of it if no wagon stands where it is made."""
    here = [city for city in board.box.made_in[good] if wagon_cities(board)[city]]
    gain = max(hope(board, good, city) for city in here or board.box.made_in[good]) - price(board, good)
    return gain if here else gain // 2


def here(board: Board, seat: Seat) -> tuple[str, ...]:
    """Return the goods that a seat has in the city of the wagon that is auctioned or loaded now."""
    city = board.wagons[board.lot or 0].spot.city
    return board.stores[seat][board.box.cities.index(city)]


def three_best(board: Board, seat: Seat) -> int:
    """Return what the three best goods that a seat has here may earn, in guilders."""
    city = board.wagons[board.lot or 0].spot.city
    return sum(sorted((hope(board, good, city) for good in here(board, seat)), reverse=True)[:3])


def load_worth(board: Board, seat: Seat, lot: int, city: str) -> int:
    """Return what a seat's load on a wagon earns in a city, in guilders."""
    return sum(worth_in(board, good, city) for good in board.wagons[lot].load[seat])


def way_worth(board: Board, seat: Seat, option: str, envy: float = 0.5) -> float:
    """Return how good it is to move this wagon there: the own load less `envy` × the best other one, nearer is better.

    An empty wagon is worth the goods that wait for it there."""
    lot, goal = read_way(option)
    spot = board.wagons[lot].spot
    steps = board.box.spaces[spot.city, goal] + 1 - spot.step
    rivals = (load_worth(board, other, lot, goal) for other in range(board.seats) if other != seat)
    gain = load_worth(board, seat, lot, goal) - envy * max(rivals)
    if not any(board.wagons[lot].load):
        gain = 50 * len(board.stores[seat][board.box.cities.index(goal)])
    return gain / max(1, steps - max(board.tiles[seat]) + 1)


def best_way(board: Board, seat: Seat, envy: float = 0.5) -> tuple[int, str]:
    """Return the wagon and the city that are best to move it to, of all that may be moved."""
    lots = (lot for lot in range(len(board.wagons)) if lot not in board.arrived)
    ways = [way(lot, goal) for lot in lots for goal in goals(board.box, board.wagons[lot])]
    return read_way(max(ways, key=lambda option: way_worth(board, seat, option, envy)))


def own_pieces(board: Board, seat: Seat, waiting: float = 0.5) -> dict[str, float]:
    """Return how many pieces of each good a seat sells now; those on wagons under way count for `waiting`."""
    pieces = dict.fromkeys(board.box.goods, 0.0)
    for lot, wagon in enumerate(board.wagons):
        for good in wagon.load[seat]:
            pieces[good] += 1 if lot in board.arrived else waiting
    return pieces


def push_worth(board: Board, pieces: Mapping[str, float], pair: Sequence[str]) -> float:
    """Return what these two pointers add to the worth of the pieces, in guilders, if nobody else turns his."""
    sell, worth = board.box.sell, 0.0
    for good, pushes in Counter(pair).items():
        if good != CREST:
            row = board.rows[board.box.goods.index(good)]
            worth += pieces[good] * (sell[(row + pushes) % len(sell)] - sell[row])
    return worth


def lead(board: Board, seat: Seat, pair: Sequence[str]) -> float:
    """Return what these two pointers add to the own worth above what they add to that of the others on average."""
    gains = [push_worth(board, own_pieces(board, other), pair) for other in range(board.seats)]
    return gains[seat] - (sum(gains) - gains[seat]) / (board.seats - 1)


def best_pair(board: Board, worth: Callable[[Sequence[str]], float]) -> Answer:
    """Return the two pointers of highest worth, the crest first among equals."""
    return max(combinations_with_replacement((CREST, *board.box.goods), 2), key=worth)


def best_bid(board: Board, seat: Seat, worth: float, most: int) -> int:
    """Return the bid for loading master of highest exact worth; rivals bid any step up to `most` with equal chance.

    Ties go by the order of play, so seats count from the start player on; the lowest of several best bids."""
    step, place = board.box.step, (seat - board.first) % board.seats
    rival = dict.fromkeys(range(0, most + 1, step), step / (most + step))
    bids = range(0, min(most + step, spare(board, seat)) + 1, step)
    auction = board.box.loading_auction
    found = expected.values(auction, [worth], [rival] * (board.seats - 1), bids=bids, seat=place)
    return int(found.bid[found.value.argmax()])
