# SPDX-License-Identifier: Apache-2.0
"""What is said of counters: each word with its sign, its effect on the counter, and its meaning."""

from collections.abc import Iterable
from typing import Literal

import msgspec

# A piece that is `done` has played its part in the phase; one that is `hurt` is impaired.
Effect = Literal["done", "hurt", "none"]
Lacks = Literal["", "supply", "command"]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is said of a counter. Pieces name it by its `id`.

    `mark` is its sign on the counter; if it is empty, the counter shows the state in another way. `meaning`
    explains it in words. A piece that `lacks` supply or command is shown with the line to it.
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
        """Return a state whose id and label are a word; its sign is the first letter of the word unless another is given."""
        mark = mark or word[:1].upper()
        return cls(id=word, label=word, mark=mark, effect=effect, meaning=meaning or word, lacks=lacks)


# States that several games have.
MOVED = State.of("moved", "➤", "done")
ATTACKED = State.of("attacked", "✕", "done")
FIRED = State.of("fired", "✕", "done")
FLOWN = State.of("flown", "✕", "done")
OUT_OF_SUPPLY = State.of("out of supply", effect="hurt", lacks="supply")
OUT_OF_COMMAND = State.of("out of command", "C", "hurt", lacks="command")


def all_states(own: Iterable[State], words: Iterable[str]) -> tuple[State, ...]:
    """Return the states of a game, and one without a sign for every other word that is said of a piece."""
    states = {state.id: state for state in own}
    for word in words:
        states.setdefault(word, State(id=word, label=word, mark="", meaning=word))
    return tuple(states.values())
