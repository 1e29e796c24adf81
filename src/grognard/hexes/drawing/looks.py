"""How terrain looks: a tint, and a glyph strewn over the hex, so that colour alone never carries meaning."""

import msgspec
from msgspec.structs import replace

from grognard.hexes.drawing.shapes import SIDE, XY
from grognard.hexes.grid import HexId

# Where glyphs may stand in a hex, in hundredths of a hexside from its middle.
FULL = ((0, -48), (-44, -24), (44, -28), (-66, 6), (0, 2), (64, 8), (-38, 36), (36, 38), (0, 62))
SPARSE = ((-36, -34), (40, -18), (-44, 28), (34, 42))
FEW = ((-30, -14), (34, 26))
BESIDE = ((-52, 12), (54, -8))
MIDDLE = ((0, 0),)
RANGE = ((-2, -40), (-46, -8), (44, -6), (0, 18), (-30, 48), (34, 50))


class Look(msgspec.Struct, frozen=True):
    """The name of a tint in the palette, the glyph strewn over it, and where.

    Hexes with a `bed` are joined by one, from middle to middle: a dry stream that runs through hexes. `height` says
    which of two neighbours is the higher, where a slope lies between them.
    """

    tint: str
    glyph: str = ""
    places: tuple[tuple[int, int], ...] = ()
    bed: bool = False
    height: int = 0

    @property
    def is_unknown(self) -> bool:
        """Say whether nobody has drawn it yet, so that it shows its code."""
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
}
# Words for high ground, and those that say what stands on it: the tint is the ground's, the glyph that of what stands there.
HIGH = ("upland", "hilltop", "slope")
ON_A_HILL = {"wooded": "woods", "woods": "woods", "dense": "dense woods", "town": "town", "hill": "hill"}
# The glyphs of what is built up.
HOUSES = ("block", "quarter")
# Features of hexsides that are no water but a colour, drawn as bars of that colour and of a shape of its own.
SYMBOLS = ("orange", "brown", "grey", "green")
# Features of hexsides that lead over the water there, drawn across it.
CROSSINGS = ("bridge", "ford")
# All that is no water.
DRY = (*SYMBOLS, *CROSSINGS, "slope")
# For terrain nobody has drawn yet: a tint of its own, and its code for a glyph.
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
    """Return a word as it stands among the looks, where it does; one of them may be meant by its plural."""
    return word if word in LOOKS else word.removesuffix("s")


def strewn(look: Look, hex_id: HexId, centre: XY) -> list[tuple[float, float, float]]:
    """Return place and size of every glyph in a hex: a little off the pattern, the same on every drawing."""
    found = []
    for at, (x, y) in enumerate(look.places):
        chance = (hex_id * 2654435761 + at * 40503) >> 7
        off = (chance % 17 - 8, chance // 17 % 17 - 8)
        size = 0.9 + chance // 289 % 5 * 0.05
        found.append((centre[0] + (x + off[0]) * SIDE / 100, centre[1] + (y + off[1]) * SIDE / 100, size))
    return sorted(found, key=lambda glyph: glyph[1])
