"""What an attack rolls for, in a few words: for the log, the dice and the desk."""

from typing import Any

from grognard.games.panzerblitz.attack import AttackRoll
from grognard.games.panzerblitz.attack_limits import Attack
from grognard.games.panzerblitz.roster import unit_type
from grognard.umpire import Question, in_words

ATTACKS: dict[Attack, str] = {
    "minefield": "mines under",
    "fire": "fire at",
    "overrun": "overrun of",
    "close-assault": "close assault on",
}


def label(question: Question[Any] | str) -> str:
    """Name the roll of an attack: `fire at T-34/85`."""
    if not isinstance(question, AttackRoll):
        return in_words(question)
    return f"{ATTACKS[question.attack]} {'+'.join(unit_type(each).name for each in question.targets)}"
