# SPDX-License-Identifier: Apache-2.0
"""Every cell of the five cards, against a transcription typed from the cards and not from the chart files."""

import csv
from pathlib import Path

import pytest

from grognard import NAMES, chart, game
from grognard.charts.drawing.data import chart_csv
from grognard.registry import folder, rulings

TYPED = Path(__file__).parent.parent / "transcriptions"

CHARTS = {
    "panzerblitz": ["crt", "tec", "tet", "wec"],
    "jarama": [
        *("tec", "movement", "artillery", "reduction", "demoralization", "air-recon", "ground-recon"),
        *("bombardment", "anti-air", "armor-superiority", "crt", "effectiveness", "random-loss", "victory"),
    ],
    "iron-curtain": ["crt-1962", "crt-1945", "drm-1945", "tec", "nuclear", "chemical"],
    "seelowe": ["tec", "supply", "crt", "air-normal", "air-extended"],
    "asl-sk": ["odds", "cct", "ambush", "ccv", "cc-drm", "ccv-drm", "attack-dr", "definitions"],
}
ALL = [(name, each) for name, charts in CHARTS.items() for each in charts]


def test_every_chart_of_every_card_is_there() -> None:
    assert {name: sorted(game(name).charts) for name in NAMES} == {n: sorted(c) for n, c in CHARTS.items()}


@pytest.mark.parametrize("name", NAMES)
def test_no_file_is_left_unlisted(name: str) -> None:
    files = {path.stem for path in (folder(name) / "cards").iterdir()}
    assert files == set(game(name).charts)


@pytest.mark.parametrize(("name", "chart_name"), ALL)
def test_cells_equal_the_card(name: str, chart_name: str) -> None:
    typed = (TYPED / name / f"{chart_name}.csv").read_text(encoding="utf-8")
    assert chart_csv(chart(name, chart_name)) == typed


def changes(name: str, chart_name: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what errata change: cell to (under card, under errata)."""
    card, errata = chart(name, chart_name), chart(name, chart_name, "errata")
    pairs = [
        (a, b)
        for one, other in zip(card.cells, errata.cells, strict=True)
        for a, b in zip(one, other, strict=True)
    ]
    return {(a.row, a.column): (a.text, b.text) for a, b in pairs if a.text != b.text}


# Typed from the rulings: every cell that the profile `errata` changes, outside the odds grid.
ERRATA: dict[tuple[str, str], dict[tuple[str, str], tuple[str, str]]] = {
    ("panzerblitz", "crt"): {("5", "2-1"): ("-", "D")},
    ("panzerblitz", "tet"): {
        ("GROUND LEVEL", "HILLTOPS"): ("see Note B see Note D", "see Note B see Note D see Note E"),
        ("SLOPES", "HILLTOPS"): ("NONE", "see Note E"),
        ("HILLTOPS", "SLOPES"): ("NONE", "see Note E"),
        ("HILLTOPS", "GROUND LEVEL"): ("see Note C", "see Note A see Note C see Note E"),
    },
    ("jarama", "tec"): {("Hill", "Notes"): ("B", ""), ("Slope", "Notes"): ("", "B")},
    ("jarama", "reduction"): {("12", ".75"): ("8", "9"), ("13", ".75"): ("9", "10")},
    ("jarama", "demoralization"): {("Result:", "5 / 2"): ("1=7 = R 8-10 = D", "1-7 = R 8-10 = D")},
    ("jarama", "crt"): {("5", "7-1"): ("D1R1", "D2R1")},
    ("jarama", "victory"): {("Total Victory", "if"): ("51% or more VP's", "51% more VP's")},
    ("iron-curtain", "tec"): {
        ("Open", "No Retreat Terrain? (7.2d)"): ("=", "-"),
        ("Secondary Road Bridge", "MP Costs Any"): ("_[1]", "-[1]"),
    },
    ("asl-sk", "attack-dr"): {
        ("Broken Full Squad", "MDR > MORALE & MDRDIFF <= ELR"): (
            "Casualty Reduce ³ DM Remain Broken",
            "Casualty Reduce DM Remain Broken",
        ),
        ("Broken Full Squad", "MDR > MORALE & MDRDIFF > ELR"): (
            "Casualty Reduce ³ DM Remain Broken",
            "Casualty Reduce DM Remain Broken",
        ),
        **{
            (state, "CASUALTY REDUCE"): (
                "Eliminate on dr >= 5 Wounds dr 1 to 4 Leadership -1, Morale +1 IPC = 0, No CX, MF=3",
                "Eliminate on dr >= 5 Wounds dr 1 to 4 Leadership +1, Morale -1 IPC = 0, No CX, MF=3",
            )
            for state in ("Good Order SMC", "Broken SMC")
        },
    },
    ("asl-sk", "definitions"): {
        ("MORALE", "Definition"): (
            "MORALE showing on the up side of Full Squad, HS, CREW, or SMC plus any applicable DEFENDER Leadership and Penalties",
            "MORALE showing on the up side of Full Squad, HS, CREW, or SMC",
        )
    },
}


@pytest.mark.parametrize(("name", "chart_name"), [each for each in ALL if each != ("asl-sk", "odds")])
def test_errata_change_these_cells_and_no_other(name: str, chart_name: str) -> None:
    assert changes(name, chart_name) == ERRATA.get((name, chart_name), {})


def test_errata_of_the_odds_grid_are_the_111_cells_that_break_the_arithmetic() -> None:
    with (TYPED / "asl-sk" / "odds-errata.csv").open(encoding="utf-8") as file:
        typed = {(r["attacker"], r["defender"]): (r["printed"], r["correct"]) for r in csv.DictReader(file)}
    assert len(typed) == 111
    assert changes("asl-sk", "odds") == typed


REPAIRED = {
    ("panzerblitz", "crt"): {(str(die), "4-1") for die in range(-1, 8)},
    ("panzerblitz", "tec"): {("SWAMPS", "defense"), ("HILLTOPS", "defense")},
    ("panzerblitz", "wec"): {
        (c, t) for c in ("I", "A", "H & M") for t in ("armored near", "armored far", "others")
    },
    ("jarama", "tec"): {("Slope", "mech"), ("Slope", "foot")},
    ("iron-curtain", "crt-1962"): {("1:3", "2 hexes"), ("1:3", "3 hexes")},
    ("iron-curtain", "tec"): {("ferry", "defender terrain"), ("ferry", "no retreat")},
    ("asl-sk", "odds"): {("1", "28")},
    ("asl-sk", "attack-dr"): {
        ("broken hs", "failed by more than elr"),
        ("broken hs", "original 12"),
        ("broken squad", "failed by more than elr"),
        ("broken smc", "failed by more than elr"),
        ("broken wounded smc", "failed by more than elr"),
    },
}


@pytest.mark.parametrize(("name", "chart_name"), ALL)
def test_repaired_cells_are_marked(name: str, chart_name: str) -> None:
    under = chart(name, chart_name)
    wanted = {
        (under.row_axis.find(row).label, under.column_axes[0].find(column).label)
        for row, column in REPAIRED.get((name, chart_name), set())
    }
    assert {(c.row, c.column) for row in under.cells for c in row if c.repaired} == wanted


@pytest.mark.parametrize("name", NAMES)
def test_rulings_speak_of_charts_there_are(name: str) -> None:
    for title, ruling in rulings(name).items():
        assert set(ruling.charts) <= set(game(name).charts), title


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_rulings(name: str) -> None:
    assert rulings(name)
