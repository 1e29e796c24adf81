# SPDX-License-Identifier: Apache-2.0
"""Leaks planted in Jarama, one at a time: what the enemy has where is told by a piece, a number, an order or a silence."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any

import pytest
from jarama_fog import jarama, laid_open
from kit import opened
from msgspec.structs import replace
from planting import (
    Patch,
    asks_by_what_is_there,
    called,
    counts_rolls_that_nobody_saw,
    found,
    hidden,
    in_part,
    lets_a_bot_see_all,
    lets_a_program_see_all,
    lets_copy,
    lets_save,
    seats_watchers_with_a_side,
    shows_field,
    shows_whole,
    skips_numbers,
    takes_back_by_what_is_hidden,
    tells_all,
    tells_all_at_a_terminal,
    whole,
)
from rooms import Rooms
from twins import Scene, Twin, played, scenes

from grognard.games.jarama import ground_recon, recon_orders
from grognard.games.jarama.board import Board
from grognard.games.jarama.game import Jarama
from grognard.games.jarama.losses import as_defender
from grognard.games.jarama.orders import GroundRecon
from grognard.games.jarama.position import Position
from grognard.games.jarama.rules import Rules
from grognard.games.jarama.terms import enemy
from grognard.games.jarama.view import View
from grognard.play.board import Marker
from grognard.play.log import plain
from grognard.play.table import Table
from grognard.play.visibility import as_seen
from grognard.rules import hidden_forces, knowledge
from grognard.rules.hidden_deals import PossibleForce, PossibleForces
from grognard.rules.knowledge import Report
from grognard.server.errors import Refused
from grognard.server.jobs import Doing, Job, Reach
from grognard.server.live_table import LiveTable
from grognard.server.table_state import undoing

NAME = "jarama/pindoque"
GAME: Any = opened(NAME)
# With how many dice a patrol is tried, and with how many twins each time.
DICE, TWINS = 10, 6


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    made = Rooms(NAME, tmp_path_factory.mktemp("rooms"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def some() -> list[Scene]:
    """Twins made while nothing leaks, of several games."""
    games = (islice(scenes(NAME, seed, every=12, many=3), 150) for seed in (-1, 1, 3, 4, 5))
    every = list(chain.from_iterable(games))
    return Random(0).sample(every, len(every))


@pytest.fixture(scope="module")
def patrols() -> list[Scene]:
    """Patrols at a hex of several units, each with many dice: a result may show half of the counters and tell no more.

    Some twins are drawn when it is known what the dice show, and others by which they must not matter if it is nothing.
    """
    return [
        Scene(
            name=NAME, seed=seed, step=dice, side=position.side, free=False, one=position,
            twins=(*((Twin(None, plain(order)),) * TWINS), *islice(unshown(position, order, dice), TWINS)),
        )
        for seed in (2, 1)
        for position, order in islice(patrolling(seed), 2)
        for dice in range(DICE)
    ]  # fmt: skip


def unshown(position: Position, order: GroundRecon, dice: int) -> Iterator[Twin]:
    """Draw twins in which others are in the hex."""
    keeps = replace(laid_open(GAME, position, order, position.side), hexes=frozenset())
    rng = Random(dice)
    while True:
        other = jarama(GAME, position, position.side, rng, keeps)
        if other != position:
            yield Twin(other, plain(order), unless=True)


def patrolling(seed: int) -> Iterator[tuple[Position, GroundRecon]]:
    """Run through a game: who could be sent at a hex in which several units are."""
    for table in played(NAME, seed):
        position = table.position
        seen = as_seen(position, position.side)
        for actor in () if table.in_hand else GAME.rules.actors(seen):
            order = next(iter(GAME.rules.orders(seen, actor)), None)
            if isinstance(order, GroundRecon) and position.at.count(GAME.context.hex(order.target)) > 1:
                yield position, order


@pytest.mark.parametrize("field", in_part(GAME.rules.start()))
def test_a_field_that_is_shown_whole_is_found_out(
    field: str, rooms: Rooms, some: list[Scene], monkeypatch: Patch
) -> None:
    shows_field(field, Position, monkeypatch)
    assert found(rooms, some, "seen")


class Truth:
    """The whole position behind what was seen last: what somebody must not look at who is shown something."""

    def __init__(self, patch: Patch) -> None:
        self.position: Any = None

        def seen(position: Any, side: str | None) -> Any:
            self.position = position
            return as_seen(position, side)

        patch.setattr("grognard.server.seat_log.as_seen", seen)


# What is shown


def counts_forces(patch: Patch) -> None:
    """The marker of a force has the number of its units, known or not."""
    truth, sound = Truth(patch), View.markers

    def leaking(self: View, position: Position) -> list[Marker]:
        return [
            replace(each, count=truth.position.at.count(self.context.hex(each.at)))
            if "force" in each.kind
            else each
            for each in sound(self, position)
        ]

    patch.setattr(View, "markers", leaking)


def lists_pieces_by_where_they_are(patch: Patch) -> None:
    """Counters are all shown as they should be, but in the order in which they truly lie."""
    truth, sound = Truth(patch), View.pieces

    def leaking(self: View, position: Position) -> Any:
        truly = {piece.id: piece.at for piece in sound(self, truth.position or position)}
        return sorted(sound(self, position), key=lambda piece: (truly[piece.id], piece.id))

    patch.setattr(View, "pieces", leaking)


def tallies_who_is_out_of_supply(patch: Patch) -> None:
    truth, sound = Truth(patch), View.status

    def leaking(self: View, position: Position) -> Any:
        short = f"{len(truth.position.short)} units are out of supply."
        found = sound(self, position)
        return replace(found, tally=(*found.tally, short))

    patch.setattr(View, "status", leaking)


def offers_by_what_is_there(patch: Patch) -> None:
    """A hex is no longer offered for bombardment or attack if only Headquarters are in it."""
    truth, sound = Truth(patch), View.battles

    def leaking(self: View, position: Position) -> Any:
        field = self.context.board(truth.position or position)
        return [
            each
            for each in sound(self, position)
            if any(unit.has_zone for unit in field.units_at(self.context.hex(each.target)))
        ]

    patch.setattr(View, "battles", leaking)


def reckons_with_true_zones(patch: Patch) -> None:
    """A move is shown to stop only where a unit with a zone of control truly stands."""
    truth, sound = Truth(patch), Doing.answer

    def zoneless(self: Board, _known: Any, hex_id: Any) -> bool:
        units, at = self.scenario.units, truth.position.at
        return not any(unit.has_zone for unit in units if at[unit.number] == hex_id)

    def leaking(self: Doing, job: Job) -> Any:
        with pytest.MonkeyPatch.context() as meanwhile:
            if isinstance(job, Reach):
                meanwhile.setattr(Board, "_without_zone", zoneless)
            return sound(self, job)

    patch.setattr(Doing, "answer", leaking)


def guesses_what_is_there(patch: Patch) -> None:
    """Whoever is not known is taken to be who he is."""
    truth = Truth(patch)

    def leaking(field: Board, hex_id: Any, *_: Any) -> PossibleForces:
        there = field.context.board(truth.position)
        units = tuple(as_defender(there, unit) for unit in there.units_at(hex_id))
        return PossibleForces([PossibleForce(1, units)], units=0)

    patch.setattr("grognard.games.jarama.previews.possible_forces", leaking)


def labels_odds_by_what_is_there(patch: Patch) -> None:
    """That the odds are over what may be there is not said where one unit is."""
    truth, sound = Truth(patch), View.preview

    def leaking(self: View, position: Position, order: Any) -> Any:
        found = sound(self, position, order)
        alone = found and truth.position.at.count(self.context.hex(order.target)) == 1
        return replace(found, lines=found.lines[1:]) if found and alone else found

    patch.setattr(View, "preview", leaking)


# What is refused, asked and told


def refuses_by_what_is_hidden(patch: Patch) -> None:
    patch.setattr("grognard.play.table.as_seen", whole)
    sound = Rules.why_illegal

    def leaking(self: Rules, position: Position, order: Any) -> str:
        reason = sound(self, position, order)
        return f"{reason}, and {hidden(position)}" if reason else ""

    patch.setattr(Rules, "why_illegal", leaking)


def asks_only_who_can_counterattack(patch: Patch) -> None:
    sound = ground_recon.ground_recon
    patch.setattr(
        ground_recon, "ground_recon", lambda sheet, fight: sound(replace(sheet, hidden=False), fight)
    )


def names_who_marches(patch: Patch) -> None:
    sound = Jarama.glimpse
    patch.setattr(
        Jarama,
        "glimpse",
        lambda self, before, order, after: (
            f"{sound(self, before, order, after)}: {getattr(order, 'units', '')}"
        ),
    )


def names_the_formation(patch: Patch) -> None:
    sound = Jarama.glimpse
    patch.setattr(
        Jarama,
        "glimpse",
        lambda self, before, order, after: (
            f"{sound(self, before, order, after)}: {getattr(order, 'formation', '')}"
        ),
    )


def passes_phases_over(patch: Patch) -> None:
    """The bombardment is passed over where no battery of the side is loaded."""
    patch.setattr(
        "grognard.games.jarama.sequence.is_idle",
        lambda field: field.position.phase == "bombardment" and hidden(field.position) % 2 == 0,
    )


# What is known


def follows_who_divides(patch: Patch) -> None:
    """Counters of a force that divides stay known, each where it goes."""

    def leaking(_scenario: Any, each: Any, shift: Any) -> Any:
        return replace(each, at=shift.after.at[each.unit]) if each.fresh else each

    patch.setattr(hidden_forces, "_updated_sighting", leaking)


def counts_who_is_far(patch: Patch) -> None:
    """How many units a force is that has moved is seen from afar, not only by whoever stands next to it."""
    sound = hidden_forces.counted_in_contact

    def leaking(scenario: Any, position: Position) -> Position:
        for side in GAME.sides:
            known = position.known[side]
            for march in position.marches:
                if march.end in position.held[enemy(side)]:
                    report = Report(march.end, position.turn, position.at.count(march.end))
                    known = knowledge.reported(known, report)
            position = hidden_forces.with_known(position, side, known)
        return sound(scenario, position)

    patch.setattr(hidden_forces, "counted_in_contact", leaking)


def reports_points_that_are_not_due(patch: Patch) -> None:
    sound = recon_orders._told

    def leaking(field: Board, units: Any, outcome: Any, target: Any) -> Any:
        return replace(sound(field, units, outcome, target), points=sum(map(field.points, units)))

    patch.setattr(recon_orders, "_told", leaking)


def reports_kinds_that_are_not_due(patch: Patch) -> None:
    sound = recon_orders._told

    def leaking(field: Board, units: Any, outcome: Any, target: Any) -> Any:
        kinds = tuple(sorted(unit.kind for unit in units))
        return replace(sound(field, units, outcome, target), kinds=kinds)

    patch.setattr(recon_orders, "_told", leaking)


def shows_every_counter(patch: Patch) -> None:
    """Whatever is learned of a hex, all its counters are shown."""
    patch.setattr(
        recon_orders,
        "after_recon",
        lambda field, _outcome, target, _laid_out: hidden_forces.with_known(
            field.position,
            field.position.side,
            hidden_forces.with_sightings(
                field.scenario,
                field.position.known[field.position.side],
                field.position,
                [unit.number for unit in field.units_at(target)],
                states=False,
            ),
        ),
    )


def shows_who_is_disorganised(patch: Patch) -> None:
    """Bombardment that only disorganises lays the hex open."""

    def leaking(position: Position, side: Any, target: Any) -> Position:
        units = [number for number, at in enumerate(position.at) if at == target]
        known = hidden_forces.with_sightings(
            GAME.context.scenario, position.known[enemy(side)], position, units, states=False
        )
        return hidden_forces.with_known(position, enemy(side), known)

    patch.setattr("grognard.games.jarama.bombardment_orders.disorganised_in", leaking)


# What is taken back


def takes_back_what_showed_a_number(patch: Patch) -> None:
    patch.setattr(Table, "_shows_more", lambda *_: False)


def says_whether_the_enemy_saw_something(patch: Patch) -> None:
    sound = LiveTable.undo

    def leaking(self: LiveTable, seat: Any, *given: Any) -> int:
        if undoing(self.moment) is None and self.moment.table.log.entries:
            raise Refused(422, "there is nothing to take back")
        return sound(self, seat, *given)

    patch.setattr(LiveTable, "undo", leaking)


LEAKS: list[tuple[str, Callable[[Patch], None]]] = [
    ("view", partial(shows_whole, "view_at")),
    ("view", seats_watchers_with_a_side),
    ("view", counts_forces),
    ("view", lists_pieces_by_where_they_are),
    ("view", tallies_who_is_out_of_supply),
    ("view", offers_by_what_is_there),
    ("view", asks_by_what_is_there),
    ("past", partial(shows_whole, "past")),
    ("reach", reckons_with_true_zones),
    ("supply", partial(shows_whole, "supply")),
    ("threat", partial(shows_whole, "threat")),
    ("preview", partial(shows_whole, "preview")),
    ("preview", guesses_what_is_there),
    ("preview", labels_odds_by_what_is_there),
    ("orders", refuses_by_what_is_hidden),
    ("orders", shows_who_is_disorganised),
    ("orders", takes_back_what_showed_a_number),
    ("orders", takes_back_by_what_is_hidden),
    ("enemy orders", names_who_marches),
    ("enemy orders", names_the_formation),
    ("enemy orders", tells_all),
    ("enemy orders", follows_who_divides),
    ("enemy orders", counts_who_is_far),
    ("enemy orders", skips_numbers),
    ("enemy orders", says_whether_the_enemy_saw_something),
    ("phase end", passes_phases_over),
    ("phase end", counts_rolls_that_nobody_saw),
    ("random", partial(lets_a_program_see_all, "random")),
    ("greedy", partial(lets_a_program_see_all, "greedy")),
    ("bot", lets_a_bot_see_all),
    ("copy", lets_copy),
    ("save", lets_save),
    ("terminal", tells_all_at_a_terminal),
    ("GET /", counts_forces),
    ("POST /preview", guesses_what_is_there),
    ("GET /events", tallies_who_is_out_of_supply),
]
# Of leaks that few scenes show, the game and step of one that did: it is tried first, and the others after it.
RARE: dict[Callable[[Patch], None], tuple[int, int]] = {
    shows_who_is_disorganised: (3, 99),
    takes_back_what_showed_a_number: (5, 110),
    names_who_marches: (3, 113),
    follows_who_divides: (1, 176),
    counts_who_is_far: (1, 176),
    says_whether_the_enemy_saw_something: (4, 38),
}


@pytest.mark.parametrize(("door", "leak"), LEAKS, ids=called)
def test_a_leak_is_found_out_by_the_door_it_is_behind(
    door: str, leak: Callable[[Patch], None], rooms: Rooms, some: list[Scene], monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    first = RARE.get(leak)
    assert found(rooms, sorted(some, key=lambda scene: (scene.seed, scene.step) != first), door)


def test_a_patrol_tells_no_more_than_its_result(rooms: Rooms, patrols: list[Scene]) -> None:
    assert not found(rooms, patrols, "orders")


@pytest.mark.parametrize(
    "leak",
    [
        reports_points_that_are_not_due,
        reports_kinds_that_are_not_due,
        shows_every_counter,
        asks_only_who_can_counterattack,
    ],
)
def test_what_a_patrol_tells_beyond_its_result_is_found_out(
    leak: Callable[[Patch], None], rooms: Rooms, patrols: list[Scene], monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    assert found(rooms, patrols, "orders")
