# SPDX-License-Identifier: Apache-2.0
"""The lint finds results out of order, blames few cells for them, and proposes only what is in order."""

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from grognard import load_chart
from grognard.charts.doubts import Doubt

Write = Callable[..., Path]
Grid = dict[tuple[int, int], str]

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
    """NE stands before it and DE after it, so either is in order: the print does not say which it was."""
    table = load_chart(write(("3   | NE  | NE", "3   | NE  | AE")))
    (doubt,) = table.doubts.values()
    assert (doubt.row, doubt.column, doubt.printed, doubt.proposal) == ("3", "2-1", "AE", "NE or DE")


def test_what_is_supplied_is_not_the_prints_disorder(write: Write) -> None:
    repair = '\n[[repairs]]\nrows = ["3"]\ncolumns = ["2-1"]\nwhy = "torn off"\n'
    spoilt = write(("3   | NE  | NE", "3   | NE  | [AE]"))
    table = load_chart(write(text=spoilt.read_text() + repair))
    assert [doubt.kind for doubt in table.doubts.values()] == ["hole"]


def test_print_is_not_blamed_for_what_was_supplied(write: Write) -> None:
    repair = '\n[[repairs]]\nrows = ["4"]\ncolumns = ["2-1"]\nwhy = "torn off"\n'
    changes = (("4   | NE  | DE", "4   | NE  | [AE]"), ('above = "clamp"\nladder = "up"', 'above = "clamp"'))
    table = load_chart(write(text=write(*changes).read_text() + repair))
    assert [(doubt.row, doubt.kind) for doubt in table.doubts.values()] == [("4", "hole")]


# Grids of letters: A is the lowest result and E the highest.
LETTERS = "ABCDE"
CHART = """
title = "Letters"
source = "made up"
table = '''
{table}
'''
rows = {{ kind = "named", ladder = "{down}" }}
columns = {{ kind = "named", ladder = "{right}" }}
cells = {{ ladder = ["A", "B", "C", "D", "E"] }}
codes = {{ A = "a", B = "b", C = "c", D = "d", E = "e" }}
{repairs}
"""
REPAIR = '[[repairs]]\nrows = ["r{i}"]\ncolumns = ["c{j}"]\nwhy = "torn off"\n'


def lint(
    write: Write, rows: Sequence[str], down: str = "up", right: str = "up"
) -> dict[tuple[int, int], Doubt]:
    """Lint rows of letters, those in brackets supplied; the doubts by row and column, counted from 0."""
    cells = [row.split() for row in rows]
    heading = ["n", *(f"c{j}" for j in range(len(cells[0])))]
    table = [heading, ["---"], *([f"r{i}", *row] for i, row in enumerate(cells))]
    holes = [(i, j) for i, row in enumerate(cells) for j, cell in enumerate(row) if cell.startswith("[")]
    text = CHART.format(
        table="\n".join(" | ".join(row) for row in table),
        down=down,
        right=right,
        repairs="".join(REPAIR.format(i=i, j=j) for i, j in holes),
    )
    found = load_chart(write(text=text)).doubts.values()
    return {(int(doubt.row[1:]), int(doubt.column[1:])): doubt for doubt in found}


def proposed(found: dict[tuple[int, int], Doubt]) -> Grid:
    return {cell: doubt.proposal for cell, doubt in found.items() if doubt.kind == "order"}


def test_a_proposal_does_not_break_the_order_itself(write: Write) -> None:
    """C and D stand before A: both are out of order, and only A is right before A."""
    assert proposed(lint(write, ["C", "D", "A", "B"])) == {(0, 0): "A", (1, 0): "A"}


def test_few_cells_are_blamed(write: Write) -> None:
    """Two As at the end stand after many Bs: two changes put all in order, to B or anything higher."""
    assert proposed(lint(write, ["A A B", "B B B", "B A A"])) == {(2, 1): "B to E", (2, 2): "B to E"}


def test_on_a_tie_the_cell_that_can_be_mended_is_blamed(write: Write) -> None:
    """The first C, the A and the last B break two pairs each.

    Nothing fits between B and A, where C stands, nor between C and B, where A stands. With the last B changed, A
    alone breaks the order.
    """
    assert proposed(lint(write, ["B", "C", "A", "C", "B"])) == {(2, 0): "C", (4, 0): "C to E"}


