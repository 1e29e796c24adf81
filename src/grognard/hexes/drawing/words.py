# SPDX-License-Identifier: Apache-2.0
"""The names on the map: towns, ports, beaches, areas and lines, none upon another."""

from collections.abc import Iterator
from html import escape
from math import hypot

from msgspec.structs import replace

from grognard.hexes.drawing.boxes import OVER, Box, Type, around, counter_box
from grognard.hexes.drawing.labels import Placer
from grognard.hexes.drawing.looks import DRY
from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.shapes import SIDE, XY, curve, groups
from grognard.hexes.grid import HexId
from grognard.hexes.map import Chain, NamedPlace, PlaceKind

TOWN, CITY, BEACH = Type(11.5), Type(13.0, 1.1), Type(10.5)
METROPOLIS = Type(24.0, 1.6)
ON_RIVER, ON_LINE = Type(10.5, 1.17), Type(12.0, 1.32)
NUMBER = Type(8.0)
LONG_RIVER = 6


def words(scene: Scene, room: Box) -> Iterator[str]:
    """Draw every mark, then every name, within some room; names of cities are put first and drawn last."""
    land = [counter_box(scene.sketch.centre(hex_id)) for hex_id in scene.land]
    placer = Placer(room, _marked(scene), land)
    towns = list(_towns(scene, placer, _within(scene, "town", room)))
    beaches = list(_beaches(scene, placer, _within(scene, "beach", room)))
    areas = list(_areas(scene, placer, _within(scene, "area", room)))
    rivers = list(_rivers(scene, placer))
    yield from _lines(scene, placer)
    yield from rivers
    yield from _marks(scene)
    yield from areas
    yield from beaches
    yield from reversed(towns)


def _within(scene: Scene, kind: PlaceKind, room: Box) -> list[NamedPlace]:
    """Return the places of a kind that have a hex within some room, with those of their hexes."""
    inside = [
        replace(place, hexes=tuple(hex_id for hex_id in place.hexes if room.has(scene.sketch.centre(hex_id))))
        for place in scene.board.places_of(kind)
    ]
    return [place for place in inside if place.hexes]


def _lines(scene: Scene, placer: Placer) -> Iterator[str]:
    for at, chain in enumerate(scene.board.lines):
        yield f'<path class="line" d="{scene.sketch.chain(chain.hexsides)}"/>'
        # Once on a line just long enough, else near either end.
        long = len(chain.hexsides) * SIDE > 3 * ON_LINE.length(chain.name)
        yield from _along(scene, placer, chain, f"line{at}", (0.09, 0.87) if long else (0.5,))


def _rivers(scene: Scene, placer: Placer) -> Iterator[str]:
    for at, chain in enumerate(scene.board.hexsides):
        bare = chain.kind in DRY or scene.feature_class(chain.kind) == "strait"
        if not bare and len(chain.hexsides) >= LONG_RIVER:
            yield from _along(scene, placer, chain, f"river{at}", (0.5,))


def _along(
    scene: Scene, placer: Placer, chain: Chain, guide: str, wanted: tuple[float, ...]
) -> Iterator[str]:
    """Write a name along a chain, on a gentler curve than the chain's own, once near each part of it that is wanted."""
    bends = scene.sketch.guide(scene.upright(chain.hexsides))
    style, type_ = ("on-line", ON_LINE) if guide.startswith("line") else ("on-river", ON_RIVER)
    yield f'<path class="guide" id="{guide}" d="{curve(bends)}"/>'
    for part in (placer.place_along(chain.name, type_, bends, near) for near in wanted):
        text = f'<textPath href="#{guide}" startOffset="{part:.1%}">{escape(chain.name)}</textPath>'
        yield f'<text class="{style}" dy="{-OVER:.0f}">{text}</text>'


def _marks(scene: Scene) -> Iterator[str]:
    for place in scene.board.places_of("beach"):
        for hex_id in place.hexes:
            x, y, angle = scene.seaward(hex_id)
            yield _use("landing", f"translate({x:.1f} {y:.1f}) rotate({angle:.0f})", place.name)
    for place in _scattered(scene):
        yield from (_tag(place.name, *tag_spot(scene, hex_id)) for hex_id in place.hexes)
    for place in scene.board.places_of("town"):
        if scene.is_dot(place):
            (x, y), big = scene.sketch.centre(place.hexes[0]), " big" if scene.is_city(place) else ""
            yield f'<circle class="dot{big}" cx="{x:.1f}" cy="{y:.1f}" r="{4.6 if big else 3.2}"/>'
    for place in scene.board.places_of("port"):
        for hex_id in place.hexes:
            x, y, _ = scene.seaward(hex_id)
            yield _use("anchor", f"translate({x:.1f} {y:.1f})", place.name)


