# SPDX-License-Identifier: Apache-2.0
"""The colours of a map by what they are for, each by day and by night; a drawing is coloured with one or the other.

Colours are filled in here and not left to CSS variables, which not every program that prints SVG knows.
"""

import re
from pathlib import Path
from typing import Literal, get_args

from grognard.charts.errors import one_of

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)
STYLE = Path(__file__).with_name("map.css")

# By day ink on paper; by night a lamp-lit sheet: land is lighter than the sea, and what is written is lighter than both.
COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#fbf7ea", "#1b1d1e"),
    "ink": ("#241c10", "#f4ecda"),
    "halo": ("#fbf7ea", "#15140f"),
    "soft-ink": ("#5d5138", "#bdb299"),
    "rim": ("#3d3626", "#8d8163"),
    "clear": ("#f4edd3", "#45423a"),
    "beach": ("#f3dfa0", "#64572c"),
    "grains": ("#a9803a", "#d9b75f"),
    "forest": ("#b8d2a8", "#1d3626"),
    "dense-woods": ("#96bb8d", "#142a1c"),
    "upland": ("#f0dcae", "#5b4d35"),
    "crown": ("#6f9a5c", "#4f7d4a"),
    "trunk": ("#5a4a32", "#8a7350"),
    "leaf-line": ("#37552f", "#14261a"),
    "rough": ("#e3c48a", "#574128"),
    "slope": ("#d3b078", "#7d6139"),
    "slope-line": ("#7c5a2c", "#c49d62"),
    "mountain": ("#cfae7d", "#6b5236"),
    "hilltop": ("#f2b95c", "#774d0d"),
    "hachure": ("#6f4e22", "#d2ab6c"),
    "swamp": ("#cfe0cf", "#1d474e"),
    "reed": ("#2f6f78", "#7fc4c2"),
    "city": ("#d9c6bc", "#5d4950"),
    "major-city": ("#c7a094", "#7a4c50"),
    "houses": ("#7a5348", "#b49a90"),
    "houses-line": ("#4c2f28", "#241a1e"),
    "roof": ("#c4704b", "#b5694a"),
    "roof-shade": ("#96492f", "#7d4630"),
    "thatch": ("#d8b870", "#a98c4e"),
    "thatch-shade": ("#ab8a48", "#786233"),
    "slate": ("#8391a1", "#8494a5"),
    "slate-shade": ("#5c6a7b", "#56636f"),
    "furrow": ("#a9803a", "#a38a55"),
    "blade": ("#6f8f4c", "#86a36a"),
    "spare-0": ("#e8dfc6", "#4a4638"),
    "spare-1": ("#dcd3e2", "#403a4a"),
    "spare-2": ("#e9d6cf", "#4d3b38"),
    "spare-3": ("#d3dfe4", "#35444b"),
    "spare-4": ("#e4e2c0", "#454626"),
    "sea": ("#a9cbdd", "#13293a"),
    "shallows": ("#d9edf3", "#3c6a86"),
    "swell": ("#6f9fb8", "#3f6f8c"),
    "coast": ("#35586b", "#9cc3d8"),
    "bank": ("#1f5b86", "#0b1a26"),
    "bed": ("#63a8d4", "#5db0e4"),
    "canal": ("#d6ecf8", "#bfe3fb"),
    "strait": ("#b9d8e6", "#28506a"),
    "gully-bank": ("#5c4a2a", "#12100b"),
    "gully-bed": ("#d9cba4", "#2c2a22"),
    "rill": ("#6f9fb8", "#4f88a6"),
    "stones": ("#f7f1de", "#cfc6ae"),
    "symbol-line": ("#1f1a10", "#0d0b07"),
    "green": ("#2f8f3f", "#5fc46b"),
    "grey": ("#7d8288", "#b9bec6"),
    "brown": ("#7a4a1e", "#c98a4b"),
    "orange": ("#e8730c", "#ff9c33"),
    "slope-bar": ("#8a5a22", "#e0b06a"),
    "parapet": ("#2a2620", "#e9e2d0"),
    "planks": ("#efe3c6", "#55503f"),
    "pond": ("#3d8fc4", "#4fa3dc"),
    "verge": ("#5f4a35", "#14110c"),
    "way": ("#fbf3df", "#cfc09a"),
    "street": ("#fbf3df", "#8f8468"),
    "primary-verge": ("#7c1f12", "#1a0d08"),
    "primary": ("#f0a04b", "#e8853a"),
    "secondary": ("#8f6f4a", "#d3bd93"),
    "rail": ("#2a2620", "#d8d2c4"),
    "mesh": ("#6b5f45", "#a39a80"),
    "mesh-wet": ("#48788f", "#6f9cb5"),
    "number": ("#5a4f38", "#d6cdb6"),
    "number-wet": ("#2f5d75", "#8fb6cb"),
    "line": ("#a3243b", "#ffb0bd"),
    "water-ink": ("#164e78", "#a5d8fb"),
    "area-ink": ("#6a4f24", "#e8cc98"),
    "area-wet": ("#2a6079", "#8fc3dd"),
    "sign": ("#123f5c", "#a5d8fb"),
    "arrow": ("#8c2f1b", "#ff9c7d"),
}


def parse_theme(text: str) -> Theme:
    """Read a theme's name."""
    return one_of("theme", text, THEMES)


def palette(theme: Theme) -> dict[str, str]:
    """Return every colour of a theme by its name."""
    return {name: both[THEMES.index(theme)] for name, both in COLOURS.items()}


def style(theme: Theme) -> str:
    """Return the style sheet of a map in the colours of a theme."""
    colours = palette(theme)
    return re.sub(r"var\(--([\w-]+)\)", lambda name: colours[name[1]], STYLE.read_text(encoding="utf-8"))
