"""What the board shows of Seelöwe, in the words of `play.board`."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

import msgspec

from grognard.charts.errors import NoSuch
from grognard.games import Card
from grognard.games.seelowe import arrivals, bombing, fighting, moves, victory
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.movement import allowance
from grognard.games.seelowe.orders import AirAttack, Arrive, Attack, Move
from grognard.games.seelowe.position import LOST, Position
from grognard.games.seelowe.scenario import Scenario, Unit
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.board import Battle, Candidate, Option, Piece, Reachable, Status, Step, Trace
from grognard.umpire import Choose

DAYS_A_TURN = 2
ELIMINATED = "eliminated"


class Show:
    """The half of the game that a board sees; nothing here decides anything."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        self.scenario = scenario
        self.card = card
        self._ground: Ground | None = None

    def ground(self, position: Position) -> Ground:
        """Return what a position means on the map; the last one is kept, for it is asked for again and again."""
        ground = self._ground
        if ground is None or ground.position is not position:
            ground = self._ground = Ground(self.scenario, self.card, position)
        return ground

    def unit(self, unit_id: str) -> Unit:
        """Return a unit by its id."""
        if unit_id not in self.scenario.by_id:
            raise NoSuch("unit", unit_id, self.scenario.by_id)
        return self.scenario.by_id[unit_id]

    def units(self, ids: Iterable[str]) -> list[Unit]:
        """Return units by their ids."""
        return [self.unit(each) for each in ids]

    def hex(self, name: str) -> HexId:
        """Return a hex by its printed number."""
        return self.scenario.map.grid.parse_hex(name)

    def place(self, hex_id: HexId) -> str:
        """Name a hex in words: its number, and the town there."""
        towns = [place.name for place in self.scenario.map.places_at(hex_id) if place.kind == "town"]
        return " ".join([*towns[:1], self.scenario.map.grid.hex_name(hex_id)])

    # Words

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        match order:
            case Move(unit, to):
                here = self.place(position.at[self.unit(unit).number])
                return f"{self.unit(unit).name} moves from {here} to {self.place(self.hex(to))}"
            case Arrive(unit, to):
                return f"{self.unit(unit).name} {self._comes(self.unit(unit))} {self.place(self.hex(to))}"
            case AirAttack(units, target):
                return f"{_names(self.units(units))} {_attack(units)} {self.place(self.hex(target))} from the air"
            case Attack(units, target):
                return f"{_names(self.units(units))} {_attack(units)} {self.place(self.hex(target))}"
        return f"{position.now.side} {position.now.name} ends"

    def _comes(self, unit: Unit) -> str:
        if unit.box != "France":
            return "arrives at"
        return {"paratroop": "drops on", "air-landing": "lands by air at"}.get(unit.kind, "lands at")

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:  # noqa: ARG002 - every game's form
        """Say in words what an option is: a hex, a unit, several units, strengths, or a word of the rule."""
        if isinstance(option, tuple) and all(isinstance(each, int) for each in option):
            return Option(option, f"lose strength {' + '.join(map(str, option))}")
        ids = option if isinstance(option, tuple) else (option,)
        if all(each in self.scenario.by_id for each in ids):
            return Option(option, _names(self.units(ids)), pieces=tuple(ids))
        if option == fighting.NOBODY:
            return Option(option, "nobody" if "advance" in choice.why else str(option))
        if str(option).isdigit():
            return Option(option, self.place(self.hex(option)), hexes=(option,))
        return Option(option, str(option))

    # The position

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        ground = self.ground(position)
        first = date.fromisoformat(self.scenario.file.first_day) + timedelta(
            DAYS_A_TURN * (position.turn - 1)
        )
        return Status(
            turn=position.turn,
            turns=self.scenario.turns,
            when=f"{first.day} {first:%B %Y}",
            phase=position.now.name,
            side=None if position.over else position.now.side,
            points=victory.points(ground),
            verdict=victory.verdict(ground) if position.over else "",
        )

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter."""
        return [
            Piece(
                id=unit.id,
                name=unit.name,
                side=unit.side,
                kind=unit.kind,
                size=unit.size,
                values=f"{unit.strength}-{unit.movement}" if unit.kind != "air" else "",
                at=self._at(position, unit),
                states=tuple(self._states(position, unit)),
            )
            for unit in self.scenario.units
        ]

    def _at(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        if at >= 0:
            return self.scenario.map.grid.hex_name(at)
        if at == LOST:
            return ELIMINATED
        return unit.box if position.turn >= unit.turn else f"{unit.box}, turn {unit.turn}"

    def _states(self, position: Position, unit: Unit) -> Iterable[str]:
        number = unit.number
        if position.at[number] < 0 and unit.kind != "air":
            return
        if number in position.disrupted:
            yield "disrupted"
        if position.supply[number] != "supplied":
            yield position.supply[number]
        if number in position.ashore:
            yield "ashore"
        if position.spent[number]:
            yield "moved"
        if number in position.acted:
            yield "flown" if unit.kind == "air" else "attacked"

    # What can be done

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and ways; for every other hex the reason why not."""
        ground, unit = self.ground(position), self.unit(piece)
        if ground.at(unit) < 0:
            return self._arrivals(ground, unit)
        reason = moves.cannot_move(ground, unit)
        if reason:
            return Reachable(piece, reason)
        name, found = ground.grid.hex_name, ground.reach(unit)
        steps, refusals = {}, {}
        for at in ground.grid.hexes:
            if at in found and at != found.start:
                path = tuple(map(name, found.path(at)))
                steps[name(at)] = Step(_mp(found[at]), path, Move(piece, name(at)))
            elif not self.scenario.map.is_water(at):
                refusals[name(at)] = moves.why_not_to(ground, unit, at)
        return Reachable(piece, f"{ground.allowed(unit)} MP", steps, refusals)

    def _arrivals(self, ground: Ground, unit: Unit) -> Reachable:
        reason = arrivals.cannot_arrive(ground, unit)
        if reason:
            return Reachable(unit.id, reason)
        steps, refusals = {}, {}
        for at in ground.grid.hexes:
            name = ground.grid.hex_name(at)
            if self.scenario.map.is_water(at):
                continue
            if why := arrivals.why_not_there(ground, unit, at):
                refusals[name] = why
            else:
                steps[name] = Step("", (name,), Arrive(unit.id, name))
        return Reachable(unit.id, f"{unit.name} {self._comes(unit)} a hex", steps, refusals)

    def battles(self, position: Position) -> list[Battle]:
        """Return what can be attacked now, with everyone who might take part."""
        ground = self.ground(position)
        name = ground.grid.hex_name
        if position.over:
            return []
        if position.now.name == "air attack":
            ready = tuple(Candidate(unit.id) for unit in bombing.flyers(ground))
            return [
                Battle(type="air-attack", title=f"Air attack on {self.place(at)}", target=name(at), pieces=ready)
                for at in bombing.targets(ground) if ready
            ]  # fmt: skip
        if position.now.name != "combat":
            return []
        return [
            Battle(type="attack", title=f"Attack on {self.place(at)}", target=name(at), pieces=self._candidates(ground, at))
            for at in fighting.targets(ground)
        ]  # fmt: skip

    def _candidates(self, ground: Ground, target: HexId) -> tuple[Candidate, ...]:
        side = ground.position.now.side
        around = [unit for at in ground.grid.neighbours(target) for unit in ground.units_at(at)]
        return tuple(
            Candidate(unit.id, fighting.why_not_on(ground, unit, target))
            for unit in around
            if unit.side == side and unit.fights
        )

    # What is seen at a glance

    def supply(self, position: Position) -> dict[str, Trace]:
        """Return the supply of every unit on the map, as it is at this moment."""
        ground = self.ground(position)
        name = ground.grid.hex_name
        found = {}
        for unit in self.scenario.units:
            if ground.at(unit) >= 0:
                state = ground.supply(unit)
                cut = tuple(map(name, sorted(state.cut)))
                found[unit.id] = Trace(state.supply, tuple(map(name, state.path)), cut)
        return found

    def threat(self, position: Position, side: str) -> dict[str, str]:
        """Return each hex a side could attack in its next turn, with the strength it could bring there."""
        ground = self.ground(position)
        strength: dict[HexId, int] = defaultdict(int)
        for unit in self.scenario.units:
            if unit.side != side or not unit.fights or ground.at(unit) < 0:
                continue
            for at in self._next_to_reach(ground, unit):
                strength[at] += unit.strength
        return {ground.grid.hex_name(at): f"{total}" for at, total in sorted(strength.items())}

    def _next_to_reach(self, ground: Ground, unit: Unit) -> set[HexId]:
        if unit.number in ground.position.disrupted:
            return set()
        found = ground.reach(unit, allowance(unit.movement, ground.supply(unit).supply))
        beside = {there for at in found for there in ground.open_ways.zone_around([at]).tolist()}
        return {at for at in beside if not ground.occupied_by(at, unit.side)}

    # What must always hold

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        ground = self.ground(position)
        return [*_misplaced(ground), *_overspent(ground), *_astray(ground)]


