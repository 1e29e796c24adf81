# SPDX-License-Identifier: Apache-2.0
"""Close combat on the map, hex by hex: where it is fought, which units may attack which, and attacks declared (ruling declaring).

The attacks themselves are those of the desk; how they are carried out is in `close_combat_sequence`.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.asl_sk import ambush as ambushes
from grognard.games.asl_sk import new_leaders
from grognard.games.asl_sk.ambush import AmbushSheet, By
from grognard.games.asl_sk.attack import Ambush, AttackSheet, Leaders
from grognard.games.asl_sk.best_pairing import plan
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.groups import bound_mates, may_attack
from grognard.games.asl_sk.linked_attacks import at_once, one_by_one, sheet_in
from grognard.games.asl_sk.pairing import Attacks, Team, able, teams
from grognard.games.asl_sk.position import Combat, Declared, Position
from grognard.games.asl_sk.scenario import Unit
from grognard.games.asl_sk.simultaneous_attacks import LinkedAttacks, Mode, ambush_of
from grognard.games.asl_sk.terms import Nation
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed
from grognard.rules import naming
from grognard.rules.cache import cached_on_board

# The name of an attack on all enemy men together.
ALL = "all"


# Hexes and units


@cached_on_board
def hexes(board: Board) -> list[HexId]:
    """Return the hexes where close combat is still to be fought in this phase: one side there can attack the other."""
    position = board.position
    if position.phase != "close combat" or position.combat:
        return []
    return sorted(at for at in board.stacks if at not in position.fought and is_contested(board, at))


def is_contested(board: Board, at: HexId) -> bool:
    """Return whether both sides are in a hex, and one can attack the other."""
    units = board.units_at(at)
    if len({unit.side for unit in units}) == 1:
        return False
    return any(_can_attack(board, side, Combat(at, side, "declare")) for side in board.scenario.sides)


def fighters(board: Board, combat: Combat, side: Nation) -> list[Unit]:
    """Return the units of a side that can still attack in a close combat."""
    units = board.units_at(combat.at, side)
    pieces = board.pieces(units)
    ready = [
        unit.number not in combat.acted and able((piece,)) for unit, piece in zip(units, pieces, strict=True)
    ]
    return [unit for unit, can in zip(units, may_attack(pieces, ready), strict=True) if can]


def exposed(board: Board, combat: Combat, side: Nation) -> list[Unit]:
    """Ruling declaring: return the enemies of a side that can still be attacked: men once, an AFV repeatedly."""
    return [unit for unit in board.foes_at(combat.at, side) if unit.is_afv or unit.number not in combat.hit]


def can_attack(board: Board, side: Nation) -> bool:
    """Return whether a side can attack any unit in the close combat in hand."""
    combat = board.position.combat
    return combat is not None and _can_attack(board, side, combat)


def _can_attack(board: Board, side: Nation, combat: Combat) -> bool:
    own, foes = fighters(board, combat, side), exposed(board, combat, side)
    men, foe_men = any(not unit.is_afv for unit in own), any(not unit.is_afv for unit in foes)
    return bool((men and foes) or (own and foe_men))


def attackable(board: Board) -> dict[str, list[Unit]]:
    """Ruling declaring: return the targets of the side: each enemy team, by its first unit, or all men together."""
    combat = board.position.combat
    if combat is None:
        return {}
    foes = exposed(board, combat, board.side)
    units_by_team = [units_of(board, team) for team in teams(board.pieces(foes))]
    teams_by_name = {units[0].id: units for units in units_by_team}
    men = [unit for unit in foes if not unit.is_afv]
    if sum(not units[0].is_afv for units in teams_by_name.values()) > 1:
        teams_by_name[ALL] = men
    return teams_by_name


# Beginning


def ambush_sheet(board: Board, at: HexId) -> AmbushSheet | None:
    """Return the worksheet of an ambush; None if there can be none: in the open, in a Melee, if no unit advanced."""
    player = board.position.player
    came = any(board.state(unit).came for unit in board.units_at(at, player))
    if not came or board.in_melee(at) or not board.is_cover(at):
        return None
    ours, theirs = (board.pieces(board.units_at(at, side)) for side in board.sides)
    attacker, defender = board.sides
    return ambushes.sheet_of(ours, theirs, board.card, (attacker, defender))


def why_not_begin(board: Board, at: HexId) -> str:
    """Say why close combat may not begin in a hex; empty if it may."""
    position = board.position
    if position.phase != "close combat":
        return f"close combat comes last in a player turn, and this is {board.side} {position.phase}"
    if position.combat:
        where = board.grid.names[position.combat.at]
        return f"the close combat in {where} comes to its end first (ruling declaring)"
    return "" if at in hexes(board) else f"there is no close combat to fight in {board.grid.names[at]}"


def ambusher(board: Board) -> By:
    """Return the ambusher in the close combat in hand, as the card calls the side."""
    return role_of(board, in_hand(board).by)


def role_of(board: Board, by: Nation | None) -> By:
    """Return a side that ambushes, if one does, as the card calls it."""
    return "nobody" if by is None else board.role(by)


# Declaring


def in_hand(board: Board) -> Combat:
    """Return the close combat in hand."""
    if board.position.combat is None:
        raise NotAllowed("no close combat is being fought")
    return board.position.combat


def modifier(board: Board, side: Nation) -> Ambush:
    """Return whether a side's attacks are by an ambusher, against one, or neither."""
    return ambush_of(board.role(side), ambusher(board))


