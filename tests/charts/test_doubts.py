# SPDX-License-Identifier: Apache-2.0
"""The lint finds by itself what is doubtful on the cards, and nothing false."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard import NAMES, game, load_chart
from grognard.charts.doubts import Doubt, find_doubts
from grognard.charts.drawing.marks import footnotes, heading_mark
from grognard.registry import rulings, sheet

Write = Callable[..., Path]


def doubts(name: str) -> dict[tuple[str, str, str], Doubt]:
    found = [doubt for each in game(name).charts for doubt in find_doubts(sheet(name, each))]
    return {(doubt.chart, doubt.row, doubt.column): doubt for doubt in found}


# Every doubt about every card but the odds grid: kind, print, proposal.
ARMORED = "ARMORED VEHICLES (including Halftracks) At "
WEC = (
    ARMORED + "Half-Range or Less",
    ARMORED + "Greater Than Half-Range",
    "ALL OTHERS (including trucks) At All Ranges",
)
DEFENSE = "EFFECT ON DEFENSE (DEFENDING unit on a given terrain)"
BEYOND_ELR = "MDR > MORALE & MDRDIFF > ELR"
EXPECTED = {
    "seelowe": set[tuple[str, str, str, str]](),
    "panzerblitz": {
        ("crt", "", "4-1", "heading"),
        *(("crt", str(die), "4-1", "hole") for die in range(-1, 8)),
        ("crt", "5", "2-1", "noted"),
        ("tec", "SWAMPS", DEFENSE, "hole"),
        ("tec", "HILLTOPS", DEFENSE, "hole"),
        ("tet", "GROUND LEVEL", "HILLTOPS", "noted"),
        ("tet", "SLOPES", "HILLTOPS", "noted"),
        ("tet", "HILLTOPS", "SLOPES", "noted"),
        ("tet", "HILLTOPS", "GROUND LEVEL", "noted"),
        *(("wec", weapon, target, "hole") for weapon in ("", "I", "A", "H & M") for target in WEC),
    },
    "jarama": {
        ("artillery", "", "Artillery", "hole"),
        ("artillery", "", "Movement and Fire Capacity", "hole"),
        ("victory", "", "Victory", "hole"),
        ("tec", "Slope", "Mech movement", "hole"),
        ("tec", "Slope", "Foot Movement", "hole"),
        ("tec", "Slope", "Notes", "noted"),
        ("tec", "Hill", "Notes", "noted"),
        ("reduction", "12", ".75", "arithmetic"),
        ("reduction", "13", ".75", "arithmetic"),
        ("demoralization", "Result:", "5 / 2", "code"),
        ("ground-recon", "3-5", "Information obtained:", "noted"),
        ("ground-recon", "6-7", "Information obtained:", "noted"),
        ("crt", "5", "7-1", "order"),
        ("victory", "Total Victory", "if", "noted"),
    },
    "iron-curtain": {
        ("crt-1962", "", "Odds", "hole"),
        ("crt-1962", "", "Attacker", "hole"),
        *(("tec", "", f"MP Costs {unit}", "hole") for unit in ("Mech", "Any", "Leg")),
        *(("tec", "", f"Air Strike Success Value {years}", "hole") for years in ("1962-1989", "1945")),
        ("crt-1962", "1:3", "2 hexes", "hole"),
        ("crt-1962", "1:3", "3 hexes", "hole"),
        ("tec", "Open", "No Retreat Terrain? (7.2d)", "code"),
        ("tec", "Ferry (hex 56.15)", "Defender Terrain?", "hole"),
        ("tec", "Ferry (hex 56.15)", "No Retreat Terrain? (7.2d)", "hole"),
        ("tec", "Secondary Road Bridge", "", "hole"),
        ("tec", "Secondary Road Bridge", "MP Costs Any", "code"),
        ("nuclear", "6", "Entry", "noted"),
    },
    "asl-sk": {
        ("odds", "1", "28", "hole"),
        *(("ambush", "", heading, "hole") for heading in ("No.", "Modifier", "drm")),
        *(("ccv", "", heading, "hole") for heading in ("No.", "Unit", "CCV")),
        *(("cc-drm", "", heading, "hole") for heading in ("No.", "Modifier", "DRM")),
        *(("ccv-drm", "", heading, "hole") for heading in ("No.", "Modifier", "CCV")),
        *(("definitions", "", heading, "hole") for heading in ("Term", "Definition")),
        ("attack-dr", "Broken Full Squad", "MDR > MORALE & MDRDIFF <= ELR", "noted"),
        ("attack-dr", "Broken Full Squad", BEYOND_ELR, "hole"),
        ("attack-dr", "Broken Crew/HS", BEYOND_ELR, "hole"),
        ("attack-dr", "Broken Crew/HS", "NATURAL 12", "hole"),
        ("attack-dr", "Broken SMC", BEYOND_ELR, "hole"),
        ("attack-dr", "Broken and Wounded SMC", BEYOND_ELR, "hole"),
        ("attack-dr", "Good Order SMC", "CASUALTY REDUCE", "noted"),
        ("attack-dr", "Broken SMC", "CASUALTY REDUCE", "noted"),
        ("definitions", "MORALE", "Definition", "noted"),
    },
}


@pytest.mark.parametrize("name", NAMES)
def test_these_doubts_and_no_other(name: str) -> None:
    found = {(d.chart, d.row, d.column, d.kind) for d in doubts(name).values()}
    assert {each for each in found if each[3] != "arithmetic" or each[0] != "odds"} == EXPECTED[name]


def test_the_odds_grid_breaks_its_arithmetic_in_111_cells() -> None:
    found = [doubt for doubt in doubts("asl-sk").values() if doubt.chart == "odds"]
    assert [doubt.kind for doubt in found].count("arithmetic") == 111
    assert len(found) == 112
    worst = doubts("asl-sk")["odds", "14", "7"]
    assert (worst.printed, worst.proposal, worst.ruling) == ("3-2", "2-1", "odds-arithmetic")


def test_the_cell_out_of_order_on_jaramas_crt() -> None:
    doubt = doubts("jarama")["crt", "5", "7-1"]
    assert (doubt.printed, doubt.proposal, doubt.ruling) == ("D1R1", "D2R1", "crt-7-1-at-5")
    assert doubt.reason.startswith("D1R1 is out of order beside D2R1 at 4, 7-1 and D2R1 at 5, 6-1")


def test_the_lost_column_is_found_by_the_cards_own_words() -> None:
    doubt = doubts("panzerblitz")["crt", "", "4-1"]
    assert "Odds greater than 4-1 are treated as 4-1" in doubt.reason
    assert "no heading has 4-1" in doubt.reason


def test_what_the_lint_cannot_see_it_explains() -> None:
    doubt = doubts("panzerblitz")["crt", "5", "2-1"]
    assert (doubt.printed, doubt.proposal, doubt.ruling) == ("-", "D", "crt-2-1-at-5")
    assert "in order along the row and the column" in doubt.unseen


@pytest.mark.parametrize("name", NAMES)
def test_every_doubt_says_all_of_it(name: str) -> None:
    for doubt in doubts(name).values():
        assert doubt.reason
        assert doubt.ruling in rulings(name)
        assert doubt.printed != doubt.proposal
        assert bool(doubt.unseen) == (doubt.kind == "noted"), (
            "a doubt is found by the lint or says why it cannot be"
        )


@pytest.mark.parametrize("name", NAMES)
def test_the_lint_reads_the_table_alone(name: str) -> None:
    """Without repairs and errata it still finds all it claims to find: all but what is only noted."""
    for each in game(name).charts:
        whole = sheet(name, each)
        bare = replace(whole, file=replace(whole.file, errata=[], repairs=[]))
        found = {(d.row, d.column): d.kind for d in find_doubts(whole) if d.kind != "noted"}
        assert {(d.row, d.column): d.kind for d in find_doubts(bare)} == found


def test_how_sure_an_erratum_is_goes_with_its_doubt() -> None:
    """Jarama's cell out of order is found by the lint and corrected by the file; its arithmetic speaks for itself."""
    assert doubts("jarama")["crt", "5", "7-1"].sure == "high"
    assert doubts("iron-curtain")["nuclear", "6", "Entry"].sure == "low"
    assert doubts("jarama")["reduction", "12", ".75"].sure == ""


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("Odds above 3-1 count as 3-1; 1-1 is the least.", ["3-1"]),
        ("The best odds (3-1) are a sure kill.", ["3-1"]),
        ("At 3:1: roll twice. At 4-1, thrice.", ["3:1", "4-1"]),
        ("In 1944-1945, by rule 8.1-3, the 4-4-7 moved on turn 3-1/2 to hex 12-3a.", []),
        ("The scale 1:5-1 and the factor 3-1.5 are no odds.", []),
        # What the words send to the last printed heading needs none of its own.
        ("Odds of 3-1 or more are treated as 2-1. Attacks below 1-1 (even 1-6) count as 1-1.", []),
        ("Odds of 3-1 are treated as 1-1.", ["3-1"]),
        ("At 2-1 and 3-1, roll.", ["3-1"]),
    ],
)
def test_odds_the_card_names_but_lacks(write: Write, words: str, lost: list[str]) -> None:
    table = load_chart(write(('name = "Odds"', f'name = "Odds"\nsays = "{words}"')))
    assert [(doubt.kind, doubt.row, doubt.column) for doubt in table.doubts.values()] == [
        ("heading", "", label) for label in lost
    ]
    assert all(note.mark == "doubted" for note in footnotes(table)), "nothing was supplied"


