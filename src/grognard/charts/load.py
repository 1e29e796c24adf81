"""Load a chart file strictly: every fault of it is found and named, with its line and cell, before any is raised."""

from collections.abc import Mapping
from pathlib import Path

from grognard.charts.axis import Axis
from grognard.charts.checks import CHECKS
from grognard.charts.files import Source
from grognard.charts.rulings import Ruling
from grognard.charts.sheet import ChartFile, Sheet
from grognard.charts.table import Line, read_table


def load_sheet(path: Path, book: Mapping[str, Ruling] | None = None) -> Sheet:
    """Read and check a chart file; `book` holds the rulings its repairs and errata may name."""
    source = Source(path)
    file = source.fill(ChartFile, source.data())
    sheet = _sheet(source, file) if file else None
    if sheet is not None:
        # A check that bears a section's name has nothing to go by where that section is broken.
        sound = [check for check in CHECKS if check.__name__ not in source.broken]
        for found in [found for check in sound for found in check(sheet, book or {})]:
            source.fault(found.place, found.what, found.line, found.where)
    source.stop_if_faulty()
    assert sheet is not None  # noqa: S101 - a file without faults gives a sheet
    return sheet


def _sheet(source: Source, file: ChartFile) -> Sheet | None:
    """Put table and axes together, where there is a table to read."""
    drawn = read_table(source, file.table)
    if not drawn.heading:
        return None
    if len(drawn.heading) != len(file.columns):
        lines = f"the heading has {len(drawn.heading)} lines, [columns] describes {len(file.columns)}"
        source.fault(("columns",), lines)
        return None
    heads = zip(drawn.heading, file.columns, strict=True)
    columns = tuple(Axis(axis.name or _name(line), _labels(line), axis) for line, axis in heads)
    name = file.rows.name or _name(drawn.heading[0])
    rows = Axis(name, tuple(line.entries[0].text for line in drawn.rows), file.rows)
    return Sheet(source.path.stem, source.path, file, drawn, rows, columns)


def _name(line: Line) -> str:
    return line.entries[0].text.rstrip(":")


def _labels(line: Line) -> tuple[str, ...]:
    return tuple(entry.text for entry in line.entries[1:])


def find_book(path: Path) -> Path | None:
    """Return the `rulings.toml` that belongs to a chart file: beside it, or one folder up."""
    return next((found for folder in path.parents[:2] if (found := folder / "rulings.toml").exists()), None)
