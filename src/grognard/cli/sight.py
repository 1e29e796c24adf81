"""`grognard sight`: what is in line of fire, for players at a physical table."""

from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from grognard.charts.plurals import counted
from grognard.cli.console import console, write
from grognard.cli.map_query import MapAnswer, MapArgument, ask_map
from grognard.cli.options import ProfileOption, RulingOption
from grognard.cli.situations import check_format
from grognard.cli.worksheets import as_json
from grognard.hexes.map_text import draw_part
from grognard.play.board import Sight

FORMATS = ("text", "json", "map")


def sight(
    context: typer.Context,
    name: MapArgument = "",
    form: Annotated[str, typer.Option("--format", metavar="text|json|map")] = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say what a unit sees, or what blocks its line to a target. With only a map, list what it asks."""
    check_format(form, FORMATS)
    asked = ask_map(context, name, profile, ruling)
    if asked is None:
        return
    if form == "json":
        write(as_json(asked.answer))
    elif form == "map":
        write(draw_sight(asked, console().width))
    else:
        console().print(_told(asked))


def _told(asked: MapAnswer) -> RenderableType:
    """Tell one line in a sentence, or all hexes in sight as a list."""
    found: Sight = asked.answer
    if asked.situation.to:
        return Text(sight_told(found, asked.situation.to, asked.place))
    count = len(found.seen) + len(found.hidden)
    heading = f"{asked.place(found.start)} sees {len(found.seen)} of {counted(count, 'hex', 'hexes')}"
    notes = [Text(reason) for reason in found.unspotted.values()]
    return Group(Text(heading, style="bold"), Text(" ".join(found.seen)), *notes)


def sight_told(found: Sight, to: str, place: Callable[[str], str]) -> str:
    """Say in a sentence whether a hex is seen, and why not."""
    start, end = place(found.start), place(to)
    if to in found.hidden:
        return f"{start} does not see {end}: {found.hidden[to]}"
    return f"{start} sees {end}" + (f", but {found.unspotted[to]}" if to in found.unspotted else "")


def draw_sight(asked: MapAnswer, width: int) -> str:
    """Draw the map with every hex in sight as o, and those that are not as -; @ is who looks."""
    found: Sight = asked.answer
    marks = dict.fromkeys(map(asked.hex, found.hidden), "-") | dict.fromkeys(map(asked.hex, found.seen), "o")
    return draw_part(asked.board, marks | {asked.hex(found.start): "@"}, width)
