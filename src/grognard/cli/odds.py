# SPDX-License-Identifier: Apache-2.0
"""`grognard odds`: a chart procedure before you commit."""

from typing import Annotated, Any

import msgspec
import typer

from grognard.charts.rulings import parse_profile
from grognard.cli.console import console, write_json
from grognard.cli.options import FormatOption, ProfileOption, RulingOption, check_format, switches
from grognard.cli.paths import by_name
from grognard.cli.situations import SituationOption, ask_procedure, given
from grognard.cli.worksheets import outcomes_data, parts_data, preview_table
from grognard.play.preview import preview
from grognard.procedures.forms import fill
from grognard.procedures.procedure import Procedure, Worksheet
from grognard.registry import Card

GameArgument = Annotated[str, typer.Argument(metavar="GAME", callback=by_name)]
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
    asked = ask_sheet(context, game, name, file, card(game, profile, ruling))
    if asked is None:
        return
    shown = preview(game, asked.procedure, asked.sheet)
    if form == "json":
        data = worksheet_data(asked.situation, asked.sheet.lines)
        simplified = asked.procedure.weigh(asked.sheet)
        data |= {"outcomes": outcomes_data(simplified.chance), "assumes": shown.assumes}
        # Parts that simplified outcomes leave out are added separately.
        write_json(data | ({"parts": parts_data(shown.parts)} if simplified.parts else {}))
    else:
        console().print(preview_table(shown))


class AskedSheet(msgspec.Struct, frozen=True):
    """A procedure with the situation that was typed, and the worksheet that follows from it."""

    procedure: Procedure
    situation: msgspec.Struct
    sheet: Worksheet


def ask_sheet(context: typer.Context, game: str, name: str, file: str, card: Card) -> AskedSheet | None:
    """Work out the worksheet of a procedure from what was typed; None if only help was wanted."""
    procedure = ask_procedure(context, game, name, file)
    if procedure is None:
        return None
    situation = fill(procedure.situation, given(procedure.situation, name, context.args, file))
    return AskedSheet(procedure, situation, procedure.worksheet(situation, card))


def card(game: str, profile: str, ruling: list[str] | None) -> Card:
    """Return a game's card with the rulings a command switched."""
    game_card = Card(game, parse_profile(profile), tuple(switches(ruling).items()))
    if game_card.switched:
        # An unknown ruling is refused here, even if the procedure would not use it.
        _ = game_card.rulings
    return game_card


def worksheet_data(situation: msgspec.Struct, lines: Any) -> dict[str, Any]:
    """Return a situation and its worksheet for another program."""
    return {"situation": msgspec.to_builtins(situation), "worksheet": msgspec.to_builtins(lines)}
