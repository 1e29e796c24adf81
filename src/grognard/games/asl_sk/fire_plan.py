"""The scenario's fire plan: fire from outside falls on a hex, and everybody there checks by the attack DR table.

The card has no table for fire itself; what it has is the check that fire makes its targets take. The plan says which.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

import msgspec
from msgspec.structs import replace

from grognard.games import game_map
from grognard.games.asl_sk import morale_check, rolls
from grognard.games.asl_sk.checks import Member, Terms, check
from grognard.games.asl_sk.ground import COVER, Ground, state_of
from grognard.games.asl_sk.harm import state
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.leader_loss import task_reading
from grognard.games.asl_sk.morale_check import Checked, CheckSheet, Fate, helped
from grognard.games.asl_sk.position import Aimed, Position, State
from grognard.games.asl_sk.scenario import FireFile, Scenario, Unit, named_hexes
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.stacks import parse_unit
from grognard.games.asl_sk.terms import GAME
from grognard.hexes import HexId
from grognard.hexes.sight import hexes_between
from grognard.play.board import Expected, Part, Preview
from grognard.play.places import LOST
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.rules.cache import once
from grognard.umpire import Call, Chance, Enumerator, Roll, Rule, mixed

# Ruling stun: the morale of the crew of an AFV.
CREW = 8
MARKS = (("wounded", "wounded"), ("pinned", "pinned"), ("broken", "broken"), ("dm", "DM"))


class FireSheet(Worksheet, frozen=True):
    """Who checks, side by side, and the AFVs whose crews do; `told` in words."""

    told: str
    checks: tuple[CheckSheet, ...]
    crews: tuple[str, ...]
    number: int


class Fired(msgspec.Struct, frozen=True, cache_hash=True):
    """What became of those who were fired at and did not stay as they were."""

    fates: tuple[Fate, ...]
    stunned: tuple[str, ...] = ()


# Where fire may fall


@lru_cache(maxsize=256)
def covers(map_name: str, start: HexId, far: int) -> frozenset[HexId]:
    """Ruling fire-plan: return the hexes seen from a hex within a range: woods and buildings between block the line."""
    board = game_map("asl-sk", map_name)
    return frozenset(
        at
        for at in board.grid.within(start, far)
        if not any(board.terrain[each] in COVER for each in hexes_between(board.grid, start, at))
    )


@lru_cache(maxsize=256)
def _area(map_name: str, names: tuple[str, ...]) -> frozenset[HexId]:
    return named_hexes(game_map("asl-sk", map_name), names)


def field_of(scenario: Scenario, fire: FireFile) -> frozenset[HexId]:
    """Return the hexes on which fire of the plan may fall: those of its area, or those it sees."""
    if fire.area:
        return _area(scenario.file.map, fire.area)
    return covers(scenario.file.map, scenario.map.grid.parse_hex(fire.at), fire.range)


def in_turn(ground: Ground) -> Iterator[tuple[str, FireFile]]:
    """Run through the fire of the plan that the side may use in this phase and has not used."""
    position = ground.position
    for name, fire in ground.scenario.file.fire.items():
        first, last = fire.turns
        due = fire.side == ground.side and first <= position.turn <= last and position.phase in fire.phases
        if due and name not in position.fired:
            yield name, fire


def why_not_at(ground: Ground, name: str, target: HexId) -> str:
    """Say why fire of the plan may not fall on a hex; nothing where it may."""
    known, position = ground.scenario.file.fire, ground.position
    where = ground.grid.names[target]
    if name not in known:
        return f"there is no fire called {name!r} in the plan; there is {', '.join(known) or 'none'}"
    if position.aimed:
        return f"{position.aimed.fire} is aimed and to be rolled first (ruling fire-plan)"
    if name not in dict(in_turn(ground)):
        return f"{name} does not fire now: this is turn {position.turn}, {ground.side} {position.phase} (ruling fire-plan)"
    fire = known[name]
    if target not in field_of(ground.scenario, fire):
        reaches = (
            f"it falls on {', '.join(fire.area)}"
            if fire.area
            else f"it sees {fire.range} hexes from {fire.at}"
        )
        return f"{name} does not reach {where}: {reaches} (ruling fire-plan)"
    if ground.terrain(target) not in fire.checks:
        return f"{name} does nothing in {ground.terrain(target)} (ruling fire-plan)"
    if not ground.foes_at(target, fire.side):
        return f"there is no enemy in {where}"
    return "" if fired_at(ground, name, target) else f"nobody in {where} can be harmed by fire (ruling stun)"


def fired_at(ground: Ground, name: str, target: HexId) -> list[Unit]:
    """Ruling fire-plan: return whom fire falls on: the enemy, in a Melee everybody; of AFVs those that are CE."""
    fire = ground.scenario.file.fire[name]
    both = ground.in_melee(target)
    units = ground.units_at(target) if both else ground.foes_at(target, fire.side)
    return [unit for unit in units if not unit.is_afv or ground.state(unit).ce]


@once
def targets(ground: Ground) -> dict[HexId, list[str]]:
    """Return the hexes on which fire may fall now, with the fire that may."""
    if ground.position.phase not in ("fire", "defensive fire") or ground.position.aimed:
        return {}
    names = [name for name, _ in in_turn(ground)]
    foes = ground.hexes_of(ground.scenario.enemy(ground.side)) if names else frozenset()
    found = {at: [name for name in names if not why_not_at(ground, name, at)] for at in sorted(foes)}
    return {at: able for at, able in found.items() if able}


# What it does


def sheet(ground: Ground, name: str, target: HexId) -> FireSheet:
    """Return the worksheet of fire on a hex: the check of each side's stack, and of the crews of AFVs."""
    if name not in ground.scenario.file.fire:
        raise NotAllowed(f"there is no fire called {name!r} in the plan")
    fire = ground.scenario.file.fire[name]
    number = fire.checks.get(ground.terrain(target))
    if number is None:
        raise NotAllowed(f"{name} does nothing in {ground.terrain(target)} (ruling fire-plan)")
    units = fired_at(ground, name, target)
    men = [unit for unit in units if not unit.is_afv]
    checks = tuple(
        _check(ground, [unit for unit in men if unit.side == side], number, target)
        for side in ground.scenario.sides
        if any(unit.side == side for unit in men)
    )
    crews = tuple(unit.name for unit in units if unit.is_afv)
    told = "NMC" if not number else f"{number}MC"
    first = Line(f"{name} at {ground.terrain(target)}", told, "ruling fire-plan")
    crew = Line("a CE crew is stunned above", f"{CREW - number}", "ruling stun")
    lines = (first, *(line for each in checks for line in _lines(each)), *([crew] if crews else []))
    return FireSheet(lines, told, checks, crews, number)


