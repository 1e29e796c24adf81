# SPDX-License-Identifier: Apache-2.0
"""The games by name: those that come with Grognard, and those in folders of your own.

A game is one folder. A game made of data alone has a `rules.toml`; otherwise Python modules beside it contain its
rules. Folders of your own are given by their paths, or in $GROGNARD_GAMES: a game's folder, or one that contains several.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from typing import Any, Protocol

from msgspec.structs import replace

from grognard.charts.errors import GrognardError, NoSuch, nearest
from grognard.charts.files import Source
from grognard.charts.rulings import parse_profile
from grognard.play.game import BoardGame
from grognard.play.history import Reopened, reopen
from grognard.play.log import Header, SavedLog
from grognard.play.map_question import MapQuestion
from grognard.play.rules_hash import rules_hash
from grognard.play.verify import verified
from grognard.procedures.procedure import Counter, Procedure
from grognard.registry import (
    GAMES_VARIABLE,
    NAMES,
    Card,
    folder,
    game,
    game_map,
    game_name,
    is_known,
    map_names,
    names,
    rulings,
    switches,
)
from grognard.rules.definition import Definition, Own
from grognard.rules.map_scenario import Headed

_DEFINING = RLock()
# The folders and files of the package that decide every game.
SHARED = (
    "charts", "umpire", "procedures", "hexes", "rules", "registry/__init__.py",
    "play/by_side.py", "play/kinds.py", "play/places.py", "play/tuples.py",
)  # fmt: skip
# The names of folders and files that only show, say or value something.
NOT_DECIDING = (
    "desk.toml", "desk_text.py", "doubts", "drawing", "effects.py", "evaluation.py", "guides", "markers.py", "rolled.py",
    "order_text.py", "paragraphs", "previews.py", "questions.py", "reach_view.py", "round_text.py", "rulebook.toml", "side_text.py",
    "migrations.py", "targets.py", "text.py", "view.py",
)  # fmt: skip
# The format of logs that stored only the rulings that were switched.
FIRST_FORMAT = 1


class Scenario(Headed, Protocol):
    """What every scenario says of itself."""

    @property
    def name(self) -> str:
        """Its name in commands and links."""


# Games made of chapters


def is_defined(name: str) -> bool:
    """Return whether a game is defined by its `rules.toml`."""
    return (folder(name) / "rules.toml").exists()


def definition(name: str) -> Definition:
    """Return the definition of a game made of chapters. One of your own is checked as a whole first."""
    # It is made only once, because it makes the types of the game's positions.
    with _DEFINING:
        return _definition(name)


@cache
def _definition(name: str) -> Definition:
    card = Card(name)
    game_definition = Definition(
        folder(name),
        card,
        rulings(name),
        lambda map_name: game_map(name, map_name),
        lambda own: _own(name, own),
    )
    if name not in NAMES:
        game_definition.check()
    return game_definition


def _own(name: str, module: str) -> Own:
    """Return what a game provides in Python."""
    own: Own = game_module(name, module).OWN
    return own


def game_module(name: str, module: str) -> Any:
    """Import a module of a game's folder."""
    if name in NAMES:
        return import_module(f"grognard.games.{folder(name).name}.{module}")
    path = folder(name) / f"{module}.py"
    spec = spec_from_file_location(f"grognard_game_{folder(name).name}_{module}", path)
    if spec is None or spec.loader is None or not path.exists():
        raise GrognardError(f"{name} names a Python module {module!r}, and there is no {path}")
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


# Procedures and types of units, for the desk


def procedures(name: str) -> tuple[Procedure, ...]:
    """Return the procedures of a game: those its package lists, or those of its chapters; none if it has neither."""
    listed: tuple[Procedure, ...] = _package_values(name, "PROCEDURES")
    return listed or (definition(name).procedures if is_defined(name) else ())


def counters(name: str) -> tuple[Counter, ...]:
    """Return the types of units of a game; none if its units are written by their strengths."""
    types: tuple[Counter, ...] = _package_values(name, "COUNTERS")
    return types


