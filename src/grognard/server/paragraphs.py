# SPDX-License-Identifier: Apache-2.0
"""Where the rules to read tell of a refusal, as the page links it: by anchors, which `registry.rules_text` gives to sections.

A refusal is worked out from what a side sees, and so is its matter: the link tells no more than the sentence.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.board import Battle, Reachable
from grognard.play.game import BoardGame
from grognard.play.refusal import Refusal, battle_in_words, reach_in_words, refused
from grognard.registry.prose import anchor
from grognard.umpire import Question


def paragraph(said: object) -> str:
    """Return the anchor of the paragraph that tells of a refusal; empty for a sentence that names no matter."""
    return anchor(said.kind, said.name) if isinstance(said, Refusal) else ""


def paragraph_of(error: Exception) -> str:
    """Return the anchor of the paragraph that tells of what an error refuses."""
    return paragraph(error.args[0] if error.args else "")


def paragraphs(reasons: Mapping[str, str]) -> dict[str, str]:
    """Return the anchors for those reasons that name their matter."""
    return {name: there for name, why in reasons.items() if (there := paragraph(why))}


def question_told(why: Question[Any] | str) -> str:
    """Return the anchor of the paragraph that tells of a question; empty for one without a kind."""
    return "" if isinstance(why, str) else anchor("question", str(why.__struct_config__.tag))


def battle_shown(battle: Battle) -> Battle:
    """Return a battle with the paragraphs of why pieces may not take part in it, where these name their matter."""
    told = [paragraph(piece.why_not) for piece in battle.pieces]
    if not any(told):
        return battle
    pieces = zip(battle_in_words(battle).pieces, told, strict=True)
    return replace(battle, pieces=tuple(replace(piece, paragraph=there) for piece, there in pieces))


def blocked_in(phase: str, reasons: Mapping[str, str]) -> dict[str, str]:
    """Return why hexes may not be attacked by anybody: the rules tell of it where they tell of the phase."""
    return {at: refused(why, "phase", phase) for at, why in reasons.items()}


def reach_shown(game: BoardGame[Any], position: Any, reach: Reachable) -> Reachable:
    """Return where a piece can go, with the paragraphs of its refusals: by default that of its order, of its idleness or of the phase."""
    whole = paragraph(reach.allowed) or _where_told(game, position, reach)
    elsewhere = {at: there for at, there in paragraphs(reach.refusals).items() if there != whole}
    return replace(reach_in_words(reach), paragraph=whole, paragraphs=elsewhere)


def _where_told(game: BoardGame[Any], position: Any, reach: Reachable) -> str:
    step = next(iter(reach.steps.values()), None)
    if step:
        return anchor("order", msgspec.to_builtins(step.order)["type"])
    if reach.piece in game.rules.actors(position) and (
        told := paragraph(game.rules.why_idle(position, reach.piece))
    ):
        return told
    status = game.view.status(position)
    return anchor("phase", status.step or status.phase)
