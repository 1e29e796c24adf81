"""Words are no part of the rules: sentences may be said otherwise, and the hash stays and every saved game opens."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from saved import SAVES

import grognard
from grognard.games.registry import hash_of_rules

# Of each game some sentences by their file, and what they are changed to: of orders, questions, rolls and refusals.
REWORDED = {
    "panzerblitz": (
        ("text.py", "tries to clear the mines in", "works at the mines in"),
        ("labels.py", '"close assault on"', '"assault upon"'),
        ("gunnery.py", "name the units that fire, each once", "say who fires, nobody twice"),
    ),
    "jarama": (
        ("text.py", '"Who advances into {', '"Which of them goes into {'),
        ("desk_text.py", '"bombardment"', '"shelling"'),
        ("order_text.py", "passes for the rest of the turn", "is done for this turn"),
        ("attack_orders.py", "has attacked already", "has had its attack"),
    ),
    "iron-curtain": (
        ("text.py", '"Who advances into {', '"Which of them goes into {'),
        ("desk_text.py", '"1945 step losses"', '"steps to be lost"'),
        ("attack_orders.py", "has attacked already", "has had its attack"),
    ),
    "asl-sk": (
        ("text.py", "runs, and is CX", "goes at the double, and is CX"),
        ("labels.py", '"close combat, {', '"hand to hand, {'),
        ("labels.py", '"morale check of {', '"nerve of {'),
        ("advance_orders.py", "has advanced (ruling advance)", "was advanced already (ruling advance)"),
    ),
}
SCRIPT = """
import gzip, sys
from pathlib import Path
import grognard
from grognard.games.registry import game_of, hash_of_rules
from grognard.play.log import parse_log
from grognard.play.verify import verify

print(grognard.__file__, hash_of_rules(sys.argv[1]))
for path in map(Path, sys.argv[2:]):
    log = parse_log(gzip.decompress(path.read_bytes()).decode())
    head = log.header
    _, faults = verify(game_of(head), log)
    print(path.name, *faults)
"""


@pytest.mark.parametrize("game", REWORDED)
def test_rewording_changes_no_hash_and_opens_every_save(game: str, tmp_path: Path) -> None:
    package = tmp_path / "grognard"
    here = Path(grognard.__file__).parent
    shutil.copytree(here, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in REWORDED[game]:
        file = package / "games" / game.replace("-", "_") / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} says something else by now than {old!r}"
        file.write_text(text.replace(old, new), encoding="utf-8")
    saves = sorted(SAVES.glob(f"*/{game}-*.jsonl.gz"))
    assert saves
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game, *map(str, saves)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        f"{package / '__init__.py'} {hash_of_rules(game)}",
        *(path.name for path in saves),
    ]
