"""Load a chart file strictly: every fault of it is found and named, with its line and cell, before any is raised."""

from pathlib import Path

from grognard.charts.axis import Axis
from grognard.charts.checks import Checks
from grognard.charts.files import Source
from grognard.charts.rulings import Ruling
from grognard.charts.sheet import ChartFile, Sheet
from grognard.charts.table import Line, read_table


def load_sheet(path: Path, book: dict[str, Ruling] | None = None) -> Sheet:
    """Read and check a chart file; `book` holds the rulings its repairs and errata may name."""
    source = Source(path)
    data = source.data()
    if isinstance(data.get("columns"), dict):
        data["columns"] = [data["columns"]]
    file = source.fill(ChartFile, data)
    if file is None:
        source.stop_if_faulty()
        raise AssertionError(path)
    drawn = read_table(source, file.table)
    if len(drawn.heading) not in (0, len(file.columns)):
        source.fault(
            ("columns",), f"the heading has {len(drawn.heading)} lines, [[columns]] {len(file.columns)}"
        )
    source.stop_if_faulty()
    heads = zip(drawn.heading, file.columns, strict=True)
    columns = tuple(Axis(axis.name or line.entries[0].text, _labels(line), axis) for line, axis in heads)
    name = file.rows.name or drawn.heading[0].entries[0].text
    rows = Axis(name, tuple(line.entries[0].text for line in drawn.rows), file.rows)
    sheet = Sheet(path.stem, path, file, drawn, rows, columns)
    Checks(source, sheet, book or {}).run()
    source.stop_if_faulty()
    return sheet


def _labels(line: Line) -> tuple[str, ...]:
    return tuple(entry.text for entry in line.entries[1:])


def find_book(path: Path) -> Path | None:
    """Return the `rulings.toml` that belongs to a chart file: beside it, or one folder up."""
    return next((found for folder in path.parents[:2] if (found := folder / "rulings.toml").exists()), None)
