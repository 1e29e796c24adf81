# SPDX-License-Identifier: Apache-2.0
"""How a table stands, in a few words that every seat may know: written with the act by which another side is to act.

Lists of tables are made from it, so that no game is opened for them.
"""

import time
from typing import Any

import msgspec

from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.visibility import as_seen
from grognard.server.clock import Clocks
from grognard.server.record import Record, encode
from grognard.server.store import Stood
from grognard.server.table_state import TableState


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a few words: who plays each side, a person or a program, whose act is awaited since when, and the result.

    With its clocks, if it has any.
    """

    game: str
    scenario: str
    title: str
    seats: dict[Side, str]
    to_act: Side | None
    since: float
    turn: int
    turns: int
    verdict: str
    clocks: Clocks | None = None


STANDING = msgspec.json.Decoder(Standing)


def stood(
    record: Record, game: BoardGame[Any], title: str, now: TableState, clocks: Clocks | None = None
) -> Stood:
    """Return how a table stands from now on, as a watcher sees it."""
    status = now.status(game.view.status(as_seen(now.standing, None)))
    header = record.header
    told = Standing(
        game=header.game,
        scenario=header.scenario,
        title=title,
        seats=header.seats,
        to_act=now.to_act,
        since=time.time(),
        turn=status.turn,
        turns=status.turns,
        verdict=status.verdict,
        clocks=clocks,
    )
    return Stood(encode(told), clocked=clocks is not None and clocks.side is not None)
