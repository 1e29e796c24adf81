# SPDX-License-Identifier: Apache-2.0
"""What `compare.py` asks of one tree. It knows the names of both: where something has moved, either is tried.

Read a question a line, as JSON: what, and its arguments. Write the answer the same way.
"""

import contextlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from grognard.opponent import random_play
from grognard.umpire import Roll, drive

# CPU seconds that a round takes at least.
ROUND = 0.25
# Posted orders with one die: the scenario, the orders that lead to it, the order, the face that the die shows.
POSTED: dict[str, tuple[str, tuple[dict[str, Any], ...], dict[str, Any], int]] = {
    "Seelöwe: two divisions attack Folkestone, and both retreat": (
        "seelowe/hythe",
        (
            {"type": "arrive", "unit": "17id", "to": "2312"},
            {"type": "arrive", "unit": "35id", "to": "2312"},
            {"type": "end"},
            {"type": "end"},
        ),
        {"type": "attack", "units": ["17id", "35id"], "target": "2411"},
        1,
    ),
    "Seelöwe: the same, and the city holds": (
        "seelowe/hythe",
        (
            {"type": "arrive", "unit": "17id", "to": "2312"},
            {"type": "arrive", "unit": "35id", "to": "2312"},
            {"type": "end"},
            {"type": "end"},
        ),
        {"type": "attack", "units": ["17id", "35id"], "target": "2411"},
        3,
    ),
    "Iron Curtain: an air strike": (
        "iron-curtain/elbe-1945",
        (),
        {"type": "air-strike", "units": ["46r"], "target": "4205"},
        4,
    ),
}


def tried(*names: str) -> Any:
    """Return the first of several modules that is there."""
    for name in names:
        with contextlib.suppress(ModuleNotFoundError):
            return import_module(name)
    raise ModuleNotFoundError(names[0])


NAMES: tuple[str, ...] = tried("grognard.registry", "grognard.games").NAMES
PLAYING = tried("grognard.registry.games", "grognard.games.registry", "grognard.games.playing")


def deciding(game: Any) -> Any:
    """Return what decides: the rules of a game, or in an older tree the game itself."""
    return getattr(game, "rules", game)


# Random play


def scenarios() -> list[str]:
    """Return every scenario of every game."""
    return [f"{name}/{scenario}" for name in NAMES for scenario in PLAYING.scenario_names(name)]


def one_game(game: Any, rng: Random) -> int:
    """Play a scenario at random; return how many decisions and rolls it took."""
    count = 0

    def respond(ask: Any) -> Any:
        nonlocal count
        count += 1
        if isinstance(ask, Roll):
            dice = ask.read.dice
            return ask.read[sum(rng.randint(1, dice.sides) for _ in range(dice.count))]
        return rng.choice(ask.options)

    rules = deciding(game)
    position = rules.start()
    while rules.to_move(position) is not None:
        order = random_play(game, position, None, rng)
        count += 2
        position = drive(rules.carry_out(position, order), respond)
    return count


def play(name: str, seed: int, games: int) -> float:
    """Play some games; return decisions and rolls in a second of CPU time."""
    game, count = PLAYING.open_game(*name.split("/")), 0
    begun = time.process_time()
    for at in range(games):
        count += one_game(game, Random(f"{seed} {at}"))
    return count / (time.process_time() - begun)


def games_in_a_round(name: str) -> int:
    """Play a game to warm up, and say how many make a round."""
    play(name, -1, 1)
    begun = time.process_time()
    play(name, -2, 1)
    return 1 + int(ROUND / max(time.process_time() - begun, 0.001))


# A posted order


def posted_orders() -> list[str]:
    """Return what orders are posted."""
    return list(POSTED)


def post(name: str) -> tuple[int, int]:
    """Post an order with one die at a table of a server; return how many Python calls it takes, and runs of its rule."""
    # The first time charts are read that stay as they are; what is counted is an order after that.
    runs = _posted(name, _runs)
    return _posted(name, _calls), runs


def _posted(name: str, measure: Callable[[Any, Any, Callable[[], None]], int]) -> int:
    scenario, before, order, face = POSTED[name]
    tables = import_module("grognard.server.tables")
    store = import_module("grognard.server.store")
    # Older trees have one kind of store.
    open_store = getattr(store, "open_store", None) or store.Store
    library = import_module("grognard.server.library")
    for module in [each for path, each in sys.modules.items() if path.startswith("grognard.server")]:
        if callable(getattr(module, "roll", None)):
            module.roll = lambda *_: (face,)  # type: ignore[attr-defined]  # loaded dice
    game, _, scene = scenario.partition("/")
    with tempfile.TemporaryDirectory() as folder:
        every = tables.Tables(open_store(Path(folder)), library.Shipped())
        # Older trees have no other dice than the server's.
        alone = {"dice": "server"} if "dice" in tables.NewTable.__struct_fields__ else {}
        made = every.make(tables.NewTable(game=game, scenario=scene, hotseat=True, **alone))
        live = every.find(made.table)
        seat = next(seat for seat in live.seats.values() if seat.sides)
        for each in before:
            live.order(seat, live.moment.seq, f"at {live.moment.seq}", each)
        found = measure(live, order, lambda: live.order(seat, live.moment.seq, "the order", order))
        every.close()
    return found


def _calls(_live: Any, _order: Any, act: Callable[[], None]) -> int:
    """Count the calls of Python functions."""
    count = 0

    def heard(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(heard)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def _runs(live: Any, order: Any, act: Callable[[], None]) -> int:
    """Count how often the rule of the order is begun."""
    kind = type(deciding(live.game))
    sound, count = kind.carry_out, 0

    def carry_out(self: Any, position: Any, given: Any) -> Any:
        nonlocal count
        count += type(given).__struct_config__.tag == order["type"]
        return sound(self, position, given)

    kind.carry_out = carry_out
    try:
        act()
    finally:
        kind.carry_out = sound
    return count


ASKED: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (scenarios, games_in_a_round, play, posted_orders, post)
}

if __name__ == "__main__":
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        print(json.dumps(ASKED[what](*arguments)), flush=True)
