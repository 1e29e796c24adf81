# SPDX-License-Identifier: Apache-2.0
"""How fast a movement range is found: with zones of control that change with every question, and on larger maps.

All contenders answer the same questions in each round, one after the other; CPU time, median of the rounds. Their
answers are compared first. The peers get the board as a graph and change or rebuild what the zones make dearer.
"""

import statistics
import time
from collections.abc import Callable
from random import Random

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from grognard.hexes import Grid, HexId
from grognard.hexes.paths import PROHIBITED, SCALE, Ways, front_marks, points, reach

ROUNDS = 15
QUESTIONS = 40
BUDGET = points(14)
ENTER, LEAVE = points(2), points(1)
ENEMIES = 12

Question = tuple[HexId, list[HexId]]
Answer = dict[HexId, int]


def middle_of(grid: Grid) -> int:
    """Return a column and row near the middle, even on every size so that the same columns are shoved around it."""
    return grid.rows // 4 * 2


def board(side: int) -> Ways:
    """Make a square map of clear, rough and closed country; the middle is the same on every size."""
    grid = Grid(side, side)
    middle = middle_of(grid)

    def price(_here: HexId, _side: object, there: HexId) -> int:
        seed = (grid.column(there) - middle) * 4099 + grid.row(there) - middle
        return Random(seed).choice([points(1)] * 5 + [points(2)] * 3 + [points(3), PROHIBITED])

    return Ways(grid, price)


def questions(ways: Ways, seed: int) -> list[Question]:
    """Ask from the middle of the map, each time with other enemies about."""
    dice = Random(seed)
    grid = ways.grid
    start = HexId(middle_of(grid) * (grid.columns + 1))
    near = [each for each in grid.within(start, 9) if each != start]
    return [(start, dice.sample(near, ENEMIES)) for _ in range(QUESTIONS)]


def ours(ways: Ways) -> Callable[[Question], Answer]:
    """Answer with the public functions, to the dictionary that the peers return too."""

    def answer(question: Question) -> Answer:
        start, enemies = question
        marks = front_marks(ways.zone_around(enemies), enemies, ENTER, LEAVE)
        return dict(reach(ways, start, BUDGET, marks=marks).items())

    return answer


def by_view(ways: Ways) -> Callable[[Question], object]:
    """Answer with the lazy view, as a program that plays does: nothing is looked at that is not needed."""

    def answer(question: Question) -> object:
        start, enemies = question
        marks = front_marks(ways.zone_around(enemies), enemies, ENTER, LEAVE)
        return reach(ways, start, BUDGET, marks=marks)

    return answer


def zone_of(ways: Ways, enemies: list[HexId]) -> set[HexId]:
    """Find the zone in plain Python."""
    return {
        there
        for each in enemies
        for side, there in enumerate(ways.grid.around[each])
        if there is not None and ways.costs[each, side] != PROHIBITED
    }


def by_networkx(ways: Ways) -> Callable[[Question], Answer]:
    """Answer with networkx: one graph, and a weight that looks the zones up."""
    graph = nx.DiGraph()
    for here in ways.grid.hexes:
        for there in ways.grid.neighbours(here):
            if (cost := ways.step_cost(here, there)) is not None:
                graph.add_edge(here, there, weight=cost)

    def answer(question: Question) -> Answer:
        start, enemies = question
        zone, shut = zone_of(ways, enemies), set(enemies)

        def weight(here: HexId, there: HexId, data: dict[str, int]) -> int | None:
            if there in shut:
                return None
            return data["weight"] + LEAVE * (here in zone) + ENTER * (there in zone)

        return dict(nx.single_source_dijkstra_path_length(graph, start, cutoff=BUDGET, weight=weight))

    return answer


def by_scipy(ways: Ways) -> Callable[[Question], Answer]:
    """Answer with scipy: the weights of the edges worked out anew with numpy, then its compiled Dijkstra."""
    size = ways.grid.size
    real = (ways.neighbours >= 0) & (ways.costs >= 0)
    here, _ = np.nonzero(real)
    there, base = ways.neighbours[real], ways.costs[real].astype(float)
    pointers = np.concatenate([[0], np.cumsum(real.sum(axis=1))])

    def answer(question: Question) -> Answer:
        start, enemies = question
        mask = np.zeros(size, bool)
        mask[list(zone_of(ways, enemies))] = True
        weights = base + LEAVE * mask[here] + ENTER * mask[there]
        weights[np.isin(there, enemies)] = np.inf
        graph = csr_array((weights, there, pointers), shape=(size, size))
        found = dijkstra(graph, indices=start, limit=BUDGET)
        return {HexId(int(each)): int(found[each]) for each in np.flatnonzero(found <= BUDGET)}

    return answer


def medians(contenders: dict[str, Callable[[], None]], times: int) -> dict[str, float]:
    """Return microseconds a question for each contender: rounds interleaved, CPU time, median."""
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, work in contenders.items():
            before = time.process_time()
            work()
            taken[name].append(time.process_time() - before)
    return {name: statistics.median(each) / times * 1e6 for name, each in taken.items()}


def asked(answer: Callable[[Question], object], asks: list[Question], repeat: int = 1) -> Callable[[], None]:
    """Return the work of answering every question."""

    def work() -> None:
        for _ in range(repeat):
            for question in asks:
                answer(question)

    return work


def against_peers() -> None:
    """Measure on 100x100 with 14 points."""
    ways = board(100)
    asks = questions(ways, 1)
    mine, networkx, scipy = ours(ways), by_networkx(ways), by_scipy(ways)
    for question in asks:
        assert mine(question) == networkx(question) == scipy(question)  # noqa: S101 - a wrong answer is not fast
    hexes = sum(len(mine(question)) for question in asks) / QUESTIONS
    taken = medians(
        {
            "reach": asked(by_view(ways), asks),
            "reach, as a dict": asked(mine, asks),
            "networkx": asked(networkx, asks),
            "scipy": asked(scipy, asks),
        },
        QUESTIONS,
    )
    print(f"range with zones of control, 100x100, {BUDGET // SCALE} points, {hexes:.0f} hexes reached")
    print(f"{'what':<20}{'µs':>8}{'times reach':>14}{'bar':>6}")
    for name, bar in (("reach", ""), ("reach, as a dict", ""), ("networkx", "15"), ("scipy", "12")):
        print(f"{name:<20}{taken[name]:>8.1f}{taken[name] / taken['reach']:>14.1f}{bar:>6}")


def against_size() -> None:
    """Measure the same question on 30x30 and on 300x300."""
    small, large = board(30), board(300)
    asks = {ways: questions(ways, 2) for ways in (small, large)}
    for one, other in zip(asks[small], asks[large], strict=True):
        assert sorted(ours(small)(one).values()) == sorted(ours(large)(other).values())  # noqa: S101 - as above
    works = {str(ways.grid.rows): asked(by_view(ways), asks[ways], 10) for ways in (small, large)}
    taken = medians(works, QUESTIONS * 10)
    print(f"\nthe same range takes {taken['30']:.1f} µs on 30x30 and {taken['300']:.1f} µs on 300x300:")
    print(f"{taken['300'] / taken['30']:.2f} of the time; the bar is 2.00")


if __name__ == "__main__":
    against_peers()
    against_size()
