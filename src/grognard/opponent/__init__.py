# SPDX-License-Identifier: Apache-2.0
"""The machine that plays the other side: programs that see what their side sees and answer when it is asked."""

from grognard.opponent.programs import (
    PROGRAMS,
    PendingChoice,
    Program,
    decision,
    greedy,
    random_play,
    self_play,
)

__all__ = ["PROGRAMS", "PendingChoice", "Program", "decision", "greedy", "random_play", "self_play"]
