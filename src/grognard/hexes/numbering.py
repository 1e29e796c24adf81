# SPDX-License-Identifier: Apache-2.0
"""How hexes are numbered in print: `0607` is column 6, row 7; `56.15` has a point between; some count rows first."""

import re
from typing import Literal

import msgspec

# No map has more than four digits for a column, nor for a row.
EVEN = re.compile("[0-9]{2,8}")
Order = Literal["column-row", "row-column"]


class Numbering(msgspec.Struct, frozen=True):
    """A numbering scheme: which number comes first, how many digits each has, what stands between them, where each starts."""

    order: Order = "column-row"
    column_digits: int = 2
    row_digits: int = 2
    separator: str = ""
    first_column: int = 1
    first_row: int = 1

    @classmethod
    def like(cls, first: str, order: Order = "column-row") -> "Numbering | None":
        """Return the scheme in which the top left hex has this number, such as `0101` or `00.00`.

        >>> Numbering.like("0101").hex_name(5, 6)
        '0607'
        """
        match = re.fullmatch(r"([0-9]{1,4})([^\d\s]+)([0-9]{1,4})", first)
        half = len(first) // 2
        if not match and (not EVEN.fullmatch(first) or len(first) % 2):
            return None
        one, between, two = match.groups() if match else (first[:half], "", first[half:])
        column, row = (one, two) if order == "column-row" else (two, one)
        return cls(order, len(column), len(row), between, int(column), int(row))

    @property
    def first(self) -> str:
        """Return the number of the top left hex."""
        return self.hex_name(0, 0)

    def hex_name(self, column: int, row: int) -> str:
        """Print the number of a hex, whose column and row are counted from 0 at the top left."""
        numbers = self.column_name(column), self.row_name(row)
        return self.separator.join(numbers if self.order == "column-row" else numbers[::-1])

    def parse_hex(self, text: str) -> tuple[int, int] | None:
        """Read a number as column and row counted from 0; they may be off the map."""
        digits = self.column_digits, self.row_digits
        one, two = digits if self.order == "column-row" else digits[::-1]
        match = re.fullmatch(rf"([0-9]{{{one}}}){re.escape(self.separator)}([0-9]{{{two}}})", text)
        if not match:
            return None
        first, second = int(match[1]), int(match[2])
        column, row = (first, second) if self.order == "column-row" else (second, first)
        return column - self.first_column, row - self.first_row

    def column_name(self, column: int) -> str:
        """Print the number of a column."""
        return f"{column + self.first_column:0{self.column_digits}}"

    def row_name(self, row: int) -> str:
        """Print the number of a row."""
        return f"{row + self.first_row:0{self.row_digits}}"
