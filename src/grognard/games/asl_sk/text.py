"""Questions, rolls and what became of the units, in plain words; orders are told by their kinds."""

from typing import Any

import msgspec

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.board import Context
from grognard.games.asl_sk.effects import effects, exchanged
from grognard.games.asl_sk.kinds import KINDS
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.paatc import PASSED
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.unit_check import Member
from grognard.play.game import TextDefaults
from grognard.umpire import Question, Roll


class Text(TextDefaults[Position]):
    """The words for what happens in a scenario."""

    sequence = (
        (
            "rally",
            "broken units with a leader, and broken leaders, try to rally: 2d6, at most their morale; DM adds 4",
        ),
        (
            "fire",
            "guns of the fire plan, outside the village, are aimed at a hex and rolled: everybody there rolls 2d6 against its morale; on it a unit is pinned, above it breaks",
        ),
        ("movement", "men and AFVs move; who runs goes farther and is CX"),
        ("defensive fire", "the other side has its fire plan"),
        (
            "rout",
            "broken units beside an enemy run to cover, or are eliminated when the phase ends: of both sides, whose turn it is first",
        ),
        ("advance", "men go one hex, also into a hex with enemies: that is the way into close combat"),
        (
            "close combat",
            "where both sides are in a hex. First ambush, in woods and buildings: each side rolls a die, and who is lower by 3 or more attacks first. Then one side declares who attacks whom, then the other, and all is rolled at once; with an AFV there, they attack by turns. Whoever is left with enemies is in a Melee: held in the hex, it fights again in the next close combat phase of either side",
        ),
    )

    def __init__(self, context: Context) -> None:
        self.board = context.board

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        return KINDS.text(self.board(position), order)

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:  # noqa: ARG002 - every game's form
        """Say what became of the units: who is lost, broken, pinned, reduced; and who took what."""
        return effects(self.board(before), self.board(after))

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words."""
        return label(question)

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: of a check, what becomes of the unit."""
        if isinstance(roll.why, rolls.CrewCheck):
            return "stands" if means == PASSED else "stunned"
        if not isinstance(means, Member):
            return str(means)
        # The lowest DR of all changes nothing: by it is seen what the unit was.
        return _checked(roll.read[roll.read.dice.totals[0]].unit, means)


def _checked(was: Infantry | None, member: Member) -> str:
    """Say what a check did to a unit."""
    now = member.unit
    if now is None or was is None:
        return "eliminated"
    did = [exchanged(was.type.id, now.type.id)] if now.type != was.type else []
    did += ["pinned"] if now.pinned and not was.pinned else []
    did += ["broken and under DM"] if now.broken and not was.broken else []
    did += ["to roll for his wound"] if member.hit else []
    return ", ".join(did) or ("stays broken" if now.broken else "passed")
