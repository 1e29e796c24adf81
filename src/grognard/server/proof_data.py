# SPDX-License-Identifier: Apache-2.0
"""What a saved game proves of its dice."""

import msgspec


class Proof(msgspec.Struct, frozen=True):
    """How many rolls a save can prove, and what is wrong: in a save with its chain of events, the first that is.

    Rolls that were `copied` from another table fell under that one's secret, and this save proves nothing of them;
    `sealed` rolls can be worked out once the game is over. A save of an older release names no `tier` and no `head`.
    """

    rolls: int
    faults: tuple[str, ...] = ()
    copied: int = 0
    sealed: int = 0
    tier: str = ""
    head: str = ""
