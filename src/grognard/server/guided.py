# SPDX-License-Identifier: Apache-2.0
"""The guided first turn of a table as a seat is shown it: every step, and how far its side has come."""

from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.guide import (
    Briefing,
    Button,
    Guide,
    GuideStep,
    StepState,
    given_by,
    order_for,
    past_phases,
    progress,
    why_not,
)
from grognard.play.log import plain
from grognard.registry.guides import guide
from grognard.server.errors import Refused
from grognard.server.live_table import LiveTable
from grognard.server.paragraphs import paragraph
from grognard.server.table_state import TableState


class StepShown(msgspec.Struct, frozen=True):
    """A step as it is shown, and whether it is to be read, open, done, or passed by.

    `order` is one that does it now. `closed` says why no order does, if none does, and `closed_by` where the rules tell of that.
    """

    title: str
    says: str
    why: str
    state: StepState
    pieces: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    button: Button = ""
    closed: str = ""
    closed_by: str = ""
    order: dict[str, Any] | None = None


class GuideShown(msgspec.Struct, frozen=True):
    """A guide as it stands at a table."""

    side: Side
    briefing: Briefing
    steps: tuple[StepShown, ...]
    asked: str
    ends: str


def guide_of(live: LiveTable) -> Guide:
    """Return the guide of the scenario at a table."""
    header = live.record.header
    known = guide(header.game, header.scenario)
    if known is None:
        raise Refused(404, "this scenario has no guided first turn")
    return known


def guided(live: LiveTable, now: TableState, seen: Any) -> GuideShown:
    """Return the guide of a table as it stands; `seen` is the position as the seat sees it."""
    told, game = guide_of(live), live.game
    first, status = game.view.status(now.table.positions[0]).turn, game.view.status(seen)
    states = progress(told, given_by(game, now.table, told.side))
    awaited = now.asked is None and now.to_act == told.side
    turn, phase = status.turn - first + 1, status.phase_in_sequence
    if awaited:
        states = past_phases(told, states, turn, phase, [each for each, _ in game.text.sequence])
    elif now.over:
        states = ["passed" if state == "open" else state for state in states]
    steps = tuple(
        _shown(game, seen, step, state, now=awaited and step.turn == turn and step.phase in ("", phase))
        for step, state in zip(told.steps, states, strict=True)
    )
    return GuideShown(side=told.side, briefing=told.briefing, steps=steps, asked=told.asked, ends=told.ends)


def _shown(game: BoardGame[Any], seen: Any, step: GuideStep, state: StepState, *, now: bool) -> StepShown:
    """Show a step, and whether it can be done, if it belongs to this phase: players pass steps over, so that any may be next."""
    shown = StepShown(step.title, step.says, step.why, state, step.pieces, step.hexes, step.button)
    if state != "open" or not now:
        return shown
    order = order_for(game, seen, step)
    if order is None:
        closed = why_not(game, seen, step)
        return replace(shown, closed=str(closed), closed_by=paragraph(closed))
    fields = plain(order)
    # The unit that was to be attacked may be gone, and another be there.
    target = fields.get("target", "") if step.button == "act" else ""
    return replace(shown, order=fields, hexes=(target,) if target else step.hexes)
