# SPDX-License-Identifier: Apache-2.0
"""Words are no part of the rules: sentences may be said otherwise, and the hash stays and every saved game opens."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from kept import KEPT
from kit import playthrough
from saved import SAVES

import grognard
from grognard.registry import folder
from grognard.registry.games import hash_of_rules

# Of each game some sentences by their file, and what they are changed to: of orders, questions, rolls and refusals.
REWORDED = {
    "panzerblitz": (
        ("kinds.py", "tries to clear the mines in", "works at the mines in"),
        ("attack.py", '"close assault on"', '"assault upon"'),
        ("fire_orders.py", '"units that fire"', '"units that shoot"'),
    ),
    "jarama": (
        ("text.py", '"Who advances into {', '"Which of them goes into {'),
        ("desk_text.py", '"bombardment"', '"shelling"'),
        ("kinds.py", "passes for the rest of the turn", "is done for this turn"),
        ("attack_orders.py", "has attacked already", "has had its attack"),
    ),
    "iron-curtain": (
        ("rules.toml", '"Who advances into"', '"Which of them goes into"'),
        ("desk_text.py", '"1945 step losses"', '"steps to be lost"'),
        ("move_orders.py", "was out of supply when its turn ended last", "was not in supply"),
    ),
    "seelowe": (
        ("landing.py", "takes no more in the assault", "is crowded in the assault"),
        ("air_orders.py", '"which unit is disrupted"', '"who is shaken"'),
        ("air_attack.py", "one air unit destroyed", "an air unit is shot down"),
        ("rules.toml", "units come onto the map and move", "landings, arrivals and marches"),
    ),
    "asl-sk": (
        ("kinds.py", "runs, and is CX", "goes at the double, and is CX"),
        ("rolls.py", '"close combat, {', '"hand to hand, {'),
        ("rolls.py", '"morale check of {', '"nerve of {'),
        ("advance_orders.py", "has advanced (ruling advance)", "was advanced already (ruling advance)"),
    ),
}
SCRIPT = """
import gzip, sys
from pathlib import Path
import grognard
from grognard.registry.games import game_of, hash_of_rules
from grognard.play.log import parse_log
from grognard.play.verify import verify

print(grognard.__file__, hash_of_rules(sys.argv[1]))
for path in map(Path, sys.argv[2:]):
    data = path.read_bytes()
    log = parse_log((gzip.decompress(data) if path.suffix == ".gz" else data).decode())
    head = log.header
    _, faults = verify(game_of(head), log)
    print(path.name, *faults)
"""


# The same for a game made of data: of the library it is made of, and of its own files.
LIBRARY = (
    ("rules/losses.py", "unit loses a step?", "unit is to lose a step?"),
    ("rules/movement.py", "is not on the map", "stands nowhere on the map"),
    ("rules/retreat.py", "retreat to?", "go back to?"),
)
DATA = (
    ("rules.toml", "cavalry moves again", "cavalry goes on"),
    ("rules.toml", "attack across a river", "attack over water"),
    ("rulings.toml", "Which cavalry moves again", "What cavalry goes on"),
)


def reword(folder: Path, changes: Iterable[tuple[str, str, str]]) -> None:
    for name, old, new in changes:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text, f"{name} says something else by now than {old!r}"
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def copied(folder: Path) -> Path:
    """Copy the package, to be changed."""
    package = folder / "grognard"
    shutil.copytree(Path(grognard.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def check(game: str, package: Path, saves: list[Path], games: str = "") -> None:
    """See that a changed package has the same hash of the rules, and that every save is followed by it."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game, *map(str, saves)],
        env={**os.environ, "PYTHONPATH": str(package.parent), "GROGNARD_GAMES": games},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        f"{package / '__init__.py'} {hash_of_rules(game)}",
        *(path.name for path in saves),
    ]


@pytest.mark.parametrize("game", REWORDED)
def test_rewording_changes_no_hash_and_opens_every_save(game: str, tmp_path: Path) -> None:
    package = copied(tmp_path)
    reword(package / "games" / game.replace("-", "_"), REWORDED[game])
    saves = sorted(SAVES.glob(f"*/{game}-*.jsonl.gz"))
    assert saves
    check(game, package, saves)


def test_rewording_a_game_of_data_changes_no_hash_and_opens_every_save(tmp_path: Path) -> None:
    package = copied(tmp_path)
    reword(package, LIBRARY)
    shutil.copytree(folder("lysna"), tmp_path / "games" / "lysna")
    reword(tmp_path / "games" / "lysna", DATA)
    saves = [playthrough("lysna/bridges", "jsonl"), *sorted((KEPT / "lysna").rglob("*.jsonl"))]
    check("lysna", package, saves, str(tmp_path / "games"))
