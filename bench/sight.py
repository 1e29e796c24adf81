# SPDX-License-Identifier: Apache-2.0
"""How fast all lines of sight of a map are digested: every pair of hexes within 10 of each other on 60x60.

The peer does what one would write in numpy: for each displacement, one hexside of its line after the other, over all
hexes of the map at once. Even and odd columns are done apart, on views of padded arrays made before the clock starts,
so that it looks no index up. Both work with rounds taken in turn; CPU time, median of the rounds; the answers are compared first.
"""

import statistics
import time
from collections.abc import Callable
from random import Random

import numpy as np

from grognard.hexes import Grid
from grognard.hexes.digests import Bits, Digest, Symbols, _ahead, all_digests, digests_from
from grognard.hexes.grid import HexId
from grognard.hexes.sight import Method

ROUNDS = 15
SIDE = 60
DISTANCE = 10
BAR = 3


def board() -> Symbols:
    """Make a map of which three hexsides in ten have a symbol, and one hex in ten."""
    grid, dice = Grid(SIDE, SIDE), Random(1)
    hexsides = {each for here in grid.hexes for each in grid.hexsides(here)}
    sides = {each: 1 << dice.randrange(4) for each in sorted(hexsides) if dice.random() < 0.3}
    return Symbols(grid, sides, {each: 1 for each in grid.hexes if dice.random() < 0.1})


def by_numpy(symbols: Symbols, method: Method) -> Callable[[], Bits]:
    """Digest by displacement with numpy; the arrays of symbols are padded beforehand, as ours are."""
    ahead = _ahead("flat", DISTANCE, method)
    ways = [
        ahead.touched[begin:end].tolist() for begin, end in zip(ahead.begins, ahead.begins[1:], strict=False)
    ]
    padded = np.zeros((7, SIDE + 4 * DISTANCE, SIDE + 4 * DISTANCE), np.uint8)
    layers = symbols.layers(DISTANCE)
    for odd in range(2):
        lines = layers[:, odd, DISTANCE // 2 + 1 : DISTANCE // 2 + 1 + SIDE // 2, DISTANCE:-DISTANCE]
        padded[:, 2 * DISTANCE + odd : 2 * DISTANCE + SIDE : 2, 2 * DISTANCE : 2 * DISTANCE + SIDE] = lines
    shoved = int(symbols.grid.is_shoved(0))

    def at(odd: int, layer: int, line: int, place: int) -> Bits:
        """Look from every hex of the odd or even columns at what lies so far away."""
        line, place = line + 2 * DISTANCE + odd, place + 2 * DISTANCE
        return padded[layer, line : line + SIDE : 2, place : place + SIDE]

    plans = [
        [
            [(step, at(odd, layer, line, places[(odd + shoved) % 2])) for step, layer, line, *places in rows]
            for odd in range(2)
        ]
        for rows in ways
    ]
    grouped = [[by_step(rows) for rows in plan] for plan in plans]
    spare = np.empty((SIDE // 2, SIDE), np.uint8)

    def work() -> Bits:
        found = np.zeros((7, len(ways), SIDE, SIDE), np.uint8)
        for way, halves in enumerate(grouped):
            for odd, (hexes, *steps) in enumerate(halves):
                one_way(found[:, way, odd::2], hexes, steps, spare)
        return found

    return work


def by_step(rows: list[tuple[int, Bits]]) -> list[list[Bits]]:
    """Put together what is touched in each step; the hexes between are step 0."""
    return [
        [bits for step, bits in rows if step == wanted] for wanted in range(max(rows, key=first_of)[0] + 1)
    ]


def first_of(row: tuple[int, Bits]) -> int:
    """Return the step of a row."""
    return row[0]


def one_way(parts: Bits, hexes: list[Bits], steps: list[list[Bits]], spare: Bits) -> None:
    """Digest one displacement."""
    anywhere, twice, first, last, near, far, between = parts
    half = (len(steps) + 1) // 2
    for step, (bits, *ties) in enumerate(steps, 1):
        for tie in ties:
            bits = np.bitwise_or(bits, tie, out=spare)  # noqa: PLW2901 - adding to it
        if step == 1:
            first[:] = anywhere[:] = bits
        else:
            twice |= anywhere & bits
            anywhere |= bits
        if step == half:
            near[:] = anywhere
        if step > len(steps) - half:
            far |= bits
        if step == len(steps):
            last[:] = bits
    for bits in hexes:
        between |= bits


def medians(contenders: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return milliseconds for each contender: rounds interleaved, CPU time, median."""
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, work in contenders.items():
            before = time.process_time()
            work()
            taken[name].append(time.process_time() - before)
    return {name: statistics.median(each) * 1e3 for name, each in taken.items()}


def measure(method: Method) -> None:
    """Measure all pairs, and one hex of them."""
    symbols = board()
    peer = by_numpy(symbols, method)
    ours, theirs = all_digests(symbols, DISTANCE, method), peer()
    inside = ours.ends >= 0
    for part, name in enumerate(Digest.__struct_fields__):
        assert (getattr(ours, name)[inside] == theirs[part][inside]).all(), name  # noqa: S101 - a wrong answer is not fast
    middle = HexId(SIDE * SIDE // 2 + SIDE // 2)
    taken = medians(
        {
            "all pairs": lambda: all_digests(symbols, DISTANCE, method),
            "numpy by displacement": peer,
            "one hex, 100 times": lambda: [
                digests_from(symbols, middle, DISTANCE, method) for _ in range(100)
            ],
        }
    )
    pairs = int(inside.sum())
    print(
        f"{method}: lines within {DISTANCE} on {SIDE}x{SIDE}, {pairs:,} pairs, {len(ours.ways)} displacements"
    )
    print(f"{'what':<24}{'ms':>8}{'times ours':>14}{'bar':>6}")
    for name, bar in (("all pairs", ""), ("numpy by displacement", str(BAR))):
        print(f"{name:<24}{taken[name]:>8.1f}{taken[name] / taken['all pairs']:>14.1f}{bar:>6}")
    print(f"one hex to all within {DISTANCE}: {taken['one hex, 100 times'] * 10:.0f} µs\n")


if __name__ == "__main__":
    measure("straight")
    measure("paths")
