"""Twin worlds: two positions that a side cannot tell apart give it equal bytes through every door.

A door is whatever tells a side something: the view of a seat, now and of the past, where pieces can go, supply, threat,
odds, refusals, what is offered, what programs do for it, and how the log tells it of the enemy's orders.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from kit import SCENARIOS, TEACHING, moments_of, opened, parts, playthrough
from msgspec.structs import replace
from twins import TWINS

from grognard.charts.errors import GrognardError
from grognard.opponent import PROGRAMS, decision
from grognard.play.canonical import canonical
from grognard.play.drawn import Orders
from grognard.play.log import Entry, Log, load_log, plain
from grognard.play.seen import as_seen, labels
from grognard.play.table import Table, resume
from grognard.play.told import told
from grognard.server.library import Shipped
from grognard.server.live import Live
from grognard.server.moment import Moment
from grognard.server.record import Note, encode
from grognard.server.seats import Seat
from grognard.server.store import Store
from grognard.server.tables import NewTable, Tables
from grognard.server.views import Eyes, View
from grognard.umpire import Done, after


def labelled(name: str) -> dict[str, str | None]:
    """Who may see each field of a game's position."""
    kind: type[msgspec.Struct] = type(opened(name).start())
    return dict(labels(kind))


HIDING = [name for name in SCENARIOS if set(labelled(name).values()) != {"all"}]
hiding = pytest.mark.parametrize("name", HIDING)
# How many orders are looked at of each kind.
FEW = 12


class World:
    """A table of the server with any position put on it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        game, scenario = parts(name)
        self.twin = TWINS[game]
        self.tables = Tables(Store(folder / "data"), Shipped(), pace=0)
        self.live: Live = self.tables.find(self.tables.make(NewTable(game=game, scenario=scenario)).table)
        self.game: Any = self.live.game

    def put(self, *positions: Any, entries: tuple[Entry, ...] = ()) -> Table[Any]:
        table = Table(self.game, Log(self.live.record.header, entries), positions)
        notes = tuple(Note(0) for _ in entries)
        self.live.moment = Moment(table, table.asked, 0, 0, b"", notes)
        self.live.views.clear()
        self.live.told.clear()
        return table


@pytest.fixture
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = World(request.param, tmp_path)
    yield made
    made.tables.close()


worlds = pytest.mark.parametrize("world", HIDING, indirect=True)


def eyes_of(world: World, side: str | None) -> Eyes:
    return Eyes(world.live, Seat(b"", () if side is None else (side,)))


def through_every_door(world: World, position: Any, side: str | None, orders: list[Any]) -> list[bytes]:
    """Everything a side is shown, offered or told of a position, door by door."""
    table, eyes = world.put(position), eyes_of(world, side)
    shown = [eyes.view(), eyes.past(0), eyes.supply(), *(eyes.threat(each) for each in world.game.sides)]
    shown += [eyes.reach(piece.id) for piece in eyes.view().pieces]
    shown += [_said(lambda order=order: eyes.preview(plain(order))) for order in orders]
    if world.game.to_move(position) == side:
        shown += [_said(lambda order=order: len(table.give(order).log.entries)) for order in orders]
        shown.append(decision(PROGRAMS["random"], table, None, Random(1)))
    return [encode(each) for each in shown]


def _said(tell: Any) -> Any:
    try:
        return tell()
    except GrognardError as error:
        return str(error)


def some_orders(game: Any, seen: Any, rng: Random) -> list[Any]:
    """Orders that are offered by what is seen, and orders to everybody else that are not."""
    actors = rng.sample(game.actors(seen), min(FEW, len(game.actors(seen))))
    offered = [game.orders(seen, actor) for actor in actors]
    drawn = [each.draw(rng) if isinstance(each, Orders) else next(iter(each), None) for each in offered]
    return [each for each in drawn if each is not None]


def sampled(name: str, seed: int = 3) -> list[Any]:
    """Positions of a random game, as many as there is time for, with the orders that led on."""
    tables = [table for table in moments_of(name, seed) if table.in_hand is None]
    return [table.position for table in tables[:: max(len(tables) // 14, 1)]]


@hiding
def test_every_game_that_hides_something_has_twins(name: str) -> None:
    assert parts(name)[0] in TWINS, "say in twins.py how a position that a side cannot tell apart is made"


def compare(world: World) -> None:
    """Hold positions of a game against their twins, through every door of either side."""
    rng, others = Random(world.name), 0
    past = [table.position for table in moments_of(world.name, 3) if table.in_hand is None]
    for position in sampled(world.name):
        for side in world.game.sides:
            twin = world.twin(world.game, position, side, rng)
            others += twin != position
            assert canonical(as_seen(twin, side)) == canonical(as_seen(position, side))
            orders = some_orders(world.game, as_seen(position, side), rng)
            orders += some_orders(world.game, as_seen(rng.choice(past), side), rng)
            one, other = (through_every_door(world, each, side, orders) for each in (position, twin))
            assert one == other
    assert others > len(sampled(world.name)), "the twins are not the same positions"


@worlds
def test_twin_worlds_are_the_same_through_every_door(world: World) -> None:
    compare(world)


@worlds
def test_whoever_watches_sees_what_both_sides_see_of_each_other(world: World) -> None:
    rng = Random(world.name)
    for position in sampled(world.name):
        twin = position
        for side in world.game.sides:
            twin = world.twin(world.game, twin, side, rng)
        one, other = (through_every_door(world, each, None, []) for each in (position, twin))
        assert one == other


def quiet_orders(game: Any, position: Any, rng: Random) -> list[msgspec.Struct]:
    """Some orders of the side to move, drawn from every piece's."""
    found = [game.orders(position, actor) for actor in game.actors(position) for _ in range(3)]
    drawn = [each.draw(rng) if isinstance(each, Orders) else next(iter(each), None) for each in found]
    return [order for order in drawn if order is not None]


