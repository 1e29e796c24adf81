# SPDX-License-Identifier: Apache-2.0
"""What a side knows, as texts: all that it has seen and done so far, or only what it sees now."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby, islice
from typing import Any

import numpy as np

from grognard.lab.research.moment import Moment, Story
from grognard.lab.research.planes import Array
from grognard.play.board import Side
from grognard.play.canonical import fingerprint
from grognard.play.table import Table
from grognard.play.transcript import how_it_stands, transcript_entries
from grognard.play.visibility import as_seen

# The bits of the hash of a text.
BITS = 256


def observation_text(moment: Moment, side: Side) -> str:
    """Return what a side sees now: equal texts for what it cannot tell apart."""
    view = moment.view(side)
    return "\n".join([repr(view), fingerprint(view.position), choice_text(moment, side)])


def information_text(moment: Moment, side: Side) -> str:
    """Return all that a side has seen and done: the story as it was told, each position that it saw, and what it is choosing."""
    if side not in moment.recalled:
        moment.recalled[side] = _recalled(moment, side)
    return f"{moment.recalled[side]}\n{choice_text(moment, side)}"


def _recalled(moment: Moment, side: Side) -> str:
    table, view, story = moment.table, moment.view(side), _story(moment, side)
    if moment.is_over:
        # Then all is told.
        told = [view.text()]
    else:
        in_hand = _told(table, side, story.orders, story.heading)
        told = [*story.told, *(line for _, line in in_hand), *how_it_stands(table, (side,))]
    now = fingerprint(as_seen(table.standing, side))
    return "\n".join([repr(view), *told, *story.seen, *([now] if now != story.seen[-1] else [])])


def _story(moment: Moment, side: Side) -> Story:
    """Return what a side recalls of the orders that are complete; only what has come since an earlier moment is worked out."""
    known, table = moment.stories.get(side, Story()), moment.table
    complete = len(table.positions) - 1
    if known.seen and known.orders == complete:
        return known
    lines = list(_told(table.after_orders(complete), side, known.orders, known.heading))
    new = table.positions[len(known.seen) and known.orders + 1 :]
    positions = groupby((*known.seen[-1:], *(fingerprint(as_seen(position, side)) for position in new)))
    story = Story(
        complete,
        (*known.told, *(line for _, line in lines)),
        lines[-1][0] if lines else known.heading,
        (*known.seen[:-1], *(each for each, _ in positions)),
    )
    moment.stories[side] = story
    return story


def _told(table: Table[Any], side: Side, first: int, heading: str) -> Iterator[tuple[str, str]]:
    """Yield what a side is told of the orders after the first so many, line by line, each with the heading that it comes under."""
    # An order that looks like the one before it is not told, so that one more is looked at.
    entries = transcript_entries(table, (side,), first - 1)
    for entry in islice(entries, 1 if first else 0, None):
        if entry.heading != heading:
            heading = entry.heading
            yield heading, heading
        yield from ((heading, line) for line in entry.narration.lines)
        if entry.narration.warned:
            yield heading, entry.narration.warned


def choice_text(moment: Moment, side: Side) -> str:
    """Return what a side is choosing, and what it has chosen of its decision; empty if it is not to act."""
    if moment.menu is None or moment.side != side:
        return ""
    numbers = ",".join(map(str, moment.actions))
    return f"{moment.menu.stage} {moment.menu.kind} {' '.join(moment.menu.chosen)} of {numbers}"


def bits_of(text: str) -> Array:
    """Return the hash of a text, bit by bit."""
    return np.unpackbits(np.frombuffer(sha256(text.encode()).digest(), np.uint8)).astype(np.float32)
