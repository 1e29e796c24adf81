"""Twins: two positions that a side cannot tell apart. Whatever it may not see is drawn anew, within the rules of the game.

How a twin is made is the game's matter, and stands in `FOGS`. Where the pairs come from is not: positions are reached by
random play, to any depth, also in the midst of an order and in free play, and seen by either side or by a watcher.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from kit import begun, fighting, fighting_well, headed, opened, parts, playthrough
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.jarama.features import Feature
from grognard.games.jarama.position import Work
from grognard.opponent import random_play
from grognard.opponent.fuzz import decided
from grognard.play.canonical import canonical
from grognard.play.log import Entry, Log, load_log
from grognard.play.moment import Moment
from grognard.play.seen import as_seen, labels
from grognard.play.strange import strange_orders
from grognard.play.table import Table, given_again, resume
from grognard.play.told import told
from grognard.play.verify import STUMBLES
from grognard.umpire import Roll

# How often a twin is drawn before it is taken that there is no other.
DRAWS = 4
# One of so many games is played freely, and there one of so many orders is one that nobody offered.
FREE_GAMES, FREELY = 4, 3
# The last is slow: it weighs every order.
PROGRAMS = (random_play, fighting, random_play, fighting, random_play, fighting_well)

Side = str | None


class Fog(msgspec.Struct, frozen=True):
    """How a game hides things.

    `twin` draws a position that a side, or a watcher, cannot tell from the one given. `kind` says what a side knows of
    an enemy's order that opens nothing, beyond what it sees change.
    """

    twin: Callable[[Any, Any, Side, Random], Any]
    kind: Callable[[Any, Any, Any, Side], str]


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Two worlds that a side cannot tell apart, on a strict or a free table, and where they were found.

    In both the same order may be in hand, and `past` has positions that were seen before.
    """

    name: str
    seed: int
    step: int
    side: Side
    free: bool
    one: Any
    other: Any
    entry: Entry | None = None
    past: tuple[Any, ...] = ()

    def __str__(self) -> str:
        table = "a free table" if self.free else "a strict table"
        asked = ", an order in hand" if self.entry else ""
        return (
            f"{self.name}, game {self.seed}, step {self.step}, {self.side or 'a watcher'} at {table}{asked}"
        )


# Where pairs come from


def pairs(name: str, seed: int, every: int = 8) -> Iterator[Pair]:
    """Play one game by its seed, and make pairs of about one in so many of its positions.

    Pairs are made of the first position of every phase, too, and of every open question, each for every side and for a
    watcher. The game of seed -1 is the recorded one.
    """
    rng, past, phase = Random(f"{name} {seed}"), [], ""
    for step, table in enumerate(played(name, seed) if seed >= 0 else recorded(name)):
        past.append(table.position)
        if isinstance(table.asked, Roll):
            continue  # a table of the server never waits for dice
        board: Any = table.game
        before, phase = phase, board.status(table.position).phase
        if rng.randrange(every) and table.in_hand is None and phase == before:
            continue
        for side in (*table.game.sides, None):
            found = _pair(name, table, side, rng)
            if found is not None:
                free = table.log.header.free or rng.randrange(4) == 0
                some = tuple(rng.choice(past) for _ in range(2))
                one, other = found
                yield Pair(
                    name=name, seed=seed, step=step, side=side, free=free,
                    one=one, other=other, entry=table.in_hand, past=some,
                )  # fmt: skip


def played(name: str, seed: int) -> Iterator[Table[Any]]:
    """Play one game by its seed to its end: by one program or another, and now and then freely."""
    rng, program = Random(seed), PROGRAMS[seed % len(PROGRAMS)]
    table = begun(name)
    if seed % FREE_GAMES == FREE_GAMES - 1:
        table = replace(table, log=Log(replace(headed(name), free=True)))
    while table.in_hand or table.game.to_move(table.position):
        yield table
        free = table.log.header.free and table.in_hand is None and not rng.randrange(FREELY)
        freely = _freely(table, rng) if free else None
        table = freely or given_again(table.before_order, decided(table, program, rng))


def recorded(name: str) -> Iterator[Table[Any]]:
    """Run through the playthrough of a scenario, question by question: somebody has looked for rare ones."""
    whole = resume(opened(name), load_log(playthrough(name, "jsonl")))
    for at, entry in enumerate(whole.log.entries):
        for count in range(len(entry.answers)):
            entries = (*whole.log.entries[:at], replace(entry, answers=entry.answers[:count]))
            yield replace(whole, log=Log(whole.log.header, entries), positions=whole.positions[: at + 1])


