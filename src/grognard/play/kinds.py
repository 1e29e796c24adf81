# SPDX-License-Identifier: Apache-2.0
"""Orders as data: one row for each kind of order a game knows, from which everything the table asks of orders is derived.

    KINDS = Kinds([Kind(order=Move, rule=move, why_illegal=why_not_move, phases=("movement",), actors=movers, orders=moves)])

A row's functions take a board, which is what a position means on its map, made by the game. An order of a kind without a row is a TypeError: it
is never taken for another order.
"""

from collections.abc import Callable, Iterable, Sequence
from types import GeneratorType
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.board import Preview
from grognard.play.notation import order_text
from grognard.play.order_sets import AllOf, Orders, combined
from grognard.play.refusal import Refusal, refused
from grognard.umpire import Rule

B = TypeVar("B")
B_contra = TypeVar("B_contra", contravariant=True)
P = TypeVar("P", bound=msgspec.Struct)
T = TypeVar("T")

NONE: Orders[Any] = AllOf(())
OVER = Refusal("the game is over", "chapter", "victory")


def _no_actors(board: Any) -> Iterable[str]:
    del board
    return ()


def _no_orders(board: Any, actor: str) -> Orders[Any]:
    del board, actor
    return NONE


def _no_reason(board: Any, actor: str) -> str:
    del board, actor
    return ""


def _nothing_now(board: Any, actor: str) -> str:
    del board, actor
    return "there is nothing it can do now"


def _no_preview(board: Any, order: Any) -> Preview | None:
    del board, order
    return None


def typed_text(board: Any, order: msgspec.Struct) -> str:
    """Say an order as it is typed."""
    del board
    return order_text(order)


def no_piece(board: Any) -> tuple[str]:
    """Return the actor of an order that is not given to a piece, such as the end of a phase."""
    del board
    return ("",)


def only(order: msgspec.Struct) -> Callable[[Any, str], Orders[Any]]:
    """Return a function that offers a single order, not given to a piece."""
    orders: Orders[Any] = AllOf((order,))
    return lambda _board, actor: NONE if actor else orders


# The methods of a board that read the fields of an order which name units or hexes.
READERS = {"unit": "unit", "carrier": "unit", "units": "units", "to": "hex", "target": "hex"}


def taking(*fields: str) -> Callable[[Callable[..., T]], Callable[[Any, Any], T]]:
    """Adapt a function of a board and an order's fields to one of a board and an order: `taking("unit", "to")(move)`.

    Units are read by the board's `unit` and `units`, hexes by its `hex`; any other field is passed unchanged.
    """
    readers = [(field, READERS.get(field)) for field in fields]

    def adapt(function: Callable[..., T]) -> Callable[[Any, Any], T]:
        def adapted(board: Any, order: Any) -> T:
            values = [
                getattr(board, reader)(getattr(order, field)) if reader else getattr(order, field)
                for field, reader in readers
            ]
            return function(board, *values)

        return adapted

    return adapt


class Kind(msgspec.Struct, Generic[B, P], frozen=True, kw_only=True):
    """One kind of order.

    `rule` returns the next position, or is a rule that asks before it does. `why_illegal` says why an order may not
    be given. `actors` are those it can be given to in its `phases` (in every phase, if none is named), though they
    may have no orders; `orders` are those of one actor (NONE for an actor that this kind is not for), and
    `why_idle` says why there are none. `text` says the order in words, and `preview` what it would roll on.
    """

    order: type[msgspec.Struct]
    rule: Callable[[B, Any], Rule[P] | P]
    why_illegal: Callable[[B, Any], str]
    phases: tuple[str, ...] = ()
    actors: Callable[[B], Iterable[str]] = _no_actors
    orders: Callable[[B, str], Orders[Any]] = _no_orders
    why_idle: Callable[[B, str], str] = _no_reason
    text: Callable[[B, Any], str] = typed_text
    preview: Callable[[B, Any], Preview | None] = _no_preview

    @property
    def tag(self) -> str:
        """The name of the order, as it is typed and sent."""
        return str(self.order.__struct_config__.tag)


class InPhase(Generic[B, P]):
    """The kinds whose orders are given in one phase. What is needed again and again is prepared here."""

    def __init__(self, kinds: tuple[Kind[B, P], ...]) -> None:
        self.kinds = kinds
        # Several kinds may share a function for their actors, which is called once; the actor "" belongs to no kind alone.
        self._actors = tuple(dict.fromkeys(kind.actors for kind in kinds))
        self._may_repeat = len(set(self._actors) - {no_piece}) > 1
        self._orders = tuple(kind.orders for kind in kinds)
        self._orders_of_some = tuple(kind.orders for kind in kinds if kind.actors is not no_piece)

    def actors(self, board: B) -> list[str]:
        """Return the actors, each once."""
        names: list[str] = []
        for actors in self._actors:
            names += actors(board)
        return list(dict.fromkeys(names)) if self._may_repeat else names

    def orders(self, board: B, actor: str) -> Orders[Any]:
        """Return the orders of an actor."""
        offered = NONE
        for orders in self._orders_of_some if actor else self._orders:
            more = orders(board, actor)
            if more is not NONE:
                offered = more if offered is NONE else combined((offered, more))
        return offered


