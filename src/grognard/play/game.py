# SPDX-License-Identifier: Apache-2.0
"""What a game provides: rules that decide, a view that shows, text that says, and an evaluation.

The table needs only the rules: how a game starts, who is to move, and the rule of each order. A board and a
terminal need the view and the text, programs the evaluation. A game that hides something also says what is hidden.

A position is what is on the map, what the rules remember, and turn, phase and side. It is frozen and plain; map and
scenario are shared and never copied. An order is one act of the side to move: its rule takes the position and
returns the next one, asking for rolls and decisions on the way.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Generic, Literal, Protocol, TypeGuard, TypeVar, runtime_checkable

import msgspec

from grognard.play.board import (
    Action,
    Battle,
    LineMeaning,
    Marker,
    MarkerKind,
    Option,
    Piece,
    Plan,
    Preview,
    Reachable,
    Side,
    Sight,
    Status,
    Trace,
)
from grognard.play.boxes import ELIMINATED, UNSEEN, Box
from grognard.play.states import State
from grognard.umpire import Choose, Question, Roll, Rule, in_words

B = TypeVar("B")
P = TypeVar("P", bound=msgspec.Struct)
P_contra = TypeVar("P_contra", bound=msgspec.Struct, contravariant=True)
# What can be laid over the map.
Lens = Literal["supply", "command", "threat", "sight"]


class Rules(Protocol[P]):
    """What decides: how a game starts, who is to move, what may be ordered and what each order does."""

    def start(self) -> P:
        """Return the position the scenario begins with."""

    def to_move(self, position: P) -> Side | None:
        """Return the side that is to give an order; None when the game is over."""

    def actors(self, position: P) -> list[str]:
        """Return the actors: pieces and hexes that orders can be given to, even if there is none now; the end of a phase has the actor "".

        While a side is to move, it has at least one order to give.
        """

    def orders(self, position: P, actor: str) -> Iterable[msgspec.Struct]:
        """Return the orders of an actor, always in the same sequence; preferably made only when they are looked at."""

    def why_idle(self, position: P, actor: str) -> str:
        """Say why an actor has no orders; empty if it has some."""

    def why_illegal(self, position: P, order: msgspec.Struct) -> str:
        """Say why an order may not be given, citing the rule; empty if it may."""

    def carry_out(self, position: P, order: msgspec.Struct) -> Rule[P]:
        """Return the rule of an order."""

    def faults(self, position: P) -> list[str]:
        """Return every invariant that the position breaks."""

    def step_faults(self, before: P, order: msgspec.Struct, after: P) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""


class View(Protocol[P_contra]):
    """What shows: everything a board or a terminal can draw. Positions are given as a side may see them."""

    @property
    def lenses(self) -> tuple[Lens, ...]:
        """What this game can show over the map."""

    @property
    def states(self) -> tuple[State, ...]:
        """The states that pieces can be in, other than riding on another."""

    @property
    def lines(self) -> tuple[LineMeaning, ...]:
        """The kinds of supply and command lines that are drawn, each with its meaning."""

    @property
    def printed(self) -> tuple[tuple[str, str], ...]:
        """What is printed on counters: an example of each thing, and what it means."""

    @property
    def stacked(self) -> bool:
        """Whether stacks have an order; their pieces are then listed from the bottom up."""

    @property
    def marks(self) -> tuple[MarkerKind, ...]:
        """The kinds of markers that can lie on the map."""

    @property
    def set_up(self) -> tuple[str, ...]:
        """The phases in which units are set up: a unit that already stands somewhere may stay there."""

    @property
    def taking_turns(self) -> bool:
        """Whether one side has its whole turn before the other; if not, the end of a phase ends no turn."""

    def status(self, position: P_contra) -> Status:
        """Return where the game stands."""

    def pieces(self, position: P_contra) -> list[Piece]:
        """Return every counter."""

    def markers(self, position: P_contra) -> list[Marker]:
        """Return what lies on the map other than pieces."""

    def boxes(self, position: P_contra) -> list[Box]:
        """Return the places off the map that pieces are in; a place that is not listed is an ordinary box."""

    def plans(self, position: P_contra) -> list[Plan]:
        """Return what was announced and has yet to be carried out."""

    def abandoned(self, position: P_contra) -> list[str]:
        """Say in words what was announced or could be done, and is lost if the phase ends now."""

    def actions(self, position: P_contra) -> list[Action]:
        """Return what the side to move can do other than move and attack."""

    def is_spent(self, position: P_contra, actor: str) -> bool:
        """Return whether an actor has no orders left except minor ones, such as to lie on top, that a phase need not wait for."""

    def reach(self, position: P_contra, piece: str) -> Reachable:
        """Return where a piece can go, and what else it can do."""

    def blocked_targets(self, position: P_contra) -> dict[str, str]:
        """Return the hexes with enemies that may not be attacked by any piece now, each with the reason."""

    def battles(self, position: P_contra) -> list[Battle]:
        """Return what the side to move can attack now."""

    def preview(self, position: P_contra, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on and every outcome; None if it rolls nothing. The order may be an illegal one."""

    def supply(self, position: P_contra) -> dict[str, Trace]:
        """Return the supply of every piece on the map."""

    def threat(self, position: P_contra, side: Side) -> dict[str, str]:
        """Return each hex that a side could attack in its next turn, with the attackers in words."""

    def sight(self, position: P_contra, hex_name: str) -> Sight:
        """Return what is seen from a hex."""


