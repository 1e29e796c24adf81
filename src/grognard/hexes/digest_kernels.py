# SPDX-License-Identifier: Apache-2.0
"""The compiled digests behind `grognard.hexes.digests`. Importing this loads numba, so it waits for the first line.

A kernel writes to the arrays it makes and to nothing else.
"""

import numpy as np
from numpy.typing import NDArray

from grognard.hexes.kernels import Ints, compiled

Bits = NDArray[np.uint8]


@compiled
def digests(  # noqa: PLR0913, PLR0917 - compiled code takes arguments in order
    layers: Bits,
    pitch: int,
    margin: int,
    ends: Ints,
    begins: Ints,
    touched: Ints,
    shoved: int,
    lines: int,
    places: int,
) -> Bits:
    """Digest the lines from every hex of a map, way by way, for all even or all odd lines of hexes at once.

    The seven parts stand in the order of `Digest`; `shoved` says whether the first line of the map is.
    """
    result = np.zeros((7, ends.shape[0], lines, places), np.uint8)
    parts = np.empty((8, (lines + 1) // 2 * pitch), np.uint8)
    origin = (margin // 2 + 1) * pitch + margin
    for odd in range(min(2, lines)):
        lower = (odd + shoved) % 2
        run = ((lines - odd + 1) // 2 - 1) * pitch + places
        for way in range(ends.shape[0]):
            rows = touched[begins[way] : begins[way + 1]]
            digest_run(layers, pitch, rows, odd, lower, origin, parts, run)
            ahead = ends[way, 1 + lower]
            low, high = max(0, -ahead), min(places, places - ahead)
            for line in range(odd, lines, 2):
                if low < high and 0 <= line + ends[way, 0] < lines:
                    at = line // 2 * pitch
                    for part in range(7):
                        copy(result[part, way, line, low:high], parts[part, at + low : at + high])
    return result


@compiled
def digests_from(  # noqa: PLR0913, PLR0917 - compiled code takes arguments in order
    layers: Bits,
    pitch: int,
    margin: int,
    ends: Ints,
    begins: Ints,
    touched: Ints,
    shoved: int,
    line: int,
    place: int,
) -> Bits:
    """Digest the lines from one hex, way by way; those that lead off the map touch symbols all the same."""
    result = np.empty((7, ends.shape[0]), np.uint8)
    parts = np.empty((8, 1), np.uint8)
    origin = (line // 2 + margin // 2 + 1) * pitch + place + margin
    odd = line % 2
    for way in range(ends.shape[0]):
        rows = touched[begins[way] : begins[way + 1]]
        digest_run(layers, pitch, rows, odd, (odd + shoved) % 2, origin, parts, 1)
        result[:, way] = parts[:7, 0]
    return result


@compiled
def digest_run(  # noqa: PLR0913, PLR0917 - compiled code takes arguments in order
    layers: Bits, pitch: int, rows: Ints, odd: int, lower: int, origin: int, parts: Bits, run: int
) -> None:
    """Digest one way from hexes that lie in a run in the layers; the last part is for work."""
    anywhere, twice, first, last = parts[0, :run], parts[1, :run], parts[2, :run], parts[3, :run]
    near, far, between, step = parts[4, :run], parts[5, :run], parts[6, :run], parts[7, :run]
    parts[:, :run] = 0
    steps = rows[:, 0].max()
    half = (steps + 1) // 2
    for at in range(rows.shape[0]):
        here = rows[at]
        place = origin + (odd + here[2]) // 2 * pitch + here[3 + lower]
        bits = layers[here[1], (odd + here[2]) % 2, place : place + run]
        if here[0] == 0:
            merge(between, bits)
            continue
        if at == 0 or rows[at - 1, 0] != here[0]:
            copy(step, bits)
        else:
            merge(step, bits)
        if at + 1 < rows.shape[0] and rows[at + 1, 0] == here[0]:
            continue
        merge_again(anywhere, twice, step)
        if here[0] > steps - half:
            merge(far, step)
        if here[0] == 1:
            copy(first, step)
        if here[0] == half:
            copy(near, anywhere)
        if here[0] == steps:
            copy(last, step)


@compiled
def copy(into: Bits, bits: Bits) -> None:
    """Put bits, place by place."""
    for at in range(bits.size):
        into[at] = bits[at]


@compiled
def merge(into: Bits, bits: Bits) -> None:
    """Add bits, place by place."""
    for at in range(bits.size):
        into[at] |= bits[at]


@compiled
def merge_again(into: Bits, again: Bits, bits: Bits) -> None:
    """Add bits, place by place; those that were there before are added to the second row too."""
    for at in range(bits.size):
        again[at] |= into[at] & bits[at]
        into[at] |= bits[at]
