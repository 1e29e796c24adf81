# SPDX-License-Identifier: Apache-2.0
"""The current rules of a game, under which games begun earlier are opened again: their parts, and the shape of positions."""

import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from grognard.play.history import CurrentRules
from grognard.play.rules_hash import rules_parts
from grognard.play.shapes import Migration, fields_fingerprint, fingerprint_of
from grognard.registry import folder
from grognard.registry.games import (
    NOT_DECIDING,
    SHARED,
    definition,
    game_module,
    hash_of_rules,
    is_defined,
    open_game,
    scenario,
)
from grognard.registry.used_chapters import FRAME, used_chapters

# Each module of this shared folder that decides a game is a part of its own: a chapter.
CHAPTERS = "rules"


def current_rules(name: str, scenario_name: str) -> CurrentRules:
    """Return the current rules of a scenario."""
    return CurrentRules(
        hash_of_rules(name), parts_of_rules(name, scenario_name), shape(name, scenario_name), migrations(name)
    )


def parts_of_rules(name: str, scenario_name: str) -> dict[str, str]:
    """Return the hash of each part of what decides a scenario, by its name: `rules/supply`, `seelowe/cards/combat`.

    Folders that all games share are one part each, and so is what puts chapters together. Chapters that do not
    decide the game are left out, and so are its other scenarios and maps.
    """
    used = {f"{name}/scenarios/": scenario_name}
    if map_name := _maps(name).get(scenario_name):
        used[f"{name}/maps/"] = map_name
    return {
        part: part_hash
        for part, part_hash in _parts_of_rules(name).items()
        if all(not part.startswith(own) or part == f"{own}{one}" for own, one in used.items())
    }


@cache
def _maps(name: str) -> dict[str, str]:
    """Return the name of the map of each scenario; a file that cannot be read is told of when the scenario is."""
    maps = {}
    for file in (folder(name) / "scenarios").glob("*.toml"):
        with suppress(OSError, ValueError):
            maps[file.stem] = str(tomllib.loads(file.read_text(encoding="utf-8")).get("map", ""))
    return maps


@cache
def _parts_of_rules(name: str) -> dict[str, str]:
    root, used = Path(__file__).parent.parent, used_chapters(name)
    hashes: dict[str, list[str]] = {}
    for (within, path), part_hash in rules_parts(
        [*(root / shared for shared in SHARED), folder(name)], NOT_DECIDING
    ).items():
        inner = "/".join(path.relative_to(within.parent).with_suffix("").parts[1:])
        if within == folder(name):
            part = f"{name}/{inner}"
        elif within.name == CHAPTERS and inner not in FRAME:
            part = f"{CHAPTERS}/{inner}" if inner in used else ""
        else:
            part = within.name if within.is_dir() else within.parent.name
        hashes.setdefault(part, []).append(part_hash)
    hashes.pop("", None)
    return {
        part: part_hashes[0] if len(part_hashes) == 1 else fingerprint_of(part_hashes)
        for part, part_hashes in hashes.items()
    }


@cache
def shape(name: str, scenario_name: str) -> dict[str, str]:
    """Return how positions of a scenario are written: fingerprints of their fields, and of what their numbers stand for."""
    setting, start = scenario(name, scenario_name), open_game(name, scenario_name).rules.start()
    position: type[msgspec.Struct] = type(start)
    fingerprints = {
        "fields": fields_fingerprint(position),
        "units": fingerprint_of([unit.id for unit in setting.units]),
        "hexes": fingerprint_of(list(setting.map.grid.names)),
    }
    if is_defined(name):
        phases = definition(name).printed.sequence.phases
        fingerprints["phases"] = fingerprint_of([[phase.name, *phase.sides] for phase in phases])
    return fingerprints


@cache
def migrations(name: str) -> tuple[Migration, ...]:
    """Return the migrations that bring older positions of a game up to date: those in its `migrations.py`, if any."""
    if not (folder(name) / "migrations.py").exists():
        return ()
    declared: tuple[Migration, ...] = game_module(name, "migrations").MIGRATIONS
    return declared
