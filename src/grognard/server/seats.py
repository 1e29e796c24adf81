# SPDX-License-Identifier: Apache-2.0
"""Seats: a key opens one, for the sides it plays or to watch. Keys are secrets; only their hashes are kept."""

import secrets
from hashlib import sha256

import msgspec

from grognard.play.board import Side
from grognard.server.errors import Refused

KEY = 32


class Seat(msgspec.Struct, frozen=True):
    """Whoever bears a key: the hash of it, and the sides it plays; a watcher plays none.

    The `maker` of a table has a key besides those to its seats: he watches by it, and makes lost links anew.
    """

    hash: bytes
    sides: tuple[Side, ...]
    maker: bool = False


def new_key() -> str:
    """Make a key that nobody can guess, fit for a link."""
    return secrets.token_urlsafe(KEY)


def key_hash(key: str) -> bytes:
    """Return what is kept of a key."""
    return sha256(key.encode()).digest()


def bearer(header: str | None) -> str:
    """Return the key in an `Authorization` header."""
    kind, _, key = (header or "").partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        raise Refused(401, "this table opens to a key alone: send it as Authorization: Bearer <key>")
    return key.strip()
