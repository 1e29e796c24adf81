# SPDX-License-Identifier: Apache-2.0
"""What a saved game proves about its dice."""

import msgspec


class Proof(msgspec.Struct, frozen=True):
    """How many rolls a save can prove, and what is wrong; in a save with a chain of events, only the first fault.

    Rolls `copied` from another table or a saved game were not made at this table, and this save proves nothing about them;
    `sealed` rolls can be checked once the game is over. A save of an older release has no `tier` and no `head`.
    """

    rolls: int
    faults: tuple[str, ...] = ()
    copied: int = 0
    sealed: int = 0
    tier: str = ""
    head: str = ""