def test_odds_that_are_a_result_by_themselves_need_no_heading(write: Write) -> None:
    says = 'name = "Odds"\nsays = "Odds of 6-1 or more are DE; 1-6 or less are AE."'
    path = write(('name = "Odds"', says), ('above = "clamp"', 'above = "DE"'))
    assert [doubt.column for doubt in load_chart(path).doubts.values()] == ["1-6"]


def test_a_die_has_no_odds(write: Write) -> None:
    assert not load_chart(write(('dice = "1d6"', 'dice = "1d6"\nsays = "On 1-6, roll."'))).doubts


def test_every_odds_of_a_merged_heading_is_printed(write: Write) -> None:
    says = 'name = "Odds"\nsays = "At 3-1 the attacker may advance."'
    merged = write(("Die | 1-1 | 2-1", "Die | 1-1 | 2-1 3-1 4-1"), ('name = "Odds"', says))
    assert not load_chart(merged).doubts


SUPPLIED_ODDS = """
title = "Odds down the side, and below the season"
source = "made up"
table = '''
Odds  | Summer | Winter
Ratio | 1-1    | [2-1]
------+--------+-------
[3-1] | [A]    | [A]
4-1   | A      | [A]
'''
[rows]
kind = "odds"
says = "From 3:1 to 4-1."
[[columns]]
kind = "named"
[[columns]]
kind = "odds"
says = "From 1-1 to 2-1."
[codes]
A = "Anything."
[[repairs]]
rows = ["3-1"]
headings = ["3-1"]
why = "torn off"
[[repairs]]
columns = ["Winter / 2-1"]
headings = ["2-1"]
why = "torn off too"
"""


