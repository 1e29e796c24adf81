# SPDX-License-Identifier: Apache-2.0
"""The games: one folder each, with its card in `cards/`, its `rulings.toml` and its `maps/`.

Some come with Grognard; others are in folders of your own, which $GROGNARD_GAMES names.
"""

import os
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from grognard.charts.chart import Chart
from grognard.charts.edits import CellEdit
from grognard.charts.errors import GrognardError, NoSuch, nearest, repeated
from grognard.charts.files import Source
from grognard.charts.given_path import given_path
from grognard.charts.load import load_sheet
from grognard.charts.rulings import Profile, Ruling, Rulings, load_rulings, parse_profile
from grognard.charts.sheet import Sheet
from grognard.hexes import Map, load_map

NAMES = ("panzerblitz", "jarama", "iron-curtain", "seelowe", "asl-sk")


class GameFile(msgspec.Struct, frozen=True):
    """A `game.toml`: what the game is, its charts in the order of the card, and its scenarios, the teaching one first.

    `slate` is the side whose counters are slate in every scenario; if it is left out, the side that moves first.
    """

    title: str
    about: str
    charts: list[str]
    scenarios: list[str] = []
    slate: str = ""

    def colours(self, sides: tuple[str, ...]) -> tuple[str, ...]:
        """Return the sides in the order of their colours, slate first."""
        return tuple(sorted(sides, key=lambda side: side != self.slate))


# The environment variable with the folders of your own games, or folders that contain several.
GAMES_VARIABLE = "GROGNARD_GAMES"
# The folders of games that were opened by their path, by name.
_OPENED: dict[str, Path] = {}


def names() -> tuple[str, ...]:
    """Return the names of all listed games: those that come with Grognard, and those in $GROGNARD_GAMES."""
    return (*NAMES, *(name for name in _listed_folders() if name not in NAMES))


def is_known(name: str) -> bool:
    """Return whether a game can be opened by its name: it is listed, or was opened by the path of its folder."""
    return name in NAMES or name in _OPENED or name in _listed_folders()


def folder(name: str) -> Path:
    """Return a game's folder."""
    if name in NAMES:
        return Path(__file__).parent.parent / "games" / name.replace("-", "_")
    path = _OPENED.get(name) or _listed_folders().get(name)
    if path is None:
        raise NoSuch("game", name, names(), "grognard games")
    return path


def _listed_folders() -> dict[str, Path]:
    """Return the folders of the games in $GROGNARD_GAMES, by the games' names."""
    folders: dict[str, Path] = {}
    for root in _roots():
        for path in _games_in(root):
            folders.setdefault(_name(path), path)
    return folders


def _roots() -> list[Path]:
    return [Path(text) for text in filter(None, os.environ.get(GAMES_VARIABLE, "").split(os.pathsep))]


def _games_in(root: Path) -> list[Path]:
    return [root] if is_game(root) else sorted(filter(is_game, root.glob("*")))


def empty_paths() -> list[Path]:
    """Return the paths in $GROGNARD_GAMES that are not a game's folder and contain none."""
    return [root for root in _roots() if not _games_in(root)]


def is_game(path: Path) -> bool:
    """Return whether a folder is that of a game."""
    return (path / "game.toml").is_file()


def _name(path: Path) -> str:
    return path.resolve().name.replace("_", "-")


def game_name(text: str) -> str:
    """Return the name of the game that a user gives by its name or by the path of its folder."""
    path = Path(text)
    if text in NAMES or not text or not is_game(path):
        return text
    name = _name(path)
    if not is_known(name):
        _OPENED[name] = path.resolve()
    elif path.resolve() != (other := folder(name).resolve()):
        raise GrognardError(
            f"{text} is called like the game in {other}; give one of the folders another name"
        )
    return name


def game_and_rest(text: str) -> tuple[str, str]:
    """Split what a user gives into the game and what follows it, such as a scenario: `seelowe/hythe`, `my/game/first`.

    >>> game_and_rest("seelowe/hythe"), game_and_rest("seelowe")
    (('seelowe', 'hythe'), ('seelowe', ''))
    """
    before, _, last = text.rstrip("/").rpartition("/")
    if is_game(Path(text)) and text:
        return game_name(text), ""
    if before and is_game(Path(before)):
        return game_name(before), last
    name, _, rest = text.partition("/")
    is_path = text.count("/") > 1 or text.startswith((".", "/")) or (name and Path(name).is_dir())
    if is_path and not is_known(name):
        raise GrognardError(f"{text} is no game's folder and no scenario in one: there is no game.toml")
    return name, rest


