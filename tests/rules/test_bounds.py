# SPDX-License-Identifier: Apache-2.0
"""What is out of all bounds in a game of one's own is refused with its line, before anything is reckoned with it."""

import shutil
from pathlib import Path

import pytest

import grognard

LYSNA = Path(__file__).parents[2] / "examples" / "lysna"
LONG = "9" * 23
RANGE = "must be a number from -9,999 to 9,999"

# The file, what is changed, what into, and what is then said of which line: that of the change, unless none can be named.
FAULTS = {
    "a cost": ("cards/tec.toml", "Woods                | 2   ", f"Woods                | {LONG}",
               f"woods in chart tec: '{LONG}' is no cost: write a number of at most 99, none or P (LINE of tec.toml)"),
    "a part of a cost": ("cards/tec.toml", "Woods                | 2   ", "Woods                | 1/0 ",
                         "woods in chart tec: '1/0' is no cost: nothing is divided by 0 (LINE of tec.toml)"),
    "a retreat": ("cards/crt.toml", "DE = { defender_eliminated = 1 }", "DE = { defender_retreats = 21 }",
                  "DE of crt: LINE of crt.toml: defender_retreats must be a whole number from 0 to 20, not 21"),
    "a long retreat": ("cards/crt.toml", "DE = { defender_eliminated = 1 }", "DE = { defender_retreats = 99999999 }",
                       f"LINE: does, DE, defender_retreats: {RANGE}"),
    "a loss": ("cards/crt.toml", "A2 = { attacker_loses = 2 }", "A2 = { attacker_loses = 200 }",
               "attacker_loses must be a whole number from 0 to 20, not 200"),
    "a value": ("scenarios/bridges.toml", "7-6-4/4-3-4", f"7-6-{LONG}/4-3-4",
                f"LINE: unit 1gd: '7-6-{LONG}/4-3-4' are no attack, defence and movement such as 5-6-4, each of at most 9,999"),
    "turns": ("scenarios/bridges.toml", "turns = 8", "turns = 1000", "LINE: turns: must be a whole number from 1 to 999, not 1000"),
    "minutes": ("scenarios/bridges.toml", "minutes = 40", f"minutes = {LONG}", f"LINE: minutes: {RANGE}"),
    "a lead": ("scenarios/bridges.toml", "lead = -99", f"lead = -{LONG}", f"LINE: victory, levels 3, lead: {RANGE}"),
    "points": ("scenarios/bridges.toml", "Varno = 2", f"Varno = {LONG}", f"LINE: victory, towns, Varno: {RANGE}"),
    "a turn": ("scenarios/bridges.toml", "North edge 3", f"North edge {LONG}", "is neither a hex nor one of"),
    "a last day": ("scenarios/bridges.toml", "1921-06-03", "9999-12-30", "LINE: first_day: must be so early that the last turn"),
    "a stack": ("rules.toml", "three = 3", "three = 1000", "stacking, limit: must be a whole number from 1 to 999, not 1000"),
    "a share": ("rules.toml", 'movement = "1/2"', 'movement = "1e999999999"',
                "LINE: supply, effects, unsupplied, movement: must be a whole number or a fraction such as 1/2"),
    "a weight": ("rules.toml", "short = { Northern = { unsupplied = 0.8 }", "short = { Northern = { unsupplied = inf }", f"LINE: evaluation, short, Northern, unsupplied: {RANGE}"),
    "a map": ("maps/valley.toml", "columns = 15", f"columns = {LONG}", f"LINE: grid, columns: {RANGE}"),
    "a hex": ("maps/valley.toml", 'first = "0101"', f'first = "{LONG}0"', "first is the number of the top left hex, such as 0101 or 01.01"),
}  # fmt: skip

# Ids by which orders could not name a unit, and what is said of them.
IDS = {
    "end": "LINE: unit end: is the word of an order, and orders could not name the unit by it",
    "moves": "LINE: unit moves: is the word of an order, and orders could not name the unit by it",
    "0303": "LINE: unit 0303: is the number of a hex, and orders could not name the unit by it",
    "": "LINE: units: a unit has no id, by which orders name it",
}


