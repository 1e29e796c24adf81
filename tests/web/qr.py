# SPDX-License-Identifier: Apache-2.0
"""What a small QR code in the page says, read from its modules as a camera would."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator

BORDER = 3
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (y + x) % 2,
    lambda y, _: y % 2,
    lambda _, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
FORMAT_MASK, LEVEL_L = 0b101010000010010, 0b01
# Up to this size, at level L, all data are one block: they are read one after the other.
LARGEST = 37


def spelled(code: Locator) -> str:
    """Return the text of a drawn code; its words for mending errors are not needed."""
    drawn = code.locator("path").get_attribute("d") or ""
    dark = {(int(y) - BORDER, int(x) - BORDER) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)}
    size = 1 + max(y for y, _ in dark)
    assert size == 1 + max(x for _, x in dark) <= LARGEST
    form = sum(
        ((8, x) in dark) << bit for x, bit in zip((0, 1, 2, 3, 4, 5, 7), range(14, 7, -1), strict=True)
    )
    form ^= FORMAT_MASK & ~0xFF
    assert form >> 13 == LEVEL_L
    mask = MASKS[form >> 10 & 0b111]
    bits = "".join(str(int(((y, x) in dark) != (mask(y, x) == 0))) for y, x in _path(size))
    assert bits.startswith("0100"), "it is not in bytes"
    length = int(bits[4:12], 2)
    return bytes(int(bits[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()


def _path(size: int) -> list[tuple[int, int]]:
    """Return the modules that bear data, in their order: by twos upwards and downwards, from the right."""
    found, is_up = list[tuple[int, int]](), True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        rows = range(size - 1, -1, -1) if is_up else range(size)
        found += [(y, x) for y in rows for x in (right, right - 1) if not _is_pattern(size, y, x)]
        is_up = not is_up
    return found


def _is_pattern(size: int, y: int, x: int) -> bool:
    corners = (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9)
    aligned = size > 21 and abs(y - (size - 7)) <= 2 and abs(x - (size - 7)) <= 2
    return corners or aligned or 6 in (y, x)
