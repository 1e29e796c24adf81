# SPDX-License-Identifier: Apache-2.0
"""`grognard reach`: where a unit can go, for players at a physical table."""

from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.charts.plurals import counted
from grognard.cli.console import console, write, write_json
from grognard.cli.map_query import MAP_FORMATS, MapAnswer, MapArgument, ask_map
from grognard.cli.options import ProfileOption, RulingOption, check_format
from grognard.hexes.map_text import draw_part
from grognard.play.board import Reachable


def reach(  # noqa: PLR0913, PLR0917 - one for each option
    context: typer.Context,
    name: MapArgument = "",
    to: Annotated[
        str, typer.Option("--to", metavar="HEX", help="The way to one hex, or why there is none.")
    ] = "",
    form: Annotated[str, typer.Option("--format", metavar="text|json|map")] = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say where a unit can go, at what cost and by which way. With only a map, list what it asks."""
    check_format(form, MAP_FORMATS)
    asked = ask_map(context, name, profile, ruling)
    if asked is None:
        return
    if to:
        asked.hex(to)  # raises an error if the hex is not on the map
    if form == "json":
        write_json(_data(asked, to))
    elif form == "map":
        write(draw_reach(asked, console().width))
    else:
        console().print(_one(asked, to) if to else _all(asked))


def _all(asked: MapAnswer) -> RenderableType:
    reachable: Reachable = asked.answer
    count = counted(len(reachable.steps), "hex", "hexes") if reachable.steps else "no hex"
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column()
    for hex_name, step in reachable.steps.items():
        table.add_row(asked.place(hex_name), step.cost.text, Text(" ".join(step.path)))
    return Group(Text(f"{reachable.piece}, {reachable.allowed}: {count}", style="bold"), table)


def _one(asked: MapAnswer, to: str) -> Text:
    reachable: Reachable = asked.answer
    step = reachable.steps.get(to)
    if step is None:
        return Text(reachable.refusals.get(to, f"there is no way to {to}"))
    return Text(f"{asked.place(to)} costs {step.cost.text} of {reachable.allowed}, by {' '.join(step.path)}")


def draw_reach(asked: MapAnswer, width: int) -> str:
    """Draw the map with the cost of each hex that can be reached; @ is the start, X an enemy."""
    reachable: Reachable = asked.answer
    marks = {asked.hex(hex_name): step.cost.text for hex_name, step in reachable.steps.items()}
    marks |= {asked.hex(hex_name): "X" for hex_name in getattr(asked.situation, "enemy", ())}
    starts = {asked.hex(step.path[0]): "@" for step in reachable.steps.values()}
    return draw_part(asked.board, marks | starts, width)


def _data(asked: MapAnswer, to: str) -> dict[str, Any]:
    reachable: Reachable = asked.answer
    steps = {
        hex_name: {"cost": step.cost.text, "path": step.path} for hex_name, step in reachable.steps.items()
    }
    if not to:
        return {"unit": reachable.piece, "allowed": reachable.allowed, "hexes": steps}
    return {"unit": reachable.piece, "to": to, **steps.get(to, {"why_not": reachable.refusals.get(to, "")})}