@cache
def game(name: str) -> GameFile:
    """Return a game by name."""
    source = Source(folder(name) / "game.toml")
    file = source.fill(GameFile, source.data())
    cards = _cards(name)
    for chart in file.charts:
        if chart not in cards:
            source.fault(("charts",), f"{chart!r} is no file in cards; {nearest(chart, cards)}")
    source.stop_if_faulty()
    return file


def _cards(name: str) -> list[str]:
    """Return the names of the files in a game's cards."""
    return sorted(path.stem for path in (folder(name) / "cards").glob("*.toml"))


@cache
def rulings(name: str) -> dict[str, Ruling]:
    """Return a game's rulings; none if it has no `rulings.toml`."""
    path = folder(name) / "rulings.toml"
    return load_rulings(path, game(name).charts) if path.exists() else {}


@cache
def sheet(name: str, chart_name: str) -> Sheet:
    """Return one chart of a game as printed."""
    if chart_name not in game(name).charts:
        # Looked up among the files there are: a name that is sent may be too long for the file system.
        if chart_name in _cards(name):
            raise GrognardError(
                f"{chart_name} is a file in cards, and game.toml does not list it among the charts of {name}"
            )
        raise NoSuch(f"chart in {name} called", chart_name, game(name).charts)
    return load_sheet(folder(name) / "cards" / f"{chart_name}.toml", rulings(name))


class Card(msgspec.Struct, frozen=True, cache_hash=True):
    """A game's card with the rulings in force: a profile, and single rulings switched.

    `edits` are cells that a designer has changed, for a variant of the game.
    """

    game: str
    profile: Profile = "card"
    switched: tuple[tuple[str, str], ...] = ()
    edits: tuple[CellEdit, ...] = ()

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""
        return _in_force(self)

    def chart(self, name: str) -> Chart:
        """Return one chart of the card."""
        return _chart(self, name)

    def ruled(self, ruling: str) -> str:
        """Return the option in force for a ruling."""
        return self.rulings.option(ruling)


@lru_cache(maxsize=4096)
def _in_force(card: Card) -> Rulings:
    in_force = Rulings(card.profile, rulings(card.game))
    for ruling, option in card.switched:
        in_force = in_force.switch(ruling, option)
    return in_force


@lru_cache(maxsize=4096)
def _chart(card: Card, name: str) -> Chart:
    edited = {(edit.row, edit.column): edit.text for edit in card.edits if edit.chart == name}
    return Chart(sheet(card.game, name), card.rulings, card.game, edited)


def chart(
    name: str, chart_name: str, profile: str = "card", switched: Mapping[str, str] | None = None
) -> Chart:
    """Return one chart of a game, by its name or the path of its folder, under a profile, with single rulings switched."""
    return Card(game_name(given_path(name)), parse_profile(profile), switches(switched)).chart(chart_name)


def switches(switched: object) -> tuple[tuple[str, str], ...]:
    """Return the rulings that are switched, sorted; what is not names with options is refused."""
    given = {} if switched is None else switched
    if not isinstance(given, Mapping) or not all(
        isinstance(word, str) for pair in given.items() for word in pair
    ):
        raise GrognardError(
            f"rulings are switched by name, as in {{'odds-rounding': 'nearest'}}, not by {repeated(given)}"
        )
    return tuple(sorted(given.items()))


@cache
def map_names(name: str) -> tuple[str, ...]:
    """Return the names of a game's maps."""
    return tuple(sorted(path.stem for path in (folder(name) / "maps").glob("*.toml")))


@cache
def game_map(name: str, map_name: str) -> Map:
    """Return one map of a game."""
    if map_name not in map_names(name):
        raise NoSuch(f"map in {name} called", map_name, map_names(name))
    return load_map(folder(name) / "maps" / f"{map_name}.toml")
