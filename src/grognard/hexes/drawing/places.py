# SPDX-License-Identifier: Apache-2.0
"""Where the hexes are on a drawn map, so that counters can be laid on it."""

import msgspec

from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.shapes import SIDE
from grognard.hexes.drawing.svg import picture
from grognard.hexes.grid import Orientation
from grognard.hexes.map import Map


class DrawnHex(msgspec.Struct, frozen=True):
    """The middle of a hex, counted from the picture's upper left corner; its terrain, and the names of its places."""

    x: float
    y: float
    terrain: str
    names: tuple[str, ...] = ()


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A drawn map: the size of the picture, the length of a hexside, and every hex by its printed number."""

    title: str
    width: float
    height: float
    side: float
    orientation: Orientation
    hexes: dict[str, DrawnHex]


def drawn(board: Map) -> Drawn:
    """Return where everything is on the picture that `map_svg` draws."""
    scene = Scene(board)
    # The picture's corner stands at whole numbers.
    box = picture(scene)
    left, top = float(f"{box.left:.0f}"), float(f"{box.top:.0f}")

    def place(x: float, y: float) -> tuple[float, float]:
        return round(x - left, 1), round(y - top, 1)

    return Drawn(
        title=board.title,
        width=float(f"{box.right - box.left:.0f}"),
        height=float(f"{box.bottom - box.top:.0f}"),
        side=SIDE,
        orientation=board.grid.orientation,
        hexes={
            board.grid.hex_name(hex_id): DrawnHex(
                *place(*scene.sketch.centre(hex_id)),
                board.terrain[hex_id].replace("-", " "),
                tuple(named.name for named in board.places_at(hex_id)),
            )
            for hex_id in board.grid.hexes
        },
    )
