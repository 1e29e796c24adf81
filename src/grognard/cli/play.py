# SPDX-License-Identifier: Apache-2.0
"""`grognard play`: a scenario, in the browser or in the terminal, against a program or a person at the same table."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace
from rich.text import Text

from grognard.charts.errors import GrognardError, NoSuch
from grognard.cli.board import open_board
from grognard.cli.commands import Commands
from grognard.cli.console import console
from grognard.cli.options import ProfileOption, RulingOption, switches
from grognard.cli.paths import by_name
from grognard.cli.positions import status_text
from grognard.cli.prompt import Quit, is_yes, use_completion
from grognard.cli.replay import header_text
from grognard.cli.saves import (
    check_unused,
    is_in_data_folder,
    load_table,
    new_file,
    unfinished,
)
from grognard.cli.session import PERSON, Session, check_seats
from grognard.opponent import PROGRAMS
from grognard.play.history import Reopened, saved_game
from grognard.play.log import save_log
from grognard.play.table import Table, begin
from grognard.play.upgrade_notice import upgrade_notice, withdrawn_notice
from grognard.play.visibility import as_seen
from grognard.registry import NAMES, folder
from grognard.registry.games import header, open_game, playable_scenarios, scenario

if TYPE_CHECKING:
    from grognard.server.new_table import NewTable


def play(  # noqa: PLR0913, PLR0917 - one for each option
    name: Annotated[
        str,
        typer.Argument(metavar="GAME/SCENARIO", help="The first game's first without it.", callback=by_name),
    ] = "",
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal.")] = False,  # noqa: FBT002
    side: Annotated[
        str, typer.Option("--side", metavar="SIDE", help="Your side; the first one without it.")
    ] = "",
    against: Annotated[
        str,
        typer.Option("--against", metavar="|".join((*PROGRAMS, PERSON)), help="Who plays the other side."),
    ] = "",
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Dice from this seed.")] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the game in this file.")
    ] = None,
    free: Annotated[bool, typer.Option("--free", help="Warn of what the rules forbid, and do it.")] = False,  # noqa: FBT002
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            help="The port of the board; 8000 without it, or one that is free if another program has that.",
        ),
    ] = None,
) -> None:
    """Play a scenario, in the browser or in the terminal. The game is kept after every order; go on with it when you like."""
    if not text:
        for option, given in (("--seed", seed), ("--load", load), ("--save", save)):
            if given is not None:
                raise GrognardError(f"{option} is for the terminal: say --text, too")
        if not name and (side or against or free or profile != "card" or ruling):
            raise GrognardError(
                "name the scenario to play, as GAME/SCENARIO, or choose everything on the page"
            )
        open_board(port, _new_table(name, side, against, profile, ruling, free=free) if name else None)
        return
    if port is not None:
        raise GrognardError("--port is for the browser, and there is none with --text")
    if save is not None:
        check_unused(save)
    game, scenario_name = parse_scenario(name)
    opened, path = (_loaded(load, name), load) if load is not None else (None, None)
    sides = open_game(game, scenario_name).sides if opened is None else opened.table.game.sides
    check_players(sides, side, against)
    if opened is None:
        opened, path = _offered(game, scenario_name, wanted=not (save or seed is not None or free or ruling))
    if opened is not None:
        table = opened.table
    else:
        board = open_game(game, scenario_name, profile, switches(ruling))
        table = begin(board, header(game, scenario_name, profile, switches(ruling), free=free))
    table = seated(table, side, against)
    path = save or path or new_file(table.log.header)
    save_log(saved_game(table), path)
    _play(Session(table, path, console(), seed), _notice(opened))


def parse_scenario(name: str) -> tuple[str, str]:
    """Read seelowe/hythe, or seelowe for its first scenario, or nothing for the first scenario of all."""
    game, _, scenario_name = name.partition("/")
    game = game or NAMES[0]
    scenario_name = scenario_name or playable_scenarios(game)[0]
    scenario(game, scenario_name)
    return game, scenario_name


def _notice(opened: Reopened[Any] | None) -> str:
    """Say how the rules have changed since a resumed game began."""
    if opened is None:
        return ""
    withdrawn = withdrawn_notice(opened.withdrawn) if opened.withdrawn else ""
    return " ".join(filter(None, (upgrade_notice(opened), withdrawn)))


def _offered(game: str, name: str, *, wanted: bool) -> tuple[Reopened[Any] | None, Path | None]:
    """Offer to resume an unfinished game, unless something special is asked for: that means a new game."""
    kept = unfinished(game, name) if wanted else None
    if kept is None:
        return None, None
    path, opened = kept
    table = opened.table
    board: Any = table.game
    typer.echo(
        f"A game of {game}/{name} is not finished: {status_text(board.view.status(as_seen(table.position, None)))}"
    )
    try:
        return (opened, path) if is_yes("Go on with it?", default=True) else (None, None)
    except Quit as error:
        raise typer.Exit from error


def _new_table(  # noqa: PLR0913 - one for each option
    name: str, side: str, against: str, profile: str, ruling: list[str] | None, *, free: bool
) -> "NewTable":
    """Return the request for a table in the browser; everything is checked before a server is started."""
    from grognard.server.new_table import NewTable  # noqa: PLC0415 - the terminal does without a server

    (game, scenario_name), switched = parse_scenario(name), switches(ruling)
    sides = open_game(game, scenario_name, profile, switched).sides
    check_players(sides, side, against)
    seats = _seats(sides, {}, side, against)
    return NewTable(
        game=game,
        scenario=scenario_name,
        profile=profile,
        rulings=switched,
        free=free,
        seats=seats,
        hotseat=against == PERSON,
    )


def _loaded(path: Path, name: str) -> Reopened[Any]:
    """Read a game to resume; a game of another scenario than the named one is an error."""
    opened = load_table(path)
    head = opened.table.log.header
    game, _, scenario_name = name.partition("/")
    if (game or head.game, scenario_name or head.scenario) != (head.game, head.scenario):
        raise GrognardError(
            f"{path} is a game of {head.game}/{head.scenario}, and not of {name}; leave that out"
        )
    return opened


def check_players(sides: tuple[str, ...], side: str, against: str) -> None:
    """Refuse an unknown side and an unknown opponent."""
    if side and side not in sides:
        raise NoSuch("side", side, sides)
    if against and against not in (*PROGRAMS, PERSON):
        raise NoSuch("opponent", against, (*PROGRAMS, PERSON))


def _seats(sides: tuple[str, ...], seats: dict[str, str], side: str, against: str) -> dict[str, str]:
    """Return who plays each side: as said now, else as in the seats so far, else as usual."""
    if side or against or not seats:
        mine = side or next((name for name in seats if seats[name] == PERSON), sides[0])
        others = against or next((who for who in seats.values() if who != PERSON), "greedy")
        return {name: PERSON if name == mine else others for name in sides}
    return seats


def seated(table: Table[Any], side: str, against: str) -> Table[Any]:
    """Return the table with a player for every side: as said now, as when the game was left, or as usual."""
    sides = table.game.sides
    check_players(sides, side, against)
    seats = _seats(sides, dict(table.log.header.seats), side, against)
    check_seats(seats, sides)
    return replace(table, log=replace(table.log, header=replace(table.log.header, seats=seats)))


def _play(session: Session, notice: str = "") -> None:
    commands = Commands(session)
    use_completion(commands.complete)
    head = session.table.log.header
    told = scenario(head.game, head.scenario)
    session.show(Text(header_text(head), style="bold"), Text(" ".join(filter(None, (told.about, told.lean)))))
    if notice:
        session.show(Text(notice, style="italic"))
    session.show(
        Text(
            "help lists the commands, units the units, map draws the front; every order is kept.", style="dim"
        )
    )
    try:
        while not session.is_over:
            if not session.act_without_person():
                _one_line(session, commands)
    except (Quit, KeyboardInterrupt):
        session.show(Text(f"\n{_leave(session)}"))
        return
    session.show(Text(f"\n{status_text(session.game.view.status(session.table.position))}", style="bold"))
    session.reveal_everything()
    session.show(Text(f"grognard replay {_quoted(session.path)}{_in_folder(head.game)} tells the game."))


def _leave(session: Session) -> str:
    """Say where a game is that was left; one without any order is not kept."""
    head = session.table.log.header
    if not session.table.log.entries:
        session.path.unlink(missing_ok=True)
        return "Nothing was ordered, and nothing is kept."
    named = (
        f"{head.game}/{head.scenario}" if head.game in NAMES else _quoted(folder(head.game) / head.scenario)
    )
    if not is_in_data_folder(session.path):
        load = f"--load {_quoted(session.path)}"
        named = load if head.game in NAMES else f"{named} {load}"
    return f"The game is kept in {session.path}; grognard play {named} --text goes on with it."


def _quoted(path: Path) -> str:
    """Quote a path for a shell."""
    return shlex.quote(str(path))


def _in_folder(game: str) -> str:
    """Return the option with the folder of a game of your own; empty for one that comes with Grognard."""
    return "" if game in NAMES else f" --game {_quoted(folder(game))}"


def _one_line(session: Session, commands: Commands) -> None:
    """Read one line and do what it says; an error is shown as a sentence."""
    if session.show_heading():
        commands.show_left()
    line = session.ask()
    if not line:
        return
    try:
        commands.obey(line)
    except GrognardError as error:
        session.show(Text(f"{error}.".replace("?.", "?"), style="italic"))
