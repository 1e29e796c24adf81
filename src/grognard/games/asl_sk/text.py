# SPDX-License-Identifier: Apache-2.0
"""Questions, rolls and the effects on units, in plain words; kinds of orders have their own words."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from grognard.games.asl_sk import new_leaders, rolls
from grognard.games.asl_sk.board import Board, Context
from grognard.games.asl_sk.kinds import KINDS
from grognard.games.asl_sk.position import Position, State
from grognard.games.asl_sk.rally import PASSED
from grognard.games.asl_sk.scenario import Unit, sort_of
from grognard.games.asl_sk.stacks import Infantry
from grognard.games.asl_sk.unit_check import Member
from grognard.games.asl_sk.units import roster
from grognard.play.places import WAITING, is_on_map
from grognard.rules.map_view import MapText
from grognard.rules.naming import fate_sentences, listed
from grognard.umpire import Question, Roll


class Text(MapText[Context, Position]):
    """The words for what happens in a scenario."""

    kinds = KINDS
    sequence = (
        ("rally", "broken units with a leader, and broken leaders, try to rally: two dice, at most their morale; DM adds 4"),
        ("fire", "guns of the fire plan, outside the village, are aimed at a hex and rolled: every unit there rolls two dice against its morale; on it a unit is pinned, above it breaks"),
        ("movement", "men and AFVs move; a unit that runs goes farther and is CX"),
        ("defensive fire", "the other side has its fire plan"),
        ("rout", "broken units beside an enemy run to cover, or are eliminated when the phase ends: first those of the side whose turn it is, then the other's"),
        ("advance", "men go one hex, also into a hex with enemies: that is the way into close combat"),
        ("close combat", "where both sides are in a hex. First ambush, in woods and buildings: each side rolls a die, and one that is lower by 3 or more attacks first. Then one side declares who attacks whom, then the other, and all is rolled at once; with an AFV there, they attack by turns. A unit that is left with enemies is in a Melee: held in the hex, it fights again in the next close combat phase of either side"),
    )  # fmt: skip

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:  # noqa: ARG002 - every game's form
        """Say what became of the units: lost, broken, pinned, reduced; and which side took what ground."""
        return _effects(self.context.board(before), self.context.board(after))

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words."""
        return rolls.label(question)

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to; for a check, what becomes of the unit."""
        if isinstance(roll.why, rolls.CrewCheck):
            return "stands" if means == PASSED else "stunned"
        if not isinstance(means, Member):
            return str(means)
        # The lowest DR of all changes nothing, and so shows what the unit was.
        return _checked(roll.read[roll.read.dice.totals[0]].unit, means)


def _checked(was: Infantry | None, member: Member) -> str:
    """Say what a check did to a unit."""
    now = member.unit
    if now is None or was is None:
        return "eliminated"
    did = [_exchanged(was.type.id, now.type.id)] if now.type != was.type else []
    did += ["pinned"] if now.pinned and not was.pinned else []
    did += ["broken and under DM"] if now.broken and not was.broken else []
    did += ["to roll for his wound"] if member.hit else []
    return ", ".join(did) or ("stays broken" if now.broken else "passed")


# What became of the units


def _effects(before: Board, after: Board) -> list[str]:
    """Say what became of the units, and of ground."""
    place, was, now = after.context.place, before.position, after.position
    told = fate_sentences(
        (unit, ("is", "are", f" {fate}"))
        for unit in after.scenario.units
        for fate in _fates(before.state(unit), after.state(unit), unit)
    )
    told += _no_room(before, after)
    if now.combat and now.combat.by and not was.combat:
        told.append(f"the {now.combat.by} side ambushes")
    for side, held in now.held.items():
        taken = sorted(held - was.held[side])
        told += [f"the {side} side takes {listed(map(place, taken))}"] if taken else []
    return told


def _no_room(before: Board, after: Board) -> Iterator[str]:
    """Say of a side that has created a leader if it can create no more; another one rolled for is then not created."""
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
        yield _exchanged(was.type, now.type)
    yield from _marked(was, now)


def _exchanged(was: str, now: str) -> str:
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
