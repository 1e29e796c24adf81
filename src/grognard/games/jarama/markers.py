"""What lies on the map and is no counter: forces that are not seen through, ghosts, works, and what is damaged or laid.

All of it comes from what a side knows, and what is known of a force is said with the turn since which it is.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.jarama.board import Board
from grognard.games.jarama.effects import tell_report
from grognard.games.jarama.features import Feature, feature_name
from grognard.games.jarama.terms import Side, enemy
from grognard.hexes import HexId, Hexside
from grognard.play.board import Marker, MarkerKind
from grognard.rules.knowledge import Knowledge, Report, Sighting

KINDS = (
    MarkerKind("force", "units that are not seen: so many, or ? where that is not known"),
    MarkerKind("ghost", "units were seen here in that turn, and may be gone"),
    MarkerKind("position", "a position, dug in"),
    MarkerKind("pontoons", "pontoons, laid over a river"),
    *(
        MarkerKind(f"{harm}-{what}", f"a {harm} {what}")
        for what in ("road", "railroad", "bridge")
        for harm in ("damaged", "destroyed")
    ),
)
SUGGESTED = "it may be set up elsewhere in the zones of its formations"


def markers(board: Board) -> list[Marker]:
    """Return everything that is to be shown besides counters."""
    sides = board.scenario.sides
    # Where nothing is hidden there is nothing to mark.
    hidden = [side for side in sides if board.hides(side)]
    return [
        *(each for side in hidden for each in (*_forces(board, side), *_ghosts(board, side))),
        *_works(board),
    ]


# Forces


def _forces(board: Board, side: Side) -> Iterator[Marker]:
    """Mark every hex a side holds, with how many of its units there are not seen."""
    known, name = board.position.known[enemy(side)], board.grid.hex_name
    for at in sorted(board.position.held[side]):
        report, seen = known.of(at), known.seen_at(at)
        more = report.units - len(seen) if report and report.units is not None else None
        turns = [each.turn for each in seen] + ([report.turn] if report else [])
        says = f"{side} force: {force_told(board, known, at)}"
        yield Marker("force", name(at), more, side=side, since=max(turns, default=0), says=says)


def force_told(board: Board, known: Knowledge, at: HexId) -> str:
    """Say exactly what is known of a force, and since when."""
    if board.position.phase == "deployment":
        return SUGGESTED
    report, seen = known.of(at), known.seen_at(at)
    said = [_dated(report)] if report else []
    said += [sighting_told(board, each) for each in seen]
    return "; ".join(said) or "nothing is known of it"


def _dated(report: Report) -> str:
    """Say what is known of a hex as a whole, what was told before apart: `2 units (turn 3); 7 Troop points (turn 1)`."""
    older = {
        name: turn
        for name, turn in (("points", report.points_turn), ("kinds", report.kinds_turn))
        if getattr(report, name) is not None and turn not in (None, report.turn)
    }
    said = [f"{tell_report(replace(report, **dict.fromkeys(older)))} (turn {report.turn})"]
    if "points" in older:
        said.append(f"{counted(report.points or 0, 'Troop point')} (turn {older['points']})")
    if "kinds" in older:
        said.append(f"{', '.join(report.kinds or ())} (turn {older['kinds']})")
    return "; ".join(said)


def sighting_told(board: Board, each: Sighting) -> str:
    """Say what is known of a counter: `Garibaldi Battalion 5-5-6, 4 of 5 Troop points, disorganised (turn 1)`."""
    unit = board.scenario.units[each.unit]
    said = [f"{unit.name} {unit.values}"]
    if each.points != unit.points:
        said.append(f"{each.points} of {counted(unit.points, 'Troop point')}")
    said += each.states or ()
    return f"{', '.join(said)} (turn {each.turn})"


def _ghosts(board: Board, side: Side) -> Iterator[Marker]:
    """Mark where counters and forces were seen that may be there no more."""
    known = board.position.known[enemy(side)]
    gone = [each for each in known.sightings if not each.fresh]
    past = [each for each in known.reports if not each.fresh]
    for at in sorted({each.at for each in gone} | {each.at for each in past}):
        units = [each for each in gone if each.at == at]
        reports = [each for each in past if each.at == at]
        since = max([each.turn for each in units] + [each.turn for each in reports])
        told = [*map(_dated, reports), *(sighting_told(board, each) for each in units)]
        says = f"{side} force seen here before: {'; '.join(told)}"
        yield Marker("ghost", board.grid.hex_name(at), len(units) or None, side=side, since=since, says=says)


# The land


def _works(board: Board) -> Iterator[Marker]:
    """Mark what the scenario dug, what was laid, and what bombardment harmed; a bridge on its hexside."""
    grid, features = board.grid, board.position.features
    for at in features.positions:
        yield Marker("position", grid.hex_name(at), says="a position")
    for pontoon in features.pontoons:
        here, there = map(grid.hex_name, grid.beside(pontoon.hexside))
        says = f"pontoons over {grid.hexside_name(pontoon.hexside)}"
        yield Marker("pontoons", here, says=says, beside=there)
    for each in (*features.damaged, *features.destroyed):
        yield _harmed(board, each)


def _harmed(board: Board, feature: Feature) -> Marker:
    state, grid = board.position.features.state(feature), board.grid
    kind, says = f"{state}-{feature.kind}", f"{feature_name(board.scenario.map, feature)} is {state}"
    if feature.kind != "bridge":
        return Marker(kind, grid.hex_name(HexId(feature.at)), says=says)
    here, there = map(grid.hex_name, grid.beside(Hexside(feature.at)))
    return Marker(kind, here, says=says, beside=there)
