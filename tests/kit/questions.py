# SPDX-License-Identifier: Apache-2.0
"""Every question that the rules of a game can ask, by its kind: a game lists them itself.

Some are asked only under other rulings than the card's, and some in no scenario that there is.
"""

from functools import cache, partial
from typing import Any, get_args

from grognard.charts.errors import GrognardError
from grognard.play.log import Entry
from grognard.play.table import RULE_ERRORS, Table
from grognard.registry.games import open_game, scenario_names
from grognard.umpire import Asked, Question, Run

# Rulings without which some questions of a game are never asked.
OTHER_RULINGS: dict[str, dict[str, str]] = {
    "iron-curtain": {"air-strike-effect": "attacker-picks", "reinforcement-stacking": "overstack"},
    "seelowe": {"city-ignores": "also-br", "disrupted": "one-unit"},
    "asl-sk": {"random-selection": "highest"},
}

# Questions that programs come to in no scenario, each with the test that asks it, as in `held.py`, and how it says so.
UNASKED: dict[str, dict[str, tuple[str, str]]] = {
    "asl-sk": {"original-2": ("games/asl_sk/close_combat.txt", "an Original 2 gets a further die")},
    "iron-curtain": {
        "too-many": (
            "games/iron_curtain/test_heath_turns.py::test_by_ruling_whoever_is_too_many_when_movement_ends_is_eliminated",
            "unit too many in 0104",
        )
    },
}


@cache
def kinds(game: str) -> tuple[str, ...]:
    """Return the names of everything a game can ask."""
    listed = open_game(game, scenario_names(game)[0]).questions
    types = get_args(listed) or (listed,)
    return tuple(
        str(each.__struct_config__.tag)
        for each in types
        if isinstance(each, type) and issubclass(each, Question)
    )


def kind_of(game: str, ask: Asked) -> str | None:
    """Return the name of a question; none where it is not listed."""
    kind = str(ask.why.__struct_config__.tag) if isinstance(ask.why, Question) else ""
    return kind if kind in kinds(game) else None


def asked_in(table: Table[Any], entry: Entry) -> set[str]:
    """Return what an order asks that is given at a table: the name of each question, or how it reads if it is not listed."""
    try:
        run = Run(partial(table.game.rules.carry_out, table.position, entry.order)).over(entry.answers)
    except (GrognardError, *RULE_ERRORS):
        return set()
    game = table.log.header.game
    return {kind_of(game, each.ask) or each.ask.asks for each in run.heard}
