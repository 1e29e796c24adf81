# SPDX-License-Identifier: Apache-2.0
"""The computer opponent: programs that see what their side sees and answer when they are asked."""

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
