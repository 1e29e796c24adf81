# SPDX-License-Identifier: Apache-2.0
"""A fault in the `rules.toml` of a game names its line, whatever it is, and all faults are told at once."""

import shutil
from pathlib import Path

import pytest

import grognard
from grognard.procedures.forms import fields
from grognard.registry import game_name
from grognard.registry.games import definition

LYSNA = Path(__file__).parents[2] / "examples" / "lysna"
FORD = Path(__file__).parent / "ford"
RULES = (LYSNA / "rules.toml").read_text(encoding="utf-8")

# What is changed, what into, and what is then said; the line is that of the change.
FAULTS = {
    "an unknown key": ("stop = true", "stopp = true", "zones, stopp: is not known here; did you mean stop?"),
    "a wrong type": ("stop = true", 'stop = "yes"', "zones, stop: must be true or false, not 'yes'"),
    "a wrong type far down": ("die = -1", 'die = "less"', "combat, modifiers 1, die: must be a whole number, not 'less'"),
    "a figure out of bounds": ("cost = 1", "cost = -1", "entry, cost: must be a whole number from 0 to 99, not -1"),
    "a figure that is none of a few": ("parts = 2", "parts = 5", "movement, parts: must be 1 or 2 or 3 or 4 or 6 or 12"),
    "an unknown chapter": ("[advance]", "[advences]", "advences: is no chapter; did you mean advance?"),
    "an unknown order": ('["attack"]', '["atack"]', "phases 2, orders: 'atack' is no kind of order; did you mean attack?"),
    "an order of no phase": ('["arrive", "move"]', '["move"]', "sequence, phases: has none with the order 'arrive', which a chapter of the game prov"),
    "a text that says nothing": ('says = "defender in woods"', 'says = " "', "combat, modifiers 2, says: is empty"),
    "moves among attacks": ('["attack"]', '["attack", "move"]', "phases 2, orders: has moves and attacks; give each a phase of its own"),
    "a phase without orders": ('["attack"]', "[]", "phases 2, orders: is empty, and nobody could do anything in the ph"),
    "a ruling that is none": ('ruling = "stacking"', 'ruling = "stackin"', "stacking, limit: there is no ruling 'stackin'"),
    "an option that is none": ("three = 3", "four = 4", "limit: ruling stacking has no option 'four'; there are two, three"),
    "a terrain that is none": ('["woods"]', '["wods"]', "combat, modifiers 2, terrain: 'wods' is no terrain; did you"),
    "a terrain that a map has": ('"marsh", "town"]', '"town"]', "terrain, hexes: lacks 'marsh', which is on map valley"),
    "a terrain that no chart has": ('"town"]\nhex', '"town", "dune"]\nhex', "cannot be looked up for dune and mounted"),
    "a hexside that is none": ('hexside = "river"', 'hexside = "brook"', "flags 1, hexside: 'brook' is no hexside"),
    "a road on no map": ("{ road =", "{ rod =", "movement, roads, rod: 'rod' is no road of any map; did you mean road?"),
    "a chart that is none": ('chart = "crt"', 'chart = "cart"', "combat, chart: there is no chart in lysna-"),
    "a column that is none": ('column = "mounted"', 'column = "horse"', "mounted, column: chart tec cannot be looked up for"),
    "a side that is none": ("Southern = { supplied", "Sothern = { supplied", "supply, longest, Sothern: 'Sothern' is no side"),
    "a state that is none": ("effects.unsupplied]", "effects.unsuplied]", "effects, unsuplied: 'unsuplied' is no state"),
    "an edge of nobody": ('rule = "supply"', 'edges = ["Sothern"]\nrule = "supply"', "supply, edges: 'Sothern' is no side"),
    "a source that is none": ('rule = "supply"', 'terrain = { Southern = ["twn"] }\nrule = "supply"', "'twn' is no terrain"),
    "a depot that is none": ('rule = "supply"', 'depots = { side = "Southern", kind = "mule", within = 3 }\nrule = "supply"', "supply, depots, kind: 'mule' is no kind of units"),
    "a word of no counter": ('example = "5-6-4"', 'states = ["reducd"]\nexample = "5-6-4"', "units, states: 'reducd' is said of no counter; did you mean reduced?"),
    "a result that is none": ('"DR"]', '"DX"]', "retreat, stand, results: 'DX' is no result; there are A2"),
    "no result to ignore": ('["AR", "DR"]', "[]", "retreat, stand, results: is empty, and there is nothing to ignore"),
    "a fraction that is none": ('movement = "1/2"', 'movement = "half"', "must be a whole number or a fraction such as 1/2"),
    "a road of half a point": ("parts = 2\nroads", "roads", "roads, road: road costs 1/2, which needs parts = 2 in [movement]"),
    "a road of thirds": ('road = "1/2"', 'road = "1/3"', "roads, road: road costs 1/3, which needs parts = 3 in [movement]"),
    "a road of a seventh": ('road = "1/2"', 'road = "1/7"', "road costs 1/7, which is no fraction that parts allows"),
    "a road that gives points": ('road = "1/2"', "road = -1", "must be a whole number or a fraction such as 1/2, at least 0"),
    "a zone that gives points": ("stop = true", "enter = -3", "zones, enter: must be a whole number from 0 to 99, not -3"),
    "a size that counts unknown": ('cites = "ruling stacking"', "sizes = { division = 2 }", "stacking, sizes: do not say what a brigade counts"),
    "the best state of supply": ("effects.unsupplied]", "effects.supplied]", "'supplied' is the best state, in which nothing is amiss"),
    "a flag like a field": ('name = "river"', 'name = "attackers"', "flags 1, name: 'attackers' is asked at the desk already; these names are taken"),
    "a flag like a choice": ('name = "river"', 'name = "side"', "flags 1, name: 'side' is asked at the desk already"),
    "a flag like a state": ('name = "river"', 'name = "unsupplied"', "flags 1, name: 'unsupplied' is asked at the desk already"),
    "a flag like an option": ('name = "river"', 'name = "profile"', "flags 1, name: 'profile' is asked at the desk already"),
    "a flag of two words": ('name = "river"', 'name = "a river"', "'a river' must begin with a letter, and have only letters, digits and _"),
    "a word of Python": ('name = "river"', 'name = "class"', "'class' must begin with a letter, and have only letters, digits and _"),
    "two sides of one name": ('name = "Southern"', 'name = "Northern"', "sides 2, name: 'Northern' is the name of both sides"),
    "a people with an article": ('people = "Northerners"', 'people = "the Northerners"', "sides 1, people: needs no article; write 'Northerners'"),
    "an order without its chapter": ('["arrive", "move"]', '["overrun", "arrive", "move"]', "'overrun' is no kind of order"),
    "a modifier of nothing": ('terrain = ["woods"]\ncolumn = -1', 'terrain = ["woods"]', "combat, modifiers 2: changes nothing: say with die or column what"),
    "a flag of a kind that is none": ('hexside = "river"', 'hexside = "river"\nkinds = ["gunner"]', "combat, flags 1, kinds: 'gunner' is no kind of units"),
    "a text without quotes": ("stop = true", "stop = yes", "not TOML: Invalid value (at column 8); a text stands in quotes"),
    "a key that stands twice": ('rule = "supply"', 'rule = "supply"\nrule = "fed"', "not TOML: Cannot overwrite a value (at column 13); the key stands twice"),
    "no TOML": ("[victory]", "[victory", "file: is not TOML: Expected ']' at the end of a table declaration"),
}  # fmt: skip
# How many lines below the change a fault is found, if not on it; a modifier is named by the line of its heading.
ELSEWHERE = {
    "an order of no phase": -3,
    "a modifier of nothing": -1,
    "a flag of a kind that is none": 1,
    "a key that stands twice": 1,
}


