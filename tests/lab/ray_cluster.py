# SPDX-License-Identifier: Apache-2.0
"""A match on a real Ray cluster of several nodes on this machine, of which a process is killed and a node removed in the midst.

Usage: python ray_cluster.py FOLDER GAMES NODES. Run apart from the tests, because Ray leaves threads and open files behind.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from grognard.lab.batch.cluster import Cluster
from grognard.lab.batch.opening import new_match
from grognard.lab.batch.run import Progress, play_match

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# What Ray calls a process while it does a task of a match.
BUSY = b"ray::done"


def busy_processes() -> list[int]:
    """Return the processes that do a task now."""
    found = []
    for path in Path("/proc").iterdir():
        try:
            if path.name.isdecimal() and (path / "cmdline").read_bytes().startswith(BUSY):
                found.append(int(path.name))
        except OSError:
            continue
    return found


def main(folder: Path, games: int, nodes: int) -> None:
    """Play, and do the damage: a process at a quarter of the games, and from the half on all nodes but the first, one by one."""
    from ray.cluster_utils import Cluster as Nodes  # noqa: PLC0415 - after the environment is set

    cluster: Any = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    others = [cluster.add_node(num_cpus=1) for _ in range(nodes - 1)]
    damage: list[str] = []

    def kill(progress: Progress) -> None:
        if not damage and progress.done >= games // 4 and (busy := busy_processes()):
            os.kill(busy[-1], signal.SIGKILL)
            damage.append("process")
        elif damage and others and progress.done >= games // 2:
            cluster.remove_node(others.pop(), allow_graceful=False)
            damage.append("node")

    match = new_match("seelowe/hythe", ("greedy", "greedy"), games=games)
    play_match(match, folder, lambda one: Cluster(one, cluster.address, 1), watch=kill)
    cluster.shutdown()
    print(*damage)  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
