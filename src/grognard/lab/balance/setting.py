# SPDX-License-Identifier: Apache-2.0
"""What a report must know of the scenario besides its results: titles, sides, its map, the names of its units, its verdicts."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grognard.hexes import Map
from grognard.lab.batch.match import Match
from grognard.lab.variants import open_variant
from grognard.play.board import Side
from grognard.registry import game as about


class Setting(msgspec.Struct, frozen=True):
    """A scenario as a report tells of it. `levels` are the leads of the first side from which verdicts are given, with these."""

    game: str
    title: str
    about: str
    sides: tuple[Side, ...]
    board: Map
    units: Mapping[str, str]
    levels: Sequence[tuple[int, str]]
    columns: Sequence[str]


def setting_of(match: Match) -> Setting:
    """Return the scenario of a match, with its edits; it may have been played by another Grognard."""
    place = f"{match.folder}/{match.scenario.partition('/')[2]}" if match.folder else match.scenario
    opened = open_variant(place, profile=match.profile, rulings=match.rulings, edits=match.edits)
    board: Any = opened.table.game
    scenario, card = board.scenario, board.card
    # Columns of all charts, so that attacks are told in the order of the card.
    columns = [label for name in about(card.game).charts for label in card.chart(name).column_labels]
    return Setting(
        game=about(card.game).title,
        title=scenario.title,
        about=scenario.about,
        sides=opened.sides,
        board=scenario.map,
        units={unit.id: unit.name for unit in scenario.units},
        levels=_levels(scenario.file, opened.sides[0]),
        columns=tuple(dict.fromkeys(columns)),
    )


def _levels(file: Any, first: Side) -> list[tuple[int, str]]:
    """Return the leads of the first side from which verdicts are given; none if they are not counted in its points."""
    victory: Any = file.victory
    if getattr(victory, "side", first) != first:
        return []
    return [(level.lead, level.verdict) for level in getattr(victory, "levels", ())][:-1]
