# SPDX-License-Identifier: Apache-2.0
"""Movement and supply for players at a physical table: asked of the map alone, by the same rules, without a position.

The situations are made from the game's definition: its sides, kinds of units and states of supply.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from grognard.charts.files import MOST
from grognard.hexes import Map
from grognard.hexes.paths import Reach, reach, supply_marks, trace_supply
from grognard.play.board import Reachable, Trace
from grognard.play.map_question import MapQuestion
from grognard.procedures.procedure import NotAllowed
from grognard.rules.card import Card
from grognard.rules.costs import cost_text
from grognard.rules.map_queries import Hexes, asks, land, reachable
from grognard.rules.rulebook import Rulebook
from grognard.rules.zones import Front

if TYPE_CHECKING:
    from grognard.rules.definition import Definition

# The default movement allowance of a unit.
DEFAULT_MOVEMENT = 4
NUMBERS = {1: "a", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def questions(game: "Definition") -> tuple[MapQuestion[Any], ...]:
    """Return the questions a game answers from a map."""
    title, supply = game.printed.movement.title, game.printed.supply
    movement = MapQuestion("reach", title, mover_type(game), lambda *asked: reach_answer(game, *asked))
    if supply is None:
        return (movement,)
    situation = supply.asked(game)
    return movement, MapQuestion(
        "supply", supply.title, situation, lambda *asked: supply_answer(game, *asked)
    )


def mover_type(game: "Definition") -> type[msgspec.Struct]:
    """Return the type of the situation of a unit that is to move, with the units in its way."""
    kinds = tuple(name for name, kind in game.units.kinds.items() if not kind.off_map)
    example = game.units.example_faces[0]
    movement = example.movement if example and "movement" in game.units.values else DEFAULT_MOVEMENT
    limit = game.printed.stacking.limit
    units = "combat unit fills" if limit == 1 else "combat units fill"
    fields: list[Any] = [
        ("start", asks(str, "the hex it moves from")),
        ("kind", asks(Literal[kinds], "what kind of unit"), kinds[0]),
        ("side", asks(Literal[game.sides], "whose unit"), game.sides[0]),
        ("movement", asks(int, "its printed movement allowance"), movement),
    ]
    if (supply := game.printed.supply) is not None:
        fields.append(("supply", asks(Literal[supply.states], "its supply as its turn began"), supply.best))
    fields += [
        ("enemy", asks(Hexes, "hexes of enemy combat units"), ()),
        ("without_zone", asks(Hexes, game.printed.zones.asks), ()),
        ("full", asks(Hexes, f"hexes that {NUMBERS.get(limit, limit)} friendly {units}"), ()),
    ]
    return msgspec.defstruct(
        "Mover", fields, module=__name__, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}
    )


def front(book: Rulebook, board: Map, asked: Any) -> Front:
    """Return the enemy's front as a person has typed it."""
    enemies = land(board, asked.enemy)
    units = enemies | land(board, asked.without_zone)
    return book.zones.front(book, book.open_ways(board), units, enemies)


def reach_answer(game: "Definition", map_name: str, asked: Any, card: Card) -> Reachable:
    """Return where a unit can move, with costs and paths; for every other hex the reason why not."""
    board, book = game.map(map_name), game.under(card)
    movement = book.movement
    if not 0 <= asked.movement <= MOST:
        raise NotAllowed(f"a movement allowance is from 0 to {MOST:,}, not {asked.movement}")
    share = book.supply.share[asked.supply] if book.supply else Fraction(1)
    allowed = int(asked.movement * share) * movement.parts
    full = land(board, asked.full) if game.units.kinds[asked.kind].combat else ()
    (start,) = land(board, [asked.start])
    reached: Reach = reach(
        book.ways(board, movement.class_of(asked.side, asked.kind)),
        start,
        allowed * movement.part,
        crowded=full,
        marks=front(book, board, asked).marks,
        minimum=movement.one_hex,
    )
    return reachable(
        board,
        reached,
        who=f"{asked.side} {asked.kind} at {asked.start}",
        allowed=f"{movement.points_text(allowed)} MP",
        cost=cost_text,
        why_not=lambda at: movement.why_not(board, reached, at, allowed, book.stacking.limit_text),
    )


def supply_answer(game: "Definition", map_name: str, asked: Any, card: Card) -> Trace:
    """Judge a unit's supply, with the path it is traced along, or where it is cut."""
    board, book = game.map(map_name), game.under(card)
    supply = book.supply
    assert supply is not None  # noqa: S101 - asked only in games with supply
    where = book.open_ways(board)
    foes = front(book, board, asked)
    closed = supply.closed(foes, frozenset(land(board, asked.friends)))
    sources = supply.sources_named(book, board, asked, closed)
    (unit,) = land(board, [asked.unit])
    traced = trace_supply(where, unit, supply_marks(sources, closed))
    return supply.line(asked.side, traced.path, traced.cut).trace(board.grid, supply.states)