def test_a_supplied_heading_is_not_printed(write: Write) -> None:
    """Whether it stands in a row or in the second line of the heading, what we supplied the card still lacks."""
    found = load_chart(write(text=SUPPLIED_ODDS)).doubts
    row, column = found["3-1", ""], found["", "2-1"]
    assert (row.kind, column.kind) == ("heading", "heading")
    assert row.reason.endswith("but no heading has 3:1; torn off")
    assert column.reason.endswith("but no heading has 2-1; torn off too")
    assert {doubt.kind for doubt in found.values() if doubt.row and doubt.column} == {"hole"}


TWIN_NAMES = """
title = "Row 2 is printed, column 2 was lost"
source = "made up"
table = '''
n | 1 | [2]
---+---+---
1 | A | [A]
2 | A | [A]
'''
[rows]
kind = "number"
[columns]
kind = "number"
[codes]
A = "Anything."
[[repairs]]
columns = ["2"]
headings = ["2"]
why = "torn off"
"""


def test_a_lost_column_is_not_the_row_of_its_name(write: Write) -> None:
    table = load_chart(write(text=TWIN_NAMES))
    assert list(table.doubts) == [("", "2"), ("1", "2"), ("2", "2")]
    heading, rows = table.sheet.drawn.heading[0], table.sheet.drawn.rows
    assert (heading_mark(heading.entries[2]), heading_mark(rows[1].entries[0])) == ("repaired", "")
    both_lost = TWIN_NAMES.replace("2 | A", "[2] | A")
    assert list(load_chart(write(text=both_lost)).doubts) == [("", "2"), ("1", "2"), ("2", ""), ("2", "2")]


