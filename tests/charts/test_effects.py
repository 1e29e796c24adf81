# SPDX-License-Identifier: Apache-2.0
"""What `[does]` and the codes of a chart say in numbers, against what their letters and sentences say to a reader."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard import NAMES, chart, game, load_chart
from grognard.charts.errors import BadFile

Effects = dict[str, int]
Reader = Callable[[str], Effects]
Write = Callable[..., Path]


def letters(code: str) -> Effects:
    """Read `A1D2` or `D 2 r`: losses, and on the 1945 table a retreat of 3 hexes for r."""
    names = {"A": "attacker_loses", "D": "defender_loses", "R": "defender_retreats"}
    found = {names[letter]: int(number) for letter, number in re.findall(r"([ADR]) ?(\d)", code)}
    return found | ({"defender_retreats": 3} if code.endswith(" r") else {})


def shift(code: str) -> Effects:
    """Read `-2 Col` and `3 columns`."""
    found = re.fullmatch(r"([+-]?\d) [Cc]ol(umns?)?", code)
    return {"columns": int(found[1])} if found else {}


def bombarded(code: str) -> Effects:
    """Read `2dsg/dst`: points lost, whether units are disorganised, what becomes of roads and bridges."""
    lost = {"points_lost": int(code[0])} if re.match(r"\ddsg", code) else {}
    words = {"dsg": "disorganises", "dmd": "damages", "dst": "destroys"}
    return lost | {does: 1 for letters, does in words.items() if letters in code}


def steps(code: str) -> Effects:
    """Count the steps of `Step Step`."""
    return {"steps": code.count("Step")} if "Step" in code else {}


def who_and_what(code: str) -> Effects:
    """Read `Ar` and `De`: who, and whether he retreats or is eliminated; `Br` is both, and `Ex` the defender for the attacker."""
    if code == "Ex":
        return {"defender_eliminated": 1, "exchange": 1}
    sides = {"A": ["attacker"], "D": ["defender"], "B": ["attacker", "defender"]}[code[0]]
    return {f"{side}_{'retreats' if code[1] == 'r' else 'eliminated'}": 1 for side in sides}


def air_attack(code: str) -> Effects:
    """Read `D` and `A1`."""
    return {"D": {"disrupted": 1}, "A1": {"air_units_lost": 1}}.get(code, {})


def kill_number(code: str) -> Effects:
    """Read the kill number off the close combat table."""
    return {"kill_number": int(chart("asl-sk", "cct")[code].text)}


def told(*signs: tuple[str, Effects]) -> Reader:
    """Read a text by the words in it: each that is found does something."""

    def read(text: str) -> Effects:
        return {
            word: figure for sign, does in signs if re.search(sign, text) for word, figure in does.items()
        }

    return read


def figures(**patterns: str) -> Reader:
    """Read a text by the figures in it."""

    def read(text: str) -> Effects:
        found = {word: re.search(pattern, text) for word, pattern in patterns.items()}
        return {word: int(match[1]) for word, match in found.items() if match}

    return read


def both(*readers: Reader) -> Reader:
    return lambda text: {word: figure for read in readers for word, figure in read(text).items()}


def movement_factors(text: str) -> Effects:
    """Read `Costs 1 MF to enter. Costs truck units 2 MF to enter.`, and what is added to the die."""
    found: Effects = {}
    for said in re.finditer(r"Costs[^.]*?(\d+)(/2)? MF[^.]*", text):
        payer = "truck" if "truck" in said[0] else "vehicle" if "vehicles" in said[0] else "all"
        found[f"{'leave' if 'LEAVE' in said[0] else 'enter'}_{payer}"] = int(said[1]) * (1 if said[2] else 2)
    if re.search(r"Add (one|1) ", text):
        found["die"] = 1
    return found | ({"halves": 1} if "halved" in text else {})


def obstacles(code: str) -> Effects:
    """Read `BROWN ORANGE See Note B`."""
    if code == "ALL":
        return dict.fromkeys(("green", "grey", "brown", "orange"), 1)
    colours = [word.lower() for word in code.split() if word in {"BROWN", "ORANGE"}]
    return dict.fromkeys(
        [*colours, *(f"note_{note.lower()}" for note in re.findall(r"[Nn]ote ([A-E])", code))], 1
    )


def percent(**patterns: str) -> Reader:
    """Read multipliers: `x.75` is 75 per cent."""

    def read(code: str) -> Effects:
        found = {word: re.fullmatch(pattern, code) for word, pattern in patterns.items()}
        return {word: round(float(match[1]) * 100) for word, match in found.items() if match}

    return read


def place(heading: str) -> Effects:
    """Read `3rd unit`; any unit is 0."""
    number = re.match(r"\d+", heading)
    return {"place": int(number[0]) if number else 0} if heading.endswith(" unit") else {}


def retreat(heading: str) -> Effects:
    """Read `2 hexes` and `None`."""
    number = re.match(r"(\d) hex", heading)
    return (
        {"defender_retreats": int(number[1])}
        if number
        else {"defender_retreats": 0}
        if heading == "None"
        else {}
    )


AF = {"Normal AF": 100, "Double AF": 200, "Half AF": 50}
EFFECTS: dict[tuple[str, str], Reader] = {
    ("panzerblitz", "wec"): lambda code: {"percent": AF[code]} if code in AF else {},
    ("panzerblitz", "tec"): movement_factors,
    ("panzerblitz", "tet"): obstacles,
    ("panzerblitz", "crt"): told(
        (r"^X$", {"eliminates": 1}),
        (r"^DD?$", {"disperses": 1, "later": -1}),
        (r"^DD$", {"eliminates_dispersed": 1}),
    ),
    ("jarama", "tec"): both(
        shift,
        percent(percent=r"x(\.?\d+)", attacker_percent=r"at x(\.?\d+)", defender_percent=r"Def x(\.?\d+)"),
        figures(cost=r"^\+(\d) Eng", helped=r"Eng \+(\d) or"),
        told((r"^P\b", {"prohibited": 1}), (r"^-$", {"cost": 0}), (r"^B$", {"uphill_only": 1})),
    ),
    ("jarama", "movement"): told(("unlimited", {"unlimited": 1})),
    ("jarama", "anti-air"): both(percent(percent=r"FB/CAS x (\.\d+)"), told((r"^A$", {"aborts": 1}))),
    ("jarama", "random-loss"): place,
    ("jarama", "victory"): both(figures(up_to=r"to (\d+)% more"), told(("Equal", {"draw": 1}))),
    ("jarama", "air-recon"): both(
        figures(shows=r"sides of (\d+)%"),
        told(
            ("Number of units", {"strength": 1}),
            ("types of units", {"types": 1}),
            ("of all of the counters", {"shows": 100}),
            ("No effect", {"fails": 1}),
        ),
    ),
    ("jarama", "ground-recon"): both(
        figures(shows=r"fronts of (\d+)%"),
        told(
            ("fronts of all", {"shows": 100}),
            ("as well as their state", {"states": 1}),
            ("failed", {"fails": 1}),
        ),
    ),
    ("jarama", "armor-superiority"): shift,
    ("jarama", "bombardment"): bombarded,
    ("jarama", "crt"): letters,
    ("jarama", "demoralization"): told((r"^R$", {"retreat": 1}), (r"^D$", {"demoralises": 1})),
    ("iron-curtain", "crt-1945"): letters,
    ("iron-curtain", "crt-1962"): both(
        retreat, told((r"^\(1-3\)$", {"again": 1, "loss_from": 1, "loss_to": 3}))
    ),
    ("iron-curtain", "drm-1945"): told(
        ("^(Yes|Some|Any)$", {"oos": 1}),
        ("^(No|None)$", {"oos": 0}),
        ("^Some$", {"in_supply": 1}),
        ("^All$", {"in_supply": 0}),
    ),
    ("iron-curtain", "tec"): told(
        ("^P$", {"prohibited": 1}),
        ("^Yes$", {"counts": 1}),
        (r"^Yes \[2", {"hexside": 1}),
        (r"3\]$", {"by_road": 1}),
        ("^Attack Not Allowed", {"no_attack": 1}),
    ),
    ("iron-curtain", "nuclear"): both(steps, told(("^Elim$", {"eliminates": 1}))),
    ("iron-curtain", "chemical"): steps,
    ("seelowe", "crt"): who_and_what,
    ("seelowe", "air-normal"): air_attack,
    ("seelowe", "air-extended"): air_attack,
    ("seelowe", "tec"): both(
        figures(
            cost=r"^(\d) (?:Additional )?MP\*?$",
            enter=r"(\d) Additional MP's to enter",
            leave=r"(\d) Additional MP to leave",
        ),
        told(
            ("^No Additional Cost$", {"cost": 0}),
            ("^Movement Not Permitted$", {"prohibited": 1}),
            ("subtract 2 from the die roll", {"die": -2}),
            ("may be ignored at owning", {"may_stay": 1}),
            ("German Air units may not attack", {"no_german_air": 1}),
            ("^Attacks not permitted", {"no_attack": 1}),
        ),
    ),
    ("asl-sk", "odds"): kill_number,
    ("asl-sk", "attack-dr"): both(
        figures(eliminates_from=r"Eliminate on dr >= (\d)", dr=r"\+(\d) to dr"),
        told(
            (r"^(Good Order|Broken) HS$|Casualty Reduce", {"reduces": 1}),
            (r"^Eliminate( ³)?$", {"eliminates": 1}),
            ("PIN", {"pins": 1}),
            ("Possible ELR", {"elr": 1}),
            ("Break and DM", {"breaks": 1}),
            (r"(?<!Possible )\bDM\b", {"dm": 1}),
            ("Possible DM", {"possible_dm": 1}),
        ),
    ),
}


CHARTS = [(name, chart_name) for name in NAMES for chart_name in game(name).charts]


@pytest.mark.parametrize(("name", "chart_name"), CHARTS)
def test_a_result_does_what_its_letters_and_sentences_say(name: str, chart_name: str) -> None:
    table = chart(name, chart_name)
    wanted = EFFECTS.get((name, chart_name))
    for result in table.sheet.results:
        assert table.does(result) == (wanted(result) if wanted else {}), result


TERRAIN = '''title = "Terrain"
source = "made up"
table = """
Terrain | Cost
--------+------------
Clear   | 1 MP
Woods   | Two of them
"""
rows = { kind = "named" }
columns = { kind = "named" }
cells = { kinds = ["text"] }

[does]
"1 MP" = { cost = 1 }
"Two of them" = { cost = 2 }

[[errata]]
rows = ["Woods"]
printed = "Two of them"
corrected = "3 MP"
why = "tried"
sure = "low"
'''


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"Two of them" = { cost', '"two of them" = { cost', "does, two of them: is no result of this chart; did you mean Two of them?"),
        ('"1 MP" = { cost = 1 }\n', "", "line 13: does: does not say what '1 MP' does"),
        ("[[errata]]", "[[errata]]", "line 13: does: does not say what '3 MP' does"),
    ],
)  # fmt: skip
def test_every_text_of_a_cell_says_what_it_does(write: Write, old: str, new: str, fault: str) -> None:
    """Also one that a correction puts there; a text of no cell is a slip."""
    with pytest.raises(BadFile) as bad:
        load_chart(write((old, new), text=TERRAIN))
    assert fault in str(bad.value)


def test_a_text_does_what_the_chart_says(write: Write) -> None:
    terrain = load_chart(
        write(('"Two of them" = {', '"3 MP" = { cost = 3 }\n"Two of them" = {'), text=TERRAIN)
    )
    assert [terrain.does(terrain[row].text) for row in ("Clear", "Woods")] == [{"cost": 1}, {"cost": 2}]
