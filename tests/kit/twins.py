# SPDX-License-Identifier: Apache-2.0
"""Twins: two positions that a side cannot tell apart. Whatever it may not see is drawn anew, within the rules of the game.

How a twin is made is the game's matter, and stands in `FOGS`. Where the pairs come from is not: positions are reached by
random play, to any depth, also in the midst of an order and in free play, and seen by either side or by a watcher.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from fog import NOTHING_OPEN, Fog, Opened, Side
from jarama_fog import instead, jarama, laid_open, learns, showed
from kit import EXERCISES, SCENARIOS, begun, fighting, fighting_well, headed, opened, parts, playthrough
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.jarama.orders import AirRecon, GroundRecon
from grognard.opponent import decision, random_play
from grognard.play.canonical import canonical
from grognard.play.game import reveals_units
from grognard.play.invalid_orders import invalid_orders
from grognard.play.log import Entry, Log, load_log, plain
from grognard.play.loop import Dice, is_over, step
from grognard.play.narrate import narrate_entry
from grognard.play.order_sets import Orders
from grognard.play.places import is_on_map
from grognard.play.step_checks import CheckedStep
from grognard.play.table import RULE_ERRORS, Table, resume
from grognard.play.visibility import as_seen, labels
from grognard.umpire import Roll

# How many twins are drawn of a position in which anything hidden may differ; how many orders, for each of which a twin
# keeps what it opens; and how many for what the dice may show.
MANY, FEW, LEARNED = 8, 3, 2
# One of so many games is played freely, and there one of so many orders is one that nobody offered.
FREE_GAMES, FREELY = 4, 3
# The last is slow: it weighs every order.
PROGRAMS = (random_play, fighting, random_play, fighting, random_play, fighting_well)

Plain = dict[str, Any]


class Twin(msgspec.Struct, frozen=True):
    """Another world that a side cannot tell apart; and an order that may be given in both, for what it opens is the same.

    By `unless` it is so unless the dice show something. Where there is no other yet, it is drawn when the dice have shown
    how much of a hex the order opens.
    """

    other: Any
    order: Plain | None = None
    unless: bool = False


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A world as a side finds it, on a strict or a free table, where it was found, and its twins.

    In all of them the same order may be in hand, and `past` has positions that were seen before.
    """

    name: str
    seed: int
    step: int
    side: Side
    free: bool
    one: Any
    twins: tuple[Twin, ...]
    entry: Entry | None = None
    past: tuple[Any, ...] = ()

    def __str__(self) -> str:
        table = "a free table" if self.free else "a strict table"
        asked = ", an order in hand" if self.entry else ""
        return (
            f"{self.name}, game {self.seed}, step {self.step}, {self.side or 'a watcher'} at {table}{asked}"
        )


# Where pairs come from


def scenes(name: str, seed: int, every: int = 8, many: int = MANY) -> Iterator[Scene]:
    """Play one game by its seed, and make twins of about one in so many of its positions.

    Twins are made of the first position of every phase, too, and of every open question, each for every side and for a
    watcher. The game of seed -1 is the recorded one.
    """
    rng, past, phase = Random(f"{name} {seed}"), [], ""
    for at, table in enumerate(played(name, seed) if seed >= 0 else recorded(name)):
        past.append(table.position)
        if isinstance(table.asked, Roll):
            continue  # a table of the server never waits for dice
        board: Any = table.game
        before, phase = phase, board.view.status(table.position).phase
        if rng.randrange(every) and table.in_hand is None and phase == before:
            continue
        for side in (*table.game.sides, None):
            twins = tuple(_twins(name, table, side, rng, many))
            if twins:
                free = table.log.header.free or rng.randrange(4) == 0
                some = tuple(rng.choice(past) for _ in range(2))
                yield Scene(
                    name=name, seed=seed, step=at, side=side, free=free,
                    one=table.position, twins=twins, entry=table.in_hand, past=some,
                )  # fmt: skip


