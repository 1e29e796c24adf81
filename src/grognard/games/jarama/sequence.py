# SPDX-License-Identifier: Apache-2.0
"""The sequence of play: what happens when a phase, an activation and a turn end (rulings sequence-of-play, activation).

Both sides set up in secret; then each turn has air missions, bombardment, and activations: sides roll for who
activates a formation, which reconnoitres, moves and fights; a side that passes is done for the turn. At the end of the
turn units recover, repairs are done, and supply is judged. A phase is skipped if everyone can see that nothing can be
done in it.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.games.jarama import bombardment_orders
from grognard.games.jarama.board import Board
from grognard.games.jarama.engineering import repairs_done
from grognard.games.jarama.guns import gun_range
from grognard.games.jarama.orders import Activate
from grognard.games.jarama.position import ACTIVE, NONE_YET, PhaseName, Position
from grognard.games.jarama.scenario import Formation, Unit
from grognard.games.jarama.terms import SIDES, Side, enemy
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import LOST
from grognard.rules.hidden_forces import counted_in_contact, held_hexes
from grognard.rules.knowledge import forgotten_states
from grognard.umpire import D10, Question, Reading, Roll, Rule
from grognard.umpire.ask import faces


class Recovery(Question[int], frozen=True):
    """The roll by which all demoralised units of a side recover, or do not."""

    side: Side


class Initiative(Question[int], frozen=True):
    """The roll for who activates a formation, with the combats that a side has won."""

    side: Side
    won: int


def end_phase(board: Board) -> Rule[Position]:
    """End the phase, and those after it in which nothing can be done; passing also ends one."""
    position, (first, second) = board.position, board.scenario.sides
    match position.phase:
        case "deployment" if position.side == first:
            return replace(position, side=second)
        case "deployment":
            return (yield from _begin_phase(board.after(_first_turn(board)), "air", first))
        case "air" | "bombardment" if position.side == first:
            return (yield from _begin_phase(board, position.phase, second))
        case "air":
            return (yield from _begin_phase(board, "bombardment", first))
        case "bombardment":
            return (yield from _activations(board))
        case "activation":
            passed = replace(position, passed=position.passed | {position.side})
            return (yield from _initiative(board.after(passed)))
        case "combat":
            return (yield from _end_activation(board))
        case _:
            return (yield from _begin_phase(board, ACTIVE[ACTIVE.index(position.phase) + 1], position.side))


def _begin_phase(board: Board, phase: PhaseName, side: Side) -> Rule[Position]:
    """Begin a phase, unless everyone sees that nothing can be done in it."""
    position = replace(board.position, phase=phase, side=side)
    board = board.after(position)
    return (yield from end_phase(board)) if is_idle(board) else position


def is_idle(board: Board) -> bool:
    """Return whether nothing can be done in the phase, as far as everyone knows: this must not reveal what is hidden."""
    position, side = board.position, board.position.side
    match position.phase:
        case "air":
            return board.missions_left(side) <= 0 or not board.waiting_planes(side)
        case "bombardment":
            return not _may_bombard(board, side)
        case "recon" | "combat":
            return not board.in_contact(side)
        case _:
            return False


def _may_bombard(board: Board, side: Side) -> bool:
    """Return whether a side has a battery left, and it could be in range of an enemy or a bridge."""
    guns = [unit for unit in board.scenario.of_side[side] if unit.is_artillery and _may_be_here(board, unit)]
    if not guns:
        return False
    far = max(gun_range(board, gun) for gun in guns)
    hexes, distance = bombardment_orders.worth_bombarding(board, side), board.grid.distance
    return any(distance(own, target) <= far for own in board.position.held[side] for target in hexes)


def _may_be_here(board: Board, unit: Unit) -> bool:
    """Return whether a unit may be on the map, as far as everyone knows."""
    return board.place(unit) != LOST and unit.turn <= board.position.turn


# Turns


def _first_turn(board: Board) -> Position:
    """End the deployment: everyone sees which hexes are held, and supply is judged."""
    held = held_hexes(SIDES, board.scenario, board.position.at)
    return _begin_turn(board.after(replace(board.position, held=held)))


def _begin_turn(board: Board) -> Position:
    """Begin a turn: formations are counted, forces that touch see each other, and supply is judged."""
    position = replace(board.position, formed=formation_counts(board))
    if board.card.ruled("contact") == "count":
        position = counted_in_contact(board.scenario, position)
    return replace(position, short=_out_of_supply(board.after(position)))


def _out_of_supply(board: Board) -> frozenset[int]:
    """Ruling supply-line: return the units that are out of supply."""
    units = board.scenario.units
    return frozenset(unit.number for unit in units if board.is_on_map(unit) and not board.in_supply(unit))


def _end_turn(board: Board) -> Rule[Position]:
    """End the turn: recovery, repairs, places taken; then the next turn, if there is one."""
    position = board.position
    for side in board.scenario.sides:
        die: int = yield Roll(Recovery(side), faces(D10))
        position = _recover(board.after(position), side, die)
    position = repairs_done(position)
    position = replace(
        position,
        taken=_places_held(board.after(position)),
        known=position.known.map(forgotten_states),
        **dict.fromkeys(Position.own_marks, frozenset[int]()),
        active=frozenset(), activated=BySide(SIDES, frozenset(), frozenset()), activations=NONE_YET,
        passed=frozenset(), won=NONE_YET, flown=frozenset(), struck=(), missions=NONE_YET, marches=(), attacked=frozenset(),
        spent=(0,) * len(position.spent),
    )  # fmt: skip
    if position.turn == board.scenario.turns:
        return replace(position, over=True)
    position = _begin_turn(board.after(replace(position, turn=position.turn + 1)))
    return (yield from _begin_phase(board.after(position), "air", board.scenario.first))


def _recover(board: Board, side: Side, die: int) -> Position:
    """Ruling recovery: demoralised units recover by one roll for all, disorganised ones if in command and supply."""
    position = board.position
    steady = {
        unit.number
        for unit in _units(board, side, position.demoralised)
        if unit.effectiveness >= die and not board.near_enemy(unit)
    }
    orderly = {
        unit.number
        for unit in _units(board, side, position.disorganised)
        if unit.number not in position.short and board.in_command(unit)
    }
    return replace(
        position, demoralised=position.demoralised - steady, disorganised=position.disorganised - orderly
    )


def _units(board: Board, side: Side, numbers: Iterable[int]) -> list[Unit]:
    units = [board.scenario.units[number] for number in sorted(numbers)]
    return [unit for unit in units if unit.side == side]


def _places_held(board: Board) -> frozenset[HexId]:
    """Return the hexes that count and are held by the side that moves first: the last side to stand in one holds it."""
    position, worth, first = board.position, board.scenario.worth.keys(), board.scenario.first
    return (position.taken | (position.held[first] & worth)) - position.held[enemy(first)]


# Activations


def formations(board: Board, side: Side) -> list[Formation]:
    """Return the formations of a side with a unit that is due and not lost; everyone knows which these are."""
    return [
        formation
        for formation in board.scenario.formations
        if formation.side == side and any(_may_be_here(board, unit) for unit in formation.units)
    ]


def formation_counts(board: Board) -> BySide[int]:
    """Count the formations of both sides."""
    return BySide(SIDES, *(len(formations(board, side)) for side in SIDES))


def activations_left(board: Board, side: Side) -> int:
    """Count the activations a side has left this turn, as everyone knows them.

    One for each formation that was there when the first was activated: whether a formation lost since then had acted, the
    enemy does not know.
    """
    position = board.position
    return max(position.formed[side] - position.activations[side], 0)


def _activations(board: Board) -> Rule[Position]:
    """Ruling activation: roll for the first activation, or let the sides act one after the other with all they have."""
    board = board.after(replace(board.position, formed=formation_counts(board)))
    if board.card.ruled("activation") == "die":
        return (yield from _initiative(board))
    first = replace(board.position, side=board.scenario.first)
    return (yield from _all_at_once(board.after(first)))


def _all_at_once(board: Board) -> Rule[Position]:
    side = board.position.side
    everything = frozenset(formation.name for formation in formations(board, side))
    return (yield from _activate(board, everything))


def _initiative(board: Board) -> Rule[Position]:
    """Ruling activation: roll for the side that activates next; one that passed, or has activated all it has, does not."""
    position, scenario = _deactivate(board.position), board.scenario
    able = [
        side for side in scenario.sides if side not in position.passed and activations_left(board, side) > 0
    ]
    if not able:
        return (yield from _end_turn(board.after(position)))
    winner = able[0]
    if len(able) > 1:
        winner = yield from _initiative_winner(position, *scenario.sides)
    return replace(position, phase="activation", side=winner, last=winner)


def _initiative_winner(position: Position, first: Side, second: Side) -> Rule[Side]:
    one = yield from _initiative_roll(position, first)
    other = yield from _initiative_roll(position, second)
    if one == other:
        return enemy(position.last) if position.last else first
    return first if one > other else second


def _initiative_roll(position: Position, side: Side) -> Rule[int]:
    won = position.won[side]
    die: int = yield Roll(Initiative(side, won), Reading(D10, {face: face + won for face in D10.totals}))
    return die


def activate(board: Board, order: Activate) -> Rule[Position]:
    """Activate a formation."""
    return _activate(board, frozenset([order.formation]))


def _activate(board: Board, names: frozenset[str]) -> Rule[Position]:
    """Ruling command-line: activate formations: command is judged, and their recon begins."""
    position, side = board.position, board.position.side
    active = [
        unit for unit in board.scenario.of_side[side] if unit.formation in names and board.is_on_map(unit)
    ]
    position = replace(
        position,
        active=names,
        activated=position.activated.with_side(side, position.activated[side] | names),
        activations=position.activations.add(side, len(names)),
        won=position.won.with_side(side, 0),
        uncommanded=frozenset(unit.number for unit in active if not board.in_command(unit)),
        marches=(),
        attacked=frozenset(),
    )
    return (yield from _begin_phase(board.after(position), "recon", side))


def _deactivate(position: Position) -> Position:
    """Return the position without any active formation."""
    return replace(position, active=frozenset(), uncommanded=frozenset(), marches=(), attacked=frozenset())


def _end_activation(board: Board) -> Rule[Position]:
    """Ruling activation: end an activation: roll for the next; or, if sides alternate, the other acts, or the turn ends."""
    if board.card.ruled("activation") == "die":
        return (yield from _initiative(board))
    position = _deactivate(board.position)
    if position.side == board.scenario.sides[1]:
        return (yield from _end_turn(board.after(position)))
    return (yield from _all_at_once(board.after(replace(position, side=board.scenario.sides[1]))))


def why_not_activate(board: Board, name: str) -> str:
    """Say why a formation may not be activated; empty if it may."""
    position = board.position
    if position.phase != "activation":
        return f"formations are activated when a side has the initiative, and this is {position.side} {position.phase}"
    if name not in board.scenario.formation_of:
        return f"there is no formation called {name!r}"
    if board.scenario.formation_of[name].side != position.side:
        return f"{name} is no formation of {position.side}"
    if name in position.activated[position.side]:
        return f"{name} has been active this turn"
    if all(formation.name != name for formation in formations(board, position.side)):
        return f"nothing of {name} is there to activate"
    return ""


def why_not_pass(board: Board) -> str:
    """Say why a side may not pass; empty if it may."""
    position = board.position
    if position.phase == "activation":
        return ""
    return f"a side passes when it has the initiative, and this is {position.side} {position.phase}"


def why_not_end(board: Board) -> str:
    """Say why the phase may not be ended; empty if it may."""
    return "activate a formation, or pass" if board.position.phase == "activation" else ""
