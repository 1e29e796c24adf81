# SPDX-License-Identifier: Apache-2.0
"""What orders would roll on, with every outcome; against unknown units, exactly over all that may stand there."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.jarama import bombardment, combat
from grognard.games.jarama.anti_air import NO_FIRE
from grognard.games.jarama.armor import enough_at_points
from grognard.games.jarama.attack import TABLE, CombatSheet, Fight, rolls_on, sheet_of, strengths
from grognard.games.jarama.attack_orders import attack_sheet, battle_of, checked, defensive_fire
from grognard.games.jarama.board import Board
from grognard.games.jarama.bombardment import BombardmentOutcome, BombardmentSheet
from grognard.games.jarama.bombardment_orders import strike_on, strike_sheet
from grognard.games.jarama.demoralization import Fate
from grognard.games.jarama.distributions import possible_forces
from grognard.games.jarama.losses import as_defender
from grognard.games.jarama.orders import Battle, Bomb, Strike
from grognard.games.jarama.procedures import AIR_RECON, BOMBARDMENT, COMBAT, GROUND_RECON
from grognard.games.jarama.recon_orders import air_sheet, ground_sheet, recon_of_unknown
from grognard.games.jarama.stacks import ChartUnit, ChartUnits
from grognard.games.jarama.strength import Support, defence_strength
from grognard.games.jarama.terms import enemy
from grognard.hexes import HexId
from grognard.play.board import Expected, Part, Preview
from grognard.play.preview import Foretold, headline, part_of, preview, sorted_by_numbers, yours
from grognard.procedures.procedure import Event, Line, NotAllowed, Procedure, Worksheet
from grognard.registry import Card
from grognard.rules.hidden_deals import PossibleForce, PossibleForces
from grognard.rules.knowledge import NOTHING
from grognard.umpire import Chance, odds
from grognard.umpire.chance import mixed

GUNS = "batteries and AA factors that are not seen are taken as none"
UNKNOWN = "states of counters that were seen without them, or before this turn, are taken as none"
STATES = "states and AA factors that are not known are taken as none, and batteries not to have moved or fired this turn"
ELSEWHERE = "batteries in other hexes that are not seen are taken as none"
ANTI_AIR = "AA factors that are not seen are taken as none"
WHO = Line("which units lose points, and their morale", "not told", "it depends on who is there")
# The parts of a result of the CRT, by the name of each effect.
PARTS = (
    ("points the attacker loses", "attacker_loses"),
    ("points the defender loses", "defender_loses"),
    ("hexes the defender retreats", "defender_retreats"),
)


def attack_on_unknown(board: Board, order: Battle) -> Preview:
    """Return what an attack would roll on over all that may stand in the hex, and every result with its exact chance."""
    who, target = checked(board, order), board.hex(order.target)
    ground = board.ground(target)

    def factor(unit: ChartUnit) -> int:
        return defence_strength((unit,), ground, Support(), board.card).factor

    known = tuple(as_defender(board, unit) for unit in board.units_at(target))
    forces_there = _possible_forces(board, target, factor, known, enough_at_points(who.units, board.card))
    forces = forces_there.kinds
    attack = battle_of(board, order, who, (*known, *forces[0].units))
    alike = _alike(attack, [replace(force, units=(*known, *force.units)) for force in forces], board.card)
    results: Chance[str] = mixed((odds(combat.crt_result, sheet), ways) for sheet, ways in alike)
    ours, _, _ = strengths(attack, board.card)
    lines = (*_unknown_lines(board, target, forces_there), *ours.lines, *_columns(alike, board.card))
    outcomes = tuple(Expected(code, _says(board, code), results[code]) for code in sorted_by_numbers(results))
    parts = tuple(_parts(board, results))
    assumes = (STATES, ELSEWHERE) if forces_there.by_itself else (STATES,)
    head = headline(results, Foretold(_by_codes(board)))
    return Preview("jarama", "combat", lines, outcomes, assumes, parts, _told(board, target), head)


def _by_codes(board: Board) -> tuple[Event, ...]:
    """Return what is told first where it is not known who is there: what the table's results do, before morale."""

    def comes_to(does: str) -> Callable[[str], bool]:
        return lambda code: bool(board.card.chart(TABLE).does(code).get(does, 0))

    says = ("the enemy retreats", "the enemy loses points", "you lose points")
    does = ("defender_retreats", "defender_loses", "attacker_loses")
    return tuple(
        Event(said, said, comes_to(done), good=done != "attacker_loses")
        for said, done in zip(says, does, strict=True)
    )


