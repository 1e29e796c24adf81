"""Rules that ask, and who answers.

A rule is a generator: it yields a `Roll`, a `Choose` or a `Call` and is sent the answer (`ask`). `drive` plays it,
replays a record of it, pauses it at the open question and counts its lines; `odds` works out its chances exactly;
`search` finds what best or worst choices make of them. Chances are whole weights over one total (`chance`).
"""

from grognard.umpire.ask import (
    D6,
    D10,
    TWO_D6,
    AnyRule,
    Ask,
    Call,
    Choose,
    Reading,
    Roll,
    Rule,
    again,
    choose,
    faces,
    total,
)
from grognard.umpire.chance import Chance, mixed, together
from grognard.umpire.drive import Answer, Done, Heard, Open, after, drive, lines, pause, play, replay, rest
from grognard.umpire.odds import Enumerator, odds
from grognard.umpire.search import best, worst

__all__ = [
    "D6",
    "D10",
    "TWO_D6",
    "Answer",
    "AnyRule",
    "Ask",
    "Call",
    "Chance",
    "Choose",
    "Done",
    "Enumerator",
    "Heard",
    "Open",
    "Reading",
    "Roll",
    "Rule",
    "after",
    "again",
    "best",
    "choose",
    "drive",
    "faces",
    "lines",
    "mixed",
    "odds",
    "pause",
    "play",
    "replay",
    "rest",
    "together",
    "total",
    "worst",
]
