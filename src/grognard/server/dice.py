# SPDX-License-Identifier: Apache-2.0
"""Dice that bind the server: every roll follows from a secret that was fixed before the table began.

docs/dice.md specifies this to the byte, with examples. In short: the commitment, shown from the start, is SHA-256(tag ‖ table ‖
secret). Roll n is read from the bytes of

    HMAC-SHA256(key, n ‖ block ‖ hash of the event before ‖ purpose)   key = HMAC-SHA256(secret, nonces ‖ hash of the rules)

with n in 8 bytes and the block, from 0, in 4. A byte becomes a face unless that would favour some faces, in which case it
is skipped. The number n only ever goes up: undo, crash and restart never bring one back. The purpose is the dice
and the question they answer, as data: `1d6 {"kind":"combat"}`. Tables of the first format have a sentence instead.

The nonces are the players'; a table whose dice are the server's alone has none.
"""

import hmac
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Literal

import msgspec

from grognard.charts.labels import Dice

# Who contributes to the dice: the server alone, the players with a nonce each, or also with a link of a hash chain for each roll.
Tier = Literal["server", "players", "each-roll"]
TAG = b"grognard dice 1"
HEAD_TAG = b"grognard head 1"
# The bytes of a secret, a nonce or a link.
SECRET = 32
BYTE = 256
NUMBER = re.compile(r"[0-9a-f]{64}", re.ASCII)


def purpose_of(question: Any, dice: str) -> str:
    """Return what a roll is for: the dice, and the question as JSON in a fixed order; in old tables, the question's sentence."""
    if isinstance(question, str):
        return question
    return f"{dice} {msgspec.json.encode(question, order='deterministic').decode()}"


def commitment(table: str, secret: bytes) -> str:
    """Return what is shown of a table's secret before the first roll."""
    return sha256(TAG + table.encode() + secret).hexdigest()


def dice_key(secret: bytes, rules: str, nonces: bytes = b"") -> bytes:
    """Return the key of all rolls of a table played under these rules, given the players' nonces joined."""
    return hmac.digest(secret, nonces + rules.encode(), "sha256")


def head(secret: bytes, chain: bytes) -> str:
    """Return what is shown of the chain of events at an event; it does not reveal what the events were."""
    return hmac.digest(secret, HEAD_TAG + chain, "sha256").hex()


def why_no_number(text: str, what: str) -> str:
    """Say why a text is not 32 bytes in hexadecimal digits; empty if it is."""
    if len(text) != 2 * SECRET:
        return f"a {what} is {SECRET} bytes, written as {2 * SECRET} hexadecimal digits, and this has {len(text)} characters"
    if not NUMBER.fullmatch(text):
        return f"a {what} is written in the digits 0 to 9 and a to f alone"
    return ""


def stream(key: bytes, index: int, purpose: str, before: bytes) -> Iterator[int]:
    """Yield the bytes of one roll, without end."""
    block = 0
    while True:
        message = index.to_bytes(8, "big") + block.to_bytes(4, "big") + before + purpose.encode()
        yield from hmac.digest(key, message, "sha256")
        block += 1


def faces(dice: Dice, source: Iterator[int]) -> tuple[int, ...]:
    """Read the faces of dice from a stream of bytes, skipping bytes that would favour low faces."""
    fair = BYTE - BYTE % dice.sides
    return tuple(next(byte for byte in source if byte < fair) % dice.sides + 1 for _ in range(dice.count))


def roll(key: bytes, index: int, purpose: str, before: bytes, dice: Dice) -> tuple[int, ...]:
    """Roll dice: the faces of roll `index`, for a purpose, after the event with the hash `before`."""
    return faces(dice, stream(key, index, purpose, before))
