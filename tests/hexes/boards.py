# SPDX-License-Identifier: Apache-2.0
"""Grids and maps for tests: every orientation, shove and numbering, of any small size."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.hexes import Chain, Grid, HexId, Hexside, Map, NamedPlace, Numbering, Road, Terrain
from grognard.hexes.grid import Point

# The first search of a run compiles, so no example has a deadline.
settings.register_profile("hexes", deadline=None)
settings.load_profile("hexes")

numberings = st.builds(
    Numbering,
    order=st.sampled_from(["column-row", "row-column"]),
    column_digits=st.integers(2, 3),
    row_digits=st.integers(2, 3),
    separator=st.sampled_from(["", ".", "-"]),
    first_column=st.integers(0, 1),
    first_row=st.integers(0, 1),
).filter(lambda made: bool(made.separator) or made.column_digits == made.row_digits)


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


TERRAIN = (
    Terrain(".", "clear"),
    Terrain("ff", "deep forest"),
    Terrain("=", "pavé"),
    Terrain("~", "lake", "shore"),
)
names = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=8)


@st.composite
def maps(draw: st.DrawFn, most: int = 7) -> Map:
    """Maps with everything on them, made sound as they are drawn up."""
    grid = draw(grids(most=most))
    kinds = st.sampled_from(["clear", "clear", "deep forest", "pavé", "lake"])
    bare = Map(
        title=draw(names),
        grid=grid,
        legend=TERRAIN,
        terrain=tuple(draw(st.lists(kinds, min_size=grid.size, max_size=grid.size))),
        scale=draw(st.just("") | names),
        about=draw(st.just("") | names),
        barriers=draw(st.sampled_from([(), ("shore",)])),
    )
    dice = draw(st.randoms(use_true_random=False))
    land = [each for each in grid.hexes if not bare.is_water(each)]
    river, road = _river(bare, dice), _stroll(bare, dice)
    towns = [NamedPlace("town", f"Town {each}", (each,)) for each in dice.sample(land, min(2, len(land)))]
    area = NamedPlace("area", draw(names), tuple(dice.sample(list(grid.hexes), min(4, grid.size))))
    return replace(
        bare,
        hexsides=(Chain("river", draw(names), river),) if river else (),
        roads=(Road("rail", draw(names), road),) if len(road) > 1 else (),
        places=(*towns, area),
    )


def _river(board: Map, dice: Random) -> tuple[Hexside, ...]:
    """Follow hexsides away from water, never back, as far as they go."""
    grid = board.grid
    dry = {each for hex_id in grid.hexes for each in grid.hexsides(hex_id) if not board.features_at(each)}
    river: list[Hexside] = []
    corner: Point | None = None
    while choice := sorted(each for each in dry if corner is None or corner in grid.ends(each)):
        river.append(dice.choice(choice))
        ends = grid.ends(river[-1])
        dry -= {each for each in dry if corner in grid.ends(each)} | {river[-1]}
        corner = ends[1] if corner in (None, ends[0]) else ends[0]
        if len(river) == 6:
            break
    return tuple(river)


def _stroll(board: Map, dice: Random) -> tuple[HexId, ...]:
    """Walk from land to land without treading twice on a hex."""
    land = {each for each in board.grid.hexes if not board.is_water(each)}
    way = [dice.choice(sorted(land))] if land else []
    while (
        choice := [each for each in board.grid.neighbours(way[-1]) if each in land - set(way)] if way else []
    ):
        way.append(dice.choice(choice))
    return tuple(way)
