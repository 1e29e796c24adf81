# SPDX-License-Identifier: Apache-2.0
"""Words are no part of the rules: sentences may be said otherwise, and the hash stays and every saved game opens."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
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
        ("text.py", "who advances into {", "which of them goes into {"),
        ("desk_text.py", '"bombardment"', '"shelling"'),
        ("kinds.py", "passes for the rest of the turn", "is done for this turn"),
        ("attack_orders.py", "has attacked already", "has had its attack"),
    ),
    "iron-curtain": (
        ("rules.toml", "who advances into", "which of them goes into"),
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

print(grognard.__file__)
for game in sys.argv[1].split():
    print(game, hash_of_rules(game))
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
    """Copy the package, to be changed; with what was compiled of it, which holds for files that are as they were."""
    package = folder / "grognard"
    shutil.copytree(Path(grognard.__file__).parent, package, ignore=shutil.ignore_patterns("web"))
    return package


def check(names: Sequence[str], package: Path, saves: list[Path], games: str = "") -> None:
    """See that with a changed package the rules of games have the same hash, and that every save is followed by it."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, " ".join(names), *map(str, saves)],
        env={**os.environ, "PYTHONPATH": str(package.parent), "GROGNARD_GAMES": games},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        str(package / "__init__.py"),
        *(f"{game} {hash_of_rules(game)}" for game in names),
        *(path.name for path in saves),
    ]


def kinds(save: Path) -> set[str]:
    """Return the kinds of orders and questions in a save; those of the first format by their words, without names and numbers."""
    found = set()
    for entry in map(json.loads, gzip.decompress(save.read_bytes()).decode().splitlines()[1:]):
        if "order" in entry:
            found.add(entry["order"]["type"])
        for asked in (each["question"] for each in entry.get("answers", ())):
            found.add(re.sub(r"\b[A-Z0-9]\S*", "", asked) if isinstance(asked, str) else asked["kind"])
    return found


def some_of_each(saves: Iterable[Path]) -> list[Path]:
    """Return saves, short ones first, until every kind of order and question in any of them has come."""
    seen, taken = set[str](), []
    for save in sorted(saves, key=lambda save: save.stat().st_size):
        if more := kinds(save) - seen:
            seen |= more
            taken.append(save)
    return taken


def reworded(tmp_path: Path, some: Callable[[list[Path]], list[Path]], formats: str) -> None:
    """Reword all games at once, in one copy of the package, and open some saves of each of some formats."""
    package = copied(tmp_path)
    saves = []
    for game, changes in REWORDED.items():
        reword(package / "games" / game.replace("-", "_"), changes)
        for form in sorted(SAVES.glob(formats)):
            found = some(sorted(form.glob(f"{game}-*.jsonl.gz")))
            assert found, (form, game)
            saves += found
    check([*REWORDED], package, saves)


def test_rewording_changes_no_hash_and_opens_saves_with_every_kind_of_order_and_question(
    tmp_path: Path,
) -> None:
    """Saves of the present format; the long run opens all, those of the first format among them."""
    reworded(tmp_path, some_of_each, "format-2")


@pytest.mark.long
def test_rewording_opens_every_save(tmp_path: Path) -> None:
    reworded(tmp_path, list, "format-*")


def test_rewording_a_game_of_data_changes_no_hash_and_opens_every_save(tmp_path: Path) -> None:
    package = copied(tmp_path)
    reword(package, LIBRARY)
    shutil.copytree(folder("lysna"), tmp_path / "games" / "lysna")
    reword(tmp_path / "games" / "lysna", DATA)
    saves = [playthrough("lysna/bridges", "jsonl"), *sorted((KEPT / "lysna").rglob("*.jsonl"))]
    check(["lysna"], package, saves, str(tmp_path / "games"))
