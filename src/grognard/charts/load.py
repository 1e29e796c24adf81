# SPDX-License-Identifier: Apache-2.0
"""Load a chart file strictly: every fault is found, with its line and cell, before any is raised."""

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from grognard.charts.axis import NAMELESS, Axis, AxisFile
from grognard.charts.axis_checks import columns, dice, duplicates, labels, rows, settings
from grognard.charts.checks import (
    Check,
    arithmetic,
    cells,
    codes,
    does,
    ladder,
    notes,
    shares,
    title,
)
from grognard.charts.files import Source, of_the_first
from grognard.charts.mending_checks import errata, repairs
from grognard.charts.plurals import counted
from grognard.charts.rulings import Ruling
from grognard.charts.sheet import ChartFile, Code, Sheet
from grognard.charts.table import NO_TABLE, TableLine, read_table

BY_ENTRY: tuple[Check, ...] = (codes, does, notes, repairs, errata)
CHECKS: tuple[Check, ...] = (
    *(title, rows, columns, dice, settings, labels, duplicates),
    *(cells, ladder, shares, arithmetic),
    *BY_ENTRY,
)


def load_sheet(path: Path, book: Mapping[str, Ruling] | None = None) -> Sheet:
    """Read and check a chart file; `book` holds the rulings its repairs and errata may name."""
    source = Source(path)
    sheet = _sheet(source, source.fill(ChartFile, source.data()))
    # A check named after a section cannot run if that section is broken; one that goes entry by entry leaves out the
    # broken ones itself.
    broken = source.broken_sections - {check.__name__ for check in BY_ENTRY}
    sound = [check for check in CHECKS if check.__name__ not in broken]
    for finding in [finding for check in sound for finding in check(sheet, book or {})]:
        source.fault(finding.place, finding.what, finding.line, finding.where)
    source.stop_if_faulty()
    return sheet


def _sheet(source: Source, file: ChartFile) -> Sheet:
    """Put table and axes together."""
    drawn = read_table(source, file.table) if ("table",) not in source.broken else NO_TABLE
    if ("codes",) in source.broken:
        file = replace(file, codes=_AnyCode())
    if not file.columns and ("columns",) not in source.broken:
        source.fault(("columns",), "is empty; say what the columns are")
    if len(drawn.heading) != len(file.columns):
        if not {("table",), ("columns",)} & source.broken:
            lines = f"the heading has {counted(len(drawn.heading), 'line')}, and there are {len(file.columns)} [[columns]]"
            source.fault(("columns",), lines)
        file = replace(file, columns=[AxisFile("named") for _ in drawn.heading])
    heads = list(zip(drawn.heading, file.columns, strict=True))
    several = len(heads) > 1
    columns = tuple(
        Axis(a.name or (_name(line) if several else NAMELESS), _labels(line), a) for line, a in heads
    )
    rows = Axis(
        file.rows.name or _name(drawn.heading[0]),
        tuple(line.entries[0].text for line in drawn.rows),
        file.rows,
    )
    broken = frozenset(map(of_the_first, source.broken))
    return Sheet(source.path.stem, source.path, file, drawn, rows, columns, broken)


class _AnyCode(dict[str, str | Code]):
    """Stands in for codes that cannot be read: any text counts as a code, so that no cell is blamed."""

    def __contains__(self, key: object) -> bool:
        return True


def _name(line: TableLine) -> str:
    return line.entries[0].text.rstrip(":")


def _labels(line: TableLine) -> tuple[str, ...]:
    return tuple(entry.text for entry in line.entries[1:])


def find_book(path: Path) -> Path | None:
    """Return the `rulings.toml` that belongs to a chart file: beside it, or one folder up."""
    try:
        folders = path.absolute().parents[:2]
        return next((book for folder in folders if (book := folder / "rulings.toml").is_file()), None)
    except OSError:
        # A folder that may not be read; reading the chart itself will say so.
        return None
