# SPDX-License-Identifier: Apache-2.0
"""`grognard supply` and `grognard command`: whether a line leads to a unit, for players at a physical table."""

import typer
from rich.text import Text

from grognard.charts.plurals import counted
from grognard.cli.console import console, write_json
from grognard.cli.map_query import MapArgument, ask_map
from grognard.cli.options import FormatOption, ProfileOption, RulingOption, check_format
from grognard.play.board import Trace


def supply(
    context: typer.Context,
    name: MapArgument = "",
    form: FormatOption = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say whether a unit is in supply, and by which path, or where it is cut. With only a map, list what it asks."""
    _trace(context, name, form, profile, ruling)


def command(
    context: typer.Context,
    name: MapArgument = "",
    form: FormatOption = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say whether a unit is in command, and by which path, or where it is cut. With only a map, list what it asks."""
    _trace(context, name, form, profile, ruling)


def _trace(context: typer.Context, name: str, form: str, profile: str, ruling: list[str] | None) -> None:
    """Ask a map the question that a command is named after, and print the line."""
    check_format(form)
    asked = ask_map(context, name, profile, ruling)
    if asked is None:
        return
    if form == "json":
        write_json(asked.answer)
    else:
        console().print(Text(trace_text(asked.answer)))


def trace_text(trace: Trace) -> str:
    """Say a unit's supply or command in words, or both if a game has both."""
    return "; ".join(_line_text(line) for line in (trace, trace.command) if line)


def _line_text(trace: Trace) -> str:
    if trace.path:
        hexes = counted(len(trace.path) - 1, "hex", "hexes")
        return f"{trace.state}: {hexes}, by {' '.join(trace.path)}"
    if trace.cut:
        return f"{trace.state}: cut at {' '.join(trace.cut)}"
    return trace.state
