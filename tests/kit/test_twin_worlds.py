# SPDX-License-Identifier: Apache-2.0
"""Twin worlds: two positions that a side cannot tell apart give it equal bytes through every door.

Here some pairs are tried, cheap doors with each and dear ones with some. `make long` tries many more.
"""

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from doors import DOORS, LOOKING, PARTS, UNTOLD, Door, leaks, opened_by
from fog import NOTHING_OPEN
from http_doors import ROUTES
from jarama_fog import Stir
from kit import TEACHING, begun, opened, parts
from msgspec.structs import replace
from probes import Probe, probe
from rooms import Room, Rooms
from twins import FOGS, HIDING, Scene, hides_something, played, scenes

from grognard.cli.commands import Commands
from grognard.cli.session import Session
from grognard.front import View as FrontView
from grognard.play.canonical import canonical
from grognard.play.game import Evaluation, HiddenOrders, Rules, Text, View
from grognard.play.places import WAITING
from grognard.play.visibility import as_seen

hiding = pytest.mark.parametrize("name", HIDING)
# The recorded game and one played freely; and of how many positions of each twins are tried, fewer where each is dear.
SEEDS, MANY, FEWER = (-1, 3), 24, {"jarama/jarama": 12, "jarama/pindoque": 12}


def test_every_game_that_hides_something_has_twins() -> None:
    """Where one has none, say in twins.py how a position that a side cannot tell apart is made."""
    assert {parts(name)[0] for name in TEACHING if hides_something(name)} == set(FOGS)


@pytest.fixture
def rooms(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rooms]:
    made = Rooms(request.param, tmp_path)
    yield made
    made.close()


in_rooms = pytest.mark.parametrize("rooms", HIDING, indirect=True)


@in_rooms
def test_twin_worlds_are_the_same_through_every_door(rooms: Rooms) -> None:
    tried: list[Scene] = []
    passed: Counter[str] = Counter()
    for seed in SEEDS:
        for scene in islice(scenes(rooms.name, seed, every=9, many=3), FEWER.get(rooms.name, MANY)):
            assert all(scene.one != twin.other for twin in scene.twins)
            assert list(map(str, leaks(rooms, scene))) == []
            tried.append(scene)
            passed.update(name for at in range(len(scene.twins)) for name in opened_by(scene, at))
    assert {scene.side for scene in tried} == {*opened(rooms.name).sides, None}
    assert {scene.free for scene in tried} == {True, False}
    assert sum(scene.entry is not None for scene in tried) > 10, "some are in the midst of an order"
    assert set(passed) == set(DOORS), "no door stays shut"


@hiding
def test_whoever_looks_twice_sees_no_more_and_whoever_watches_sees_no_more_than_a_side(name: str) -> None:
    for table in islice(played(name, 0), 0, None, 9):
        watched = canonical(as_seen(table.position, None))
        for side in table.game.sides:
            seen = as_seen(table.position, side)
            assert canonical(as_seen(seen, side)) == canonical(seen)
            assert canonical(as_seen(seen, None)) == watched


def test_a_unit_that_is_drawn_among_those_to_come_keeps_no_mark_of_what_it_did() -> None:
    """Twins that were no positions of the game ended long runs."""
    game: Any = opened("jarama/jarama")
    start = game.rules.start()
    stir = Stir(game, start, game.sides[0], Random(0), NOTHING_OPEN)
    number = stir.units[0].number
    at = tuple(WAITING if each == number else place for each, place in enumerate(start.at))
    away = replace(start, at=at, uncommanded=frozenset([number]), short=frozenset([number]))
    marked = stir.marked(away)
    assert number not in marked.uncommanded | marked.short


@in_rooms
def test_what_is_asked_takes_as_much_work_in_either_world(rooms: Rooms) -> None:
    """Else the time until an answer comes would tell; work is counted in calls of Python, which no other work disturbs."""
    pairs = 0
    for scene in islice(scenes(rooms.name, 0, every=40, many=1), 12):
        asks = probe(rooms.of(scene), Random(scene.step))
        for twin in scene.twins:
            if twin.other is None or twin.order is not None:
                continue
            pairs += 1
            one, other = rooms.of(scene), rooms.of(scene, twin)
            for name in ("preview", "reach", "sight", "undo", "answers"):
                counted = [calls(DOORS[name], room, asks) for room in (one, other)]
                assert counted[0] == counted[1], f"{name}, {scene}"
    assert pairs > 5


