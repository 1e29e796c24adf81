# SPDX-License-Identifier: Apache-2.0
"""`grognard sight`: what is in the line of fire, for players at a physical table."""

from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from grognard.charts.plurals import counted
from grognard.cli.console import console, write, write_json
from grognard.cli.map_query import MAP_FORMATS, MapAnswer, MapArgument, ask_map
from grognard.cli.options import ProfileOption, RulingOption, check_format
from grognard.hexes.map_text import draw_part
from grognard.play.board import Sight


def sight(
    context: typer.Context,
    name: MapArgument = "",
    form: Annotated[str, typer.Option("--format", metavar="text|json|map")] = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say what a unit sees, or what blocks its line to a target. With only a map, list what it asks."""
    check_format(form, MAP_FORMATS)
    asked = ask_map(context, name, profile, ruling)
    if asked is None:
        return
    if form == "json":
        write_json(asked.answer)
    elif form == "map":
        write(draw_sight(asked, console().width))
    else:
        console().print(_sight_lines(asked))


def _sight_lines(asked: MapAnswer) -> RenderableType:
    """Tell one line in a sentence, or all hexes in sight as a list."""
    sight: Sight = asked.answer
    if asked.situation.to:
        return Text(sight_text(sight, asked.situation.to, asked.place))
    count = len(sight.seen) + len(sight.hidden)
    heading = f"{asked.place(sight.start)} sees {len(sight.seen)} of {counted(count, 'hex', 'hexes')}"
    notes = [Text(reason) for reason in sight.unspotted.values()]
    return Group(Text(heading, style="bold"), Text(" ".join(sight.seen)), *notes)


def sight_text(sight: Sight, to: str, place: Callable[[str], str]) -> str:
    """Say in a sentence whether a hex is seen, and why not."""
    start, end = place(sight.start), place(to)
    if to in sight.hidden:
        return f"{start} does not see {end}: {sight.hidden[to]}"
    return f"{start} sees {end}" + (f", but {sight.unspotted[to]}" if to in sight.unspotted else "")


def draw_sight(asked: MapAnswer, width: int) -> str:
    """Draw the map with every hex in sight as o, other hexes as -, and the viewer as @."""
    sight: Sight = asked.answer
    marks = dict.fromkeys(map(asked.hex, sight.hidden), "-") | dict.fromkeys(map(asked.hex, sight.seen), "o")
    return draw_part(asked.board, marks | {asked.hex(sight.start): "@"}, width)