def opened(folder: Path, text: str, file: str = "rules.toml") -> str:
    """Open a copy of the game with another file; return what is said against it."""
    shutil.copytree(LYSNA, folder)
    (folder / file).write_text(text, encoding="utf-8")
    with pytest.raises(grognard.GrognardError) as refused:
        grognard.open(folder)
    return str(refused.value)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_names_its_line(fault: str, tmp_path: Path) -> None:
    old, new, says = FAULTS[fault]
    assert old in RULES
    line = RULES[: RULES.index(old)].count("\n") + 1
    said = opened(tmp_path / f"lysna-{fault.replace(' ', '-')}", RULES.replace(old, new, 1))
    told = [each for each in said.splitlines() if says in each]
    assert told, said
    where = told[0].partition(": ")[0]
    # A terrain without a row is told where the column is named; what is found below or above is told there.
    assert where == f"  line {line + ELSEWHERE.get(fault, 0)}" or fault == "a terrain that no chart has", said


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    rules = (
        RULES.replace("stop = true", "stopp = true")
        .replace("die = -1", 'die = "less"')
        .replace('["attack"]', "3")
    )
    said = opened(tmp_path / "lysna-thrice", rules)
    assert "has 3 faults:" in said
    assert [each.partition(":")[0].strip()[:4] for each in said.splitlines()[1:]] == ["line"] * 3


def test_a_chapter_that_every_game_has_must_be_there(tmp_path: Path) -> None:
    rules = RULES.replace('[victory]\ntowns = "both"\nloss = 1\n', "")
    assert "file: chapter victory is missing, which every game has; add [victory]" in opened(
        tmp_path / "lysna-without", rules
    )


