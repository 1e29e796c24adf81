# SPDX-License-Identifier: Apache-2.0
"""`grognard doubts`: what is doubtful on the cards."""

import csv
import io
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.charts.doubts import Doubt, find_doubts
from grognard.charts.plurals import counted
from grognard.cli.console import console, write, write_json
from grognard.cli.each_game import each_game
from grognard.cli.options import check_format
from grognard.cli.paths import by_name, refuse_path
from grognard.registry import game, sheet

FORMATS = ("text", "csv", "json")
FIELDS = ("chart", "cell", "kind", "printed", "proposal", "reason", "ruling", "sure", "unseen")


def doubts(
    game_name: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A game; all of them without it.", callback=by_name)
    ] = "",
    chart_name: Annotated[
        str | None, typer.Argument(metavar="[CHART]", help="A chart; all of the card without it.")
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="text|csv|json")] = "text",
) -> None:
    """List every doubt about a card: cell, print, proposal, reason, and the ruling that decides."""
    check_format(form, FORMATS)
    refuse_path(game_name)
    by_game = each_game(lambda name: doubts_of(name, chart_name), game_name)
    if form == "text":
        page = console()
        for name, listed in by_game.items():
            page.print(doubts_text(f"{name} {chart_name or ''}".strip(), listed))
    else:
        rows = _rows(by_game)
        write_json(rows) if form == "json" else write(_as_csv(rows))


def doubts_of(name: str, chart_name: str | None = None) -> list[Doubt]:
    """Return every doubt about a game's card, or about one chart of it."""
    charts = game(name).charts if chart_name is None else [chart_name]
    return [doubt for chart in charts for doubt in find_doubts(sheet(name, chart))]


def _rows(by_game: dict[str, list[Doubt]]) -> list[dict[str, str]]:
    return [
        {"game": name, **{field: getattr(doubt, field) for field in FIELDS}}
        for name, listed in by_game.items()
        for doubt in listed
    ]


def _as_csv(rows: list[dict[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, ["game", *FIELDS], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def doubts_text(name: str, listed: Sequence[Doubt]) -> RenderableType:
    """Return doubts for a reader, grouped by chart, ruling, confidence and reason."""
    count = counted(len(listed), "doubt") if listed else "no doubt"
    parts: list[RenderableType] = [Text(f"{name}: {count}", style="bold")]
    groups: dict[tuple[str, ...], list[Doubt]] = {}
    for doubt in listed:
        reason = "" if doubt.kind == "arithmetic" else doubt.reason
        groups.setdefault((doubt.chart, doubt.kind, doubt.ruling, doubt.sure, reason), []).append(doubt)
    for (chart, kind, ruling, sure, reason), group in groups.items():
        decided = f", decided by ruling {ruling}" if ruling else ""
        how_sure = f"; how sure: {sure}" if sure else ""
        parts += [Text(f"\n{chart}, {kind}{decided}{how_sure}", style="underline"), _cells(group)]
        if reason:
            parts.append(Text(reason))
        if group[0].unseen:
            parts.append(Text(f"No check can find it: {group[0].unseen}."))
    return Group(*parts, Text())


def _cells(group: list[Doubt]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for heading in ("cell", "printed", "proposed", "")[: 4 if group[0].kind == "arithmetic" else 3]:
        table.add_column(heading)
    for doubt in group:
        why = [Text(doubt.reason, style="dim")] if doubt.kind == "arithmetic" else []
        table.add_row(
            Text(doubt.cell, style="bold"),
            Text(doubt.printed or "nothing"),
            Text(f"→ {doubt.proposal or 'nothing'}", style="bold yellow"),
            *why,
        )
    return table