def played(name: str, seed: int) -> Iterator[Table[Any]]:
    """Play one game by its seed to its end: by one program or another, and now and then freely."""
    rng, program = Random(seed), PROGRAMS[seed % len(PROGRAMS)]
    table = begun(name)
    if seed % FREE_GAMES == FREE_GAMES - 1:
        table = replace(table, log=Log(replace(headed(name), free=True)))
    dice = Dice(rng)
    while not is_over(table):
        yield table
        free = table.log.header.free and table.in_hand is None and not rng.randrange(FREELY)
        freely = _freely(table, rng) if free else None
        try:
            table = freely or step(table, lambda now: decision(program, now, rng), dice)
        except (GrognardError, *RULE_ERRORS):
            if not table.log.header.free:
                raise
            return  # what was done freely has come to where the rules have no answer


def recorded(name: str) -> Iterator[Table[Any]]:
    """Run through the playthrough of a scenario, question by question: somebody has looked for rare ones."""
    whole = resume(opened(name), load_log(playthrough(name, "jsonl")))
    for at, entry in enumerate(whole.log.entries):
        for count in range(len(entry.answers)):
            yield whole.after_orders(at).replayed(replace(entry, answers=entry.answers[:count]))


def _freely(table: Table[Any], rng: Random) -> Table[Any] | None:
    """Give an order that nobody offered, where the rules can follow it at all."""
    step = CheckedStep(table, table, sample=rng.randrange(1000))
    for order in invalid_orders(step):
        try:
            given = table.give(order)
            narrate_entry(step.game, table.position, given.log.entries[-1])
            step.game.view.pieces(given.standing)
        except (GrognardError, *RULE_ERRORS):
            continue
        return given
    return None


def _twins(name: str, table: Table[Any], side: Side, rng: Random, many: int) -> Iterator[Twin]:
    """Draw twins, none twice; some differ in whatever is hidden, others keep what one order opens.

    Where an order is in hand they keep what it opens. If the game does not say what that is, those twins are kept in
    which it comes to the same.
    """
    game: Any = table.game
    fog, entry = FOGS[parts(name)[0]], table.in_hand
    known = {canonical(table.position)}
    sound = not game.rules.faults(table.position)
    for keeps, order, unless in _wanted(fog, table, side, rng, many):
        if keeps is None:
            yield Twin(None, order)
            continue
        other = fog.twin(game, table.position, side, rng, keeps)
        if canonical(other) in known:
            continue
        known.add(canonical(other))
        faults = game.rules.faults(other) if sound else []
        assert not faults, f"the twin is no position of the game: {faults}"
        if fog.opens or entry is None or _asks_the_same(table, other, side):
            yield Twin(other, order, unless)


def _wanted(
    fog: Fog, table: Table[Any], side: Side, rng: Random, many: int
) -> Iterator[tuple[Opened | None, Plain | None, bool]]:
    """Run through what twins are to keep, if that is known before the dice, and the order that may then be given."""
    game: Any = table.game
    entry, keeps = table.in_hand, NOTHING_OPEN
    if fog.opens and entry:
        keeps = fog.opens(game, table.position, msgspec.convert(entry.order, game.order), side)
    yield from ((keeps, None, False) for _ in range(many))
    if fog.opens and entry is None:
        seen = as_seen(table.position, game.rules.to_move(table.position))
        for order in drawn_orders(game, seen, rng):
            keeps = fog.opens(game, table.position, order, side)
            yield keeps, plain(order), False
            if isinstance(order, fog.scouting) and side == game.rules.to_move(table.position):
                yield from [(None, plain(order), False)] * LEARNED
            if keeps.hexes and not reveals_units(game, order):
                yield replace(keeps, hexes=frozenset()), plain(order), True


def drawn_orders(game: Any, position: Any, rng: Random, count: int = FEW) -> list[Any]:
    """Draw some of the orders that are offered."""
    actors = game.rules.actors(position)
    found = [game.rules.orders(position, each) for each in rng.sample(actors, min(count, len(actors)))]
    fights = [each for each in actors if each in {battle.target for battle in game.view.battles(position)}]
    found += [game.rules.orders(position, rng.choice(fights))] if fights else []
    drawn = [each.draw(rng) if isinstance(each, Orders) else next(iter(each), None) for each in found]
    return [order for order in drawn if order is not None]


def _in_position(table: Table[Any], position: Any) -> Table[Any]:
    """Return a table as it would be, had the last position been another: with the same order in hand."""
    before, entry = table.before_order, table.in_hand
    other = replace(before, positions=(*before.positions[:-1], position), run=None)
    return other if entry is None else other.replayed(entry)


