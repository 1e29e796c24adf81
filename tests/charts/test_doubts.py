"""The lint finds by itself what is doubtful on the cards, and nothing false."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard import NAMES, chart, game, load_chart
from grognard.charts.doubts import Doubt, find_doubts
from grognard.games import rulings, sheet

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
def test_the_lint_reads_the_print_alone(name: str) -> None:
    """Without what is written down, it still finds what it claims to find."""
    for each in game(name).charts:
        under = chart(name, each)
        found = {
            key for key, doubt in under.doubts.items() if doubt.kind in ("order", "arithmetic", "heading")
        }
        bare = under.sheet.__class__(
            under.sheet.name,
            under.sheet.path,
            under.sheet.file.__class__(
                **{
                    **{
                        field: getattr(under.sheet.file, field)
                        for field in under.sheet.file.__struct_fields__
                    },
                    "errata": [],
                }
            ),
            under.sheet.drawn,
            under.sheet.rows,
            under.sheet.columns,
        )
        again = {(d.row, d.column) for d in find_doubts(bare) if d.kind in ("order", "arithmetic", "heading")}
        assert again == found


CODES = ("AE", "NE", "DE")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(st.sampled_from(CODES), min_size=12, max_size=12))
def test_order_is_doubted_exactly_where_it_is_broken(write: Write, cells: list[str]) -> None:
    """Beside brute force: a table is doubted if and only if some cell is worse than one it should beat."""
    rows = "\n".join(f"{die} | {cells[2 * die - 2]} | {cells[2 * die - 1]}" for die in range(1, 7))
    text = write().read_text()
    head, tail = text.split("----+-----+----\n")[0], text.split('"""')[2]
    table = load_chart(write(text=f'{head}----+-----+----\n{rows}\n"""{tail}'))
    rank = {(die, odds): CODES.index(cells[2 * die - 2 + odds]) for die in range(1, 7) for odds in (0, 1)}
    broken = any(rank[a] > rank[b] for a, b in product(rank, rank) if a[0] <= b[0] and a[1] <= b[1])
    assert bool(table.doubts) == broken
    assert all(doubt.kind == "order" for doubt in table.doubts.values())


def test_one_cell_spoilt_is_the_cell_blamed(write: Write) -> None:
    table = load_chart(write(("3   | NE  | NE", "3   | NE  | AE")))
    (doubt,) = table.doubts.values()
    assert (doubt.row, doubt.column, doubt.printed, doubt.proposal) == ("3", "2-1", "AE", "NE")


def test_what_is_supplied_is_not_the_prints_disorder(write: Write) -> None:
    repair = '\n[[repairs]]\nrows = ["3"]\ncolumns = ["2-1"]\nwhy = "torn off"\n'
    spoilt = write(("3   | NE  | NE", "3   | NE  | [AE]"))
    table = load_chart(write(text=spoilt.read_text() + repair))
    assert [doubt.kind for doubt in table.doubts.values()] == ["hole"]


def test_odds_the_card_names_but_lacks(write: Write) -> None:
    table = load_chart(
        write(('name = "Odds"', 'name = "Odds"\nsays = "Odds above 3-1 count as 3-1; 1-1 is the least."'))
    )
    (doubt,) = table.doubts.values()
    assert (doubt.kind, doubt.column) == ("heading", "3-1")


def test_print_is_not_blamed_for_what_was_supplied(write: Write) -> None:
    repair = '\n[[repairs]]\nrows = ["4"]\ncolumns = ["2-1"]\nwhy = "torn off"\n'
    changes = (("4   | NE  | DE", "4   | NE  | [AE]"), ('above = "clamp"\nladder = "up"', 'above = "clamp"'))
    table = load_chart(write(text=write(*changes).read_text() + repair))
    assert [(doubt.row, doubt.kind) for doubt in table.doubts.values()] == [("4", "hole")]


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
