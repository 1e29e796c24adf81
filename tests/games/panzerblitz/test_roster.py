# SPDX-License-Identifier: Apache-2.0
"""The counters: what they are, and that a spoiled table is named fault by fault."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.charts.errors import BadFile, NoSuch
from grognard.games.panzerblitz import roster as module
from grognard.games.panzerblitz.roster import UnitType, load_roster, roster, unit_type
from grognard.registry import Card

TYPED = Path(__file__).parents[2] / "transcriptions" / "panzerblitz" / "roster.txt"
SOUND = (Path(module.__file__).parent / "roster.toml").read_text(encoding="utf-8")
Spoil = Callable[..., str]


@pytest.fixture
def faults(tmp_path: Path) -> Spoil:
    """Load the roster with some of its text replaced, and return what is said of it, without the path."""

    def said(*changes: tuple[str, str]) -> str:
        text = SOUND
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path = tmp_path / "roster.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadFile) as bad:
            load_roster(path)
        return str(bad.value).replace(str(path), "it")

    return said


def counter(unit: UnitType) -> str:
    return f"{unit.attack} {unit.weapon} {unit.range} / {unit.defence} {unit.movement}"


@pytest.mark.parametrize(
    ("known", "name", "side", "factors"),
    [
        ("g-rifle", "Rifle platoon", "German", "3 I 6 / 8 1"),
        ("s-rifle", "Rifle company", "Soviet", "5 I 4 / 16 1"),
        ("panther", "Panther", "German", "16 A 12 / 12 10"),
        ("t34-85", "T-34/85", "Soviet", "15 A 8 / 10 11"),
        ("hummel", "Hummel", "German", "60 H 24 / 6 8"),
        ("122mm", "122mm howitzer", "Soviet", "40 H 20 / 1 0"),
        ("cavalry", "Cavalry", "Soviet", "10 I 3 / 8 3"),
        ("s-halftrack", "Halftrack", "Soviet", "2 C(I) 1 / 2 10"),
        ("fort-50", "Fortification", None, "0 - 0 / 50 0"),
    ],
)
def test_counters_as_photographed(known: str, name: str, side: str | None, factors: str) -> None:
    unit = unit_type(known)
    assert (unit.name, unit.side, counter(unit)) == (name, side, factors)


def typed(unit: UnitType) -> str:
    """A counter as it is typed in the second transcription."""
    short = {"fort": f"{unit.defence}", "mine": unit.odds, "block": "X"}
    return f"{unit.name}: {short.get(unit.kind, counter(unit))}, {unit.seen}"


def test_every_counter_is_as_it_was_typed_a_second_time() -> None:
    """The file was typed from the sources by itself, not from the roster, and lists the counters in the same order."""
    owners = TYPED.read_text(encoding="utf-8").split("\n\n")
    for heading, *lines in map(str.splitlines, owners):
        owner = heading.split(":")[0]
        assert [typed(unit) for unit in roster().values() if unit.owner == owner] == lines
    assert sum(len(each.splitlines()) - 1 for each in owners) == len(roster())


def test_there_are_as_many_as_on_the_sheets() -> None:
    owners = [unit.owner for unit in roster().values()]
    assert {each: owners.count(each) for each in dict.fromkeys(owners)} == {
        "German": 38,
        "Soviet": 29,
        "either": 4,
    }


def test_who_is_what() -> None:
    """Halftracks and forts are armoured, trucks are not; cavalry assaults; only armoured vehicles overrun."""
    armoured = {known for known, unit in roster().items() if unit.is_armoured}
    assert {"g-halftrack", "puma", "panther", "stug", "wespe", "fort-40"} <= armoured
    assert not armoured & {"g-truck", "s-wagon", "88mm", "cavalry", "cp", "g-rifle"}
    assert {known for known, unit in roster().items() if unit.is_infantry} == {
        "g-rifle", "g-smg", "g-security", "g-engineer", "s-rifle", "guards", "s-smg", "recon", "s-engineer", "cavalry",
    }  # fmt: skip
    assert unit_type("g-truck").is_vehicle
    assert not unit_type("cavalry").is_vehicle
    assert not unit_type("fort-40").is_armoured_vehicle
    assert unit_type("mines").odds == "2-1"


def test_what_a_unit_fires_as() -> None:
    found = {
        known: unit_type(known).fires_as() for known in ("panther", "g-halftrack", "g-truck", "cp", "20mm")
    }
    assert found == {"panther": "A", "g-halftrack": "I", "g-truck": "", "cp": "", "20mm": "H"}
    assert unit_type("20mm").fires_as(Card("panzerblitz", "card", (("flak-class", "A"),))) == "A"


def test_a_name_nobody_has() -> None:
    with pytest.raises(NoSuch, match="there is no unit 'tigre'; did you mean tiger"):
        unit_type("tigre")


def test_every_fault_of_a_roster_is_named_at_once(faults: Spoil) -> None:
    said = faults(
        ("| 16 A 12 / 12 10 |", "| 16 Z 12 / 12 10 |"),
        ("lynx        |", "pz4         |"),
        ("| cavalry ", "| horse "),
        ("| 15 A 8 / 13 10  | B", "| 15 A 8 / 13 10  | X"),
        ("| 0 C 0 / 1 3     | B", "| 5 C 0 / 1 3     | B"),
        ("| 2-1", "| 3 to 1"),
        ("su76        |", "SU 76       |"),
        ("flak-class", "flak-clas"),
        ('"20mm-quad"]', '"20mm-twin"]'),
    )
    assert said.startswith("it has 9 faults:")
    for fault in (
        "unit panther: '16 Z 12 / 12 10' must be factors such as 3 I 6 / 8 1",
        "unit pz4: is there twice",
        "unit cavalry: 'horse' is no kind;",
        "unit kv85: 'X' is no confidence; there are P, B",
        "unit g-wagon: '5 C 0 / 1 3' must have an AF, a class and a range, or none of them",
        "unit mines: '3 to 1' must be odds such as 2-1",
        "unit SU 76: is no id; write small letters, digits, dots and dashes",
        "ruled, flak-clas: is no ruling; did you mean flak-class?",
        "ruled, flak-clas: '20mm-twin' is no unit; did you mean 20mm",
    ):
        assert fault in said
    line = SOUND[: SOUND.index("panther ")].count("\n") + 1
    assert f"line {line}: unit panther" in said


def test_what_a_roster_lacks(faults: Spoil) -> None:
    assert "units, Polish: is not known here" in faults(("Soviet =", "Polish ="))
    assert "unit cp: has 4 cells, not id | name | kind | factors | seen" in faults(
        ("| Command post          ", "")
    )
    assert "unit block: 'Y' must be X" in faults(("| X ", "| Y "))
    assert "'0 - 0 / 0 0' must have a DF above 0" in faults(("0 - 0 / 40 0", "0 - 0 / 0 0"))
    assert "ruled, halving: has options that are no class of weapon" in faults(("flak-class", "halving"))


def test_a_side_left_out_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    path.write_text('[units]\nGerman = ""\nSoviet = ""\n', encoding="utf-8")
    with pytest.raises(BadFile, match="units: has no table of either"):
        load_roster(path)
