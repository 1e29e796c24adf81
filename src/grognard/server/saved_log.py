"""The log of a table as it is saved: JSON Lines, with what proves each roll."""

import msgspec

from grognard.play.log import Entry
from grognard.server.live_table import LiveTable
from grognard.server.record import ServedHeader, Stamp, encode


class SavedHeader(ServedHeader, frozen=True, kw_only=True):
    """The header of a save; it has the secret of the dice once the game is over."""

    secret: str = ""

    @classmethod
    def of(cls, header: ServedHeader, secret: bytes) -> "SavedHeader":
        """Add the secret to the header of a table."""
        return cls(**msgspec.structs.asdict(header), secret=secret.hex())


class SavedEntry(Entry, frozen=True, omit_defaults=True):
    """An entry of a save, with what proves its rolls."""

    rolls: tuple[Stamp, ...] = ()


def saved_log(live: LiveTable) -> bytes:
    """Return the log of a table, of a game that is over with the secret of its dice."""
    now = live.moment
    header = SavedHeader.of(live.record.header, live.secret if now.over else b"")
    entries = [
        SavedEntry(entry.order, entry.answers, entry.warned, note.rolls)
        for entry, note in zip(now.table.log.entries, now.notes, strict=True)
    ]
    return b"".join(encode(line) + b"\n" for line in (header, *entries))
