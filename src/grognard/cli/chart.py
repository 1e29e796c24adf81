"""`grognard chart`: draw a chart, or look a cell up in it."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.text import Text

from grognard.charts.chart import Chart, load_chart
from grognard.charts.drawing import DRAW, Format, parse_format
from grognard.charts.drawing.html import card_html
from grognard.charts.drawing.text import TextChart
from grognard.charts.errors import GrognardError
from grognard.charts.rulings import Rulings, parse_profile
from grognard.cli.answers import answer, look_up
from grognard.cli.doubts import told
from grognard.cli.options import ProfileOption, RulingOption, switches
from grognard.games import NAMES, game
from grognard.games import chart as game_chart


def chart(  # noqa: PLR0913, PLR0917 - one for each option
    game_name: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, or the path of a chart file of your own.")
    ] = "",
    chart_name: Annotated[
        str, typer.Argument(metavar="[CHART]", help="A chart; all of the card without it.")
    ] = "",
    form: Annotated[str, typer.Option("--format", metavar="text|csv|json|html")] = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
    at: Annotated[
        str,
        typer.Option("--at", metavar="VALUES", help="Look one cell up: 7-2,4 is odds 7-2 and a die of 4."),
    ] = "",
) -> None:
    """Draw a chart, or all charts of a game's card, or a chart file of your own with what is doubtful in it."""
    if not game_name:
        raise GrognardError(f"name a game ({', '.join(NAMES)}) or the path of a chart file")
    drawn = parse_format(form)
    charts = _charts(game_name, chart_name, profile, switches(ruling))
    if at:
        _look_up(charts, at)
    elif drawn == "text":
        _draw_text(charts, lint=_is_path(game_name))
    else:
        typer.echo(_draw(game_name, charts, drawn), nl=False)


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name or "\\" in name


def _charts(game_name: str, chart_name: str, profile: str, switched: dict[str, str]) -> list[Chart]:
    if _is_path(game_name):
        if chart_name:
            raise GrognardError(f"{game_name} is one chart; leave out {chart_name!r}")
        own = load_chart(Path(game_name), Rulings(parse_profile(profile)))
        for name, option in switched.items():
            own = Chart(own.sheet, own.rulings.switch(name, option))
        return [own]
    names = [chart_name] if chart_name else game(game_name).charts
    return [game_chart(game_name, name, profile, switched) for name in names]


def _draw(name: str, charts: list[Chart], form: Format) -> str:
    if len(charts) == 1:
        return DRAW[form](charts[0])
    if form == "html":
        return card_html(game(name).title, charts)
    if form == "json":
        return "[\n" + ",\n".join(DRAW[form](each).rstrip() for each in charts) + "\n]\n"
    return "\n".join(f"{each.name}\n{DRAW[form](each)}" for each in charts)


def _draw_text(charts: list[Chart], *, lint: bool) -> None:
    console = Console(highlight=False)
    for number, each in enumerate(charts):
        if number:
            console.print()
        console.print(TextChart(each))
        if lint:
            console.print()
            console.print(told(each.name, list(each.doubts.values())))


def _look_up(charts: list[Chart], at: str) -> None:
    if len(charts) != 1:
        raise GrognardError("--at looks one cell up; name the chart too")
    cell = look_up(charts[0], at)
    Console(highlight=False).print(Group(TextChart(charts[0], lit=cell), Text(), answer(charts[0], cell)))
