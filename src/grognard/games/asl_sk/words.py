"""Orders, rolls and what became of the units, in plain words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games import Card
from grognard.games.asl_sk import advancing, fire_plan, melee, rallying, rolls
from grognard.games.asl_sk.advancing import PASSED
from grognard.games.asl_sk.checks import Member
from grognard.games.asl_sk.ground import Ground, Theatre
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.orders import (
    Advance,
    Attack,
    BestPairing,
    CloseCombat,
    DoubleTime,
    Fall,
    Fire,
    Hatches,
    Rally,
    Rout,
    Stop,
)
from grognard.games.asl_sk.position import UNMADE, Position, State
from grognard.games.asl_sk.scenario import Scenario, Unit, sort_of
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.units import roster
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.rules.naming import Naming, listed, names
from grognard.rules.orders import Move, Resolve
from grognard.umpire import Choose, Question, Roll


class Words(Naming[Unit]):
    """A scenario under its rulings, and the words for what happens in it."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.ground = Theatre(scenario, card).ground

    def tell(self, position: Position, order: msgspec.Struct) -> str:  # noqa: C901, PLR0912 - one sentence for each order
        """Say in words what an order is."""
        match order:
            case Rally(units, _):
                return f"{names(self.units(units))} {_verb(units, 'try', 'tries')} to rally{self._odds(position, order)}"
            case Fire(_, target, fire):
                return f"{fire} aims at {self._spot(target)}{self._odds(position, order)}"
            case Move(unit, to):
                return f"{self._who(unit)} moves from {self._from(position, unit)} to {self._spot(to)}"
            case DoubleTime(unit):
                return f"{self._who(unit)} runs, and is CX"
            case Hatches(unit):
                state = position.units[self.unit(unit).number]
                return f"{self._who(unit)} {'buttons up' if state.ce else 'opens its hatches'}"
            case Stop(unit):
                return f"{self._who(unit)} stops"
            case Rout(unit, to):
                return f"{self._who(unit)} routs from {self._from(position, unit)} to {self._spot(to)}"
            case Advance(unit, to):
                upon = self.ground(position).foes_at(self.hex(to), self.unit(unit).side)
                verb = "advances upon the enemy in" if upon else "advances to"
                return f"{self._who(unit)} {verb} {self._spot(to)}"
            case CloseCombat(_, target):
                return f"close combat in {self._spot(target)}"
            case Attack(units, target, at):
                whom = self._whom(position, at)
                return f"{names(self.units(units))} {_verb(units, 'attack', 'attacks')} {whom} in {self._spot(target)}{self._odds(position, order)}"
            case BestPairing(units, target):
                return f"{names(self.units(units))} {_verb(units, 'attack', 'attacks')} in {self._spot(target)} by the best pairing"
            case Fall(_, target):
                fire = position.aimed.fire if position.aimed else "fire"
                return f"{fire} fires at {self._spot(target)}"
            case Resolve(_, target):
                return f"the attacks in {self._spot(target)} are rolled"
        return self._ended(position)

    def _ended(self, position: Position) -> str:
        ground = self.ground(position)
        if position.combat:
            return f"{ground.side} attacks no more in {self.place(position.combat.at)}"
        return f"{ground.side} {'rout' if position.phase == 'enemy rout' else position.phase} ends"

    def _who(self, unit: str) -> str:
        return self.unit(unit).name

    def _spot(self, name: str) -> str:
        return self.place(self.hex(name))

    def _from(self, position: Position, unit: str) -> str:
        at = position.units[self.unit(unit).number].at
        return self.place(at) if at >= 0 else "off the map"

    def _whom(self, position: Position, at: str) -> str:
        found = melee.groups(self.ground(position)).get(at)
        return names(found) if found else "all" if at == melee.ALL else self.unit(at).name

    def _odds(self, position: Position, order: msgspec.Struct) -> str:
        """Say by what numbers an order is rolled, where it can be given at all."""
        try:
            sheet = self.sheet(position, order)
        except GrognardError:
            return ""
        return f", {sheet.told}" if sheet else ""

    def sheet(self, position: Position, order: msgspec.Struct) -> Any:
        """Return the worksheet of what an order rolls by itself; none of one that rolls nothing."""
        ground = self.ground(position)
        match order:
            case Rally((unit,), _):
                return rallying.sheet(ground, self.man(ground, unit))
            case Fire(_, target, fire):
                return fire_plan.sheet(ground, fire, self.hex(target))
            case Advance(unit, to):
                return advancing.paatc(ground, self.unit(unit), self.hex(to))
            case Attack(units, _, at):
                return melee.sheet(ground, self.units(units), at)
        return None

    def man(self, ground: Ground, unit_id: str) -> Unit:
        """Return a unit by its id that is on the map and no AFV; refuse others, of whom no check is made."""
        unit = self.unit(unit_id)
        if unit.is_afv or ground.at(unit) < 0:
            raise GrognardError(f"{unit.name} makes no such check")
        return unit

    # What became of them

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:  # noqa: ARG002 - every game's form
        """Say what became of the units: who is lost, broken, pinned, reduced; and who took what."""
        fates: dict[str, list[Unit]] = defaultdict(list)
        for unit, was, now in zip(self.scenario.units, before.units, after.units, strict=True):
            for fate in _fates(was, now, unit):
                fates[fate].append(unit)
        found = [
            f"{names(units)} {'is' if len(units) == 1 else 'are'} {fate}" for fate, units in fates.items()
        ]
        found += self._no_room(before, after)
        if after.combat and after.combat.by and not before.combat:
            found.append(f"the {after.combat.by} side ambushes")
        for at, side in enumerate(self.scenario.sides):
            found += self._taken(side, sorted(after.held[at] - before.held[at]))
        return found

    def _no_room(self, before: Position, after: Position) -> Iterator[str]:
        """Say of a side that has made a leader that it can make no more, if so; another who was rolled for is none."""
        units = zip(self.scenario.units, before.units, after.units, strict=True)
        made = {(unit.side, now.at): None for unit, was, now in units if was.at == UNMADE != now.at}
        for side, at in made:
            if not melee.has_room(self.ground(after), side, at):
                yield f"no more {side} leader can be made in {self.place(at)} (ruling leader-counters)"

    def _taken(self, side: Nation, hexes: Sequence[HexId]) -> Iterator[str]:
        if hexes:
            yield f"the {side} side takes {listed(map(self.place, hexes))}"

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: of a check, what becomes of the unit."""
        if isinstance(roll.why, rolls.CrewCheck):
            return "stands" if means == PASSED else "stunned"
        if not isinstance(means, Member):
            return str(means)
        # The lowest DR of all changes nothing: by it is seen what the unit was.
        return _checked(roll.read[roll.read.dice.totals[0]].unit, means)

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words."""
        return label(question)

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:  # noqa: ARG002 - every game's form
        """Say in words what an option is; no rule of this game asks for one in the midst of an order."""
        return Option(option, str(option))


