# SPDX-License-Identifier: Apache-2.0
"""What is said of counters: each word with its sign, what it does to whom it is said of, and what it means."""

from collections.abc import Iterable
from typing import Literal

import msgspec

# A piece that is `done` has played its part in the phase; one that is `hurt` is the worse for it.
Effect = Literal["done", "hurt", "none"]
Lacks = Literal["", "supply", "command"]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is said of a counter. Pieces name it by its `id`.

    `mark` is its sign on the counter; where it is empty, the counter shows it in another way. `meaning` explains it in
    words. Of a piece that `lacks` supply or command it is of interest where the line to it is cut.
    """

    id: str
    label: str
    mark: str
    effect: Effect = "none"
    meaning: str
    lacks: Lacks = ""

    @classmethod
    def of(
        cls, word: str, mark: str = "", effect: Effect = "none", *, meaning: str = "", lacks: Lacks = ""
    ) -> "State":
        """Return a state by the word for it, which is its id and its label; its sign, if none is given, is its first letter."""
        mark = mark or word[:1].upper()
        return cls(id=word, label=word, mark=mark, effect=effect, meaning=meaning or word, lacks=lacks)


# What is said alike in several games.
MOVED = State.of("moved", "➤", "done")
ATTACKED = State.of("attacked", "✕", "done")
FIRED = State.of("fired", "✕", "done")
FLOWN = State.of("flown", "✕", "done")
OUT_OF_SUPPLY = State.of("out of supply", effect="hurt", lacks="supply")
OUT_OF_COMMAND = State.of("out of command", "C", "hurt", lacks="command")


def all_states(known: Iterable[State], said: Iterable[str]) -> tuple[State, ...]:
    """Return the states of a game, and with them every other word that is said of a piece, which has no sign."""
    states = {state.id: state for state in known}
    for word in said:
        states.setdefault(word, State(id=word, label=word, mark="", meaning=word))
    return tuple(states.values())