class Kinds(Generic[B, P]):
    """The kinds of orders of a game, in the order in which they are offered; the end of a phase comes last."""

    def __init__(self, kinds: Sequence[Kind[B, P]], why_idle: Callable[[B, str], str] = _nothing_now) -> None:
        """Take the kinds, and `why_idle` for an actor whose idleness no kind explains."""
        self.rows = tuple(kinds)
        self._why_idle = why_idle
        self._by_type = {kind.order: kind for kind in kinds}
        self.order: Any = Union[tuple(self._by_type)]  # noqa: UP007 - made of a tuple of types
        self._phases: dict[str, InPhase[B, P]] = {}

    def of(self, order: msgspec.Struct) -> Kind[B, P]:
        """Return the kind of an order."""
        kind = self._by_type.get(type(order))
        if kind is None:
            raise TypeError(f"this game knows no order of type {type(order).__name__}")
        return kind

    def in_phase(self, phase: str) -> "InPhase[B, P]":
        """Return the kinds whose orders are given in a phase."""
        in_phase = self._phases.get(phase)
        if in_phase is None:
            kinds = tuple(kind for kind in self.rows if not kind.phases or phase in kind.phases)
            in_phase = self._phases[phase] = InPhase(kinds)
        return in_phase

    def actors(self, board: B, phase: str) -> list[str]:
        """Return the actors of a phase, each once."""
        return self.in_phase(phase).actors(board)

    def orders(self, board: B, phase: str, actor: str) -> Orders[Any]:
        """Return the orders of an actor."""
        return self.in_phase(phase).orders(board, actor)

    def why_idle(self, board: B, phase: str, actor: str) -> str:
        """Say why an actor has no orders; empty if it has some."""
        kinds = self.in_phase(phase).kinds
        if any(True for kind in kinds for _ in kind.orders(board, actor)):
            return ""
        # Kinds of orders of other phases may know why an actor has none in this one.
        for kind in (*kinds, *self.rows):
            if reason := kind.why_idle(board, actor):
                return refused(reason, "order", kind.tag)
        return refused(self._why_idle(board, actor), "phase", phase)

    def why_illegal(self, board: B, order: msgspec.Struct) -> str:
        """Say why an order may not be given; empty if it may. A part that cannot be read is a reason, too."""
        kind = self.of(order)
        try:
            reason = kind.why_illegal(board, order)
        except GrognardError as error:
            reason = str(error)
        return refused(reason, "order", kind.tag)

    def carry_out(self, board: B, order: msgspec.Struct) -> Rule[P]:
        """Return the rule of an order."""
        kind = self._by_type.get(type(order)) or self.of(order)
        outcome: Any = kind.rule(board, order)
        # Comparing the type itself is faster than isinstance with an abstract generator.
        result: P = (yield from outcome) if type(outcome) is GeneratorType else outcome
        return result

    def preview(self, board: B, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on; None if it rolls nothing."""
        return self.of(order).preview(board, order)

    def text(self, board: B, order: msgspec.Struct) -> str:
        """Say an order in words."""
        return self.of(order).text(board, order)


class Invariants(Protocol[B_contra]):
    """What must always hold in a game; usually a module of it."""

    def faults(self, board: B_contra, /) -> list[str]:
        """Return every invariant that a position breaks."""

    def step_faults(self, before: B_contra, order: msgspec.Struct, after: B_contra, /) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""


class OrderRules(Generic[B, P]):
    """The part of the rules that is derived from the kinds of orders, and the invariants.

    `board` returns what a position means on its map. A position names the phase it is in, and knows when it is
    over.
    """

    def __init__(self, kinds: Kinds[B, P], board: Callable[[P], B], invariants: Invariants[B]) -> None:
        self._kinds = kinds
        self._board = board
        self._invariants = invariants

    @staticmethod
    def _phase(position: Any) -> str | None:
        return None if position.over else position.phase

    def to_move(self, position: P) -> str | None:
        """Return the side that is to act, which most positions name; None when the game is over."""
        now: Any = position
        return None if now.over else now.side

    def actors(self, position: P) -> list[str]:
        """Return the actors; none when the game is over."""
        phase = self._phase(position)
        return [] if phase is None else self._kinds.actors(self._board(position), phase)

    def orders(self, position: P, actor: str) -> Orders[Any]:
        """Return the orders of an actor."""
        phase = self._phase(position)
        return NONE if phase is None else self._kinds.orders(self._board(position), phase, actor)

    def why_idle(self, position: P, actor: str) -> str:
        """Say why an actor has no orders; empty if it has some."""
        phase = self._phase(position)
        return OVER if phase is None else self._kinds.why_idle(self._board(position), phase, actor)

    def why_illegal(self, position: P, order: msgspec.Struct) -> str:
        """Say why an order may not be given; empty if it may."""
        return (
            OVER if self._phase(position) is None else self._kinds.why_illegal(self._board(position), order)
        )

    def carry_out(self, position: P, order: msgspec.Struct) -> Rule[P]:
        """Return the rule of an order."""
        return self._kinds.carry_out(self._board(position), order)

    def faults(self, position: P) -> list[str]:
        """Return every invariant that the position breaks."""
        return self._invariants.faults(self._board(position))

    def step_faults(self, before: P, order: msgspec.Struct, after: P) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return self._invariants.step_faults(self._board(before), order, self._board(after))
