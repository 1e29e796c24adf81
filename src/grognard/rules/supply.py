# SPDX-License-Identifier: Apache-2.0
"""Supply: how far a unit is from a source, what cuts it off, and the effects of being short of supply.

A path of hexes leads from a unit to a source, past no enemy unit and through none of their zones of control. It is
judged by its length when a side's turn begins, which decides how far its units move, and again in every attack.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.cached import cached_property
from grognard.hexes import Grid, HexId, Map
from grognard.play.board import Trace
from grognard.play.refusal import refused
from grognard.play.states import State
from grognard.rules.chapter import Chapter, PositionField
from grognard.rules.depots import Depots
from grognard.rules.desk_names import field_name, why_no_name
from grognard.rules.map_queries import Hexes, asks, land
from grognard.rules.map_view import line_kind
from grognard.rules.naming import Fate
from grognard.rules.sentences import cited
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.context import Context
    from grognard.rules.definition import Definition
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario
    from grognard.rules.zones import Front

ANY = "any"


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effects of a state of supply: on the movement allowance, on defence, and on whether units attack.

    `says` words the effect on defence, and `source` names where the rules have it.
    """

    movement: str | int = 1
    defence: str | int = 1
    attacks: bool = True
    says: str = ""
    source: str = ""


class SupplyLine(msgspec.Struct, frozen=True):
    """A unit's supply: its state, the path along which it is traced, or where it is cut."""

    state: str
    path: tuple[HexId, ...] = ()
    cut: frozenset[HexId] = frozenset()

    def trace(self, grid: Grid, states: Sequence[str]) -> Trace:
        """Return it as a board shows it; `states` are those of the game, the best first and the worst last."""
        name = grid.hex_name
        path, cut = tuple(map(name, self.path)), tuple(map(name, sorted(self.cut)))
        return Trace(self.state, path, cut, line=line_kind(states, self.state))