def _possible_forces(
    board: Board, target: HexId, factor: Callable[[ChartUnit], int], known: ChartUnits, most_at: int = 0
) -> PossibleForces:
    """Return every kind of force that may stand in a hex with the known units; refuse if there is none."""
    forces_there = possible_forces(board, target, factor, known, most_at)
    if not forces_there.kinds:
        raise NotAllowed(f"nobody can be in {board.grid.names[target]} by what is known")
    return forces_there


def _unknown_lines(board: Board, target: HexId, forces_there: PossibleForces) -> list[Line]:
    """Say what the odds are averaged over."""
    count = counted(forces_there.units, "unit")
    what = f"what stands in {board.grid.names[target]} is not known"
    where = ", as set up, ruling deployment" if forces_there.by_zones else ""
    lines = [Line(what, f"over {count} that may be there", f"every spread equally likely, ruling fog{where}")]
    if forces_there.by_number:
        lines.append(Line("what is reported of other hexes", "their numbers alone", "they may be too many"))
    return lines


def _told(board: Board, target: HexId) -> str:
    return f"odds over what may stand in {board.grid.names[target]}"


def assumed(board: Board, target: HexId) -> tuple[str, ...]:
    """State the assumptions made if all counters in a hex are known, about what is unknown of them and of others."""
    position, side = board.position, enemy(board.position.side)
    hidden = board.hides(side)
    # A side's view has nothing of what the enemy knows; in the complete position all states are seen too.
    in_part = hidden or position.known[side] == NOTHING
    known = {unit.number for unit in (*board.units_at(target), *defensive_fire(board, target))}
    sightings = position.known[position.side].sightings
    fresh = (sighting for sighting in sightings if sighting.unit in known and sighting.fresh)
    states = any(sighting.states is None for sighting in fresh)
    return (*([UNKNOWN] * (in_part and states)), *([GUNS] * hidden))


def _parts(board: Board, results: Chance[str]) -> Iterator[Part]:
    """Sum up the results of the table by their parts, before morale."""
    chart = board.card.chart(TABLE)
    for name, does in PARTS:
        says = {code: f"{chart.does(code).get(does, 0)}" for code in results}
        yield part_of(name, results.map(says.__getitem__))


def _alike(attack: Fight, forces: Sequence[PossibleForce], card: Card) -> list[tuple[CombatSheet, int]]:
    """Return a worksheet for each group of forces against which the same is rolled, with their number of ways."""
    ways: dict[object, int] = {}
    fights: dict[object, Fight] = {}
    for force in forces:
        points = attack.defending_support.artillery + force.support
        fight = replace(attack, defenders=force.units, defending_support=Support(artillery=points))
        rolled = rolls_on(fight, card)
        ways[rolled] = ways.get(rolled, 0) + force.ways
        fights.setdefault(rolled, fight)
    return [(sheet_of(fights[rolled], card), count) for rolled, count in ways.items()]


def _columns(alike: Sequence[tuple[CombatSheet, int]], card: Card) -> list[Line]:
    """Say how likely each column of the CRT is, in the order of the table; with aircraft, before they are fired at."""
    total = sum(ways for _, ways in alike)
    chances: dict[str, Fraction] = {}
    for sheet, ways in alike:
        label = sheet.columns[0][1]
        chances[label] = chances.get(label, Fraction(0)) + Fraction(ways, total)
    order = card.chart(TABLE).column_axes[0].labels
    return [
        Line(
            f"column {label}",
            f"{float(chances[label]):.1%}",
            f"crt: {label}, over what may be there",
            table="crt",
        )
        for label in order
        if label in chances
    ]


