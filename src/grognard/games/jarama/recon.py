"""Air and Ground Reconnaissance Tables: what the owner must show; and a failed patrol is counterattacked."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.games import Card
from grognard.games.jarama import combat
from grognard.games.jarama.anti_air import ABORTED, Fire, fire_at, fire_lines, flown
from grognard.games.jarama.combat import Battle, CombatSheet, Outcome
from grognard.games.jarama.random_loss import check_stack
from grognard.games.jarama.stacks import (
    ATTACKING,
    DEFENDING,
    Attackers,
    Defenders,
    Unit,
    Words,
    counted,
    ordinal,
    parse_units,
)
from grognard.games.jarama.terms import CARD, Side, Terrain, enemy
from grognard.games.jarama.terrain import Ground
from grognard.rules.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.rules.reading import faces_of
from grognard.umpire import D10, Choose, Reading, Roll, Rule

AIR, GROUND = "air-recon", "ground-recon"
STRIKE, REFRAIN = "counterattack", "no counterattack"
# What the results say, in the card's words.
SHOWN = re.compile(r"(?:reverse sides|fronts) of (?P<part>50%|all)")

Seen = Literal["nothing", "50%", "all"]


class Report(msgspec.Struct, frozen=True):
    """What one result tells: the number of units and points, types, states, and how many counters are shown."""

    strength: bool
    types: bool
    states: bool
    shows: Seen
    failed: bool


def read_report(text: str) -> Report:
    """Read a result of either table by its words."""
    found = SHOWN.search(text)
    return Report(
        strength=text.startswith("Number of units"),
        types="types of units" in text,
        states="as well as their state" in text,
        shows="nothing" if not found else "50%" if found["part"] == "50%" else "all",
        failed="failed" in text or "No effect" in text,
    )


def half(units: int) -> int:
    """50% of the counters; half a counter is rounded up."""
    return (units + 1) // 2


@lru_cache(maxsize=64)
def _reports(table: str, card: Card) -> Reading[str]:
    chart = card.chart(table)
    return Reading(D10, {face: chart[face].reads for face in D10.totals})


def _report_lines(table: str, units: int, card: Card) -> list[Line]:
    chart = card.chart(table)
    found = []
    for text, faces in faces_of(_reports(table, card)).items():
        cells = [row[0] for row in chart.cells if row[0].reads == text]
        ruling = "".join(f", ruling {each}" for each in dict.fromkeys(cell.ruling for cell in cells) if each)
        found.append(
            Line(f"{faces} on 1d10", tell_report(read_report(text), units), f"{table}: {faces}{ruling}")
        )
    return found


def tell_report(report: Report, units: int) -> str:
    """Say in words what a result tells of so many units."""
    if report.failed:
        return "nothing"
    parts = ["number of units, Troop points"] if report.strength else []
    parts += ["types"] if report.types else []
    if report.shows != "nothing":
        seen = half(units) if report.shows == "50%" else units
        parts.append(f"{seen} of {counted(units, 'counter')} shown")
    return ", ".join([*parts, *(["their states"] if report.states else [])])


def show(who: Side, names: Words, many: int, why: str, now: object = None) -> Rule[Words]:
    """Let somebody choose which counters are shown, one after another; nobody is asked where all of them are."""
    shown: list[str] = []
    while len(shown) < many < len(names):
        left = tuple(name for name in names if name not in shown)
        shown.append((yield Choose(who, why, left, now)))
    return tuple(name for name in names if many >= len(names) or name in shown)


# From the air


class AirRecon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One aircraft over one hex."""

    units: Annotated[int, Meta(description="how many units are in the hex")]
    aa: Annotated[int, Meta(description="AA factors that cover the hex")] = 0
    side: Annotated[Side, Meta(description="whose aircraft it is")] = "Nationalist"


class ReconOutcome(msgspec.Struct, frozen=True):
    """What is learned, and which counters are shown."""

    report: Report
    units: int
    shown: Words
    counterattack: Outcome | None = None


