# SPDX-License-Identifier: Apache-2.0
"""A match: which games are played, in what file that is kept, and how two matches differ.

Game number `i`, from 0, follows from the match and `i` alone, no matter who plays it, and where. Games 2j and 2j+1 are a pair: they
share a seed, and the players swap sides.
"""

from pathlib import Path

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.whole_file import part_of, write_whole

FILE = "match.json"
# What a command that is killed as it begins may leave in a folder.
LEFT_BEHIND = part_of(Path(FILE)).name


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """Games between two players, `a` and `b`: programs by their names.

    `scenario` is that of a game with its name, `seelowe/hythe`; `folder` is the game's folder if it did not come with Grognard.
    `edits` are changes of the game, as a sweep names them. With `detail` more is told of each game than its result. `part` is how many
    games go into one file of the results. `rules` is the hash of what decides the game, `code` of what else decides how programs play.
    """

    scenario: str
    folder: str = ""
    profile: str = "card"
    rulings: dict[str, str] = {}
    a: str
    b: str
    games: int
    seed: str = "1"
    edits: tuple[str, ...] = ()
    detail: bool = False
    part: int = 1
    grognard: str
    rules: str
    code: str


# What each field is called in a sentence. The number of games may grow, and `part` is the folder's own.
NAMED = {
    "scenario": "the scenario",
    "folder": "the game's folder",
    "profile": "the profile",
    "rulings": "the rulings",
    "a": "the first player",
    "b": "the second player",
    "seed": "the seed",
    "edits": "the changes of the game",
    "detail": "the detail",
    "grognard": "the version of Grognard",
    "rules": "the rules of the game",
    "code": "the code of the programs",
}
# Fields whose values are hashes, which tell nobody anything.
HASHES = {"rules", "code"}


def difference(one: Match, other: Match) -> str:
    """Say in what a match differs from another, so that their games do not belong together; empty if they do."""
    told = [
        f"{said} (there {_told(field, one)}, here {_told(field, other)})" if field not in HASHES else said
        for field, said in NAMED.items()
        if getattr(one, field) != getattr(other, field)
    ]
    return ", ".join(told)


def _told(field: str, match: Match) -> str:
    value = getattr(match, field)
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, dict):
        value = [f"{name}={option}" for name, option in value.items()]
    return (value if isinstance(value, str) else ", ".join(value)) or "none"


def save_match(folder: Path, match: Match) -> None:
    """Keep a match in its folder of results, which is made; completely or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    data = msgspec.json.format(msgspec.json.encode(match), indent=2) + b"\n"
    write_whole(folder / FILE, data)


def load_match(folder: Path) -> Match:
    """Read the match of a folder of results."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Match)
    except FileNotFoundError as error:
        raise GrognardError(f"{folder} is no folder of results: there is no {FILE}") from error
    except NotADirectoryError as error:
        raise GrognardError(f"{folder} is no folder of results, it is a file") from error
    except msgspec.DecodeError as error:
        raise GrognardError(f"{path} cannot be read: {error}") from error


def has_match(folder: Path) -> bool:
    """Return whether a folder has results of a match."""
    return (folder / FILE).is_file()
