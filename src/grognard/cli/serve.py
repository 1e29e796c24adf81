"""`grognard serve`: play in a browser, alone or with a friend far away."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes any that is free.")] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="FOLDER",
            help="Where tables are kept; $GROGNARD_DATA or ~/.local/share/grognard without it.",
        ),
    ] = None,
    backup: Annotated[
        Path | None,
        typer.Option(
            "--backup", metavar="FILE", help="Copy all tables to a new file, server or no server, and end."
        ),
    ] = None,
    open_board: Annotated[bool, typer.Option("--open", help="Open the board in a browser here.")] = False,  # noqa: FBT002
) -> None:
    """Serve tables and the board to browsers, until Ctrl-C."""
    # The other commands do without a server.
    from grognard.server.library import Shipped  # noqa: PLC0415
    from grognard.server.serve import data_folder, listen, serve_tables  # noqa: PLC0415
    from grognard.server.store import Store, back_up  # noqa: PLC0415

    folder = data or data_folder()
    if backup is not None:
        back_up(folder, backup)
        typer.echo(f"All tables are copied to {backup}.")
        return
    store, taken = Store(folder), listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{taken.getsockname()[1]}/"
    typer.echo(f"Grognard is at {address} and keeps its tables in {folder}.")
    typer.echo("The link of a seat is a secret: whoever has it plays that side. Ctrl-C ends.")
    if open_board:
        # The address is taken, so a browser that is quicker than the server waits for it.
        webbrowser.open(address)
    serve_tables(taken, store, Shipped())