def calls(door: Door, room: Room, asks: Probe) -> int:
    """Count the calls that a door takes, when what can be kept of it is.

    What garbage collection calls is no part of it, and would be counted wherever it happens to begin.
    """
    count = 0

    def heard(*_: object) -> None:
        nonlocal count
        count += 1

    for profile in (None, heard):
        room.fresh()
        gc.disable()
        sys.setprofile(profile)
        try:
            door.opens(room, asks)
        finally:
            sys.setprofile(None)
            gc.enable()
    return count


def test_what_the_end_of_a_game_lays_open_is_no_leak() -> None:
    """An enemy who ended the game by his order was told of as one, in long runs."""

    def ended(shown: str) -> Any:
        live = SimpleNamespace(moment=SimpleNamespace(over=True, asked=None))
        fog = SimpleNamespace(fog=SimpleNamespace(opens=None))
        return SimpleNamespace(
            live=live, rooms=fog, enemy=({},), side="NATO", mover="WP", allowed=None, unless=False,
            fresh=lambda: None, order=lambda *_: ["", 1], undo=lambda _: ["409", ""], has_shown=lambda: True,
            eyes=SimpleNamespace(view=lambda: shown),
        )  # fmt: skip

    opens: Any = DOORS["enemy orders"].opens
    assert opens(ended("one"), None) == opens(ended("another"), None)


# Nothing is left out


def test_every_route_is_a_door_or_tells_nothing(tmp_path: Path) -> None:
    made = Rooms(HIDING[0], tmp_path)
    routes = made.routes()
    made.close()
    judged = {f"{method} {path}" for method, path in ROUTES} | {each for each in UNTOLD if " /" in each}
    assert routes - judged == set(), "say in doors.py what a side is told by these, or why nothing is"
    assert judged - routes == set(), "these are gone"


def methods(*protocols: type) -> set[str]:
    """Return what a game must have and may be asked."""
    every = {
        each for protocol in protocols for each in protocol.__mro__ if getattr(each, "_is_protocol", False)
    }
    return {name for each in every for name in vars(each) if not name.startswith("_")}


@pytest.mark.parametrize("name", [HIDING[0], HIDING[-1]])
def test_every_method_of_a_game_is_behind_a_door_or_tells_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, asked = Rooms(name, tmp_path), set()
    game: Any = made.lives[False].game
    composed = (
        (Rules, game.rules),
        (View, game.view),
        (Text, game.text),
        (Evaluation, game.evaluation),
        (HiddenOrders, game),
    )
    # A game is asked for no view of the map that it does not have.
    untold = set(UNTOLD) | ({"supply", "threat", "sight"} - set(game.view.lenses))
    wanted = {method: type(part) for protocol, part in composed for method in methods(protocol) - untold}
    for method, part in wanted.items():
        sound = getattr(part, method)

        def heard(*given: Any, method: str = method, sound: Any = sound) -> Any:
            asked.add(method)
            return sound(*given)

        monkeypatch.setattr(part, method, heard)
    # Games are looked at in turn: some methods are asked early in one, some only in the other.
    some = zip(*(islice(scenes(made.name, seed, many=1), 12) for seed in (0, -1)), strict=True)
    for scene in chain.from_iterable(some):
        assert list(map(str, leaks(made, scene, every_door=True))) == []
        if wanted.keys() == asked:
            break
    made.close()
    assert wanted.keys() - asked == set(), (
        "no door comes by these: make one in doors.py, or say why nothing is told"
    )


def test_everything_that_can_be_typed_at_a_terminal_is_tried_or_tells_nothing(tmp_path: Path) -> None:
    session: Any = Session(begun(HIDING[0]), tmp_path / "log", None)  # type: ignore[arg-type]  # nothing is shown
    typed = {line.split()[0] for line in LOOKING}
    assert set(Commands(session).commands) - typed - set(UNTOLD) == set()


def test_every_part_of_a_view_from_python_is_behind_the_door() -> None:
    parts = {name for name in dir(FrontView(begun(HIDING[0]), None)) if not name.startswith("_")}
    assert parts == set(PARTS), "say in doors.py what comes through these"
