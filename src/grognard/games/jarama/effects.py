# SPDX-License-Identifier: Apache-2.0
"""What an order did, in plain words: units lost, hurt, driven back, seen; roads and bridges; places taken."""

from collections.abc import Iterator

import msgspec

from grognard.games.jarama.context import Context
from grognard.games.jarama.features import feature_name
from grognard.games.jarama.orders import AirRecon, Battle, GroundRecon
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Scenario
from grognard.games.jarama.terms import enemy
from grognard.games.jarama.victory import place_name
from grognard.hexes import HexId
from grognard.rules.hidden_forces_view import ForceText
from grognard.rules.naming import fate_sentences, listed

FORCES = ForceText(
    "Troop point",
    {"short": "in supply again", "disorganised": "in order again", "demoralised": "steady again"},
    Battle,
)


def effects(context: Context, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
    """Say what an order did beyond its own words."""
    units = context.scenario.units
    lines = fate_sentences(
        (unit, fate) for unit in units for fate in FORCES.fates(context, before, order, after, unit)
    )
    if isinstance(order, AirRecon | GroundRecon):
        lines += FORCES.learned(context, before, after, context.hex(order.target))
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


def _features(scenario: Scenario, before: Position, after: Position) -> Iterator[str]:
    one, other = before.features, after.features
    changed = {*one.damaged, *one.destroyed} | {*other.damaged, *other.destroyed}
    for feature in sorted(changed):
        if one.state(feature) != other.state(feature):
            yield f"{feature_name(scenario.map, feature)} is {other.state(feature)}"
    gone = {pontoon.hexside for pontoon in one.pontoons} - {pontoon.hexside for pontoon in other.pontoons}
    for hexside in sorted(gone):
        yield f"no pontoons lie over {scenario.map.grid.hexside_name(hexside)} any more"
