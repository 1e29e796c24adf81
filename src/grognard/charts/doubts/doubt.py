# SPDX-License-Identifier: Apache-2.0
"""One doubt about the print."""

from typing import Literal

import msgspec

from grognard.charts.rulings import Sure

DoubtKind = Literal["hole", "code", "arithmetic", "order", "heading", "noted"]


class Doubt(msgspec.Struct, frozen=True):
    """One doubt about one cell or heading: what is printed, what should be, why, and which ruling decides.

    `sure` is how sure the file is of its correction, and empty where the lint alone speaks. `unseen` says why
    the lint could not find the doubt by itself.
    """

    chart: str
    row: str
    column: str
    kind: DoubtKind
    printed: str
    proposal: str
    reason: str
    ruling: str = ""
    unseen: str = ""
    sure: Sure | Literal[""] = ""

    @property
    def cell(self) -> str:
        """Name the cell, or the heading."""
        row, column = self.row.rstrip(":"), self.column.rstrip(":")
        return f"{row} at {column}" if row and column else row or column
