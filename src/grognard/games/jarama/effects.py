"""What an order did, in plain words: who is lost, hurt, driven back, seen; roads and bridges; who took what."""

from collections.abc import Iterator

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama.context import Context
from grognard.games.jarama.features import feature_name
from grognard.games.jarama.orders import Aimed, AirRecon, Battle, GroundRecon
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Scenario, Unit
from grognard.games.jarama.terms import enemy
from grognard.games.jarama.victory import place_name
from grognard.hexes import HexId
from grognard.play.places import HIDDEN, LOST, is_on_map
from grognard.rules.knowledge import Report
from grognard.rules.naming import Fate, fates_told, listed, names

# What is said of units that are rid of a state.
GOES = {"short": "in supply again", "disorganised": "in order again", "demoralised": "steady again"}


def effects(context: Context, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
    """Say what an order did beyond what it says itself."""
    units = context.scenario.units
    lines = fates_told((unit, fate) for unit in units for fate in _fates(context, before, order, after, unit))
    lines += _learned(context, before, order, after)
    lines += _features(context.scenario, before, after)
    first = before.first
    for side, hexes in ((first, after.taken - before.taken), (enemy(first), before.taken - after.taken)):
        if hexes:
            lines.append(f"{side} takes {listed(_taken(context.scenario, at) for at in sorted(hexes))}")
    if after.phase == "activation" and (before.phase, before.last) != (after.phase, after.last):
        lines.append(f"{after.side} has the initiative")
    if after.turn > before.turn:
        lines.append(f"turn {after.turn} begins")
    return lines


def _taken(scenario: Scenario, hex_id: HexId) -> str:
    """Name a hex that counts for victory, by the place that it belongs to."""
    return " ".join(dict.fromkeys((place_name(scenario, hex_id), scenario.map.grid.hex_name(hex_id))))


def _fates(
    context: Context, before: Position, order: msgspec.Struct, after: Position, unit: Unit
) -> Iterator[Fate]:
    here, there = before.at[unit.number], after.at[unit.number]
    if there == LOST != here:
        yield "is", "are", " eliminated"
        return
    known = here != HIDDEN != there
    lost = after.hurt[unit.number] - before.hurt[unit.number] if known else 0
    if lost:
        yield "loses", "lose", f" {counted(lost, 'point')}"
    if here == HIDDEN and is_on_map(there):
        left = unit.points - after.hurt[unit.number]
        said = ", ".join([f"{left} of {counted(unit.points, 'point')}", *_states_seen(after, unit)])
        yield "is", "are", f" seen in {context.place(there)} ({said})"
    elif isinstance(order, Aimed) and is_on_map(here) and is_on_map(there) and here != there:
        into = isinstance(order, Battle) and there == context.hex(order.target)
        verbs = ("advances", "advance") if into else ("retreats", "retreat")
        yield *verbs, f" to {context.place(there)}"
    if known and is_on_map(there):
        yield from _states(context.scenario, before, after, unit)


def _states_seen(after: Position, unit: Unit) -> tuple[str, ...]:
    """Return the states that a counter was shown with; none where it was shown without."""
    sightings = after.known[enemy(unit.side)].sightings
    return next((each.states or () for each in sightings if each.unit == unit.number), ())


def _states(scenario: Scenario, before: Position, after: Position, unit: Unit) -> Iterator[Fate]:
    """Say what state a unit comes to or is rid of; of the enemy's, only what is seen to come over it."""
    for name, word in Position.states.items():
        was, now = unit.number in getattr(before, name), unit.number in getattr(after, name)
        if now and not was:
            yield "is", "are", f" {word}"
        if was and not now and not _is_strange(scenario, before, unit):
            yield "is", "are", f" {GOES[name]}"


def _is_strange(scenario: Scenario, seen: Position, unit: Unit) -> bool:
    """Say whether a unit is one of the enemy's, in what a side sees of a position: it sees what it knows of him."""
    if all(each.unit != unit.number for each in seen.known[enemy(unit.side)].sightings):
        return False
    return HIDDEN in seen.at[scenario.numbers[unit.side]] or not seen.known[unit.side].reports


def _learned(context: Context, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
    """Say what a reconnaissance has told the side that made it; in the view of the other it has told nothing."""
    if not isinstance(order, AirRecon | GroundRecon):
        return []
    at, side = context.hex(order.target), before.side
    known, was = after.known[side].of(at), before.known[side].of(at)
    if known is None or known == was:
        return []
    seen = [context.scenario.units[each.unit] for each in after.known[side].seen_at(at)]
    shown = f"; {names(seen)} {'is' if len(seen) == 1 else 'are'} known" if seen else ""
    return [f"{context.place(at)} holds {tell_report(known)}{shown}"]


def tell_report(report: Report) -> str:
    """Say what is known of a hex as a whole."""
    said = [counted(report.units, "unit")] if report.units is not None else []
    said += [counted(report.points, "Troop point")] if report.points is not None else []
    kinds = f": {', '.join(report.kinds)}" if report.kinds else ""
    state = ", disorganised" if report.disorganised else ""
    return f"{' with '.join(said) or 'somebody'}{state}{kinds}"


def _features(scenario: Scenario, before: Position, after: Position) -> Iterator[str]:
    one, other = before.features, after.features
    changed = {*one.damaged, *one.destroyed} | {*other.damaged, *other.destroyed}
    for feature in sorted(changed):
        if one.state(feature) != other.state(feature):
            yield f"{feature_name(scenario.map, feature)} is {other.state(feature)}"
    gone = {each.hexside for each in one.pontoons} - {each.hexside for each in other.pontoons}
    for hexside in sorted(gone):
        yield f"no pontoons lie over {scenario.map.grid.hexside_name(hexside)} any more"
