# SPDX-License-Identifier: Apache-2.0
"""A table as it is saved: its record, every event, and an end that sums them up, a line each.

The lines are the very bytes that are kept, so that whoever has the save can work out the chain of hashes, events that
were taken back among them; docs/dice.md tells what is in it. No game is needed to write it.
"""

from grognard.server.dice import head
from grognard.server.moment import event_hashes
from grognard.server.record import SavedEnd, encode
from grognard.server.store import StoredTable


def saved_log(kept: StoredTable, *, over: bool) -> bytes:
    """Return all that is kept of a table but its keys; of a game that is over with the secret of its dice."""
    hashes = event_hashes(kept)
    end = SavedEnd(
        events=len(kept.rows),
        hashes=tuple(chain.hex()[: SavedEnd.DIGITS] for chain in hashes),
        head=head(kept.secret, hashes[-1]),
        secret=kept.secret.hex() if over else "",
    )
    lines = (kept.record, *(row.body for row in kept.rows), encode({"end": end}))
    return b"".join(line + b"\n" for line in lines)
