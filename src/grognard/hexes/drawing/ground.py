# SPDX-License-Identifier: Apache-2.0
"""What lies on the ground: sea, land, terrain, rivers, symbols along hexsides, roads, and the hexes over it all."""

from collections.abc import Iterable, Iterator
from html import escape

from grognard.hexes.drawing.looks import CROSSINGS, DRY, SYMBOLS, glyphs
from grognard.hexes.drawing.scene import Scene, is_rail, road_class
from grognard.hexes.drawing.shapes import SIDE, courses
from grognard.hexes.grid import HexId

# Bands of shallows around the coast, widest first: width of the stroke and how light it is.
SHALLOWS = ((58, 0.22), (36, 0.28), (16, 0.4))
# Railways run beside the roads of their hexes: this shift keeps them apart in every direction of the grid.
BESIDE = ' transform="translate(4 7)"'


def ground(scene: Scene) -> Iterator[str]:
    """Draw everything on the ground."""
    for layer in (_sea, _terrain, _slopes, _hexsides, _symbols, _crossings, _roads, _mesh):
        yield from layer(scene)


def _sea(scene: Scene) -> Iterator[str]:
    if scene.water:
        yield f'<path class="tint-sea" d="{scene.sheet}"/>'
        for width, light in SHALLOWS:
            yield f'<path class="shallows" stroke-width="{width}" stroke-opacity="{light}" d="{scene.coast}"/>'
        yield from _strewn(scene, scene.water)


def _terrain(scene: Scene) -> Iterator[str]:
    yield f'<path class="land" d="{scene.coast}"/><g clip-path="url(#land)">'
    # Terrains of one tint are one area: what stands on the uplands does not part them.
    for tint in dict.fromkeys(look.tint for look in scene.looks.values()):
        hexes = [hex_id for hex_id in scene.land if scene.looks[scene.board.terrain[hex_id]].tint == tint]
        if hexes:
            yield f'<path class="tint-{tint}" d="{scene.sketch.area(hexes)}"/>'
    yield "</g>"
    if scene.water:
        yield f'<path class="coast" d="{scene.coast}"/>'
    if beds := _beds(scene):
        yield from (f'<path class="{part} gully" d="{beds}"/>' for part in ("bank", "bed", "rill"))
    yield from _strewn(scene, scene.land)


def _beds(scene: Scene) -> str:
    """Return the stream beds that run through hexes."""
    hexes = {hex_id for hex_id in scene.land if scene.looks[scene.board.terrain[hex_id]].bed}
    return "".join(map(scene.sketch.road, courses(scene.board.grid, hexes)))


def _strewn(scene: Scene, hexes: Iterable[HexId]) -> Iterator[str]:
    codes = {terrain.name: terrain.code for terrain in scene.board.legend}
    for hex_id in hexes:
        name, (x, y) = scene.board.terrain[hex_id], scene.sketch.centre(hex_id)
        look = scene.look_at(hex_id)
        if look.is_unknown:
            yield f'<text class="code" x="{x:.1f}" y="{y + 8:.1f}">{escape(codes[name])}</text>'
        yield from glyphs(look, hex_id, (x, y), scene.turn_at(hex_id) if look.is_whole else 0)


def _hexsides(scene: Scene) -> Iterator[str]:
    water = set(scene.water)
    # Banks end at the coast; beds run on into the water and open a mouth in its line.
    for part, clip in (("bank", ' clip-path="url(#land)"'), ("bed", "")):
        for chain in scene.board.hexsides:
            if chain.kind not in DRY:
                kind = scene.feature_class(chain.kind)
                yield f'<path class="{part} {kind}"{clip} d="{scene.sketch.chain(chain.hexsides, water)}"/>'


def _slopes(scene: Scene) -> Iterator[str]:
    """Draw a rim along every slope, with teeth to the side on which the ground is lower; on both where neither is."""
    grid = scene.board.grid
    sides = [hexside for chain in scene.board.hexsides if chain.kind == "slope" for hexside in chain.hexsides]
    if sides:
        teeth = [
            scene.sketch.teeth(side, low)
            for side in sides
            for low in grid.beside(side)
            if scene.is_lower(side, low)
        ]
        yield f'<path class="fall tooth" d="{"".join(teeth)}"/><path class="fall rim" d="{scene.sketch.hexsides(sides)}"/>'


def _crossings(scene: Scene) -> Iterator[str]:
    """Draw what leads over water, across it."""
    for kind in CROSSINGS:
        hexsides = [
            hexside for chain in scene.board.hexsides if chain.kind == kind for hexside in chain.hexsides
        ]
        if spans := "".join(map(scene.sketch.across, hexsides)):
            yield from (f'<path class="across {part} {kind}" d="{spans}"/>' for part in ("under", "over"))


def _symbols(scene: Scene) -> Iterator[str]:
    """Draw a bar along every hexside that has a symbol, by its kind; what is finer comes last."""
    for kind in SYMBOLS:
        hexsides = [
            hexside for chain in scene.board.hexsides if chain.kind == kind for hexside in chain.hexsides
        ]
        bars = "".join(scene.sketch.bar(hexside) for hexside in hexsides)
        if bars:
            yield from (f'<path class="symbol {part} {kind}" d="{bars}"/>' for part in ("under", "over"))


def _roads(scene: Scene) -> Iterator[str]:
    """Draw roads over railways, and what the file names first over what it names later."""
    roads = scene.board.roads[::-1]
    rails = [road for road in roads if is_rail(road.kind)]
    broad = " broad" if scene.is_close else ""
    for group, moved in ((rails, BESIDE), ([road for road in roads if road not in rails], "")):
        for part in ("verge", "way"):
            for road in group:
                path = scene.sketch.road(road.hexes)
                yield f'<path class="{part} {road_class(road.kind)}{broad}"{moved} d="{path}"/>'


def _mesh(scene: Scene) -> Iterator[str]:
    board, grid = scene.board, scene.board.grid
    sides = {side for hex_id in grid.hexes for side in grid.hexsides(hex_id)}
    dry = {side for side in sides if not all(map(board.is_water, grid.beside(side)))}
    yield f'<path class="mesh wet" d="{scene.sketch.hexsides(sorted(sides - dry))}"/>'
    yield f'<path class="mesh" d="{scene.sketch.hexsides(sorted(dry))}"/>'
    for hex_id in grid.hexes:
        (x, y), wet = scene.sketch.centre(hex_id), " wet" if board.is_water(hex_id) else ""
        yield f'<text class="number{wet}" x="{x:.1f}" y="{y - SIDE * 0.64:.1f}">{grid.hex_name(hex_id)}</text>'