def _check(ground: Ground, units: Sequence[Unit], number: int, target: HexId) -> CheckSheet:
    elr = ground.scenario.file.elr[units[0].side]
    terms = Terms(elr, fired_upon=True, card=ground.card, melee=ground.in_melee(target))
    return morale_check.sheet_of([ground.infantry(unit) for unit in units], number, 0, terms)


def _lines(found: CheckSheet) -> Iterator[Line]:
    """Run through what a stack checks by, each unit with its row of the attack DR table."""
    rows = {f"morale of {unit.called}": state(unit) for unit in (*found.leaders, *found.others)}
    for line in found.lines[1:]:
        row = rows.get(line.what)
        yield replace(line, source=f"attack-dr: {row}, {line.source}") if row else line


def fired(found: FireSheet) -> Rule[Fired]:
    """Let everybody check: each side's stack by the attack DR table, and then the crews."""
    fates: tuple[Fate, ...] = ()
    for stack in found.checks:
        ended: Checked = yield Call(morale_check.morale_check, stack)
        before = {unit.called: unit.written for unit in (*stack.leaders, *stack.others)}
        fates += tuple(fate for fate in ended.fates if fate.becomes != before[fate.unit])
    stunned: tuple[str, ...] = ()
    for crew in found.crews:
        fate: str = yield Roll(rolls.CrewCheck(crew), task_reading(CREW, found.number))
        stunned += (crew,) if fate == "pinned" else ()
    return Fired(fates, stunned)


def aim(ground: Ground, name: str, target: HexId) -> Position:
    """Aim fire of the plan at a hex; where it can harm nobody it is not aimed."""
    sheet(ground, name, target)
    return replace(ground.position, aimed=Aimed(name, target), fired=ground.position.fired | {name})


def aimed(ground: Ground) -> Aimed:
    """Return the fire that was aimed."""
    if ground.position.aimed is None:
        raise NotAllowed("no fire is aimed")
    return ground.position.aimed


