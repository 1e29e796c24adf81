"""`grognard replay` and `grognard verify`: a saved game told in plain words, and whether it holds."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console, Group, RenderableType
from rich.text import Text

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.cli.console import console, write
from grognard.cli.positions import board_of, game_of, status_told, units
from grognard.cli.situations import FormatOption, check_format
from grognard.cli.worksheets import as_json
from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.log import Header, SavedLog, load_log
from grognard.play.narrate import Told
from grognard.play.table import Table
from grognard.play.transcript import entries_told
from grognard.play.verify import verify as verify_log
from grognard.registry.games import hash_of_rules, scenario
from grognard.umpire import Choose

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]


def replay(
    file: FileArgument,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="The position after N orders, as a list.")
    ] = None,
    form: FormatOption = "text",
) -> None:
    """Tell a saved game turn by turn, or list the position after some orders."""
    check_format(form)
    log = load_log(file)
    game = game_of(log.header)
    count = len(log.entries) if at is None else at
    if not 0 <= count <= len(log.entries):
        raise GrognardError(
            f"{file} has {counted(len(log.entries), 'order')}; --at takes 0 to {len(log.entries)}"
        )
    table, faults = verify_log(game, SavedLog(log.header, log.entries[:count]))
    if len(table.log.entries) < count:
        raise GrognardError(f"{file} cannot be replayed under the present rules: {faults[-1]}")
    if form == "json":
        write(as_json(_data(game, table)))
        return
    page = console()
    page.print(Text(header_told(log.header), style="bold"))
    if at is None:
        page.print(*told_so_far(game, table), sep="\n")
    view, end = game.view, table.standing
    page.print(Text(f"\n{status_told(view.status(end))}", style="bold"))
    if at is not None:
        page.print(units(board_of(log.header), view.pieces(end), game.sides, view.boxes(end)))


def header_told(header: Header) -> str:
    """Say in a line what a game is played with."""
    title = scenario(header.game, header.scenario).title
    switched = "".join(f", {ruling}={option}" for ruling, option in header.switched.items())
    seats = "".join(f"; {side}: {who}" for side, who in header.seats.items())
    free = ", free play" if header.free else ""
    return f"{title} ({header.game}/{header.scenario}), profile {header.profile}{switched}{free}{seats}"


def told_so_far(
    game: BoardGame[Any], table: Table[Any], first: int = 0, sides: Collection[Side] | None = None
) -> Iterator[RenderableType]:
    """Tell the orders of a game with their numbers, under a heading for every phase, as sides are told who look on.

    Without sides everything is told; else others' orders that look the same one after another are told once.
    """
    heading = ""
    for line in entries_told(table, sides, first):
        if line.heading != heading:
            heading = line.heading
            yield Text(f"\n{heading}", style="bold")
        yield told_entry(line.told, line.number)
    ask = table.asked
    if ask is not None:
        yield Text(
            f"       {ask.side} is asked: {game.text.label(ask.why)}"
            if isinstance(ask, Choose)
            else f"       {game.text.label(ask.why)}: to be rolled"
        )


def told_entry(entry: Told, number: int) -> RenderableType:
    """Tell one order: what it was, and what it led to."""
    order, *rest = entry.lines
    lines = [Text(f"{number:>5}  ", style="dim").append(order, style="not dim")]
    lines += [Text(f"         {line}") for line in rest]
    if entry.warned:
        lines.append(Text(f"         against the rules: {entry.warned}", style="italic"))
    return Group(*lines)


def _data(game: BoardGame[Any], table: Table[Any]) -> dict[str, Any]:
    entries = []
    for line in entries_told(table):
        status = line.status
        when = {"number": line.number, "turn": status.turn, "when": status.when, "phase": status.phase}
        entries.append({**when, **msgspec.to_builtins(line.told)})
    return {
        "header": table.log.header,
        "entries": entries,
        "status": game.view.status(table.standing),
        "pieces": game.view.pieces(table.standing),
    }


def verify(file: FileArgument) -> None:
    """Fold a saved game under its rules and say whether it holds; exit status 1 where it does not."""
    log = load_log(file)
    game = game_of(log.header)
    table, faults = verify_log(game, log)
    page = console()
    page.print(Text(header_told(log.header), style="bold"))
    page.print(Text(_rules_told(log.header)))
    count, whole = len(table.log.entries), len(log.entries)
    if faults:
        page.print(
            Text(f"It does not hold; {count} of {counted(whole, 'order')} could be followed:", style="bold")
        )
        for fault in faults:
            page.print(Text(f"  {fault}"))
        raise typer.Exit(1)
    answers = sum(len(entry.answers) for entry in log.entries)
    holds = f"{counted(whole, 'order')} and {counted(answers, 'answer')}, every one as the rules ask it"
    page.print(Text(f"It holds: {holds}."))
    _prove_dice(file, page)
    page.print(Text(status_told(game.view.status(table.standing))))


def _prove_dice(file: Path, page: Console) -> None:
    """Say whether the dice are those the server was bound to, where the save can prove it."""
    # Only saves of a server hold it.
    from grognard.server.proof import prove  # noqa: PLC0415

    proof = prove(file.read_text(encoding="utf-8"))
    if proof is None:
        return
    if proof.faults:
        page.print(Text("Its dice are not those the server was bound to:", style="bold"))
        for fault in proof.faults:
            page.print(Text(f"  {fault}"))
        raise typer.Exit(1)
    rolls = "1 roll follows" if proof.rolls == 1 else f"{proof.rolls} rolls follow"
    page.print(Text(f"Its {rolls} from what the server was bound to before the first."))
    if proof.copied:
        page.print(
            Text(f"{proof.copied} more fell at the table it was copied from, which alone can prove them.")
        )


def _rules_told(header: Header) -> str:
    if not header.rules:
        return "It does not say which rules it was played under."
    if header.rules == hash_of_rules(header.game):
        return f"Played under the present rules ({header.rules[:12]})."
    present = hash_of_rules(header.game)[:12]
    return f"Played under other rules ({header.rules[:12]}; the present ones are {present})."
