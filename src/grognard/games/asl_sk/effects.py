"""What became of the units by an order, in plain words: who is lost, broken, pinned, reduced; and who took what."""

from collections.abc import Iterable, Iterator

from grognard.games.asl_sk import new_leaders
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.position import State
from grognard.games.asl_sk.scenario import Unit, sort_of
from grognard.games.asl_sk.units import roster
from grognard.play.places import WAITING, is_on_map
from grognard.rules.naming import fates_told, listed


def effects(before: Board, after: Board) -> list[str]:
    """Say what became of the units, and of ground."""
    place, was, now = after.context.place, before.position, after.position
    told = [*_unit_effects(before, after), *_no_room(before, after)]
    if now.combat and now.combat.by and not was.combat:
        told.append(f"the {now.combat.by} side ambushes")
    for side, held in now.held.items():
        taken = sorted(held - was.held[side])
        told += [f"the {side} side takes {listed(map(place, taken))}"] if taken else []
    return told


def _unit_effects(before: Board, after: Board) -> list[str]:
    return fates_told(
        (unit, ("is", "are", f" {fate}"))
        for unit in after.scenario.units
        for fate in _fates(before.state(unit), after.state(unit), unit)
    )


def _no_room(before: Board, after: Board) -> Iterator[str]:
    """Say of a side that has made a leader that it can make no more, if so; another who was rolled for is none."""
    made = {
        (unit.side, after.at(unit)): None
        for unit in after.scenario.units
        if before.place(unit) == WAITING != after.place(unit)
    }
    for side, at in made:
        if not new_leaders.has_room(after, side, at):
            where = after.context.place(at)
            yield f"no more {side} leader can be made in {where} (ruling leader-counters)"


def _fates(was: State, now: State, unit: Unit) -> Iterable[str]:
    """Say what became of one unit."""
    if was.at == WAITING:
        if is_on_map(now.at):
            name = roster()[now.type].name
            yield f"made in close combat: {'an' if name.startswith('8') else 'a'} {name}"
        return
    if not is_on_map(now.at):
        if is_on_map(was.at):
            yield "destroyed" if unit.is_afv else "eliminated"
        return
    if was.type != now.type:
        yield exchanged(was.type, now.type)
    yield from _marked(was, now)


def exchanged(was: str, now: str) -> str:
    """Say that a counter was exchanged for another."""
    return f"{'reduced to' if sort_of(was) != sort_of(now) else 'replaced by'} {roster()[now].name}"


def _marked(was: State, now: State) -> Iterable[str]:
    """Say what markers a unit got and lost."""
    if now.broken and not was.broken:
        yield "broken and under DM" if now.dm else "broken"
    for mark in ("pinned", "wounded", "stunned", "immobile"):
        if getattr(now, mark) and not getattr(was, mark):
            yield mark
    if was.broken and not now.broken:
        yield "in Good Order again"
    if was.broken and now.broken and was.dm != now.dm:
        yield "under DM" if now.dm else "under DM no more"
