# SPDX-License-Identifier: Apache-2.0
"""Where games played in the terminal are kept: one file each in the data folder, never overwritten by another."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from grognard.charts.errors import GrognardError
from grognard.play.history import Reopened
from grognard.play.log import Header, load_log
from grognard.play.loop import is_over
from grognard.registry import NAMES, folder
from grognard.registry.games import find_game, reopen_log
from grognard.server.data_folder import data_folder


def games_folder() -> Path:
    """Return the folder of saved games, in the data folder."""
    return data_folder() / "games"


def is_in_data_folder(path: Path) -> bool:
    """Return whether a saved game is found without naming its file."""
    return path.absolute().parent == games_folder().absolute()


def new_file(header: Header) -> Path:
    """Make a file for a new game, with an unused name."""
    folder = games_folder()
    # The server keeps its secrets in the folder above.
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(exist_ok=True)
    number = 1
    while True:
        path = folder / f"{_stem(header.game, header.scenario)}-{number}.jsonl"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def _stem(game: str, scenario: str) -> str:
    """Return how the files of a scenario's games begin; a game of your own is identified by its folder as well as its name."""
    if game in NAMES:
        return f"{game}-{scenario}"
    where = sha256(str(folder(game).resolve()).encode()).hexdigest()[:8]
    return f"{game}-{scenario}-{where}"


def unfinished(game: str, scenario: str) -> tuple[Path, Reopened[Any]] | None:
    """Return the latest unfinished game of a scenario; files that cannot be read are skipped."""
    paths = games_folder().glob(f"{_stem(game, scenario)}-*.jsonl")
    for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            opened = load_table(path)
        except GrognardError:
            continue
        if opened.table.log.entries and not is_over(opened.table):
            return path, opened
    return None


def load_table(path: Path) -> Reopened[Any]:
    """Read a game to resume. One that the present rules would not have allowed is an error, unless it stores its positions."""
    log = load_log(path)
    find_game(log.header, how=f"grognard play FOLDER --text --load {path}")
    try:
        return reopen_log(log)
    except GrognardError as error:
        raise GrognardError(f"{path} does not hold under the present rules: {error}") from error


def check_unused(path: Path) -> None:
    """Refuse to save to a folder, to a file that exists, because it may hold a game, or into a folder that does not."""
    if path.is_dir():
        raise GrognardError(f"{path} is a folder; name a file, such as {path / 'game.jsonl'}")
    if path.exists():
        raise GrognardError(f"{path} is there already; go on with it by --load {path}, or name another file")
    if not path.absolute().parent.is_dir():
        raise GrognardError(f"{path} cannot be saved to: there is no folder {path.absolute().parent}")
