# SPDX-License-Identifier: Apache-2.0
"""The scenarios of Iron Curtain: what they say, and how the faults of a file are named."""

import re
from pathlib import Path

import pytest

from grognard.charts.errors import BadFile
from grognard.games.iron_curtain.movement import move_reach, mover_of
from grognard.games.iron_curtain.supply import supply_ways
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import HexId
from grognard.hexes.paths import supply_lengths, supply_marks
from grognard.registry import folder
from grognard.registry.games import definition
from grognard.rules import scenario as scenarios
from grognard.rules.scenario import Scenario
from grognard.rules.units import Face

FOLDER = folder("iron-curtain") / "scenarios"
NAMES = ("elbe-1945", "hannover-1983")
GAME = definition("iron-curtain")


def load_scenario(path: Path) -> Scenario:
    return scenarios.load_scenario(path, GAME)


@pytest.fixture(scope="module", params=NAMES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(FOLDER / f"{request.param}.toml")


def test_the_elbe_in_1945() -> None:
    found = load_scenario(FOLDER / "elbe-1945.toml")
    assert (found.file.year, found.file.period, *found.sides, found.turns) == (
        1945,
        "1945",
        "NATO",
        "WP",
        5,
    )
    assert all(16 <= len(units) <= 20 for units in found.movers.values())
    assert found.file.strikes == {"NATO": 4, "WP": 2}
    assert all(
        weapons.nuclear == weapons.chemical == 0 for weapons in map(found.file.weapons_of, found.sides)
    )


def test_hannover_in_1983() -> None:
    found = load_scenario(FOLDER / "hannover-1983.toml")
    assert (found.file.year, found.file.period, found.sides[0], found.turns) == (1983, "1962-1989", "WP", 6)
    assert all(25 <= len(units) <= 30 for units in found.movers.values())
    warsaw = found.file.weapons_of("WP")
    assert (warsaw.chemical, warsaw.chemical_from, warsaw.nuclear, warsaw.nuclear_from) == (6, 2, 4, 4)
    hannover = found.map.place("town", "Hannover").hexes
    assert [(found.worth[each], held_by(found, each)) for each in hannover] == [(4, "NATO"), (4, "NATO")]


def held_by(found: Scenario, at: HexId) -> str:
    return found.sides[0] if at in found.held else found.sides[1]


def test_units_of_the_side_that_moves_first_come_first(scenario: Scenario) -> None:
    assert [unit.number for unit in scenario.units] == list(range(len(scenario.units)))
    sides = [unit.side for unit in scenario.units]
    assert sides == sorted(sides, key=lambda side: side != scenario.sides[0])
    for side, numbers in scenario.numbers.items():
        assert {unit.side for unit in scenario.units[numbers]} == {side}


def test_a_unit_has_a_face_for_every_step() -> None:
    unit = load_scenario(FOLDER / "hannover-1983.toml").by_id["7gt"]
    assert (unit.name, len(unit.faces), unit.traits) == ("7th Guards Tank", 2, frozenset({"exploits"}))
    assert unit.faces == (Face(9, 7, 7), Face(5, 4, 7))
    assert unit.written[1] == "5-4-7"


def test_a_step_lost_makes_no_unit_stronger(scenario: Scenario) -> None:
    for unit in scenario.units:
        for full, less in zip(unit.faces, unit.faces[1:], strict=False):
            assert less.attack <= full.attack
            assert less.defence <= full.defence
            assert less.movement <= full.movement


def test_everybody_begins_in_supply_and_can_move(scenario: Scenario) -> None:
    name = scenario.file.map
    at = {side: [u.at for u in units if u.at is not None] for side, units in scenario.movers.items()}
    for side in scenario.sides:
        foes, supply = Front(name, at[scenario.enemy(side)]), GAME.printed.supply
        assert supply is not None
        closed = supply.closed(foes, frozenset(at[side]))
        marks = supply_marks(scenario.sources[side], closed)
        lengths = supply_lengths(supply_ways(name, scenario.file.year), marks)
        for unit in scenario.movers[side]:
            start = scenario.entries[unit.box][0] if unit.at is None else unit.at
            assert supply.judged(side, lengths.item(start)) == "in supply", unit.id
            mover = mover_of(unit, scenario.file.year)
            assert move_reach(name, mover, start, unit.faces[0].movement, foes).elsewhere, unit.id


def test_the_sides_hold_towns_behind_their_own_lines(scenario: Scenario) -> None:
    """No unit begins in a town that counts and that the other side holds."""
    for unit in scenario.units:
        assert unit.at not in scenario.worth or held_by(scenario, unit.at) == unit.side


def broken(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    """Break the Elbe and return what is said of it, without the lines."""
    text = (FOLDER / "elbe-1945.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as error:
        load_scenario(path)
    return [re.sub(r"^ *line \d+: ", "", line) for line in str(error.value).splitlines()[1:]]


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    said = broken(
        tmp_path,
        ("year = 1945", "year = 1950"),
        ('["Berlin", "Mecklenburg", "Saxony"]', '["Berlin", "Saxonia"]'),
        ("Schwerin = 4", "Schwerinn = 4"),
        ("Hamburg = 6", "Hamburg = 7"),
        ("lead = 6", "lead = -6"),
        ("| armour     | division | 8-6-7 4-3-7 | 3210", "| tanks      | division | 8-6-7 4-3-7 | 3210"),
        ("8-6-7 4-3-7 | 3010", "8-6 4-3-7 | 3010"),
        ("| 2810", "| 0101"),
        ("| 3110", "| Rhine 2"),
        ("| 3007", "| 9999"),
        ("51h  |", "53w  |"),
    )
    assert said == [
        "year: must be 1945, or from 1962 to 1989, not 1950",
        "sources, WP: 'Saxonia' is no edge or town of the map; did you mean Saxony?",
        "victory, towns, NATO, Hamburg: 7 points are not shared evenly by 3 hexes",
        "victory, towns, WP, Schwerinn: is no town of the map; did you mean Schwerin?",
        "victory, levels: must fall from the highest lead to the lowest",
        "unit 7ad: 'tanks' is no kind; there are armour, mechanised, motorised, infantry, airborne, air-mobile, helicopter",
        "unit 11ad: '8-6 4-3-7' are no attack, defence and movement of each step, such as 12-8-6 7-5-6",
        "unit gad: 0101 is ocean",
        "unit 15s: 'Rhine 2' is neither a hex nor one of Netherlands, Ruhr, Hesse, Denmark, Mecklenburg, Berlin, Saxony",
        "unit 53w: is there twice",
        "unit 5d: '9999' is off the map, which has 0101 to 4632",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("stacking = 3", "stacking = 1", "hex 3013: has 2 units of the NATO side, and holds 1"),
        ("11th Armoured", "7th Armoured", "unit 11ad: 7th Armoured is the name of another"),
        ("11th Armoured", "11th Ajax2   ", "unit 11ad: 11th Ajax2 ends like a number of steps lost; give it another name"),
        ("| 3708", "| 3827", "hex 3827: has units of both sides"),
        ("[victory.towns.WP]", "[victory.towns.WP]\nHamburg = 6", "victory, towns, WP, Hamburg: is held by both sides"),
        ('WP = ["Berlin", "Mecklenburg", "Saxony"]', "",
         "sources: has no source of supply of the WP side: name edges and towns here, or say in [supply] of rules.toml what terrain or edges feed it"),
        ("| armour     | division | 8-6-7 4-3-7 | 3210", "| armour | 3210", "unit 7ad: has 4 cells, not id | name | kind | size | values | where"),
    ],
)  # fmt: skip
def test_single_faults(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert broken(tmp_path, (old, new)) == [said]
