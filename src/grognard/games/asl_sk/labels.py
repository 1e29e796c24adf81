"""What is rolled for, in a few words: for the log, the dice and the desk."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.terms import Side
from grognard.umpire import Question, in_words


def _named(units: Sequence[str]) -> str:
    return "+".join(units)


def side_label(side: str) -> str:
    """Name a side as the card does, or by its nation on a map."""
    return side if side in get_args(Side) else f"the {side} side"


LABELS: dict[type[Question[Any]], Callable[[Any], str]] = {
    rolls.Rally: lambda roll: f"rally of {roll.unit}",
    rolls.MoraleCheck: lambda roll: f"morale check of {roll.unit}",
    rolls.LeaderLossMoraleCheck: lambda roll: f"LLMC of {roll.unit}",
    rolls.LeaderLossTaskCheck: lambda roll: f"LLTC of {roll.unit}",
    rolls.CrewCheck: lambda roll: f"crew of {roll.unit}",
    rolls.PreAfvAdvanceTaskCheck: lambda roll: f"PAATC of {roll.unit}",
    rolls.Wound: lambda roll: f"wound of {roll.unit}",
    rolls.RandomSelection: lambda roll: f"random selection of {_named(roll.units)}",
    rolls.RandomSelectionEach: lambda roll: f"random selection: {roll.unit}",
    rolls.Ambush: lambda roll: f"ambush, {side_label(roll.side)}",
    rolls.CloseCombat: lambda roll: f"close combat, {_named(roll.attackers)} at {_named(roll.targets)}",
    rolls.LeaderCreation: lambda roll: f"leader creation, {_named(roll.attackers)}",
    rolls.Original2: lambda roll: f"original 2 against {roll.unit}",
}


def label(question: Question[Any] | str) -> str:
    """Name a roll: `close combat, g-467 at r-447`."""
    words = LABELS.get(type(question)) if isinstance(question, Question) else None
    return words(question) if words else in_words(question)