class Text(Protocol[P_contra]):
    """What says: orders, questions, rolls and their results, in words."""

    @property
    def sequence(self) -> tuple[tuple[str, str], ...]:
        """The phases of a turn in order, each with a sentence or two for a newcomer about what is done in it."""

    def tell(self, position: P_contra, order: msgspec.Struct) -> str:
        """Say an order in words."""

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words, as the log does: `8.8 combat`."""

    def ask(self, position: P_contra, order: msgspec.Struct, choice: Choose[Any]) -> str:
        """Say a question as a sentence, given the order that led to it and the position before that order."""

    def option(self, position: P_contra, choice: Choose[Any], option: Any) -> Option:
        """Say an option in words, with the hexes and pieces it mentions."""

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say the result of a roll in words."""

    def effects(self, before: P_contra, order: msgspec.Struct, after: P_contra) -> list[str]:
        """Say in words what an order did to the pieces beyond what it says itself: units lost, driven back, cut off."""


class Evaluation(Protocol[P_contra]):
    """How well positions stand, for programs that play."""

    def measure(self, position: P_contra, side: Side) -> float:
        """Return how well a position stands for a side: the more the better."""


class Game(Protocol[P]):
    """A scenario of a game, ready to play under the rulings in force: what the table needs."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order they are named."""

    @property
    def order(self) -> Any:
        """The type of an order: a tagged union of Structs."""

    @property
    def questions(self) -> Any:
        """The type of what its rules ask: a tagged union of Questions."""

    @property
    def rules(self) -> Rules[P]:
        """Its rules."""


class BoardGame(Game[P], Protocol[P]):
    """A game that a board can show and a program can play. Positions are given as a side may see them."""

    @property
    def view(self) -> View[P]:
        """What a board or a terminal can draw of it."""

    @property
    def text(self) -> Text[P]:
        """Its words for orders, questions and results."""

    @property
    def evaluation(self) -> Evaluation[P]:
        """How well positions stand, for programs."""


class TextDefaults(Generic[P]):
    """The words of a game whose orders never ask for a choice."""

    def label(self, question: Question[Any] | str) -> str:
        """Name a question plainly, by its kind and what it is about."""
        return in_words(question)

    def ask(self, position: P, order: msgspec.Struct, choice: Choose[Any]) -> str:  # noqa: ARG002 - every game's form
        """Say a question as it is named."""
        return self.label(choice.why)

    def option(self, position: P, choice: Choose[Any], option: Any) -> Option:  # noqa: ARG002 - every game's form
        """Say an option as its own text."""
        return Option(option, str(option))


