# SPDX-License-Identifier: Apache-2.0
"""Leaks planted on purpose, one at a time: each is found by the door it is planted behind."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice

import pytest
from kit import opened
from planting import (
    Patch,
    Tagged,
    asks_by_what_is_there,
    breaks_down_over_what_is_hidden,
    called,
    counts_rolls_that_nobody_saw,
    fails_with_what_is_hidden,
    found,
    hidden,
    in_part,
    lets_a_bot_see_all,
    lets_a_program_see_all,
    lets_copy,
    lets_save,
    links_by_what_is_there,
    observes_what_is_hidden,
    refuses_by_what_is_there,
    refuses_options_by_what_is_there,
    seats_watchers_with_a_side,
    sends_frames_for_nothing,
    shows_a_view_all,
    shows_field,
    shows_whole,
    skips_numbers,
    takes_back_by_what_is_hidden,
    takes_battles_back,
    tells_a_view_all,
    tells_all,
    tells_all_at_a_terminal,
    tells_what_was_against_the_rules,
    whole,
    writes_into_the_server_log,
)
from rooms import Rooms
from twins import HIDING, Scene, scenes

NAME = HIDING[-1]


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    made = Rooms(NAME, tmp_path_factory.mktemp("rooms"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def some() -> list[Scene]:
    """Twins made while nothing leaks: open questions, of either side, and positions of a strict and of a free game."""
    games = (
        islice(scenes(NAME, seed, every=12, many=3), count) for seed, count in ((-1, 90), (1, 40), (3, 40))
    )
    return list(chain.from_iterable(games))


# Fields of a position


@pytest.mark.parametrize("field", in_part(opened(NAME).rules.start()))
def test_a_field_that_is_shown_whole_is_found_out(
    field: str, rooms: Rooms, some: list[Scene], monkeypatch: Patch
) -> None:
    shows_field(field, type(some[0].one), monkeypatch)
    assert found(rooms, some, "seen")


# Leaks of this game alone


def refuses_by_what_is_hidden(patch: Patch) -> None:
    patch.setattr("grognard.play.table.as_seen", whole)
    patch.setattr(
        "grognard.games.iron_curtain.move_orders.Moves.why_not_to",
        lambda _self, ground, *_: f"{ground.position.at}",
    )


def passes_phases_over(patch: Patch) -> None:
    """A phase is passed over by what lies beneath."""
    patch.setattr(
        "grognard.rules.sequence.SequenceOfPlay.is_idle",
        lambda _self, ground: ground.now.name == "combat" and hidden(ground.position) % 2 == 0,
    )


LEAKS: list[tuple[str, Callable[[Patch], None]]] = [
    ("view", partial(shows_whole, "view_at")),
    ("view", seats_watchers_with_a_side),
    ("view", asks_by_what_is_there),
    ("past", partial(shows_whole, "past")),
    ("reach", partial(shows_whole, "reach")),
    ("reach", links_by_what_is_there),
    ("GET /reach", links_by_what_is_there),
    ("supply", partial(shows_whole, "supply")),
    ("threat", partial(shows_whole, "threat")),
    ("preview", partial(shows_whole, "preview")),
    ("sight", refuses_by_what_is_there),
    ("orders", refuses_by_what_is_hidden),
    ("orders", breaks_down_over_what_is_hidden),
    ("orders", takes_battles_back),
    ("orders", takes_back_by_what_is_hidden),
    ("answers", refuses_options_by_what_is_there),
    ("phase end", passes_phases_over),
    ("phase end", counts_rolls_that_nobody_saw),
    ("enemy orders", tells_all),
    ("enemy orders", tells_what_was_against_the_rules),
    ("enemy orders", skips_numbers),
    ("stream", skips_numbers),
    ("stream", sends_frames_for_nothing),
    ("random", partial(lets_a_program_see_all, "random")),
    ("greedy", partial(lets_a_program_see_all, "greedy")),
    ("bot", lets_a_bot_see_all),
    ("copy", lets_copy),
    ("save", lets_save),
    ("undo", writes_into_the_server_log),
    ("GET /supply", fails_with_what_is_hidden),
    ("GET /", partial(shows_whole, "view_at")),
    ("GET /events", partial(shows_whole, "view_at")),
    ("POST /orders", refuses_by_what_is_hidden),
    ("POST /preview", partial(shows_whole, "preview")),
    ("terminal", tells_all_at_a_terminal),
    ("front", shows_a_view_all),
    ("front", tells_a_view_all),
    ("front", partial(lets_a_program_see_all, "random")),
    ("research", shows_a_view_all),
    ("research", observes_what_is_hidden),
]


@pytest.mark.parametrize(("door", "leak"), LEAKS, ids=called)
def test_a_leak_is_found_out_by_the_door_it_is_behind(
    door: str, leak: Callable[[Patch], None], rooms: Rooms, some: list[Scene], monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    assert found(rooms, some, door)


def test_a_header_that_is_made_from_the_whole_position_is_found_out(
    rooms: Rooms, some: list[Scene], monkeypatch: Patch
) -> None:
    monkeypatch.setattr("grognard.server.headers.HEADERS", Tagged(rooms))
    assert found(rooms, some, "GET /supply")
