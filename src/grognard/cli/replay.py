# SPDX-License-Identifier: Apache-2.0
"""`grognard replay` and `grognard verify`: a saved game told in plain words, and whether it holds."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.console import Console, Group, RenderableType
from rich.text import Text

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.cli.console import console, write_json
from grognard.cli.options import FormatOption, check_format
from grognard.cli.positions import board_of, game_of, status_text, units
from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.log import Header, SavedLog, load_log
from grognard.play.narrate import Narration
from grognard.play.served_save import lost_in
from grognard.play.table import Table
from grognard.play.transcript import transcript_entries
from grognard.play.upgrade_notice import upgrade_notice
from grognard.play.verify import verify as verify_log
from grognard.registry.current_rules import current_rules
from grognard.registry.games import hash_of_rules, reopen_log, scenario
from grognard.umpire import Choose

if TYPE_CHECKING:
    from grognard.server.proof_data import Proof

# Who committed to the dice, by the tier of a table; a save of an older release names none.
BOUND = {
    "": "the server was",
    "server": "the server was",
    "players": "the server and the players were",
    "each-roll": "the server and the players, link by link, were",
}
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
GameOption = Annotated[
    str, typer.Option("--game", metavar="FOLDER", help="The folder of the game, if it is one of your own.")
]


def replay(
    file: FileArgument,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="The position after N orders, as a list.")
    ] = None,
    form: FormatOption = "text",
    game_folder: GameOption = "",
) -> None:
    """Narrate a saved game turn by turn, or list the position after some orders."""
    check_format(form)
    log = load_log(file)
    game = game_of(log.header, game_folder)
    count = len(log.entries) if at is None else at
    if not 0 <= count <= len(log.entries):
        raise GrognardError(
            f"{file} has {counted(len(log.entries), 'order')}; --at takes 0 to {len(log.entries)}"
        )
    try:
        opened = reopen_log(SavedLog(log.header, log.entries[:count]), keep_misfit=True)
    except GrognardError as error:
        raise GrognardError(f"{file} cannot be replayed under the present rules: {error}") from error
    table = opened.table
    if form == "json":
        lost = lost_in(file.read_text(encoding="utf-8")) if at is None else ""
        write_json({**_data(game, table), "lost": lost})
        return
    page = console()
    page.print(Text(header_text(log.header), style="bold"))
    if notice := upgrade_notice(opened):
        page.print(Text(notice, style="italic"))
    if at is None:
        page.print(*narration_lines(game, table), sep="\n")
    view, end = game.view, table.standing
    page.print(Text(f"\n{status_text(view.status(end))}", style="bold"))
    if at is None:
        _print_lost(page, file)
    if at is not None:
        page.print(units(board_of(log.header), view.pieces(end), game.sides, view.boxes(end)))


def _print_lost(page: Console, file: Path) -> None:
    """Tell how a side lost before the game was played to its end, if one did."""
    if lost := lost_in(file.read_text(encoding="utf-8")):
        page.print(Text(f"{lost}."))


def header_text(header: Header) -> str:
    """Say in a line what a game is played with."""
    title = scenario(header.game, header.scenario).title
    switched = "".join(f", {ruling}={option}" for ruling, option in header.switched.items())
    seats = "".join(f"; {side}: {who}" for side, who in header.seats.items())
    free = ", free play" if header.free else ""
    return f"{title} ({header.game}/{header.scenario}), profile {header.profile}{switched}{free}{seats}"


def narration_lines(
    game: BoardGame[Any], table: Table[Any], first: int = 0, sides: Collection[Side] | None = None
) -> Iterator[RenderableType]:
    """Yield the numbered orders of a game in words, under a heading for every phase, for sides that look on.

    Without sides everything is told; otherwise several orders of the other side in a row that look the same are
    told once.
    """
    heading = ""
    for line in transcript_entries(table, sides, first):
        if line.heading != heading:
            heading = line.heading
            yield Text(f"\n{heading}", style="bold")
        yield entry_text(line.narration, line.number)
    ask = table.asked
    if ask is not None:
        yield Text(
            f"       {ask.side} is asked: {game.text.label(ask.why)}"
            if isinstance(ask, Choose)
            else f"       {game.text.label(ask.why)}: to be rolled"
        )


def entry_text(entry: Narration, number: int) -> RenderableType:
    """Tell one order: what it was, and what it led to."""
    order, *rest = entry.lines
    lines = [Text(f"{number:>5}  ", style="dim").append(order, style="not dim")]
    lines += [Text(f"         {line}") for line in rest]
    if entry.warned:
        lines.append(Text(f"         against the rules: {entry.warned}", style="italic"))
    return Group(*lines)


def _data(game: BoardGame[Any], table: Table[Any]) -> dict[str, Any]:
    entries = []
    for line in transcript_entries(table):
        status = line.status
        when = {"number": line.number, "turn": status.turn, "when": status.when, "phase": status.phase}
        entries.append({**when, **msgspec.to_builtins(line.narration)})
    return {
        "header": table.log.header,
        "entries": entries,
        "status": game.view.status(table.standing),
        "pieces": game.view.pieces(table.standing),
    }


def verify(
    file: FileArgument,
    heads: Annotated[
        list[str] | None,
        typer.Option("--head", metavar="HEAD", help="A head that was shown at the table; may be repeated."),
    ] = None,
    game_folder: GameOption = "",
) -> None:
    """Check a saved game by its rules, order by order, and its dice; exit status 1 if something does not hold."""
    page = console()
    # A save that was tampered with may no longer be a game, so its dice are checked first.
    proof = _proof(file, heads or ())
    if proof is not None and proof.faults:
        page.print(Text("Its dice do not hold:", style="bold"))
        for fault in proof.faults:
            page.print(Text(f"  {fault}"))
        raise typer.Exit(1)
    log = load_log(file)
    game = game_of(log.header, game_folder)
    table, faults = verify_log(game, log, current_rules(log.header.game, log.header.scenario))
    page.print(Text(header_text(log.header), style="bold"))
    page.print(Text(_rules_text(log.header)))
    count, whole = len(table.log.entries), len(log.entries)
    if faults:
        same_rules = log.header.rules in ("", hash_of_rules(log.header.game))
        verdict = "It does not hold" if same_rules else "It cannot be followed under the present rules"
        page.print(Text(f"{verdict}; {count} of {counted(whole, 'order')} could be followed:", style="bold"))
        for fault in faults:
            page.print(Text(f"  {fault}"))
        if not same_rules:
            page.print(Text("Whether it holds can be said only under the rules that it was played under."))
    else:
        answers = sum(len(entry.answers) for entry in log.entries)
        holds = f"{counted(whole, 'order')} and {counted(answers, 'answer')}, every one as the rules ask it"
        page.print(Text(f"It holds: {holds}."))
    if proof is not None:
        for line in dice_lines(proof, len(heads or ())):
            page.print(Text(line))
    elif heads:
        raise GrognardError(f"{file} is no save of a server that shows heads")
    if faults:
        raise typer.Exit(1)
    page.print(Text(status_text(game.view.status(table.standing))))
    _print_lost(page, file)


def _proof(file: Path, heads: Sequence[str]) -> "Proof | None":
    """Work the dice out again if the save can prove them, which only saves of a server can."""
    from grognard.server.proof import prove  # noqa: PLC0415 - most saves are of no server

    try:
        return prove(file.read_bytes(), heads)
    except OSError:
        return None  # reported when the log is read


def dice_lines(proof: "Proof", heads: int) -> Iterator[str]:
    """Say what a save proves about its dice."""
    if proof.rolls or not proof.sealed:
        rolls = "1 roll follows" if proof.rolls == 1 else f"{proof.rolls} rolls follow"
        yield f"Its {rolls} from what {BOUND[proof.tier]} bound to before the first."
    if proof.sealed:
        yield f"Its chain of events holds; {counted(proof.sealed, 'roll')} can be checked once the game is over."
    if proof.copied:
        yield f"{proof.copied} more fell before this table began, in the game that it goes on from; this save cannot prove them."
    if heads:
        yield f"{'The head is' if heads == 1 else 'All heads are'} among those of its events."
    if not proof.tier:
        yield (
            "It is a save of an older release without its chain of events: whether each roll fell after just these "
            "events cannot be checked."
        )


def _rules_text(header: Header) -> str:
    if not header.rules:
        return "It does not say which rules it was played under."
    if header.rules == hash_of_rules(header.game):
        return f"Played under the present rules ({header.rules[:12]})."
    now = hash_of_rules(header.game)[:12]
    return f"Played under other rules ({header.rules[:12]}; the present ones are {now})."