def _freely(table: Table[Any], rng: Random) -> Table[Any] | None:
    """Give an order that nobody offered, where the rules can follow it at all."""
    moment = Moment(table, table, lot=rng.randrange(1000))
    for order in strange_orders(moment):
        try:
            given = table.give(order)
            told(moment.game, table.position, given.log.entries[-1])
            moment.game.pieces(given.standing)
        except (GrognardError, *STUMBLES):
            continue
        return given
    return None


def _pair(name: str, table: Table[Any], side: Side, rng: Random) -> tuple[Any, Any] | None:
    """Return a position and its twin; none where nothing is hidden, or where the order in hand lays the difference open."""
    game: Any = table.game
    twin, entry = FOGS[parts(name)[0]].twin, table.in_hand
    sound = not game.faults(table.position)
    for _ in range(DRAWS):
        other = twin(game, table.position, side, rng)
        if canonical(other) == canonical(table.position):
            continue
        faults = game.faults(other) if sound else []
        assert not faults, f"the twin is no position of the game: {faults}"
        if entry is None or _asks_the_same(table, other, side):
            return table.position, other
    return None


def _asks_the_same(table: Table[Any], other: Any, side: Side) -> bool:
    """Say whether the order in hand is the same order in another position, as far as it lays open who has a part in it."""
    game: Any = table.game
    twin = replace(table, positions=(*table.positions[:-1], other))
    entry = table.log.entries[-1]
    try:
        # Where a top unit was lost or has gone, whoever lay beneath is seen now.
        return (
            twin.question == table.question
            and told(game, other, entry) == told(game, table.position, entry)
            and twin.seen_by(side) == table.seen_by(side)
        )
    except (GrognardError, *STUMBLES):
        return False  # somebody else is beneath, and the battle is another


def hides_something(name: str) -> bool:
    """Say whether a position of a game has fields that not everybody sees."""
    kind: type[msgspec.Struct] = type(opened(name).start())
    return set(labels(kind).values()) != {"all"}


# Iron Curtain: of a stack the enemy sees the top unit alone


def iron_curtain(game: Any, position: Any, side: Side, rng: Random) -> Any:
    """Deal out anew who lies beneath the enemy's stacks; a watcher is an enemy of both sides."""
    for foe in game.sides:
        if foe != side:
            position = _dealt(game, position, foe, rng)
    return position


def _dealt(game: Any, position: Any, foe: str, rng: Random) -> Any:
    """Deal out anew who lies beneath a side's stacks, in which order, with how many steps, and in supply or not.

    While that side moves, what its units have spent, where they began and who has fought is drawn anew too.
    """
    scenario, top = game.scenario, position.tops()
    enemies = scenario.by_side[foe]
    tops = [unit.number for unit in enemies if unit.number in top]
    beneath = [u for u in enemies if position.at[u.number] >= 0 and u.number not in top]
    at, hurt, short = list(position.at), list(position.hurt), set(position.short)
    room = {at[number]: scenario.stacking - 1 for number in tops}
    for unit in rng.sample(beneath, len(beneath)):
        open_hexes = [each for each, left in room.items() if left] or [at[unit.number]]
        there = rng.choice(open_hexes)
        room[there] = room.get(there, 1) - 1
        at[unit.number], hurt[unit.number] = there, rng.randrange(unit.steps)
        short = short ^ {unit.number} if rng.random() < 0.5 else short
    numbers = [unit.number for unit in enemies]
    below = [number for number in numbers if number not in top]
    order = (
        *rng.sample(tops, len(tops)),
        *(number for number in position.order if number not in numbers),
        *rng.sample(below, len(below)),
    )
    changed = replace(position, at=tuple(at), hurt=tuple(hurt), order=order, short=frozenset(short))
    return _busy(changed, numbers, rng) if position.now.side == foe else changed


def _busy(position: Any, numbers: list[int], rng: Random) -> Any:
    on_map = [number for number in numbers if position.at[number] >= 0]
    moving = position.now.name in ("movement", "exploitation")
    spent, began = list(position.spent), list(position.began)
    for number in on_map:
        spent[number] = rng.choice((0, 0, 12)) if moving else 0
        began[number] = position.at[rng.choice(on_map)]
    some = frozenset(number for number in on_map if rng.random() < 0.2)
    acted = some if position.now.name != "strikes" else frozenset()
    barred = some if position.now.name == "exploitation" else frozenset()
    return replace(position, spent=tuple(spent), began=tuple(began), acted=acted, barred=barred)


# Jarama: of the enemy a side sees which hexes he holds, and what it has come to know


def jarama(game: Any, position: Any, side: Side, rng: Random) -> Any:
    """Deal out anew what the enemy has where; a watcher knows nothing of either side."""
    for each in game.sides:
        if side in (each, None):
            position = _dealt_out(game, position, each, rng)
    return position


