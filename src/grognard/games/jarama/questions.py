# SPDX-License-Identifier: Apache-2.0
"""TEC: movement, supply and command for players at a physical table: questions about the map alone, without a position."""

from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.errors import GrognardError
from grognard.charts.labels import number
from grognard.charts.plurals import counted
from grognard.games.jarama.command import command_lines
from grognard.games.jarama.features import (
    WHOLE,
    Feature,
    Features,
    Harm,
    after_harm,
    features_at,
    why_not_lay,
    with_pontoons,
)
from grognard.games.jarama.movement import Front, Move, allowance
from grognard.games.jarama.supply import blocked, supply_ways
from grognard.games.jarama.units import CLASSES, Kind, on_rails
from grognard.hexes import Hexside, Map
from grognard.hexes.paths import SCALE, supply_marks
from grognard.play.board import Reachable, Trace
from grognard.play.map_question import MapQuestion
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card, game_map
from grognard.rules.costs import cost_text
from grognard.rules.lines import SupplyLines
from grognard.rules.map_queries import Hexes, land, reachable

Enemy = Annotated[Hexes, Meta(description="hexes of enemy units")]
NoZone = Annotated[
    Hexes,
    Meta(description="those of them without a zone of control: Headquarters, pontoons, disorganised units"),
]
Damaged = Annotated[
    Hexes,
    Meta(
        description="hexes whose roads and railroads are damaged, and bridges by name, such as 2310,Pindoque bridge"
    ),
]
Destroyed = Annotated[Hexes, Meta(description="likewise what is destroyed")]
Spans = Annotated[Hexes, Meta(description="hexsides with pontoons, such as 2018 SE")]


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """TEC: a unit that wants to move, and the units in its way."""

    start: Annotated[str, Meta(description="the hex it moves from")]
    kind: Annotated[Kind, Meta(description="what kind of unit it is")] = "Infantry"
    out_of_command: Annotated[bool, Meta(description="it is out of command")] = False
    enemy: Enemy = ()
    no_zone: NoZone = ()
    engineers: Annotated[Hexes, Meta(description="hexes of friendly engineers, who help over rivers")] = ()
    full: Annotated[Hexes, Meta(description="hexes that friends fill")] = ()
    pontoons: Spans = ()
    damaged: Damaged = ()
    destroyed: Destroyed = ()


class Traced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ruling line-zones: a line to be traced, the units that may cut it, and the condition of the roads."""

    enemy: Enemy = ()
    no_zone: NoZone = ()
    friends: Annotated[Hexes, Meta(description="hexes of friends, where enemy zones do not count")] = ()
    pontoons: Spans = ()
    damaged: Damaged = ()
    destroyed: Destroyed = ()


class Supplied(Traced, frozen=True, forbid_unknown_fields=True):
    """Ruling supply-line: the unit whose supply is in question, the sources of supply, and the units that may cut it."""

    unit: Annotated[str, Meta(description="the hex the unit stands in")]
    source: Annotated[Hexes, Meta(description="hexes supply comes from")]


class Commanded(Traced, frozen=True, forbid_unknown_fields=True):
    """Ruling command-line: the unit whose command is in question, its Headquarters, and the units that may cut the line."""

    unit: Annotated[str, Meta(description="the hex the unit stands in")]
    headquarters: Annotated[str, Meta(description="the hex of the Headquarters of its formation")]
    disorganised: Annotated[bool, Meta(description="the Headquarters are disorganised")] = False


Query = Moving | Traced


def reach(map_name: str, query: Moving, card: Card) -> Reachable:
    """TEC: say where a unit can move, with costs and ways; for every other hex the reason why not."""
    board = game_map("jarama", map_name)
    foes = _front(map_name, query, card)
    (start,) = land(board, [query.start])
    if start in foes.units:
        raise NotAllowed(f"the unit is in {query.start}, and so is an enemy")
    if CLASSES[query.kind] == "train" and not on_rails(board, start):
        raise NotAllowed(f"there is no railroad in {query.start}")
    allowed = allowance(query.kind, in_command=not query.out_of_command, card=card)
    move = Move(
        map_name, CLASSES[query.kind], start, allowed, foes, _features(board, query),
        frozenset(land(board, query.engineers)), frozenset(land(board, query.full)), card,
    )  # fmt: skip
    return reachable(
        board,
        move.reach,
        who=f"{query.kind} at {query.start}",
        allowed="any number" if allowed is None else f"{number(allowed)} MP",
        cost=cost_text if allowed is not None else _hexes,
        why_not=move.why_not,
    )


def _hexes(cost: int) -> str:
    """Ruling armored-train: a step of a train is one hex."""
    return counted(cost // SCALE, "hex", "hexes")


def supply(map_name: str, query: Supplied, card: Card) -> Trace:
    """Ruling supply-line: judge a unit's supply, with the way it is traced, or where it is cut."""
    board = game_map("jarama", map_name)
    closed = blocked(_front(map_name, query, card), land(board, query.friends), card)
    (unit,) = land(board, [query.unit])
    where = supply_ways(map_name, _features(board, query), card)
    lines = SupplyLines(where, supply_marks(land(board, query.source), closed))
    return lines.line(unit).trace(board.grid, "supply")


