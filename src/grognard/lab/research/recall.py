# SPDX-License-Identifier: Apache-2.0
"""What a side knows, as texts: all that it has seen and done so far, or only what it sees now."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby

import numpy as np

from grognard.lab.research.moment import Moment
from grognard.lab.research.planes import Array
from grognard.play.board import Side
from grognard.play.canonical import fingerprint
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
        view = moment.view(side)
        moment.recalled[side] = "\n".join([repr(view), view.text(), *positions_seen(moment, side)])
    return f"{moment.recalled[side]}\n{choice_text(moment, side)}"


def positions_seen(moment: Moment, side: Side) -> Iterator[str]:
    """Yield the hashes of the positions that a side saw one after the other; what it did not notice makes no other position."""
    table = moment.table
    seen = (fingerprint(as_seen(position, side)) for position in (*table.positions, table.standing))
    return (each for each, _ in groupby(seen))


def choice_text(moment: Moment, side: Side) -> str:
    """Return what a side is choosing, and what it has chosen of its decision; empty if it is not to act."""
    if moment.menu is None or moment.side != side:
        return ""
    numbers = ",".join(map(str, moment.actions))
    return f"{moment.menu.stage} {moment.menu.kind} {' '.join(moment.menu.chosen)} of {numbers}"


def bits_of(text: str) -> Array:
    """Return the hash of a text, bit by bit."""
    return np.unpackbits(np.frombuffer(sha256(text.encode()).digest(), np.uint8)).astype(np.float32)
