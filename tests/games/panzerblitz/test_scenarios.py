# SPDX-License-Identifier: Apache-2.0
"""What is said of a scenario file that is wrong: every fault at once, each where it stands."""

import re
from pathlib import Path

import pytest

from grognard.charts.errors import BadFile
from grognard.games.panzerblitz import scenario

KURGAN = Path(scenario.__file__).parent / "scenarios" / "kurgan.toml"


def broken(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    """Break the Long Kurgan and return what is said of it, without the lines."""
    text = KURGAN.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as error:
        scenario.load_scenario(path)
    return [re.sub(r"^ *line \d+: ", "", line) for line in str(error.value).splitlines()[1:]]


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    said = broken(
        tmp_path,
        ("Peski = 4", "Pesky = 4"),
        ('"Long Kurgan" = 18', '"Long Kurgan" = 1'),
        ('"West edge" = 1', '"West ege" = 1'),
        ("lead = -4", "lead = 9"),
        ("2913 2612", "2913 2912"),
        ("2907 2817", "2907 9999"),
        ("g-rifle     | 2813", "g-rifles    | 2813"),
        ("g-rifle     | 2715", "s-rifle     | 2715"),
        ("g-rifle     | 2613", "g-rifle     | Westend 2"),
        ("g-rifle     | on h1", "g-rifle     | on t1"),
        ("gu  |", "i1  |"),
    )
    assert said == [
        "held, German: 'Peski' is no ground that counts; did you mean Pesky?",
        "victory, ground, Long Kurgan: 1 point is not shared evenly by 9 hexes",
        "victory, ground, Pesky: is no town or area of the map; did you mean Peski?",
        "victory, exits, Soviet, West ege: is no edge of the map; did you mean West edge or East edge?",
        "victory, levels: must fall from the highest lead to the lowest",
        "mines, German: 2912 is there twice",
        "blocks, German: '9999' is off the map, which has 0101 to 3320",
        "unit r2: there is no unit 'g-rifles'; did you mean g-rifle or s-rifle?",
        "unit r3: Rifle company is no German unit",
        "unit r4: 'Westend 2' is neither a hex nor one of West edge, East edge",
        "unit r5: cannot ride on 't1'",
        "unit i1: is there twice",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("g-rifle     | 2813", "g-rifle", "unit r2: has 3 cells, not id | name | type | where"),
        ('"West edge" = 1', '"West edge" = 1\n"East edge" = 2', "victory, exits, Soviet: all edges of a side must be worth the same"),
        ("g-rifle     | 2813", "mines       | 2813", "unit r2: Mines is no German unit"),
    ],
)  # fmt: skip
def test_single_faults(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert broken(tmp_path, (old, new)) == [said]
