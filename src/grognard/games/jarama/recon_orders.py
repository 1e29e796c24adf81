# SPDX-License-Identifier: Apache-2.0
"""Reconnaissance on the map: what is learned of a hex from the air and by patrols; a patrol that fails may be attacked."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from grognard.charts.plurals import ordinal
from grognard.games.jarama import air_recon, ground_recon
from grognard.games.jarama.air_recon import AirSheet
from grognard.games.jarama.aircraft import aa_factors, cannot_fly, flying
from grognard.games.jarama.attack import CombatSheet
from grognard.games.jarama.attack_orders import (
    cannot_engage,
    defenders_of,
    hex_by_hex,
    why_not_announced,
    why_not_troops,
)
from grognard.games.jarama.battle import MapBattle
from grognard.games.jarama.board import Board
from grognard.games.jarama.combat import Outcome
from grognard.games.jarama.ground_recon import GroundSheet
from grognard.games.jarama.losses import as_attacker, as_defender
from grognard.games.jarama.orders import AirRecon, GroundRecon
from grognard.games.jarama.position import Position
from grognard.games.jarama.recon import EVENTS, ReconOutcome, report_lines, tell_report
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import Side
from grognard.hexes import HexId
from grognard.play.board import Expected, Preview
from grognard.play.preview import headline, yours
from grognard.procedures.procedure import Line, NotAllowed
from grognard.rules.cache import cached_on_board
from grognard.rules.hidden_forces import with_known, with_sightings
from grognard.rules.knowledge import Report, reported
from grognard.umpire import Rule, odds

# From the air


def why_not_overfly(board: Board, order: AirRecon) -> str:
    """Say why an aircraft may not reconnoitre a hex; empty if it may."""
    position, names, target = board.position, order.units, board.hex(order.target)
    if position.phase != "air":
        return f"aircraft reconnoitre in the air phase, and this is {position.side} {position.phase}"
    if len(names) != 1:
        return "name the one aircraft that reconnoitres"
    plane = board.context.plane(names[0])
    grounded = cannot_fly(board, plane, plane.recon, "flies no reconnaissance")
    return grounded or board.why_no_enemy(position.side, target)


def may_overfly(board: Board, target: HexId) -> bool:
    """Return whether any aircraft might reconnoitre a hex."""
    side = board.position.side
    return target in board.foes(side) and board.missions_left(side) > 0


def air_sheet(board: Board, order: AirRecon) -> AirSheet:
    """Return the worksheet of a flight."""
    side, target = board.position.side, board.hex(order.target)
    if len(order.units) != 1 or order.units[0] not in board.context.planes:
        raise NotAllowed("name the one aircraft that reconnoitres")
    if reason := board.why_no_enemy(side, target):
        raise NotAllowed(reason)
    names = counters(len(defenders_of(board, target)))
    return air_recon.sheet_of(names, side, aa_factors(board, target), board.card, board.grid.names[target])


def counters(count: int) -> tuple[str, ...]:
    """Name face-down counters by their places in the stack."""
    return tuple(f"{ordinal(place)} counter" for place in range(1, count + 1))


def fly_over(board: Board, order: AirRecon) -> Rule[Position]:
    """Carry out a flight."""
    sheet, target = air_sheet(board, order), board.hex(order.target)
    position = flying(board.position, [board.context.planes[order.units[0]]], target, "recon")
    # The player who chooses what is shown sees where the aircraft is.
    outcome = yield from air_recon.air_recon(sheet, position)
    units = board.units_at(target)
    laid_out = dict(zip(counters(len(units)), units, strict=True))
    return board.settled(after_recon(board.after(position), outcome, target, laid_out))


def after_recon(board: Board, outcome: ReconOutcome, target: HexId, laid_out: Mapping[str, Unit]) -> Position:
    """Return the position once the active side knows what it learned of a hex, whose counters go by these names."""
    report, position = outcome.report, board.position
    if report.fails:
        return position
    side = position.side
    if not board.is_seen_through(target):
        # A preview: what will be learned is not known yet, only that something will be.
        told = Report(target, position.turn, outcome.units, points=0 if report.strength else None)
        return with_known(position, side, reported(position.known[side], told))
    knowledge = reported(position.known[side], _told(board, board.units_at(target), outcome, target))
    seen = [unit.number for name, unit in laid_out.items() if name in outcome.shown]
    states = bool(report.states)
    knowledge = with_sightings(board.scenario, knowledge, position, seen, board.out_of_command, states=states)
    return with_known(position, side, knowledge)


def _told(board: Board, units: Sequence[Unit], outcome: ReconOutcome, target: HexId) -> Report:
    """Return the report on the hex as a whole; how many counters lie there is seen in any case."""
    report = outcome.report
    return Report(
        target,
        board.position.turn,
        len(units),
        sum(map(board.points, units)) if report.strength else None,
        tuple(sorted(unit.kind for unit in units)) if report.types else None,
    )


# Before it is ordered


def recon_of_unknown(board: Board, order: AirRecon | GroundRecon) -> Preview:
    """Return what the reconnaissance of an unknown hex rolls on: what each result reveals, whichever units are there."""
    target = board.hex(order.target)
    report = board.position.known[board.position.side].of(target)
    units = report.units if report else None
    sheet: AirSheet | GroundSheet
    if isinstance(order, AirRecon):
        sheet = air_sheet(board, order)
        chance, table, last = odds(air_recon.air_recon, sheet), air_recon.TABLE, sheet.lines[-1]
    else:
        sheet = replace(ground_sheet(board, order), counterattack=None)
        chance, table = odds(ground_recon.ground_recon, sheet), ground_recon.TABLE
        last = Line("failure", "the units there may counterattack", "ruling counterattack")
    lines = (
        Line(f"what stands in {board.grid.names[target]} is not known", "", "ruling fog"),
        *report_lines(table, units, board.card),
        last,
    )
    head = headline(chance, yours(EVENTS[:1]))
    told = chance.map(lambda outcome: tell_report(outcome.report, units))
    outcomes = tuple(Expected("", *outcome) for outcome in told.items())
    return Preview("jarama", table, lines, outcomes, headline=head)


# By patrols


def why_not_scout(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not reconnoitre a hex; empty if it may."""
    if reason := cannot_engage(board, unit, "reconnoitre"):
        return reason
    if unit.number in board.position.scouted:
        return f"{unit.name} has reconnoitred already"
    return board.why_not_next_to(unit, target)