def _says(board: Board, code: str) -> str:
    """Put a result of the CRT into words."""
    does = board.card.chart(TABLE).does(code)
    said = [
        f"{who} loses {counted(does[f'{who}_loses'], 'point')}"
        for who in ("attacker", "defender")
        if does.get(f"{who}_loses")
    ]
    if does.get("defender_retreats"):
        said.append(f"defender retreats {counted(does['defender_retreats'], 'hex', 'hexes')}")
    return f"{code}: {', '.join(said) or 'no effect'}"


# Bombardment


def as_far_as_seen(shown: Preview) -> Preview:
    """Say that no antiair fire is seen, if some of the enemy are unseen."""
    unseen = Line(NO_FIRE.what, "none seen", ANTI_AIR)
    return replace(shown, lines=tuple(unseen if line == NO_FIRE else line for line in shown.lines))


def strike_on_unknown(board: Board, order: Strike) -> Preview:
    """Return what a bombardment rolls on, whichever units are there; and the points lost, over all that may be."""
    target = board.hex(order.target)
    known = tuple(as_defender(board, unit) for unit in board.units_at(target))
    forces_there = _possible_forces(board, target, lambda unit: unit.points, known)
    sheet = strike_on(board, order, ())
    has = sum(unit.points for unit in known)
    forces = Chance(_by_points(forces_there, has))
    outcomes = odds(bombardment.table_result, sheet).joint(forces, partial(_hit, sheet))
    # The first die of a mission is for antiair fire, which has a 0 of its own: results are given in words alone.
    air = isinstance(order, Bomb)
    expected = (
        Expected("" if air else outcome.result, bombardment.tell(outcome), chance)
        for outcome, chance in outcomes.items()
    )
    told = (part for part in bombardment.PARTS if part is not bombardment.DEMORALISED)
    parts = tuple(part_of(name, outcomes.map(tell)) for name, tell in told)
    lines = (*_unknown_lines(board, target, forces_there), *sheet.lines, WHO)
    assumes = (ANTI_AIR,) if air else ()
    head = headline(outcomes, yours(bombardment.EVENTS))
    return Preview(
        "jarama", bombardment.TABLE, lines, tuple(expected), assumes, parts, _told(board, target), head
    )


def _by_points(forces_there: PossibleForces, known: int) -> dict[int, int]:
    """Count the ways for a hex to have so many Troop points, including the known ones."""
    ways: dict[int, int] = {}
    for force in forces_there.kinds:
        has = known + sum(unit.points for unit in force.units)
        ways[has] = ways.get(has, 0) + force.ways
    return ways


def _hit(sheet: BombardmentSheet, result: str, has: int) -> BombardmentOutcome:
    """Return what a result does to a hex with so many Troop points: it loses no more than it has."""
    lost = min(bombardment.result_effects(result, sheet.card).points_lost, has)
    fates = (Fate("the hex", lost, eliminated=False),) if lost else ()
    return bombardment.outcome_of(result, sheet, fates, units=True)


# Every kind of order

Previewed = Callable[[Board, Any], Preview]


def _previewed(
    procedure: Procedure, sheet: Callable[[Board, Any], Worksheet], over_unknown: Previewed
) -> Previewed:
    """Make a preview: of a worksheet if all counters in the hex are known, otherwise over what may be there."""

    def shown(board: Board, order: Any) -> Preview:
        target = board.hex(order.target)
        if board.is_seen_through(target):
            shown = preview("jarama", procedure, sheet(board, order), foretold=yours(procedure.events))
            shown = replace(shown, assumes=(*shown.assumes, *assumed(board, target)))
        else:
            shown = over_unknown(board, order)
        unseen = board.hides(enemy(board.position.side))
        return as_far_as_seen(shown) if unseen else shown

    return shown


attack = _previewed(COMBAT, attack_sheet, attack_on_unknown)
shelling = _previewed(BOMBARDMENT, strike_sheet, strike_on_unknown)
flight = _previewed(AIR_RECON, air_sheet, recon_of_unknown)
patrol = _previewed(GROUND_RECON, ground_sheet, recon_of_unknown)


def bombs(board: Board, order: Any) -> Preview:
    """Return what bombs roll on, with results in words alone: the first die is for antiair fire, which has a 0 of its own."""
    shown = shelling(board, order)
    return replace(shown, outcomes=tuple(replace(outcome, result="") for outcome in shown.outcomes))
