# SPDX-License-Identifier: Apache-2.0
"""Guided first turns, from a game's folder: `guides/SCENARIO.toml`, read strictly."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import KeyPath, Source
from grognard.play.guide import Guide, GuideStep
from grognard.registry import folder
from grognard.registry.games import open_game, scenario


def guide_path(name: str, scenario_name: str) -> Path:
    """Return where the guide of a scenario stands, if it has one."""
    return folder(name) / "guides" / f"{scenario_name}.toml"


@cache
def guide(name: str, scenario_name: str) -> Guide | None:
    """Return the guide of a scenario, None if it has none; every fault of its file is raised."""
    path = guide_path(name, scenario_name)
    return read_guide(name, scenario_name, path) if path.exists() else None


def read_guide(name: str, scenario_name: str, path: Path) -> Guide:
    """Read a guide; raise everything that it names and the scenario does not have."""
    source = Source(path)
    read = source.fill(Guide, source.data())
    source.stop_if_faulty()
    game: Any = open_game(name, scenario_name)
    start = game.rules.start()
    pieces = [piece.id for piece in game.view.pieces(start)]
    grid = scenario(name, scenario_name).map.grid
    phases = [phase for phase, _ in game.text.sequence]
    if read.side not in game.sides:
        source.fault(("side",), f"{read.side!r} is no side; {nearest(read.side, game.sides)}")
    for at, step in enumerate(read.steps):
        _check_pieces(source, ("steps", at, "pieces"), step.pieces, pieces)
        _check_pieces(source, ("steps", at, "order"), _units(step), pieces)
        for hex_name in step.hexes:
            try:
                grid.parse_hex(hex_name)
            except GrognardError as error:
                source.fault(("steps", at, "hexes"), str(error))
        if step.phase and step.phase not in phases:
            source.fault(("steps", at, "phase"), f"{step.phase!r} is no phase; {nearest(step.phase, phases)}")
        _check_order(source, game, at, step)
    source.stop_if_faulty()
    return read


def _units(step: GuideStep) -> list[str]:
    """Return the units that the order of a step names."""
    order = step.order or {}
    units = order.get("units", [])
    named = [order.get("unit"), *(units if isinstance(units, list) else [])]
    return [unit for unit in named if isinstance(unit, str)]


def _check_pieces(source: Source, place: KeyPath, named: Iterable[str], pieces: Sequence[str]) -> None:
    for piece in named:
        if piece not in pieces:
            source.fault(place, f"{piece!r} is no piece; {nearest(piece, pieces)}")


def _check_order(source: Source, game: Any, at: int, step: GuideStep) -> None:
    """The order of a step must be one of the game, and what is like it one of its fields."""
    if step.order is None:
        return
    try:
        msgspec.convert(step.order, game.order)
    except (msgspec.ValidationError, GrognardError) as error:
        source.fault(("steps", at, "order"), f"is no order of the game: {error}")
    for field in step.like:
        if field not in step.order:
            source.fault(
                ("steps", at, "like"),
                f"{field!r} is no field of the order; {nearest(field, list(step.order))}",
            )
