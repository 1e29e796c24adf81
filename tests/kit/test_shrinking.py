# SPDX-License-Identifier: Apache-2.0
"""A game that breaks something is cut down to a short one that still does: tried with faults planted on purpose."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kit import TEACHING, begun, every_game, fail_with, headed, opened

from grognard.opponent import PROGRAMS, random_play
from grognard.opponent.fuzz import CRASH, first_failure, fuzz, play_out
from grognard.play.log import load_log, read_log
from grognard.play.shrink import shrunk
from grognard.play.step_checks import CheckedStep, Checks
from grognard.play.table import Table
from grognard.umpire import Roll


def test_what_does_not_matter_is_dropped() -> None:
    assert shrunk("abcdefgh", lambda some: {"c", "g"} <= set(some)) == ("c", "g")
    assert shrunk((1, 2, 3), lambda _: True) == ()
    assert shrunk((1, 2, 3), lambda _: False) == (1, 2, 3)


def test_nothing_of_what_is_left_can_be_spared() -> None:
    def fails(some: object) -> bool:
        kept = list(some)  # type: ignore[call-overload]
        return len(kept) >= 3 and kept.count(7) >= 1 and sum(kept) % 2 == 0

    left = shrunk(range(40), fails)
    assert fails(left)
    assert not any(fails(left[:at] + left[at + 1 :]) for at in range(len(left)))


def second_turn(step: CheckedStep) -> Iterator[str]:
    """A fault planted: nobody may see the second turn."""
    if step.game.view.status(step.position).turn >= 2:
        yield "somebody has come to the second turn"


def phases_of_a_turn(table: Table[Any]) -> int:
    """How many orders it takes to come to the second turn by passing every phase."""
    game, count = table.game, 0
    while turn_of(table) < 2:
        table, count = table.give(next(iter(game.rules.orders(table.position, "")))), count + 1
        while isinstance(table.asked, Roll):
            table = table.roll([1] * table.asked.read.dice.count)
    return count


def turn_of(table: Table[Any]) -> int:
    game: Any = table.game
    turn: int = game.view.status(table.position).turn
    return turn


PLANTED = Checks({"planted": (1, second_turn)})


@every_game
def test_a_failing_game_is_cut_to_the_orders_it_needs(name: str, tmp_path: Path) -> None:
    """To come to the second turn it takes no more orders than to pass every phase; an attack may spare one of them."""
    game, head = opened(name), headed(name)
    whole = play_out(begun(name), PROGRAMS["random"], Random(4), PLANTED)
    short = fuzz(game, head, random_play, 4, PLANTED).failure
    assert whole.failure is not None
    assert short is not None
    assert short.fault.says == "somebody has come to the second turn"
    assert len(short.log.entries) < len(whole.failure.log.entries)
    assert len(short.log.entries) <= phases_of_a_turn(begun(name))
    with pytest.raises(pytest.fail.Exception) as message:
        fail_with(short, tmp_path)
    found = re.search(r"a game of (\d+) orders shows it: (\S+)", str(message.value))
    assert found
    again = first_failure(game, read_log(game, load_log(Path(found[2]))), PLANTED)
    assert again is not None
    assert again.fault == short.fault


# Jarama's turns are long, and each of the hundreds of attempts to shorten its game plays one.
LONGEST = "jarama/pindoque"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name == LONGEST else name for name in TEACHING]
)
def test_a_rule_that_breaks_down_is_a_failure_with_its_order(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = opened(name)
    carry_out = type(game.rules).carry_out

    def breaks(self: object, position: object, order: object) -> object:
        if game.view.status(position).turn >= 2:
            raise ZeroDivisionError("planted")
        return carry_out(self, position, order)  # type: ignore[arg-type]

    monkeypatch.setattr(type(game.rules), "carry_out", breaks)
    failure = fuzz(game, headed(name), random_play, 4).failure
    assert failure is not None
    # It may be given, or rolled out beside its preview, or tried in free play, at the moment before.
    assert failure.fault.check in (CRASH, "preview", "no crash")
    assert failure.fault.says.endswith("ZeroDivisionError: planted")
    monkeypatch.undo()
    assert first_failure(game, failure.log) is None
