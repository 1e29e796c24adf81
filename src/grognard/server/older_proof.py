# SPDX-License-Identifier: Apache-2.0
"""What a save of an older release proves: that each roll follows from the secret, its number and the hash it names.

Events left out of such a save, or an order changed between two rolls, are not noticed: only a chain of all
events would show that, and it has none.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.labels import Dice
from grognard.play.log import SavedAnswer
from grognard.server.dice import commitment, dice_key, purpose_of, roll
from grognard.server.proof_data import Proof
from grognard.server.record import Stamp, thrown


class _Bound(msgspec.Struct):
    """What binds the dice, from the header of a save."""

    table: str
    commitment: str
    secret: str
    rules: str = ""
    copy_of: str = ""


class _Answer(SavedAnswer, frozen=True):
    """An answer, and the dice that were rolled for it."""

    @property
    def rolled(self) -> str:
        """The dice."""
        return thrown(self.question, self.dice)


class _Rolls(msgspec.Struct):
    """The answers of an entry, and what proves the rolls among them."""

    answers: tuple[_Answer, ...] = ()
    rolls: tuple[Stamp, ...] = ()


def prove_older(text: str) -> Proof | None:
    """Recompute every roll of a save; None if the save does not have the secret of its dice."""
    first, *rest = text.splitlines()
    header: dict[str, Any] = msgspec.json.decode(first)
    if not header.get("secret"):
        return None
    try:
        bound = msgspec.convert(header, _Bound)
        entries = [msgspec.json.decode(line.encode(), type=_Rolls) for line in rest if line.strip()]
        secret = bytes.fromhex(bound.secret)
        if commitment(bound.table, secret) != bound.commitment:
            return Proof(0, ("the secret is not the one the server was committed to",))
        copied = _copied(entries) if bound.copy_of else {}
        key = dice_key(secret, bound.rules)
        faults = [
            fault
            for number, entry in enumerate(entries, 1)
            for fault in _faults(key, number, entry, copied.get(number, 0))
        ] or list(_gaps(entries, copied=bool(bound.copy_of)))
    except (msgspec.DecodeError, ValueError) as error:
        raise GrognardError(f"what proves the dice cannot be read: {error}") from error
    return Proof(sum(len(entry.rolls) for entry in entries), tuple(faults), sum(copied.values()))


def _copied(entries: Sequence[_Rolls]) -> dict[int, int]:
    """Count the rolls of each entry that a copy began with: all without proof up to the first that has one."""
    copied: dict[int, int] = {}
    for number, entry in enumerate(entries, 1):
        copied[number] = max(0, len(_rolled(entry)) - len(entry.rolls))
        if entry.rolls:
            break
    return copied


def _gaps(entries: Sequence[_Rolls], *, copied: bool) -> Iterator[str]:
    """Report the first roll whose number does not follow the one before it: rolls are never taken back."""
    numbers = [(number, stamp.index) for number, entry in enumerate(entries, 1) for stamp in entry.rolls]
    first = numbers[0][1] if copied and numbers else 1
    for wanted, (number, index) in enumerate(numbers, first):
        if index != wanted:
            yield f"entry {number}: it has roll {index}, and should have roll {wanted}"
            return


def _rolled(entry: _Rolls) -> list[_Answer]:
    return [answer for answer in entry.answers if answer.rolled]


def _faults(key: bytes, number: int, entry: _Rolls, copied: int) -> Iterator[str]:
    rolled = _rolled(entry)[copied:]
    if len(rolled) != len(entry.rolls):
        yield f"entry {number}: {len(rolled)} rolls, and proof for {len(entry.rolls)}"
        return
    for answer, stamp in zip(rolled, entry.rolls, strict=True):
        purpose = purpose_of(answer.question, answer.rolled)
        wanted = roll(key, stamp.index, purpose, bytes.fromhex(stamp.after), Dice.parse(answer.rolled))
        if tuple(answer.given) != wanted:
            shown = ", ".join(map(str, answer.given))
            yield f"entry {number}: {purpose} shows {shown}, and the secret gives {', '.join(map(str, wanted))}"
