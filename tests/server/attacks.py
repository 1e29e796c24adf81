# SPDX-License-Identifier: Apache-2.0
"""Attacks on a server as jobs of the long run: each returns what is wrong, and a note of what was done."""

import re
import subprocess
import tempfile
from pathlib import Path

from clients import Served
from fuzzing import fuzz_server
from slow import be_slow
from thinking import PROGRAMS, Play, think_beside
from worst import LOAD, ask_the_worst

ROOT = Path(__file__).parent.parent.parent
SCHEMATHESIS = ROOT / ".venv" / "schemathesis" / "bin" / "st"
# How many requests one job sends, and how many schemathesis makes for each route.
FUZZED, EXAMPLES = 2000, 200
# The bars: milliseconds until an act is acknowledged, megabytes, seconds until all is free, seconds until slow connections are gone,
# milliseconds that programs which think add.
ACKNOWLEDGED, MEMORY, FREE, GONE, ADDED = 100, 1500, 5, 15, 20
# What is well formed may still be refused: by the rules, or because there is no such thing. The stream of a table has no end: each
# request for it would last as long as schemathesis waits for any answer.
SETTINGS = """
max-stream-events = 1
[parameters]
"path.table_id" = "{table}"
[generation]
allow-x00 = false
[checks]
positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 409, 422, 429, 503]
"""


def fuzz(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Send a server hostile requests."""
    del target, folder
    with tempfile.TemporaryDirectory() as made:
        ran = fuzz_server(Path(made), seed, FUZZED)
    return "; ".join(ran.faults[:3]), f"{sum(ran.statuses.values())} answers"


def schema(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Have schemathesis hold a server against its description: at a table of a game with its key, or as a stranger."""
    del folder
    with (
        tempfile.TemporaryDirectory() as made,
        Served(Path(made) / "data", "--requests", "0", "--tables", "0", "--acts", "0") as server,
    ):
        settings, key, table = Path(made) / "settings.toml", "", "none"
        if target != "stranger":
            game, _, scenario = target.partition("/")
            sat = server.client.post(
                "/api/tables", json={"game": game, "scenario": scenario, "hotseat": True}
            ).json()
            table, key = sat["table"], next(iter(sat["seats"].values()))
        settings.write_text(SETTINGS.format(table=table))
        command = [
            str(SCHEMATHESIS),
            "--config-file",
            str(settings),
            "run",
            f"{server.address}/api/schema/openapi.json",
        ]
        command += ["--seed", str(seed), "-n", str(EXAMPLES), "--continue-on-failure", "--warnings", "off"]
        command += ["-H", f"Authorization: Bearer {key}"] if key else []
        ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=made)
        logged = server.log()
    found = re.search(r"(\d+) generated", ran.stdout)
    wrong = ran.stdout[-3000:] if ran.returncode else f"the log has: {logged}" if logged else ""
    return wrong, f"{found[1] if found else 0} requests"


def worst(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Ask for the dearest things, fifty at once. To be run alone: `make long ONLY=worst`."""
    del target, folder
    with tempfile.TemporaryDirectory() as made:
        measured, log = ask_the_worst(Path(made), 60, seed=seed)
    wrong = [
        *(["an act took too long"] if measured.attacked[1] > ACKNOWLEDGED else ()),
        *(["too much memory"] if measured.megabytes > MEMORY else ()),
        *(["it was not free soon"] if measured.free_after > FREE else ()),
        *(["a server error"] if set(measured.asked) & {500} else ()),
        *([f"the log has: {log}"] if log else ()),
    ]
    return f"{'; '.join(wrong)}: {measured}" if wrong else "", str(measured)


def slow(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Hold 2,000 slow connections."""
    del target, seed, folder
    with tempfile.TemporaryDirectory() as made:
        gone, log = be_slow(Path(made), 2000)
    kept = gone.closed < gone.connections or gone.seconds > GONE
    return f"{gone} {log}" if kept or log else "", str(gone)


def thinking(target: str, seed: int, folder: Path) -> tuple[str, str]:
    """Let programs think while people play. To be run alone: `make long ONLY=thinking`."""
    del target, seed, folder
    with tempfile.TemporaryDirectory() as made, LOAD["database"]() as database:
        thought, log = think_beside(Path(made), database, Play(60))
    wrong = [
        *(["programs keep people waiting"] if thought.added > ADDED else ()),
        # Another takes the place of one whose game is over within half a second.
        *(["there were too few programs"] if thought.fewest < PROGRAMS * 3 // 4 else ()),
        *([f"the log has: {log}"] if log else ()),
    ]
    return f"{'; '.join(wrong)}: {thought}" if wrong else "", str(thought)
