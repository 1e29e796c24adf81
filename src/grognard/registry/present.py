# SPDX-License-Identifier: Apache-2.0
"""The rules of a game as they are now, which a game that was begun earlier is opened again under: their parts, and how positions are written."""

from functools import cache
from pathlib import Path

import msgspec

from grognard.play.history import Present
from grognard.play.rules_hash import rules_parts
from grognard.play.shapes import Step, fields_mark, mark_of
from grognard.registry import folder
from grognard.registry.games import (
    SHARED,
    SHOWN,
    definition,
    game_module,
    hash_of_rules,
    is_defined,
    open_game,
    scenario,
)

# Of what all games share, each module of this folder is a part by itself: a chapter.
CHAPTERS = "rules"


def present(name: str, scenario_name: str) -> Present:
    """Return the rules of a scenario as they are now."""
    return Present(
        hash_of_rules(name), parts_of_rules(name, scenario_name), shape(name, scenario_name), steps(name)
    )


def parts_of_rules(name: str, scenario_name: str) -> dict[str, str]:
    """Return the hash of each part of what decides a scenario, by its name: `rules/supply`, `seelowe/cards/combat`.

    Folders that all games share are one part each, but for the chapters. Other scenarios of the game are left out.
    """
    own = f"{name}/scenarios/"
    return {
        part: mark
        for part, mark in _parts_of_rules(name).items()
        if not part.startswith(own) or part == own + scenario_name
    }


@cache
def _parts_of_rules(name: str) -> dict[str, str]:
    root = Path(__file__).parent.parent
    marks: dict[str, list[str]] = {}
    for (within, path), mark in rules_parts([*(root / each for each in SHARED), folder(name)], SHOWN).items():
        inner = "/".join(path.relative_to(within.parent).with_suffix("").parts[1:])
        if within == folder(name):
            part = f"{name}/{inner}"
        else:
            shared = within.name if within.is_dir() else within.parent.name
            part = f"{CHAPTERS}/{inner}" if shared == CHAPTERS else shared
        marks.setdefault(part, []).append(mark)
    return {part: found[0] if len(found) == 1 else mark_of(found) for part, found in marks.items()}


@cache
def shape(name: str, scenario_name: str) -> dict[str, str]:
    """Return how positions of a scenario are written: fingerprints of their fields, and of what their numbers stand for."""
    setting, start = scenario(name, scenario_name), open_game(name, scenario_name).rules.start()
    position: type[msgspec.Struct] = type(start)
    found = {
        "fields": fields_mark(position),
        "units": mark_of([unit.id for unit in setting.units]),
        "hexes": mark_of(list(setting.map.grid.names)),
    }
    if is_defined(name):
        phases = definition(name).printed.sequence.phases
        found["phases"] = mark_of([[phase.name, *phase.sides] for phase in phases])
    return found


@cache
def steps(name: str) -> tuple[Step, ...]:
    """Return the steps by which older positions of a game are brought up to date: those in its `steps.py`, if it has one."""
    if not (folder(name) / "steps.py").exists():
        return ()
    found: tuple[Step, ...] = game_module(name, "steps").STEPS
    return found
