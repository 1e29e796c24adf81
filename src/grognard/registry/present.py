# SPDX-License-Identifier: Apache-2.0
"""The rules of a game as they are now, which a game that was begun earlier is opened again under: their parts, and how positions are written."""

from functools import cache
from pathlib import Path

import msgspec

from grognard.play.history import CurrentRules
from grognard.play.rules_hash import rules_parts
from grognard.play.shapes import Migration, fields_fingerprint, fingerprint_of
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
from grognard.registry.used_chapters import FRAME, used_chapters

# Of what all games share, each module of this folder that a game is decided by is a part by itself: a chapter.
CHAPTERS = "rules"


def present(name: str, scenario_name: str) -> CurrentRules:
    """Return the rules of a scenario as they are now."""
    return CurrentRules(
        hash_of_rules(name), parts_of_rules(name, scenario_name), shape(name, scenario_name), migrations(name)
    )


def parts_of_rules(name: str, scenario_name: str) -> dict[str, str]:
    """Return the hash of each part of what decides a scenario, by its name: `rules/supply`, `seelowe/cards/combat`.

    Folders that all games share are one part each, and so is what puts chapters together. Chapters that the game is not
    decided by are left out, and so are other scenarios of the game.
    """
    own = f"{name}/scenarios/"
    return {
        part: mark
        for part, mark in _parts_of_rules(name).items()
        if not part.startswith(own) or part == own + scenario_name
    }


@cache
def _parts_of_rules(name: str) -> dict[str, str]:
    root, used = Path(__file__).parent.parent, used_chapters(name)
    marks: dict[str, list[str]] = {}
    for (within, path), mark in rules_parts([*(root / each for each in SHARED), folder(name)], SHOWN).items():
        inner = "/".join(path.relative_to(within.parent).with_suffix("").parts[1:])
        if within == folder(name):
            part = f"{name}/{inner}"
        elif within.name == CHAPTERS and inner not in FRAME:
            part = f"{CHAPTERS}/{inner}" if inner in used else ""
        else:
            part = within.name if within.is_dir() else within.parent.name
        marks.setdefault(part, []).append(mark)
    marks.pop("", None)
    return {part: found[0] if len(found) == 1 else fingerprint_of(found) for part, found in marks.items()}


@cache
def shape(name: str, scenario_name: str) -> dict[str, str]:
    """Return how positions of a scenario are written: fingerprints of their fields, and of what their numbers stand for."""
    setting, start = scenario(name, scenario_name), open_game(name, scenario_name).rules.start()
    position: type[msgspec.Struct] = type(start)
    found = {
        "fields": fields_fingerprint(position),
        "units": fingerprint_of([unit.id for unit in setting.units]),
        "hexes": fingerprint_of(list(setting.map.grid.names)),
    }
    if is_defined(name):
        phases = definition(name).printed.sequence.phases
        found["phases"] = fingerprint_of([[phase.name, *phase.sides] for phase in phases])
    return found


@cache
def migrations(name: str) -> tuple[Migration, ...]:
    """Return the migrations that bring older positions of a game up to date: those in its `migrations.py`, if any."""
    if not (folder(name) / "migrations.py").exists():
        return ()
    declared: tuple[Migration, ...] = game_module(name, "migrations").MIGRATIONS
    return declared
