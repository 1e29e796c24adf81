# SPDX-License-Identifier: Apache-2.0
"""Whether the dice of a saved game are those its server and its players were bound to before the first roll.

docs/dice.md has the protocol to the byte. A save of an older release has no chain of events; what it proves is in
`older_proof.py`.
"""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from grognard.charts.labels import Dice
from grognard.server.dice import Tier, commitment, head, roll
from grognard.server.dice_state import DiceState, OutOfPlace
from grognard.server.older_proof import prove_older
from grognard.server.proof_data import Proof
from grognard.server.proof_lines import purpose_and_dice, read_end, read_event, read_record
from grognard.server.record import Copied, Event, Record, Rolled, SavedEnd, first_hash, next_hash

__all__ = ["Proof", "prove"]


# What reading a malformed line raises.
UNREADABLE = (ValueError, TypeError)


class _Fault(Exception):
    """What is wrong, with the number of the event; 0 is the record."""


def prove(text: str | bytes, heads: Collection[str] = ()) -> Proof | None:
    """Recompute every roll of a save, and check its events against the heads that were noted at the table.

    The first event that cannot stand where it does is named. None if this is no save of a server, or an older one
    that does not have the secret.
    """
    data = text.encode() if isinstance(text, str) else text
    lines = data.removesuffix(b"\n").split(b"\n")
    first = _decoded(lines[0])
    if "header" in first or b'{"end":' in lines[-1][:7]:
        return _Chain(lines).proof(heads)
    return prove_older(data.decode()) if first.get("secret") else None


class _Chain:
    """The lines of a save, checked one after another."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = lines
        self.tier: Tier | str = ""
        self.rolls = self.sealed = self.copied = 0
        self.head = ""
        self.state = DiceState()
        self.key = b""
        self.begun = False

    def proof(self, heads: Collection[str]) -> Proof:
        """Return what is proved, up to the first fault."""
        faults: tuple[str, ...] = ()
        try:
            self._check(heads)
        except _Fault as fault:
            faults = (str(fault),)
        return Proof(self.rolls, faults, self.copied, self.sealed, self.tier, self.head)

    def _check(self, heads: Collection[str]) -> None:
        try:
            end = read_end(self.lines[-1])
        except UNREADABLE as error:
            raise _Fault(f"the save has no end that can be read, and may be cut off ({error})") from error
        line, bodies = self.lines[0], self.lines[1:-1]
        chain = first_hash(line)
        if not end.hashes or not _begins(chain, end.hashes[0]):
            raise _Fault("the record is not the one that the events follow")
        record, secret = self._record(line, end)
        self.state = DiceState.of(record.header)
        known = [chain]
        for number, (body, named) in enumerate(zip_longest(bodies, end.hashes[1:]), 1):
            if body is None:
                raise _Fault(f"event {number} is missing")
            if named is None:
                raise _Fault(f"event {number} is one too many")
            chain = next_hash(chain, body)
            if not _begins(chain, named):
                raise _Fault(f"event {number} is not the one that was written down there")
            try:
                self._event(*read_event(body), record, secret, known[-1])
            except (OutOfPlace, *UNREADABLE) as error:
                raise _Fault(f"event {number}: {error}") from error
            known.append(chain)
        self._end(end, len(bodies), chain, secret)
        self._noted(heads, {head(secret, before) for before in known} if secret else {end.head})

    def _event(self, event: Event, copied: int, record: Record, secret: bytes, before: bytes) -> None:
        """Check one event against what came before it; copied rolls were made in another game."""
        if isinstance(event, Copied) and self.begun:
            raise OutOfPlace("entries of another game come before all else")
        self.copied += copied
        self.begun = self.begun or not isinstance(event, Copied)
        self.state = self.state.after(event)
        if isinstance(event, Rolled):
            self.key = self.key or (self.state.key(secret, record.header.rules) if secret else b"")
            self._roll(event, self.key, before)

    def _record(self, line: bytes, end: SavedEnd) -> tuple[Record, bytes]:
        """Read the record; return it with the secret, which is empty while the game goes on."""
        try:
            record = read_record(line)
        except UNREADABLE as error:
            raise _Fault(f"the record cannot be read: {error}") from error
        self.tier = record.header.dice
        if not end.secret:
            return record, b""
        secret = bytes.fromhex(end.secret)
        if commitment(record.header.table, secret) != record.header.commitment:
            raise _Fault("the secret is not the one the server was committed to")
        return record, secret

    def _roll(self, event: Rolled, key: bytes, before: bytes) -> None:
        """Recompute a roll; while the secret is unknown, its faces cannot be checked."""
        wanted = self.rolls + self.sealed + 1
        if event.index != wanted:
            raise OutOfPlace(f"it is roll {event.index}, and should be roll {wanted}")
        purpose, dice = purpose_and_dice(event.question, event.dice)
        thrown = Dice.parse(dice)
        if not key:
            self.sealed += 1
            return
        faces = roll(key, event.index, purpose, before, thrown)
        if event.faces != faces:
            shown, given = (", ".join(map(str, fallen)) for fallen in (event.faces, faces))
            raise OutOfPlace(f"{purpose} shows {shown}, and the secret gives {given}")
        self.rolls += 1

    def _end(self, end: SavedEnd, count: int, chain: bytes, secret: bytes) -> None:
        if end.events != count:
            raise _Fault(f"the save has {count} events, and its end says {end.events}")
        if secret and self.state.ready:
            raise _Fault("the game is over, and the last links were revealed for a roll that is missing")
        if secret and end.head != head(secret, chain):
            raise _Fault(f"the head at the end is not that of event {count}")
        self.head = end.head

    def _noted(self, heads: Collection[str], known: set[str]) -> None:
        for noted in heads:
            if not any(shown.startswith(noted.lower()) for shown in known):
                raise _Fault(f"no event of this save has the head {noted}, which was shown at the table")


def _begins(chain: bytes, digits: str) -> bool:
    return digits == chain.hex()[: SavedEnd.DIGITS]


def _decoded(line: bytes) -> dict[str, Any]:
    """Return a JSON object; an empty one for anything else."""
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
