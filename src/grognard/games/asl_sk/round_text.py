# SPDX-License-Identifier: Apache-2.0
"""How the end of a round is described: unit by unit as long as that can be read, then in less detail."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
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

# Up to so many outcomes everything is given; beyond that first new leaders, then units, in less detail.
TOLD_APART = 4096
# The possible fates of a unit: whole, reduced or wounded, or gone.
WAYS = {"squad": 3, "hs": 2, "crew": 2, "smc": 3, "afv": 3}
LEADERS_MADE = 4
Names = Literal["written", "kinds", "counters"]
Holds = Literal["ATTACKER", "DEFENDER", "both", "nobody"]


class Detail(msgspec.Struct, frozen=True):
    """The detail in which units and new leaders are described, and what is then left out, in words."""

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


class RoundOutcome(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """The survivors on either side, and the holder of the hex."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    holds: Holds


def detail_of(ours: Sequence[Piece], theirs: Sequence[Piece], attacks: tuple[int, int], card: Card) -> Detail:
    """Choose the detail by the units that may be hit on either side, and the number of attacks that may create a leader."""
    promotion = promotes(card)
    for told in DETAILS:
        if not promotion and told.leaders == "counted":
            continue
        made = prod(leaders_made(count, told.leaders) for count in attacks) if promotion else 1
        if count_fates(ours, told.names) * count_fates(theirs, told.names) * made <= TOLD_APART:
            return told if promotion or told.names != "written" else DETAILS[0]
    return DETAILS[-1]


def count_fates(pieces: Sequence[Piece], names: Names = "written") -> int:
    """Count the possible fates of pieces; those of the same name are not distinguished."""
    if names == "counters":
        return len(pieces) + 1
    counts = Counter((_kind(piece), piece if names == "written" else "") for piece in pieces)
    return prod(comb(count + WAYS[kind] - 1, count) for (kind, _), count in counts.items())


def detail_at_the_end(ours: Sequence[Piece], theirs: Sequence[Piece], most: int, card: Card) -> Detail | None:
    """Choose the detail if every state on the way counts; None if there may be more than `most`."""
    if count_fates(ours) * count_fates(theirs) > most:
        return None
    return detail_of(ours, theirs, (_bases(ours), _bases(theirs)), card)


def _bases(pieces: Sequence[Piece]) -> int:
    """Count the units that may create a leader, each by an attack of its own."""
    return sum(not unit.is_smc and not unit.broken for unit in infantry(pieces))


def leaders_made(attacks: int, leaders: Leaders) -> int:
    """Count the sets of leaders that so many attacks may create."""
    if leaders == "named":
        return comb(attacks + LEADERS_MADE, LEADERS_MADE)
    return attacks + 1 if leaders == "counted" else 1


def _kind(piece: Piece) -> str:
    return "afv" if isinstance(piece, Afv) else piece.type.kind


def renamed(pieces: Sequence[Piece], names: Names) -> tuple[Piece, ...]:
    """Give pieces the names they are described by, so that outcomes described alike are merged."""
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


def round_outcome(end: Fight, names: Names) -> RoundOutcome:
    """Ruling who-holds: return the survivors, and the holder of the hex: a side that alone has units left."""
    ours, theirs = names_of(end.attackers, names), names_of(end.defenders, names)
    holds: Holds = ("both" if theirs else "ATTACKER") if ours else "DEFENDER" if theirs else "nobody"
    return RoundOutcome(ours, theirs, holds)


HOLDING: dict[Holds, str] = {
    "ATTACKER": "ATTACKER holds the hex",
    "DEFENDER": "DEFENDER holds the hex",
    "both": "both sides are there",
    "nobody": "nobody is left",
}


def tell(outcome: RoundOutcome) -> str:
    """Put the survivors into words."""
    told = [f"{side}: {with_counts(units)}" for side, units in _sides(outcome) if units]
    return "; ".join([HOLDING[outcome.holds], *told])


def _sides(outcome: RoundOutcome) -> tuple[tuple[Side, tuple[str, ...]], ...]:
    return ("ATTACKER", outcome.attackers), ("DEFENDER", outcome.defenders)


def _units_left(side: Side) -> Callable[[RoundOutcome], str]:
    def told(outcome: RoundOutcome) -> str:
        return counted(len(dict(_sides(outcome))[side]), "unit")

    return told


# What is told first of a round: who is left in the hex.
EVENTS = tuple(
    Event(says, says, lambda outcome, who=who: outcome.holds == who, good=None)  # type: ignore[misc]
    for who, says in (
        ("ATTACKER", "only the ATTACKER side is left in the hex"),
        ("DEFENDER", "only the DEFENDER side is left in the hex"),
        ("both", "both fight on"),
    )
)
PARTS: tuple[tuple[str, Callable[[RoundOutcome], str]], ...] = (
    ("the hex", lambda outcome: HOLDING[outcome.holds]),
    ("ATTACKER keeps", _units_left("ATTACKER")),
    ("DEFENDER keeps", _units_left("DEFENDER")),
)
