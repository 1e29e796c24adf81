# SPDX-License-Identifier: Apache-2.0
"""A match on a Ray cluster: the same games bit for bit, and none is lost with a process or a node."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from grognard.charts.errors import GrognardError
from grognard.lab.batch.cluster import check_reachable
from grognard.lab.batch.opening import new_match, open_match
from grognard.lab.batch.playing import play_game
from grognard.lab.batch.results import Results

SCRIPT = Path(__file__).parent / "ray_cluster.py"


def damaged(folder: Path, games: int, nodes: int) -> str:
    """Play a match on a cluster, check that all its games are there, and return what was done to the cluster."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(folder), str(games), str(nodes)],
        capture_output=True,
        text=True,
        check=False,
        timeout=1500,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    rows = Results(folder).games().collect()
    assert rows["game"].to_list() == list(range(games))
    return done.stdout.splitlines()[-1]


def here(games: int, every: int) -> pl.DataFrame:
    """Play some games of the match in this process."""
    match = new_match("seelowe/hythe", ("greedy", "greedy"), games=games)
    rows = [play_game(match, open_match(match), number).row for number in range(0, games, every)]
    return pl.DataFrame([(row.game, row.verdict, row.fingerprint) for row in rows], orient="row")


def test_a_killed_process_and_a_removed_node_lose_no_game(tmp_path: Path) -> None:
    assert damaged(tmp_path, 16, 2) == "process node"
    rows = Results(tmp_path).games().select("game", "verdict", "fingerprint").collect()
    assert rows.gather_every(4).rows() == here(16, 4).rows()


@pytest.mark.long
def test_a_larger_cluster_that_loses_all_its_nodes_but_one_loses_no_game(tmp_path: Path) -> None:
    assert damaged(tmp_path, 200, 4) == "process node node node"
    rows = Results(tmp_path).games().select("game", "verdict", "fingerprint").collect()
    assert rows.gather_every(10).rows() == here(200, 10).rows()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("here", r"'here' is no address of a Ray cluster; write HOST:PORT, auto for one that runs here"),
        ("127.0.0.1:1", r"there is no Ray cluster at 127\.0\.0\.1:1: .*refused"),
        ("127.0.0.1:99999999", r"there is no Ray cluster at 127\.0\.0\.1:99999999: "),
    ],
)
def test_a_cluster_that_is_not_there_is_said_to_be_missing(address: str, says: str) -> None:
    with pytest.raises(GrognardError, match=says):
        check_reachable(address)