def _use(glyph: str, transform: str, name: str) -> str:
    return f'<use href="#{glyph}" transform="{transform}"><title>{escape(name)}</title></use>'


def _tag(name: str, x: float, y: float) -> str:
    """Mark one hex of an area scattered over the map with the first letter of its name."""
    return f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(name)}</title>{tag(name)}</g>'


def tag(name: str) -> str:
    """Draw the mark of a scattered area."""
    return (
        f'<path class="tag" d="M0 -8L8 0L0 8L-8 0Z"/><text class="letter" y="3.4">{escape(name[:1])}</text>'
    )


def tag_spot(scene: Scene, hex_id: HexId) -> XY:
    """Return where in a hex its mark stands."""
    x, y = scene.sketch.centre(hex_id)
    return x + SIDE * 0.52, y - SIDE * 0.28


def _scattered(scene: Scene) -> list[NamedPlace]:
    return [place for place in scene.board.places_of("area") if is_scattered(scene, place)]


def is_scattered(scene: Scene, place: NamedPlace) -> bool:
    """Return whether an area is in several pieces."""
    return len(groups(scene.board.grid, place.hexes)) > 1


def _marked(scene: Scene) -> list[Box]:
    """Return what names should not cover: dots, anchors, arrows and the numbers of hexes."""
    board = scene.board
    dots = [scene.sketch.centre(hex_id) for place in board.places_of("town") for hex_id in place.hexes[:1]]
    marks = [place for kind in ("port", "beach") for place in board.places_of(kind)]
    boxes = [Box(x - 5, y - 5, x + 5, y + 5) for x, y in dots]
    for x, y, _ in (scene.seaward(hex_id) for place in marks for hex_id in place.hexes):
        boxes.append(Box(x - 10, y - 10, x + 10, y + 10))
    for x, y in (tag_spot(scene, hex_id) for place in _scattered(scene) for hex_id in place.hexes):
        boxes.append(Box(x - 8, y - 8, x + 8, y + 8))
    for hex_id in board.grid.hexes:
        x, y = scene.sketch.centre(hex_id)
        boxes.append(NUMBER.box(board.grid.hex_name(hex_id), x, y - SIDE * 0.64))
    return boxes


def _towns(scene: Scene, placer: Placer, towns: list[NamedPlace]) -> Iterator[str]:
    for place in sorted(towns, key=lambda place: (-len(place.hexes), not scene.is_city(place))):
        style, type_, text = "town", TOWN, place.name
        if scene.is_city(place):
            style, type_ = "city", CITY
        if len(place.hexes) > 2:
            style, type_, text = "metropolis", METROPOLIS, place.name.upper()
        yield _name(style, text, placer.place(text, type_, _middles(scene, place)))


def _name(style: str, text: str, at: tuple[float, float, str]) -> str:
    x, y, anchor = at
    return f'<text class="name {style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _middles(scene: Scene, place: NamedPlace) -> list[XY]:
    """Return the middles of the hexes by which a name may stand: of a wide place only the one in its midst."""
    x, y = scene.middle(place.hexes)
    centres = sorted(map(scene.sketch.centre, place.hexes), key=lambda at: hypot(at[0] - x, at[1] - y))
    return centres if len(centres) <= 2 else centres[:1]


def _beaches(scene: Scene, placer: Placer, beaches: list[NamedPlace]) -> Iterator[str]:
    towns = {place.name for place in scene.board.places_of("town")}
    for place in beaches:
        if place.name not in towns:
            yield _name("beach", place.name, placer.place(place.name, BEACH, _middles(scene, place)))


def _areas(scene: Scene, placer: Placer, areas: list[NamedPlace]) -> Iterator[str]:
    for place in areas:
        if is_scattered(scene, place):
            continue
        wet = " wet" if all(map(scene.board.is_water, place.hexes)) else ""
        home = [_tile(scene.sketch.centre(hex_id)) for hex_id in place.hexes]
        room = around(home)
        size = min(34.0, max(12.0, (room.right - room.left) / len(place.name) / 1.15))
        types = [Type(max(11.0, size * part), 1.4) for part in (1, 0.8, 0.65)]
        x, y, type_ = placer.place_inside(place.name, types, home)
        where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle"'
        yield f'<text class="area{wet}" font-size="{type_.size:.1f}" {where}>{escape(place.name)}</text>'


def _tile(centre: XY) -> Box:
    """Return the square that stands for a hex; squares beside each other meet, or nearly."""
    x, y = centre
    return Box(x - SIDE * 0.8, y - SIDE * 0.8, x + SIDE * 0.8, y + SIDE * 0.8)
