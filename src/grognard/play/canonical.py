# SPDX-License-Identifier: Apache-2.0
"""The canonical bytes of a position: equal positions give equal bytes, in any process, on any machine."""

from hashlib import sha256

import msgspec


def canonical(position: msgspec.Struct) -> bytes:
    """Write a position as JSON with sets and mappings sorted."""
    return msgspec.json.encode(position, order="deterministic")


def fingerprint(position: msgspec.Struct) -> str:
    """Return the hash of a position's canonical bytes."""
    return sha256(canonical(position)).hexdigest()
