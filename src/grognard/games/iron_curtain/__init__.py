# SPDX-License-Identifier: Apache-2.0
"""Iron Curtain: armies in Central Europe, 1945 to 1989."""

from grognard.games.iron_curtain.procedures import PROCEDURES

__all__ = ["PROCEDURES"]
