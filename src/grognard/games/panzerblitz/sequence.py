"""The sequence of play: what happens when a phase, a player turn and a turn end (ruling play-sequence).

Each side has minefields, fire, its resolution, vehicles, infantry and close assault. A phase in which nothing can be
done is passed over.
"""

from msgspec.structs import replace

from grognard.games.panzerblitz import assaulting, gunnery, mining, moves
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.position import PHASES, Position
from grognard.games.panzerblitz.terms import enemy


def why_not_end(ground: Ground) -> str:
    """Say why a phase may not be ended yet; nothing where it may."""
    if ground.position.phase == "minefields" and mining.fields(ground):
        return "every minefield with enemy units on it attacks them (ruling mines-attack)"
    if ground.position.phase == "resolution" and ground.position.announced:
        return "all fire that was announced is resolved (ruling play-sequence)"
    return ""


def end_phase(ground: Ground) -> Position:
    """End the phase, and those after it in which nothing can be done."""
    position = _next_phase(ground)
    while not position.over and is_idle(ground.after(position)):
        position = _next_phase(ground.after(position))
    return position


def and_on(ground: Ground) -> Position:
    """Go on to the next phase by itself once all that must be done in this one is done."""
    forced = ground.position.phase in ("minefields", "resolution")
    return end_phase(ground) if forced and not why_not_end(ground) else ground.position


def is_idle(ground: Ground) -> bool:
    """Say whether nothing can be done in a phase."""
    match ground.position.phase:
        case "minefields":
            return not mining.fields(ground)
        case "fire":
            return gunnery.is_idle(ground)
        case "resolution":
            return not ground.position.announced
        case "close assault":
            return not assaulting.targets(ground)
        case "vehicles" | "infantry":
            return not any(
                moves.can_act(ground, unit) for unit in ground.scenario.of_side[ground.position.side]
            )


def _next_phase(ground: Ground) -> Position:
    position = ground.position
    if position.phase == "fire":
        position = gunnery.whole(ground)
    if position.phase != PHASES[-1]:
        return replace(position, phase=PHASES[PHASES.index(position.phase) + 1])
    return _next_player_turn(ground.after(position))


def _next_player_turn(ground: Ground) -> Position:
    """End a player turn: ground that was occupied is held, one's own dispersed units recover. Then begin the next."""
    position, side = ground.position, ground.position.side
    entered = ground.occupied(side) & ground.scenario.worth.keys()
    zeros = (0,) * len(position.at)
    position = replace(
        position,
        side=enemy(side),
        phase=PHASES[0],
        german=position.german | entered if side == "German" else position.german - entered,
        soviet=position.soviet | entered if side == "Soviet" else position.soviet - entered,
        dispersed=position.dispersed - ground.scenario.numbers_of[side],
        rallied=position.rallied | (position.dispersed & ground.scenario.numbers_of[side]),
        spent=zeros,
        hexes=zeros,
        acted=frozenset(),
        carried=frozenset(),
        on_road=frozenset(),
        shaken=frozenset(),
        gunned=frozenset(),
        mined=frozenset(),
        shot_at=frozenset(),
        fired_at=frozenset(),
        overrun=frozenset(),
        assaulted=frozenset(),
    )
    if side == ground.scenario.sides[0]:
        return position
    if position.turn == ground.scenario.turns or _is_decided(ground):
        return replace(position, side=side, phase=PHASES[-1], over=True)
    return replace(position, turn=position.turn + 1)


def _is_decided(ground: Ground) -> bool:
    """Say whether a side has nobody left, on the map or still to come."""
    return any(
        all(ground.position.at[unit.number] < -1 for unit in units if not unit.is_fort)
        for units in ground.scenario.of_side.values()
    )