def why_not_attack(board: Board, units: Sequence[Unit], target: HexId, at: str) -> str:
    """Say why an attack may not be declared; empty if it may."""
    if reason := why_not_declare(board, target):
        return reason
    if not units or len(set(units)) != len(units):
        return "name the units that attack, each once"
    able_now = fighters(board, in_hand(board), board.side)
    for unit in units:
        if unit not in able_now:
            return _why_not_in(board, unit)
    bound = (why_not_with(board, unit, units) for unit in units if board.is_leader(unit))
    if reason := next(filter(None, bound), ""):
        return reason
    if at not in attackable(board):
        told = ", ".join(attackable(board)) or "nobody"
        return f"{at!r} cannot be attacked by itself here; there is {told} (ruling declaring)"
    try:
        sheet(board, units, at)
    except NotAllowed as error:
        return str(error)
    return ""


def _why_not_in(board: Board, unit: Unit) -> str:
    """Say why a unit that may not attack in the close combat in hand may not."""
    combat = in_hand(board)
    if unit.side != board.side or board.place(unit) != combat.at:
        return f"{unit.name} is no {board.side} unit in {board.grid.names[combat.at]}"
    if unit.number in combat.acted:
        return f"{unit.name} attacks already: each unit attacks once (ruling declaring)"
    if unit.is_afv:
        return f"{unit.name} has no fire power to attack with (ruling afv-fire-power)"
    if board.is_broken(unit):
        return f"{unit.name} is broken, and broken units do not attack"
    return why_not_with(board, unit, [unit])


def why_not_with(board: Board, leader: Unit, units: Sequence[Unit]) -> str:
    """Ruling lone-smc: say why a leader may not attack with units; empty if he may."""
    here = board.units_at(board.at(leader), leader.side)
    mates = bound_mates(here.index(leader), board.pieces(here), [unit in units for unit in here])
    if not mates:
        return ""
    others = naming.names([here[n] for n in mates])
    return f"{leader.name} defends with {others}, and attacks with none but them (ruling lone-smc)"


def why_not_declare(board: Board, target: HexId) -> str:
    """Say why no attack may be declared in a hex; empty if one may."""
    combat = board.position.combat
    if combat is None or combat.at != target:
        return f"no close combat is being fought in {board.grid.names[target]}"
    return "all attacks are declared, and are to be rolled" if combat.stage == "resolve" else ""


