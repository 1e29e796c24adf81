"""`grognard odds`: a chart procedure before you commit."""

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Group
from rich.text import Text

from grognard.charts.rulings import parse_profile
from grognard.cli.console import console, write
from grognard.cli.options import ProfileOption, RulingOption, switches
from grognard.cli.situations import FormatOption, SituationOption, ask_procedure, check_format, given
from grognard.cli.worksheets import as_json, outcomes, outcomes_data, worksheet
from grognard.games import Card
from grognard.rules.forms import fill
from grognard.umpire import odds as exact

GameArgument = Annotated[str, typer.Argument(metavar="GAME")]
ProcedureArgument = Annotated[str, typer.Argument(metavar="PROCEDURE")]


def odds(  # noqa: PLR0913, PLR0917 - one for each option
    context: typer.Context,
    game: GameArgument = "",
    name: ProcedureArgument = "",
    file: SituationOption = "",
    form: FormatOption = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say exactly how likely every outcome is. Without a situation, list what the procedure asks."""
    check_format(form)
    found = ask_procedure(context, game, name, file)
    if found is None:
        return
    situation = fill(found.situation, given(found.situation, name, context.args, file))
    sheet = found.worksheet(situation, card(game, profile, ruling))
    chance = exact(found.rule, sheet)
    if form == "json":
        write(as_json({**worksheet_data(situation, sheet.lines), "outcomes": outcomes_data(chance)}))
    else:
        shares = [(found.tell(outcome), share) for outcome, share in chance.items()]
        console().print(Group(worksheet(sheet.lines), Text(), outcomes(shares)))


def card(game: str, profile: str, ruling: list[str] | None) -> Card:
    """Return a game's card with the rulings a command switched."""
    return Card(game, parse_profile(profile), tuple(switches(ruling).items()))


def worksheet_data(situation: msgspec.Struct, lines: Any) -> dict[str, Any]:
    """Return a situation and its worksheet for another program."""
    return {"situation": msgspec.to_builtins(situation), "worksheet": msgspec.to_builtins(lines)}
