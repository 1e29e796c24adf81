"""Orders that nobody offered: of the past, altered, or nonsense. Good only to see them refused."""

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.play.log import plain
from grognard.play.step_checks import Moment, convert

NONSENSE: dict[type, tuple[Any, ...]] = {
    str: ("", "9999", "0000", "nobody", "hier"),
    list: ([], ["nobody"], ["", ""]),
    int: (-1, 0, 10**9),
    bool: (True, False),
}
Plain = dict[str, Any]


def strange_orders(moment: Moment) -> Iterator[msgspec.Struct]:
    """Draw some orders that may not be given, or that might be by chance."""
    rng = moment.rng
    past = [plain(entry.order) for entry in moment.after.log.entries[-200:]]
    now = [plain(order) for order in moment.sampled(orders=1)]
    drawn = [rng.choice(past) for _ in range(2) if past]
    pool = drawn + now
    drawn += [_crossed(moment, pool) for _ in range(2) if pool]
    drawn += [_spoiled(moment, pool) for _ in range(2) if pool]
    for each in drawn:
        try:
            yield convert(moment.game, each)
        except msgspec.ValidationError:
            continue  # no order at all: the table never gets to see it


def _crossed(moment: Moment, pool: list[Plain]) -> Plain:
    """Put a part of one order into another."""
    one, other = dict(moment.rng.choice(pool)), moment.rng.choice(pool)
    shared = sorted(name for name in one if name in other and name != "type")
    if shared:
        name = moment.rng.choice(shared)
        one[name] = other[name]
    return one


def _spoiled(moment: Moment, pool: list[Plain]) -> Plain:
    """Put nonsense into an order."""
    order = dict(moment.rng.choice(pool))
    names = sorted(name for name, value in order.items() if name != "type" and type(value) in NONSENSE)
    if names:
        name = moment.rng.choice(names)
        order[name] = moment.rng.choice(NONSENSE[type(order[name])])
    return order


def same(order: msgspec.Struct) -> tuple[Any, ...]:
    """Return what makes an order what it is: in a list of units it does not matter who is named first."""
    return tuple(
        (name, tuple(sorted(map(repr, value))) if isinstance(value, list) else value)
        for name, value in sorted(plain(order).items())
    )


def is_offered(moment: Moment, order: msgspec.Struct) -> bool:
    """Say whether an order is among those offered. Only offers of pieces or hexes it names are looked through.

    Who goes somewhere together is offered the way one by one.
    """
    units, to = getattr(order, "units", ()), getattr(order, "to", "")
    if to and len(units) > 1:
        return all(is_offered(moment, msgspec.structs.replace(order, units=(unit,))) for unit in units)
    wanted, words = same(order), {"", *_words(plain(order))}
    return any(
        same(each) == wanted
        for actor in moment.actors
        if actor in words
        for each in moment.game.rules.orders(moment.position, actor)
    )


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)
