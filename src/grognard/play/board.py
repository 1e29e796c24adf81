# SPDX-License-Identifier: Apache-2.0
"""What a board shows, for every game alike: pieces, reach, battles, questions. Plain data with no rules in it.

A game makes these from a position as a side may see it; the page, the terminal and the programs read nothing else.
Hexes go by their printed numbers and pieces by their ids, as in the orders.
"""

from fractions import Fraction
from typing import Any, Literal

import msgspec

from grognard.procedures.forms import Field
from grognard.procedures.procedure import Line

Side = str
LineKind = Literal["full", "short", "none"]


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """One counter: what is printed on it, where it is, and what is to be said about it just now.

    `values` stand under its symbol; `above`, where a counter has more of them, over it, apart from one another. `at` is
    a hex by its number or a box by its name, `states` are the ids of `State`s, and `on` is the piece that carries it.
    Where a game does not say which piece lies on top of a stack, it is the one of the highest `rank`. A stack shows that a
    piece in it `leads`.
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
    """Something on the map that is no piece: `mines`, a `block`, a `wreck`; and how many of it lie in the hex.

    Under a `force` lie so many units of a side that are not seen, None if it is not known how many; a `ghost` are units
    that were seen there in the turn `since` and may be gone. `beside` is the hex beyond the hexside that something lies
    on, and `says` what is known of it, where its kind and number do not tell.
    """

    kind: str
    at: str
    count: int | None = 1
    side: Side = ""
    since: int = 0
    says: str = ""
    beside: str = ""


class MarkerKind(msgspec.Struct, frozen=True):
    """A kind of marker that a game has, what it is in words, and how it looks on the map.

    `sign` is one of the signs a board can draw: mines, block, wreck, radiation, drop, diamond, bridge, pontoons, road,
    railroad, force, ghost; without it the kind is written out. A diamond bears the first letter of the kind. So many
    `strokes` cross the sign out. What `covers` its hex colours all of it.
    """

    kind: str
    says: str
    sign: str = ""
    strokes: int = 0
    covers: bool = False


class Plan(msgspec.Struct, frozen=True):
    """Something announced that is yet to be carried out: who does it, to which hex, and in words."""

    pieces: tuple[str, ...]
    target: str
    says: str


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """Where the game stands: turn, phase, whose it is, points, and the verdict once it is over.

    `held` has the hexes each side has taken, `worth` the points for each hex that counts for victory, taken or not,
    `exits` the points each side has for a unit that leaves the map there, `tally` how the points come about and what
    they are good for. `left` is what the side to move has left to use in this phase. Where the other side may act in
    the turn of a side, `player` is whose turn it is. `ends` is the word for ending the phase, if not "end" and its name.
    """

    turn: int
    turns: int
    when: str
    phase: str
    side: Side | None
    player: Side | None = None
    ends: str = ""
    points: dict[Side, int] = {}
    held: dict[Side, tuple[str, ...]] = {}
    worth: dict[str, int] = {}
    exits: dict[Side, dict[str, int]] = {}
    left: str = ""
    tally: tuple[str, ...] = ()
    verdict: str = ""


class Cost(msgspec.Struct, frozen=True):
    """Movement points, as so many parts of which `of` make a whole point, and as they are written: 28 of 12, `2 1/3`."""

    parts: int
    of: int
    text: str


# What is written of a step that costs nothing which is counted.
NO_COST = Cost(0, 1, "")


class Step(msgspec.Struct, frozen=True):
    """A hex that a piece can go to: what it costs, by which way, the order that does it, and what to mind there."""

    cost: Cost
    path: tuple[str, ...]
    order: Any
    note: str = ""


class Action(msgspec.Struct, frozen=True):
    """Something a piece can do besides going somewhere, or a side: in words, and the order that does it.

    `pieces` are those it is about, for the board to light.
    """

    says: str
    order: Any
    pieces: tuple[str, ...] = ()


class Reachable(msgspec.Struct, frozen=True):
    """Where a piece can go, for every other hex the reason why not, and what else it can do.

    `allowed` says in words how far, or why nowhere; `left` is that as a number, if it moves by points.
    """

    piece: str
    allowed: str
    steps: dict[str, Step] = {}
    refusals: dict[str, str] = {}
    actions: tuple[Action, ...] = ()
    left: Cost | None = None


class Candidate(msgspec.Struct, frozen=True):
    """A piece that might take part in a battle, why it may not, and the way it would go in it.

    One that stands `aside` takes part only if it is asked to.
    """

    piece: str
    why_not: str = ""
    path: tuple[str, ...] = ()
    aside: bool = False


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A hex that can be attacked, and who might do it.

    The order is made of it as `{"type": type, "units": [...], "target": target, **options}`. Where it is `settled`,
    all of them take part. `does` is the word for giving it, `done` for what becomes of the hex. What is `in_hand` is the
    next step of something begun: it waits for nothing else.
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
    """One part of every outcome by itself, such as the retreat: its name, and how likely each way of it is."""

    name: str
    ways: tuple[tuple[str, Fraction], ...]


class Headline(msgspec.Struct, frozen=True):
    """Something an order may come to, in words that follow "that", and how likely it is; `good` for the side that acts, or bad."""

    says: str
    chance: Fraction
    good: bool | None = None


class Preview(msgspec.Struct, frozen=True):
    """What an order would roll on, line by line, and every outcome with its exact chance.

    `assumes` names the decisions that come up on the way, and which option they were taken to fall on. `parts` tell
    outcomes that are not read one by one; then the likeliest comes first. `told` is what is rolled on, in a few words. `headline` is what a player asks first,
    summed up from the same outcomes.
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
    """A piece's supply: its state, the way it is traced, or where it is cut; and its command, where the game knows it.

    The line is `full` where the piece lacks nothing, `none` where it has no supply at all, else `short`.
    """

    state: str
    path: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    command: "Trace | None" = None
    line: LineKind = "full"


class LineMeaning(msgspec.Struct, frozen=True):
    """What it means that a line of supply or command is drawn so."""

    of: Literal["supply", "command"]
    line: LineKind
    says: str


class Sight(msgspec.Struct, frozen=True):
    """What is seen from a hex: every hex in sight with how far it is, nearest first, and for every other why not.

    `by` is what blocks the line to a hex: one hex, or two with the hexside between them. `unspotted` says of hexes in
    sight why what is there cannot be fired at all the same.
    """

    start: str
    seen: dict[str, int] = {}
    hidden: dict[str, str] = {}
    by: dict[str, tuple[str, ...]] = {}
    unspotted: dict[str, str] = {}


class Option(msgspec.Struct, frozen=True):
    """One answer to a question, with the hexes and pieces it speaks of, for the board to light.

    `about` is what the player who chooses should know of it besides, such as the terrain of a hex. It is `fatal` if it
    eliminates the piece it is about.
    """

    value: Any
    says: str
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    about: str = ""
    fatal: bool = False
