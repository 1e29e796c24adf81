"""What engineers and pontoons do in play instead of moving: repairs, and bridges that are laid and taken up."""

from msgspec.structs import replace

from grognard.games.jarama import features as laying
from grognard.games.jarama.features import Feature, repairable, why_not_repair
from grognard.games.jarama.field import Field
from grognard.games.jarama.harm import at_rest
from grognard.games.jarama.knowledge import sighted, with_known
from grognard.games.jarama.moves import cannot_act, is_laid
from grognard.games.jarama.position import Position, Work
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import enemy
from grognard.hexes import HexId, Hexside
from grognard.procedures.procedure import NotAllowed

# Engineers


def parse_feature(field: Field, text: str) -> Feature:
    """Read what is to be repaired: `road 2310`, `railroad 2310`, `bridge 2214 SE`."""
    kind, _, where = text.partition(" ")
    grid = field.grid
    match kind:
        case "road":
            return Feature("road", grid.parse_hex(where))
        case "railroad":
            return Feature("railroad", grid.parse_hex(where))
        case "bridge":
            return Feature("bridge", grid.parse_hexside(where))
    raise NotAllowed(f"{text!r} is nothing to repair; write road 2310, railroad 2310 or bridge 2214 SE")


def feature_text(field: Field, feature: Feature) -> str:
    """Write what is to be repaired."""
    if feature.kind == "bridge":
        return f"bridge {field.grid.hexside_name(Hexside(feature.at))}"
    return f"{feature.kind} {field.grid.hex_name(HexId(feature.at))}"


def cannot_work(field: Field, unit: Unit) -> str:
    """Say why a unit does no work now; nothing where it may: it has not moved, and is fit."""
    if reason := cannot_act(field, unit):
        return reason
    if field.position.spent[unit.number]:
        return f"{unit.name} has moved this turn, and works no more (ruling repairs)"
    if state := field.is_unfit(unit):
        return f"{unit.name} is {state}, and does no work"
    return ""


def why_not_mend(field: Field, unit: Unit, feature: Feature) -> str:
    """Ruling repairs: say why a unit may not repair something; nothing where it may."""
    if unit.kind != "Engineers":
        return f"{unit.name} is no unit of engineers"
    return cannot_work(field, unit) or why_not_repair(
        field.scenario.map, field.position.features, feature, field.at(unit)
    )


def why_not_mending(field: Field, unit: Unit) -> str:
    """Say why engineers do not repair what is harmed where they stand; nothing where they may, or nothing is harmed."""
    if unit.kind != "Engineers" or field.at(unit) < 0:
        return ""
    if not repairable(field.scenario.map, field.position.features, field.at(unit)):
        return ""
    if field.position.phase != "movement" or not field.is_active(unit):
        return "engineers are put to work in the movement of their formation (ruling repairs)"
    return cannot_work(field, unit)


def mends(field: Field, unit: Unit) -> list[Feature]:
    """Return what a unit may repair."""
    if unit.kind != "Engineers" or cannot_work(field, unit):
        return []
    return repairable(field.scenario.map, field.position.features, field.at(unit))


def mend(position: Position, unit: Unit, feature: Feature) -> Position:
    """Put a unit to work; at the end of the turn it has mended a level."""
    return replace(position, works=tuple(sorted((*position.works, Work(unit.number, feature)))))


def mended(position: Position) -> Position:
    """Ruling repairs: end the turn's work of engineers that were not disturbed."""
    features = position.features
    undisturbed = [each for each in position.works if each.unit not in position.disorganised]
    for feature in dict.fromkeys(each.feature for each in undisturbed):
        if features.state(feature) != "whole":
            features = laying.repaired(features, feature)
    return replace(position, features=features, works=())


# Pontoons


def why_not_lay(field: Field, unit: Unit, hexside: Hexside) -> str:
    """Ruling pontoon-laying: say why pontoons may not be laid over a hexside; nothing where they may."""
    if unit.kind != "Pontoons":
        return f"{unit.name} is no unit of pontoons"
    if is_laid(field, unit):
        return f"{unit.name} lies over the river already"
    return cannot_work(field, unit) or laying.why_not_lay(
        field.scenario.map, field.position.features, field.at(unit), hexside, field.foes(unit.side)
    )


def spans(field: Field, unit: Unit) -> list[Hexside]:
    """Return the hexsides a unit may be laid over."""
    if unit.kind != "Pontoons" or field.at(unit) < 0:
        return []
    return [side for side in field.grid.hexsides(field.at(unit)) if not why_not_lay(field, unit, side)]


def lay(field: Field, unit: Unit, hexside: Hexside) -> Position:
    """Lay pontoons, which the enemy sees."""
    position = replace(field.position, features=laying.laid(field.position.features, hexside, unit.number))
    return _in_sight(field, position, unit)


def why_not_take_up(field: Field, unit: Unit) -> str:
    """Ruling pontoon-laying: say why pontoons may not be taken up; nothing where they may."""
    if not is_laid(field, unit):
        return f"{unit.name} lies over no river"
    return cannot_work(field, unit)


def take_up(field: Field, unit: Unit) -> Position:
    """Take pontoons up, which the enemy sees; they move no farther this turn."""
    position = at_rest(field.position, [unit])
    return _in_sight(field, replace(position, stopped=position.stopped | {unit.number}), unit)


def _in_sight(field: Field, position: Position, unit: Unit) -> Position:
    side = enemy(unit.side)
    known = sighted(field.scenario, position.knows(side), position, [unit.number], states=False)
    return with_known(position, side, known)