def _package_values(name: str, what: str) -> tuple[Any, ...]:
    """Return what the package of a game lists under a name, such as its procedures; empty if it lists nothing."""
    if name not in NAMES or not (folder(name) / "__init__.py").exists():
        return ()
    values: tuple[Any, ...] = getattr(import_module(f"grognard.games.{folder(name).name}"), what, ())
    return values


def procedure(name: str, procedure_name: str) -> Procedure:
    """Return one procedure of a game."""
    by_name = {procedure.name: procedure for procedure in procedures(name)}
    if procedure_name not in by_name:
        raise NoSuch(f"procedure in {name} called", procedure_name, by_name)
    return by_name[procedure_name]


# Questions of a map


def map_question(name: str, question_name: str) -> MapQuestion[Any]:
    """Return one question that a game answers from a map alone."""
    if not _answers(name):
        answering = ", ".join(
            f"{other}/{board}" for other in names() if _answers(other) for board in map_names(other)
        )
        raise GrognardError(f"{name} answers no questions of a map yet; there are {answering}")
    by_name = {question.name: question for question in _map_questions(name)}
    if question_name not in by_name:
        raise NoSuch(f"question in {name} called", question_name, by_name)
    return by_name[question_name]


def _answers(name: str) -> bool:
    return is_defined(name) or (folder(name) / "questions.py").exists()


@cache
def _map_questions(name: str) -> tuple[MapQuestion[Any], ...]:
    if (folder(name) / "questions.py").exists():
        own: tuple[MapQuestion[Any], ...] = game_module(name, "questions").QUESTIONS
        return own
    from grognard.rules.queries import questions  # noqa: PLC0415 - the desk does without maps

    return questions(definition(name))


# Scenarios


def scenario_names(name: str) -> tuple[str, ...]:
    """Return the names of a game's scenarios, the teaching one first; none if it cannot be played yet."""
    if not (is_defined(name) or (folder(name) / "play.py").exists()):
        return ()
    files = {path.stem for path in (folder(name) / "scenarios").glob("*.toml")}
    listed = [scenario for scenario in game(name).scenarios if scenario in files]
    return (*listed, *sorted(files - set(listed)))


def playable_scenarios(name: str) -> tuple[str, ...]:
    """Return the names of a game's scenarios; if it has none, raise an error that says what is missing."""
    scenarios = scenario_names(name)
    if not scenarios:
        missing = "scenarios/*.toml" if is_defined(name) else "rules.toml"
        raise GrognardError(f"{name} cannot be played: there is no {folder(name) / missing}")
    return scenarios


@cache
def scenario(name: str, scenario_name: str) -> Any:
    """Return one scenario of a game."""
    if scenario_name not in scenario_names(name):
        raise NoSuch(f"scenario in {name} called", scenario_name, scenario_names(name))
    path = folder(name) / "scenarios" / f"{scenario_name}.toml"
    if not is_defined(name):
        return game_module(name, "play").load_scenario(path)
    from grognard.rules.scenario import load_scenario  # noqa: PLC0415 - the desk does without

    defined = definition(name)
    defined.check()
    _check_about(name, defined)
    return load_scenario(path, defined)


def _check_about(name: str, defined: Definition) -> None:
    """Check a `game.toml` by the files and rules beside it: what it lists must exist, and `slate` must be a side."""
    source, scenarios = Source(folder(name) / "game.toml"), scenario_names(name)
    if scenarios and source.data().get("scenarios") == []:
        source.fault(("scenarios",), f"is empty, and there are files in scenarios: {', '.join(scenarios)}")
    for listed in game(name).scenarios:
        if listed not in scenarios:
            source.fault(("scenarios",), f"{listed!r} is no file in scenarios; {nearest(listed, scenarios)}")
    slate = game(name).slate
    if slate and slate not in defined.sides:
        source.fault(("slate",), f"{slate!r} is no side; {nearest(slate, defined.sides)}")
    source.stop_if_faulty()


def open_game(
    name: str, scenario_name: str, profile: str = "card", switched: Mapping[str, str] | None = None
) -> BoardGame[Any]:
    """Return a scenario ready to play under a profile, with single rulings switched."""
    card = Card(name, parse_profile(profile), switches(switched))
    _ = card.rulings.profile  # an unknown ruling is refused here, before anything is set up
    return open_setting(scenario(name, scenario_name), card)


