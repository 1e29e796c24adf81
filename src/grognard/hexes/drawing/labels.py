"""Where names go: each in the free place nearest to what it names, so that none covers another."""

from collections.abc import Iterable, Sequence

import msgspec

from grognard.hexes.drawing.shapes import XY

# Where a name may stand about its place, from the best to the worst: side of the anchor, and offset of the baseline.
Spot = tuple[str, float, float]
SPOTS: tuple[Spot, ...] = (
    # Below where a counter would lie.
    ("middle", 0, 28.5),
    ("middle", 0, 21),
    ("middle", 0, -11),
    ("start", 10, 5),
    ("end", -10, 5),
    ("start", 9, 16),
    ("end", -9, 16),
    ("start", 9, -7),
    ("end", -9, -7),
    ("middle", 0, -22),
)
# Names of areas stand in the middle of them, or a little above or below.
AREA_SPOTS: tuple[Spot, ...] = tuple(
    ("middle", dx, dy) for dy in (8, -14, 30, -36, 52, -58, 74, -80) for dx in (0, -30, 30)
)


class Box(msgspec.Struct, frozen=True):
    """A rectangle on the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """Return how much of the two boxes is common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, across) * max(0.0, down)


def text_box(text: str, size: float, x: float, y: float, anchor: str, width: float = 1) -> Box:  # noqa: PLR0913, PLR0917 - a text and where it stands
    """Return about how much room a text takes, from its baseline; `width` is more than 1 for spaced letters."""
    room = len(text) * size * 0.56 * width
    left = {"middle": x - room / 2, "start": x, "end": x - room}[anchor]
    return Box(left, y - size * 0.8, left + room, y + size * 0.25)


class Placer:
    """Puts names one after the other; those that matter most come first."""

    def __init__(self, frame: Box, taken: Iterable[Box]) -> None:
        self.frame = frame
        self.taken = list(taken)

    def place(self, text: str, size: float, at: XY, spots: Sequence[Spot] = SPOTS, width: float = 1) -> str:
        """Put a name by its place, where it covers least, and return the attributes of its text."""
        tries = [(at[0] + dx, at[1] + dy, anchor) for anchor, dx, dy in spots]
        boxes = [text_box(text, size, *each, width) for each in tries]
        costs = [self._cost(box, rank) for rank, box in enumerate(boxes)]
        best = costs.index(min(costs))
        self.taken.append(boxes[best])
        x, y, anchor = tries[best]
        return f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'

    def _cost(self, box: Box, rank: int) -> float:
        covered = sum(box.overlap(each) for each in self.taken)
        area = (box.right - box.left) * (box.bottom - box.top)
        return 3 * covered + 4 * (area - box.overlap(self.frame)) + rank * 9
