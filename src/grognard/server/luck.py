# SPDX-License-Identifier: Apache-2.0
"""How lucky each side was in a game that is over: what the rolls of every order were worth, some orders at a time.

It is worked out as jobs, some orders each, and kept with the table in memory. While a game is played nothing of it is told, for
it is worked out from the whole positions.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Request

from grognard.opponent.luck import OrderLuck
from grognard.play.board import Side
from grognard.play.log import saved_entry
from grognard.server.errors import Refused
from grognard.server.jobs import Fortune, RolledOrder, pack
from grognard.server.live_table import LiveTable
from grognard.server.table_state import TableState
from grognard.server.workers import Work
from grognard.server.working import worked_out

# Orders with rolls that are weighed in one request.
MANY = 12


class LuckLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice of an entry of the log were worth: `seq` is that of the entry, `side` whose order it was.

    `order` is None if it cannot be weighed: its rules have changed since, or there are too many ways through it.
    """

    seq: int
    side: Side
    order: OrderLuck | None


class LuckTold(msgspec.Struct, frozen=True):
    """Some entries with rolls, and the number after which to ask for more; None if these were the last."""

    lines: tuple[LuckLine, ...]
    next: int | None


async def luck_after(live: LiveTable, after: int, work: Work, request: Request[Any, Any, Any]) -> LuckTold:
    """Tell what the dice of the next entries with rolls were worth, after the event of a number."""
    now = live.moment
    if not now.over:
        raise Refused(409, "how lucky each side was is told when the game is over")
    wanted = [at for at in _rolled_entries(now) if now.notes[at].seq > after]
    told, more = wanted[:MANY], wanted[MANY:]
    fresh = [at for at in told if _known(live, now, at) is None]
    if fresh:
        await _work_out(live, now, fresh, work, request)
    lines = tuple(line for at in told if (line := _known(live, now, at)) is not None)
    return LuckTold(lines, lines[-1].seq if more and lines else None)


def _rolled_entries(now: TableState) -> list[int]:
    """Return the entries of the log, from 0, that rolled dice and came to their end."""
    ended = zip(now.table.log.entries, now.table.positions[1:], strict=False)
    return [at for at, (entry, _) in enumerate(ended) if any(answer.rolled for answer in entry.answers)]


def _known(live: LiveTable, now: TableState, at: int) -> LuckLine | None:
    line: LuckLine | None = live.lucks.get(at)
    return line if line is not None and line.seq == now.notes[at].seq else None


async def _work_out(
    live: LiveTable, now: TableState, wanted: Sequence[int], work: Work, request: Request[Any, Any, Any]
) -> None:
    table = now.table
    weighed = [at for at in wanted if at not in table.otherwise]
    orders = []
    for at in weighed:
        entry = saved_entry(table.log.entries[at])
        orders.append(RolledOrder(pack(table.positions[at]), entry.order, entry.answers))
    try:
        answer = await worked_out(work, Fortune(live.opened, tuple(orders)), request)
        lucks = dict(zip(weighed, msgspec.json.decode(answer, type=list[OrderLuck | None]), strict=True))
    except Refused as error:
        if error.status != 422:
            raise
        # What takes too long to weigh is not asked for again.
        lucks = {}
    for at in wanted:
        side = table.game.rules.to_move(table.positions[at]) or ""
        live.lucks[at] = LuckLine(seq=now.notes[at].seq, side=side, order=lucks.get(at))
