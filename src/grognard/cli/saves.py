"""Where games played in the terminal are kept: a file each in the data folder, never written over by another."""

import os
from pathlib import Path
from typing import Any

from grognard.charts.errors import GrognardError
from grognard.cli.positions import game_of
from grognard.play.log import Header, load_log
from grognard.play.loop import is_over
from grognard.play.table import Table
from grognard.play.verify import verify as verify_log
from grognard.registry.games import hash_of_rules


def data_folder() -> Path:
    """Return the folder of the games: in $GROGNARD_DATA, or in the user's own."""
    given = os.environ.get("GROGNARD_DATA")
    root = Path(given) if given else Path.home() / ".local" / "share" / "grognard"
    return root / "games"


def is_in_data_folder(path: Path) -> bool:
    """Say whether a game is found there without its file being named."""
    return path.absolute().parent == data_folder().absolute()


def new_file(header: Header) -> Path:
    """Make a file for a new game, with a name nobody has used yet."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{header.game}-{header.scenario}-{number}.jsonl"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def unfinished(game: str, scenario: str) -> tuple[Path, Table[Any]] | None:
    """Return the latest game of a scenario that can go on; what cannot be read is left where it is."""
    found = data_folder().glob(f"{game}-{scenario}-*.jsonl")
    for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            table = load_table(path)
        except GrognardError:
            continue
        if table.log.entries and not is_over(table):
            return path, table
    return None


def load_table(path: Path) -> Table[Any]:
    """Read a game to go on with. One that the present rules would not have played is refused."""
    log = load_log(path)
    table, faults = verify_log(game_of(log.header), log)
    if faults:
        raise GrognardError(f"{path} does not hold under the present rules: {faults[0]}")
    return table


def is_of_other_rules(table: Table[Any]) -> bool:
    """Say whether a game was begun under rules that have changed since."""
    header = table.log.header
    return header.rules != hash_of_rules(header.game)


def check_unused(path: Path) -> None:
    """Refuse a file to save to that is there already, for it may hold a game; and one whose folder is not."""
    if path.exists():
        raise GrognardError(f"{path} is there already; go on with it by --load {path}, or name another file")
    if not path.absolute().parent.is_dir():
        raise GrognardError(f"{path} cannot be saved to: there is no folder {path.absolute().parent}")
