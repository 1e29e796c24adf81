# SPDX-License-Identifier: Apache-2.0
"""Situations on the command line: options named after the fields, or a file; and help made from the same fields."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.charts.errors import GrognardError, NoSuch
from grognard.cli.console import console
from grognard.cli.each_game import each_game
from grognard.procedures.forms import Field, fields, typed
from grognard.procedures.procedure import Procedure
from grognard.registry.games import procedure, procedures

# These commands take the fields of a situation as options, and make their help from them.
SITUATION_SETTINGS: dict[str, Any] = {
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "help_option_names": [],
}

SituationOption = Annotated[
    str,
    typer.Option("--situation", metavar="FILE", help="A situation in JSON or TOML; options come on top."),
]


def ask_procedure(context: typer.Context, game: str, name: str, file: str) -> Procedure | None:
    """Return the procedure that is asked for; if help is wanted, or no situation is given, print it and return None."""
    helped = "--help" in (game, name, *context.args)
    game, name = ("" if word == "--help" else word for word in (game, name))
    if helped:
        typer.echo(context.get_help())
    if not (game and name):
        _say_procedures(context.info_name or "", game)
        return None
    asked = procedure(game, name)
    if helped or not (context.args or file):
        console().print(asks(f"{asked.title}: grognard {context.info_name} {game} {name}", asked.situation))
        return None
    return asked


def _say_procedures(command: str, game: str) -> None:
    by_game = each_game(procedures, game)
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, listed in by_game.items():
        for known_procedure in listed:
            table.add_row(
                Text(f"grognard {command} {name} {known_procedure.name}", style="bold"),
                Text(known_procedure.title),
            )
    if not table.row_count:
        raise GrognardError(f"{game} has charts and no procedures yet; grognard chart {game} draws them")
    console().print(table)


def asks(heading: str, situation: type[msgspec.Struct]) -> RenderableType:
    """Describe what a situation asks for: each option, its values, and its default."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for field in fields(situation):
        says = field.asks if field.required or not field.default else f"{field.asks} [{typed(field.default)}]"
        table.add_row(Text(f"--{field.name} {_takes(field)}".strip(), style="bold"), Text(says))
    return Group(Text(f"{heading} [options]", style="bold"), table)


def _takes(field: Field) -> str:
    takes = {"flag": "", "number": "N", "numbers": "N,N,...", "text": "TEXT", "words": "TEXT,TEXT,..."}
    return "|".join(field.options) if field.kind == "choice" else takes[field.kind]


def given(situation: type[msgspec.Struct], what: str, arguments: list[str], file: str = "") -> dict[str, str]:
    """Read the fields of a situation from a file and from what was typed, which takes precedence."""
    return {**(read_situation(Path(file)) if file else {}), **parse_options(situation, what, arguments)}


def parse_options(situation: type[msgspec.Struct], what: str, arguments: list[str]) -> dict[str, str]:
    """Read options such as `--attackers 6,6,5 --river` as fields of a situation; a flag needs no value."""
    asked = {field.name: field for field in fields(situation)}
    values: dict[str, str] = {}
    left, flagged = list(arguments), ""
    while left:
        word = left.pop(0)
        if not word.startswith("--") and flagged:
            raise GrognardError(f"--{flagged} takes yes or no, or stands by itself, and not {word!r}")
        if not word.startswith("--"):
            known = ", ".join(f"--{name}" for name in asked)
            raise GrognardError(f"{word!r} is not an option; there are {known}")
        name, equals, value = word[2:].partition("=")
        field = asked.get(name)
        if field is None:
            raise NoSuch(f"option of {what}", f"--{name}", [f"--{option}" for option in asked])
        if not equals:
            flag = field.kind == "flag" and (not left or left[0] not in ("yes", "no"))
            if not flag and not left:
                raise GrognardError(f"--{name} needs a value: {field.asks}")
            value = "yes" if flag else left.pop(0)
        flagged = name if field.kind == "flag" else ""
        if name in values:
            raise GrognardError(_repeated(field))
        values[name] = value
    return values


def _repeated(field: Field) -> str:
    """Say that an option was given twice, and how several values are written if it takes several."""
    listed = ", with commas between several values" if field.kind in ("numbers", "words") else ""
    return f"--{field.name} is given more than once; give it once{listed}"


def parse_changes(text: str) -> dict[str, str]:
    """Read `river=yes,attackers=6,6,terrain=forest`: a part without `=` belongs to the list before it."""
    changes: dict[str, str] = {}
    name = ""
    for part in text.split(","):
        word, equals, value = part.partition("=")
        if equals:
            name = word.strip().removeprefix("--")
            if name in changes:
                raise GrognardError(f"{text!r} changes {name} more than once; change it once")
            changes[name] = value.strip()
        elif name:
            changes[name] += f",{part.strip()}"
        else:
            raise GrognardError(f"{text!r} says no change; write it as river=yes,terrain=forest")
    return changes


def read_situation(path: Path) -> dict[str, str]:
    """Read a situation from a file, JSON or TOML: its fields, or what `grognard odds --format json` wrote."""
    try:
        text = path.read_text(encoding="utf-8")
        data = (
            tomllib.loads(text)
            if path.suffix == ".toml"
            else json.loads(text, object_pairs_hook=_unique_names)
        )
    except OSError as error:
        raise GrognardError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
    except (UnicodeDecodeError, ValueError) as error:
        kind = "TOML" if path.suffix == ".toml" else "JSON"
        raise GrognardError(f"{path} is not {kind}: {error}") from error
    if isinstance(data, Mapping):
        data = data.get("situation", data)
    if not isinstance(data, Mapping):
        raise GrognardError(f"{path} holds no situation: write its fields by name, such as river = true")
    return {str(name).replace("_", "-"): typed(value) for name, value in data.items()}


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Read a JSON object, in which each name must be unique; TOML allows nothing else."""
    for at, (name, _) in enumerate(pairs):
        if name in dict(pairs[:at]):
            raise GrognardError(f"the situation gives {name} more than once; give it once")
    return dict(pairs)
