# SPDX-License-Identifier: Apache-2.0
"""A folder of results: `match.json`, and a folder for each table with its parts, such as `games/000000-000015.parquet`.

A part is named by its first and last game. The part of `games` is written last, so that what it names is done and never played
again; parts of other tables without it are not read. Needs the extra `lab`.
"""

import io
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.errors import GrognardError
from grognard.lab.batch.match import Match, load_match
from grognard.lab.batch.rows import TABLES, column_types
from grognard.play.whole_file import write_whole

if TYPE_CHECKING:
    import polars as pl

PART = re.compile(r"(\d{6,})-(\d{6,})\.parquet")
COUNTED = "counted.json"
# What a Parquet file begins and ends with.
MARK = b"PAR1"
# The part that tells that its games are done.
DONE = "games"


class Counted(msgspec.Struct, frozen=True):
    """How many games count, from the first, where a match was ended as soon as enough was known."""

    games: int


class Results:
    """The tables of a folder of results, to be read with polars: nothing is read before it is collected.

    Games beyond those that count are left out: more may have been played when enough was known. With `all_games` they are there.
    """

    def __init__(self, folder: str | Path, *, all_games: bool = False) -> None:
        self.folder = Path(folder)
        self.match: Match = load_match(self.folder)
        self._all = all_games

    def games(self) -> "pl.LazyFrame":
        """Return a row for each game."""
        return self._table("games")

    def turns(self) -> "pl.LazyFrame":
        """Return how each side stood when each turn ended."""
        return self._table("turns")

    def units(self) -> "pl.LazyFrame":
        """Return where each unit on the map was when each turn ended."""
        return self._table("units")

    def losses(self) -> "pl.LazyFrame":
        """Return every unit lost."""
        return self._table("losses")

    def attacks(self) -> "pl.LazyFrame":
        """Return every order with a target on which dice were rolled."""
        return self._table("attacks")

    def _table(self, name: str) -> "pl.LazyFrame":
        import polars as pl  # noqa: PLC0415 - an extra

        if name != DONE and not self.match.detail:
            raise GrognardError(f"{self.folder} has no {name}: its match was played without detail")
        paths = [self.folder / name / part_name(*span) for span in done_spans(self.folder)]
        for path in paths:
            _check_whole(path, self.folder)
        whole = pl.scan_parquet(paths) if paths else pl.LazyFrame(schema=schema(name))
        counted = None if self._all else self.counted
        return whole if counted is None else whole.filter(pl.col("game") < counted)

    @cached_property
    def counted(self) -> int | None:
        """How many games count; None if all do."""
        path = self.folder / COUNTED
        if not path.is_file():
            return None
        try:
            return msgspec.json.decode(path.read_bytes(), type=Counted).games
        except msgspec.DecodeError as error:
            raise GrognardError(f"{path} cannot be read: {error}") from error


def count_games(folder: Path, games: int | None) -> None:
    """Keep how many games of a folder of results count; None for all."""
    path = folder / COUNTED
    if games is None:
        path.unlink(missing_ok=True)
    else:
        write_whole(path, msgspec.json.encode(Counted(games)))


# Parts


def _check_whole(path: Path, folder: Path) -> None:
    """Raise an error if a part is missing or was cut off; it begins and ends with the mark of Parquet."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(MARK))
            file.seek(-len(MARK), os.SEEK_END)
            is_whole = begins == file.read() == MARK
    except OSError:
        is_whole = False
    if not is_whole:
        raise GrognardError(
            f"{path} is damaged or missing; remove {folder / DONE / path.name}, and the command that played its games plays them again"
        )


def part_name(first: int, last: int) -> str:
    """Return the file name of a part.

    >>> part_name(0, 15)
    '000000-000015.parquet'
    """
    return f"{first:06}-{last:06}.parquet"


def done_spans(folder: Path) -> list[tuple[int, int]]:
    """Return the first and last game of every part that is done, in order."""
    names = (PART.fullmatch(path.name) for path in (folder / DONE).glob("*.parquet"))
    return sorted((int(found[1]), int(found[2])) for found in names if found)


def schema(table: str) -> "dict[str, type[pl.DataType]]":
    """Return the columns of a table as polars has them."""
    import polars as pl  # noqa: PLC0415 - an extra

    kinds: dict[type, type[pl.DataType]] = {
        int: pl.Int64,
        float: pl.Float64,
        str: pl.String,
        bool: pl.Boolean,
    }
    return {name: kinds[kind] for name, kind in column_types(table).items()}


def packed(tables: Mapping[str, Sequence[msgspec.Struct]]) -> dict[str, bytes]:
    """Return the rows of each table as a Parquet file."""
    return {name: _packed(name, rows) for name, rows in tables.items()}


def _packed(table: str, rows: Sequence[msgspec.Struct]) -> bytes:
    import polars as pl  # noqa: PLC0415 - an extra

    columns = schema(table)
    frame = pl.DataFrame({name: [getattr(row, name) for row in rows] for name in columns}, schema=columns)
    file = io.BytesIO()
    frame.write_parquet(file)
    return file.getvalue()


def write_part(folder: Path, first: int, last: int, tables: Mapping[str, bytes]) -> None:
    """Keep the tables of the games from `first` to `last`, each as a Parquet file. They are done once this returns."""
    for name in sorted(tables, key=lambda name: name == DONE):
        if name not in TABLES:
            raise ValueError(f"there is no table {name!r}")
        (folder / name).mkdir(parents=True, exist_ok=True)
        write_whole(folder / name / part_name(first, last), tables[name])