def told_to(world: World, position: Any, order: Any, result: Any, side: str) -> bytes:
    """The log of the server as it tells a side of an order."""
    world.put(position, result, entries=(Entry(plain(order)),))
    eyes = eyes_of(world, side)
    return encode([eyes.view().log, eyes.past(0).log])


def hear(world: World) -> list[tuple[bytes, bytes]]:
    """For orders of the enemy that a side cannot tell apart: what it is told of the one and of the other.

    The same order is given in a position and in its twins, where it may be; orders that roll or ask are left aside.
    """
    rng, heard, game = Random(world.name), [], world.game
    for position in sampled(world.name):
        side = next(each for each in game.sides if each != game.to_move(position))
        known: dict[bytes, bytes] = {}
        twins = [world.twin(game, position, side, rng) for _ in range(4)]
        for order in [order for each in twins for order in quiet_orders(game, each, rng)]:
            for each in (position, *twins):
                found = after(game.carry_out(each, order), ()) if not game.refusal(each, order) else None
                if isinstance(found, Done):
                    key = canonical(as_seen(found.result, side)) + _kind(world, each, order, side)
                    now = told_to(world, each, order, found.result, side)
                    heard.append((known.setdefault(key, now), now))
    return heard


def _kind(world: World, position: Any, order: Any, side: str) -> bytes:
    """What a side knows of an order beyond what it sees: that it was given, and of which kind it is."""
    seen = as_seen(position, side)
    named = getattr(order, "unit", "")
    known = bool(named) and seen.at[world.game.unit(named).number] >= -2
    return encode([type(order).__name__, named if known else ""])


@worlds
def test_orders_that_a_side_cannot_tell_apart_are_told_it_in_the_same_words(world: World) -> None:
    heard = hear(world)
    assert len(heard) > 100
    assert [pair for pair in heard if pair[0] != pair[1]] == []


