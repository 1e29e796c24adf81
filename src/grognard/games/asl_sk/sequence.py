"""The sequence of play (ruling sequence): what happens when a phase, a player turn and a turn end.

Each side in its player turn has rally, fire, movement, the other side's defensive fire, rout of both, advance and close
combat. A phase in which nothing can be done is passed over.
"""

from msgspec.structs import replace

from grognard.games.asl_sk import advancing, fighting, fire_plan, melee, moves, rallying, routing
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.position import PHASES, Position, State
from grognard.hexes import HexId
from grognard.play.by_side import BySide


def why_not_end(ground: Ground) -> str:
    """Say why a phase may not be ended yet; nothing where it may."""
    combat = ground.position.combat
    if ground.position.aimed:
        return "fire that was aimed is rolled (ruling fire-plan)"
    if combat:
        return (
            "the attacks that were declared are rolled (ruling declaring)"
            if combat.stage == "resolve"
            else ""
        )
    return (
        "close combat is fought in every hex where both sides are (ruling declaring)"
        if melee.hexes(ground)
        else ""
    )


def end_phase(ground: Ground) -> Position:
    """End the phase, and those after it in which nothing can be done; in close combat, attack no more."""
    if ground.position.combat:
        return and_on(ground.after(fighting.settled(ground.after(fighting.passed(ground)))))
    return passed_over(ground.after(_next_phase(ground)))


def and_on(ground: Ground) -> Position:
    """Go on by itself once all close combat of the phase is fought."""
    position = ground.position
    done = position.phase == "close combat" and not position.combat and not melee.hexes(ground)
    return passed_over(ground.after(_next_phase(ground))) if done else position


def passed_over(ground: Ground) -> Position:
    """Pass over the phases in which nothing can be done."""
    while not ground.position.over and is_idle(ground):
        ground = ground.after(_next_phase(ground))
    return ground.position


def is_idle(ground: Ground) -> bool:
    """Say whether nothing can be done in a phase."""
    match ground.position.phase:
        case "rally":
            return not rallying.hexes(ground)
        case "fire" | "defensive fire":
            return not fire_plan.targets(ground) and ground.position.aimed is None
        case "movement":
            return not any(can_move(ground))
        case "rout" | "enemy rout":
            return not routing.fleeing(ground)
        case "advance":
            return not any(advancing.hexes(ground, unit) for unit in ground.of_side(ground.side))
        case "close combat":
            return not melee.hexes(ground)


def can_move(ground: Ground) -> list[bool]:
    """Say of each unit of the side whether it can do something in the movement phase."""
    return [
        not moves.cannot_move(ground, unit)
        or not moves.why_not_hatches(ground, unit)
        or not moves.why_not_stop(ground, unit)
        for unit in ground.of_side(ground.side)
    ]


def _next_phase(ground: Ground) -> Position:
    """End a phase with what belongs to its end, and begin the next."""
    position = rallying.shaken(ground.after(_ended(ground)))
    position = replace(
        position,
        units=tuple(replace(each, tried=False) if each.tried else each for each in position.units),
        fired=frozenset(),
    )
    if position.phase == PHASES[-1]:
        return _next_player_turn(ground.after(position))
    position = replace(position, phase=PHASES[PHASES.index(position.phase) + 1])
    return _rested(ground.after(position)) if position.phase == "movement" else position


def _ended(ground: Ground) -> Position:
    match ground.position.phase:
        case "rally":
            return rallying.recovered(ground)
        case "rout" | "enemy rout":
            return routing.caught(ground)
        case "close combat":
            return replace(
                ground.position, units=tuple(map(_calmed, ground.position.units)), fought=frozenset()
            )
    return ground.position


def _calmed(state: State) -> State:
    """End of close combat: pins are removed, and stun is flipped, and then removed (ruling stun)."""
    if not (state.pinned or state.stunned or state.recovering):
        return state
    return replace(state, pinned=False, stunned=False, recovering=state.stunned)


def _rested(ground: Ground) -> Position:
    """Ruling double-time: CX is taken off when the next movement phase of the side begins."""
    return ground.changed([unit for unit in ground.of_side(ground.side) if ground.state(unit).cx], cx=False)


def _next_player_turn(ground: Ground) -> Position:
    """End a player turn: ground is taken by whoever stands there alone. Then begin the next."""
    position, sides = ground.position, ground.scenario.sides
    units = tuple(replace(each, spent=0, moved=False, came=False) for each in position.units)
    position = replace(position, units=units, held=_held(ground))
    if position.player == sides[0] and not _is_decided(ground):
        return replace(position, player=sides[1], phase=PHASES[0])
    if position.turn == ground.scenario.turns or _is_decided(ground):
        return replace(position, over=True)
    return replace(position, player=sides[0], phase=PHASES[0], turn=position.turn + 1)


def _held(ground: Ground) -> BySide[frozenset[HexId]]:
    """Ruling control: ground goes to the side that alone has unbroken men there, and stays with it."""
    held = ground.position.held
    for at in ground.scenario.worth:
        men = [unit for unit in ground.units_at(at) if not unit.is_afv]
        sides = {unit.side for unit in ground.units_at(at)}
        if len(sides) == 1 and any(not ground.is_broken(unit) for unit in men):
            (owner,) = sides
            enemy = ground.scenario.enemy(owner)
            held = held.with_side(owner, held[owner] | {at}).with_side(enemy, held[enemy] - {at})
    return held


def _is_decided(ground: Ground) -> bool:
    """Say whether a side has nobody left."""
    return any(not ground.of_side(side) for side in ground.scenario.sides)
