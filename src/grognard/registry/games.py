"""The games there are, found by name: those that come with Grognard, and those in folders of your own.

A game is one folder. Made of data alone, it has a `rules.toml`; else Python modules beside it say what its rules are.
Folders of your own are named by their paths, or by $GROGNARD_GAMES: a game's folder, or one with several in it.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Protocol

from msgspec.structs import replace

from grognard.charts.errors import GrognardError, NoSuch
from grognard.charts.rulings import parse_profile
from grognard.play.game import BoardGame
from grognard.play.log import Header, SavedLog
from grognard.play.question import Question
from grognard.play.rules_hash import rules_hash
from grognard.play.table import Table
from grognard.play.verify import verified
from grognard.procedures.procedure import Counter, Procedure
from grognard.registry import NAMES, Card, folder, game, game_map, map_names, names, rulings
from grognard.rules.definition import Definition, Own
from grognard.rules.map_scenario import Headed

# What decides every game: folders and files of the package.
SHARED = (
    "charts",
    "umpire",
    "procedures",
    "hexes",
    "rules",
    "play/tuples.py",
    "play/places.py",
    "registry/__init__.py",
)
# What only shows, says or values something, by the names of folders and modules.
SHOWN = (
    "desk_text.py", "doubts", "drawing", "effects.py", "evaluation.py", "labels.py", "markers.py",
    "order_text.py", "previews.py", "questions.py", "reach_view.py", "round_text.py", "side_text.py", "targets.py", "text.py", "view.py",
)  # fmt: skip
# The format of logs that kept only those rulings that were switched.
FIRST_FORMAT = 1


class Scenario(Headed, Protocol):
    """What every scenario says of itself."""

    @property
    def name(self) -> str:
        """Its name in commands and links."""


# Games made of chapters


def is_defined(name: str) -> bool:
    """Say whether a game is defined by its `rules.toml`."""
    return (folder(name) / "rules.toml").exists()


@cache
def definition(name: str) -> Definition:
    """Return what defines a game made of chapters. One of your own is checked whole before anything is asked of it."""
    card = Card(name)
    found = Definition(
        folder(name),
        card,
        rulings(name),
        lambda map_name: game_map(name, map_name),
        lambda own: _own(name, own),
    )
    if name not in NAMES:
        _ = found.is_checked
    return found


def _own(name: str, module: str) -> Own:
    """Return what a game brings in Python."""
    found: Own = _module(name, module).OWN
    return found


def _module(name: str, module: str) -> Any:
    """Bring a module of a game's folder."""
    if name in NAMES:
        return import_module(f"grognard.games.{folder(name).name}.{module}")
    path = folder(name) / f"{module}.py"
    spec = spec_from_file_location(f"grognard_game_{folder(name).name}_{module}", path)
    if spec is None or spec.loader is None or not path.exists():
        raise GrognardError(f"{name} names a Python module {module!r}, and there is no {path}")
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


# Procedures and types of units, for the desk


def procedures(name: str) -> tuple[Procedure, ...]:
    """Return the procedures of a game: those its package names, or those of its chapters; none if it has neither."""
    found: tuple[Procedure, ...] = _said(name, "PROCEDURES")
    return found or (definition(name).procedures if is_defined(name) else ())


def counters(name: str) -> tuple[Counter, ...]:
    """Return the types of units of a game; none where units are written by their strengths."""
    found: tuple[Counter, ...] = _said(name, "COUNTERS")
    return found


def _said(name: str, what: str) -> tuple[Any, ...]:
    """Return what the package of a game says of itself; nothing where it has none."""
    if name not in NAMES or not (folder(name) / "__init__.py").exists():
        return ()
    found: tuple[Any, ...] = getattr(import_module(f"grognard.games.{folder(name).name}"), what, ())
    return found


def procedure(name: str, procedure_name: str) -> Procedure:
    """Return one procedure of a game."""
    known = {each.name: each for each in procedures(name)}
    if procedure_name not in known:
        raise NoSuch(f"procedure in {name} called", procedure_name, known)
    return known[procedure_name]


# Questions of a map


def question(name: str, question_name: str) -> Question[Any]:
    """Return one question that a game answers from a map alone."""
    if not _answers(name):
        answering = ", ".join(
            f"{each}/{board}" for each in names() if _answers(each) for board in map_names(each)
        )
        raise GrognardError(f"{name} answers no questions of a map yet; there are {answering}")
    known = {each.name: each for each in _questions(name)}
    if question_name not in known:
        raise NoSuch(f"question in {name} called", question_name, known)
    return known[question_name]


