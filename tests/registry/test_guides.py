# SPDX-License-Identifier: Apache-2.0
"""Guided first turns: each is played through the umpire with any dice, and never gets stuck."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from kit import GAMES

from grognard.charts.errors import BadFile
from grognard.opponent import decision, random_play
from grognard.play.guide import (
    Given,
    Guide,
    GuideStep,
    StepState,
    given_by,
    order_for,
    past_phases,
    progress,
    why_not,
)
from grognard.play.log import Header
from grognard.play.loop import Dice, acted
from grognard.play.table import Table, begin
from grognard.play.visibility import as_seen
from grognard.registry.games import open_game, scenario_names
from grognard.registry.guides import guide, guide_path, read_guide
from grognard.umpire import Choose, Roll

SEEDS = range(12)


def told(name: str) -> Guide:
    found = guide(name, scenario_names(name)[0])
    assert found is not None, f"the teaching scenario of {name} has no guide"
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_teaching_scenario_of_every_game_has_a_guide_that_is_short_and_plain(name: str) -> None:
    guide = told(name)
    assert 4 <= len(guide.steps) <= 16
    for step in guide.steps:
        assert len(step.says) <= 330, step.title
        assert len(step.why) <= 330, step.title
        assert step.says.endswith("."), step.title


@pytest.mark.parametrize(
    ("name", "enemy"), [("iron-curtain", "Soviets"), ("asl-sk", "Germans"), ("jarama", "Republicans")]
)
def test_a_briefing_has_the_points_that_both_sides_begin_with(name: str, enemy: str) -> None:
    game: Any = open_game(name, scenario_names(name)[0])
    points, mine = game.view.status(game.rules.start()).points, told(name).side
    (theirs,) = (had for side, had in points.items() if side != mine)
    assert f"You begin with {points[mine]} points and the {enemy} with {theirs}." in told(name).briefing.wins


def open_step(states: list[StepState]) -> int | None:
    return next((at for at, state in enumerate(states) if state == "open"), None)


def played(name: str, seed: int, *, astray: float = 0.0) -> Iterator[tuple[GuideStep, str]]:
    """Play a guide to its end as a player would: yield each step that came up, and why it could not be done, if so.

    The other side is a program. A player who goes `astray` does something else now and then.
    """
    guide, scenario, rng = told(name), scenario_names(name)[0], Random(seed)
    game: Any = open_game(name, scenario)
    table: Table[Any] = begin(game, Header(game=name, scenario=scenario))
    phases = [phase for phase, _ in game.text.sequence]
    first, passed = game.view.status(table.position).turn, set[int]()
    for _ in range(3000):
        ask = table.asked
        if isinstance(ask, Roll):
            table = acted(table, Dice(rng)(ask))
            continue
        if isinstance(ask, Choose):
            table = acted(table, ask.options[0] if ask.side == guide.side else rng.choice(ask.options))
            continue
        side = game.rules.to_move(table.position)
        if side is None:
            return
        if side != guide.side:
            table = acted(table, decision(random_play, table, rng))
            continue
        seen = as_seen(table.position, side)
        status = game.view.status(seen)
        states = past_phases(
            guide,
            progress(guide, given_by(game, table, side)),
            status.turn - first + 1,
            status.phase_in_sequence,
            phases,
        )
        at = open_step(["passed" if at in passed else state for at, state in enumerate(states)])
        if at is None:
            return
        step = guide.steps[at]
        order = order_for(game, seen, step)
        reason = "" if order else why_not(game, seen, step)
        yield step, reason
        if reason:
            # The player goes on by hand.
            passed.add(at)
        elif rng.random() < astray:
            table = acted(table, decision(random_play, table, rng))
        else:
            table = acted(table, order)
    raise AssertionError(f"{name} goes on for ever with seed {seed}")


@pytest.mark.parametrize("name", GAMES)
def test_a_guide_can_be_followed_with_any_dice(name: str) -> None:
    came, closed = Counter[str](), dict[str, list[str]]()
    for seed in SEEDS:
        for step, reason in played(name, seed):
            came[step.title] += 1
            if reason:
                closed.setdefault(step.title, []).append(reason)
    steps = [step for step in told(name).steps if step.order]
    for step in steps:
        # What follows a roll may be closed by it, or passed by; but each step is something one comes to, and can do.
        assert came[step.title] > len(closed.get(step.title, [])), (
            step.title,
            came[step.title],
            closed.get(step.title),
        )
    rolled = next((at for at, step in enumerate(steps) if step.button == "act"), len(steps))
    assert not [step.title for step in steps[:rolled] if step.title in closed], closed


@pytest.mark.parametrize("name", GAMES)
def test_whoever_goes_astray_still_comes_to_the_end(name: str) -> None:
    for seed in SEEDS[:6]:
        for _ in played(name, seed, astray=0.5):
            pass


# What does a step


def steps(*orders: dict[str, Any] | None, **more: Any) -> Guide:
    every = tuple(GuideStep(title=str(at), says="", order=order, **more) for at, order in enumerate(orders))
    return msgspec.structs.replace(told("seelowe"), steps=every)


MOVE, ATTACK, END = {"type": "move", "unit": "a"}, {"type": "attack", "units": ["a", "b"]}, {"type": "end"}


def given(*orders: dict[str, Any], phase: str = "movement") -> list[Given]:
    return [Given(1, phase, order) for order in orders]


def test_what_is_ordered_does_the_step_like_it_whatever_the_order_of_units() -> None:
    guide = steps(None, MOVE, ATTACK)
    assert progress(guide, given({"type": "attack", "units": ("b", "a")})) == ["read", "open", "done"]
    assert progress(guide, given({"type": "move", "unit": "c"})) == ["read", "open", "open"]


def test_whoever_ends_a_phase_passes_by_what_he_left_undone() -> None:
    ends = msgspec.structs.replace(
        steps(MOVE, END, ATTACK),
        steps=(*steps(MOVE).steps, GuideStep(title="", says="", order=END, ends=True), *steps(ATTACK).steps),
    )
    assert progress(ends, given(END)) == ["passed", "done", "open"]


def test_steps_of_phases_that_were_passed_over_are_passed_by() -> None:
    guide = steps(MOVE, phase="movement")
    later = msgspec.structs.replace(guide, steps=(*guide.steps, *steps(ATTACK, phase="combat").steps))
    phases = ["movement", "air", "combat"]
    assert past_phases(later, ["open", "open"], 1, "combat", phases) == ["passed", "open"]
    assert past_phases(later, ["open", "open"], 1, "air", phases) == ["passed", "open"]
    assert past_phases(later, ["open", "open"], 1, "an unknown phase", phases) == ["open", "open"]
    assert past_phases(later, ["open", "open"], 2, "movement", phases) == ["passed", "passed"]


def test_every_fault_of_a_guide_is_told_with_its_line(tmp_path: Path) -> None:
    text = guide_path("seelowe", "hythe").read_text(encoding="utf-8")
    for wrong, right in (
        ('"17id"]', '"17xx"]'),
        ('phase = "air attack"', 'phase = "flight"'),
        ('side = "German"', 'side = "Roman"'),
        ('type = "air-attack"', 'type = "flight"'),
    ):
        text = text.replace(wrong, right, 1)
    path = tmp_path / "hythe.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as found:
        read_guide("seelowe", "hythe", path)
    said = str(found.value)
    assert "hythe.toml has 4 faults" in said
    for part in (
        "'17xx' is no piece",
        "'flight' is no phase",
        "'Roman' is no side",
        "is no order of the game",
    ):
        assert part in said


def test_a_step_that_cannot_be_read_is_told_by_its_own_line(tmp_path: Path) -> None:
    """Not the list of steps as a whole; what a step does not know is no silent slip, and units and hexes must exist."""
    text = guide_path("seelowe", "hythe").read_text(encoding="utf-8")
    steps = text.index("[[steps]]")
    head, body = text[:steps], text[steps:]
    body = body.replace("ends = true", "end = true", 1).replace('button = "end"', 'button = "stop"', 1)
    body = body.replace('hexes = ["2312"]', 'hexes = ["9912"]', 1).replace(
        'unit = "17id"', 'unit = "17xx"', 1
    )
    path = tmp_path / "hythe.toml"
    path.write_text(head + body, encoding="utf-8")
    with pytest.raises(BadFile) as found:
        read_guide("seelowe", "hythe", path)
    said = str(found.value)
    assert "end: is not known here; did you mean ends?" in said
    assert "button: must be act or end, not 'stop'" in said
    path.write_text(
        head + body.replace("end = true", "ends = true", 1).replace('"stop"', '"end"'), encoding="utf-8"
    )
    with pytest.raises(BadFile, match="hexes: '9912' is off the map") as found:
        read_guide("seelowe", "hythe", path)
    assert "order: '17xx' is no piece" in str(found.value)