class AirSheet(Worksheet, frozen=True):
    """What one mission rolls on, by whom counters are chosen, and `told` nothing but that."""

    told: str
    fire: Fire
    reading: Reading[str]
    chooser: Side
    names: Words


@lru_cache(maxsize=4096)
def air_worksheet(recon: AirRecon, card: Card = CARD) -> AirSheet:
    """Air Reconnaissance Table: what each result tells."""
    if recon.units < 1:
        raise NotAllowed(f"there are at least 1 and at most 10 units in the hex, not {recon.units}")
    check_stack(recon.units)
    names = tuple(f"{ordinal(place)} unit" for place in range(1, recon.units + 1))
    return air_sheet_of(names, recon.side, recon.aa, card)


def air_sheet_of(names: Words, side: Side, aa: int, card: Card, *, on_map: bool = False) -> AirSheet:
    """Work a mission over units out, known by their places in the stack or by name.

    On a map the dice for antiair fire are rolled even if there is none.
    """
    under_fire = card.ruled("aa-recon") == "all"
    # The aircraft has no points to lose: only A counts.
    fire = fire_at(1, aa if under_fire else 0, card, "antiair fire", always=on_map and under_fire)
    lines = _report_lines(AIR, len(names), card)
    if aa:
        lines.insert(0, _fire_line(fire, aa, card))
    by_owner = card.ruled("air-recon-half") == "owner"
    chooser = enemy(side) if by_owner else side
    lines.append(Line("50% of the counters", f"{chooser} chooses", "ruling air-recon-half"))
    return AirSheet(tuple(lines), "air reconnaissance", fire, _reports(AIR, card), chooser, names)


def _fire_line(fire: Fire, aa: int, card: Card) -> Line:
    aborts = [
        line for line in fire_lines(fire, aa, card) if line.source.partition(", ")[2].startswith(ABORTED)
    ]
    if aborts:
        return Line(aborts[0].what, "mission aborted", f"{aborts[0].source}, ruling aa-recon")
    return Line(f"{aa} AA factors", "no effect", "ruling aa-recon")


def air_recon(sheet: AirSheet) -> Rule[ReconOutcome]:
    """Fire at the aircraft if it is fired at; roll; show what must be shown."""
    fired = yield from flown(sheet.fire)
    if fired == ABORTED:
        return ReconOutcome(NOTHING, len(sheet.names), ())
    result: str = yield Roll("air reconnaissance", sheet.reading)
    return (yield from _learned(result, sheet.chooser, sheet.names))


NOTHING = Report(strength=False, types=False, states=False, shows="nothing", failed=True)


def _learned(result: str, chooser: Side, names: Words) -> Rule[ReconOutcome]:
    report = read_report(result)
    many = {"nothing": 0, "50%": half(len(names)), "all": len(names)}[report.shows]
    shown = yield from show(chooser, names, many, "counter shown")
    return ReconOutcome(report, len(names), shown)


# On the ground


