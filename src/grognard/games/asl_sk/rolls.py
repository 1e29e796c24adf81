"""What the rules of ASL Starter Kit roll for: every question as data. A unit goes by what it is called: its name on a map.

All are rolls. Nobody is asked to choose anything while an order is carried out.
"""

from typing import Any

from grognard.umpire import Question

Units = tuple[str, ...]


class OfUnit(Question[Any], frozen=True):
    """A roll for one unit."""

    unit: str


class Rally(OfUnit, frozen=True):
    """Ruling rally: whether a broken unit rallies."""


class MoraleCheck(OfUnit, frozen=True):
    """attack-dr: what the check of a unit makes of it."""


class LeaderLossMoraleCheck(OfUnit, frozen=True):
    """attack-dr, note 3: the same check for a leader who died."""


class LeaderLossTaskCheck(OfUnit, frozen=True):
    """attack-dr, note 2: whether a unit is pinned because a leader broke."""


class CrewCheck(OfUnit, frozen=True):
    """Ruling stun: whether the crew of an AFV is stunned."""


class PreAfvAdvanceTaskCheck(OfUnit, frozen=True):
    """Ruling paatc: whether a unit dares to close with an AFV."""


class Wound(OfUnit, frozen=True):
    """attack-dr, CASUALTY REDUCE: whether a leader is wounded or dies."""


class RandomSelection(Question[Any], frozen=True):
    """Ruling random-selection: which of several units is hit."""

    units: Units


class RandomSelectionEach(OfUnit, frozen=True):
    """Ruling random-selection: what one of several units rolls, of which the highest are hit."""


class Ambush(Question[Any], frozen=True):
    """ambush: what a side rolls, named as on the card at the desk and by its nation on a map."""

    side: str


class CloseCombat(Question[Any], frozen=True):
    """CCT: what an attack does."""

    attackers: Units
    targets: Units


class LeaderCreation(Question[str], frozen=True):
    """Ruling leader-creation: which leader, if any, the attackers make on an Original 2."""

    attackers: Units


class Original2(OfUnit, frozen=True, tag="original-2"):
    """Ruling original-2-v-afv: what an Original 2 does to an AFV that the DR alone could not harm."""


QUESTIONS = (
    Rally | MoraleCheck | LeaderLossMoraleCheck | LeaderLossTaskCheck | CrewCheck | PreAfvAdvanceTaskCheck | Wound
    | RandomSelection | RandomSelectionEach | Ambush | CloseCombat | LeaderCreation | Original2
)  # fmt: skip
