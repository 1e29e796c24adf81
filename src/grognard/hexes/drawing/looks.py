# SPDX-License-Identifier: Apache-2.0
"""How terrain looks: a tint, and a glyph strewn over the hex, so that colour alone never carries meaning."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from grognard.hexes.drawing.shapes import SIDE, XY, spot
from grognard.hexes.grid import HexId

# Where glyphs may stand in a hex, in hundredths of a hexside from its middle.
FULL = ((0, -48), (-44, -24), (44, -28), (-66, 6), (0, 2), (64, 8), (-38, 36), (36, 38), (0, 62))
SPARSE = ((-36, -34), (40, -18), (-44, 28), (34, 42))
FEW = ((-30, -14), (34, 26))
BESIDE = ((-52, 12), (54, -8))
MIDDLE = ((0, 0),)
RANGE = ((-2, -40), (-46, -8), (44, -6), (0, 18), (-30, 48), (34, 50))


class Look(msgspec.Struct, frozen=True):
    """The name of a tint in the palette, the glyph strewn over it, and where; without places one glyph is the whole hex.

    Hexes with a `bed` are joined by one, from middle to middle: a dry stream that runs through hexes. `height` says
    which of two neighbours is the higher, where a slope lies between them.
    """

    tint: str
    glyph: str = ""
    places: tuple[tuple[int, int], ...] = ()
    bed: bool = False
    height: int = 0

    @property
    def is_whole(self) -> bool:
        """Return whether one glyph fills the hex, turned as the ground there wants it."""
        return bool(self.glyph) and not self.places

    @property
    def is_unknown(self) -> bool:
        """Return whether it has no look of its own yet, so that it shows its code."""
        return self.tint in SPARE


PLAIN = Look("clear")
# A terrain's whole name, or the first word of it that is known here, decides; tints differ in lightness as well as in hue.
LOOKS: dict[str, Look] = {
    "clear": PLAIN,
    "open": PLAIN,
    "beach": Look("beach", "sand", FULL),
    "forest": Look("forest", "tree", FULL),
    "woods": Look("forest", "tree", FULL),
    "dense woods": Look("dense-woods", "fir", FULL),
    "rough": Look("rough", "hill", SPARSE),
    "hill": Look("rough", "hill", SPARSE, height=1),
    "upland": Look("upland", height=1),
    "mountain": Look("mountain", "peak", RANGE),
    "swamp": Look("swamp", "reed", SPARSE),
    "marsh": Look("swamp", "reed", SPARSE),
    "major city": Look("major-city", "quarter", FULL),
    "city": Look("city", "block", FULL),
    "town": Look("city", "block", SPARSE),
    "sea": Look("sea", "wave", FEW),
    "ocean": Look("sea", "wave", FEW),
    "lake": Look("sea", "wave", FEW),
    "slope": Look("rough", "hachure", SPARSE),
    "hilltop": Look("hilltop", "crest", FEW),
    "gully": Look("clear", "scarp", BESIDE, bed=True),
    "streambed": Look("clear", "scarp", BESIDE, bed=True),
    "ford": Look("clear", "stones", MIDDLE, bed=True),
    "open ground": Look("clear", "grass", FEW),
    "building": Look("city", "house"),
}
# The glyphs that words in the name of a place call for, by the glyph that its hexes would have otherwise.
DRESSED = {
    "house": {"church": "church", "chapel": "church", "mill": "mill", "farm": "court", "barn": "barn"},
    "grass": {"field": "furrows"},
}
# How houses without a name stand.
UNNAMED = {"house": ("house", "cottages", "court", "house")}
# Words for high ground, and those that say what stands on it: the tint is the ground's, the glyph that of what stands there.
HIGH = ("upland", "hilltop", "slope")
ON_A_HILL = {"wooded": "woods", "woods": "woods", "dense": "dense woods", "town": "town", "hill": "hill"}
# The glyphs of what is built up.
HOUSES = ("block", "quarter")
# Features of hexsides that are drawn as bars, each kind in its own colour and shape.
SYMBOLS = ("orange", "brown", "grey", "green")
# Features of hexsides that lead over the water there, drawn across it.
CROSSINGS = ("bridge", "ford")
# Everything that is not water.
DRY = (*SYMBOLS, *CROSSINGS, "slope")
# For terrain without a look of its own: a tint, and its code for a glyph.
SPARE = tuple(f"spare-{at}" for at in range(5))

GLYPHS = """\
<g id="tree"><path class="trunk" d="M0 9V2"/><path class="crown" d="M0 -9c3 0 5 2 4.6 4.4C7 -3.6 7 .8 4.4 1.8 3 4 -3 4 -4.4 1.8 -7 .8 -7 -3.6 -4.6 -4.6 -5 -7 -3 -9 0 -9Z"/><path class="shade" d="M3.4 -4c1.2 1.6 .8 4 -1.4 5"/></g>
<g id="fir"><path class="trunk" d="M0 9V5"/><path class="crown" d="M0 -10L4 -3H2.400L6 3H-6L-2.400 -3H-4Z"/></g>
<g id="hill"><path class="slope" d="M-11 5C-6 -1 -5 -7 0 -7S7 -1 11 5"/><path class="hatch" d="M1.5 -4.500L3 .5M4.2 -2.500L6 2.600M6.6 .8L8.6 5"/></g>
<g id="reed"><path class="water" d="M-9 5h18M-5 7.500h10"/><path class="stalk" d="M0 4V-7M-3.6 4L-5.4 -4M3.6 4L5.4 -4"/></g>
<g id="block"><path class="houses" d="M-6.5 -5.500h5.500v4.500h-5.500zM.8 -6h5v3.400h-5zM-6 .8h3.800v5h-3.800zM-.6 -1h7v6h-7z"/></g>
<g id="quarter"><path class="houses" d="M-8 -7.500h6.800v6h-6.800zM.2 -8h7.600v4.600h-7.600zM-7.600 .2h4.800v7h-4.800zM-1.400 -2h9.200v8.800h-9.200z"/><path class="yard" d="M1 0h4.400v4h-4.400z"/></g>
<g id="peak"><path class="slope" d="M-12 8L-1 -11L12 8Z"/><path class="lee" d="M-1 -11L12 8H3.500Z"/></g>
<g id="sand"><path class="grains" d="M-6 -2h.1M-2 2h.1M1 -3h.1M5 1h.1M-5 4h.1M2 5h.1"/></g>
<g id="wave"><path class="swell" d="M-11 1q3.7 -5 7.4 0t7.4 0t7.4 0"/></g>
<g id="hachure"><path class="hachure" d="M-8 -5Q0 -8 8 -5M-7 -2.500L-9 4M-2.400 -4L-3.200 5M2.400 -4L3.200 5M7 -2.500L9 4"/></g>
<g id="crest"><path class="hachure" d="M-9 1C-9 -5 -3 -6.500 1 -6S9 -3.500 9 1 4 6.500 -1 6 -9 5 -9 1ZM-4.500 .5C-4.500 -2 -1 -3 1 -2.600S4.600 -1 4.200 1 1 3 -1 2.700 -4.500 2.500 -4.500 .5Z"/></g>
<g id="scarp"><path class="hachure" d="M-7 2.500L-5 -2M-2.500 3.500L-1.500 -1.500M2.500 3.500L1.500 -1.500M7 2.500L5 -2"/></g>
<g id="stones"><path class="stones" d="M-15 -9h8v6h-8zM-4 -10h8v6h-8zM7 -9h8v6h-8zM-15 3h8v6h-8zM-4 4h8v6h-8zM7 3h8v6h-8z"/></g>
<g id="house"><path class="roof" d="M-20 -11H20V0H-20Z"/><path class="roof shady" d="M-20 0H20V11H-20Z"/><path class="ridge" d="M-20 0H20"/><path class="chimney" d="M8 -7h4v4h-4z"/><circle class="crown" cx="-24" cy="15" r="4"/><circle class="crown" cx="25" cy="-13" r="3.400"/></g>
<g id="cottages"><path class="roof" d="M-24 -13H-3V-5H-24Z"/><path class="roof shady" d="M-24 -5H-3V3H-24Z"/><path class="ridge" d="M-24 -5H-3"/><path class="chimney" d="M-20 -10.500h3.400v3.400h-3.400z"/><path class="roof" d="M4 -1H24V6H4Z"/><path class="roof shady" d="M4 6H24V13H4Z"/><path class="ridge" d="M4 6H24"/><path class="chimney" d="M17 1h3.400v3.400h-3.400z"/><circle class="crown" cx="-14" cy="13" r="4.400"/><circle class="crown" cx="13" cy="-11" r="3.800"/></g>
<g id="court"><path class="roof" d="M-24 -16H22V-10H-24Z"/><path class="roof shady" d="M-24 -10H22V-4H-24Z"/><path class="ridge" d="M-24 -10H22"/><path class="thatch" d="M-24 -1H-17V17H-24Z"/><path class="thatch shady" d="M-17 -1H-10V17H-17Z"/><path class="ridge" d="M-17 -1V17"/><path class="roof" d="M8 6H24V11H8Z"/><path class="roof shady" d="M8 11H24V16H8Z"/><path class="ridge" d="M8 11H24"/><path class="chimney" d="M8 -14.500h4v4h-4z"/></g>
<g id="barn"><path class="thatch" d="M-23 -12H23V0H-23Z"/><path class="thatch shady" d="M-23 0H23V12H-23Z"/><path class="ridge" d="M-23 0H23M-12 -12V12M0 -12V12M12 -12V12"/></g>
<g id="church"><path class="slate" d="M-12 -10H24L29 0H-12Z"/><path class="slate shady" d="M-12 10H24L29 0H-12Z"/><path class="ridge" d="M-12 0H29"/><path class="slate" d="M2 -17H13V17H2Z"/><path class="ridge" d="M7.500 -17V17"/><path class="slate" d="M-27 -9H-10V9H-27Z"/><path class="slate shady" d="M-27 9L-18.500 0L-10 9Z"/><path class="cross" d="M-18.500 -7.500V7.500M-23 -2.500H-14"/></g>
<g id="mill"><path class="roof" d="M-9 2H23V9H-9Z"/><path class="roof shady" d="M-9 9H23V16H-9Z"/><path class="ridge" d="M-9 9H23"/><circle class="slate" cx="-9" cy="-2" r="10"/><path class="sail" d="M-9 -2L-25 -13M-9 -2L2 -18M-9 -2L7 9M-9 -2L-20 14"/><path class="sail cloth" d="M-15 -3.400L-27 -11.600L-25 -14.600L-13 -6.400ZM-7.600 -8L.6 -20L3.600 -18L-4.600 -6ZM-3 -.6L9 7.600L7 10.600L-5 2.400ZM-10.400 4L-18.600 16L-21.600 14L-13.400 2Z"/></g>
<g id="furrows"><path class="furrow" d="M-20.3 -27.3H20.3M-24.8 -19.5H24.8M-29.3 -11.7H29.3M-33.8 -3.9H33.8M-33.8 3.9H33.8M-29.3 11.7H29.3M-24.8 19.5H24.8M-20.3 27.3H20.3"/></g>
<g id="grass"><path class="blade" d="M-6 3Q-6 -1 -8 -3M-5 3V-4M-4 3Q-4 -1 -2 -3M4 6Q4 3 2.500 1M5 6V0M6 6Q6 3 7.500 1"/></g>
<g id="anchor"><circle class="badge" r="10.5"/><path class="mark" d="M0 -3.500V7M-3.6 -.8H3.600M-6 2.500C-5.6 6 -2.8 7 0 7S5.6 6 6 2.5"/><circle class="mark" cy="-5.3" r="1.8"/></g>
<g id="landing"><path class="arrow" d="M0 -8L7 1H3V8H-3V1H-7Z"/></g>
"""


def look_of(name: str, at: int) -> Look:
    """Return how a terrain looks; `at` is its place in the legend, for one that has no look of its own."""
    plain = name.lower().replace("-", " ")
    if plain in LOOKS:
        return LOOKS[plain]
    words = [_known(word) for word in plain.split()]
    high = next((word for word in HIGH if word in words), "")
    for word in words:
        if high and word in ON_A_HILL:
            return _upon(LOOKS[high], LOOKS[ON_A_HILL[word]])
        if word in LOOKS and not high:
            return LOOKS[word]
    return LOOKS[high] if high else Look(SPARE[at % len(SPARE)])


def _upon(ground: Look, what: Look) -> Look:
    """Return how something looks that stands on high ground."""
    return replace(ground, glyph=what.glyph, places=SPARSE, height=ground.height + what.height)


def _known(word: str) -> str:
    """Return a word as it stands among the looks, if it does, perhaps in its plural."""
    return word if word in LOOKS else word.removesuffix("s")


def dressed(look: Look, hex_id: HexId, names: Iterable[str]) -> Look:
    """Return how a hex looks in places of these names: the church is no house, and a field is ploughed."""
    kinds = DRESSED.get(look.glyph, {})
    words = [word for name in names for word in name.lower().split()]
    for word in words:
        if word in kinds:
            return replace(look, glyph=kinds[word], places=())
    if look.glyph not in UNNAMED or words:
        return look
    return replace(look, glyph=UNNAMED[look.glyph][_chance(hex_id) % len(UNNAMED[look.glyph])])


def glyphs(look: Look, hex_id: HexId, centre: XY, turn: float = 0) -> Iterator[str]:
    """Draw what stands in a hex: one glyph that fills it, turned by an angle, or several strewn over it."""
    if look.is_whole:
        yield f'<use href="#{look.glyph}" transform="translate({spot(centre)}) rotate({turn:.0f})"/>'
    for x, y, size in _strewn(look, hex_id, centre):
        yield f'<use href="#{look.glyph}" transform="translate({x:.1f} {y:.1f}) scale({size:.2f})"/>'


def _strewn(look: Look, hex_id: HexId, centre: XY) -> list[tuple[float, float, float]]:
    """Return place and size of every glyph in a hex: a little off the pattern, the same on every drawing."""
    placed = []
    for at, (x, y) in enumerate(look.places):
        chance = _chance(hex_id, at)
        off = (chance % 17 - 8, chance // 17 % 17 - 8)
        size = 0.9 + chance // 289 % 5 * 0.05
        placed.append((centre[0] + (x + off[0]) * SIDE / 100, centre[1] + (y + off[1]) * SIDE / 100, size))
    return sorted(placed, key=lambda glyph: glyph[1])


def _chance(hex_id: HexId, at: int = 0) -> int:
    return (hex_id * 2654435761 + at * 40503) >> 7
