# SPDX-License-Identifier: Apache-2.0
"""Guided first turns, from a game's folder: `guides/SCENARIO.toml`, read strictly."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import Source
from grognard.play.guide import Guide, Step
from grognard.registry import folder
from grognard.registry.games import open_game


def guide_path(name: str, scenario: str) -> Path:
    """Return where the guide of a scenario stands, if it has one."""
    return folder(name) / "guides" / f"{scenario}.toml"


@cache
def guide(name: str, scenario: str) -> Guide | None:
    """Return the guide of a scenario, None if it has none; every fault of its file is raised."""
    path = guide_path(name, scenario)
    return read_guide(name, scenario, path) if path.exists() else None


def read_guide(name: str, scenario: str, path: Path) -> Guide:
    """Read a guide; raise everything that it names and the scenario does not have."""
    source = Source(path)
    read = source.fill(Guide, source.data())
    source.stop_if_faulty()
    game: Any = open_game(name, scenario)
    start = game.rules.start()
    pieces = [piece.id for piece in game.view.pieces(start)]
    phases = [phase for phase, _ in game.text.sequence]
    if read.side not in game.sides:
        source.fault(("side",), f"{read.side!r} is no side; {nearest(read.side, game.sides)}")
    for at, step in enumerate(read.steps):
        for piece in step.pieces:
            if piece not in pieces:
                source.fault(("steps", at, "pieces"), f"{piece!r} is no piece; {nearest(piece, pieces)}")
        if step.phase and step.phase not in phases:
            source.fault(("steps", at, "phase"), f"{step.phase!r} is no phase; {nearest(step.phase, phases)}")
        _check_order(source, game, at, step)
    source.stop_if_faulty()
    return read


def _check_order(source: Source, game: Any, at: int, step: Step) -> None:
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