def test_a_cell_is_let_off_when_others_explain_all(write: Write) -> None:
    """The third A stands after four cells higher than it, more than any other; but all four are wrong."""
    found = proposed(lint(write, ["B", "A", "B", "A", "E", "C", "A", "B"]))
    assert found == {(0, 0): "A", (2, 0): "A", (4, 0): "A", (5, 0): "A"}


def test_a_doubt_names_what_else_may_be_wrong(write: Write) -> None:
    """C, D, A and B break two pairs each; C and B at the ends can be mended."""
    found = lint(write, ["C", "D", "A", "B"])
    assert found[0, 0].reason == "C is out of order beside A at r2, c0; it may be right and B at r3, c0 wrong"
    assert found[1, 0].reason == "D is out of order beside A at r2, c0"


@pytest.mark.parametrize(
    ("column", "reasons"),
    [
        # D and A break three pairs each, and both are blamed: neither is right instead of the other.
        (
            "D B C A",
            ["D is out of order beside B at r1, c0", "A is out of order beside C at r2, c0"],
        ),
        # D and C are both blamed, so D is not held against C.
        (
            "D C A A",
            ["D is out of order beside A at r2, c0", "C is out of order beside A at r2, c0"],
        ),
    ],
)
def test_a_cell_is_held_against_cells_not_blamed(write: Write, column: str, reasons: list[str]) -> None:
    assert [doubt.reason for doubt in lint(write, column.split()).values()] == reasons


def test_a_cell_elsewhere_is_no_rival(write: Write) -> None:
    """Two columns, each with one broken pair, have nothing to do with each other."""
    found = lint(write, ["B C", "A B"], right="")
    assert found[0, 0].reason.endswith("; it may be right and A at r1, c0 wrong")
    assert found[0, 1].reason.endswith("; it may be right and B at r1, c1 wrong")


@pytest.mark.parametrize(
    ("column", "proposal"), [("B C B B", "B"), ("A C B B", "A or B"), ("A B E D D", "B to D")]
)
def test_all_that_is_in_order_is_proposed(write: Write, column: str, proposal: str) -> None:
    assert list(proposed(lint(write, column.split())).values()) == [proposal]


def test_of_two_cells_either_may_be_wrong(write: Write) -> None:
    (doubt,) = lint(write, ["B A"]).values()
    assert (doubt.printed, doubt.proposal) == ("B", "A")
    assert doubt.reason == "B is out of order beside A at r0, c1; it may be right and A at r0, c1 wrong"


def test_of_three_cells_the_one_at_odds_with_two_is_wrong(write: Write) -> None:
    (doubt,) = lint(write, ["B C A"]).values()
    assert (doubt.printed, doubt.proposal) == ("A", "C to E")
    assert doubt.reason == "A is out of order beside C at r0, c1"


def test_a_hole_does_not_hide_what_is_out_of_order_beyond_it(write: Write) -> None:
    found = lint(write, ["D", "[D]", "A"])
    assert {cell: doubt.kind for cell, doubt in found.items()} == {(0, 0): "order", (1, 0): "hole"}


def test_an_axis_without_a_ladder_is_not_compared(write: Write) -> None:
    assert not lint(write, ["C A", "D B"], right="")
    assert not lint(write, ["C D", "A B"], down="")
    assert proposed(lint(write, ["C A", "D B"], right="down")) == {}


NUMBERS = """
title = "Numbers"
source = "made up"
table = '''
n | x
--+---
{}
'''
rows = {{ kind = "named", ladder = "up" }}
columns = {{ kind = "named" }}
cells = {{ kinds = ["number"] }}
"""


@pytest.mark.parametrize(
    ("column", "blamed", "proposal"),
    [
        ("1 2 9 4 5", "9", "2 to 4"),
        ("9 2 3", "9", "2 or less"),
        ("1 2 0", "0", "2 or more"),
        ("1 1 7 1", "7", "1"),
    ],
)
def test_numbers_are_in_order_by_their_size(write: Write, column: str, blamed: str, proposal: str) -> None:
    rows = "\n".join(f"r{i} | {figure}" for i, figure in enumerate(column.split()))
    (doubt,) = load_chart(write(text=NUMBERS.format(rows))).doubts.values()
    assert (doubt.printed, doubt.proposal) == (blamed, proposal)


TWO_LINES = """
title = "Odds above, terrain below"
source = "made up"
table = '''
Odds    | 1-1  | 1-1  | 2-1  | 2-1
Terrain | wood | open | wood | open
--------+------+------+------+-----
1       | {}
'''
rows = {{ kind = "number" }}
cells = {{ ladder = ["A", "B", "C", "D"] }}
codes = {{ A = "a", B = "b", C = "c", D = "d" }}
[[columns]]
kind = "odds"
ladder = "{odds}"
[[columns]]
kind = "named"
ladder = "{terrain}"
{repairs}
"""


