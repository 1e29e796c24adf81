"""The sequence of play: what happens when a phase, an activation and a turn end (rulings sequence-of-play, activation).

Both sides set up in secret; then each turn has air missions, bombardment, and activations: each side rolls for who
activates a formation, which reconnoitres, moves and fights; who passes is done for the turn. At the end of the turn
units recover, repairs are done, and supply is judged. A phase is passed over where all can see that nothing can be done
in it.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.games.jarama import shelling
from grognard.games.jarama.field import Field
from grognard.games.jarama.guns import reaches
from grognard.games.jarama.knowledge import forgotten_states, in_contact
from grognard.games.jarama.position import ACTIVE, LOST, PhaseName, Position
from grognard.games.jarama.scenario import Formation, Unit
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.works import mended
from grognard.hexes import HexId
from grognard.umpire import D10, Question, Reading, Roll, Rule
from grognard.umpire.ask import faces

NONE: frozenset[int] = frozenset()


class Recovery(Question[int], frozen=True):
    """The roll by which all demoralised units of a side recover, or do not."""

    side: Side


class Initiative(Question[int], frozen=True):
    """The roll for who activates a formation, with the combats that a side has won."""

    side: Side
    won: int


def end_phase(field: Field) -> Rule[Position]:
    """End the phase, and those after it in which nothing can be done."""
    position, first, second = field.position, field.scenario.first, field.scenario.second
    match position.phase:
        case "deployment" if position.side == first:
            return replace(position, side=second)
        case "deployment":
            return (yield from _on(field.after(_first_turn(field)), "air", first))
        case "air" | "bombardment" if position.side == first:
            return (yield from _on(field, position.phase, second))
        case "air":
            return (yield from _on(field, "bombardment", first))
        case "bombardment":
            return (yield from _activations(field))
        case "activation":
            passed = replace(position, passed=position.passed | {position.side})
            return (yield from _initiative(field.after(passed)))
        case "combat":
            return (yield from _activation_ends(field))
        case _:
            return (yield from _on(field, ACTIVE[ACTIVE.index(position.phase) + 1], position.side))


def _on(field: Field, phase: PhaseName, side: Side) -> Rule[Position]:
    """Begin a phase, unless all see that nothing can be done in it."""
    position = replace(field.position, phase=phase, side=side)
    field = field.after(position)
    return (yield from end_phase(field)) if is_idle(field) else position


def is_idle(field: Field) -> bool:
    """Say whether nothing can be done in the phase, as far as all know: what is hidden must not show in this."""
    position, side = field.position, field.position.side
    match position.phase:
        case "air":
            return field.missions_left(side) <= 0 or not field.waiting_planes(side)
        case "bombardment":
            return not _may_bombard(field, side)
        case "recon" | "combat":
            return not field.in_touch(side)
        case _:
            return False


def _may_bombard(field: Field, side: Side) -> bool:
    """Say whether a side has a battery left, and it could be in range of an enemy or a bridge."""
    guns = [unit for unit in field.scenario.by_side[side] if unit.is_artillery and _is_there(field, unit)]
    if not guns:
        return False
    far = max(reaches(field, gun) for gun in guns)
    hexes, distance = shelling.worth_it(field, side), field.grid.distance
    return any(distance(own, each) <= far for own in field.position.holds(side) for each in hexes)


def _is_there(field: Field, unit: Unit) -> bool:
    """Say whether a unit may be on the map, as far as all know."""
    return field.at(unit) != LOST and unit.turn <= field.position.turn


# Turns


def _first_turn(field: Field) -> Position:
    """End the deployment: all see which hexes are held, and supply is judged."""
    position, cut = field.position, field.position.firsts
    held = tuple(frozenset(at for at in part if at >= 0) for part in (position.at[:cut], position.at[cut:]))
    position = replace(position, held=held, formed=formed(field))
    if field.card.ruled("contact") == "count":
        position = in_contact(field.scenario, position)
    return replace(position, short=_judged(field.after(position)))


def _judged(field: Field) -> frozenset[int]:
    """Judge the supply of everybody."""
    units = field.scenario.units
    return frozenset(unit.number for unit in units if field.at(unit) >= 0 and not field.in_supply(unit))


def _turn_ends(field: Field) -> Rule[Position]:
    """Recovery, repairs, who holds what; then the next turn, if there is one."""
    position = field.position
    for side in (field.scenario.first, field.scenario.second):
        die: int = yield Roll(Recovery(side), faces(D10))
        position = _recovered(field.after(position), side, die)
    position = mended(position)
    position = replace(
        position,
        taken=_taken(field.after(position)),
        known=tuple(map(forgotten_states, position.known)),
        uncommanded=NONE, stopped=NONE, acted=NONE, scouted=NONE, fired=NONE,
        active=frozenset(), activated=(frozenset(), frozenset()), activations=(0, 0),
        passed=frozenset(), won=(0, 0), flown=NONE, struck=(), missions=(0, 0), marches=(), attacked=frozenset(),
        spent=(0,) * len(position.spent),
    )  # fmt: skip
    if position.turn == field.scenario.turns:
        return replace(position, over=True)
    position = replace(position, turn=position.turn + 1)
    position = replace(position, formed=formed(field.after(position)))
    if field.card.ruled("contact") == "count":
        position = in_contact(field.scenario, position)
    position = replace(position, short=_judged(field.after(position)))
    return (yield from _on(field.after(position), "air", field.scenario.first))


def _recovered(field: Field, side: Side, die: int) -> Position:
    """Ruling recovery: who is demoralised recovers by one roll for all, who is disorganised if in command and supply."""
    position = field.position
    steady = {
        unit.number
        for unit in _units(field, side, position.demoralised)
        if unit.effectiveness >= die and not field.near_enemy(unit)
    }
    orderly = {
        unit.number
        for unit in _units(field, side, position.disorganised)
        if unit.number not in position.short and field.in_command(unit)
    }
    return replace(
        position,
        demoralised=position.demoralised - steady,
        disorganised=position.disorganised - orderly,
    )


def _units(field: Field, side: Side, numbers: Iterable[int]) -> list[Unit]:
    found = [field.scenario.units[number] for number in sorted(numbers)]
    return [unit for unit in found if unit.side == side]


def _taken(field: Field) -> frozenset[HexId]:
    """Return what the side that moves first holds of the hexes that count: whoever stands in one has it."""
    position, worth = field.position, field.scenario.worth.keys()
    return (position.taken | (position.held[0] & worth)) - position.held[1]


# Activations


def formations(field: Field, side: Side) -> list[Formation]:
    """Return the formations of a side that have somebody left who is due; all know which they are."""
    return [
        formation
        for formation in field.scenario.formations
        if formation.side == side and any(_is_there(field, unit) for unit in formation.units)
    ]


def formed(field: Field) -> tuple[int, int]:
    """Count the formations of both sides."""
    return len(formations(field, field.scenario.first)), len(formations(field, field.scenario.second))


def activations_left(field: Field, side: Side) -> int:
    """Count the activations a side has left this turn, as all know it.

    One for each formation that was there when the first was activated: whether one that was lost since had acted, the
    enemy does not know.
    """
    position = field.position
    index = position.index(side)
    return max(position.formed[index] - position.activations[index], 0)


def _activations(field: Field) -> Rule[Position]:
    """Ruling activation: roll for the first activation, or let one side after the other act with all it has."""
    field = field.after(replace(field.position, formed=formed(field)))
    if field.card.ruled("activation") == "die":
        return (yield from _initiative(field))
    first = replace(field.position, side=field.scenario.first)
    return (yield from _all_at_once(field.after(first)))


def _all_at_once(field: Field) -> Rule[Position]:
    side = field.position.side
    everything = frozenset(formation.name for formation in formations(field, side))
    return (yield from activate(field, everything))


def _initiative(field: Field) -> Rule[Position]:
    """Roll for who activates next; a side that passed, or has activated all it has, does not."""
    position, scenario = field.position, field.scenario
    position = replace(position, active=frozenset(), uncommanded=NONE, marches=(), attacked=frozenset())
    able = [side for side in (scenario.first, scenario.second) if _may_activate(field, side)]
    if not able:
        return (yield from _turn_ends(field.after(position)))
    winner = able[0]
    if len(able) > 1:
        winner = yield from _rolled_for(position, scenario.first, scenario.second)
    return replace(position, phase="activation", side=winner, last=winner)


def _rolled_for(position: Position, first: Side, second: Side) -> Rule[Side]:
    one: int = yield Roll(Initiative(first, position.won[0]), _with(position.won[0]))
    other: int = yield Roll(Initiative(second, position.won[1]), _with(position.won[1]))
    if one == other:
        return enemy(position.last) if position.last else first
    return first if one > other else second


def _with(bonus: int) -> Reading[int]:
    return Reading(D10, {face: face + bonus for face in D10.totals})


def _may_activate(field: Field, side: Side) -> bool:
    return side not in field.position.passed and activations_left(field, side) > 0


def activate(field: Field, names: frozenset[str]) -> Rule[Position]:
    """Activate formations: command is judged, and their recon begins."""
    position, side = field.position, field.position.side
    index = position.index(side)
    done = position.activated[index] | names
    count = position.activations[index] + len(names)
    won = 0
    active = [
        unit for unit in field.scenario.by_side[side] if unit.formation in names and field.at(unit) >= 0
    ]
    position = replace(
        position,
        active=names,
        activated=(done, position.activated[1]) if index == 0 else (position.activated[0], done),
        activations=(count, position.activations[1]) if index == 0 else (position.activations[0], count),
        won=(won, position.won[1]) if index == 0 else (position.won[0], won),
        uncommanded=frozenset(unit.number for unit in active if not field.in_command(unit)),
        marches=(),
        attacked=frozenset(),
    )
    return (yield from _on(field.after(position), "recon", side))


def _activation_ends(field: Field) -> Rule[Position]:
    """End an activation: roll for the next; or, where sides take turns, the other side acts, or the turn ends."""
    if field.card.ruled("activation") == "die":
        return (yield from _initiative(field))
    position = replace(field.position, active=frozenset(), uncommanded=NONE, marches=(), attacked=frozenset())
    if position.side == field.scenario.second:
        return (yield from _turn_ends(field.after(position)))
    return (yield from _all_at_once(field.after(replace(position, side=field.scenario.second))))


def why_not_activate(field: Field, name: str) -> str:
    """Say why a formation may not be activated; nothing where it may."""
    position = field.position
    if position.phase != "activation":
        return f"formations are activated when a side has the initiative, and this is {position.side} {position.phase}"
    if name not in field.scenario.formation_of:
        return f"there is no formation called {name!r}"
    if field.scenario.formation_of[name].side != position.side:
        return f"{name} is no formation of {position.side}"
    if name in position.activated[position.index(position.side)]:
        return f"{name} has been active this turn"
    if all(each.name != name for each in formations(field, position.side)):
        return f"nothing of {name} is there to activate"
    return ""
