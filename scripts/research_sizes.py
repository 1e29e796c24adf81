# SPDX-License-Identifier: Apache-2.0
"""Write the table of action and observation sizes in docs/research.md; a test holds it to the scenarios.

Usage: python scripts/research_sizes.py
"""

from collections.abc import Iterator
from pathlib import Path

from grognard.lab.research.moment import Setting
from grognard.lab.research.observation import Observing
from grognard.registry import NAMES
from grognard.registry.games import scenario_names

PAGE = Path(__file__).parent.parent / "docs" / "research.md"
BEGINS, ENDS = "<!-- the sizes, by scripts/research_sizes.py -->\n", "<!-- end of the sizes -->\n"
HEAD = (
    "| scenario | actions | pieces | hexes | kinds of order | planes | piece rows | game | numbers in all |",
    "|---|---|---|---|---|---|---|---|---|",
)


def rows() -> Iterator[str]:
    """Yield a row for each scenario that comes with Grognard."""
    for game in NAMES:
        for scenario in scenario_names(game):
            setting = Setting(f"{game}/{scenario}")
            numbering, observing = setting.numbering, Observing(setting)
            shapes = [" x ".join(map(str, shape)) for shape in observing.shapes.values()]
            sizes = [numbering.size, *map(len, (numbering.pieces, numbering.hexes, numbering.kinds))]
            cells = [f"`{setting.name}`", *(f"{size:,}" for size in sizes), *shapes, f"{observing.size:,}"]
            yield f"| {' | '.join(cells)} |"


def page() -> str:
    """Return the page with the table as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    return before + BEGINS + "\n" + "\n".join([*HEAD, *rows()]) + "\n\n" + ENDS + after


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
