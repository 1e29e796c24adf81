# SPDX-License-Identifier: Apache-2.0
"""`grognard serve`: play in a browser, alone or with a friend far away."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.cli.board import ACTS, REQUESTS, TABLES, USUAL_PORT, WORKERS, run
from grognard.lab.extras import install


def serve(  # noqa: PLR0913, PLR0917 - each is an option
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes any that is free.")] = USUAL_PORT,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="FOLDER",
            help="Where tables are kept; without it $GROGNARD_DATA, or grognard in $XDG_DATA_HOME or ~/.local/share.",
        ),
    ] = None,
    backup: Annotated[
        Path | None,
        typer.Option(
            "--backup", metavar="FILE", help="Copy all tables to a new file, server or no server, and end."
        ),
    ] = None,
    move_to: Annotated[
        str | None,
        typer.Option(
            "--move-to",
            metavar="ADDRESS",
            help="Copy all tables from the folder to an empty database, postgresql://USER@HOST/NAME, and end.",
        ),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="ADDRESS",
            help="Keep tables in a database that several servers share, postgresql://USER@HOST/NAME; $GROGNARD_STORE without it.",
            envvar="GROGNARD_STORE",
            show_envvar=False,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="A name the server is reached by, such as board.example.org; its addresses and localhost need none. May be given again.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="The address of a web server on another machine that hands requests on and says whose; one on this machine needs none. May be given again.",
        ),
    ] = None,
    requests: Annotated[
        int,
        typer.Option(
            "--requests", min=0, help="Requests that one address may send in a minute; 0 sets no limit."
        ),
    ] = REQUESTS,
    tables: Annotated[
        int,
        typer.Option("--tables", min=0, help="Tables that one address may make in an hour; 0 sets no limit."),
    ] = TABLES,
    acts: Annotated[
        int,
        typer.Option(
            "--acts", min=0, help="Acts that one seat may send to its table in a minute; 0 sets no limit."
        ),
    ] = ACTS,
    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            min=0,
            max=64,
            help="Processes that work out odds for requests, and as many for programs; 0 works them out in the server itself.",
        ),
    ] = WORKERS,
    programs: Annotated[  # noqa: FBT002
        bool,
        typer.Option(
            "--programs/--no-programs",
            help="Let programs think here, or leave them to other servers and `grognard work` at the same --store.",
        ),
    ] = True,
    webhook: Annotated[
        str,
        typer.Option(
            "--webhook",
            metavar="ADDRESS",
            help="Post to this address of your own whose turn it is at which table; $GROGNARD_WEBHOOK without it.",
            envvar="GROGNARD_WEBHOOK",
            show_envvar=False,
        ),
    ] = "",
    push: Annotated[  # noqa: FBT002
        bool,
        typer.Option(
            "--push/--no-push",
            help="Let players be told of their turn by their browsers when the page is closed, or send nothing to push services.",
        ),
    ] = True,
    mail: Annotated[
        str,
        typer.Option(
            "--mail",
            metavar="ADDRESS",
            help="Send mails to players who want them, by smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS; $GROGNARD_MAIL without it.",
            envvar="GROGNARD_MAIL",
            show_envvar=False,
        ),
    ] = "",
    open_board: Annotated[bool, typer.Option("--open", help="Open the board in a browser here.")] = False,  # noqa: FBT002
) -> None:
    """Serve tables and the board to browsers, until Ctrl-C."""
    # The other commands do without a server.
    from grognard.server.connections import Limits  # noqa: PLC0415
    from grognard.server.data_folder import data_folder  # noqa: PLC0415
    from grognard.server.guard import Guard  # noqa: PLC0415
    from grognard.server.mail import parse_mailer  # noqa: PLC0415
    from grognard.server.moving import back_up_database, move  # noqa: PLC0415
    from grognard.server.notices import can_push, check_links, notice_settings  # noqa: PLC0415
    from grognard.server.serve import Serving, listen  # noqa: PLC0415
    from grognard.server.sqlite_store import back_up  # noqa: PLC0415
    from grognard.server.store import check_database, open_store  # noqa: PLC0415
    from grognard.server.webhook import checked_address  # noqa: PLC0415

    if not (programs or store):
        raise GrognardError(
            "--no-programs leaves them to servers that share a --store; without one nobody would play them"
        )
    if store:
        check_database("--store", store)
    if webhook:
        checked_address(webhook)
    mailer, names = parse_mailer(mail) if mail else None, tuple(name or ())
    if mailer is not None:
        check_links(mailer, names, host)
    folder = data or data_folder()
    if backup is not None:
        back_up_database(store, backup) if store else back_up(folder, backup)
        typer.echo(f"All tables are copied to {backup}.")
        return
    if move_to is not None:
        count, there = move(folder, move_to)
        typer.echo(
            f"{counted(count, 'table is', 'tables are')} in {there} now, each compared with what is in {folder}, which "
            "stays as it is. Serve them with --store."
        )
        return
    table_store, taken = open_store(store or folder), listen(host, port)
    notices = notice_settings(names, host, taken.getsockname()[1], push=push, mailer=mailer)
    if push and not can_push():
        typer.echo(
            f"Notices to browsers whose page is closed need a package that is not installed: {install('push')}"
        )
    guard = Guard(names, requests, tables, acts)
    first = (lambda address, _: webbrowser.open(address)) if open_board else (lambda _address, _: None)
    run(
        host,
        taken,
        table_store,
        Serving(
            guard,
            Limits(proxies=tuple(proxy or ())),
            workers=workers,
            programs=programs,
            webhook=webhook,
            notices=notices,
        ),
        first,
    )