def open_setting(setting: Any, card: Card) -> BoardGame[Any]:
    """Return a scenario of a card's game, which may be changed from its file, ready to play under the card."""
    if is_defined(card.game):
        return definition(card.game).open(setting, card)
    opened: BoardGame[Any] = game_module(card.game, "play").open_scenario(setting, card)
    return opened


def header(
    name: str,
    scenario_name: str,
    profile: str = "card",
    switched: Mapping[str, str] | None = None,
    *,
    free: bool = False,
) -> Header:
    """Return the header of a log: what the game is played with, the hash of its rules, and the shape of its positions."""
    from grognard.registry.current_rules import parts_of_rules, shape  # noqa: PLC0415 - the desk does without

    return Header(
        game=name,
        scenario=scenario_name,
        profile=parse_profile(profile),
        switched=dict(switched or {}),
        rulings=rulings_in_force(name, profile, switched or {}),
        rules=hash_of_rules(name),
        free=free,
        parts=parts_of_rules(name, scenario_name),
        shape=shape(name, scenario_name),
    )


def reopen_log(log: SavedLog, *, keep_misfit: bool = False) -> Reopened[Any]:
    """Open a saved game to go on with it, or to look at it.

    If it stores its positions and was played under other rules, its past is shown as stored. Otherwise it is played
    again with everything checked by the rules.
    """
    from grognard.registry.current_rules import current_rules  # noqa: PLC0415 - likewise

    log = with_rulings(log)
    game, now = game_of(log.header), current_rules(log.header.game, log.header.scenario)
    if log.header.start is None or log.header.rules == now.rules:
        verified(game, log, now)
    return reopen(game, log, now, keep_misfit=keep_misfit)


def find_game(header: Header, given: str = "", how: str = "--game FOLDER") -> None:
    """Find the game of a log, in the folder that was given for it, if any; a folder of another game is an error.

    `how` says how a user gives a folder.
    """
    if given and (name := game_name(given)) != header.game:
        if not is_known(name):
            raise GrognardError(f"{given} is no game's folder: there is no game.toml")
        raise GrognardError(
            f"the saved game is one of {header.game}, and {given} is not its folder: it is {name}"
        )
    if not is_known(header.game):
        raise GrognardError(
            f"the saved game is one of {header.game!r}, which is none of {', '.join(names())}; "
            f"if it is one of your own, give its folder by {how}, or in ${GAMES_VARIABLE}"
        )


def game_of(header: Header) -> BoardGame[Any]:
    """Return the game of a log, under the rulings it was begun with."""
    return open_game(header.game, header.scenario, header.profile, rulings_of(header))


def with_rulings(log: SavedLog) -> SavedLog:
    """Return a log whose header has all rulings it is played under, which an older log may not have."""
    return replace(log, header=replace(log.header, rulings=rulings_of(log.header)))


def rulings_of(header: Header) -> dict[str, str]:
    """Return the rulings a game is played under: those it was begun with, even if its profile has changed.

    A log of the first format has only the rulings that were switched; the others are as they were at that time. So
    is, in a later log, a ruling that did not yet exist when the game began.
    """
    book = rulings(header.game)
    first = {name: ruling.at_first for name, ruling in book.items() if ruling.at_first}
    if header.rulings:
        # For an option that no longer exists, the profile decides.
        return first | {
            name: option
            for name, option in header.rulings.items()
            if name in book and option in book[name].options
        }
    return {**first, **header.switched} if header.grognard == FIRST_FORMAT else header.switched


def rulings_in_force(name: str, profile: str, switched: Mapping[str, str]) -> dict[str, str]:
    """Return the option in force for every ruling of a game under a profile, with single rulings switched."""
    return Card(name, parse_profile(profile), tuple(sorted(switched.items()))).rulings.in_force


@cache
def hash_of_rules(name: str) -> str:
    """Return the hash of everything that decides a game: what all games share, and its own folder."""
    root = Path(__file__).parent.parent
    return rules_hash([*(root / path for path in SHARED), folder(name)], NOT_DECIDING)
