"""Dice that bind the server: every roll follows from a secret that was fixed before the table began.

The commitment, shown from the start, is SHA-256(tag ‖ table ‖ secret). When the game is over the secret is shown, and
anybody can work out every roll again: roll n is read off the bytes of

    HMAC-SHA256(key, n ‖ block ‖ hash of the event before ‖ purpose)        key = HMAC-SHA256(secret, hash of the rules)

with n in 8 bytes and the block, from 0, in 4. A byte is a face where it can be one without favour, and is passed over
where it cannot. The number n counts up for ever: undo, crash and restart never bring one back. The purpose is the dice
and the question they answer, as data: `1d6 {"kind":"combat"}`. Tables of the first format have a sentence instead.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from grognard.charts.labels import Dice

TAG = b"grognard dice 1"
SECRET = 32
BYTE = 256


def purpose_of(question: Any, dice: str) -> str:
    """Return what a roll is for: the dice, and the question as JSON in a fixed order; or the sentence it was."""
    if isinstance(question, str):
        return question
    return f"{dice} {msgspec.json.encode(question, order='deterministic').decode()}"


def commitment(table: str, secret: bytes) -> str:
    """Return what is shown of a table's secret before the first roll."""
    return sha256(TAG + table.encode() + secret).hexdigest()


def dice_key(secret: bytes, rules: str) -> bytes:
    """Return the key of all rolls of a table that is played under these rules."""
    return hmac.digest(secret, rules.encode(), "sha256")


def stream(key: bytes, index: int, purpose: str, before: bytes) -> Iterator[int]:
    """Run through the bytes of one roll, without end."""
    block = 0
    while True:
        message = index.to_bytes(8, "big") + block.to_bytes(4, "big") + before + purpose.encode()
        yield from hmac.digest(key, message, "sha256")
        block += 1


def faces(dice: Dice, source: Iterator[int]) -> tuple[int, ...]:
    """Read the faces of dice off a stream of bytes; bytes that would favour low faces are passed over."""
    fair = BYTE - BYTE % dice.sides
    return tuple(next(byte for byte in source if byte < fair) % dice.sides + 1 for _ in range(dice.count))


def roll(key: bytes, index: int, purpose: str, before: bytes, dice: Dice) -> tuple[int, ...]:
    """Roll dice: the faces of roll `index`, for a purpose, after the event with the hash `before`."""
    return faces(dice, stream(key, index, purpose, before))
