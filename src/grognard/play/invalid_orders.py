# SPDX-License-Identifier: Apache-2.0
"""Orders that were not offered: past, altered or nonsensical ones, for checks that such orders are refused."""

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.play.log import plain
from grognard.play.step_checks import CheckedStep, convert

NONSENSE: dict[type, tuple[Any, ...]] = {
    str: ("", "9999", "0000", "nobody", "hier"),
    list: ([], ["nobody"], ["", ""]),
    int: (-1, 0, 10**9),
    bool: (True, False),
}
Plain = dict[str, Any]


def invalid_orders(step: CheckedStep) -> Iterator[msgspec.Struct]:
    """Yield some orders that are probably illegal; by chance one of them may be legal."""
    rng = step.rng
    past = [plain(entry.order) for entry in step.after.log.entries[-200:]]
    now = [plain(order) for order in step.sampled(orders=1)]
    picked = [rng.choice(past) for _ in range(2) if past]
    pool = picked + now
    picked += [_crossed(step, pool) for _ in range(2) if pool]
    picked += [_spoiled(step, pool) for _ in range(2) if pool]
    for data in picked:
        try:
            yield convert(step.game, data)
        except msgspec.ValidationError:
            continue  # not an order at all: the table never sees it


def _crossed(step: CheckedStep, pool: list[Plain]) -> Plain:
    """Put a field of one order into another."""
    one, other = dict(step.rng.choice(pool)), step.rng.choice(pool)
    shared = sorted(name for name in one if name in other and name != "type")
    if shared:
        name = step.rng.choice(shared)
        one[name] = other[name]
    return one


def _spoiled(step: CheckedStep, pool: list[Plain]) -> Plain:
    """Put nonsense into an order."""
    order = dict(step.rng.choice(pool))
    names = sorted(name for name, value in order.items() if name != "type" and type(value) in NONSENSE)
    if names:
        name = step.rng.choice(names)
        order[name] = step.rng.choice(NONSENSE[type(order[name])])
    return order


def order_key(order: msgspec.Struct) -> tuple[Any, ...]:
    """Return what identifies an order: the sequence of a list of units does not matter."""
    return tuple(
        (name, tuple(sorted(map(repr, value))) if isinstance(value, list) else value)
        for name, value in sorted(plain(order).items())
    )


def is_offered(step: CheckedStep, order: msgspec.Struct) -> bool:
    """Return whether an order is among those offered. Only offers to pieces or hexes that it names are searched.

    An order that moves several units together is offered if it is offered to each of them.
    """
    units, to = getattr(order, "units", ()), getattr(order, "to", "")
    if to and len(units) > 1:
        return all(is_offered(step, msgspec.structs.replace(order, units=(unit,))) for unit in units)
    wanted, words = order_key(order), {"", *_words(plain(order))}
    return any(
        order_key(offered) == wanted
        for actor in step.actors
        if actor in words
        for offered in step.game.rules.orders(step.position, actor)
    )


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, list):
        for part in value:
            yield from _words(part)