def refused(folder: Path, file: str, old: str, new: str) -> tuple[str, str]:
    """Open a copy of the game with a change to a file; return what is said, and the line of the change."""
    text = (LYSNA / file).read_text(encoding="utf-8")
    assert old in text
    shutil.copytree(LYSNA, folder)
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(grognard.GrognardError) as error:
        grognard.open(folder)
    return str(error.value), f"line {text[: text.index(old)].count(chr(10)) + 1}"


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_out_of_bounds_is_refused_with_its_line(fault: str, tmp_path: Path) -> None:
    file, old, new, says = FAULTS[fault]
    said, line = refused(tmp_path / f"lysna-bounds-{fault.replace(' ', '-')}", file, old, new)
    assert says.replace("LINE", line) in said
    assert file.rpartition("/")[2] in said


@pytest.mark.parametrize("unit", IDS)
def test_a_unit_goes_by_an_id_that_orders_can_name(unit: str, tmp_path: Path) -> None:
    said, line = refused(
        tmp_path / f"lysna-id-{unit or 'none'}", "scenarios/bridges.toml", "hus |", f"{unit} |"
    )
    assert IDS[unit].replace("LINE", line) in said


@pytest.mark.parametrize("unit", ["1. Husaren", "a,b", 'a"b', "unit=3", "\u00e9"])
def test_any_other_id_is_read_back(unit: str, tmp_path: Path) -> None:
    folder = shutil.copytree(LYSNA, tmp_path / f"lysna-odd-{ord(unit[1:2] or unit)}")
    path = folder / "scenarios" / "bridges.toml"
    text = path.read_text(encoding="utf-8").replace("hus |", f"{unit} |")
    path.write_text(text.replace("hus ", f"{unit} "), encoding="utf-8")
    game = grognard.open(folder)
    moves = [order for order in game.legal_orders if getattr(order, "unit", "") == unit]
    assert moves
    assert game.push(game.order_text(moves[0])).text() != game.text()


def test_a_file_of_scenarios_that_is_not_named(tmp_path: Path) -> None:
    said, line = refused(tmp_path / "lysna-unnamed", "game.toml", '["bridges"]', "[]")
    assert f"  {line}: scenarios: is empty, and there are files in scenarios: bridges" in said


def test_an_example_of_a_counter_has_the_values_of_counters(tmp_path: Path) -> None:
    said, line = refused(tmp_path / "lysna-example", "rules.toml", 'example = "5-6-4"', 'example = "5-4"')
    what = "'5-4' are no attack, defence and movement, which values says stand on a counter"
    assert f"  {line}: units, example: {what}" in said


@pytest.mark.parametrize(
    ("file", "old", "says"),
    [
        ("game.toml", 'title = "', "game.toml has 1 fault:\n  file: 'title' is missing; add title = \"...\""),
        ("scenarios/bridges.toml", "turns = 8", "file: 'turns' is missing; add turns, a whole number from 1 to 999"),
        ("rules.toml", "[[sides]]", "file: 'sides' is missing; add [[sides]]"),
        ("rules.toml", "[terrain]", "file: 'terrain' is missing; add [terrain]"),
        ("scenarios/bridges.toml", "[sources]", 'here it is Northern = ["..."] below [sources]'),
    ],
)  # fmt: skip
def test_what_is_missing_is_said_as_it_is_to_be_added(file: str, old: str, says: str, tmp_path: Path) -> None:
    text = (LYSNA / file).read_text(encoding="utf-8")
    folder = shutil.copytree(LYSNA, tmp_path / f"lysna-lacks-{abs(hash((file, old)))}")
    (folder / file).write_text(_without(text, old), encoding="utf-8")
    with pytest.raises(grognard.GrognardError) as error:
        grognard.open(folder)
    assert says in str(error.value)


def _without(text: str, key: str) -> str:
    """Take a key, or sections of a name with all that is in them, out of a file."""
    kept, within = [], False
    for line in text.splitlines(keepends=True):
        within = line.startswith(key) or (within and key.startswith("[") and not line.startswith("["))
        kept += [] if within else [line]
    return "".join(kept)