def test_a_module_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "names a Python module 'own', and there is no" in opened(
        tmp_path / "lysna-own", f'python = "own"\n{RULES}'
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "die = -1",
            "die = 2",
            "crt cannot be rolled on with a die modifier of +2: Die 7 is above the table",
        ),
        (
            'chart = "crt"',
            'chart = "crt"\ncolumns = "difference"',
            "crt has rows of kind die and columns of kind odds, not die and band",
        ),
        ('chart = "crt"', 'chart = "tec"', "tec has rows of kind named and columns of kind named, not die"),
    ],
)
def test_a_table_on_which_some_attack_finds_no_result(old: str, new: str, says: str, tmp_path: Path) -> None:
    """It would be found out in the middle of a game, or be looked up in the wrong column."""
    said = opened(tmp_path / f"lysna-{len(new)}-{new[-4:-1]}", RULES.replace(old, new, 1))
    line = RULES[: RULES.index('chart = "crt"')].count("\n") + 1
    assert f"  line {line}: combat, chart: {says}" in said


def test_modifiers_that_never_count_together_are_not_added_up(tmp_path: Path) -> None:
    """A hex is woods or town: the most that is added is 1, not 2."""
    one = '[[combat.modifiers]]\n{}\ndie = 1\nsays = "more"\nsource = "tec"\n\n'
    more = one.format('terrain = ["woods"]') + one.format('terrain = ["town"]')
    rules = RULES.replace("[losses]", f"{more}[losses]")
    said = opened(tmp_path / "lysna-one-more", rules)
    assert "die modifier of +1: Die 7 is above the table" in said
    assert "+2" not in said


def test_an_order_whose_chapter_is_missing_names_the_chapter(tmp_path: Path) -> None:
    rules = RULES.replace("[entry]\ncost = 1\n", "")
    said = opened(tmp_path / "lysna-no-entry", rules)
    assert "orders: 'arrive' is an order of chapter [entry], which the game does not have" in said


def test_a_state_of_supply_of_two_words_is_an_option_of_the_desk(tmp_path: Path) -> None:
    folder = shutil.copytree(LYSNA, tmp_path / "lysna-cut")
    rules = RULES.replace("[supply.effects.unsupplied]", '[supply.effects."cut off"]').replace(
        "unsupplied", "cut off"
    )
    rules = rules.replace("{ cut off = 0.8 }", '{ "cut off" = 0.8 }')
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    situation = definition(game_name(str(folder))).situation
    assert "cut-off" in [field.name for field in fields(situation)]
    half = grognard.open(folder).push("end").push("end")
    assert half.side


