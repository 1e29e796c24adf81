# SPDX-License-Identifier: Apache-2.0
"""The scenarios of Jarama: what they say, and how the faults of a file are named; units and their losses."""

import re
from pathlib import Path

import pytest

from grognard.charts.errors import BadFile
from grognard.games.jarama.command import command_lines
from grognard.games.jarama.features import work_at
from grognard.games.jarama.movement import Front, Move, allowance
from grognard.games.jarama.scenario import Scenario, load_scenario
from grognard.games.jarama.supply import blocked, supply_ways
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.units import Unit, factor_left, parse_values
from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Ways, supply_marks
from grognard.registry import Card, folder
from grognard.rules.lines import SupplyLines, TracedLine

FOLDER = folder("jarama") / "scenarios"
NAMES = ("pindoque", "jarama")


@pytest.fixture(scope="module", params=NAMES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(FOLDER / f"{request.param}.toml")


def test_the_pindoque_bridge() -> None:
    found = load_scenario(FOLDER / "pindoque.toml")
    assert (found.first, found.sides[1], found.turns, found.stacking) == ("Nationalist", "Republican", 3, 10)
    assert all(12 <= len(units) <= 16 for units in found.of_side.values())
    assert found.missions == {"Nationalist": 2, "Republican": 2}
    assert [each.name for each in found.air_by_side["Republican"] if each.recon] == ["SB Katiuska"]
    heights = found.map.place("area", "Pajares").hexes
    assert [(found.worth[each], found.held[each]) for each in heights] == [(3, "Republican")] * 3
    assert work_at(found.map, found.features, found.map.grid.parse_hex("2313")) == "position"


def test_the_battle_of_the_jarama() -> None:
    found = load_scenario(FOLDER / "jarama.toml")
    assert (found.turns, found.file.days, found.file.first_day) == (9, 2, "1937-02-06")
    assert all(30 <= len(units) <= 36 for units in found.of_side.values())
    kinds = {unit.kind for unit in found.units}
    assert kinds == {
        "Infantry", "Engineers", "Pontoons", "Cavalry", "Armor", "Tanks", "AT Artillery", "AA Artillery", "Armored Train",
        "Headquarters", "Heavy Artillery", "Medium Artillery", "Light Artillery",
    }  # fmt: skip
    british = found.by_id["brit"]
    assert (british.box, british.turn, british.at, british.formation) == (
        "Colmenar", 4, None, "XV International Brigade",
    )  # fmt: skip


def test_units_of_the_side_that_moves_first_come_first(scenario: Scenario) -> None:
    assert [unit.number for unit in scenario.units] == list(range(len(scenario.units)))
    assert [each.number for each in scenario.air] == list(range(len(scenario.air)))
    sides = [unit.side for unit in scenario.units]
    assert sides == sorted(sides, key=lambda side: side != scenario.first)


def test_every_name_is_one_unit_s(scenario: Scenario) -> None:
    names = [unit.name for unit in scenario.units] + [each.name for each in scenario.air]
    assert len(names) == len(set(names))


def test_a_zone_has_room_for_its_formation(scenario: Scenario) -> None:
    for formation in scenario.formations:
        there = [unit for unit in formation.units if unit.at is not None]
        assert len(there) <= 10 * len(formation.zone)


def stood(scenario: Scenario, side: Side) -> set[HexId]:
    return {unit.at for unit in scenario.of_side[side] if unit.at is not None}


def front(scenario: Scenario, side: Side) -> Front:
    """A side's front as it is suggested."""
    owners = {unit.at for unit in scenario.of_side[side] if unit.at is not None and unit.has_zone}
    return Front(scenario.file.map, stood(scenario, side), owners)


def closed(scenario: Scenario, side: Side) -> frozenset[HexId]:
    return blocked(front(scenario, enemy(side)), stood(scenario, side))


def supply_state(where: Ways, unit: HexId, marks: Ints) -> TracedLine:
    return SupplyLines(where, marks).line(unit)


def test_everybody_begins_in_supply_and_can_move(scenario: Scenario) -> None:
    name = scenario.file.map
    for side, units in scenario.of_side.items():
        marks = supply_marks(scenario.sources[side], closed(scenario, side))
        for unit in units:
            start = scenario.entries[unit.box][0] if unit.at is None else unit.at
            assert supply_state(supply_ways(name, scenario.features), start, marks).holds, unit.name
            foes = front(scenario, enemy(side))
            move = Move(name, unit.mobility, start, allowance(unit.kind), foes, scenario.features)
            assert len(move.reach) > 1, unit.name


def test_everybody_begins_in_command(scenario: Scenario) -> None:
    for formation in scenario.formations:
        (staff,) = formation.headquarters
        if staff.at is None:
            continue
        shut = closed(scenario, formation.side)
        command = command_lines(scenario.file.map, staff.at, shut, scenario.features)
        for unit in formation.units:
            assert unit.at is None or command.commands(unit.at), unit.name


# Units


def unit(factor: int, points: int) -> Unit:
    return Unit(
        number=0, id="u", name="U", side="Republican", kind="Infantry", size="battalion", formation="F", factor=factor,
        points=points, effectiveness=5,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("factor", "points", "left", "wanted"),
    [
        (5, 5, 5, 5),
        (5, 4, 3, 4),  # 3.75
        (5, 4, 2, 3),  # 2.5, halves up
        (5, 4, 1, 1),  # 1.25
        (1, 3, 1, 1),  # a third, but never under 1
        (6, 8, 5, 4),  # 3.75
    ],
)
def test_a_unit_fights_in_proportion_to_its_troop_points(
    factor: int, points: int, left: int, wanted: int
) -> None:
    """Ruling factor-with-losses."""
    assert factor_left(unit(factor, points), left) == wanted
    full = Card("jarama", "card", (("factor-with-losses", "full"),))
    assert factor_left(unit(factor, points), left, full) == factor


def test_values_as_a_person_writes_them() -> None:
    assert parse_values("5-4-6") == {"factor": 5, "points": 4, "effectiveness": 6}
    assert parse_values("2-2-5 at3 b4") == {
        "factor": 2, "points": 2, "effectiveness": 5, "at_points": 3, "bombardment": 4,
    }  # fmt: skip


# Faults


def faults(tmp_path: Path, *changes: tuple[str, str]) -> str:
    text = (FOLDER / "pindoque.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "pindoque.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as found:
        load_scenario(path)
    return str(found.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("| 5-4-7     | 2115", "| 5-4       | 2115", "unit ifni: '5-4' are no combat factor, Troop points and effectiveness number"),
        ("| 5-4-7     | 2115", "| 5-4-12    | 2115", "unit ifni: effectiveness is a number from 0 to 10, not 12"),
        ("| 5-4-7     | 2115", "| 5-4-7     | 2517", "unit ifni: 2517 is not in the zone of Barrón's Brigade"),
        ("| 5-4-7     | 2115", "| 5-4-7     | Cuenca 2", "unit ifni: 'Cuenca 2' is neither a hex nor one of Madrid,"),
        ("| Infantry        | battalion | 5-4-7", "| Infantryman     | battalion | 5-4-7", "unit ifni: 'Infantryman' is no kind; did you mean Infantry?"),
        ("| battery   | 1-2-6 b4", "| battery   | 1-2-6   ", "unit b75: Light Artillery has 0 bombardment points"),
        ("| battery   | 1-2-5 aa4", "| battery   | 1-2-5    ", "unit aa: AA Artillery has no AA factor"),
        ("bhq  | Barrón's Staff         | Headquarters  ", "bhq  | Barrón's Staff         | Infantry      ", "formation Barrón's Brigade: has 0 Headquarters, not 1"),
        ("name = \"Asensio's Brigade\"", 'name = "17th Brigade"', "17th Brigade is the name of another formation"),
        ("tet  | 1st", "ifni | 1st", "unit ifni: is there twice"),
        ("ju52 | Ju 52 of Tablada      | 8-1", "ju52 | Ju 52 of Tablada | 8", "unit ju52: '8' must be FB and CAS, such as 3-4"),
        ("he51 | He 51", "ju52 | He 51", "unit ju52: is there twice"),
        ("he51 | He 51", "tet  | He 51", "unit tet: is there twice"),
        ("he51 | He 51", "he51 | Jagd | He 51", "unit he51: has 4 cells, not id | name | values"),
        ("Pajares = 9", "Pajares = 8", "8 points are not shared evenly by 3 hexes"),
        ("Pajares = 9", "Pajaros = 9", "is no town or height of the map; did you mean Pajares?"),
        ('["Toledo", "Illescas"]', '["Toledo", "Iliescas"]', "'Iliescas' is no edge or town of the map; did you mean Illescas or Vallecas?"),
        ('positions = "2313', 'positions = "9913', "'9913' is off the map"),
        ('zone = "2220..2524"', 'zone = "2220..2599"', "'2599' is off the map"),
        ('zone = "2220..2524"', 'zone = "2220..2524 2117"', "hex 2117: is in set-up zones of both sides"),
        ("| 1-2-5 at4 | 2414", "| 1-2-5 at4 | 2115", "hex 2115: has units of both sides"),
        ("pz1  | Panzer I Company       | Tanks            | company  ", "pz1  | Panzer I Company       | Armored Train    | train    ", "unit pz1: there is no railroad in 1823"),
    ],
)  # fmt: skip
def test_faults_are_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    changes = [(old, new)]
    if "Armored Train" in new:
        changes.append(("| train     | 4-3-6 at2 | 1822", "| train     | 4-3-6 at2 | 1823"))
    assert said in faults(tmp_path, *changes)


def test_all_faults_are_named_at_once_with_their_lines(tmp_path: Path) -> None:
    said = faults(
        tmp_path, ("Pajares = 9", "Pajares = 8"), ("tet  | 1st", "ifni | 1st"), ('"Illescas"', '"Aldea"')
    )
    assert len(re.findall(r"^  line \d+: ", said, re.MULTILINE)) == 3
