# SPDX-License-Identifier: Apache-2.0
"""What must always hold in Seelöwe: each thing broken by hand, and the sentence that says so."""

from typing import Any

import pytest
from channel import at, phase, seelowe, unit
from msgspec.structs import replace

from grognard.games.seelowe.air_orders import AirAttack
from grognard.play.places import BOXES, HIDDEN, LOST, WAITING
from grognard.play.tuples import placed
from grognard.rules.game import ChapterGame
from grognard.rules.losses import eliminated
from grognard.rules.orders import Attack, EndPhase, Move
from grognard.rules.position import Position


@pytest.fixture
def game() -> ChapterGame:
    return seelowe()


class Spoiler:
    """Changes a position by names: units by id, hexes by number."""

    def __init__(self, game: ChapterGame) -> None:
        self.game = game
        self.position = game.rules.start()

    def at(self, **units: Any) -> "Spoiler":
        for name, where in units.items():
            there = at(self.game, where) if where not in BOXES else where
            number = unit(self.game, name).number
            self.position = replace(self.position, at=placed(self.position.at, number, there))
        return self

    def spent(self, name: str, count: int) -> "Spoiler":
        number = unit(self.game, name).number
        self.position = replace(self.position, spent=placed(self.position.spent, number, count))
        return self

    def cut_off(self, name: str) -> "Spoiler":
        number = unit(self.game, name).number
        self.position = replace(self.position, supply=placed(self.position.supply, number, "isolated"))
        return self

    def marked(self, field: str, name: str) -> "Spoiler":
        self.position = replace(self.position, **{field: frozenset({unit(self.game, name).number})})
        return self

    def now(self, **fields: Any) -> "Spoiler":
        self.position = replace(self.position, **fields)
        return self


def test_the_start_is_sound(game: ChapterGame) -> None:
    assert game.rules.faults(game.rules.start()) == []


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda s: s.at(folk="2515"), "Folkestone Garrison stands in the sea"),
        (lambda s: s.at(folk=HIDDEN), "Folkestone Garrison is nowhere"),
        (lambda s: s.at(stg1="2411"), "Stukageschwader 1 stands on the map"),
        (lambda s: s.at(folk=WAITING), "Folkestone Garrison waits, and was set up on the map"),
        (lambda s: s.at(gd="2312"), "Großdeutschland is there before turn 2"),
        (lambda s: s.at(_17id="2411"), "both sides stand in 2411"),
        (lambda s: s.at(dov="2411", _1lon="2411", _35b="2411"), "2411 holds too many units"),
        (lambda s: s.at(_17id="2312").spent("17id", 5), "17. Infanterie has moved farther than it may"),
        (lambda s: s.spent("folk", 1), "Folkestone Garrison has moved in a phase that is not its own"),
        (lambda s: s.spent("17id", 1), "17. Infanterie has moved in a phase that is not its own"),
        (lambda s: s.marked("disrupted", "17id"), "17. Infanterie is disrupted and not on the map"),
        (lambda s: s.marked("ashore", "kg2"), "Kampfgeschwader 2 is ashore and not on the map"),
        (lambda s: s.marked("acted", "folk"), "Folkestone Garrison has acted before its time"),
        (lambda s: s.marked("acted", "kg2"), "Kampfgeschwader 2 has acted before its time"),
        (
            lambda s: s.marked("attacked", "folk"),
            "Folkestone Garrison is attacked in its own turn or while units move",
        ),
        (lambda s: s.cut_off("folk"), "Folkestone Garrison is judged for supply in the enemy's turn"),
        (lambda s: s.now(turn=5), "turn 5, phase 0 is none of the scenario's"),
        (
            lambda s: s.now(held=frozenset({at(s.game, "1505")})),
            "a hex is held that does not count for victory",
        ),
        (lambda s: s.now(at=s.position.at[:-1]), "a unit has no place"),
    ],
)
def test_a_position_that_cannot_be_is_found_out(game: ChapterGame, spoil: Any, says: str) -> None:
    assert says in game.rules.faults(spoil(Spoiler(game)).position)


def set_up(game: ChapterGame) -> Position:
    """Two Germans ashore at Hythe, and the British about to attack."""
    return Spoiler(game).at(_17id="2312", s1="2312").now(phase=phase(game, "British", "combat")).position


@pytest.mark.parametrize(
    ("order", "spoil", "says"),
    [
        (
            Move("folk", "2410"),
            lambda s: s.at(dov="2609"),
            "Dover Garrison changes its place, and was not ordered to",
        ),
        (
            AirAttack(("11gp",), "2312"),
            lambda s: s.at(_17id=LOST),
            "17. Infanterie changes its place, and was not ordered to",
        ),
        (
            Attack(("folk",), "2312"),
            lambda s: s.at(fjr2="2312"),
            "Fallschirmjäger 2 changes its place, and was not ordered to",
        ),
        (Attack(("folk",), "2312"), lambda s: s.at(_17id=WAITING), "17. Infanterie has left the map"),
        (
            Attack(("folk",), "2312"),
            lambda s: s.at(_17id="2212", s1="2212", dov="2312"),
            "Dover Garrison advances, and did not attack",
        ),
        (
            Attack(("folk",), "2312"),
            lambda s: s.at(_17id="1814"),
            "17. Infanterie is driven more than one hex",
        ),
        (
            AirAttack(("11gp", "kg2"), "2312"),
            lambda s: s.at(_11gp=LOST, kg2=LOST),
            "more than one air unit is lost in an attack",
        ),
        (
            Attack(("folk",), "2312"),
            lambda s: s.cut_off("folk"),
            "supply changes in the middle of a player-turn",
        ),
        (
            Attack(("folk",), "2312"),
            lambda s: s.now(held=frozenset({at(s.game, "2312")})),
            "a place changes hands in the middle of a player-turn",
        ),
        (
            EndPhase(),
            lambda s: s.now(turn=2, phase=0, held=frozenset({at(s.game, "2610")})),
            "2610 goes to the German side, which has nobody there",
        ),
        (
            EndPhase(),
            lambda s: s.now(turn=2, phase=0),
            "17. Infanterie begins its turn supplied, and is isolated",
        ),
        (EndPhase(), lambda s: s, "from turn 1 phase 6 to turn 1 phase 6 by EndPhase()"),
    ],
)
def test_a_step_that_cannot_be_is_found_out(game: ChapterGame, order: Any, spoil: Any, says: str) -> None:
    before = set_up(game)
    spoiler = Spoiler(game)
    spoiler.position = before
    assert says in game.rules.step_faults(before, order, spoil(spoiler).position)


def test_nobody_fights_twice(game: ChapterGame) -> None:
    spoiler = Spoiler(game)
    spoiler.position = set_up(game)
    before = spoiler.marked("acted", "folk").marked("attacked", "17id").position
    assert game.rules.step_faults(before, Attack(("folk",), "2312"), before) == [
        "Folkestone Garrison attacks, and is eliminated or has attacked already",
        "17. Infanterie is attacked a second time",
    ]


def test_nobody_comes_back(game: ChapterGame) -> None:
    before = Spoiler(game).at(folk=LOST).position
    after = Spoiler(game).position
    assert "Folkestone Garrison is back from the dead" in game.rules.step_faults(before, EndPhase(), after)


def test_eliminated_units_leave_no_marks(game: ChapterGame) -> None:
    """A disrupted garrison that is eliminated is disrupted no more."""
    position = Spoiler(game).marked("disrupted", "folk").position
    assert eliminated(game.context, position, [unit(game, "folk")]).disrupted == frozenset()
