# SPDX-License-Identifier: Apache-2.0
"""Variants of a game: opened from lines of text, for sweeps and matches.

- `opening`: a scenario with edits; `strengths`: a unit made stronger or weaker
"""

from grognard.lab.variants.opening import open_variant, parse_edit

__all__ = ["open_variant", "parse_edit"]
