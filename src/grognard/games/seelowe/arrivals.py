"""How units come onto the map: by sea, by parachute, by air, and over the edges. Homemade: the card is silent."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.position import WAITING, Position
from grognard.games.seelowe.scenario import FRANCE, Unit
from grognard.games.seelowe.terms import STACK, enemy
from grognard.hexes import HexId
from grognard.play.tuples import placed
from grognard.rules.cache import once

ASSAULT = 1


def cannot_arrive(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not come in this phase at all; nothing where it may."""
    now = ground.now
    if unit.kind == "air" or ground.at(unit) != WAITING:
        return f"{unit.name} is not waiting to come"
    if now.side != unit.side or now.name != "movement":
        return f"units come in their own movement phase, and this is {now.side} {now.name}"
    if ground.position.turn < unit.turn:
        return f"{unit.name} comes on turn {unit.turn}"
    return ""


def why_not_there(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not come to a hex; nothing where it may."""
    name = ground.grid.names[hex_id]
    if hex_id in ground.foes(unit.side):
        return f"enemy units are in {name}"
    if not ground.fits(unit, hex_id):
        return f"{name} is full: {STACK} combat units to a hex (ruling stacking)"
    if unit.box != FRANCE:
        return _over_the_edge(ground, unit, hex_id, name)
    if unit.kind == "paratroop":
        return _by_parachute(ground, hex_id, name)
    if unit.kind == "air-landing":
        return _by_air(ground, hex_id, name)
    return _by_sea(ground, unit, hex_id, name)


def _over_the_edge(ground: Ground, unit: Unit, hex_id: HexId, name: str) -> str:
    if hex_id not in ground.scenario.map.place("entry", unit.box).hexes:
        return f"{unit.name} comes over the {unit.box}, and {name} is not on it"
    if hex_id in ground.zone_of(enemy(unit.side)):
        return f"{name} is in an enemy zone of control"
    return ""


def _by_parachute(ground: Ground, hex_id: HexId, name: str) -> str:
    if ground.scenario.map.terrain[hex_id] != "clear":
        return f"paratroops drop on clear hexes, and {name} is {ground.scenario.map.terrain[hex_id]}"
    if hex_id not in ground.scenario.seaward:
        return f"paratroops drop within normal air range, and {name} is beyond the line"
    if hex_id in ground.zone_of("British"):
        return f"paratroops do not drop into a zone of control, and {name} is in one"
    return ""


def _by_air(ground: Ground, hex_id: HexId, name: str) -> str:
    on_airfield = hex_id in ground.scenario.airfields and hex_id in ground.position.held
    is_clear = ground.scenario.map.terrain[hex_id] == "clear"
    if on_airfield or (is_clear and any(unit.fights for unit in ground.units_at(hex_id))):
        return ""
    return f"air-landing troops need a German airfield, or a clear hex where a German combat unit stands; {name} is neither"


def _by_sea(ground: Ground, unit: Unit, hex_id: HexId, name: str) -> str:
    """On the first turn any beach may be assaulted, a few of them; later only what is held can be used."""
    landing, position, scenario = ground.scenario.file.landing, ground.position, ground.scenario
    is_assault = position.turn == ASSAULT
    if is_assault and hex_id not in scenario.beaches:
        return f"the assault lands on beaches, and {name} is none"
    if not is_assault and (hex_id not in position.held or hex_id not in scenario.landings):
        return f"units land on beaches and in ports that the Germans hold, and {name} is none"
    came = [each for each in ground.units_at(hex_id) if ground.came_by_sea(each)]
    alike = sum([each.fights == unit.fights for each in came])
    if is_assault:
        used = {at for at in _landed_at(ground) if at in scenario.beaches}
        if hex_id not in used and len(used) >= landing.assault_beaches:
            return f"no more than {landing.assault_beaches} beaches are assaulted"
        limit = landing.assault_units if unit.fights else landing.beach_supply
        return f"{name} takes no more in the assault" if alike >= limit else ""
    if hex_id in scenario.ports:
        return (
            f"the port of {name} has taken its {counted(landing.port_units, 'unit')}"
            if len(came) >= landing.port_units
            else ""
        )
    limit = landing.beach_units if unit.fights else landing.beach_supply
    return f"the beach of {name} takes no more this turn" if alike >= limit else ""


@once
def _landed_at(ground: Ground) -> set[HexId]:
    return {ground.at(unit) for unit in ground.scenario.units if ground.came_by_sea(unit)}


def possible_hexes(ground: Ground, unit: Unit) -> Sequence[HexId]:
    """Return the hexes a unit might come to; what stands against one of them is another question."""
    scenario = ground.scenario
    if unit.box != FRANCE:
        return scenario.map.place("entry", unit.box).hexes
    if unit.kind == "paratroop":
        return scenario.drop_hexes
    if unit.kind == "air-landing":
        return sorted(scenario.airfields | ground.stacks.keys())
    return scenario.landing_hexes


def arrive(ground: Ground, unit: Unit, hex_id: HexId) -> Position:
    """Bring a unit onto the map. Over the edge it pays for the hex it enters; by sea or air it moves no further."""
    position, number = ground.position, unit.number
    at = placed(position.at, number, hex_id)
    if unit.box == FRANCE:
        return replace(position, at=at, ashore=position.ashore | {number})
    return replace(position, at=at, spent=placed(position.spent, number, 1))
