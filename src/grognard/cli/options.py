# SPDX-License-Identifier: Apache-2.0
"""Options that several commands take."""

from typing import Annotated

import typer

from grognard.charts.rulings import parse_switches

ProfileOption = Annotated[
    str,
    typer.Option("--profile", help="card: as printed; errata: with every correction.", metavar="card|errata"),
]
RulingOption = Annotated[
    list[str] | None,
    typer.Option("--ruling", help="Switch one ruling; may be repeated.", metavar="NAME=OPTION"),
]


def switches(rulings: list[str] | None) -> dict[str, str]:
    """Read every `--ruling`."""
    return parse_switches(rulings or ())