def test_a_state_of_supply_that_is_no_name_of_an_option(tmp_path: Path) -> None:
    for number, state in enumerate(("terrain", "50% fed")):
        rules = RULES.replace("[supply.effects.unsupplied]", f'[supply.effects."{state}"]')
        rules = rules.replace("unsupplied = 0.8", f'"{state}" = 0.8').replace('"unsupplied"]', f'"{state}"]')
        said = opened(tmp_path / f"lysna-state-{number}", rules)
        assert f"supply, states: {state!r} cannot be the name of a state: the desk asks for" in said


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("cards/crt.toml", "DE = { defender_eliminated = 1 }", "DE = { defender_eliminate = 1 }",
         "DE of crt: LINE of crt.toml: 'defender_eliminate' is no effect that a result can have; did you mean defender_eliminated"),
        ("cards/crt.toml", "A2 = { attacker_loses = 2 }", "A2 = { attacker_loses = -2 }",
         "A2 of crt: LINE of crt.toml: attacker_loses must be a whole number from 0 to 20, not -2"),
        ("cards/crt.toml", "DD = { defender_disrupted = 1 }", "DD = { defender_disrupted = 2 }",
         "defender_disrupted must be 0 or 1, not 2"),
        ("cards/tec.toml", "Woods                | 2   ", "Woods                | two ", "woods in chart tec: 'two' is no cost: write a number, none or P"),
        ("cards/tec.toml", "River hexside        | +1", "River hexside        | -1", "river in chart tec: '-1' is no cost: it is less than 0"),
        ("cards/tec.toml", "Clear                | 1", "Clear                | -", "clear in chart tec costs nothing, and units would move"),
        ("cards/tec.toml", 'kind = "named"\n\n[rows', 'kind = "nmd"\n\n[rows', "tec.toml has 1 fault:\n      line 15:"),
        ("scenarios/bridges.toml", "North edge 3", "North edge 22",
         "LINE: unit 6id: comes on turn 22, and the game ends with turn 8"),
        ("scenarios/bridges.toml", "7-6-4/4-3-4", "4-3-4/7-6-4",
         "LINE: unit 1gd: '4-3-4/7-6-4': the attack of a weaker face is more than of the one before it"),
        ("scenarios/bridges.toml", 'held = ["Halm"]', 'held = ["Halm", "Brodd"]', "LINE: held: 'Brodd' is no town of the map; did you mean Brod?"),
        ("scenarios/bridges.toml", "Halm = 2\n", "", "line 8: held: 'Halm' is no town of [victory.towns], and only those are held; there are"),
        ("scenarios/bridges.toml", "Halm = 2\nVarno = 2\nLysna = 3\nBrod = 2\nKarsk = 3\nTereva = 3\n", "",
         "line 14: victory, towns: is empty, and nothing could be held; there are"),
        ("scenarios/bridges.toml", 'Northern = """', 'Northern = "', "LINE: file: is not TOML: Illegal character '\\n' (at column 13); a text ends on its line"),
        ("rulings.toml", '[odds-rounding]\ncharts = ["crt"]', '[odds-rounding]\ncharts = ["cart"]', "line 2: odds-rounding, charts: 'cart' is no chart in game.toml; did you mean crt?"),
        ("game.toml", '"crt"]', '"crx"]', "LINE: charts: 'crx' is no file in cards; did you mean crt?"),
        ("game.toml", '["tec", "crt"]', '["tec"]', "odds-rounding, charts: 'crt' is no chart in game.toml; there are tec"),
        ("scenarios/bridges.toml", "| 0803", "| 0807", "line 48: hex 0807: has units of both sides"),
        ("scenarios/bridges.toml", 'map = "valley"', 'map = "vale"', "LINE: map: there is no map in lysna-"),
        ("scenarios/bridges.toml", 'Northern = ["North edge"]', "",
         "has no source of supply of the Northern side: name edges and towns here, or say in [supply] of rules.toml"),
        ("game.toml", '["bridges"]', '["bridge"]', "LINE: scenarios: 'bridge' is no file in scenarios; did you mean bridges?"),
        ("game.toml", "charts = ", 'slate = "Norse"\ncharts = ', "LINE: slate: 'Norse' is no side; did you mean Northern?"),
    ],
)  # fmt: skip
def test_faults_of_other_files_that_the_rules_find(
    file: str, old: str, new: str, says: str, tmp_path: Path
) -> None:
    text = (LYSNA / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    said = opened(tmp_path / f"lysna-{abs(hash((file, old, new)))}", text.replace(old, new), file)
    line = text[: text.index(old)].count("\n") + 1
    assert says.replace("LINE", f"line {line}") in said


@pytest.mark.parametrize(
    ("file", "old", "says"),
    [
        ("rules.toml", "[units.kinds]\ninfantry = {}\ncavalry = {}\n", "units: 'kinds' is missing; add [units.kinds]"),
        ("rules.toml", 'chart = "crt"\n', "combat: 'chart' is missing; add chart = \"...\""),
        ("scenarios/bridges.toml", None, "victory: 'levels' is missing; add [[victory.levels]]"),
    ],
)  # fmt: skip
def test_what_is_missing_from_a_table_is_told_as_it_is_added(
    file: str, old: str | None, says: str, tmp_path: Path
) -> None:
    text = (LYSNA / file).read_text(encoding="utf-8")
    without = text.replace(old, "") if old else text[: text.index("[[")] + text[text.index("[units]") :]
    assert says in opened(tmp_path / f"lysna-{len(without)}", without, file)


def test_the_faults_of_a_chart_are_told_once(tmp_path: Path) -> None:
    """The chart of terrain is named by the column of each class."""
    text = (LYSNA / "cards" / "tec.toml").read_text(encoding="utf-8")
    said = opened(
        tmp_path / "lysna-blank",
        text.replace("Woods                | 2 ", "Woods                |   "),
        "cards/tec.toml",
    )
    assert said.count("cell Woods at Foot: is missing") == 1
    assert "rules.toml has 1 fault:" in said


def test_a_weaker_face_of_one_strength_is_told_by_that_name(tmp_path: Path) -> None:
    folder = shutil.copytree(FORD, tmp_path / "ford-faces")
    for file, old, new in (
        ("rules.toml", "[retreat]", "[losses]\n\n[retreat]"),
        ("scenarios/ford.toml", "4-4 | 0302", "4-4/5-4 | 0302"),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(grognard.GrognardError, match="the strength of a weaker face is more than"):
        grognard.open(folder)


def test_a_chart_whose_file_is_not_listed_says_so(tmp_path: Path) -> None:
    folder = shutil.copytree(FORD, tmp_path / "ford-unlisted")
    text = (folder / "game.toml").read_text(encoding="utf-8")
    (folder / "game.toml").write_text(text.replace('["tec", "crt"]', '["tec"]'), encoding="utf-8")
    with pytest.raises(
        grognard.GrognardError, match=r"crt is a file in cards, and game\.toml does not list it"
    ):
        grognard.open(folder)