def why_not_patrol(board: Board, order: GroundRecon) -> str:
    """Say why a patrol may not be sent; empty if it may."""
    target, does = board.hex(order.target), "patrols go in the recon phase"
    if reason := why_not_announced(board, order, "recon", does, "the units that reconnoitre"):
        return reason
    if reason := board.why_no_enemy(board.position.side, target):
        return reason
    units = board.units(order.units)
    if reason := next(filter(None, (why_not_scout(board, unit, target) for unit in units)), ""):
        return reason
    if len({board.at(unit) for unit in units}) > 1:
        return "a patrol comes from one hex (ruling counterattack)"
    return ""


@cached_on_board
def targets(board: Board) -> list[HexId]:
    """Return the hexes that may be reconnoitred."""
    near = board.in_contact(board.position.side)
    return [target for target in near if any(scouts_of(board, target).values())]


def scouts_of(board: Board, target: HexId) -> dict[HexId, list[Unit]]:
    """Return the units that may reconnoitre a hex, by the hexes they stand in."""
    scouts = {}
    for at in board.grid.neighbours(target):
        units = [unit for unit in board.units_at(at) if unit.side == board.position.side]
        scouts[at] = [unit for unit in units if not why_not_scout(board, unit, target)]
    return scouts


def parties(board: Board, target: HexId) -> list[list[str]]:
    """Return the units that may reconnoitre a hex together, by their ids: those of one hex."""
    return [[unit.id for unit in units] for units in scouts_of(board, target).values()]


def ground_sheet(board: Board, order: GroundRecon) -> GroundSheet:
    """Return the worksheet of a patrol, and of the counterattack by the units that are known to be there."""
    units, target = hex_by_hex(board, board.units(order.units)), board.hex(order.target)
    if not units or len({board.place(unit) for unit in units}) > 1:
        raise NotAllowed("name the units that reconnoitre, from one hex")
    here = board.at(units[0])
    if reason := board.why_not_next_to(units[0], target) or board.why_no_enemy(units[0].side, target):
        raise NotAllowed(reason)
    scouts = tuple(as_defender(board, unit) for unit in units)
    there = board.units_at(target)
    able = tuple(as_attacker(board, unit, here) for unit in there if _strikes_back(board, unit))
    enemies = defenders_of(board, target)
    unknown = tuple(unit for unit in enemies[len(there) :] if not unit.unfit)
    sheet = ground_recon.sheet_of(
        scouts, (*able, *unknown), units[0].side, board.ground(here), board.card, len(enemies)
    )
    return replace(sheet, names=counters(len(enemies)), target=board.grid.names[target])


def known_there(board: Board, side: Side, target: HexId) -> list[Unit]:
    """Return the units in a hex that a side knows, in an order that does not reveal how they are stacked."""
    seen = board.position.known[side].seen_at(target)
    return [board.scenario.units[number] for number in sorted(sighting.unit for sighting in seen)]


def laid_out(board: Board, side: Side, target: HexId) -> dict[str, Unit]:
    """Return the units in a hex as a patrol picks them: those it does not know from the top, then those it does."""
    known, units = known_there(board, side, target), board.units_at(target)
    order = [*(unit for unit in units if unit not in known), *known]
    return dict(zip(counters(len(units)), order, strict=True))


def _strikes_back(board: Board, unit: Unit) -> bool:
    """Ruling counterattack: return whether a unit may counterattack a patrol."""
    return not board.unfit(unit) and not why_not_troops(board, unit)


def patrol(board: Board, order: GroundRecon) -> Rule[Position]:
    """Carry out a patrol; if it fails, the units in the hex may counterattack it, and all units that fight are revealed."""
    sheet, target = ground_sheet(board, order), board.hex(order.target)
    units = hex_by_hex(board, board.units(order.units))
    position = replace(board.position, scouted=board.position.scouted | {unit.number for unit in units})
    begun = board.after(position)
    if board.is_seen_through(target):
        sheet = replace(sheet, hidden=True)
    else:
        # A preview, from what a side sees: which units would counterattack is not known.
        sheet = replace(sheet, counterattack=None)
    fought: list[Position] = []

    def on_the_map(counterattack: CombatSheet) -> Rule[Outcome]:
        able = [unit for unit in board.units_at(target) if _strikes_back(board, unit)]
        here = board.at(units[0])
        counterattack = replace(counterattack, counterattack=tuple(unit.id for unit in able))
        fight = MapBattle(begun, board, counterattack, able, units, here, (*able, *units))
        outcome, position = yield from fight.fought()
        position = yield from fight.advanced(position, outcome)
        fought.append(board.settled(position, fight.shown_units))
        return outcome

    outcome = yield from ground_recon.ground_recon(sheet, on_the_map)
    if fought:
        return fought[-1]
    named = laid_out(board, position.side, target) if board.is_seen_through(target) else {}
    return board.settled(after_recon(begun, outcome, target, named))
