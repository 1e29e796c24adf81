# SPDX-License-Identifier: Apache-2.0
"""`grognard chart`: draw a chart, or look up a cell in it."""

from pathlib import Path
from typing import Annotated

import typer

from grognard.charts.chart import Chart, load_chart
from grognard.charts.drawing import DRAW, Format, parse_format
from grognard.charts.drawing.html import card_html
from grognard.charts.drawing.text import TextChart
from grognard.charts.errors import GrognardError
from grognard.charts.rulings import Rulings, parse_profile
from grognard.cli.answers import answer, answer_data, look_up
from grognard.cli.console import console, write, write_json
from grognard.cli.doubts import doubts_text
from grognard.cli.options import ProfileOption, RulingOption, switches
from grognard.cli.paths import by_name, is_path
from grognard.registry import chart as game_chart
from grognard.registry import game, names


def chart(  # noqa: PLR0913, PLR0917 - one for each option
    game_name: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game, or the path of a chart file of your own.", callback=by_name
        ),
    ] = "",
    chart_name: Annotated[
        str | None, typer.Argument(metavar="[CHART]", help="A chart; all of the card without it.")
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="text|csv|json|html")] = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="VALUES",
            help="Look one cell up: 7-2,4 is odds 7-2 and a die of 4; a part of a heading will do.",
        ),
    ] = None,
) -> None:
    """Draw a chart, or all charts of a game's card, or a chart file of your own with what is doubtful in it."""
    if not game_name:
        raise GrognardError(f"name a game ({', '.join(names())}) or the path of a chart file")
    drawn = parse_format(form)
    charts = _charts(game_name, chart_name, profile, switches(ruling))
    if at is not None:
        _look_up(charts, at, drawn)
    elif drawn == "text":
        _draw_text(charts, lint=is_path(game_name))
    else:
        write(_draw(game_name, charts, drawn))


def _charts(game_name: str, chart_name: str | None, profile: str, switched: dict[str, str]) -> list[Chart]:
    if is_path(game_name):
        charts = [_own(game_name, chart_name, profile, switched)]
    else:
        names = game(game_name).charts if chart_name is None else [chart_name]
        charts = [game_chart(game_name, name, profile, switched) for name in names]
    for name in switched:
        if not any(name in chart.rulings_deciding for chart in charts):
            raise GrognardError(f"ruling {name} is one of play: it changes nothing on {_listed(charts)}")
    return charts


def _listed(charts: list[Chart]) -> str:
    return ", ".join(chart.name for chart in charts)


def _own(path: str, chart_name: str | None, profile: str, switched: dict[str, str]) -> Chart:
    if chart_name is not None:
        raise GrognardError(f"{path} is one chart; leave out {chart_name!r}")
    if not path.endswith(".toml"):
        raise GrognardError(f"{path} is no game, and a chart file ends in .toml")
    own = load_chart(Path(path), Rulings(parse_profile(profile)))
    for name, option in switched.items():
        own = Chart(own.sheet, own.rulings.switch(name, option))
    return own


def _draw(name: str, charts: list[Chart], form: Format) -> str:
    if len(charts) == 1:
        return DRAW[form](charts[0])
    if form == "html":
        return card_html(game(name).title, charts)
    if form == "json":
        return "[\n" + ",\n".join(DRAW[form](chart).rstrip() for chart in charts) + "\n]\n"
    return "\n".join(f"{chart.name}\n{DRAW[form](chart)}" for chart in charts)


def _draw_text(charts: list[Chart], *, lint: bool) -> None:
    page = console()
    for number, chart in enumerate(charts):
        if number:
            page.print()
        page.print(TextChart(chart))
        if lint:
            page.print()
            page.print(doubts_text(chart.name, list(chart.doubts.values())))


def _look_up(charts: list[Chart], at: str, form: Format) -> None:
    if len(charts) != 1:
        raise GrognardError("--at looks one cell up; name the chart too")
    if form not in ("text", "json"):
        raise GrognardError(f"--at answers in text or json, not in {form}")
    cell = look_up(charts[0], at)
    if form == "json":
        write_json(answer_data(charts[0], cell))
    else:
        console().print(answer(charts[0], cell))
