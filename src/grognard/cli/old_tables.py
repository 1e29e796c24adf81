# SPDX-License-Identifier: Apache-2.0
"""`grognard old-tables`: tables of a server that nobody plays any more, moved into an archive or deleted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.cli.options import STORE

if TYPE_CHECKING:
    from grognard.server.old_tables import Old

# The greatest number of days: centuries.
MOST = 100_000


def old_tables(  # noqa: PLR0913, PLR0917 - each is an option
    days: Annotated[
        int,
        typer.Argument(min=1, max=MOST, metavar="DAYS", help="For how many days nobody has played there."),
    ],
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FOLDER", help="Where tables are kept, as `grognard serve` has it."),
    ] = None,
    store: Annotated[str | None, STORE] = None,
    finished: Annotated[bool, typer.Option("--finished", help="Only those whose game is over.")] = False,  # noqa: FBT002
    undated: Annotated[  # noqa: FBT002
        bool,
        typer.Option(
            "--undated", help="Also those of older releases, which did not write down when they were played."
        ),
    ] = False,
    archive: Annotated[
        Path | None,
        typer.Option("--archive", metavar="FILE", help="Move them into a new file, which can be served."),
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete them for good.")] = False,  # noqa: FBT002
) -> None:
    """Count the tables that nobody has played at for some days, move them into an archive, or delete them."""
    # The other commands do without a server.
    from grognard.server import old_tables as old  # noqa: PLC0415
    from grognard.server.data_folder import data_folder  # noqa: PLC0415
    from grognard.server.sqlite_store import FILE  # noqa: PLC0415
    from grognard.server.store import check_database, open_store  # noqa: PLC0415

    if archive is not None and delete:
        raise GrognardError("tables are moved into an archive or deleted, not both")
    folder = data or data_folder()
    if store:
        check_database("--store", store)
    elif not (folder / FILE).exists():
        raise GrognardError(f"there are no tables in {folder}")
    tables = open_store(store or folder)
    try:
        found = old.old_tables(tables, days, finished=finished, undated=undated)
        gone = 0
        if archive is not None and found.tables:
            gone = old.archive(tables, found.tables, archive)
        elif delete:
            gone = sum(map(tables.take_out, found.tables))
    finally:
        tables.close()
    typer.echo(_told(found, days, undated=undated))
    if archive is not None or delete:
        where = "deleted" if delete else f"moved to {archive}"
        left = len(found.tables) - gone
        typer.echo(f"{counted(gone, 'table was', 'tables were')} {where}.")
        if left:
            typer.echo(f"{counted(left, 'stays', 'stay')}: damaged on the disk, or played on meanwhile.")


def _told(found: "Old", days: int, *, undated: bool) -> str:
    """Say how many tables are old."""
    over = sum(each.over for each in found.tables)
    said = (
        f"At {len(found.tables)} of {counted(found.of, 'table')} nobody has played for {counted(days, 'day')}: "
        f"{over} finished, {len(found.tables) - over} not."
    )
    if found.undated:
        said += f" Of {found.undated} it is not known; {'they are among them' if undated else 'they stay without --undated'}."
    return said
