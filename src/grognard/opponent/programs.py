"""Two programs: `random` does anything legal; `greedy` does what leaves its side best off by the game's own measure.

A program is given the position as its side sees it, and either nothing (give an order) or a question (choose).
"""

from collections.abc import Callable
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import msgspec

from grognard.play.drawn import Made, Orders
from grognard.play.game import BoardGame
from grognard.umpire import Chance, Choose, Done, Enumerator, Open, after

Program = Callable[[BoardGame[Any], Any, Choose[Any] | None, Random], Any]

# How many of the orders a piece is offered a program looks at: attacks by every group of units are many.
LOOK = 40


def random_play(game: BoardGame[Any], seen: Any, choice: Choose[Any] | None, rng: Random) -> Any:
    """Choose anything: an actor among those that have orders, then one of its orders."""
    if choice is not None:
        return rng.choice(choice.options)
    actors = game.actors(seen)
    while actors:
        actor = actors.pop(int(rng.random() * len(actors)))
        orders = game.orders(seen, actor)
        if not isinstance(orders, Orders):
            orders = Made(tuple(orders))
        if (order := orders.draw(rng)) is not None:
            return order
    raise ValueError("a side to move has no order to give")


def greedy(game: BoardGame[Any], seen: Any, choice: Choose[Any] | None, rng: Random) -> Any:
    """Give the order with the best expected measure, worked out exactly over its dice.

    Orders are compared piece by piece with doing nothing: the first piece that gains by an order moves, and who is
    looked at first is drawn by lot. Of the
    options within an order it takes the first, as its expectation assumes.
    """
    if choice is not None:
        return choice.options[0]
    side = game.to_move(seen)
    assert side is not None  # noqa: S101 - a program is asked only while its side is to move
    now = game.measure(seen, side)
    *actors, end = game.actors(seen)
    rng.shuffle(actors)
    for actor in actors:
        best, gain = None, 1e-9
        for order in islice(game.orders(seen, actor), LOOK):
            value = expected(game, seen, order, side) - now
            if value > gain:
                best, gain = order, value
        if best is not None:
            return best
    return next(iter(game.orders(seen, end)))


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