def under_fire(ground: Ground) -> list[Unit]:
    """Return the enemies on whom fire falls that was aimed."""
    fire = aimed(ground)
    return [unit for unit in fired_at(ground, fire.fire, fire.at) if unit.side != ground.side]


def roll(ground: Ground) -> Rule[Position]:
    """Let fire fall that was aimed: roll all checks, and do what they did."""
    fire = aimed(ground)
    ended: Fired = yield Call(fired, sheet(ground, fire.fire, fire.at))
    by_name, units = ground.scenario.by_name, list(ground.position.units)
    for fate in ended.fates:
        number = by_name[fate.unit].number
        units[number] = _after(units[number], fate.becomes)
    for crew in ended.stunned:
        number = by_name[crew].number
        units[number] = replace(units[number], ce=False, stunned=True, recovering=False, motion=False)
    return replace(ground.position, units=tuple(units), aimed=None)


def _after(state: State, becomes: str) -> State:
    if becomes == "eliminated":
        return replace(state, at=LOST)
    return state_of(parse_unit(becomes), state)


def tell(outcome: Fired) -> str:
    """Say in words what became of everybody."""
    told = map(_told, outcome.fates)
    return ", ".join([*told, *(f"{crew} is stunned" for crew in outcome.stunned)]) or "no effect"


def _told(fate: Fate) -> str:
    if fate.becomes == "eliminated":
        return f"{fate.unit} is eliminated"
    unit = parse_unit(fate.becomes)
    return f"{fate.unit}: {_words(unit)}"


def _words(unit: Infantry) -> str:
    return " ".join([unit.type.name, *(word for mark, word in MARKS if getattr(unit, mark))])


# Up to so many ways for a stack to end, roughly, they are all told together.
TOLD_TOGETHER = 2000
WAYS = {"squad": 5, "hs": 4, "crew": 4, "smc": 7}


def is_small(found: FireSheet) -> bool:
    """Say whether what becomes of everybody can be told together."""
    units = [unit for check in found.checks for unit in (*check.leaders, *check.others)]
    return prod(3 if unit.broken else WAYS[unit.type.kind] for unit in units) <= TOLD_TOGETHER


def foreseen(found: FireSheet) -> Preview:
    """Return what fire comes to: all together, of a large stack unit by unit."""
    return preview(GAME, PROCEDURE, found) if is_small(found) else one_by_one(found)


def one_by_one(found: FireSheet) -> Preview:
    """Tell what each unit's own check comes to; what the loss of a leader causes besides is left out."""
    parts = [part for check in found.checks for part in _alone(check)]
    parts += [_crew(crew, found.number) for crew in found.crews]
    left_out = [Line("checks for leaders lost", "left out", "more outcomes than can be told")]
    lines = (*found.lines, *(left_out if not any(check.terms.melee for check in found.checks) else []))
    whole = Expected("", "everybody checks, one by one", Fraction(1))
    return Preview(GAME, PROCEDURE.name, lines, (whole,), (), tuple(parts), found.told)


def _crew(name: str, number: int) -> Part:
    """Return what the check of an AFV's crew comes to."""
    reading = task_reading(CREW, number)
    words = {"pinned": "stunned", "passed": "no effect"}
    return Part(name, tuple((words[fate], Fraction(count, reading.ways)) for fate, count in reading.branches))


def _alone(found: CheckSheet) -> Iterator[Part]:
    """Run through the units of a stack with what becomes of each, whoever of the leaders then helps."""
    work_out = Enumerator()
    leaders = work_out(morale_check.leaders_check, found)
    for at, leader in enumerate(found.leaders):
        yield _part(leader, leaders.map(lambda ended, at=at: ended[0][at]))  # type: ignore[misc]
    helpers = leaders.map(lambda ended: ended[1])
    for unit in found.others:
        chances = [
            (
                work_out(
                    check, unit.called, unit, found.drm + helped(unit, each, found.terms.card), found.terms
                ),
                share,
            )
            for each, share in helpers.weights()
        ]
        yield _part(unit, mixed(chances))


def _part(unit: Infantry, ends: Chance[Member]) -> Part:
    def told(member: Member) -> str:
        if member.unit is None:
            return "eliminated"
        return "no effect" if member.unit == unit else _words(member.unit)

    ways = ends.map(told)
    return Part(unit.called, tuple(ways.items()))


PROCEDURE = Procedure(
    "fire", "Fire of the plan", FireSheet, sheet, fired, tell, morale_check.PARTS, label=label
)
