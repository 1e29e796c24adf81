# SPDX-License-Identifier: Apache-2.0
"""A table as it is saved: its record, every event, and an end that sums them up, one line each.

The lines are the very bytes that are stored, so that anyone with the save can compute the chain of hashes, including events
that were taken back; docs/dice.md describes the format. No game is needed to write it.
"""

from grognard.server.dice import head
from grognard.server.record import SavedEnd, encode
from grognard.server.store import StoredTable
from grognard.server.table_state import event_hashes


def saved_log(kept: StoredTable, *, over: bool) -> bytes:
    """Return all that is stored of a table except its keys; if its game is over, with the secret of its dice."""
    hashes = event_hashes(kept)
    end = SavedEnd(
        events=len(kept.rows),
        hashes=tuple(chain.hex()[: SavedEnd.DIGITS] for chain in hashes),
        head=head(kept.secret, hashes[-1]),
        secret=kept.secret.hex() if over else "",
    )
    lines = (kept.record, *(row.body for row in kept.rows), encode({"end": end}))
    return b"".join(line + b"\n" for line in lines)
