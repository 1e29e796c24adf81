# SPDX-License-Identifier: Apache-2.0
"""Hexes: grid, lines, maps, movement ranges, supply paths and lines of sight. Geometry with no rules in it.

Conventions: a `HexId` is a dense index on its grid, a `Hexside` a dense index of a hexside (named from its lower
hex), a `Direction` a number from 0 to 5, clockwise. Movement points are whole numbers of twelfths.
"""

from grognard.hexes.grid import DIRECTIONS, Direction, Grid, HexId, Hexside, OffMap, opposite
from grognard.hexes.lines import Line, line
from grognard.hexes.load_map import load_map
from grognard.hexes.map import Chain, Map, NamedPlace, Road, Terrain
from grognard.hexes.map_text import map_text
from grognard.hexes.numbering import Numbering

__all__ = [
    "DIRECTIONS",
    "Chain",
    "Direction",
    "Grid",
    "HexId",
    "Hexside",
    "Line",
    "Map",
    "NamedPlace",
    "Numbering",
    "OffMap",
    "Road",
    "Terrain",
    "line",
    "load_map",
    "map_text",
    "opposite",
]
