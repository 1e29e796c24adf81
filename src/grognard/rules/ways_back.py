"""Ways to retreat by, several hexes far: the least harmful way to each hex that can be reached."""

from collections.abc import Callable, Iterable

import msgspec

from grognard.hexes import HexId


class WayBack(msgspec.Struct, frozen=True, order=True):
    """A way to retreat by: what it costs, how bad a place its end is, and its hexes after the first."""

    harm: int
    bad: int
    path: tuple[HexId, ...]

    @property
    def end(self) -> HexId:
        """Where it leads to."""
        return self.path[-1]


def ways_back(
    start: HexId,
    far: int,
    onward: Callable[[HexId, int], Iterable[HexId]],
    harm: Callable[[HexId], int],
    bad: Callable[[HexId], int],
) -> list[WayBack]:
    """Return the best way to each hex that units can retreat to, so many hexes far, the least harmful first.

    `onward` gives the hexes that a step from a hex may lead to, the first step, the second and so on; `harm` what it
    costs to enter one, and `bad` how bad it is to end there.
    """
    best: dict[HexId, tuple[int, tuple[HexId, ...]]] = {start: (0, ())}
    for step in range(1, far + 1):
        ahead: dict[HexId, tuple[int, tuple[HexId, ...]]] = {}
        for here, (cost, path) in best.items():
            for there in onward(here, step):
                way = cost + harm(there), (*path, there)
                ahead[there] = min(way, ahead.get(there, way))
        best = ahead
    return sorted(WayBack(cost, bad(at), path) for at, (cost, path) in best.items())
