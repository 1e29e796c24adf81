"""`grognard play`: a scenario, in the browser or in the terminal, against a program or a person at the same table."""

from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import replace
from rich.text import Text

from grognard.charts.errors import GrognardError, NoSuch
from grognard.cli.console import console
from grognard.cli.options import ProfileOption, RulingOption, switches
from grognard.cli.orders import Orders
from grognard.cli.paths import by_name
from grognard.cli.positions import status_told
from grognard.cli.prompt import Left, is_yes, use_completion
from grognard.cli.replay import header_told
from grognard.cli.saves import (
    check_unused,
    is_in_data_folder,
    is_of_other_rules,
    load_table,
    new_file,
    unfinished,
)
from grognard.cli.serve import serve
from grognard.cli.session import PERSON, Session, check_seats
from grognard.opponent import PROGRAMS
from grognard.play.log import save_log
from grognard.play.table import Table, begin
from grognard.play.visibility import as_seen
from grognard.registry import names
from grognard.registry.games import header, open_game, scenario, scenario_names


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
) -> None:
    """Play a scenario. The game is kept after every order; leave when you like, and go on later."""
    if not text:
        serve(open_board=True)
        return
    if save is not None:
        check_unused(save)
    game, scenario_name = parse_scenario(name)
    table, path = (load_table(load), load) if load is not None else (None, None)
    if table is None:
        table, path = _offered(game, scenario_name, wanted=not (save or seed is not None or free or ruling))
    if table is None:
        board = open_game(game, scenario_name, profile, switches(ruling))
        table = begin(board, header(game, scenario_name, profile, switches(ruling), free=free))
    table = seated(table, side, against)
    path = save or path or new_file(table.log.header)
    save_log(table.log, path)
    _play(Session(table, path, console(), seed))


def parse_scenario(name: str) -> tuple[str, str]:
    """Read seelowe/hythe, or seelowe for its first scenario, or nothing for the first of all."""
    game, _, scenario_name = name.partition("/")
    playable = [each for each in names() if scenario_names(each)]
    game = game or playable[0]
    known = scenario_names(game)
    if not known:
        raise GrognardError(f"{game} cannot be played yet; {', '.join(playable)} can")
    scenario_name = scenario_name or known[0]
    scenario(game, scenario_name)
    return game, scenario_name


def _offered(game: str, name: str, *, wanted: bool) -> tuple[Table[Any] | None, Path | None]:
    """Offer to go on with a game that was left, unless something special is asked for: that means a new game."""
    found = unfinished(game, name) if wanted else None
    if found is None:
        return None, None
    path, table = found
    board: Any = table.game
    typer.echo(
        f"A game of {game}/{name} is not finished: {status_told(board.view.status(as_seen(table.position, None)))}"
    )
    try:
        return (table, path) if is_yes("Go on with it?", default=True) else (None, None)
    except Left as error:
        raise typer.Exit from error


def seated(table: Table[Any], side: str, against: str) -> Table[Any]:
    """Return the table with a player for every side: as was said now, as it was when it was left, or as is usual."""
    sides = table.game.sides
    if side and side not in sides:
        raise NoSuch("side", side, sides)
    if against and against not in (*PROGRAMS, PERSON):
        raise NoSuch("opponent", against, (*PROGRAMS, PERSON))
    seats = dict(table.log.header.seats)
    if side or against or not seats:
        mine = side or next((each for each in seats if seats[each] == PERSON), sides[0])
        others = against or next((who for who in seats.values() if who != PERSON), "greedy")
        seats = {each: PERSON if each == mine else others for each in sides}
    check_seats(seats, sides)
    return replace(table, log=replace(table.log, header=replace(table.log.header, seats=seats)))


def _play(session: Session) -> None:
    commands = Orders(session)
    use_completion(commands.complete)
    head = session.table.log.header
    session.show(Text(header_told(head), style="bold"), Text(scenario(head.game, head.scenario).about))
    if is_of_other_rules(session.table):
        session.show(Text("It was begun under other rules, which asked the very same questions so far."))
    session.show(
        Text(
            "help lists the commands, units the units, map draws the front; every order is kept.", style="dim"
        )
    )
    try:
        while not session.is_over:
            if not session.act_for_nobody():
                _one_line(session, commands)
    except (Left, KeyboardInterrupt):
        session.show(Text(f"\n{_left(session)}"))
        return
    session.show(Text(f"\n{status_told(session.game.view.status(session.table.position))}", style="bold"))
    session.lay_open()
    session.show(Text(f"grognard replay {session.path} tells the game."))


def _left(session: Session) -> str:
    """Say where a game is that was left; one in which nothing was ordered is not kept."""
    head = session.table.log.header
    if not session.table.log.entries:
        session.path.unlink(missing_ok=True)
        return "Nothing was ordered, and nothing is kept."
    again = f"{head.game}/{head.scenario}" if is_in_data_folder(session.path) else f"--load {session.path}"
    return f"The game is kept in {session.path}; grognard play {again} --text goes on with it."


def _one_line(session: Session, commands: Orders) -> None:
    """Read one line and do what it says; what cannot be done is said in a sentence."""
    if session.head():
        commands.show_left()
    line = session.ask()
    if not line:
        return
    try:
        commands.obey(line)
    except GrognardError as error:
        session.show(Text(f"{error}.".replace("?.", "?"), style="italic"))
