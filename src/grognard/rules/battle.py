# SPDX-License-Identifier: Apache-2.0
"""Combat on the map: who may attack what, what the chart makes of it, and what becomes of the units."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.places import LOST, is_on_map
from grognard.play.refusal import Refusal
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import cached_by_argument, cached_on_board
from grognard.rules.group_attack import why_not_together
from grognard.rules.losses import eliminated, lose_steps, which_lost
from grognard.rules.resolution import outcome_text, resolve
from grognard.rules.results import Outcome, StepOutcome
from grognard.rules.sentences import cited
from grognard.rules.units import Unit
from grognard.rules.worksheet import CombatSheet, why_not_across, worksheet
from grognard.umpire import Choose, Roll, Rule, drive

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position

# Who may attack what


def cannot_attack(board: "Board", unit: Unit) -> str:
    """Say why a unit may not attack at all in this phase; empty if it may."""
    now = board.now
    if now.side != unit.side or "attack" not in now.orders:
        return f"{unit.name} does not attack in the {now.side} {now.name} phase"
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if not unit.fights:
        return f"{unit.name} does not attack: it is no combat unit"
    if board.context.disrupts and unit.number in board.position.disrupted:
        return Refusal(f"{unit.name} is disrupted", "state", "disrupted")
    if unit.number in board.position.acted:
        return f"{unit.name} has attacked already"
    for bars in board.context.bars_attack:
        if reason := bars(board, unit):
            return reason
    return ""


def why_not_target(board: "Board", side: str, target: HexId) -> str:
    """Say why a hex may not be attacked in this phase; empty if it may."""
    name = board.grid.hex_name(target)
    if not board.occupied_by(target, board.context.enemy[side]):
        return f"there is no enemy in {name}"
    for unit in board.units_at(target):
        if unit.number in board.position.attacked:
            return f"{unit.name} in {name} was attacked already{cited(board.book.combat.again)}"
    return ""


def why_not_on(board: "Board", unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex; empty if it may."""
    reason = cannot_attack(board, unit)
    if reason:
        return reason
    hexside = board.grid.hexside_between(board.hex_of(unit), target)
    if hexside is None:
        return f"{unit.name} is not next to {board.grid.hex_name(target)}"
    features = board.scenario.map.features_at(hexside)
    for flag in board.book.forbidding:
        if flag.hexside in features and (not flag.kinds or unit.kind in flag.kinds):
            return why_not_across(board.book, flag)
    return ""


def why_not_attack(board: "Board", units: Sequence[Unit], target: HexId) -> str:
    """Say why an attack may not be made; empty if it may."""
    reasons = [why_not_target(board, board.now.side, target)]
    reasons += [why_not_on(board, unit, target) for unit in units]
    return why_not_together(units, "units that attack", reasons, lambda: attack_sheet(board, units, target))


@cached_by_argument
def attackers_of(board: "Board", target: HexId) -> list[Unit]:
    """Return the units that may attack a hex."""
    return [unit for unit in board.units_around(target) if not why_not_on(board, unit, target)]


@cached_on_board
def targets(board: "Board") -> list[HexId]:
    """Return the hexes that can be attacked now."""
    return [target for target in board.in_contact(board.now.side) if not why_not_by_all(board, target)]


@cached_by_argument
def why_not_by_all(board: "Board", target: HexId) -> str:
    """Say why a hex cannot be attacked even by all units that may attack it; empty if it can. Each unit adds to the odds."""
    reason = why_not_target(board, board.now.side, target)
    if reason:
        return reason
    units = attackers_of(board, target)
    return why_not_together(units, "units", (), lambda: attack_sheet(board, units, target))


# The worksheet


def situation(board: "Board", units: Sequence[Unit], target: HexId) -> Any:
    """Fill in what the card asks of an attack, from the position."""
    book, supply = board.book, board.book.supply
    defenders = board.units_at(target)
    fields: dict[str, Any] = {
        "attackers": tuple(map(board.attack, units)),
        "defenders": tuple(map(board.defence, defenders)),
        "side": units[0].side,
        "terrain": board.terrain(target),
        **flags(board, units, target),
    }
    if supply is not None:
        fields["attack_supply"] = supply.worst(board, units)
        fields |= supply.defence_of(board, defenders)
    if stand := book.stand:
        fields[stand.flag] = any(board.is_in(unit, stand.terrain) for unit in units)
    return book.game.situation(**fields)


def flags(board: "Board", units: Sequence[Unit], target: HexId) -> dict[str, bool]:
    """Return the flags of an attack: the hexsides it crosses, the kinds that take part, and what other chapters set."""
    across = _crossed(board, units, target)
    values = {flag.name: flag.hexside in across for flag in board.book.combat.flags}
    for flag in board.book.flags_by_kind:
        those = [unit for unit in units if unit.kind in flag.kinds]
        values[flag.name] = bool(those) and (
            not flag.hexside or flag.hexside in _crossed(board, those, target)
        )
    for chapter in board.context.with_flags:
        values |= chapter.flagged(board, units, target)
    return values


def _crossed(board: "Board", units: Iterable[Unit], target: HexId) -> set[str]:
    """Return what lies on the hexsides that units attack across."""
    features = board.scenario.map.features_at
    return {
        feature
        for place in {board.at(unit) for unit in units}
        if is_on_map(place) and (hexside := board.grid.hexside_between(place, target)) is not None
        for feature in features(hexside)
    }


