# SPDX-License-Identifier: Apache-2.0
"""Two programs: `random` does anything legal; `greedy` does what leaves its side best off by the game's evaluation.

A program is given the position as its side sees it, and either None (give an order) or a pending choice in the
middle of an order (choose). The position is always the one before the order.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from random import Random
from typing import Any, TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.loop import Dice, acts
from grognard.play.order_sets import AllOf, Orders
from grognard.play.table import Table
from grognard.play.visibility import as_seen, asked_as_seen
from grognard.umpire import Answer, Choose, Enumerator, Rule, answer_to, rest

P = TypeVar("P", bound=msgspec.Struct)


class PendingChoice(msgspec.Struct, frozen=True):
    """A choice in the middle of an order: the order, the answers so far, and the options."""

    order: msgspec.Struct
    answers: tuple[Answer, ...]
    choice: Choose[Any]


Program = Callable[[BoardGame[Any], Any, PendingChoice | None, Random], Any]

# How many attacks on a hex a program looks at: there can be very many groups of units.
MOST_ORDERS = 40


def decision(program: Program, table: Table[Any], rng: Random) -> Any:
    """Let a program decide for the side that must act. It is given what that side sees, and nothing else."""
    game: Any = table.game
    ask, entry = table.asked, table.in_hand
    if isinstance(ask, Choose) and entry is not None:
        pending = PendingChoice(entry.order, entry.answers, asked_as_seen(ask, ask.side))
        return program(game, as_seen(table.position, ask.side), pending, rng)
    return program(game, as_seen(table.position, game.rules.to_move(table.position)), None, rng)


def self_play(table: Table[P], program: Program, rng: Random) -> Iterator[Table[P]]:
    """Let one program play all sides to the end of a game, and yield the table after each act."""
    return acts(table, lambda now: decision(program, now, rng), Dice(rng))


def random_play(game: BoardGame[Any], seen: Any, pending: PendingChoice | None, rng: Random) -> Any:
    """Choose at random: an actor among those that have orders, then one of its orders."""
    if pending is not None:
        return rng.choice(pending.choice.options)
    actors = game.rules.actors(seen)
    while actors:
        actor = actors.pop(int(rng.random() * len(actors)))
        orders = game.rules.orders(seen, actor)
        if not isinstance(orders, Orders):
            orders = AllOf(tuple(orders))
        if (order := orders.draw(rng)) is not None:
            return order
    raise ValueError("a side to move has no order to give")


def greedy(game: BoardGame[Any], seen: Any, pending: PendingChoice | None, rng: Random) -> Any:
    """Give the order, or choose the option, with the best expected evaluation, exact over the dice.

    Orders are compared piece by piece with doing nothing: the first piece that gains by an order moves, and the
    pieces are tried in random sequence. Attacks compete for the same units, so they are tried by the value of the
    first, which has all units that can take part. `expected` says what is assumed about choices that follow an
    order or an option.
    """
    if pending is not None:
        return best_option(game, seen, pending)
    side = game.rules.to_move(seen)
    assert side is not None  # noqa: S101 - a program is asked only while its side is to move
    current_value = game.evaluation.measure(seen, side)
    *actors, end = game.rules.actors(seen)
    rng.shuffle(actors)
    if game.view.battles(seen):
        actors.sort(key=lambda actor: _promise(game, seen, actor, side), reverse=True)
    for actor in actors:
        best, gain = None, 1e-9
        orders = game.rules.orders(seen, actor)
        for order in orders.sample(MOST_ORDERS) if isinstance(orders, Orders) else orders:
            value = expected(game, partial(game.rules.carry_out, seen, order), side) - current_value
            if value > gain:
                best, gain = order, value
        if best is not None:
            return best
    return next(iter(game.rules.orders(seen, end)))


def _promise(game: BoardGame[Any], seen: Any, actor: str, side: Side) -> float:
    first = next(iter(game.rules.orders(seen, actor)), None)
    return -inf if first is None else expected(game, partial(game.rules.carry_out, seen, first), side)


def best_option(game: BoardGame[Any], seen: Any, pending: PendingChoice) -> Any:
    """Return the option with the best expected evaluation, the first of equals.

    If something hidden led to the question, what the side sees does not lead to it; then nothing can be foreseen,
    and the first option is taken.
    """
    choice = pending.choice

    def value(option: Any) -> float:
        answers = (*pending.answers, answer_to(choice, option))
        return expected(game, lambda: rest(game.rules.carry_out(seen, pending.order), answers), choice.side)

    try:
        return max(choice.options, key=value)
    except GrognardError:
        return choice.options[0]


def expected(game: BoardGame[Any], rule: Callable[[], Rule[Any]], side: Side) -> float:
    """Return the expected evaluation after a rule, exact over its dice.

    For its own options on the way, a side is assumed to choose always the first, or always the last (such as no
    advance), whichever is better; the other side always chooses the first.
    """
    asked = False

    def mean(own: int) -> float:
        def chosen(choice: Choose[Any]) -> Any:
            nonlocal asked
            asked = asked or choice.side == side
            return choice.options[own if choice.side == side else 0]

        chance = Enumerator(chosen).work_out(rule)
        return (
            sum(game.evaluation.measure(position, side) * weight for position, weight in chance.weights())
            / chance.total
        )

    first = mean(0)
    return max(first, mean(-1)) if asked else first


PROGRAMS: dict[str, Program] = {"random": random_play, "greedy": greedy}