def _dealt_out(game: Any, position: Any, side: str, rng: Random) -> Any:
    """Deal the enemy's units out anew over the hexes he holds, but for those that are known to stand where they do.

    What is known of a hex as a whole stays true of it; what the units spent and did, and which formations are and were
    active, is drawn anew too, and so are the states and points of those that are not known.
    """
    scenario, known = game.scenario, position.knows(side)
    enemies = [unit for unit in scenario.units if unit.side != side]
    seen = {each.unit for each in known.sightings if each.fresh}
    numbers = [unit.number for unit in enemies]
    at = list(position.at)
    # Only hexes of which at most the number is known are dealt out; their numbers stay.
    reports = {each.at: each for each in known.reports if each.fresh}
    closed = {there for there, each in reports.items() if each.points is not None or each.kinds is not None}
    loose = [n for n in numbers if at[n] >= 0 and n not in seen and at[n] not in closed]
    if position.phase == "deployment":
        return _set_up_anew(game, position, side, rng)
    places = rng.sample([at[n] for n in loose], len(loose))
    for number, there in zip(loose, places, strict=True):
        at[number] = there
    hurt = list(position.hurt)
    for number in loose:
        hurt[number] = rng.randrange(scenario.units[number].points)
    changed = _done_anew(replace(position, at=tuple(at), hurt=tuple(hurt)), loose, numbers, rng)
    return _ordered_anew(game, changed, side, rng)


def _done_anew(position: Any, loose: list[int], numbers: list[int], rng: Random) -> Any:
    """Draw anew what the enemy's units did, and in what state those are that are not known."""
    on_map = [number for number in numbers if position.at[number] >= 0]
    others = [number for number in position.order if number not in numbers]
    spent = list(position.spent)
    for number in on_map:
        spent[number] = rng.choice((0, 12, 24))
    marks = {}
    for name in ("uncommanded", "stopped", "acted", "scouted", "fired"):
        some = {number for number in on_map if rng.random() < 0.3}
        marks[name] = frozenset((getattr(position, name) - set(numbers)) | some)
    for name in ("short", "disorganised", "demoralised"):
        some = {number for number in loose if rng.random() < 0.3}
        marks[name] = frozenset((getattr(position, name) - set(loose)) | some)
    order = (*others, *rng.sample(numbers, len(numbers)))
    return replace(position, spent=tuple(spent), order=order, **marks)


def _ordered_anew(game: Any, position: Any, side: str, rng: Random) -> Any:
    """Draw anew which formations of the enemy are active and were, who works, and what he knows."""
    theirs = [each.name for each in game.scenario.formations if each.side != side]
    index = 0 if side != position.first else 1
    were = frozenset(rng.sample(theirs, len(position.activated[index])))
    works = tuple(each for each in position.works if game.scenario.units[each.unit].side == side)
    for unit in game.scenario.units:
        at = position.at[unit.number]
        if unit.side != side and unit.kind == "Engineers" and at >= 0 and rng.random() < 0.5:
            works = (*works, Work(unit.number, Feature("road", at)))
    pairs = {"activated": list(position.activated), "known": list(position.known)}
    pairs["activated"][index] = were
    if rng.random() < 0.5:
        pairs["known"][index] = type(position.known[index])()
    active = frozenset(rng.sample(theirs, len(position.active))) if position.side != side else position.active
    return replace(
        position, works=works, active=active, **{name: tuple(both) for name, both in pairs.items()}
    )


def _set_up_anew(game: Any, position: Any, side: str, rng: Random) -> Any:
    at = list(position.at)
    for unit in game.scenario.units:
        if unit.side != side and at[unit.number] >= 0:
            zone = game.scenario.formation_of[unit.formation].zone
            there = rng.choice(zone)
            at[unit.number] = there if at.count(there) < game.scenario.stacking else at[unit.number]
    return replace(position, at=tuple(at))


def _names_who_is_seen(game: Any, position: Any, order: Any, side: Side) -> str:
    """Say of which kind an order is, and for whom, if he was seen before it."""
    named = getattr(order, "units", ()) if hasattr(order, "to") else ()
    named = (order.unit,) if hasattr(order, "unit") else named
    at = as_seen(position, side).at
    known = [each for each in named if at[game.unit(each).number] >= -2]
    return f"{type(order).__name__} {' '.join(known)}"


# Every game that hides something says here how.
FOGS: dict[str, Fog] = {
    "iron-curtain": Fog(iron_curtain, _names_who_is_seen),
    "jarama": Fog(jarama, _names_who_is_seen),
}
