# SPDX-License-Identifier: Apache-2.0
"""A Ray cluster that does tasks. If a process or a machine of it is lost, Ray has its tasks done again elsewhere. Needs the extra `cluster`."""

import logging
import os
import socket
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Self

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.batch.match import Match
from grognard.lab.batch.processes import SETTINGS
from grognard.lab.batch.tasks import Failed, Outcome, Task, do
from grognard.lab.extras import check_extra

# What is given instead of an address to begin a cluster of this machine alone.
LOCAL = "local"
# What Ray itself takes for an address of a cluster that runs on this machine.
FOUND = "auto"
# Seconds within which a cluster must be reached.
PATIENCE = 10.0
# So many tasks for each core are at the cluster at a time: while one is done the next is on its way.
AHEAD = 2
# Seconds after which it is looked how many cores the cluster has now.
LOOK = 5.0
# How often a task is done again: machines of a cluster may come and go, but a task that ends every process is to be given up.
AGAIN = 100


def done(match: bytes, task: bytes) -> bytes:
    """Do an encoded task of an encoded match, on whichever machine."""
    os.environ.update(SETTINGS | os.environ)
    outcome = do(msgspec.msgpack.decode(match, type=Match), msgspec.msgpack.decode(task, type=Task))
    return msgspec.msgpack.encode(outcome)


def check_reachable(address: str) -> None:
    """Raise an error if nothing listens at an address with a port; Ray itself would go on asking for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isdecimal()):
        if address == FOUND:
            return
        raise GrognardError(
            f"{address!r} is no address of a Ray cluster; write HOST:PORT, {FOUND} for one that runs here, or {LOCAL} to begin one"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        why = (getattr(error, "strerror", "") or str(error)).lower()
        raise GrognardError(f"there is no Ray cluster at {address}: {why}") from error


class Cluster:
    """A Ray cluster, by its address, or one that is begun on this machine with so many cores."""

    def __init__(self, match: Match, address: str, cores: int) -> None:
        check_extra("cluster")
        self._match = msgspec.msgpack.encode(match)
        self._address = address
        self._cores = cores
        self._ray: Any = None

    def __enter__(self) -> Self:
        # Ray tells its makers how it is used unless it is told not to.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        import ray  # noqa: PLC0415 - an extra

        if self._address != LOCAL:
            check_reachable(self._address)
        asked = {"num_cpus": self._cores} if self._address == LOCAL else {"address": self._address}
        try:
            ray.init(
                **asked,
                include_dashboard=False if self._address == LOCAL else None,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            if self._address == FOUND:
                raise GrognardError("no Ray cluster runs on this machine") from error
            raise GrognardError(
                f"the Ray cluster at {self._address} cannot be used: {str(error).splitlines()[0]}"
            ) from error
        self._ray = ray
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Do tasks, and yield their outcomes as they come."""
        ray = self._ray
        remote = ray.remote(num_cpus=1, max_retries=AGAIN)(done)
        match, more = ray.put(self._match), iter(tasks)
        waiting: list[Any] = []
        while True:
            room = max(1, AHEAD * self._cores_now()) - len(waiting)
            waiting += [
                remote.remote(match, msgspec.msgpack.encode(task)) for task in islice(more, max(0, room))
            ]
            if not waiting:
                return
            ready, waiting = ray.wait(waiting, timeout=LOOK)
            for result in ready:
                yield self._outcome(result)

    def _outcome(self, result: Any) -> Outcome:
        """Return what came of a task; that Ray could not have it done is told as the reason."""
        try:
            outcome: Outcome = msgspec.msgpack.decode(self._ray.get(result), type=Outcome)
        except self._ray.exceptions.RayError as error:
            return Failed(f"the Ray cluster cannot play this match: {str(error).strip().splitlines()[-1]}")
        return outcome

    def _cores_now(self) -> int:
        """Return how many cores the cluster has at the moment."""
        return int(self._ray.cluster_resources().get("CPU", 1))
