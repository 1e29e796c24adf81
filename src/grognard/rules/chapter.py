# SPDX-License-Identifier: Apache-2.0
"""The base of every chapter of the rules: a Struct whose fields are its parameters, read from `rules.toml`.

A chapter owns its matter wholly: who may and why not, the rule, the words, what it adds to a position, what must
always hold, what it is worth to a side. It asks a `Board` and knows no game. A game's own chapter is a subclass of
`Chapter`, or of a standard chapter with a method or two overridden.

Through the methods here a chapter adds to matters that are not its own; by default it adds nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from grognard.charts.files import Source
from grognard.hexes import HexId
from grognard.play.board import Battle, Marker, MarkerKind, Option
from grognard.play.kinds import Kind
from grognard.play.states import State
from grognard.play.visibility import Who
from grognard.procedures.procedure import Procedure
from grognard.rules.naming import Fate
from grognard.rules.units import Unit
from grognard.umpire import Question

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario


class PositionField(msgspec.Struct, frozen=True):
    """A field that a chapter adds to a position.

    It holds one value for each unit, initially `per_unit`, or else anything, initially `start`, by default an empty
    set. It `lasts` for the whole game, for a side's turn or for a phase, and is then reset. `seen` says who may see
    it in a game that hides something. A `mark` is a set of units on the map: its name is shown on their counters,
    and an eliminated unit loses it. `state` says more about how the mark is shown, under the same name.
    """

    name: str
    type: Any
    per_unit: Any = None
    start: Any = frozenset()
    lasts: Literal["game", "turn", "phase"] = "game"
    seen: Who = "all"
    mark: bool = False
    state: State | None = None

    def first_value(self, units: int) -> Any:
        """Return its initial value for so many units."""
        return self.start if self.per_unit is None else (self.per_unit,) * units


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """The words for one kind of question: a label for the log, a sentence, the meaning of an option or a result.

    What is left out is written by kind and fields. At the desk there is no scenario, and a label is made without a
    context.
    """

    label: Callable[["Context | None", Any], str]
    ask: Callable[["Board", Any, Any], str] | None = None
    option: Callable[[Any, Any, Any], Option] | None = None
    result: Callable[[Any], str] | None = None


class Chapter(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One chapter of the rules under the rulings in force."""

    position_fields: ClassVar[tuple[PositionField, ...]] = ()
    # The names of its orders, as phases list them.
    order_names: ClassVar[tuple[str, ...]] = ()

    # When the file is read

    def check(self, check: "Checking") -> None:
        """Note every fault of the parameters that their types do not rule out."""

    def check_scenario(self, source: Source, scenario: "Scenario") -> None:
        """Note every fault of a scenario file that concerns this chapter."""

    def procedures(self, book: "Rulebook") -> Iterable[Procedure]:
        """Return the chart procedures of this chapter, for the desk."""
        del book
        return ()

    # Orders and questions

    def kinds(self, context: "Context") -> "Iterable[Kind[Board, Position]]":
        """Return the kinds of orders of this chapter."""
        del context
        return ()

    def can_order(self, board: "Board") -> bool:
        """Return whether any order of this chapter can be given now."""
        del board
        return False

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for every kind of question this chapter asks."""
        del book
        return {}

    def battles(self, board: "Board") -> Iterable[Battle]:
        """Return what can be attacked by an order of this chapter now."""
        del board
        return ()

    def flagged(self, board: "Board", units: Iterable[Unit], target: HexId) -> Mapping[str, bool]:
        """Return the flags of an attack's situation that this chapter sets."""
        del board, units, target
        return {}

    def bars_move(self, board: "Board", unit: Unit) -> str:
        """Say why this chapter bars a unit from moving; empty if it does not."""
        del board, unit
        return ""

    def bars_attack(self, board: "Board", unit: Unit) -> str:
        """Say why this chapter bars a unit from attacking; empty if it does not."""
        del board, unit
        return ""

    def feeds(self, scenario: "Scenario", side: str) -> frozenset[HexId]:
        """Return hexes that are sources of supply for a side as long as it holds them."""
        del scenario, side
        return frozenset()

    def exempts(self, board: "Board", unit: Unit) -> bool:
        """Return whether a unit needs no supply now."""
        del board, unit
        return False

    # What happens when turns begin and end

    def begins_phase(self, board: "Board") -> "Position":
        """Return the position as a phase begins."""
        return board.position

    def begins_turn(self, board: "Board") -> "Position":
        """Return the position as the turn of a side begins."""
        return board.position

    def ends_turn(self, board: "Board") -> "Position":
        """Return the position as the turn of a side ends."""
        return board.position

    # What can be held, what is seen and said

    def holdings(self, context: "Context") -> frozenset[HexId]:
        """Return the hexes for which it matters which side holds them."""
        del context
        return frozenset()

    def place_word(self, context: "Context", at: HexId) -> str:
        """Return the word for a hex without a town, such as a beach; empty if this chapter has none for it."""
        del context, at
        return ""

    @property
    def counter_states(self) -> tuple[State, ...]:
        """The states that this chapter shows on counters, other than its marks."""
        return ()

    @property
    def said_of_counters(self) -> tuple[State, ...]:
        """The states that this chapter shows on counters, including its marks."""
        return (
            *self.counter_states,
            *(field.state or State.of(field.name) for field in self.position_fields if field.mark),
        )

    def state(self, position: "Position", unit: Unit) -> str:
        """Return the state that this chapter shows for a unit now; empty if none."""
        del position, unit
        return ""

    @property
    def marker_kinds(self) -> tuple[MarkerKind, ...]:
        """The kinds of markers that this chapter lays on the map."""
        return ()

    def markers(self, context: "Context", position: "Position") -> Iterable[Marker]:
        """Return the markers of this chapter that lie on the map now."""
        del context, position
        return ()

    def note(self, position: "Position", at: HexId) -> str:
        """Say what awaits a unit that moves to a hex; empty if nothing."""
        del position, at
        return ""

    def fates(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> Iterable[Fate]:
        """Say what an order did to a unit."""
        del before, order, after, unit
        return ()

    def changes(self, context: "Context", before: "Position", after: "Position") -> Iterable[str]:
        """Yield a sentence for each other change that an order made on the map."""
        del context, before, after
        return ()

    # What must always hold, and what a position is worth

    def faults(self, board: "Board") -> Iterator[str]:
        """Yield a sentence for each invariant of this chapter that a position breaks."""
        del board
        return iter(())

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """Yield a sentence for each invariant of this chapter that a step breaks."""
        del before, order, after
        return iter(())

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """Return whether an order of this chapter may have moved a unit to where it is now."""
        del before, order, after, unit
        return False

    def value(self, board: "Board", side: str) -> float:
        """Return what this chapter adds to the evaluation of a position for a side."""
        del board, side
        return 0.0


def overrides(chapter: Chapter, method: str) -> bool:
    """Return whether a chapter overrides a method: one that does not need not be called again and again."""
    return getattr(type(chapter), method) is not getattr(Chapter, method)
