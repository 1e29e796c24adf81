# SPDX-License-Identifier: Apache-2.0
"""Play to find faults: whole games by a program, with every invariant checked after every step.

A game that breaks one is reduced to a short log that still does.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.opponent.programs import Program, decision
from grognard.play.canonical import fingerprint
from grognard.play.game import BoardGame
from grognard.play.invariants import EVERY_STEP
from grognard.play.log import Entry, Header, Log
from grognard.play.loop import Dice, acts
from grognard.play.shrink import shrunk
from grognard.play.step_checks import BrokenCheck, CheckedStep, Checks
from grognard.play.table import Table, begin, replay_checked
from grognard.umpire import answer_to

# A game that has not ended after so many steps never will.
MOST_STEPS = 20_000
CRASH = "crash"
# How many samples are tried at each step while a failing game is reduced.
SAMPLES = 5


class Failure(msgspec.Struct, frozen=True):
    """A fault, and the game that has it: the log up to its last entry."""

    fault: BrokenCheck
    log: Log


class Played(msgspec.Struct, frozen=True):
    """A game played to its end, or to a fault."""

    table: Table[Any]
    steps: int
    failure: Failure | None = None


def play_out(table: Table[Any], program: Program, rng: Random, checks: Checks = EVERY_STEP) -> Played:
    """Play a game to its end by one program for all sides, and stop at the first fault."""
    steps, last_fingerprint = 0, fingerprint(table.position)
    dice = Dice(rng)
    attempts: list[Any] = []

    def recorded(act: Any) -> Any:
        attempts.append(act)
        return act

    games = acts(table, lambda now: recorded(decision(program, now, rng)), lambda roll: recorded(dice(roll)))
    while True:
        attempts.clear()
        try:
            after = next(games, None)
        except Exception as error:  # noqa: BLE001 - any error is a finding
            return Played(table, steps, Failure(_crashed(error), _log_with(table, attempts)))
        if after is None:
            return Played(table, steps)
        step = CheckedStep(table, after, last_fingerprint)
        table, last_fingerprint, steps = after, step.fingerprint, steps + 1
        fault = next(checks(step), None)
        if fault is None and steps > MOST_STEPS:
            fault = BrokenCheck("time", f"the game has not ended in {MOST_STEPS} steps")
        if fault:
            return Played(table, steps, Failure(fault, table.log))


def _log_with(table: Table[Any], attempts: Iterable[Any]) -> Log:
    """Return the log with the last attempt, if there was one."""
    log = table.log
    for act in attempts:
        log = Log(log.header, (*table.before_order.log.entries, entry_with(table, act)))
    return log


def entry_with(table: Table[Any], act: Any) -> Entry:
    """Return the last entry of the log as an act would leave it, whether or not the rules can carry it out."""
    entry, ask = table.in_hand, table.asked
    if entry is None or ask is None:
        return Entry(act)
    return replace(entry, answers=(*entry.answers, answer_to(ask, act)))


def _crashed(error: Exception) -> BrokenCheck:
    return BrokenCheck(CRASH, f"{type(error).__name__}: {error}")


# A fault found again


def first_failure(
    game: BoardGame[Any], log: Log, checks: Checks = EVERY_STEP, samples: int = 1
) -> Failure | None:
    """Play as much of a log as possible, and return the first fault, with the log up to it.

    What checks only sample is sampled so many times at each step.
    """
    table = begin(game, log.header)
    for entry in log.entries:
        try:
            after_entry = replay_checked(table, entry)
        except GrognardError:
            continue  # an order that is no longer possible is left out
        except Exception as error:  # noqa: BLE001 - see above
            return Failure(_crashed(error), Log(log.header, (*table.log.entries, entry)))
        for sample in range(samples):
            for fault in checks(CheckedStep(table, after_entry, sample=sample)):
                return Failure(fault, after_entry.log)
        table = after_entry
        if table.in_hand is not None:
            break
    return None


def reduced(game: BoardGame[Any], failure: Failure, checks: Checks = EVERY_STEP) -> Failure:
    """Reduce a failing game to as few entries as still show a fault of the same check."""
    only_check = checks.always(failure.fault.check)

    def failure_of(entries: Iterable[Entry]) -> Failure | None:
        shorter = first_failure(game, Log(failure.log.header, tuple(entries)), only_check, SAMPLES)
        return shorter if shorter and shorter.fault.check == failure.fault.check else None

    best = failure_of(failure.log.entries) or failure
    entries = shrunk(best.log.entries, lambda entries: failure_of(entries) is not None)
    return failure_of(entries) or best


def fuzz(
    game: BoardGame[Any], header: Header, program: Program, seed: int, checks: Checks = EVERY_STEP
) -> Played:
    """Play one game from the start by its seed; a fault comes with the shortest log that shows it."""
    played = play_out(begin(game, header), program, Random(seed), checks)  # noqa: S311 - a game, not a secret
    if played.failure is None:
        return played
    return replace(played, failure=reduced(game, played.failure, checks))