def _misplaced(ground: Ground) -> Iterable[str]:
    for at, units in ground.stacks.items():
        name = ground.grid.hex_name(at)
        if ground.scenario.map.is_water(at):
            yield f"{_names(units)} stand in the sea at {name}"
        if len({unit.side for unit in units}) > 1:
            yield f"both sides stand in {name}"
        if ground.room(at) < 0:
            yield f"{name} holds too many units"


def _overspent(ground: Ground) -> Iterable[str]:
    for unit in ground.scenario.units:
        if ground.allowed(unit) < 0 or ground.position.spent[unit.number] < 0:
            yield f"{unit.name} has moved farther than it may"
        if unit.kind == "air" and ground.at(unit) >= 0:
            yield f"{unit.name} stands on the map"


def _astray(ground: Ground) -> Iterable[str]:
    position = ground.position
    if not 1 <= position.turn <= ground.scenario.turns:
        yield f"turn {position.turn} is none of the scenario's"
    marked: set[int] = set(position.disrupted | position.ashore)
    for number in marked:
        if ground.scenario.units[number].kind == "air":
            yield "an air unit is disrupted or ashore"
    if not position.held <= ground.scenario.holdings:
        yield "a hex is held that nobody counts"
    if len(position.at) != len(ground.scenario.units):
        yield "a unit has no place"


def _names(units: Iterable[Unit]) -> str:
    names = [unit.name for unit in units]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _attack(units: Sequence[str]) -> str:
    return "attacks" if len(units) == 1 else "attack"


def _mp(cost: int) -> str:
    return f"{cost // points(1)}"
