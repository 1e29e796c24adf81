# SPDX-License-Identifier: Apache-2.0
"""The game of a match: made from what a user asks for, and opened in whichever process plays it."""

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

import grognard
from grognard.charts.errors import GrognardError, NoSuch
from grognard.front import Game
from grognard.lab.batch.match import Match
from grognard.lab.variants import open_variant
from grognard.opponent import PROGRAMS
from grognard.registry import NAMES, folder, game_and_rest, game_name
from grognard.registry.games import hash_of_rules, playable_scenarios
from grognard.registry.games import scenario as scenario_of

# The folders of the package that decide how programs play, whatever the rules.
PLAYING = (
    "charts",
    "umpire",
    "procedures",
    "hexes",
    "play",
    "rules",
    "registry",
    "opponent",
    "front",
    "lab/batch",
    "lab/variants",
)
DIGITS = 16
MOST_GAMES = 1_000_000_000


def new_match(  # noqa: PLR0913 - each is a part of what is played
    scenario: str,
    players: tuple[str, str],
    *,
    games: int,
    seed: str = "1",
    profile: str = "card",
    rulings: Mapping[str, str] | None = None,
    edits: tuple[str, ...] = (),
    detail: bool = False,
) -> Match:
    """Return the match that a user asks for; a scenario without its name is the first of its game. What is unknown is an error."""
    name, scenario_name = game_and_rest(scenario)
    scenario_name = scenario_name or playable_scenarios(name)[0]
    scenario_of(name, scenario_name)
    if games < 2 or games % 2:
        raise GrognardError(
            f"games come in pairs, in which the players swap sides, so their number is even and at least 2, not {games}"
        )
    if games > MOST_GAMES:
        raise GrognardError(f"a match has at most {MOST_GAMES:,} games, not {games:,}")
    for player in players:
        if player not in PROGRAMS:
            raise NoSuch("program", player, PROGRAMS)
    match = Match(
        scenario=f"{name}/{scenario_name}",
        folder="" if name in NAMES else str(folder(name).resolve()),
        profile=profile,
        rulings=dict(sorted((rulings or {}).items())),
        a=players[0],
        b=players[1],
        games=games,
        seed=seed,
        edits=edits,
        detail=detail,
        grognard=grognard.__version__,
        rules=hash_of_rules(name)[:DIGITS],
        code=hash_of_code(name),
    )
    open_match(match)
    return match


def open_match(match: Match) -> Game:
    """Return the game that a match begins with. One that this Grognard has other rules or other programs for is an error.

    The hash of the code tells: that of the rules takes seconds to work out.
    """
    name, _, scenario_name = match.scenario.partition("/")
    if match.folder and game_name(match.folder) != name:
        raise GrognardError(f"{match.folder} is not the folder of {name} any more")
    if match.code != hash_of_code(name):
        raise GrognardError(
            f"this match of {match.scenario} was begun by another Grognard, whose rules or programs differ from this one's"
        )
    return _opened(msgspec.json.encode(replace(match, games=0, part=1)), name, scenario_name)


@lru_cache(maxsize=8)
def _opened(encoded: bytes, name: str, scenario_name: str) -> Game:
    """Open the game of an encoded match. A game keeps what it has worked out, so it is opened once in a process."""
    match = msgspec.json.decode(encoded, type=Match)
    return open_variant(
        f"{name}/{scenario_name}", profile=match.profile, rulings=match.rulings, edits=match.edits
    )


@cache
def hash_of_code(name: str) -> str:
    """Return the hash of all code and data that decide how programs play a game, comments included."""
    root, digest = Path(grognard.__file__).parent, sha256()
    for place in (*(root / part for part in PLAYING), folder(name)):
        for path in sorted((*place.rglob("*.py"), *place.rglob("*.toml"))):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:DIGITS]