class BoardEvaluation(Generic[P, B]):
    """An evaluation by a function of the board, which is made for each position."""

    def __init__(self, board: Callable[[P], B], measure: Callable[[B, Any], float]) -> None:
        self._board = board
        self._measure = measure

    def measure(self, position: P, side: str) -> float:
        """Return how well a position stands for a side: the more the better."""
        return self._measure(self._board(position), side)


class ViewDefaults(Generic[P]):
    """Defaults for what a game does not have, such as supply or markers: nothing of it is shown."""

    lenses: tuple[Lens, ...] = ("threat",)
    states: tuple[State, ...] = ()
    lines: tuple[LineMeaning, ...] = ()
    printed: tuple[tuple[str, str], ...] = ()
    stacked: bool = False
    marks: tuple[MarkerKind, ...] = ()
    set_up: tuple[str, ...] = ()
    taking_turns: bool = True

    def markers(self, position: P) -> list[Marker]:  # noqa: ARG002 - every game's form
        """No markers by default: only pieces are on the map."""
        return []

    def boxes(self, position: P) -> list[Box]:  # noqa: ARG002 - every game's form
        """By default the boxes of lost and of unseen pieces."""
        return [ELIMINATED, UNSEEN]

    def plans(self, position: P) -> list[Plan]:  # noqa: ARG002 - every game's form
        """No plans by default: every order is carried out at once."""
        return []

    def abandoned(self, position: P) -> list[str]:  # noqa: ARG002 - every game's form
        """Nothing is abandoned by default: everything announced is done."""
        return []

    def actions(self, position: P) -> list[Action]:  # noqa: ARG002 - every game's form
        """No actions by default: every order is given to a piece."""
        return []

    def blocked_targets(self, position: P) -> dict[str, str]:  # noqa: ARG002 - every game's form
        """No hexes by default: each piece says why it cannot attack."""
        return {}

    def is_spent(self, position: P, actor: str) -> bool:  # noqa: ARG002 - every game's form
        """False by default: a phase waits for every unit that has orders."""
        return False

    def supply(self, position: P) -> dict[str, Trace]:  # noqa: ARG002 - every game's form
        """Empty by default: the game has no supply."""
        return {}

    def sight(self, position: P, hex_name: str) -> Sight:  # noqa: ARG002 - every game's form
        """Nothing is seen by default: the game has no lines of sight."""
        return Sight(hex_name)


@runtime_checkable
class HiddenOrders(Protocol):
    """A game in which the other side does not see some orders, or sees them in part."""

    def reveals(self, order: msgspec.Struct) -> bool:
        """Return whether an order reveals the units that take part in it once it is carried out, as a battle does."""

    def commands(self, seen: Any, order: msgspec.Struct) -> str:
        """Say why the side to move may not give an order, not even in free play; empty if it may.

        This is decided by what the side sees: ordering the enemy's units would find out what is hidden.
        """

    def glimpse(self, before: Any, order: msgspec.Struct, after: Any) -> str:
        """Say an order that reveals nothing as the other side sees it, from its views before and after."""


@cache
def _hides_orders(kind: type) -> bool:
    """Return whether the games of a class hide orders. Cached, because checking a protocol is slow."""
    return issubclass(kind, HiddenOrders)


def hides_orders(game: Any) -> TypeGuard[HiddenOrders]:
    """Return whether the other side of a game does not see some orders, or sees them in part."""
    kind: Any = type(game)
    return _hides_orders(kind)


def reveals_units(game: Game[P], order: msgspec.Struct) -> bool:
    """Return whether an order reveals the units that take part in it; False in a game that hides nothing."""
    return hides_orders(game) and game.reveals(order)


def every_order(game: Game[P], position: P) -> Iterator[msgspec.Struct]:
    """Yield every legal order, lazily."""
    for actor in game.rules.actors(position):
        yield from game.rules.orders(position, actor)
