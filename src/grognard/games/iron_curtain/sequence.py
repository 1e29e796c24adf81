"""The sequence of play: what happens when a phase, a player-turn and a turn end (ruling sequence-of-play).

Each side in its turn has strikes, movement, combat and exploitation; then its supply is judged. A phase in which both
sides can see that nothing can be done is passed over: without warheads or aircraft, without contact, without a unit
that exploits. The movement phase never is, for whoever holds still wants to be asked.
"""

from msgspec.structs import replace

from grognard.games.iron_curtain import strikes
from grognard.games.iron_curtain.contamination import cleared
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.moves import held_fast, thinned
from grognard.games.iron_curtain.position import NAMES, Position
from grognard.games.iron_curtain.terms import Side
from grognard.umpire import Rule


def end_phase(ground: Ground) -> Rule[Position]:
    """End the phase, and those after it in which nothing can be done."""
    position = yield from thinned(ground)
    return and_on(ground.after(_next_phase(ground.after(position))))


def and_on(ground: Ground) -> Position:
    """Pass over the phases in which nothing can be done."""
    while not ground.position.over and is_idle(ground):
        ground = ground.after(_next_phase(ground))
    return ground.position


def _next_phase(ground: Ground) -> Position:
    if ground.now.name == NAMES[-1]:
        return _next_player_turn(ground)
    return _begun(ground, ground.position.phase + 1)


def _begun(ground: Ground, phase: int) -> Position:
    """Begin a phase: nobody has moved or fought in it; who stands in a zone of control will not exploit."""
    position = replace(
        ground.position,
        phase=phase,
        began=ground.position.at,
        spent=(0,) * len(ground.position.spent),
        acted=frozenset(),
        attacked=frozenset(),
        barred=frozenset(),
    )
    if position.now.name != "exploitation":
        return position
    return replace(position, barred=held_fast(ground.after(position)))


def _next_player_turn(ground: Ground) -> Position:
    """End a player-turn: supply is judged, what is occupied is held, old contamination is gone. Then begin the next."""
    side, position = ground.now.side, ground.position
    occupied = ground.front(side).units & ground.scenario.worth.keys()
    position = replace(
        position,
        held=position.held | occupied if side == position.first else position.held - occupied,
        short=_judged(ground, side),
        contaminated=cleared(position, side),
        flown=0,
    )
    phase = (position.phase + 1) % (2 * len(NAMES))
    if phase == 0:
        if position.turn == ground.scenario.turns:
            return replace(position, over=True)
        position = replace(position, turn=position.turn + 1)
    return _begun(ground.after(position), phase)


def _judged(ground: Ground, side: Side) -> frozenset[int]:
    """Ruling supply-judged: judge the supply of the side whose turn ends; the other's stays as it is until its own does."""
    own = ground.scenario.by_side[side]
    short = {unit.number for unit in own if ground.at(unit) >= 0 and not ground.in_supply(unit)}
    return (ground.position.short - {unit.number for unit in own}) | short


def is_idle(ground: Ground) -> bool:
    """Say whether nothing can be done in the phase, as far as the enemy knows: what is hidden must not show in this."""
    match ground.now.name:
        case "strikes":
            return not strikes.targets(ground)
        case "combat":
            return not ground.in_contact(ground.now.side)
        case "exploitation":
            own = ground.scenario.by_side[ground.now.side]
            return not any(unit.exploits and ground.at(unit) >= 0 for unit in own)
        case _:
            return False
