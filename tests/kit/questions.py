"""Every question that the rules of a game can ask, by a name, and the rulings without which some are never asked."""

import re
from collections.abc import Iterator

import msgspec

from grognard.play.log import Entry


class Question(msgspec.Struct, frozen=True):
    """A kind of question: how it reads, and which rulings it wants."""

    reads: str
    switched: dict[str, str] = {}

    def is_asked(self, entry: Entry) -> bool:
        """Say whether it was asked in an order."""
        return any(re.fullmatch(self.reads, answer.question) for answer in entry.answers)


# The names are those of the files in `tests/kept/GAME/questions`.
QUESTIONS: dict[str, dict[str, Question]] = {
    "panzerblitz": {
        "fire": Question(r"roll 1d6 fire at .+"),
        "overrun": Question(r"roll 1d6 overrun of .+"),
        "close-assault": Question(r"roll 1d6 close assault on .+"),
    },
    "jarama": {
        "antiair-fire": Question(r"roll 1d10 antiair fire.*"),
        "bombardment": Question(r"roll 1d10 bombardment"),
        "air-reconnaissance": Question(r"roll 1d10 air reconnaissance"),
        "ground-reconnaissance": Question(r"roll 1d10 ground reconnaissance"),
        "initiative": Question(r"roll 1d10 \w+ initiative"),
        "recovery": Question(r"roll 1d10 \w+ recovery"),
        "effectiveness": Question(r"roll 1d10 effectiveness difference"),
        "combat": Question(r"roll 1d10 combat"),
        "troop-point": Question(r"roll 1d10 \w+ \d\w\w Troop point"),
        "demoralization": Question(r"roll 1d10 demoralization of .+"),
        "counter-shown": Question(r"\w+ counter shown"),
        "failed-reconnaissance": Question(r"\w+ after the failed reconnaissance"),
        "any-unit-loses": Question(r"\w+ any unit of the \w+ side loses a point"),
        "number-that-counts": Question(r"\w+ effectiveness number that counts"),
        "retreat": Question(r"\w+ retreat of .+ from \d+"),
        "zone-of-control": Question(r"\w+ point lost to the zone of control in \d+"),
        "advance": Question(r"\w+ advance into \d+"),
    },
    "iron-curtain": {
        "air-strike": Question(r"roll 1d6 air strike"),
        "combat": Question(r"roll 2d6 1945 combat"),
        "combat-no-retreat": Question(r"roll 2d6 1945 combat, no retreat"),
        "unit-struck": Question(r"\w+ unit struck", {"air-strike-effect": "attacker-picks"}),
        "step-losses": Question(r"\w+ 1945 step losses"),
        "retreat": Question(r"\w+ retreat of .+ from \d+"),
        "zone-of-control": Question(r"\w+ step lost to the zone of control in \d+"),
        "advance": Question(r"\w+ advance into \d+"),
    },
    "seelowe": {
        "combat": Question(r"roll 1d6 8.8 combat"),
        "air-attack-normal": Question(r"roll 1d6 10.6 air attack"),
        "air-attack-extended": Question(r"roll 1d6 10.7 air attack"),
        "disrupted": Question(r"\w+ which unit is disrupted", {"disrupted": "one-unit"}),
        "exchange": Question(r"\w+ 8.81 exchange"),
        "which-to-lose": Question(r"\w+ 8.81 which (unit|\d+ units) of strength \d+ to lose"),
        "ar-in-a-city": Question(r"\w+ 13.0 Ar in a city"),
        "br-in-a-city": Question(r"\w+ 13.0 Br in a city", {"city-ignores": "also-br"}),
        "dr-in-a-city": Question(r"\w+ 13.0 Dr in a city"),
        "retreat": Question(r"\w+ retreat of .+"),
        "gives-way": Question(r"\w+ who gives way to .+ in \d+"),
        "advance": Question(r"\w+ advance into \d+"),
    },
    "asl-sk": {
        "rally": Question(r"roll 2d6 rally of .+"),
        "morale-check": Question(r"roll 2d6 morale check of .+"),
        "leader-loss-task-check": Question(r"roll 2d6 LLTC of .+"),
        "leader-loss-morale-check": Question(r"roll 2d6 LLMC of .+"),
        "wound": Question(r"roll 1d6 wound of .+"),
        "ambush": Question(r"roll 1d6 ambush, the (Russian|German|American) side"),
        "close-combat": Question(r"roll 2d6 close combat, .+"),
        "leader-creation": Question(r"roll 1d6 leader creation, .+"),
        "random-selection": Question(r"roll 1d\d random selection of .+"),
    },
}


def strangers(game: str, entries: Iterator[Entry]) -> set[str]:
    """Return every question asked in some orders that is none of the list."""
    asked = {answer.question for entry in entries for answer in entry.answers}
    known = [kind.reads for kind in QUESTIONS[game].values()]
    return {each for each in asked if not any(re.fullmatch(reads, each) for reads in known)}