READINGS = """
title = "Readings"
source = "made up"
table = '''
n | x
--+---
1 | 1-3 = NE 5-6 = DE
'''
rows = { kind = "number" }
columns = { kind = "named" }
cells = { kinds = ["reading"], dice = "1d6" }
codes = { NE = "No effect.", DE = "Eliminated." }
[[errata]]
printed = "1-3 = NE 5-6 = DE"
corrected = "1-4 = NE 5-6 = DE"
why = "a slip"
sure = "high"
slip = true
"""


def test_a_gap_between_two_rows_of_a_die_is_repaired_and_doubted(write: Write) -> None:
    """The card prints 1, 2, 3, 5 and 6: somewhere a row must have meant 4 as well."""
    repair = '[[repairs]]\nheadings = ["3-4"]\nprinted = "3"\nwhy = "nothing is printed for 4"\n'
    text = write(("3   | NE  | NE\n4   | NE  | DE", "[3-4] | NE | NE")).read_text()
    table = load_chart(write(text=text + repair))
    (doubt,) = table.doubts.values()
    assert (doubt.kind, doubt.cell, doubt.printed, doubt.proposal) == ("hole", "3-4", "3", "3-4")
    assert table["2-1", 4].text == "NE"


def test_a_gap_in_the_die_of_a_cell_is_doubted(write: Write) -> None:
    """The loader takes such print only as a slip whose correction shares out the die."""
    (doubt,) = load_chart(write(text=READINGS)).doubts.values()
    assert (doubt.kind, doubt.reason) == ("code", "no result has 4 of 1d6; a slip")


PRODUCTS = """
title = "Products"
source = "made up"
table = '''
n | 2
---+---
1 | 2
2 | 9
3 | 6
'''
[rows]
kind = "band"
ladder = "up"
[columns]
kind = "number"
[cells]
kinds = ["number"]
[arithmetic]
cell = "row * column"
round = "half up"
"""


def test_arithmetic_knows_which_of_two_cells_is_wrong(write: Write) -> None:
    """2 x 2 is printed as 9: the step to 3 x 2 = 6 goes wrong too, but 6 is right."""
    (doubt,) = load_chart(write(text=PRODUCTS)).doubts.values()
    assert (doubt.row, doubt.kind, doubt.proposal) == ("2", "arithmetic", "4")


def test_where_arithmetic_speaks_order_is_silent(write: Write) -> None:
    """Two wrong 9s before a right 8: by order alone the 8 would be blamed."""
    text = PRODUCTS.replace("3 | 6", "3 | 9\n4 | 8")
    found = load_chart(write(text=text)).doubts.values()
    assert [(doubt.row, doubt.kind, doubt.proposal) for doubt in found] == [
        ("2", "arithmetic", "4"),
        ("3", "arithmetic", "6"),
    ]
