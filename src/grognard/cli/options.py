# SPDX-License-Identifier: Apache-2.0
"""Options that several commands take."""

from collections.abc import Sequence
from typing import Annotated

import typer

from grognard.charts.errors import NoSuch
from grognard.charts.rulings import parse_switches

FORMATS = ("text", "json")
ProfileOption = Annotated[
    str,
    typer.Option("--profile", help="card: as printed; errata: with every correction.", metavar="card|errata"),
]
RulingOption = Annotated[
    list[str] | None,
    typer.Option("--ruling", help="Switch one ruling; may be repeated.", metavar="NAME=OPTION"),
]
# The servers' database, for commands that run beside them.
STORE = typer.Option(
    "--store",
    metavar="ADDRESS",
    help="The database of the servers, postgresql://USER@HOST/NAME; $GROGNARD_STORE without it.",
    envvar="GROGNARD_STORE",
    show_envvar=False,
)
FormatOption = Annotated[str, typer.Option("--format", metavar="text|json")]


def switches(rulings: list[str] | None) -> dict[str, str]:
    """Read every `--ruling`."""
    return parse_switches(rulings or ())


def check_format(form: str, formats: Sequence[str] = FORMATS) -> None:
    """Refuse an unknown format."""
    if form not in formats:
        raise NoSuch("format", form, formats)
