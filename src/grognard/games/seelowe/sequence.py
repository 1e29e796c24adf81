"""The sequence of play: what happens when a phase, a player-turn and a turn end.

German and British each have movement, air attack, combat and mechanised movement. A phase in which nothing can be
done is passed over; the movement phase never is, for whoever holds still wants to be asked.
"""

from msgspec.structs import replace

from grognard.games.seelowe import bombing, fighting
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.moves import cannot_move
from grognard.games.seelowe.position import NAMES, PHASES, Position
from grognard.games.seelowe.terms import Supply


def end_phase(ground: Ground) -> Position:
    """End the phase, and those after it in which nothing can be done."""
    position = _next_phase(ground)
    while not position.over and _is_idle(ground.after(position)):
        position = _next_phase(ground.after(position))
    return position


def _next_phase(ground: Ground) -> Position:
    position = replace(ground.position, attacked=frozenset(), spent=(0,) * len(ground.position.spent))
    if position.now.name != NAMES[-1]:
        return replace(position, phase=position.phase + 1)
    return _next_player_turn(ground.after(position))


def _next_player_turn(ground: Ground) -> Position:
    """End a player-turn: what was occupied is held, disrupted units recover. Then begin the next."""
    side, position = ground.now.side, ground.position
    occupied = ground.garrisons(side) & ground.scenario.holdings
    position = replace(
        position,
        held=position.held | occupied if side == "German" else position.held - occupied,
        disrupted=position.disrupted - ground.scenario.by_side[side],
        acted=frozenset(),
        phase=(position.phase + 1) % len(PHASES),
    )
    if position.phase == 0:
        position = replace(position, turn=position.turn + 1)
        if position.turn > ground.scenario.turns or _is_thrown_back(ground):
            return replace(position, turn=position.turn - 1, phase=len(PHASES) - 1, over=True)
    return begin_player_turn(ground.after(position))


def _is_thrown_back(ground: Ground) -> bool:
    """Say whether no German combat unit is left on the map after the first turn: the invasion has failed."""
    return ground.position.turn > 1 and not ground.garrisons("German")


def begin_player_turn(ground: Ground) -> Position:
    """Judge the supply of the side whose turn begins; who came ashore in its last turn is no longer spared."""
    side = ground.now.side
    mine = ground.scenario.by_side[side]
    ground = ground.after(replace(ground.position, ashore=ground.position.ashore - mine))
    judged: list[Supply] = ["supplied"] * len(ground.scenario.units)
    for unit in ground.scenario.units[ground.scenario.numbers[side]]:
        if ground.at(unit) >= 0:
            judged[unit.number] = ground.supply(unit)
    return replace(ground.position, supply=tuple(judged))


def _is_idle(ground: Ground) -> bool:
    match ground.now.name:
        case "air attack":
            return not (bombing.flyers(ground) and bombing.targets(ground))
        case "combat":
            return not fighting.targets(ground)
        case "mechanised movement":
            mine = ground.scenario.units[ground.scenario.numbers[ground.now.side]]
            return all(not unit.is_mechanised or cannot_move(ground, unit) for unit in mine)
        case _:
            return False
