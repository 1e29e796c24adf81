# SPDX-License-Identifier: Apache-2.0
"""Everything a map must satisfy beyond the types of its fields.

Each check looks at the map by itself and never relies on another having passed, so that all faults of a file
are found at once.
"""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from grognard.charts.errors import nearest
from grognard.charts.files import KeyPath
from grognard.hexes.chains import breaks
from grognard.hexes.grid import HexId, Hexside
from grognard.hexes.map import Chain, Map, NamedPlace
from grognard.hexes.map_file import SECTIONS


class Finding(msgspec.Struct, frozen=True):
    """A fault: its section and name in the file, what the hex or hexside may be called there, what is wrong."""

    place: KeyPath
    at: tuple[str, ...]
    what: str


def chains(board: Map) -> Iterator[Finding]:
    """Chains must hold together, and no hexside may stand in two of a kind."""
    for section, kept in (("hexsides", board.hexsides), ("lines", board.lines)):
        seen: dict[tuple[str, Hexside], str] = {}
        for chain in kept:
            place = (section, chain.kind, chain.name) if section == "hexsides" else (section, chain.name)
            for hexside, what in breaks(board.grid, chain.hexsides):
                yield Finding(place, board.grid.hexside_names(hexside), what)
            for hexside in chain.hexsides:
                if (chain.kind, hexside) in seen:
                    what = f"is in {seen[chain.kind, hexside]} already"
                    yield Finding(place, board.grid.hexside_names(hexside), what)
                seen[chain.kind, hexside] = chain.name


def banks(board: Map) -> Iterator[Finding]:
    """Features of hexsides must lie between land and land; beside water, the water decides."""
    for chain in board.hexsides:
        for hexside in chain.hexsides:
            for hex_id in board.grid.beside(hexside):
                if board.is_water(hex_id):
                    what = f"is a side of {board.grid.hex_name(hex_id)}, which is {board.terrain[hex_id]}"
                    yield Finding(_chain_place(chain), board.grid.hexside_names(hexside), what)


def _chain_place(chain: Chain) -> KeyPath:
    return ("hexsides", chain.kind, chain.name)


def roads(board: Map) -> Iterator[Finding]:
    """Roads must go from neighbour to neighbour, over land and no barrier, and not twice over one hexside."""
    seen: dict[tuple[str, Hexside], str] = {}
    for road in board.roads:
        place = ("roads", road.kind, road.name)
        for hex_id in dict.fromkeys(road.hexes):
            if board.is_water(hex_id):
                yield Finding(place, (board.grid.hex_name(hex_id),), f"is {board.terrain[hex_id]}")
        for one, other in pairwise(road.hexes):
            at, before = board.grid.hex_name(other), board.grid.hex_name(one)
            hexside = board.grid.hexside_between(one, other)
            if hexside is None:
                yield Finding(place, (at,), f"is not next to {before}")
                continue
            for barrier in board.features_at(hexside).intersection(board.barriers):
                yield Finding(place, (at,), f"there is {barrier} between {before} and it")
            if (road.kind, hexside) in seen:
                yield Finding(
                    place, (at,), f"the step from {before} is in {seen[road.kind, hexside]} already"
                )
            seen[road.kind, hexside] = road.name


def places(board: Map) -> Iterator[Finding]:
    """Towns, ports and beaches stand on land, ports and beaches by water, entries on the edge; none twice."""
    seen: dict[tuple[str, HexId], str] = {}
    for place in board.places:
        for hex_id in place.hexes:
            at = board.grid.hex_name(hex_id)
            where = (next(name for name, kind in SECTIONS.items() if kind == place.kind), place.name)
            if what := _misplaced(board, place, hex_id):
                yield Finding(where, (at,), what)
            if place.kind != "area" and (place.kind, hex_id) in seen:
                yield Finding(where, (at,), f"is in {seen[place.kind, hex_id]} already")
            seen[place.kind, hex_id] = place.name


def _misplaced(board: Map, place: NamedPlace, hex_id: HexId) -> str:
    match place.kind:
        case "town" | "port" | "beach" if board.is_water(hex_id):
            return f"is {board.terrain[hex_id]}"
        case "port" | "beach" if not board.is_coastal(hex_id) and _is_known_around(board, hex_id):
            return "has no side on water"
        case "entry" if not board.grid.is_edge(hex_id):
            return "is not on the edge of the map"
    return ""


def lines(board: Map) -> Iterator[Finding]:
    """Lines must divide the map."""
    for name in dict.fromkeys(chain.name for chain in board.lines if chain.hexsides):
        if len(board.one_side(name, HexId(0))) == board.grid.size:
            what = "does not part the map; it must run from edge to edge, or around"
            yield Finding(("lines", name), board.grid.hexside_names(_last(board, name)), what)


def _last(board: Map, name: str) -> Hexside:
    return [hexside for chain in board.lines if chain.name == name for hexside in chain.hexsides][-1]


def _is_known_around(board: Map, hex_id: HexId) -> bool:
    """Return whether every neighbour could be read from the drawing."""
    return all(board.terrain[neighbour] for neighbour in board.grid.neighbours(hex_id))


def barriers(board: Map) -> Iterator[Finding]:
    """Barriers must be features of the map."""
    known = list(dict.fromkeys([chain.kind for chain in board.hexsides] + list(board.water.values())))
    for barrier in board.barriers:
        if barrier not in known:
            yield Finding(("barriers",), (barrier,), f"is no feature of a hexside; {nearest(barrier, known)}")


def find_faults(board: Map) -> list[Finding]:
    """Run every check."""
    return [finding for check in (chains, banks, roads, places, lines, barriers) for finding in check(board)]
