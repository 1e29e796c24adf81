"""Two programs: `random` does anything legal; `greedy` does what leaves its side best off by the game's own measure.

A program is given the position as its side sees it, and either nothing (give an order) or a question (choose).
"""

from collections.abc import Callable
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import msgspec

from grognard.play.game import BoardGame
from grognard.umpire import Chance, Choose, Done, Enumerator, Open, after

Program = Callable[[BoardGame[Any], Any, Choose[Any] | None, Random], Any]

# How many of the orders a piece is offered a program looks at: attacks by every group of units are many.
LOOK = 40


def random_play(game: BoardGame[Any], seen: Any, choice: Choose[Any] | None, rng: Random) -> Any:
    """Choose anything: an actor among those that have orders, then one of its orders."""
    if choice is not None:
        return rng.choice(choice.options)
    offers = [offer for offer in game.offers(seen) if not offer.why_not]
    while offers:
        offer = offers.pop(rng.randrange(len(offers)))
        orders = list(islice(offer.orders(), LOOK))
        if orders:
            return rng.choice(orders)
    raise ValueError("a side to move has no order to give")


def greedy(game: BoardGame[Any], seen: Any, choice: Choose[Any] | None, rng: Random) -> Any:
    """Give the order with the best expected measure, worked out exactly over its dice; ties by lot.

    Orders are compared piece by piece with doing nothing: the first piece that gains by an order moves. Decisions
    within an order are taken as they come, by their first option.
    """
    if choice is not None:
        return rng.choice(choice.options)
    side = game.to_move(seen)
    assert side is not None  # noqa: S101 - a program is asked only while its side is to move
    now = game.measure(seen, side)
    *offers, end = (offer for offer in game.offers(seen) if not offer.why_not)
    for offer in offers:
        best, gain = None, 1e-9
        for order in islice(offer.orders(), LOOK):
            value = expected(game, seen, order, side) - now
            if value > gain:
                best, gain = order, value
        if best is not None:
            return best
    return next(iter(end.orders()))


def expected(game: BoardGame[Any], seen: Any, order: msgspec.Struct, side: str) -> float:
    """Return the expected measure after an order, exactly over its dice."""
    rule = partial(game.carry_out, seen, order)
    match after(rule(), ()):
        case Done(position):
            return game.measure(position, side)
        case Open():
            chance: Chance[Any] = Enumerator().work_out(rule)
            return (
                sum(game.measure(found, side) * weight for found, weight in chance.weights()) / chance.total
            )
    raise AssertionError


PROGRAMS: dict[str, Program] = {"random": random_play, "greedy": greedy}