def attack_sheet(board: "Board", units: Sequence[Unit], target: HexId) -> CombatSheet:
    """Return the worksheet of an attack on the map, cached because attacks are often evaluated before they are made."""
    return _attack_sheet(board, (tuple(units), target))


@cached_by_argument
def _attack_sheet(board: "Board", attack: tuple[tuple[Unit, ...], HexId]) -> CombatSheet:
    units, target = attack
    if not units:
        raise NotAllowed("choose who attacks")
    for unit in units:
        if not board.is_on_map(unit):
            raise NotAllowed(f"{unit.name} is not on the map")
    if not board.units_at(target):
        raise NotAllowed(f"there is no unit in {board.grid.hex_name(target)} to attack")
    return worksheet(board.book, situation(board, units, target))


# The battle


def attack(board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
    """Carry out an attack: roll, losses, retreats (the defenders' first), advance."""
    sheet = attack_sheet(board, units, target)
    context, defenders = board.context, board.units_at(target)
    position = replace(
        board.position,
        acted=board.position.acted | {unit.number for unit in units},
        attacked=board.position.attacked | {unit.number for unit in defenders},
    )
    without_defenders = eliminated(context, position, defenders)
    outcome: Outcome = yield from resolve(sheet, without_defenders, board.grid.hex_name(target))
    return (yield from carried_out(board.after(position), units, target, outcome))


def carried_out(board: "Board", units: Sequence[Unit], target: HexId, outcome: Outcome) -> "Rule[Position]":
    """Carry out what an attack came to: losses, retreats (the defenders' first), advance."""
    book, context, position, defenders = board.book, board.context, board.position, board.units_at(target)
    effects = book.effects(outcome.result)
    if outcome.defenders_lost:
        position = eliminated(context, position, defenders)
    lost = yield from which_lost(board, units, outcome.attackers_lost, position)
    position = eliminated(context, position, lost)
    if isinstance(outcome, StepOutcome):
        position = yield from with_step_results(board.after(position), units, defenders, outcome)
    if outcome.defenders_retreat:
        position = yield from book.retreat.retreat(
            board.after(position), defenders, target, effects.defender_retreats
        )
    retreating = retreating_attackers(board, units, outcome)
    if retreating:
        position = yield from book.retreat.retreat(
            board.after(position), retreating, target, effects.attacker_retreats
        )
    if book.advance is None or board.after(position).units_at(target):
        return position
    # Attackers that ignore a retreat because of the ground they stand on may advance like all that do not retreat.
    left = [unit for unit in units if unit not in retreating and is_on_map(position.at[unit.number])]
    return (yield from book.advance.advance(board.after(position), left, target))


def with_step_results(
    board: "Board", units: Sequence[Unit], defenders: Sequence[Unit], outcome: StepOutcome
) -> "Rule[Position]":
    """Take off the steps that both sides lose, the defenders' first, and disrupt the units that the result disrupts."""
    position = yield from lose_steps(board, defenders, outcome.defender_steps)
    position = yield from lose_steps(board.after(position), units, outcome.attacker_steps)
    disrupted = {
        unit.number
        for who, is_so in ((units, outcome.attackers_disrupted), (defenders, outcome.defenders_disrupted))
        for unit in who
        if is_so and is_on_map(position.at[unit.number])
    }
    return replace(position, disrupted=position.disrupted | disrupted) if disrupted else position


def retreating_attackers(board: "Board", units: Sequence[Unit], outcome: Outcome) -> list[Unit]:
    """Return the attackers that retreat: without those that ignore the result because of the ground they stand on."""
    if not board.book.effects(outcome.result).attacker_retreats:
        return []
    stand = board.book.stand
    return [
        unit
        for unit in units
        if outcome.attackers_retreat or stand is None or not board.is_in(unit, stand.terrain)
    ]


def map_outcome_text(board: "Board", units: Sequence[Unit], target: HexId, outcome: Outcome) -> str:
    """Say an outcome in words, including which units have nowhere to retreat.

    If there is a choice of hexes, the first is assumed.
    """
    position, book = board.position, board.book
    effects = book.effects(outcome.result)
    retreats = [(board.units_at(target), effects.defender_retreats)] if outcome.defenders_retreat else []
    retreats.append((retreating_attackers(board, units, outcome), effects.attacker_retreats))
    for losers, distance in retreats:
        if losers:
            position = drive(book.retreat.retreat(board.after(position), losers, target, distance), _first)
    moved = [unit for losers, _ in retreats for unit in losers]
    trapped = [unit.name for unit in moved if position.at[unit.number] == LOST]
    nowhere = f"; nowhere to retreat, eliminated: {', '.join(trapped)}" if trapped else ""
    others = [unit.name for unit in retreats[-1][0] if not outcome.attackers_retreat]
    back = f"; {', '.join(others)} outside it retreat" if others else ""
    return outcome_text(book, outcome) + back + nowhere


def _first(ask: Roll[Any] | Choose[Any]) -> Any:
    """Answer a question of a retreat, which is always a choice, with its first option."""
    assert isinstance(ask, Choose)  # noqa: S101 - see above
    return ask.options[0]
