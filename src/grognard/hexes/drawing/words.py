"""What is said about the ground: towns, ports, beaches, areas and lines, each with its name and none upon another."""

from collections.abc import Iterator
from html import escape

from grognard.hexes.drawing.labels import AREA_SPOTS, Box, Placer, text_box
from grognard.hexes.drawing.scene import Scene
from grognard.hexes.drawing.shapes import SIDE, XY, groups
from grognard.hexes.grid import HexId
from grognard.hexes.map import Chain, Place

CITY, TOWN, BEACH = 15.0, 11.5, 10.5
LONG_RIVER = 6
LETTER = 10.0


def words(scene: Scene) -> Iterator[str]:
    """Draw every mark, then every name; names of cities are put first and drawn last."""
    yield from _lines(scene)
    yield from _rivers(scene)
    yield from _marks(scene)
    placer = Placer(scene.frame, _taken(scene))
    towns = list(_towns(scene, placer))
    yield from _areas(scene, placer)
    yield from _beaches(scene, placer)
    yield from reversed(towns)


def _lines(scene: Scene) -> Iterator[str]:
    for at, chain in enumerate(scene.board.lines):
        yield f'<path class="line" d="{scene.sketch.chain(chain.hexsides)}"/>'
        # Once on a line just long enough, else near either end.
        long = len(chain.hexsides) * SIDE > 3 * len(chain.name) * LETTER
        yield from _along(scene, chain, f"line{at}", "on-line", ("9%", "87%") if long else ("50%",))


def _rivers(scene: Scene) -> Iterator[str]:
    for at, chain in enumerate(scene.board.hexsides):
        if scene.feature_class(chain.kind) != "strait" and len(chain.hexsides) >= LONG_RIVER:
            yield from _along(scene, chain, f"river{at}", "on-river", ("50%",))


def _along(scene: Scene, chain: Chain, name: str, style: str, offsets: tuple[str, ...]) -> Iterator[str]:
    """Write a name along a chain, on a gentler curve than the chain's own."""
    yield f'<path class="guide" id="{name}" d="{scene.sketch.guide(scene.upright(chain.hexsides))}"/>'
    for offset in offsets:
        text = f'<textPath href="#{name}" startOffset="{offset}">{escape(chain.name)}</textPath>'
        yield f'<text class="{style}" dy="-9">{text}</text>'


def _marks(scene: Scene) -> Iterator[str]:
    for place in scene.board.places_of("beach"):
        for each in place.hexes:
            x, y, angle = scene.seaward(each)
            yield _use("landing", f"translate({x:.1f} {y:.1f}) rotate({angle:.0f})", place.name)
    for place in _scattered(scene):
        yield from (_tag(place.name, *tag_spot(scene, each)) for each in place.hexes)
    for place in scene.board.places_of("town"):
        if len(place.hexes) == 1:
            (x, y), big = scene.sketch.centre(place.hexes[0]), " big" if scene.is_city(place) else ""
            yield f'<circle class="dot{big}" cx="{x:.1f}" cy="{y:.1f}" r="{4.6 if big else 3.2}"/>'
    for place in scene.board.places_of("port"):
        for each in place.hexes:
            x, y, _ = scene.seaward(each)
            yield _use("anchor", f"translate({x:.1f} {y:.1f})", place.name)


def _use(glyph: str, transform: str, name: str) -> str:
    return f'<use href="#{glyph}" transform="{transform}"><title>{escape(name)}</title></use>'


def _tag(name: str, x: float, y: float) -> str:
    """Mark one hex of an area that lies scattered over the map with the first letter of its name."""
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


def _scattered(scene: Scene) -> list[Place]:
    return [place for place in scene.board.places_of("area") if is_scattered(scene, place)]


def is_scattered(scene: Scene, place: Place) -> bool:
    """Say whether an area does not hang together."""
    return len(groups(scene.board.grid, place.hexes)) > 1


def _taken(scene: Scene) -> list[Box]:
    """Return what names should not cover: dots, anchors, arrows and the numbers of hexes."""
    board = scene.board
    dots = [scene.sketch.centre(each) for place in board.places_of("town") for each in place.hexes[:1]]
    marks = [place for kind in ("port", "beach") for place in board.places_of(kind)]
    boxes = [Box(x - 5, y - 5, x + 5, y + 5) for x, y in dots]
    for x, y, _ in (scene.seaward(each) for place in marks for each in place.hexes):
        boxes.append(Box(x - 10, y - 10, x + 10, y + 10))
    for x, y in (tag_spot(scene, each) for place in _scattered(scene) for each in place.hexes):
        boxes.append(Box(x - 8, y - 8, x + 8, y + 8))
    for each in board.grid.hexes:
        x, y = scene.sketch.centre(each)
        boxes.append(text_box(board.grid.hex_name(each), 8, x, y - SIDE * 0.64, "middle"))
    return boxes


def _towns(scene: Scene, placer: Placer) -> Iterator[str]:
    towns = scene.board.places_of("town")
    for place in sorted(towns, key=lambda place: (-len(place.hexes), not scene.is_city(place))):
        style, size, text = "town", TOWN, place.name
        if scene.is_city(place):
            style, size = "city", CITY
        if len(place.hexes) > 2:
            style, size, text = "metropolis", 2 * CITY, place.name.upper()
        label = placer.place(text, size, scene.middle(place.hexes))
        yield f'<text class="name {style}" {label}>{escape(text)}</text>'


def _beaches(scene: Scene, placer: Placer) -> Iterator[str]:
    towns = {place.name for place in scene.board.places_of("town")}
    for place in scene.board.places_of("beach"):
        if place.name not in towns:
            label = placer.place(place.name, BEACH, scene.middle(place.hexes))
            yield f'<text class="name beach" {label}>{escape(place.name)}</text>'


def _areas(scene: Scene, placer: Placer) -> Iterator[str]:
    for place in scene.board.places_of("area"):
        if is_scattered(scene, place):
            continue
        wet = " wet" if all(map(scene.board.is_water, place.hexes)) else ""
        xs = [scene.sketch.centre(each)[0] for each in place.hexes]
        size = min(34.0, max(12.0, (max(xs) - min(xs) + SIDE) / len(place.name) / 1.15))
        label = placer.place(place.name, size, scene.middle(place.hexes), AREA_SPOTS, width=1.35)
        yield f'<text class="area{wet}" font-size="{size:.0f}" {label}>{escape(place.name)}</text>'
