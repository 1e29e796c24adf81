# SPDX-License-Identifier: Apache-2.0
"""Texts in the card's words, with the names of the sides for ATTACKER and DEFENDER."""

import re

from msgspec.structs import replace

from grognard.games.asl_sk.board import Board
from grognard.play.board import Preview
from grognard.procedures.procedure import Line

# A leader who is created has no name yet: he goes by the letter of his nation and his counter, as at the desk.
NEW = re.compile(r"(?:leader )?\b[a-z]-(\d+[-+]\d)\b")


def by_nation(board: Board, text: str) -> str:
    """Replace the card's words by the names of the sides, and a new leader's id by his description."""
    for role in ("ATTACKER", "DEFENDER"):
        text = text.replace(role, board.nation(role))
    return NEW.sub(r"a new leader \1", text)


def line_by_nation(board: Board, line: Line) -> Line:
    """Replace the card's words by the names of the sides in a line of a worksheet."""
    return replace(line, what=by_nation(board, line.what), value=by_nation(board, line.value))


def preview_by_nation(board: Board, shown: Preview) -> Preview:
    """Replace the card's words by the names of the sides throughout a preview."""
    return replace(
        shown,
        lines=tuple(line_by_nation(board, line) for line in shown.lines),
        outcomes=tuple(replace(outcome, says=by_nation(board, outcome.says)) for outcome in shown.outcomes),
        parts=tuple(
            replace(
                part,
                name=by_nation(board, part.name),
                ways=tuple((by_nation(board, way), chance) for way, chance in part.ways),
            )
            for part in shown.parts
        ),
        told=by_nation(board, shown.told),
        headline=tuple(replace(head, says=by_nation(board, head.says)) for head in shown.headline),
    )