def sheet(board: Board, units: Sequence[Unit], at: str) -> AttackSheet:
    """Return the worksheet of an attack on the map."""
    targets = attackable(board).get(at)
    if not targets or not units:
        raise NotAllowed(f"{at!r} cannot be attacked here")
    ordered = sorted(units, key=lambda unit: unit.number)
    attack = board.pieces(ordered), board.pieces(targets)
    return sheet_in(
        mode_in(board, in_hand(board).at), board.role(board.side), attack, modifier(board, board.side)
    )


def mode_in(board: Board, at: HexId, leaders: Leaders = "named", *, counted: bool = False) -> Mode:
    """Return how attacks in a hex are rolled, and how much detail is given."""
    without, counters = new_leaders.leaderless(board, at), new_leaders.counters(board)
    return Mode(leaders, counted, board.card, without, counters)


def declared(board: Board, attacks: Iterable[tuple[Sequence[Unit], Sequence[Unit]]]) -> Position:
    """Return the position with more attacks declared by the side whose turn it is."""
    combat = in_hand(board)
    for units, targets in attacks:
        own, foes = (tuple(sorted(unit.number for unit in group)) for group in (units, targets))
        led = [
            numbers for group, numbers in ((units, own), (targets, foes)) if any(map(board.is_leader, group))
        ]
        combat = replace(
            combat,
            attacks=(*combat.attacks, Declared(board.side, own, foes)),
            acted=combat.acted | set(own),
            hit=combat.hit | set(foes),
            together=(*combat.together, *led),
        )
    return replace(board.position, combat=combat)


def best(board: Board, side: Nation | None = None) -> Attacks:
    """Ruling best-pairing: return the best attacks of a side, by units that have not attacked yet."""
    combat = in_hand(board)
    own = fighters(board, combat, side or board.side)
    foes = exposed(board, combat, side or board.side)
    ambush = modifier(board, side or board.side)
    return plan(board.pieces(own), board.pieces(foes), ambush, board.card)


def units_of(board: Board, team: Team) -> list[Unit]:
    """Return the units that pieces stand for."""
    return [board.scenario.by_name[piece.called] for piece in team]


def best_units(board: Board, at: HexId) -> list[Unit]:
    """Return the units that attack by the best pairing in a hex, where close combat is in hand."""
    del at
    return [unit for own, _ in best(board) for unit in units_of(board, own)]


def why_not_best(board: Board, target: HexId) -> str:
    """Say why the best pairing may not be declared; empty if it may."""
    if reason := why_not_declare(board, target):
        return reason
    if in_hand(board).stage == "turns":
        return "with a vehicle in the hex attacks are made one at a time (ruling close-combat-order)"
    return "" if best(board) else "nobody can attack any more"


def why_not_roll(board: Board, at: HexId) -> str:
    """Say why no attacks are rolled in a hex; empty if they are."""
    combat = board.position.combat
    rolls = combat is not None and combat.at == at and combat.stage == "resolve"
    return "" if rolls else f"no attacks are to be rolled in {board.grid.names[at]}"


def declare_best(board: Board) -> Position:
    """Declare the attacks of the best pairing."""
    return declared(board, [(units_of(board, own), units_of(board, foes)) for own, foes in best(board)])


# Declared attacks


def attacks_of(board: Board, side: Nation) -> Attacks:
    """Return the attacks that a side has declared, as the procedures take them."""
    units = board.scenario.units
    return tuple(
        (board.pieces(units[n] for n in attack.units), _in_team(board, [units[n] for n in attack.targets]))
        for attack in in_hand(board).attacks
        if attack.side == side
    )


def _in_team(board: Board, units: Sequence[Unit]) -> Team:
    """Return attacked units in the order of their team: its MMC first."""
    return tuple(piece for team in teams(board.pieces(units)) for piece in team)


def linked(board: Board, ours: Attacks, theirs: Attacks, mode: Mode) -> tuple[tuple[LinkedAttacks], ...]:
    """Link attacks as they are rolled: those of both sides, or after an ambush of the side whose turn it is."""
    combat = in_hand(board)
    if combat.by is None:
        return at_once(ours, theirs, mode)
    role = board.role(combat.mover)
    attacks = ours if role == "ATTACKER" else theirs
    return one_by_one(attacks, role, modifier(board, combat.mover), mode)