class GroundRecon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that reconnoitre one hex; the hex they stand in is attacked if they fail."""

    scouts: Annotated[
        Defenders, Meta(description="the units that reconnoitre, as the defenders of a combat: 3/2/5")
    ]
    units: Annotated[
        Attackers,
        Meta(description="the units in the hex, as the attackers of a combat: 6/3/5,4/2/4:river:dsg"),
    ]
    side: Annotated[Side, Meta(description="who reconnoitres")] = "Nationalist"
    terrain: Annotated[Terrain, Meta(description="the hex of the scouts")] = "clear"
    hill: Annotated[bool, Meta(description="it is a hill")] = False
    fortification: Annotated[bool, Meta(description="it is fortified")] = False
    position: Annotated[bool, Meta(description="a position is prepared there")] = False


class GroundSheet(Worksheet, frozen=True):
    """What one patrol rolls on, and the counterattack that follows failure, if anybody can make it."""

    told: str
    side: Side
    reading: Reading[str]
    names: Words
    counterattack: CombatSheet | None


@lru_cache(maxsize=4096)
def ground_worksheet(recon: GroundRecon, card: Card = CARD) -> GroundSheet:
    """Ground Reconnaissance Table: what each result tells, and what a counterattack rolls on."""
    scouts = parse_units(recon.scouts, "units that reconnoitre", DEFENDING)
    units = parse_units(recon.units, "units in the hex", (*ATTACKING, "dsg", "dem"))
    ground = Ground(recon.terrain, recon.hill, recon.fortification, recon.position)
    return ground_sheet_of(scouts, units, recon.side, ground, card)


def ground_sheet_of(
    scouts: tuple[Unit, ...], units: tuple[Unit, ...], side: Side, ground: Ground, card: Card
) -> GroundSheet:
    """Work a patrol out, written at the desk or standing on a map."""
    for unit in scouts:
        if unit.unfit:
            raise NotAllowed(
                f"{unit.called} is {unit.unfit} and may not reconnoitre (ruling states-in-combat)"
            )
    check_stack(len(units))
    able = tuple(unit for unit in units if not unit.unfit)
    lines = _report_lines(GROUND, len(units), card)
    fight = None
    if any(unit.factor for unit in able):
        fight = combat.sheet_of(
            Battle(side=enemy(side), attackers=able, defenders=scouts, ground=ground), card
        )
        lines += [Line("failure", "counterattack", f"{GROUND}: 8-10, ruling counterattack"), *fight.lines]
    else:
        lines.append(
            Line("failure", "nobody can counterattack", "ruling counterattack, ruling states-in-combat")
        )
    told = f"counterattack {fight.told}" if fight else "no counterattack"
    return GroundSheet(
        tuple(lines), told, side, _reports(GROUND, card), tuple(unit.called for unit in units), fight
    )


def ground_recon(
    sheet: GroundSheet, fight: Callable[[CombatSheet], Rule[Outcome]] = combat.combat
) -> Rule[ReconOutcome]:
    """Roll; the reconnoitring player picks what he sees; on failure the units in the hex may counterattack at once.

    On a map the counterattack is fought there.
    """
    result: str = yield Roll("ground reconnaissance", sheet.reading)
    learned = yield from _learned(result, sheet.side, sheet.names)
    if not learned.report.failed or sheet.counterattack is None:
        return learned
    answer: str = yield Choose(enemy(sheet.side), "after the failed reconnaissance", (STRIKE, REFRAIN))
    if answer == REFRAIN:
        return learned
    outcome = yield from fight(sheet.counterattack)
    return ReconOutcome(learned.report, learned.units, (), outcome)


def tell(outcome: ReconOutcome) -> str:
    """Say in words what an outcome is."""
    said = _learning(outcome)
    if outcome.shown and len(outcome.shown) < outcome.units:
        said = f"{said}: {', '.join(outcome.shown)}"
    return f"{said}; counterattack {combat.tell(outcome.counterattack)}" if outcome.counterattack else said


def _learning(outcome: ReconOutcome) -> str:
    return "failed" if outcome.report.failed else tell_report(outcome.report, outcome.units)


def _of_counterattack(part: Callable[[Outcome], str]) -> Callable[[ReconOutcome], str]:
    return lambda outcome: part(outcome.counterattack) if outcome.counterattack else "-"


PARTS = (
    ("what is learned", _learning),
    *((f"counterattack: {name}", _of_counterattack(part)) for name, part in combat.PARTS),
)
PROCEDURES = (
    Procedure("air-recon", "Air reconnaissance", AirRecon, air_worksheet, air_recon, tell),
    Procedure(
        "ground-recon", "Ground reconnaissance", GroundRecon, ground_worksheet, ground_recon, tell, PARTS
    ),
)
