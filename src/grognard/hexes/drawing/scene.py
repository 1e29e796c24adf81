# SPDX-License-Identifier: Apache-2.0
"""What every layer of a drawing needs to know about its map."""

from collections.abc import Iterable
from itertools import pairwise

from grognard.charts.cached import cached_property
from grognard.hexes.drawing.boxes import Box
from grognard.hexes.drawing.looks import HOUSES, Look, dressed, look_of
from grognard.hexes.drawing.shapes import SIDE, XY, Sketch, middle
from grognard.hexes.grid import HexId, Hexside
from grognard.hexes.map import Map, NamedPlace


class Scene:
    """A map with the looks of its terrain and the shapes of its parts."""

    def __init__(self, board: Map) -> None:
        self.board = board
        self.sketch = Sketch(board.grid)
        self.looks: dict[str, Look] = {
            terrain.name: look_of(terrain.name, at) for at, terrain in enumerate(board.legend)
        }
        self.land = [hex_id for hex_id in board.grid.hexes if not board.is_water(hex_id)]
        self.water = [hex_id for hex_id in board.grid.hexes if board.is_water(hex_id)]

    @cached_property
    def frame(self) -> Box:
        """Return the room the hexes take."""
        grid = self.board.grid
        corners = [self.sketch.xy(corner) for hex_id in grid.hexes for corner in grid.corners(hex_id)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return Box(min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def sheet(self) -> str:
        """Return the outline of the whole grid, with sharp corners since nothing lies beyond it."""
        return self.sketch.area(list(self.board.grid.hexes))

    @cached_property
    def coast(self) -> str:
        """Return the outline of the land."""
        return self.sketch.area(self.land)

    def feature_class(self, kind: str) -> str:
        """Return how a feature of hexsides is drawn; water is a strait between two land hexes."""
        return "strait" if kind in self.board.water.values() else slug(kind)

    def is_lower(self, hexside: Hexside, hex_id: HexId) -> bool:
        """Return whether no hex beside a hexside is lower than this one of them."""
        heights = [self.looks[self.board.terrain[here]].height for here in self.board.grid.beside(hexside)]
        return self.looks[self.board.terrain[hex_id]].height == min(heights)

    @cached_property
    def is_close(self) -> bool:
        """Return whether single houses can be told apart on this map."""
        return any(look.is_whole for look in self.looks.values())

    def look_at(self, hex_id: HexId) -> Look:
        """Return how a hex looks: by its terrain, and by the names of the places there."""
        return dressed(self.looks[self.board.terrain[hex_id]], hex_id, self._names.get(hex_id, ()))

    def turn_at(self, hex_id: HexId) -> float:
        """Return the angle of the glyph that fills a hex: a house stands along its road, furrows run alike in a whole field."""
        if not self.looks[self.board.terrain[hex_id]].is_whole:
            field = next(place for place in self.board.places_of("area") if hex_id in place.hexes)
            return self._angle(field.hexes[0])
        along = self._along_road(hex_id)
        return self._angle(hex_id) if along is None else along % 180

    def _along_road(self, hex_id: HexId) -> float | None:
        """Return the angle of the road in a hex or beside it, if there is one."""
        beside = self.board.grid.neighbours(hex_id)
        steps = [
            step for road in self.board.roads for step in pairwise(road.hexes) if set(step) <= set(beside)
        ]
        if steps:
            return self._back(*steps[0]) + 90
        near = [here for road in self.board.roads for here in road.hexes if here in beside]
        return self._back(hex_id, near[0]) if near else None

    def _back(self, here: HexId, there: HexId) -> float:
        """Return the angle of an arrow from one hex back from another."""
        return self.sketch.towards(self.sketch.centre(here), self.sketch.centre(there), SIDE)[2]

    def _angle(self, hex_id: HexId) -> int:
        """Return an angle of the grid, the same for a hex on every drawing."""
        return hex_id % 3 * 60 + (0 if self.board.grid.orientation == "flat" else 30)

    @cached_property
    def _names(self) -> dict[HexId, list[str]]:
        """Return the names of the places that each hex is in."""
        names: dict[HexId, list[str]] = {}
        for place in (*self.board.places_of("town"), *self.board.places_of("area")):
            for hex_id in place.hexes:
                names.setdefault(hex_id, []).append(place.name)
        return names

    def is_dot(self, place: NamedPlace) -> bool:
        """Return whether a town is a dot in its one hex; where a house stands that is drawn, it is that house."""
        return len(place.hexes) == 1 and not self.look_at(place.hexes[0]).is_whole

    def is_built_up(self, hex_id: HexId) -> bool:
        """Return whether a hex looks like a city."""
        return self.looks[self.board.terrain[hex_id]].glyph in HOUSES

    def is_city(self, place: NamedPlace) -> bool:
        """Return whether a place has a hex that looks like a city."""
        return any(self.is_built_up(hex_id) for hex_id in place.hexes)

    def middle(self, hexes: Iterable[HexId]) -> XY:
        """Return the middle of some hexes."""
        return middle([self.sketch.centre(hex_id) for hex_id in hexes])

    def seaward(self, hex_id: HexId) -> tuple[float, float, float]:
        """Return a spot in a hex near its water, and the angle in degrees at which an arrow points from there inland."""
        here = self.sketch.centre(hex_id)
        wet = [
            neighbour for neighbour in self.board.grid.neighbours(hex_id) if self.board.is_water(neighbour)
        ]
        if not wet:
            return here[0], here[1] + SIDE * 0.62, 0
        there = self.middle(wet)
        return self.sketch.towards(here, there, SIDE * 0.62)

    def upright(self, hexsides: tuple[Hexside, ...]) -> tuple[Hexside, ...]:
        """Turn a chain so that text along it stands upright."""
        first, last = (
            self.sketch.xy(self.board.grid.ends(hexside)[0])[0] for hexside in (hexsides[0], hexsides[-1])
        )
        return hexsides if first <= last else hexsides[::-1]


def slug(kind: str) -> str:
    """Return a name that can be a class in a style sheet."""
    return "".join(letter if letter.isalnum() else "-" for letter in kind.lower())


def road_class(kind: str) -> str:
    """Return how a road is drawn: as a railway whatever its name, or by its name and the first word of it."""
    return "rail" if is_rail(kind) else " ".join(dict.fromkeys((slug(kind).split("-")[0], slug(kind))))


def is_rail(kind: str) -> bool:
    """Return whether a kind of road is a railway."""
    return slug(kind).startswith("rail")
