"""Grids for tests: every orientation, shove and numbering, of any small size."""

from hypothesis import strategies as st

from grognard.hexes.grid import Grid, HexId
from grognard.hexes.numbering import Numbering

numberings = st.builds(
    Numbering,
    order=st.sampled_from(["column-row", "row-column"]),
    column_digits=st.integers(2, 3),
    row_digits=st.integers(2, 3),
    separator=st.sampled_from(["", ".", "-"]),
    first_column=st.integers(0, 1),
    first_row=st.integers(0, 1),
)


def grids(least: int = 1, most: int = 12) -> st.SearchStrategy[Grid]:
    return st.builds(
        Grid,
        columns=st.integers(least, most),
        rows=st.integers(least, most),
        orientation=st.sampled_from(["flat", "pointy"]),
        shoved=st.sampled_from(["even", "odd"]),
        numbering=numberings,
    )


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int, most: int = 12) -> tuple[Grid, list[HexId]]:
    grid = draw(grids(most=most))
    hexes = draw(st.lists(st.integers(0, grid.size - 1).map(HexId), min_size=count, max_size=count))
    return grid, hexes
