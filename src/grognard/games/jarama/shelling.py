"""Bombardment on the map: batteries and bombers on the units of a hex, on its road, railroad or bridge."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.jarama import bombardment, stacks
from grognard.games.jarama.bombardment import BombardmentSheet, Target
from grognard.games.jarama.features import Feature, Harm, features_at, harmed
from grognard.games.jarama.field import Field
from grognard.games.jarama.fighting import anti_air, defenders_of, may_be_fired_at
from grognard.games.jarama.guns import cannot_fire, in_range, moved_shells, reaches, shells
from grognard.games.jarama.harm import alive, bleed, suffer
from grognard.games.jarama.knowledge import disorganised_in
from grognard.games.jarama.orders import Aim, Bomb, Strike
from grognard.games.jarama.position import Position, Struck
from grognard.games.jarama.random_loss import Lost
from grognard.games.jarama.retreating import retreat
from grognard.games.jarama.scenario import Air, Unit
from grognard.games.jarama.terms import Side, enemy
from grognard.games.known import once
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Rule

AIMS: tuple[Aim, ...] = ("units", "road", "railroad", "bridge")


# Who may bombard what


def why_not_bomb(field: Field, names: Sequence[str], target: HexId, aim: Aim) -> str:
    """Say why aircraft may not bomb a hex; nothing where they may."""
    position = field.position
    if position.phase != "air":
        return f"aircraft bomb in the air phase, and this is {position.side} {position.phase}"
    if not names or len(set(names)) != len(names):
        return "name the aircraft that bomb, each once"
    for plane in planes_named(field, names):
        if reason := cannot_bomb(field, plane):
            return reason
    left = field.missions_left(position.side)
    if len(names) > left:
        return f"{position.side} has {counted(left, 'air mission')} left this turn"
    return why_not_aim(field, target, aim)


def planes_named(field: Field, names: Sequence[str]) -> list[Air]:
    """Return aircraft by their ids."""
    for name in names:
        if name not in field.theatre.planes:
            raise NotAllowed(f"there is no aircraft called {name!r}")
    return [field.theatre.planes[name] for name in names]


def cannot_bomb(field: Field, plane: Air) -> str:
    """Say why an aircraft bombs nothing; nothing where it may."""
    if plane.side != field.position.side:
        return f"{plane.name} is no aircraft of {field.position.side}"
    if plane.number in field.position.flown:
        return f"{plane.name} has flown this turn"
    return "" if plane.fb else f"{plane.name} carries no bombs"


def why_not_bombard(field: Field, names: Sequence[str], target: HexId, aim: Aim) -> str:
    """Say why batteries may not shell a hex; nothing where they may."""
    position = field.position
    if position.phase != "bombardment":
        return f"batteries fire in the bombardment phase, and this is {position.side} {position.phase}"
    if not names or len(set(names)) != len(names):
        return "name the batteries that fire, each once"
    for gun in guns_named(field, names):
        if gun.side != position.side:
            return f"{gun.name} is no unit of {position.side}"
        if reason := cannot_fire(field, gun) or in_range(field, gun, target):
            return reason
    return why_not_aim(field, target, aim)


def guns_named(field: Field, names: Sequence[str]) -> list[Unit]:
    """Return units by their ids."""
    for name in names:
        if name not in field.scenario.by_id:
            raise NotAllowed(f"there is no unit called {name!r}")
    return [field.scenario.by_id[name] for name in names]


def why_not_aim(field: Field, target: HexId, aim: Aim) -> str:
    """Ruling feature-targets: say why a hex is not to be aimed at so; nothing where it may."""
    name, side = field.grid.names[target], field.position.side
    if target in field.position.holds(side):
        return f"units of {side} are in {name}"
    if aim == "units":
        return "" if target in field.foes(side) else f"there is no enemy in {name}"
    if aim != "bridge" and target not in field.foes(side):
        return f"a {aim} is bombarded only where the enemy stands (ruling feature-targets)"
    return "" if aim in aims(field, target) else f"there is no {aim} in {name} that is not destroyed"


def aims(field: Field, target: HexId) -> list[Aim]:
    """Return what can be aimed at in a hex besides units."""
    kinds = {each.kind for each in standing(field, target)}
    return [aim for aim in AIMS if aim in kinds]


def standing(field: Field, target: HexId) -> list[Feature]:
    """Return the roads, railroads and bridges of a hex that are not destroyed."""
    features = field.position.features
    found = features_at(field.scenario.map, target)
    return [each for each in found if features.state(each) != "destroyed"]


@once
def targets(field: Field) -> list[HexId]:
    """Return the hexes that can be bombarded in this phase."""
    side = field.position.side
    if field.position.phase == "air":
        if field.missions_left(side) <= 0:
            return []
        bombs = any(plane.fb for plane in field.waiting_planes(side))
        recon = any(plane.recon for plane in field.waiting_planes(side))
        nothing: frozenset[HexId] = frozenset()
        return sorted(
            (worth_it(field, side) if bombs else nothing) | (field.foes(side) if recon else nothing)
        )
    if field.position.phase != "bombardment":
        return []
    guns = [unit for unit in field.scenario.by_side[side] if not cannot_fire(field, unit)]
    near = {at for gun in guns for at in field.grid.within(field.at(gun), reaches(field, gun))}
    return sorted(near & worth_it(field, side))


def worth_it(field: Field, side: Side) -> frozenset[HexId]:
    """Return the hexes in which there is something for a side to aim at: enemies, or a bridge without own units."""
    bridges = {at for at in bridge_hexes(field) if "bridge" in aims(field, at)}
    return field.foes(side) | (bridges - field.position.holds(side))


def bridge_hexes(field: Field) -> set[HexId]:
    """Return the hexes beside bridges."""
    board = field.scenario.map
    sides = (side for side, kinds in board.features.items() if "bridge" in kinds)
    return {at for side in sides for at in board.grid.beside(side)}


def shooters(field: Field, target: HexId) -> list[str]:
    """Return the aircraft or batteries that may bombard a hex, by their ids."""
    side = field.position.side
    if field.position.phase == "air":
        return (
            [plane.id for plane in field.waiting_planes(side) if plane.fb]
            if field.missions_left(side) > 0
            else []
        )
    guns = [unit for unit in field.scenario.by_side[side] if unit.is_artillery]
    return [gun.id for gun in guns if not cannot_fire(field, gun) and not in_range(field, gun, target)]


# The worksheet


def strike_sheet(field: Field, order: Strike, target: HexId) -> BombardmentSheet:
    """Return the worksheet of a bombardment, of whoever is known to be in the hex, or taken to be."""
    return strike_on(field, order, target, defenders_of(field, target))


def strike_on(field: Field, order: Strike, target: HexId, units: tuple[stacks.Unit, ...]) -> BombardmentSheet:
    """Return the worksheet of a bombardment of some units; of none, what is the same whoever is in the hex."""
    if field.holder(target) == field.position.side:
        raise NotAllowed(f"units of {field.position.side} are in {field.grid.names[target]}")
    if order.at == "units" and field.holder(target) is None:
        raise NotAllowed(f"there is no enemy in {field.grid.names[target]}")
    states = {
        kind: _state(field, [each for each in standing(field, target) if each.kind == kind])
        for kind in bombardment.FEATURES
    }
    under_fire = isinstance(order, Bomb) and may_be_fired_at(field, target)
    aimed = Target(
        side=enemy(field.position.side),
        units=units,
        ground=field.ground(target),
        features=tuple(states.items()),
        aim=order.at,
    )
    points, moved = _points(field, order)
    return bombardment.sheet_of(
        points,
        aimed,
        field.card,
        aa=anti_air(field, target) if under_fire else 0,
        air=isinstance(order, Bomb),
        moved=moved,
        under_fire=under_fire,
    )


def _state(field: Field, features: Sequence[Feature]) -> bombardment.State:
    """Say how the features of one kind in a hex are: the best of them counts."""
    if not features:
        return "none"
    states = {field.position.features.state(each) for each in features}
    return "whole" if "whole" in states else "damaged"


def _points(field: Field, order: Strike) -> tuple[int, tuple[int, ...]]:
    """Return the points of those who bombard, and those of each battery that has moved."""
    if not order.units:
        raise NotAllowed("name who bombards")
    moved: tuple[int, ...] = ()
    if isinstance(order, Bomb):
        found = sum(plane.fb for plane in planes_named(field, order.units))
    else:
        guns = guns_named(field, order.units)
        if strange := next((gun for gun in guns if not gun.is_artillery or field.at(gun) < 0), None):
            raise NotAllowed(f"{strange.name} is no artillery on the map")
        found, moved = shells(field, guns), moved_shells(field, guns)
    if not found and not any(moved):
        raise NotAllowed("those that are named have no bombardment points")
    return found, moved


# The bombardment


def strike(field: Field, order: Strike, target: HexId) -> Rule[Position]:
    """Carry out a bombardment; a hex that loses points is laid open, one that is only disorganised is not (ruling fog)."""
    sheet = strike_sheet(field, order, target)
    units = field.units_at(target)
    begun = field.after(_begun(field, order))
    sheet = replace(sheet, row=replace(sheet.row, shown=Shelled(field, begun, units)))
    outcome = yield from bombardment.bombardment(sheet)
    position = _features(begun, target, outcome.result)
    named = {field.theatre.called[unit.number]: unit for unit in units}
    fates = {named[fate.unit]: fate for fate in outcome.lose if fate.unit in named}
    position = suffer(position, {unit: fate.loses for unit, fate in fates.items()})
    strangers = sum(fate.loses for fate in outcome.lose if fate.unit not in named)
    position = bleed(position, enemy(field.position.side), strangers) if strangers else position
    left = alive(position, units)
    if outcome.disorganised:
        hit = {unit.number for unit in left}
        position = replace(position, disorganised=position.disorganised | hit)
        position = disorganised_in(position, enemy(field.position.side), target)
    broken = {unit.number for unit, fate in fates.items() if fate.demoralised}
    position = replace(position, demoralised=position.demoralised | broken)
    back = [unit for unit in left if unit in fates and fates[unit].retreats]
    if back:
        shown = Shelled(field, begun, units)
        position = yield from retreat(field.after(position), back, 1, target, shown.look)
    return field.settled(position, units if outcome.lose else ())


class Shelled:
    """Shows whoever chooses under bombardment the position after the losses so far: the hex is laid open."""

    def __init__(self, before: Field, field: Field, units: Sequence[Unit]) -> None:
        self.before, self.field, self.units = before, field, list(units)

    def __eq__(self, other: object) -> bool:
        """Nothing follows from what is shown."""
        return isinstance(other, Shelled)

    def __hash__(self) -> int:
        return 0

    def __call__(self, lost: Lost) -> Position:
        """Return the position after so many losses."""
        return self.look(suffer(self.field.position, dict(zip(self.units, lost, strict=False))))

    def look(self, position: Position) -> Position:
        """Return a position in the midst of it as it is to be looked at."""
        return self.before.settled(position, self.units)


def _begun(field: Field, order: Strike) -> Position:
    position, target = field.position, field.grid.parse_hex(order.target)
    if isinstance(order, Bomb):
        return flying(position, planes_named(field, order.units), target, order.at)
    guns = {gun.number for gun in guns_named(field, order.units)}
    return replace(position, fired=position.fired | guns, struck=(*position.struck, Struck(target, order.at)))


def flying(position: Position, planes: Sequence[Air], target: HexId, aim: str) -> Position:
    """Return the position in which aircraft of the side that acts have flown a mission, which all see."""
    numbers = tuple(sorted(plane.number for plane in planes))
    one, other = position.missions
    count = len(numbers)
    return replace(
        position,
        flown=position.flown | set(numbers),
        missions=(one + count, other) if position.side == position.first else (one, other + count),
        struck=(*position.struck, Struck(target, aim, numbers)),
    )


def _features(field: Field, target: HexId, result: str) -> Position:
    """Bombardment Table: damage or destroy roads, railroads and bridges."""
    if not result.endswith(("dmd", "dst")):
        return field.position
    harm: Harm = "destroyed" if result.endswith("dst") else "damaged"
    features = field.position.features
    for each in standing(field, target):
        features = harmed(features, each, harm)
    return replace(field.position, features=features)
