# SPDX-License-Identifier: Apache-2.0
"""Why something may not be done, and which paragraph of the rules explains it.

A function that says why not returns a sentence. A sentence about another matter than the order, such as about stacking if
the hex is full that a unit would move to, is a `Refusal`, which names the matter. To any other sentence `Kinds` adds the kind
of order.
"""

from typing import Literal, Self

from msgspec.structs import replace

from grognard.play.board import Battle, Reachable

# What the rules to read tell of: a kind of order by its tag, a chapter of the library, a state of units, a phase.
Matter = Literal["order", "chapter", "state", "phase"]


class Refusal(str):
    """A sentence that says why not, and by kind and name the matter it is about. `str` of it is the sentence alone."""

    __slots__ = ("kind", "name")

    kind: Matter
    name: str

    def __new__(cls, sentence: str, kind: Matter, name: str) -> Self:
        """Make a refusal of a sentence."""
        refusal = super().__new__(cls, sentence)
        refusal.kind, refusal.name = kind, name
        return refusal


def refused(sentence: str, kind: Matter, name: str) -> str:
    """Return a sentence as a refusal, unless it is empty or names its matter already."""
    return sentence if not sentence or isinstance(sentence, Refusal) else Refusal(sentence, kind, name)


def reach_in_words(reach: Reachable) -> Reachable:
    """Return where a piece can go with plain sentences for why not elsewhere, as they are sent and stored."""
    refusals = {at: str(why) for at, why in reach.refusals.items()}
    return replace(reach, allowed=str(reach.allowed), refusals=refusals)


def battle_in_words(battle: Battle) -> Battle:
    """Return a battle with plain sentences for why pieces may not take part in it."""
    if not any(isinstance(piece.why_not, Refusal) for piece in battle.pieces):
        return battle
    return replace(
        battle, pieces=tuple(replace(piece, why_not=str(piece.why_not)) for piece in battle.pieces)
    )
