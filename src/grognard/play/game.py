# SPDX-License-Identifier: Apache-2.0
"""What a game has: rules that decide, a view that shows, text that says, and an evaluation.

The table needs the rules alone: how a game starts, whose order is awaited, and the rule of each order. A board and a
terminal need the view and the text, programs the evaluation. A game that hides something says besides what is hidden.

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
    """What decides: how a game starts, whose order is awaited, what may be ordered and what comes of it."""

    def start(self) -> P:
        """Return the position the scenario begins with."""

    def to_move(self, position: P) -> Side | None:
        """Return the side whose order is awaited; none when the game is over."""

    def actors(self, position: P) -> list[str]:
        """Return the actors: pieces and hexes that can be given orders, perhaps none now; the end of a phase has the actor "".

        Some order can be given while a side is to move.
        """

    def orders(self, position: P, actor: str) -> Iterable[msgspec.Struct]:
        """Return the orders of an actor, in a stable order; best made only as far as they are looked at."""

    def why_idle(self, position: P, actor: str) -> str:
        """Say why nothing may be ordered of an actor; an empty text if something may."""

    def why_illegal(self, position: P, order: msgspec.Struct) -> str:
        """Say why an order may not be given, with the rule; an empty text if it may."""

    def carry_out(self, position: P, order: msgspec.Struct) -> Rule[P]:
        """Return the rule of an order."""

    def faults(self, position: P) -> list[str]:
        """Return every invariant the position breaks."""

    def step_faults(self, before: P, order: msgspec.Struct, after: P) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""


class View(Protocol[P_contra]):
    """What shows: everything a board or a terminal can draw. Positions are given as a side may see them."""

    @property
    def lenses(self) -> tuple[Lens, ...]:
        """What this game can show over the map."""

    @property
    def states(self) -> tuple[State, ...]:
        """The states that pieces can be in, besides riding on another."""

    @property
    def lines(self) -> tuple[LineMeaning, ...]:
        """The kinds of lines of supply and command that are drawn, each with what it means."""

    @property
    def printed(self) -> tuple[tuple[str, str], ...]:
        """What stands on a counter, each by an example of it, and what it means."""

    @property
    def stacked(self) -> bool:
        """Whether stacks have an order; their pieces then come from the bottom up."""

    @property
    def marks(self) -> tuple[MarkerKind, ...]:
        """The kinds of markers that may come to lie on the map."""

    @property
    def set_up(self) -> tuple[str, ...]:
        """The phases in which units are set up: a unit that stands somewhere may stay there."""

    @property
    def taking_turns(self) -> bool:
        """Whether one side has its whole turn before the other; else the end of a phase ends nobody's turn."""

    def status(self, position: P_contra) -> Status:
        """Return where the game stands."""

    def pieces(self, position: P_contra) -> list[Piece]:
        """Return every counter."""

    def markers(self, position: P_contra) -> list[Marker]:
        """Return what lies on the map and is no piece."""

    def boxes(self, position: P_contra) -> list[Box]:
        """Return the places off the map that pieces are in; one that is not among them is a box like any other."""

    def plans(self, position: P_contra) -> list[Plan]:
        """Return what was announced and is yet to be carried out."""

    def abandoned(self, position: P_contra) -> list[str]:
        """Say in words what was announced or could be done, and comes to nothing if the phase ends now."""

    def actions(self, position: P_contra) -> list[Action]:
        """Return what the side to move can do besides moves and attacks."""

    def is_spent(self, position: P_contra, actor: str) -> bool:
        """Return whether an actor has no orders left but some that no phase waits for, such as to lie on top."""

    def reach(self, position: P_contra, piece: str) -> Reachable:
        """Return where a piece can go, and what else it can do."""

    def blocked_targets(self, position: P_contra) -> dict[str, str]:
        """Return the hexes with enemies that may not be attacked by any piece now, each with the reason."""

    def battles(self, position: P_contra) -> list[Battle]:
        """Return what the side to move can attack now."""

    def preview(self, position: P_contra, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on and every outcome; none if it rolls nothing. It may be refused."""

    def supply(self, position: P_contra) -> dict[str, Trace]:
        """Return the supply of every piece on the map."""

    def threat(self, position: P_contra, side: Side) -> dict[str, str]:
        """Return each hex a side could attack in its next turn, with what it could bring there in words."""

    def sight(self, position: P_contra, hex_name: str) -> Sight:
        """Return what is seen from a hex."""


class Text(Protocol[P_contra]):
    """What says: orders, questions, rolls and what came of them, in words."""

    @property
    def sequence(self) -> tuple[tuple[str, str], ...]:
        """The phases of a turn in their order, each with what is done in it, in a sentence or two for a newcomer."""

    def tell(self, position: P_contra, order: msgspec.Struct) -> str:
        """Say in words what an order is."""

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words, as the log does: `8.8 combat`."""

    def ask(self, position: P_contra, order: msgspec.Struct, choice: Choose[Any]) -> str:
        """Say a question as a sentence, from the order that led to it and the position before that order."""

    def option(self, position: P_contra, choice: Choose[Any], option: Any) -> Option:
        """Say in words what an option is, and which hexes and pieces it speaks of."""

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say in words what a roll came to."""

    def effects(self, before: P_contra, order: msgspec.Struct, after: P_contra) -> list[str]:
        """Say in words what an order did to the pieces beyond what it says itself: who is lost, driven back, cut off."""


class Evaluation(Protocol[P_contra]):
    """How well positions stand, for programs that play."""

    def measure(self, position: P_contra, side: Side) -> float:
        """Say how well a position stands for a side: the more the better."""


class Game(Protocol[P]):
    """A scenario of a game, ready to play under the rulings in force: what the table needs of it."""

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
        """Say an option as it is."""
        return Option(option, str(option))


class Measured(Generic[P, B]):
    """An evaluation by a measure of the board, which is made of each position."""

    def __init__(self, board: Callable[[P], B], measure: Callable[[B, Any], float]) -> None:
        self._board = board
        self._measure = measure

    def measure(self, position: P, side: str) -> float:
        """Say how well a position stands for a side: the more the better."""
        return self._measure(self._board(position), side)


class ViewDefaults(Generic[P]):
    """Defaults for what a game does not have, such as supply or markers: nothing is shown of it."""

    lenses: tuple[Lens, ...] = ("threat",)
    states: tuple[State, ...] = ()
    lines: tuple[LineMeaning, ...] = ()
    printed: tuple[tuple[str, str], ...] = ()
    sequence: tuple[tuple[str, str], ...] = ()
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
        """Nothing is abandoned by default: what is announced is done."""
        return []

    def actions(self, position: P) -> list[Action]:  # noqa: ARG002 - every game's form
        """No actions by default: every order is given to a piece."""
        return []

    def blocked_targets(self, position: P) -> dict[str, str]:  # noqa: ARG002 - every game's form
        """No hexes by default: each piece says why it cannot attack."""
        return {}

    def is_spent(self, position: P, actor: str) -> bool:  # noqa: ARG002 - every game's form
        """False by default: a unit that can be ordered something is waited for."""
        return False

    def supply(self, position: P) -> dict[str, Trace]:  # noqa: ARG002 - every game's form
        """Empty by default: the game has no supply."""
        return {}

    def sight(self, position: P, hex_name: str) -> Sight:  # noqa: ARG002 - every game's form
        """Nothing is seen by default: the game has no lines of sight."""
        return Sight(hex_name)


@runtime_checkable
class HiddenOrders(Protocol):
    """A game in which an order may be given that the other side does not see, or sees in part."""

    def reveals(self, order: msgspec.Struct) -> bool:
        """Return whether an order reveals the units that take part in it once it is carried out, as a battle does."""

    def commands(self, seen: Any, order: msgspec.Struct) -> str:
        """Say why the side to move may not give an order, not even in free play; an empty text if it may.

        It is decided by what the side sees: ordering the enemy's units about would find out what is hidden.
        """

    def glimpse(self, before: Any, order: msgspec.Struct, after: Any) -> str:
        """Say an order that reveals nothing as the other side sees it: from its views before and after."""


@cache
def _is_fogged(kind: type) -> bool:
    """Return whether the games of a class hide orders: asked once, for a protocol takes long to look at a game."""
    return issubclass(kind, HiddenOrders)


def hides_orders(game: Any) -> TypeGuard[HiddenOrders]:
    """Return whether in a game an order may be given that the other side does not see, or sees in part."""
    kind: Any = type(game)
    return _is_fogged(kind)


def lays_open(game: Game[P], order: msgspec.Struct) -> bool:
    """Return whether an order reveals the units that take part in it; False in a game that hides nothing."""
    return hides_orders(game) and game.reveals(order)


def every_order(game: Game[P], position: P) -> Iterator[msgspec.Struct]:
    """Yield every order that may be given, lazily."""
    for actor in game.rules.actors(position):
        yield from game.rules.orders(position, actor)
