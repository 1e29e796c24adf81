# SPDX-License-Identifier: Apache-2.0
"""Seats: a key opens one, for the sides it plays or to watch. Keys are secrets; only their hashes are stored."""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

import msgspec

from grognard.play.board import Side
from grognard.server.errors import Refused

KEY = 32


class Seat(msgspec.Struct, frozen=True):
    """The holder of a key: its hash, and the sides it plays; a watcher plays none.

    The `maker` of a table has a key besides those of its seats, to watch with and to replace lost links.
    """

    hash: bytes
    sides: tuple[Side, ...]
    maker: bool = False

    def command_id(self, command: str) -> str:
        """Return a client's id of a command as one of this seat: each seat has its own."""
        return f"{self.hash.hex()[:16]} {command}"


def new_key() -> str:
    """Make a key that cannot be guessed, fit for a link."""
    return secrets.token_urlsafe(KEY)


def replay_key(secret: bytes) -> str:
    """Return the key to watch a game that is over: it follows from the secret of its dice, which is not known before."""
    return urlsafe_b64encode(sha256(b"replay " + secret).digest()).decode().rstrip("=")


def key_hash(key: str) -> bytes:
    """Return the hash of a key, which is all that is stored of it."""
    return sha256(key.encode()).digest()


def bearer(header: str | None) -> str:
    """Return the key in an `Authorization` header."""
    kind, _, key = (header or "").partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        raise Refused(401, "this table opens to a key alone: send it as Authorization: Bearer <key>")
    return key.strip()
