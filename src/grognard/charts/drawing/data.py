# SPDX-License-Identifier: Apache-2.0
"""A chart for other programs: CSV as printed, JSON with everything the file knows."""

import csv
import io
from typing import Any

import msgspec

from grognard.charts.axis import Axis
from grognard.charts.chart import Chart
from grognard.charts.drawing.marks import mark
from grognard.charts.sheet import Code


def chart_csv(chart: Chart) -> str:
    """Write the row axis' name and the column labels, then one line per printed row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for line in chart.sheet.drawn.heading:
        writer.writerow([entry.text for entry in line.entries])
    for row in chart.cells:
        writer.writerow([row[0].row, *(cell.text for cell in row)])
    return text.getvalue()


def chart_json(chart: Chart) -> str:
    """Write the chart with its axes, cells, codes, notes and doubts."""
    return msgspec.json.format(msgspec.json.encode(chart_data(chart)), indent=2).decode() + "\n"


def chart_data(chart: Chart) -> dict[str, Any]:
    """Return a chart as plain data."""
    file = chart.sheet.file
    return {
        "game": chart.game,
        "chart": chart.name,
        "title": chart.title,
        "source": file.source,
        "profile": chart.rulings.profile,
        "rulings": {name: chart.rulings.option(name) for name in chart.rulings_bearing},
        "rows": _axis(chart.row_axis),
        "columns": [_axis(axis) for axis in chart.column_axes],
        "cells": [
            [
                {"text": cell.text, "printed": cell.printed, "reads": cell.reads, "mark": mark(chart, cell)}
                for cell in row
            ]
            for row in chart.cells
        ],
        "cell_kinds": msgspec.to_builtins(file.cells),
        "arithmetic": msgspec.to_builtins(file.arithmetic),
        "codes": {
            code: msgspec.to_builtins(meaning if isinstance(meaning, Code) else Code(meaning))
            for code, meaning in file.codes.items()
        },
        "notes": msgspec.to_builtins(file.notes),
        "repairs": msgspec.to_builtins(file.repairs),
        "errata": msgspec.to_builtins(file.errata),
        "doubts": msgspec.to_builtins(list(chart.doubts.values())),
    }


def _axis(axis: Axis) -> dict[str, Any]:
    settings = {key: value for key, value in msgspec.to_builtins(axis.file).items() if value}
    return {**settings, "name": axis.name, "labels": axis.labels}
