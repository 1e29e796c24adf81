# SPDX-License-Identifier: Apache-2.0
"""Rules that ask, and what answers them.

A rule is a generator: it yields a `Roll`, a `Choose` or a `Call` and is sent the answer (`ask`). `drive` answers it,
replays a record of it, pauses it at the open question and counts its lines; `odds` works out its chances exactly.
Chances are whole weights over one total (`chance`).
"""

from grognard.umpire.ask import (
    D6,
    D10,
    TWO_D6,
    AnyRule,
    Ask,
    Call,
    Choose,
    Question,
    Reading,
    Roll,
    Rule,
    again,
    choose,
    faces,
    in_words,
    said,
    total,
)
from grognard.umpire.chance import Chance, mixed, together
from grognard.umpire.drive import (
    Answer,
    Asked,
    Done,
    Heard,
    Open,
    Run,
    after,
    answer_to,
    drive,
    lines,
    pause,
    rest,
)
from grognard.umpire.odds import Enumerator, odds, spread

__all__ = [
    "D6",
    "D10",
    "TWO_D6",
    "Answer",
    "AnyRule",
    "Ask",
    "Asked",
    "Call",
    "Chance",
    "Choose",
    "Done",
    "Enumerator",
    "Heard",
    "Open",
    "Question",
    "Reading",
    "Roll",
    "Rule",
    "Run",
    "after",
    "again",
    "answer_to",
    "choose",
    "drive",
    "faces",
    "in_words",
    "lines",
    "mixed",
    "odds",
    "pause",
    "rest",
    "said",
    "spread",
    "together",
    "total",
]