def questions(world: World) -> Iterator[tuple[bytes, bytes]]:
    """In the midst of an order: what a side is shown in a position, and in a twin where the order tells the same."""
    rng, game = Random(world.name), world.game
    for position, entry in asked_in(world):
        for side in game.sides:
            twin = world.twin(game, position, side, rng)
            try:
                same = told(game, twin, entry) == told(game, position, entry)
            except (GrognardError, LookupError, ValueError):
                continue  # somebody else is beneath, the battle is another, and an answer to it means nothing
            one, other = (world.put(each, entries=(entry,)).seen_by(side) for each in (position, twin))
            # Where a top unit was lost or has gone, whoever lay beneath is seen now.
            if same and one == other:
                shown = []
                for each in (position, twin):
                    world.put(each, entries=(entry,))
                    shown.append(encode(eyes_of(world, side).view()))
                yield shown[0], shown[1]


def asked_in(world: World) -> Iterator[tuple[Any, Entry]]:
    """Every question of the playthrough, as an order that waits for its answer, with the position before it."""
    table = resume(world.game, load_log(playthrough(world.name, "jsonl")))
    for position, entry in zip(table.positions, table.log.entries, strict=False):
        for at, answer in enumerate(entry.answers):
            if not answer.question.startswith("roll "):
                yield position, replace(entry, answers=entry.answers[:at])


@worlds
def test_a_question_shows_no_more_than_the_order_lays_open(world: World) -> None:
    found = list(questions(world))
    assert len(found) > 10
    assert [pair for pair in found if pair[0] != pair[1]] == []


# Leaks planted on purpose


# The teaching scenario of every game that hides something.
HIDDEN_GAMES = [name for name in TEACHING if name in HIDING]


@pytest.fixture
def first_world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = World(request.param, tmp_path)
    yield made
    made.tables.close()


first_worlds = pytest.mark.parametrize("first_world", HIDDEN_GAMES, indirect=True)


def in_part(name: str) -> list[str]:
    """The fields of a position that are seen in part."""
    return [field for field, who in labelled(name).items() if who == "part"]


@pytest.mark.parametrize(
    ("first_world", "field"),
    [(name, field) for name in HIDDEN_GAMES for field in in_part(name)],
    indirect=["first_world"],
)
def test_a_field_that_is_shown_whole_is_found_out(
    field: str, first_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind: Any = type(first_world.game.start())
    sound = kind.in_part

    def leaking(self: Any, sides: Any) -> Any:
        return {**sound(self, sides), field: getattr(self, field)}

    monkeypatch.setattr(kind, "in_part", leaking)
    with pytest.raises(AssertionError):
        compare(first_world)


def whole(position: Any, _side: str | None) -> Any:
    return position


def whole_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server shows the position as it is."""
    monkeypatch.setattr("grognard.server.views.as_seen", whole)


def whole_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server hides what is now, and shows what was as it was."""
    sound = Eyes.past

    def leaking(self: Eyes, seq: int) -> View:
        with pytest.MonkeyPatch.context() as meanwhile:
            whole_positions(meanwhile)
            return sound(self, seq)

    monkeypatch.setattr(Eyes, "past", leaking)


def whole_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order is refused by what is, not by what is seen."""
    monkeypatch.setattr("grognard.play.table.as_seen", whole)
    for game in ("iron_curtain", "jarama"):
        monkeypatch.setattr(
            f"grognard.games.{game}.moves.why_not_to", lambda ground, *_: f"enemies: {ground.position.at}"
        )


def programs_that_see_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program is given the whole position, and acts upon it."""
    monkeypatch.setattr("grognard.opponent.programs.as_seen", whole)
    monkeypatch.setitem(PROGRAMS, "random", lambda _game, seen, _asked, _rng: list(seen.at))


@first_worlds
@pytest.mark.parametrize("leak", [whole_positions, whole_past, whole_refusals, programs_that_see_all])
def test_a_door_that_leaks_is_found_out(
    leak: Callable[[pytest.MonkeyPatch], None], first_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        compare(first_world)


@first_worlds
def test_a_log_that_tells_all_is_found_out(first_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(first_world.game), "opens", lambda *_: True)
    assert [pair for pair in hear(first_world) if pair[0] != pair[1]]
