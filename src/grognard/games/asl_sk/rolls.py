# SPDX-License-Identifier: Apache-2.0
"""The rolls of ASL Starter Kit: every question as data. Units go by their names at the desk or on the map.

All questions are rolls. No player chooses anything while an order is carried out.
"""

from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args

from msgspec.structs import asdict

from grognard.games.asl_sk.terms import Side
from grognard.umpire import Question, in_words

if TYPE_CHECKING:
    # Named in strings below, since these modules import this one.
    from grognard.games.asl_sk.ambush import Dr  # noqa: F401
    from grognard.games.asl_sk.attack import Result  # noqa: F401
    from grognard.games.asl_sk.losses import Pick  # noqa: F401
    from grognard.games.asl_sk.unit_check import Member  # noqa: F401

M = TypeVar("M")
Units = tuple[str, ...]


class OfUnit(Question[M], frozen=True):
    """A roll for one unit; M is the type of its result."""

    unit: str


class Rally(OfUnit[str], frozen=True):
    """Ruling rally: whether a broken unit rallies."""


class MoraleCheck(OfUnit["Member"], frozen=True):
    """attack-dr: what the check of a unit does to it."""


class LeaderLossMoraleCheck(OfUnit["Member"], frozen=True):
    """attack-dr, note 3: the same check for a leader who died."""


class LeaderLossTaskCheck(OfUnit[str], frozen=True):
    """attack-dr, note 2: whether a unit is pinned because a leader broke."""


class CrewCheck(OfUnit[str], frozen=True):
    """Ruling stun: whether the crew of an AFV is stunned."""


class PreAfvAdvanceTaskCheck(OfUnit[str], frozen=True):
    """Ruling paatc: whether a unit dares to close with an AFV."""


class Wound(OfUnit[str], frozen=True):
    """attack-dr, CASUALTY REDUCE: whether a leader is wounded or dies."""


class RandomSelection(Question["Pick"], frozen=True):
    """Ruling random-selection: which of several units is hit."""

    units: Units


class RandomSelectionEach(OfUnit[int], frozen=True):
    """Ruling random-selection: what one of several units rolls; those with the highest are hit."""


class Ambush(Question["Dr"], frozen=True):
    """ambush: what a side rolls, named as on the card at the desk and by its nation on a map."""

    side: str


class CloseCombat(Question[Any], frozen=True):
    """CCT: what an attack does: a Strike on infantry, a Blow on an AFV."""

    attackers: Units
    targets: Units


class LeaderCreation(Question[str], frozen=True):
    """Ruling leader-creation: which leader, if any, the attackers create on an Original 2."""

    attackers: Units


class Original2(OfUnit["Result"], frozen=True, tag="original-2"):
    """Ruling original-2-v-afv: what an Original 2 does to an AFV that the DR alone could not harm."""


# The name of each roll, with gaps for the fields of the question: for the log, the dice and the desk.
LABELS: dict[type[Question[Any]], str] = {
    Rally: "rally of {unit}",
    MoraleCheck: "morale check of {unit}",
    LeaderLossMoraleCheck: "LLMC of {unit}",
    LeaderLossTaskCheck: "LLTC of {unit}",
    CrewCheck: "crew of {unit}",
    PreAfvAdvanceTaskCheck: "PAATC of {unit}",
    Wound: "wound of {unit}",
    RandomSelection: "random selection of {units}",
    RandomSelectionEach: "random selection: {unit}",
    Ambush: "ambush, {side}",
    CloseCombat: "close combat, {attackers} at {targets}",
    LeaderCreation: "leader creation, {attackers}",
    Original2: "original 2 against {unit}",
}
QUESTIONS: Any = Union[tuple(LABELS)]  # noqa: UP007 - made of a tuple of types


def label(question: Question[Any] | str) -> str:
    """Name a roll: `close combat, g-467 at r-447`."""
    if isinstance(question, str) or type(question) not in LABELS:
        return in_words(question)
    return LABELS[type(question)].format(**{gap: _told(gap, it) for gap, it in asdict(question).items()})


def _told(gap: str, it: str | Units) -> str:
    return side_label(str(it)) if gap == "side" else it if isinstance(it, str) else "+".join(it)


def side_label(side: str) -> str:
    """Name a side as the card does, or by its nation on a map."""
    return side if side in get_args(Side) else f"the {side} side"
