# SPDX-License-Identifier: Apache-2.0
"""The smallest exercise, solved once."""

from functools import cache

import grognard
from grognard.lab.solve.solution import Solution, solve

NAME = "seelowe/sandgate"


@cache
def solution() -> Solution:
    """Solve it."""
    return solve(grognard.open(NAME))
