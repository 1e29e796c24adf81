# SPDX-License-Identifier: Apache-2.0
"""What a board shows of any game: pieces, reach, battles, questions. Plain data with no rules in it.

A game makes these from a position as a side may see it; the page, the terminal and the programs read nothing else.
Hexes are named by their printed numbers and pieces by their ids, as in the orders.
"""

from fractions import Fraction
from typing import Any, Literal

import msgspec

from grognard.procedures.forms import Field
from grognard.procedures.procedure import Line

Side = str
LineKind = Literal["full", "short", "none"]


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """One counter: what is printed on it, where it is, and its current state.

    `values` stand under its symbol; `above`, if the counter has more of them, over it, separated. `at` is a hex by
    its number or a box by its name, `states` are the ids of `State`s, and `on` is the piece that carries it. If the
    game does not say which piece lies on top of a stack, it is the one with the highest `rank`. A stack shows that
    a piece in it `leads`.
    """

    id: str
    name: str
    side: Side
    kind: str
    size: str
    values: str
    at: str
    states: tuple[str, ...] = ()
    above: str = ""
    on: str = ""
    rank: int = 0
    leads: bool = False


class Marker(msgspec.Struct, frozen=True):
    """Something on the map that is not a piece, such as `mines`, a `block` or a `wreck`, and how many of it lie in the hex.

    A `force` stands for units of a side that are not seen; its `count` is None if it is not known how many there
    are. A `ghost` stands for units that were seen there in the turn `since` and may be gone. `beside` is the hex on
    the other side of the hexside that the marker lies on, and `says` what is known of it beyond its kind and
    number; `tells_of` are the pieces in the hex that `says` describes.
    """

    kind: str
    at: str
    count: int | None = 1
    side: Side = ""
    since: int = 0
    says: str = ""
    beside: str = ""
    tells_of: tuple[str, ...] = ()


class MarkerKind(msgspec.Struct, frozen=True):
    """A kind of marker that a game has, what it is in words, and how it looks on the map.

    `sign` is one of the signs a board can draw: mines, block, wreck, radiation, drop, diamond, bridge, pontoons,
    road, railroad, force, ghost; without it the kind is written out. A diamond bears the first letter of the kind.
    `strokes` is how many strokes cross the sign out. A marker that `covers` its hex colours all of it.
    """

    kind: str
    says: str
    sign: str = ""
    strokes: int = 0
    covers: bool = False


class Plan(msgspec.Struct, frozen=True):
    """Something announced that has yet to be carried out: which pieces do it, to which hex, and in words."""

    pieces: tuple[str, ...]
    target: str
    says: str


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """Where the game stands: turn, phase, side to move, points, and the verdict once it is over.

    `held` has the hexes each side has taken, `worth` the points for each hex that counts for victory, taken or not,
    `exits` the points each side gets for a unit that leaves the map there, and `tally` explains the points.
    `winner` is the side that has won, once the game is over; empty if it is a draw, and None if its verdicts do not say.
    `needed` says, once the game is over, what would have given another verdict. `left` is what the side to move can
    still use in this phase. If the other side may act during a side's turn, `player` is the side whose turn it is.
    `ends` is the label for ending the phase, if it is not "end" and the name of the phase,
    and `step` the phase as the sequence of play has it, if `phase` says more.
    """

    turn: int
    turns: int
    when: str
    phase: str
    side: Side | None
    player: Side | None = None
    ends: str = ""
    step: str = ""
    points: dict[Side, int] = {}
    held: dict[Side, tuple[str, ...]] = {}
    worth: dict[str, int] = {}
    exits: dict[Side, dict[str, int]] = {}
    left: str = ""
    tally: tuple[str, ...] = ()
    verdict: str = ""
    winner: Side | None = None
    needed: tuple[str, ...] = ()

    @property
    def phase_in_sequence(self) -> str:
        """The phase as the sequence of play has it."""
        return self.step or self.phase


class Cost(msgspec.Struct, frozen=True):
    """Movement points: so many `parts`, `of` which make one point, and the text for it: 28 of 12 is `2 1/3`."""

    parts: int
    of: int
    text: str


# The cost of a step that costs no counted points.
NO_COST = Cost(0, 1, "")


class Step(msgspec.Struct, frozen=True):
    """A hex that a piece can go to: the cost, the path, the order that moves it there, and what to watch out for."""

    cost: Cost
    path: tuple[str, ...]
    order: Any
    note: str = ""


