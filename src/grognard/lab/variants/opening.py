# SPDX-License-Identifier: Apache-2.0
"""Variants of a game: a scenario opened with cells of its charts, strengths of units or its number of turns changed.

An edit is a line of text, so that it can be stored with results and sent to any process:

    cell crt 3-1/4 = Ex          the cell in the column 3-1 and the row 4; * is every column, or every row
    strength 17id +1             what is printed on a counter, on each of its faces
    turns 10                     how long the scenario lasts

The files of the game stay as they are, and games without the edits can be played in the same process. A variant has no
save that could be opened later: a log does not tell its edits.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.edits import CellEdit, check_edits, find_cells
from grognard.charts.errors import GrognardError, NoSuch, repeated
from grognard.charts.given_path import given_path
from grognard.charts.rulings import parse_profile
from grognard.front.game import Game
from grognard.lab.variants.strengths import strengthened
from grognard.play.shapes import fingerprint_of
from grognard.play.table import begin
from grognard.registry import Card, game_and_rest, games, sheet, switches
from grognard.registry import game as about

CELL = re.compile(r"cell (?P<chart>\S+) (?P<place>.+?) = ?(?P<text>.*)")
STRENGTH = re.compile(r"strength (?P<unit>\S+) (?P<by>[+-]\d{1,2})")
TURNS = re.compile(r"turns (?P<turns>\d{1,3})")
FORMS = "cell CHART COLUMN/ROW = TEXT, strength UNIT +1 (from -99 to +99), turns 10 (from 1 to 999)"


class Strength(msgspec.Struct, frozen=True):
    """A unit, and by how much its strength is changed."""

    unit: str
    by: int


class Turns(msgspec.Struct, frozen=True):
    """How many turns a scenario lasts instead."""

    turns: Annotated[int, Meta(ge=1, le=999)]


Edit = tuple[CellEdit, ...] | Strength | Turns
K = TypeVar("K")


def open_variant(
    name: str,
    *,
    profile: str = "card",
    rulings: Mapping[str, str] | None = None,
    edits: Sequence[str] = (),
) -> Game:
    """Open a scenario, such as `seelowe/hythe`, with edits; without any it is the game itself."""
    game, scenario = game_and_rest(given_path(name))
    if not scenario:
        scenario = games.playable_scenarios(game)[0]
    parsed = [parse_edit(game, edit) for edit in edits]
    cells = tuple(cell for edit in parsed if isinstance(edit, tuple) for cell in edit)
    _check_cells(game, cells)
    card = Card(game, parse_profile(profile), switches(rulings), cells)
    _ = card.rulings.profile
    setting = _setting(game, games.scenario(game, scenario), parsed)
    header = games.header(game, scenario, profile, rulings)
    if edits:
        # So that its log is not taken for a game under the rules themselves.
        header = replace(header, rules=fingerprint_of([header.rules, *edits]))
    return Game(begin(games.open_setting(setting, card), header))


def parse_edit(game: str, text: str) -> Edit:
    """Read an edit; what no game could have, or this one has not, is refused in a sentence. Units are not looked up."""
    if match := CELL.fullmatch(text):
        chart = match["chart"]
        if chart not in about(game).charts:
            raise NoSuch(f"chart in {game} called", chart, about(game).charts)
        cells = find_cells(sheet(game, chart), match["place"])
        return tuple(CellEdit(chart, row, column, match["text"]) for row, column in cells)
    if match := STRENGTH.fullmatch(text):
        return Strength(match["unit"], int(match["by"]))
    if (match := TURNS.fullmatch(text)) and int(match["turns"]):
        return Turns(int(match["turns"]))
    raise GrognardError(f"{repeated(text)} is no edit; write it as one of {FORMS}")


def _check_cells(game: str, cells: Sequence[CellEdit]) -> None:
    """Refuse texts that cannot stand in their charts, each with all its edits."""
    for chart in dict.fromkeys(cell.chart for cell in cells):
        check_edits(
            sheet(game, chart), {(cell.row, cell.column): cell.text for cell in cells if cell.chart == chart}
        )


def _setting(game: str, setting: Any, edits: Sequence[Edit]) -> Any:
    """Return a scenario with its edits; the scenario itself if there are none."""
    for edit in edits:
        if isinstance(edit, Strength):
            setting = strengthened(game, setting, edit.unit, edit.by)
        elif isinstance(edit, Turns):
            setting = replace(setting, file=replace(setting.file, turns=edit.turns))
    return setting