def _checked(was: Infantry | None, found: Member) -> str:
    """Say what a check did to a unit."""
    now = found.unit
    if now is None or was is None:
        return "eliminated"
    did = [_exchanged(was.type.id, now.type.id)] if now.type != was.type else []
    did += ["pinned"] if now.pinned and not was.pinned else []
    did += ["broken and under DM"] if now.broken and not was.broken else []
    did += ["to roll for his wound"] if found.hit else []
    return ", ".join(did) or ("stays broken" if now.broken else "passed")


def _exchanged(was: str, now: str) -> str:
    return f"{'reduced to' if sort_of(was) != sort_of(now) else 'replaced by'} {roster()[now].name}"


def _fates(was: State, now: State, unit: Unit) -> Iterable[str]:
    """Say what became of one unit."""
    if was.at == UNMADE:
        if now.at >= 0:
            name = roster()[now.type].name
            yield f"made in close combat: {'an' if name.startswith('8') else 'a'} {name}"
        return
    if now.at < 0:
        if was.at >= 0:
            yield "destroyed" if unit.is_afv else "eliminated"
        return
    if was.type != now.type:
        yield _exchanged(was.type, now.type)
    yield from _marked(was, now)


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


def _verb(units: Sequence[str], many: str, one: str) -> str:
    return one if len(units) == 1 else many