def command(map_name: str, query: Commanded, card: Card) -> Trace:
    """Ruling command-line: judge a unit's command, with the line from its Headquarters, or where it is cut."""
    board = game_map("jarama", map_name)
    (unit,), (staff,) = land(board, [query.unit]), land(board, [query.headquarters])
    friends = {*land(board, query.friends), unit, staff}
    closed = blocked(_front(map_name, query, card), friends, card)
    features, disorganised = _features(board, query), query.disorganised
    lines = command_lines(map_name, staff, closed, features, disorganised=disorganised, card=card)
    line = lines.line(unit)
    spent = f", {cost_text(line.cost)} of {number(lines.longest)} MP" if line.cost is not None else ""
    return line.trace(board.grid, f"command{spent}")


def _front(map_name: str, query: Query, card: Card) -> Front:
    board = game_map("jarama", map_name)
    units, without = land(board, query.enemy), land(board, query.no_zone)
    return Front(map_name, units | without, units - without, card)


def _features(board: Map, query: Query) -> Features:
    """Return the condition of roads, railroads, bridges and pontoons as it was given."""
    features = WHOLE
    harms: tuple[tuple[Harm, Hexes], ...] = (("damaged", query.damaged), ("destroyed", query.destroyed))
    for harm, words in harms:
        for word in words:
            for feature in _named(board, word):
                features = after_harm(features, feature, harm)
    for at, word in enumerate(query.pontoons):
        features = with_pontoons(features, _span(board, features, word), at)
    return features


def _named(board: Map, word: str) -> list[Feature]:
    """Read what is harmed: a bridge by its name, or the roads and the railroad of a hex."""
    bridges = {chain.name: chain.hexsides for chain in board.hexsides if chain.kind == "bridge"}
    if word in bridges:
        return [Feature("bridge", side) for side in bridges[word]]
    if not word[:1].isdigit():
        raise GrognardError(f"{word!r} is neither a hex nor a bridge; there are {', '.join(bridges)}")
    there = features_at(board, board.grid.parse_hex(word))
    roads = [feature for feature in there if feature.kind != "bridge"]
    if not roads:
        raise NotAllowed(f"there is neither a road nor a railroad in {word}")
    return roads


def _span(board: Map, features: Features, word: str) -> Hexside:
    hexside = board.grid.parse_hexside(word)
    if fault := why_not_lay(board, features, board.grid.beside(hexside)[0], hexside):
        raise NotAllowed(fault)
    return hexside


QUESTIONS = (
    MapQuestion("reach", "TEC Movement", Moving, reach),
    MapQuestion("supply", "Supply", Supplied, supply),
    MapQuestion("command", "Command", Commanded, command),
)