@pytest.mark.parametrize(
    ("cells", "odds", "terrain", "blamed"),
    [
        # Wood to open within one column of odds.
        ("C | D | A | B", "", "up", []),
        ("C | D | B | A", "", "up", ["2-1 / wood"]),
        ("D | C | B | A", "", "down", []),
        # 1-1 to 2-1 within one terrain.
        ("A | C | B | D", "up", "", []),
        ("A | D | B | C", "up", "", ["1-1 / open"]),
        # Both: wood at 1-1 is the lowest of all, open at 2-1 the highest.
        ("A | C | B | D", "up", "up", []),
        ("B | C | B | A", "up", "up", ["2-1 / open"]),
        ("B | [B] | [B] | A", "up", "up", ["1-1 / wood"]),
    ],
)
def test_a_heading_of_two_lines_is_compared_line_by_line(
    write: Write, cells: str, odds: str, terrain: str, blamed: list[str]
) -> None:
    lost = '[[repairs]]\ncolumns = ["1-1 / open", "2-1 / wood"]\nwhy = "torn off"\n'
    text = TWO_LINES.format(cells, odds=odds, terrain=terrain, repairs=lost if "[" in cells else "")
    found = load_chart(write(text=text)).doubts.values()
    assert [doubt.column for doubt in found if doubt.kind == "order"] == blamed


# Grids by chance. Each way of reading is one of the four corners from which results rise.
SIZES = st.tuples(st.integers(1, 4), st.integers(1, 4))
WAYS = st.tuples(st.sampled_from(["up", "down"]), st.sampled_from(["up", "down"]))
CHANCE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Any letters at all, at least two of them."""
    height, width = draw(SIZES.filter(lambda size: size != (1, 1)))
    return {cell: draw(st.sampled_from(LETTERS)) for cell in product(range(height), range(width))}


def raised(grid: Grid) -> Grid:
    """Raise each letter to the highest before it, so that the grid is in order."""
    return {(i, j): max(text for (a, b), text in grid.items() if a <= i and b <= j) for i, j in grid}


def in_order(grid: Grid) -> bool:
    return grid == raised(grid)


def lint_grid(write: Write, grid: Grid, down: str, right: str) -> dict[tuple[int, int], Doubt]:
    """Lint a grid that rises down and to the right, turned over so that it rises the given ways."""
    bottom, edge = max(grid)

    def turned(i: int, j: int) -> tuple[int, int]:
        return i if down == "up" else bottom - i, j if right == "up" else edge - j

    rows = [" ".join(grid[turned(i, j)] for j in range(edge + 1)) for i in range(bottom + 1)]
    return {turned(*cell): doubt for cell, doubt in lint(write, rows, down, right).items()}


def mended(grid: Grid, found: dict[tuple[int, int], Doubt], end: int) -> Grid:
    """Put in what is proposed: the lowest where `end` is 0, the highest where it is -1."""
    return grid | {
        cell: text.replace(" to ", " or ").split(" or ")[end] for cell, text in proposed(found).items()
    }


@CHANCE
@given(grids(), WAYS)
def test_a_grid_in_order_is_not_doubted(write: Write, grid: Grid, ways: tuple[str, str]) -> None:
    assert not lint_grid(write, raised(grid), *ways)


@CHANCE
@given(grids(), WAYS, st.data())
def test_one_spoilt_cell_is_found(
    write: Write, grid: Grid, ways: tuple[str, str], data: st.DataObject
) -> None:
    """One doubt, about that cell or about the only one it is out of order with, which then says so."""
    right = raised(grid)
    spoilt = data.draw(st.sampled_from(sorted(right)))
    print_ = right | {spoilt: data.draw(st.sampled_from(LETTERS))}
    assume(not in_order(print_))
    ((cell, doubt),) = lint_grid(write, print_, *ways).items()
    assert cell == spoilt or "it may be right" in doubt.reason
    for end in (0, -1):
        assert in_order(mended(print_, {cell: doubt}, end))


@CHANCE
@given(grids(), WAYS)
def test_what_is_proposed_puts_any_grid_in_order(write: Write, grid: Grid, ways: tuple[str, str]) -> None:
    found = lint_grid(write, grid, *ways)
    assert bool(found) is not in_order(grid)
    for end in (0, -1):
        assert in_order(mended(grid, found, end))
