# SPDX-License-Identifier: Apache-2.0
"""Short games that are kept because each shows one thing: that a ruling matters, or that a question is asked.

`tests/kept/GAME/rulings/RULING.OPTION.jsonl` is a game that the card, and the card with that one ruling switched, play
alike up to its last order, where they part. `tests/kept/GAME/questions/NAME.jsonl` is a game in whose last order a
question is asked. Each is an ordinary save. `keep_games.py` finds them in random play and cuts them down; to look for
them in every run of the tests would take a quarter of an hour.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from questions import asked_in

from grognard.charts.errors import GrognardError
from grognard.play.canonical import fingerprint
from grognard.play.log import Entry, Header, Log, load_log, read_log
from grognard.play.table import RULE_ERRORS, Table, begin, replay_checked
from grognard.registry import rulings
from grognard.registry.games import open_game
from grognard.umpire import Choose

KEPT = Path(__file__).parent.parent / "kept"
Pair = tuple[Table[Any], Table[Any]]


def other_options(game: str) -> list[tuple[str, str]]:
    """Return every ruling of a game with each option that the card does not take."""
    return [
        (ruling, option)
        for ruling, file in rulings(game).items()
        for option in file.options
        if option != file.card
    ]


def ruling_path(game: str, ruling: str, option: str) -> Path:
    """The file of the game that shows what an option of a ruling changes."""
    return KEPT / game / "rulings" / f"{ruling}.{option}.jsonl"


def question_path(game: str, name: str) -> Path:
    """The file of the game in which a question is asked."""
    return KEPT / game / "questions" / f"{name}.jsonl"


def set_up(game: str, scenario: str, switched: dict[str, str]) -> Table[Any]:
    """Set a game up that is bound to no rules: it outlives changes of them that do not touch it."""
    return _set_up(game, scenario, *switched.items())


@cache
def _set_up(game: str, scenario: str, *switched: tuple[str, str]) -> Table[Any]:
    head = Header(game=game, scenario=scenario, switched=dict(switched))
    return begin(open_game(game, scenario, switched=head.switched), head)


def pair(game: str, scenario: str, ruling: str, option: str) -> Pair:
    """Set a scenario up twice: under the card, and with one ruling switched."""
    return set_up(game, scenario, {}), set_up(game, scenario, {ruling: option})


def tried(table: Table[Any], entry: Entry) -> Table[Any] | None:
    """Play one entry of a log on; nothing comes of one that the rules refuse."""
    try:
        return replay_checked(table, entry)
    except (GrognardError, *RULE_ERRORS):
        return None


def is_alike(one: Table[Any] | None, other: Table[Any] | None) -> bool:
    """Say whether two games have come to the same: the position, and what is asked of whom."""
    if one is None or other is None:
        return one is other
    asked, its = one.asked, other.asked
    return (
        fingerprint(one.position) == fingerprint(other.position)
        and one.question == other.question
        and one.to_act == other.to_act
        and _options(asked) == _options(its)
    )


def _options(asked: Any) -> Any:
    return tuple(asked.options) if isinstance(asked, Choose) else None


def parted(tables: Pair, entries: Iterable[Entry]) -> tuple[Entry, ...] | None:
    """Play a log under both rulings until they part; return what was played, with the entry they part on.

    An entry that both refuse is left out. Nothing is returned where they never part.
    """
    one, other = tables
    if not is_alike(one, other):
        return ()
    for entry in entries:
        then, others = tried(one, entry), tried(other, entry)
        if not is_alike(then, others):
            return (*one.log.entries, entry)
        if then is None or others is None:
            continue
        one, other = then, others
        if one.in_hand is not None:
            break
    return None


# What a kept game shows


def kept_log(path: Path) -> Log:
    """Read a kept game as its rules mean it."""
    saved = load_log(path)
    head = saved.header
    return read_log(open_game(head.game, head.scenario), saved)


def shows_the_ruling(game: str, ruling: str, option: str) -> bool:
    """Say whether the game that is kept for an option shows what it changes: the two rulings part on its last order."""
    path = ruling_path(game, ruling, option)
    if not path.exists():
        return False
    log = kept_log(path)
    found = parted(pair(game, log.header.scenario, ruling, option), log.entries)
    return found is not None and len(found) == len(log.entries)


def shows_the_question(game: str, name: str) -> bool:
    """Say whether the game that is kept for a question asks it in its last order."""
    path = question_path(game, name)
    if not path.exists():
        return False
    log = kept_log(path)
    found = asking(set_up(game, log.header.scenario, log.header.switched), log.entries, name)
    return found is not None and len(found) == len(log.entries)


def asking(table: Table[Any], entries: Iterable[Entry], name: str) -> tuple[Entry, ...] | None:
    """Play a log until a question is asked; return what was played, with the order that asks it.

    An entry that is refused is left out. Nothing is returned where it is never asked.
    """
    for entry in entries:
        then = tried(table, entry)
        if then is not None and name in asked_in(table, entry):
            return (*table.log.entries, entry)
        if then is not None and then.in_hand is None:
            table = then
    return None
