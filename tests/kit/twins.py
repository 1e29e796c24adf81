"""Twins: positions that a side cannot tell apart. Whatever it may not see is drawn anew, within the rules of the game."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from grognard.games.jarama.features import Feature
from grognard.games.jarama.position import Work

Twin = Callable[[Any, Any, str, Random], Any]


def iron_curtain(game: Any, position: Any, side: str, rng: Random) -> Any:
    """Deal out anew who lies beneath the enemy's stacks, in which order, with how many steps, and in supply or not.

    While the enemy moves, what his units have spent, where they began and who has fought is drawn anew too.
    """
    scenario = game.scenario
    enemies = [unit for unit in scenario.units if unit.side != side]
    tops = [unit.number for unit in enemies if unit.number in position.tops()]
    beneath = [u for u in enemies if position.at[u.number] >= 0 and u.number not in tops]
    at, hurt, short = list(position.at), list(position.hurt), set(position.short)
    room = {at[number]: scenario.stacking - 1 for number in tops}
    for unit in rng.sample(beneath, len(beneath)):
        there = rng.choice([each for each, left in room.items() if left])
        room[there] -= 1
        at[unit.number], hurt[unit.number] = there, rng.randrange(unit.steps)
        short = short ^ {unit.number} if rng.random() < 0.5 else short
    numbers = [unit.number for unit in enemies]
    below = [number for number in numbers if number not in tops]
    order = (
        *rng.sample(tops, len(tops)),
        *(number for number in position.order if number not in numbers),
        *rng.sample(below, len(below)),
    )
    changed = replace(position, at=tuple(at), hurt=tuple(hurt), order=order, short=frozenset(short))
    return changed if position.now.side == side else _busy(changed, numbers, rng)


def _busy(position: Any, numbers: list[int], rng: Random) -> Any:
    on_map = [number for number in numbers if position.at[number] >= 0]
    moving = position.now.name in ("movement", "exploitation")
    spent, began = list(position.spent), list(position.began)
    for number in on_map:
        spent[number] = rng.choice((0, 0, 12)) if moving else 0
        began[number] = position.at[rng.choice(on_map)]
    some = frozenset(number for number in on_map if rng.random() < 0.2)
    acted = some if position.now.name != "strikes" else frozenset()
    barred = some if position.now.name == "exploitation" else frozenset()
    return replace(position, spent=tuple(spent), began=tuple(began), acted=acted, barred=barred)


def jarama(game: Any, position: Any, side: str, rng: Random) -> Any:
    """Deal the enemy's units out anew over the hexes he holds, but for those that are known to stand where they do.

    What is known of a hex as a whole stays true of it; what the units spent and did, and which formations are and were
    active, is drawn anew too, and so are the states and points of those that are not known.
    """
    scenario, known = game.scenario, position.knows(side)
    enemies = [unit for unit in scenario.units if unit.side != side]
    seen = {each.unit for each in known.sightings if each.fresh}
    numbers = [unit.number for unit in enemies]
    at = list(position.at)
    # Only hexes of which at most the number is known are dealt out; their numbers stay.
    reports = {each.at: each for each in known.reports if each.fresh}
    closed = {there for there, each in reports.items() if each.points is not None or each.kinds is not None}
    loose = [n for n in numbers if at[n] >= 0 and n not in seen and at[n] not in closed]
    if position.phase == "deployment":
        return _set_up_anew(game, position, side, rng)
    places = rng.sample([at[n] for n in loose], len(loose))
    for number, there in zip(loose, places, strict=True):
        at[number] = there
    hurt = list(position.hurt)
    for number in loose:
        hurt[number] = rng.randrange(scenario.units[number].points)
    changed = _done_anew(replace(position, at=tuple(at), hurt=tuple(hurt)), loose, numbers, rng)
    return _ordered_anew(game, changed, side, rng)


def _done_anew(position: Any, loose: list[int], numbers: list[int], rng: Random) -> Any:
    """Draw anew what the enemy's units did, and in what state those are that are not known."""
    on_map = [number for number in numbers if position.at[number] >= 0]
    others = [number for number in position.order if number not in numbers]
    spent = list(position.spent)
    for number in on_map:
        spent[number] = rng.choice((0, 12, 24))
    marks = {}
    for name in ("uncommanded", "stopped", "acted", "scouted", "fired"):
        some = {number for number in on_map if rng.random() < 0.3}
        marks[name] = frozenset((getattr(position, name) - set(numbers)) | some)
    for name in ("short", "disorganised", "demoralised"):
        some = {number for number in loose if rng.random() < 0.3}
        marks[name] = frozenset((getattr(position, name) - set(loose)) | some)
    order = (*others, *rng.sample(numbers, len(numbers)))
    return replace(position, spent=tuple(spent), order=order, **marks)


def _ordered_anew(game: Any, position: Any, side: str, rng: Random) -> Any:
    """Draw anew which formations of the enemy are active and were, who works, and what he knows."""
    theirs = [each.name for each in game.scenario.formations if each.side != side]
    index = 0 if side != position.first else 1
    were = frozenset(rng.sample(theirs, len(position.activated[index])))
    works = tuple(each for each in position.works if game.scenario.units[each.unit].side == side)
    for unit in game.scenario.units:
        at = position.at[unit.number]
        if unit.side != side and unit.kind == "Engineers" and at >= 0 and rng.random() < 0.5:
            works = (*works, Work(unit.number, Feature("road", at)))
    pairs = {"activated": list(position.activated), "known": list(position.known)}
    pairs["activated"][index] = were
    if rng.random() < 0.5:
        pairs["known"][index] = type(position.known[index])()
    active = frozenset(rng.sample(theirs, len(position.active))) if position.side != side else position.active
    return replace(
        position, works=works, active=active, **{name: tuple(both) for name, both in pairs.items()}
    )


def _set_up_anew(game: Any, position: Any, side: str, rng: Random) -> Any:
    at = list(position.at)
    for unit in game.scenario.units:
        if unit.side != side and at[unit.number] >= 0:
            zone = game.scenario.formation_of[unit.formation].zone
            there = rng.choice(zone)
            at[unit.number] = there if at.count(there) < game.scenario.stacking else at[unit.number]
    return replace(position, at=tuple(at))


# Every game that hides something says here how a twin of a position is made.
TWINS: dict[str, Twin] = {"iron-curtain": iron_curtain, "jarama": jarama}
