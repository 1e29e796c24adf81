# SPDX-License-Identifier: Apache-2.0
"""How the end of a round is told: unit by unit as long as that can be read, then with fewer words."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import comb, prod
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.asl_sk.attack import Leaders
from grognard.games.asl_sk.promotion import promotes
from grognard.games.asl_sk.simultaneous_attacks import Fight
from grognard.games.asl_sk.stacks import Afv, Piece, infantry
from grognard.games.asl_sk.terms import Side, with_counts
from grognard.games.asl_sk.units import KINDS
from grognard.procedures.procedure import Event
from grognard.registry import Card

# Up to so many outcomes all is told; beyond that new leaders, then units, are told with fewer words.
TOLD_APART = 4096
# What may become of a unit: it is whole, reduced or wounded, or gone.
WAYS = {"squad": 3, "hs": 2, "crew": 2, "smc": 3, "afv": 3}
LEADERS_MADE = 4
Names = Literal["written", "kinds", "counters"]
Holds = Literal["ATTACKER", "DEFENDER", "both", "nobody"]


class Detail(msgspec.Struct, frozen=True):
    """In how much detail the end is told, units and new leaders, and what is then left out, in words."""

    names: Names
    leaders: Leaders
    told: str = ""


DETAILS = (
    Detail("written", "named"),
    Detail("written", "counted", "new leaders are counted only"),
    Detail("written", "untold", "new leaders are not told"),
    Detail("kinds", "untold", "units are told by their kinds, new leaders not at all"),
    Detail("counters", "untold", "units are counted only, new leaders not told"),
)


class Left(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Who is left on either side, and who holds the hex."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    holds: Holds


def detail_of(ours: Sequence[Piece], theirs: Sequence[Piece], attacks: tuple[int, int], card: Card) -> Detail:
    """Choose how the end is told: by who may be hit on either side, and how many attacks may make a leader."""
    promotion = promotes(card)
    for told in DETAILS:
        if not promotion and told.leaders == "counted":
            continue
        made = prod(leaders_made(count, told.leaders) for count in attacks) if promotion else 1
        if ends(ours, told.names) * ends(theirs, told.names) * made <= TOLD_APART:
            return told if promotion or told.names != "written" else DETAILS[0]
    return DETAILS[-1]


def ends(pieces: Sequence[Piece], names: Names = "written") -> int:
    """Count what may become of pieces, of which those told alike are not told apart."""
    if names == "counters":
        return len(pieces) + 1
    counts = Counter((_kind(piece), piece if names == "written" else "") for piece in pieces)
    return prod(comb(count + WAYS[kind] - 1, count) for (kind, _), count in counts.items())


def detail_at_the_end(ours: Sequence[Piece], theirs: Sequence[Piece], most: int, card: Card) -> Detail | None:
    """Choose how the end is told where every state on the way counts; None if there may be more than `most`."""
    if ends(ours) * ends(theirs) > most:
        return None
    return detail_of(ours, theirs, (_bases(ours), _bases(theirs)), card)


def _bases(pieces: Sequence[Piece]) -> int:
    """Count the units that may make a leader, each by an attack of its own."""
    return sum(not unit.is_smc and not unit.broken for unit in infantry(pieces))


def leaders_made(attacks: int, leaders: Leaders) -> int:
    """Count what leaders so many attacks may make."""
    if leaders == "named":
        return comb(attacks + LEADERS_MADE, LEADERS_MADE)
    return attacks + 1 if leaders == "counted" else 1


def _kind(piece: Piece) -> str:
    return "afv" if isinstance(piece, Afv) else piece.type.kind


def renamed(pieces: Sequence[Piece], names: Names) -> tuple[Piece, ...]:
    """Give pieces the names that are told of them, so that what is told alike is added up alike."""
    if names == "written":
        return tuple(pieces)
    return tuple(
        replace(piece, told="unit" if names == "counters" else _kind_name(piece)) for piece in pieces
    )


def _kind_name(piece: Piece) -> str:
    if isinstance(piece, Afv):
        return "AFV"
    return f"wounded {KINDS[piece.type.kind]}" if piece.wounded else KINDS[piece.type.kind]


@lru_cache(maxsize=65536)
def names_of(pieces: tuple[Piece, ...], names: Names) -> tuple[str, ...]:
    """Name the pieces of a side."""
    if names == "counters":
        return ("unit",) * len(pieces)
    return tuple(sorted(piece.called if names == "written" else _kind_name(piece) for piece in pieces))


def left_of(end: Fight, names: Names) -> Left:
    """Ruling who-holds: say who is left, and whose hex it is: a side's that alone has units left."""
    ours, theirs = names_of(end.attackers, names), names_of(end.defenders, names)
    holds: Holds = ("both" if theirs else "ATTACKER") if ours else "DEFENDER" if theirs else "nobody"
    return Left(ours, theirs, holds)


HOLDING: dict[Holds, str] = {
    "ATTACKER": "ATTACKER holds the hex",
    "DEFENDER": "DEFENDER holds the hex",
    "both": "both sides are there",
    "nobody": "nobody is left",
}


def tell(outcome: Left) -> str:
    """Say in words who is left."""
    told = [f"{side}: {with_counts(units)}" for side, units in _sides(outcome) if units]
    return "; ".join([HOLDING[outcome.holds], *told])


def _sides(outcome: Left) -> tuple[tuple[Side, tuple[str, ...]], ...]:
    return ("ATTACKER", outcome.attackers), ("DEFENDER", outcome.defenders)


def _number_left(side: Side) -> Callable[[Left], str]:
    def told(outcome: Left) -> str:
        return counted(len(dict(_sides(outcome))[side]), "unit")

    return told


def _holds(who: Holds, outcome: Left) -> bool:
    return outcome.holds == who


# What is told first of a round: who is left in the hex.
EVENTS = (
    Event(
        "ATTACKER alone is left in the hex",
        "ATTACKER alone is left in the hex",
        partial(_holds, "ATTACKER"),
        good=None,
    ),
    Event(
        "DEFENDER alone is left in the hex",
        "DEFENDER alone is left in the hex",
        partial(_holds, "DEFENDER"),
        good=None,
    ),
    Event("both fight on", "both fight on", partial(_holds, "both"), good=None),
)
PARTS: tuple[tuple[str, Callable[[Left], str]], ...] = (
    ("the hex", lambda outcome: HOLDING[outcome.holds]),
    ("ATTACKER keeps", _number_left("ATTACKER")),
    ("DEFENDER keeps", _number_left("DEFENDER")),
)
