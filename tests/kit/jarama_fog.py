# SPDX-License-Identifier: Apache-2.0
"""Twins of Jarama: of the enemy a side sees which hexes he holds, and what it has come to know.

A twin is stirred: units that are not seen change places, one goes to another hex of which the number is not known, a
point that was lost is another's. Every step keeps to what is known, so that whatever comes of it is a position of the
game that the side cannot tell apart.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from fog import NOTHING_OPEN, Opened, Side
from msgspec.structs import replace

from grognard.games.jarama.air_recon import AirReconnaissance
from grognard.games.jarama.features import Feature
from grognard.games.jarama.ground_recon import GroundReconnaissance
from grognard.games.jarama.orders import (
    Activate,
    AirRecon,
    Bomb,
    Bombard,
    Deploy,
    GroundRecon,
    Lay,
    MobileAttack,
    Pass,
    TakeUp,
)
from grognard.games.jarama.position import Position, Work
from grognard.games.jarama.recon import report_of
from grognard.games.jarama.recon_orders import laid_out
from grognard.games.jarama.terms import SIDES, enemy
from grognard.games.jarama.terms import Side as Own
from grognard.games.jarama.units import on_rails
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.log import Entry
from grognard.play.places import WAITING, Place, is_on_map
from grognard.rules.knowledge import NOTHING, Knowledge, Report, reported
from grognard.rules.orders import Arrive, Attack, EndPhase, MoveTogether

# How often units are stirred, for each of them.
STIRS = 3
MARKS = ("uncommanded", "stopped", "acted", "scouted", "fired")
STATES = ("short", "disorganised", "demoralised")
# Whoever decides far away what is seen of a battle: by fire, by command, by help over a river.
FAR = ("Headquarters", "Engineers")


def jarama(game: Any, position: Position, side: Side, rng: Random, opened: Opened = NOTHING_OPEN) -> Any:
    """Draw a position that a side cannot tell apart; a watcher knows nothing of either side."""
    if side is None and not opened.minds and rng.random() < 0.5:
        position = replace(position, known=BySide(SIDES, NOTHING, NOTHING))
    for each in game.sides:
        if side in (each, None):
            position = Stir(game, position, each, rng, opened).drawn()
    return position


def laid_open(game: Any, position: Position, order: msgspec.Struct, side: Side) -> Opened:
    """Say what an order lays open to a side, or what decides what it sees of it.

    Whatever is done to a hex shows who is in it, or may; what becomes of them is decided by batteries, antiair guns,
    Headquarters and engineers elsewhere, by how many units are in the hexes they retreat to, and by what they know.
    Who moves is seen to go, and who comes next to an enemy sees how many they are. Setting up ends with what is held.
    """
    units, theirs = game.context.scenario.units, position.side != side
    named = getattr(order, "units", ()) or filter(None, [getattr(order, "unit", "")])
    who = {game.context.unit(each).number for each in named if each not in game.context.planes}
    match order:
        case AirRecon() | Bomb() | Bombard() | GroundRecon() | MobileAttack() | Attack():
            far = {unit.number for unit in units if unit.is_artillery or unit.aa or unit.kind in FAR}
            return Opened(
                frozenset(who | far), frozenset([game.context.hex(order.target)]), counts=True, minds=True
            )
        case EndPhase() | Pass():
            return Opened(counts=position.phase == "deployment")
        case Deploy() if not theirs:
            return Opened(counts=position.phase != "deployment")
        case MoveTogether() | Arrive() | Lay() | TakeUp() if not theirs:
            return Opened(counts=True)
    if not theirs:
        return NOTHING_OPEN
    helpers = {unit.number for unit in units if unit.kind == "Engineers"}
    return Opened(frozenset(who | helpers), counts=True, minds=True)


def showed(game: Any, before: Position, entry: Entry, after: Position) -> bool:
    """Say whether an order has shown something by the card: somebody lost points, or a reconnaissance has not failed."""
    if before.bled != after.bled:
        return True
    recon = AirReconnaissance | GroundReconnaissance
    found = [each for each in entry.answers if isinstance(each.question, recon)]
    table = "air-recon" if isinstance(entry.order, AirRecon) else "ground-recon"
    return any(
        not report_of(table, game.context.card.chart(table)[each.given[0]].reads).fails for each in found
    )


def learns(game: Any, position: Position, order: msgspec.Struct, rolls: dict[str, str]) -> Opened | None:
    """Say what a reconnaissance shows by its roll: the number, points and kinds that are due, and the uppermost counters.

    Counters are shown from the top: whoever chooses takes the first each time, a patrol those first that it does not
    know. What fails shows nothing.
    """
    told = {table: rolls.get(f"{table} reconnaissance") for table in ("air", "ground")}
    reports = [report_of(f"{table}-recon", text) for table, text in told.items() if text]
    if not isinstance(order, AirRecon | GroundRecon) or not reports or reports[0].fails:
        return None
    report, at = reports[0], game.context.hex(order.target)
    field = game.context.board(position)
    units = field.units_at(at)
    picked = list(laid_out(field, position.side, at).values()) if isinstance(order, GroundRecon) else units
    shown = picked[: report.seen(len(units))]
    keeps = laid_open(game, position, order, position.side)
    due = Report(
        at,
        position.turn,
        len(units),
        sum(unit.points - position.hurt[unit.number] for unit in units) if report.strength else None,
        tuple(sorted(unit.kind for unit in units)) if report.types else None,
    )
    return replace(
        keeps,
        units=keeps.units | {unit.number for unit in shown},
        hexes=frozenset(),
        knows=reported(position.known[position.side], due),
    )


def instead(game: Any, position: Position, order: msgspec.Struct, rng: Random) -> msgspec.Struct:
    """Return an order that must look the same: others of the hex go; another formation acts; another unit is set up.

    As many go, or, where some stay behind and no enemy is near to count them, more or fewer.
    """
    own, field = game.context.scenario.of_side[position.side], game.context.board(position)
    match order:
        case MoveTogether(units, to):
            start = position.at[game.context.unit(units[0]).number]
            stack, count = field.units_at(start), len(units)
            near = {*field.grid.neighbours(start), *field.grid.neighbours(game.context.hex(to))}
            if count < len(stack) and near.isdisjoint(field.foes(position.side)):
                count = rng.randrange(1, len(stack))
            return MoveTogether(tuple(unit.id for unit in rng.sample(stack, count)), to)
        case Deploy():
            there = [unit for unit in own if is_on_map(position.at[unit.number])]
            return Deploy(rng.choice(there).id, order.to)
        case Activate():
            return Activate(rng.choice(own).formation)
    return order


class Stir:
    """The enemy of a side, whose units change places; what the side knows, and what an order lays open, stays."""

    def __init__(self, game: Any, position: Position, side: Own, rng: Random, opened: Opened) -> None:
        self.game, self.position, self.side, self.rng, self.opened = game, position, side, rng, opened
        self.scenario = game.context.scenario
        self.units = [unit for unit in self.scenario.units if unit.side != side]
        self.at, self.hurt = list(position.at), list(position.hurt)
        self.known: Knowledge = opened.knows or position.known[side]
        features = position.features
        harmed = [each.unit for each in position.works if features.state(each.feature) != "whole"]
        # Who works on what is harmed is seen by what comes of it; pontoons, where they lie.
        self.fixed = {*opened.units, *harmed, *(each.unit for each in features.pontoons)}
        self.fixed |= {unit.number for unit in self.units if position.at[unit.number] in opened.hexes}
        seen = {each.unit for each in self.known.sightings if each.fresh}
        self.loose = [
            unit
            for unit in self.units
            if unit.number not in self.fixed | seen
            and (is_on_map(self.at[unit.number]) or self.may_be(unit, WAITING))
        ]
        reports = [each for each in self.known.reports if each.fresh]
        self.counted = {each.at for each in reports if each.units is not None} | opened.hexes
        self.weighed = {each.at for each in reports if each.points is not None}
        self.sorted = {each.at for each in reports if each.kinds is not None}

    def drawn(self) -> Position:
        """Return the position with everything drawn anew that the side does not know."""
        for _ in range(STIRS * len(self.loose)):
            self.rng.choice((self.swap, self.shift, self.bleed))()
        position = replace(self.position, at=tuple(self.at), hurt=tuple(self.hurt))
        return self.ordered(self.marked(position))

    # Places and points

    def may_be(self, unit: Any, place: Place) -> bool:
        """Say whether a unit may be somewhere: in its zone while it sets up, on rails, or not there yet."""
        if not is_on_map(place):
            return unit.at is None and self.position.turn >= unit.turn
        if self.position.phase == "deployment" and place not in self.zone(unit):
            return False
        return unit.mobility != "train" or on_rails(self.scenario.map, place)

    def swap(self) -> None:
        """Let two units change places; where points or kinds are known, only units that are alike in these."""
        one, other = self.rng.choice(self.loose), self.rng.choice(self.loose)
        here, there = self.at[one.number], self.at[other.number]
        if self.points(one) != self.points(other) and not self.weighed.isdisjoint((here, there)):
            return
        if one.kind != other.kind and not self.sorted.isdisjoint((here, there)):
            return
        if self.may_be(one, there) and self.may_be(other, here):
            self.at[one.number], self.at[other.number] = there, here

    def shift(self) -> None:
        """Let a unit go to another hex, where neither the number here nor there is known; it leaves none empty."""
        unit = self.rng.choice(self.loose)
        here, places = self.at[unit.number], self.places(unit)
        there = self.rng.choice(places)
        if self.opened.counts or not {here, there}.isdisjoint(self.counted | self.weighed | self.sorted):
            return
        stays = self.position.phase == "deployment" or here == WAITING or self.at.count(here) > 1
        room = there == WAITING or self.at.count(there) < self.scenario.stacking
        if stays and room and self.may_be(unit, there):
            self.at[unit.number] = there

    def places(self, unit: Any) -> Sequence[Place]:
        """Return the places that a unit might be in for all that is seen."""
        if self.position.phase == "deployment":
            return self.zone(unit)
        return [*sorted(self.position.held[unit.side]), WAITING]

    def zone(self, unit: Any) -> list[HexId]:
        """Return the hexes that a unit may be set up in."""
        strange = {at for each in self.scenario.formations if each.side == self.side for at in each.zone}
        zone = self.scenario.formation_of[unit.formation].zone
        return [at for at in zone if at not in strange and not self.scenario.map.is_water(at)]

    def bleed(self) -> None:
        """Let a point that one unit lost be another's: how many a side has lost is known."""
        one, other = self.rng.choice(self.loose), self.rng.choice(self.loose)
        known = {self.at[one.number], self.at[other.number]} & self.weighed
        if not known and one is not other and self.hurt[one.number] and self.points(other) > 1:
            self.hurt[one.number] -= 1
            self.hurt[other.number] += 1

    def points(self, unit: Any) -> int:
        return int(unit.points - self.hurt[unit.number])

    # What the units did, and what the enemy knows

    def marked(self, position: Position) -> Position:
        """Draw anew what the units did, in what state those are of whom it is not known, and who lies on top."""
        free = {u.number for u in self.units if is_on_map(position.at[u.number])} - self.fixed
        told = {each.unit for each in self.known.sightings if each.fresh and each.states is not None}
        marks = {name: self.some(position, name, free) for name in MARKS}
        marks |= {name: self.some(position, name, free - told) for name in STATES}
        # Whoever is where bombardment was seen to disorganise all.
        marks["disorganised"] |= {n for n in free if self.known.is_disorganised(position.at[n])}
        spent = list(position.spent)
        for number in free:
            spent[number] = self.rng.choice((0, 12, 24))
        # Who is laid open lies on top, as he did before.
        first = [number for number in position.order if number not in free]
        order = (*first, *self.rng.sample(sorted(free), len(free)))
        return replace(position, spent=tuple(spent), order=order, **marks)

    def some(self, position: Position, name: str, free: set[int]) -> frozenset[int]:
        """Mark some of those units that are free to be marked or not; who has not arrived has no mark."""
        away = {unit.number for unit in self.units if not is_on_map(position.at[unit.number])}
        marked = getattr(position, name) - free - away
        return frozenset(marked | {n for n in sorted(free) if self.rng.random() < 0.3})

    def ordered(self, position: Position) -> Position:
        """Draw anew which formations of the enemy are active and were, who works, and what he knows."""
        if self.opened.minds:
            return position
        theirs = [each.name for each in self.scenario.formations if each.side != self.side]
        them, known = enemy(self.side), position.known
        acted = frozenset(self.rng.sample(theirs, len(position.activated[them])))
        if self.rng.random() < 0.5:
            known = known.with_side(them, NOTHING)
        active = position.active
        if position.side != self.side:
            active = frozenset(self.rng.sample(theirs, len(active)))
        return replace(
            position,
            active=active,
            activated=position.activated.with_side(them, acted),
            known=known,
            works=tuple(self.works(position)),
        )

    def works(self, position: Position) -> list[Work]:
        """Put some engineers to work on roads that are whole, of which nothing comes."""
        kept = [
            each
            for each in position.works
            if position.owner(each.unit) == self.side or each.unit in self.fixed
        ]
        for unit in self.units:
            at = position.at[unit.number]
            free = unit.kind == "Engineers" and is_on_map(at) and unit.number not in self.fixed
            if free and self.rng.random() < 0.5 and position.features.state(Feature("road", at)) == "whole":
                kept.append(Work(unit.number, Feature("road", at)))
        return sorted(kept)
