# SPDX-License-Identifier: Apache-2.0
"""What a side observes: numbers as they stand on the counters and the map, where the names say they are."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from kit import SCENARIOS

from grognard.lab.research.moment import Moment, Setting, random_play
from grognard.lab.research.observation import Observation, Observing
from grognard.lab.research.recall import information_text, observation_text
from grognard.play.canonical import fingerprint

GERMAN, BRITISH = "German", "British"


@cache
def hythe() -> Observing:
    return Observing(Setting("seelowe/hythe"))


def begun() -> Moment:
    return hythe().setting.begin()


def landed() -> Moment:
    """The 17th Infantry, 6-4, has landed at Hythe."""
    numbers = hythe().setting.numbering.numbers
    return begun().act(numbers["17id"]).act(numbers["2312"])


def told(seen: Observation, piece: str) -> dict[str, float]:
    row = seen.pieces[hythe().setting.numbering.pieces.index(piece)]
    return {name: value for name, value in zip(hythe().columns, row.tolist(), strict=True) if value}


def at(seen: Observation, plane: str, hex_name: str) -> float:
    return float(seen.planes[hythe().planes.names.index(plane)][hythe().planes.hexes[hex_name]])


def figures(seen: Observation) -> dict[str, float]:
    return {name: value for name, value in zip(hythe().figures, seen.game.tolist(), strict=True) if value}


def test_a_piece_is_told_as_its_owner_and_as_its_enemy_sees_it() -> None:
    row, column = hythe().planes.hexes["2312"]
    common = {"on map": 1, "row": row, "column": column, "value 1": 6, "value 2": 4}
    now = landed()
    mine, theirs = told(hythe().of(now, GERMAN), "17id"), told(hythe().of(now, BRITISH), "17id")
    assert mine.items() >= (common | {"own": 1}).items()
    assert theirs.items() >= (common | {"enemy": 1}).items()


def test_a_piece_in_a_box_is_on_no_hex() -> None:
    assert told(hythe().of(begun(), BRITISH), "17id") == {
        "enemy": 1,
        "waiting": 1,
        "value 1": 6,
        "value 2": 4,
    }


def test_the_map_tells_strength_terrain_and_what_counts() -> None:
    german, british = (hythe().of(landed(), side) for side in hythe().setting.sides)
    assert (at(german, "own strength", "2312"), at(german, "own pieces", "2312")) == (6, 1)
    assert (at(british, "own strength", "2312"), at(british, "enemy strength", "2312")) == (0, 6)
    assert sum(at(german, name, "2312") for name in hythe().planes.names if name.startswith("terrain: ")) == 1
    assert at(german, "worth", "2411") > 0, "Folkestone counts"


def test_what_is_chosen_and_can_be_is_told_to_whoever_chooses() -> None:
    now = begun().act(hythe().setting.numbering.numbers["17id"])
    seen = hythe().of(now, GERMAN)
    assert told(seen, "17id")["chosen"] == 1
    assert at(seen, "can be chosen", "2312") == 1
    assert figures(seen).keys() >= {"chooses: field", "order: arrive", "is to act", "plays German"}
    enemy = hythe().of(now, BRITISH)
    assert np.array_equal(enemy.planes, hythe().of(begun(), BRITISH).planes), "the enemy learns nothing of it"
    assert np.array_equal(enemy.game, hythe().of(begun(), BRITISH).game)


def test_a_mask_has_the_legal_actions_and_none_for_the_other_side() -> None:
    now = begun()
    assert np.flatnonzero(hythe().mask(now, GERMAN)).tolist() == now.actions
    assert not hythe().mask(now, BRITISH).any()


def test_what_was_seen_stays_as_it_was() -> None:
    now = begun()
    before = hythe().of(now, GERMAN).flat().copy()
    hythe().of(now.act(now.actions[1]), GERMAN)
    assert np.array_equal(hythe().of(now, GERMAN).flat(), before)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_number_has_a_name_and_stays_in_its_bounds(name: str) -> None:
    observing = Observing(Setting(name))
    for now in islice(random_play(observing.setting.begin(), Random(1)), 0, 40, 20):
        for side in observing.setting.sides:
            seen = observing.of(now, side)
            assert {part: getattr(seen, part).shape for part in observing.shapes} == observing.shapes
            assert seen.flat().shape == (observing.size,)
            assert np.isfinite(seen.flat()).all()
    names = (observing.planes.names, observing.columns, observing.figures)
    assert [len(each) for each in names] == [
        shape[axis] for shape, axis in zip(observing.shapes.values(), (0, 1, 0), strict=True)
    ]
    assert all(len(set(each)) == len(each) for each in names)


def test_a_side_recalls_what_it_did_and_not_what_it_only_thought_of() -> None:
    now = begun()
    number = hythe().setting.numbering.numbers
    there = now.act(number["17id"])
    assert information_text(there, GERMAN) != information_text(now, GERMAN)
    assert information_text(there, BRITISH) == information_text(now, BRITISH)
    one, other = (now.act(number["17id"]).act(number[at]) for at in ("2312", "2212"))
    assert information_text(one, GERMAN) != information_text(other, GERMAN)
    assert observation_text(one, BRITISH) != observation_text(now, BRITISH)


@pytest.mark.parametrize("name", ["seelowe/hythe", "jarama/pindoque"])
def test_what_is_recalled_does_not_depend_on_when_it_was_asked_for(name: str) -> None:
    """Along a game only what is new is worked out; it is what is worked out at once, at any moment."""
    setting = Setting(name)
    for now in islice(random_play(setting.begin(), Random(3)), 40):
        alone = Moment(setting, now.table, now.menu, None, now.path)
        for side in setting.sides:
            assert information_text(now, side) == information_text(alone, side)
            assert not alone.stories.get(side) or alone.stories[side] == now.stories[side]


def test_a_side_recalls_its_way_without_all_of_it_being_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at: list[object] = []

    def watch(position: Any) -> str:
        looked_at.append(position)
        return fingerprint(position)

    monkeypatch.setattr("grognard.lab.research.recall.fingerprint", watch)
    moments = 0
    for now in random_play(hythe().setting.begin(), Random(1)):
        moments += 1
        information_text(now, GERMAN)
    # Each position once, and the one of each moment.
    assert len(looked_at) <= len(now.table.positions) + moments