def _answers(name: str) -> bool:
    return is_defined(name) or (folder(name) / "questions.py").exists()


@cache
def _questions(name: str) -> tuple[Question[Any], ...]:
    if not (folder(name) / "questions.py").exists():
        from grognard.rules.queries import questions  # noqa: PLC0415 - the desk does without maps

        return questions(definition(name))
    found: tuple[Question[Any], ...] = _module(name, "questions").QUESTIONS
    return found


# Scenarios


def scenario_names(name: str) -> tuple[str, ...]:
    """Return the names of a game's scenarios, the teaching one first; none where it cannot be played yet."""
    if not (is_defined(name) or (folder(name) / "play.py").exists()):
        return ()
    known = {path.stem for path in (folder(name) / "scenarios").glob("*.toml")}
    named = [each for each in game(name).scenarios if each in known]
    return (*named, *sorted(known - set(named)))


@cache
def scenario(name: str, scenario_name: str) -> Any:
    """Return one scenario of a game."""
    if scenario_name not in scenario_names(name):
        raise NoSuch(f"scenario in {name} called", scenario_name, scenario_names(name))
    path = folder(name) / "scenarios" / f"{scenario_name}.toml"
    if not is_defined(name):
        return _module(name, "play").load_scenario(path)
    from grognard.rules.scenario import load_scenario  # noqa: PLC0415 - the desk does without

    game = definition(name)
    _ = game.is_checked
    return load_scenario(path, game)


def open_game(
    name: str, scenario_name: str, profile: str = "card", switched: Mapping[str, str] | None = None
) -> BoardGame[Any]:
    """Return a scenario ready to play under a profile, with single rulings switched."""
    card = Card(name, parse_profile(profile), tuple(sorted((switched or {}).items())))
    _ = card.rulings.profile  # a ruling that is not there is refused here, before anything is set up
    setting = scenario(name, scenario_name)
    if is_defined(name):
        return definition(name).open(setting, card)
    found: BoardGame[Any] = _module(name, "play").open_scenario(setting, card)
    return found


def header(
    name: str,
    scenario_name: str,
    profile: str = "card",
    switched: Mapping[str, str] | None = None,
    *,
    free: bool = False,
) -> Header:
    """Return the header of a log: what the game is played with, and the hash of its rules."""
    return Header(
        game=name,
        scenario=scenario_name,
        profile=parse_profile(profile),
        switched=dict(switched or {}),
        rulings=rulings_in_force(name, profile, switched or {}),
        rules=hash_of_rules(name),
        free=free,
    )


def open_log(log: SavedLog) -> Table[Any]:
    """Open a saved game: set it up by its header, and play it again with everything held against the rules."""
    log = with_rulings(log)
    return verified(game_of(log.header), log)


def game_of(header: Header) -> BoardGame[Any]:
    """Return the game that a log is of, under the rulings it was begun with."""
    return open_game(header.game, header.scenario, header.profile, rulings_of(header))


def with_rulings(log: SavedLog) -> SavedLog:
    """Return a log with all rulings it is played under in its header, where an older one has only those switched."""
    return replace(log, header=replace(log.header, rulings=rulings_of(log.header)))


def rulings_of(header: Header) -> dict[str, str]:
    """Return the rulings a game is played under: those it was begun with, whatever its profile means by now.

    A game of the first format kept only what was switched; of the others it has what was in force at that time. So
    has a later game of a ruling that was not yet stated when it began.
    """
    book = rulings(header.game)
    first = {name: ruling.at_first for name, ruling in book.items() if ruling.at_first}
    if header.rulings:
        return first | {name: option for name, option in header.rulings.items() if name in book}
    return {**first, **header.switched} if header.grognard == FIRST_FORMAT else header.switched


def rulings_in_force(name: str, profile: str, switched: Mapping[str, str]) -> dict[str, str]:
    """Return the option in force for every ruling of a game under a profile, with single rulings switched."""
    return Card(name, parse_profile(profile), tuple(sorted(switched.items()))).rulings.in_force


@cache
def hash_of_rules(name: str) -> str:
    """Return the hash of everything that decides a game: what all games share, and its own folder."""
    root = Path(__file__).parent.parent
    return rules_hash([*(root / each for each in SHARED), folder(name)], SHOWN)