class Supply(Chapter, frozen=True, kw_only=True):
    """States of supply, the best first: for each, `longest` limits the path of a side; the last state has no limit.

    Supply comes from the places that a scenario names, from `terrain` of some kinds that a side holds, and for some
    sides from all `edges` of the map; `depots` carry it on. With `friends_negate` a path may pass a friend's hex in
    a zone of control. `rule` is cited if units may not attack. `title` is the name of the question at a physical
    table, and `asks` says there where supply comes from.
    """

    position_fields = (PositionField("supply", tuple[str, ...], ""),)

    states: tuple[str, ...]
    longest: dict[str, dict[str, Annotated[int, Meta(ge=0)] | Literal["any"]]]
    effects: dict[str, Effect]
    terrain: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    edges: tuple[str, ...] = ()
    depots: Depots | None = None
    friends_negate: bool = False
    rule: str = ""
    title: str = "Supply"
    asks: str = "hexes supply comes from: edges of the map and towns"
    friends_asked: str = "hexes of friends"

    def check(self, check: "Checking") -> None:
        """Every side must have its lengths; states must be known, and at most one of them may change the defence."""
        if len(self.states) < 2:
            check.fault(("states",), "has fewer than two states, the best first and the worst last")
            return
        for side in check.sides:
            if side not in self.longest:
                check.fault(("longest",), f"has no lengths of paths for the {side} side")
        for side, lengths in self.longest.items():
            check.one_of(("longest", side), side, check.sides, "side")
            for state in lengths:
                check.one_of(("longest", side, state), state, self.states[:-1], "state but the worst")
        self._check_sources(check)
        for state, effect in self.effects.items():
            if state == self.best:
                what = f"{state!r} is the best state, in which nothing is amiss: it has no effects"
                check.fault(("effects", state), what)
            else:
                check.one_of(("effects", state), state, self.states, "state")
            check.fraction(("effects", state, "movement"), effect.movement)
            check.fraction(("effects", state, "defence"), effect.defence)
        if sum(effect.defence != 1 for effect in self.effects.values()) > 1:
            check.fault(("effects",), "change the defence in more than one state, and only one may")
        if self.weakened and (why := why_no_name(self.weakened_field)):
            what = "the desk asks for the strengths of units in it by this name"
            check.fault(("states",), f"{self.weakened!r} cannot be the name of a state: {what}, and {why}")

    def _check_sources(self, check: "Checking") -> None:
        for side, kinds in self.terrain.items():
            check.one_of(("terrain", side), side, check.sides, "side")
            for terrain in kinds:
                check.one_of(("terrain", side), terrain, check.terrain.hexes, "terrain")
        for side in self.edges:
            check.one_of(("edges",), side, check.sides, "side")
        if self.depots:
            check.one_of(("depots", "side"), self.depots.side, check.sides, "side")
            check.one_of(("depots", "kind"), self.depots.kind, check.units.kinds, "kind of units")

    # What it does

    @property
    def best(self) -> str:
        """The state without effects."""
        return self.states[0]

    @cached_property
    def share(self) -> dict[str, Fraction]:
        """The share of the movement allowance that is left in each state."""
        return {state: Fraction(self.effect(state).movement) for state in self.states}

    def effect(self, state: str) -> Effect:
        """Return the effects of a state."""
        return self.effects.get(state, Effect())

    @cached_property
    def weakened(self) -> str:
        """The state in which units do not defend with their printed strength, if there is one."""
        return next((state for state in self.states if self.effect(state).defence != 1), "")

    @property
    def weakened_field(self) -> str:
        """The field of an attack's situation for the defenders in that state: `cut_off` for "cut off"."""
        return field_name(self.weakened)

    def states_of(self, side: str) -> tuple[str, ...]:
        """Return the states that units of a side can be in."""
        return tuple(
            state for state in self.states if state in self.longest[side] or state == self.states[-1]
        )

    def too_short_to_attack(self, state: str) -> str:
        """Say why units in a state may not attack; empty if they may."""
        if self.effect(state).attacks:
            return ""
        return f"{state} units may not attack{cited(self.rule)}"

    def bars_attack(self, board: "Board", unit: Unit) -> str:
        """A unit too short of supply does not attack."""
        short = self.too_short_to_attack(board.supply(unit))
        return refused(f"{unit.name}: {short}" if short else "", "chapter", "supply")

    def worst(self, board: "Board", units: Iterable[Unit], but: str = "") -> str:
        """Return the worst state among units, disregarding one of the states."""
        states = {board.supply(unit) for unit in units} - {but}
        return next(state for state in reversed(self.states) if state in states)

    def defence_of(self, board: "Board", units: Sequence[Unit]) -> dict[str, Any]:
        """Return the fields of an attack's situation for the defenders' supply."""
        weak = self.weakened
        if not weak:
            return {"defence_supply": self.worst(board, units)}
        short = tuple(board.defence(unit) for unit in units if board.supply(unit) == weak)
        if len(short) == len(units):
            return {"defence_supply": weak}
        return {"defence_supply": self.worst(board, units, weak), self.weakened_field: short}

    # How it is judged

    def judged(self, side: str, length: int) -> str:
        """Return the state of supply for a path of some length, which is negative if there is none."""
        if length >= 0:
            for state, longest in self.limits[side]:
                if length <= longest:
                    return state
        return self.states[-1]

    @cached_property
    def limits(self) -> dict[str, tuple[tuple[str, float], ...]]:
        """The longest path for each state of each side, the best state first."""
        return {
            side: tuple(
                (state, float("inf") if (most := lengths[state]) == ANY else float(most))
                for state in self.states
                if state in lengths
            )
            for side, lengths in self.longest.items()
        }

    def line(
        self, side: str, path: tuple[HexId, ...], cut: frozenset[HexId], *, exempt: bool = False
    ) -> SupplyLine:
        """Judge a traced path."""
        return SupplyLine(self.best if exempt else self.judged(side, len(path) - 1), path, cut)

    def feeds(self, scenario: "Scenario", side: str) -> frozenset[HexId]:
        """Return the sources that a scenario names, the terrain that feeds a side, and the edges of the map if they feed it."""
        terrain = [scenario.terrain_hexes(kind) for kind in self.terrain.get(side, ())]
        edges = scenario.entries.values() if side in self.edges else ()
        return scenario.sources[side].union(*terrain, *edges)

    def holdings(self, context: "Context") -> frozenset[HexId]:
        """Terrain that is a source of supply can change hands."""
        named = [kind for terrain in self.terrain.values() for kind in terrain]
        return frozenset().union(*map(context.scenario.terrain_hexes, named))

    def sources(self, board: "Board", side: str) -> frozenset[HexId]:
        """Return where a side's supply comes from: sources that no enemy occupies or has taken."""
        held, context = board.position.held, board.context
        feeding = context.feeding[side]
        if side != context.sides[0]:
            return feeding - held - board.foes(side)
        return ((feeding & held) | (feeding - context.holdings)) - board.foes(side)

    def with_depots(
        self, board: "Board", side: str, sources: frozenset[HexId], closed: frozenset[HexId]
    ) -> frozenset[HexId]:
        """Return the sources, with the depots of a side that are fed by them."""
        if self.depots is None or side != self.depots.side:
            return sources
        return self.depots.fed_on_board(board, sources, closed)

    # At a physical table

    def asked(self, game: "Definition") -> type[msgspec.Struct]:
        """Return the type of the situation at a physical table: the unit, the sources of supply, and what may cut it."""
        fields: list[Any] = [
            ("unit", asks(str, "the hex the unit stands in")),
            ("source", asks(Hexes, self.asks)),
            ("side", asks(Literal[game.sides], "whose unit"), game.sides[0]),
            *self._depots_asked(),
            ("enemy", asks(Hexes, "hexes of enemy combat units"), ()),
            ("without_zone", asks(Hexes, game.printed.zones.asks), ()),
            ("friends", asks(Hexes, self.friends_asked), ()),
        ]
        return msgspec.defstruct("Supplied", fields, module=__name__, frozen=True, forbid_unknown_fields=True)

    def _depots_asked(self) -> list[Any]:
        return [("depots", asks(Hexes, self.depots.asks), ())] if self.depots else []

    def sources_named(
        self, book: "Rulebook", board: Map, asked: Any, closed: frozenset[HexId]
    ) -> Iterable[HexId]:
        """Return the sources of supply that a player has named."""
        sources = land(board, asked.source)
        if self.depots is None or asked.side != self.depots.side:
            return sources
        return self.depots.fed(book.open_ways(board), sources, land(board, asked.depots), closed)

    # What cuts it

    def blocked(self, board: "Board", side: str) -> frozenset[HexId]:
        """Return the hexes no supply path of a side may pass: enemy units and their zones of control."""
        foes = board.front(board.context.enemy[side])
        return self.closed(foes, board.front(side).units)

    def closed(self, foes: "Front", friends: frozenset[HexId]) -> frozenset[HexId]:
        """Return enemy hexes and zones, without the zones where a friend stands if friends negate them."""
        return foes.closed_to(friends if self.friends_negate else frozenset())

    # In play

    def judge(self, board: "Board") -> "Position":
        """Judge the supply of the side whose turn begins; the other side's does not matter until its own turn."""
        position, side = board.position, board.now.side
        states = [self.best] * len(board.scenario.units)
        on_map = [(unit, at) for unit, at in board.standing_units(side) if isinstance(at, int)]
        lengths = board.supply_lengths(side) if on_map else None
        for unit, at in on_map:
            if lengths is not None and not board.is_exempt(unit):
                states[unit.number] = self.judged(side, lengths.item(at))
        supply = tuple(states)
        return position if supply == position.supply else replace(position, supply=supply)

    @property
    def counter_states(self) -> tuple[State, ...]:
        """The states of supply other than the best."""
        return tuple(State.of(word, effect="hurt", lacks="supply") for word in self.states[1:])

    def state(self, position: "Position", unit: Unit) -> str:
        """Return the state of supply in which a unit began its turn, unless it is the best."""
        state = position.supply[unit.number]
        return "" if state == self.best else state

    def fates(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> Iterator[Fate]:
        """Say that a unit begins its turn short of supply."""
        del order
        state = after.position.supply[unit.number]
        if state not in (self.best, before.position.supply[unit.number]):
            yield "begins", "begin", f" the turn {state}"

    def faults(self, board: "Board") -> Iterator[str]:
        """Only units of the side to move are short of supply."""
        for unit in board.scenario.units:
            if board.position.supply[unit.number] != self.best and unit.side != board.now.side:
                yield f"{unit.name} is judged for supply in the enemy's turn"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """Supply is judged when a turn begins, by the position then, and holds until the next turn."""
        del order
        if before.context.is_new_turn(before.position, after.position):
            for unit in after.scenario.units:
                is_judged = unit.side == after.now.side and after.is_on_map(unit)
                expected = after.supply(unit) if is_judged else self.best
                if after.position.supply[unit.number] != expected:
                    yield f"{unit.name} begins its turn {after.position.supply[unit.number]}, and is {expected}"
        elif before.position.supply != after.position.supply:
            yield "supply changes in the middle of a player-turn"