class Action(msgspec.Struct, frozen=True):
    """Something that a piece or a side can do other than move: in words, and as an order.

    `pieces` are those it concerns, for the board to highlight.
    """

    says: str
    order: Any
    pieces: tuple[str, ...] = ()


class Reachable(msgspec.Struct, frozen=True):
    """Where a piece can go, why it cannot go to any other hex, and what else it can do.

    `allowed` says in words how far, or why nowhere; `left` is that as a number, if the piece moves by points.
    `paragraph` is where the rules explain its refusals; `paragraphs` has those that are explained elsewhere, by hex.
    """

    piece: str
    allowed: str
    steps: dict[str, Step] = {}
    refusals: dict[str, str] = {}
    actions: tuple[Action, ...] = ()
    left: Cost | None = None
    paragraph: str = ""
    paragraphs: dict[str, str] = {}


class Candidate(msgspec.Struct, frozen=True):
    """A piece that might take part in a battle, with the path it would take in it.

    `why_not` says why it may not take part; empty if it may. `paragraph` is where the rules explain that, if not where
    they explain the battle's order. A piece that stands `aside` takes part only if the player includes it.
    """

    piece: str
    why_not: str = ""
    path: tuple[str, ...] = ()
    aside: bool = False
    paragraph: str = ""


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A hex that can be attacked, and the pieces that might attack it.

    Its order is made as `{"type": type, "units": [...], "target": target, **options}`. If the battle is `settled`,
    all of them take part. `does` is the verb for giving the order, `done` its participle for the hex. A battle that
    is `in_hand` is the next step of something already begun: it can be fought at once.
    """

    type: str
    title: str
    target: str
    pieces: tuple[Candidate, ...]
    options: tuple[Field, ...] = ()
    settled: bool = False
    does: str = "attack"
    done: str = "attacked"
    in_hand: bool = False


class Expected(msgspec.Struct, frozen=True):
    """One outcome and how likely it is."""

    result: str
    says: str
    chance: Fraction


class Part(msgspec.Struct, frozen=True):
    """One aspect of every outcome, such as the retreat: its name, and how likely each of its values is."""

    name: str
    ways: tuple[tuple[str, Fraction], ...]


class Headline(msgspec.Struct, frozen=True):
    """Something an order may come to, in words that follow "that", and how likely it is; `good` for the side that acts, or bad."""

    says: str
    chance: Fraction
    good: bool | None = None


class Preview(msgspec.Struct, frozen=True):
    """What an order would roll on, line by line, and every outcome with its exact chance.

    `assumes` names the decisions that come up on the way, and the option that was assumed for each. `parts` sum up
    outcomes that are too many to be read one by one; the likeliest then comes first. `told` is what is rolled on,
    in a few words. `headline` is what a player asks first, summed up from the same outcomes.
    """

    game: str
    procedure: str
    lines: tuple[Line, ...]
    outcomes: tuple[Expected, ...]
    assumes: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    told: str = ""
    headline: tuple[Headline, ...] = ()


class Trace(msgspec.Struct, frozen=True):
    """A piece's supply: its state, the path along which it is traced, or where it is cut; and its command, if the game has it.

    The line is `full` if the piece lacks nothing, `none` if it has no supply at all, else `short`.
    """

    state: str
    path: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    command: "Trace | None" = None
    line: LineKind = "full"


class LineMeaning(msgspec.Struct, frozen=True):
    """What a kind of supply or command line on the map means."""

    of: Literal["supply", "command"]
    line: LineKind
    says: str


class Sight(msgspec.Struct, frozen=True):
    """What is seen from a hex: every hex in sight with its distance, nearest first, and why each other is not.

    `by` is what blocks the line to a hex: one hex, or two with the hexside between them. `unspotted` says why what
    is in a hex in sight cannot be fired at nevertheless.
    """

    start: str
    seen: dict[str, int] = {}
    hidden: dict[str, str] = {}
    by: dict[str, tuple[str, ...]] = {}
    unspotted: dict[str, str] = {}


class Option(msgspec.Struct, frozen=True):
    """One answer to a question, with the hexes and pieces it mentions, for the board to highlight.

    `about` is what else the player who chooses should know of it, such as the terrain of a hex. It is `fatal` if it
    eliminates the piece it is about.
    """

    value: Any
    says: str
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    about: str = ""
    fatal: bool = False