def _asks_the_same(table: Table[Any], other: Any, side: Side) -> bool:
    """Say whether the order in hand is the same order in another position, as far as it lays open who has a part in it."""
    game: Any = table.game
    entry = table.log.entries[-1]
    try:
        twin = _in_position(table, other)
        # Where a top unit was lost or has gone, whoever lay beneath is seen now.
        return (
            twin.question == table.question
            and narrate_entry(game, other, entry) == narrate_entry(game, table.position, entry)
            and twin.seen_by(side) == table.seen_by(side)
        )
    except (GrognardError, *RULE_ERRORS):
        return False  # somebody else is beneath, and the battle is another


def hides_something(name: str) -> bool:
    """Say whether a position of a game has fields that not everybody sees."""
    kind: type[msgspec.Struct] = type(opened(name).rules.start())
    return set(labels(kind).values()) != {"all"}


# Iron Curtain: of a stack the enemy sees the top unit alone


def iron_curtain(game: Any, position: Any, side: Side, rng: Random, _: Opened = NOTHING_OPEN) -> Any:
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
    enemies = scenario.movers[foe]
    tops = [unit.number for unit in enemies if unit.number in top]
    beneath = [u for u in enemies if is_on_map(position.at[u.number]) and u.number not in top]
    at, hurt, short = list(position.at), list(position.hurt), set(position.short)
    room = {at[number]: scenario.file.stacking - 1 for number in tops}
    for unit in rng.sample(beneath, len(beneath)):
        open_hexes = [each for each, left in room.items() if left] or [at[unit.number]]
        there = rng.choice(open_hexes)
        room[there] = room.get(there, 1) - 1
        at[unit.number], hurt[unit.number] = there, rng.randrange(len(unit.faces))
        short = short ^ {unit.number} if rng.random() < 0.5 else short
    numbers = [unit.number for unit in enemies]
    below = [number for number in numbers if number not in top]
    order = (
        *rng.sample(tops, len(tops)),
        *(number for number in position.order if number not in numbers),
        *rng.sample(below, len(below)),
    )
    changed = replace(position, at=tuple(at), hurt=tuple(hurt), order=order, short=frozenset(short))
    now = game.context.phases[position.phase]
    return _busy(changed, now.name, numbers, rng) if now.side == foe else changed


def _busy(position: Any, phase: str, numbers: list[int], rng: Random) -> Any:
    on_map = [number for number in numbers if is_on_map(position.at[number])]
    moving = phase in ("movement", "exploitation")
    spent, began = list(position.spent), list(position.began)
    for number in on_map:
        spent[number] = rng.choice((0, 0, 12)) if moving else 0
        began[number] = position.at[rng.choice(on_map)]
    some = frozenset(number for number in on_map if rng.random() < 0.2)
    acted = some if phase != "strikes" else frozenset()
    barred = some if phase == "exploitation" else frozenset()
    return replace(position, spent=tuple(spent), began=tuple(began), acted=acted, barred=barred)


def bared(_game: Any, before: Any, _entry: Entry, after: Any) -> bool:
    """Say whether somebody was lost who lay on top: whoever lay beneath is seen then."""
    return any(not is_on_map(after.at[number]) for number in before.tops())


# All of them


# Where units are of whom a side does not see where they are, in Iron Curtain and in Jarama.
UNSEEN = ("hidden", -3)


def _names_who_is_seen(game: Any, position: Any, order: Any, side: Side) -> str:
    """Say of which kind an order is, and for whom, if he was seen before it."""
    named = getattr(order, "units", ()) if hasattr(order, "to") else ()
    named = (order.unit,) if hasattr(order, "unit") else named
    at = as_seen(position, side).at
    scenario = game.context.scenario if hasattr(game, "context") else game.scenario
    known = [each for each in named if at[scenario.by_id[each].number] not in UNSEEN]
    return f"{type(order).__name__} {' '.join(known)}"


# Every game that hides something says here how.
FOGS: dict[str, Fog] = {
    "iron-curtain": Fog(iron_curtain, _names_who_is_seen, showed=bared),
    "jarama": Fog(
        twin=jarama,
        kind=_names_who_is_seen,
        opens=laid_open,
        showed=showed,
        scouting=(AirRecon, GroundRecon),
        learns=learns,
        instead=instead,
    ),
}
HIDING = tuple(name for name in SCENARIOS if parts(name)[0] in FOGS and name not in EXERCISES)
