# SPDX-License-Identifier: Apache-2.0
"""Play to find faults: whole games by a program, with every invariant held up after every step.

A game that breaks one is cut down to a short log that still does.
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

# A game that has not ended by then never will.
MANY_STEPS = 20_000
CRASH = "crash"
# How often what is only sampled is drawn again while a failing game is cut down.
LOTS = 5


class Failure(msgspec.Struct, frozen=True):
    """A fault, and the game that has it: the log to its last entry."""

    fault: BrokenCheck
    log: Log


class Played(msgspec.Struct, frozen=True):
    """A game played to its end, or to a fault."""

    table: Table[Any]
    steps: int
    failure: Failure | None = None


def play_out(table: Table[Any], program: Program, rng: Random, checks: Checks = EVERY_STEP) -> Played:
    """Play a game to its end by one program for all sides, and stop at the first fault."""
    steps, known = 0, fingerprint(table.position)
    dice = Dice(rng)
    tried: list[Any] = []

    def trying(act: Any) -> Any:
        tried.append(act)
        return act

    games = acts(table, lambda now: trying(decision(program, now, rng)), lambda roll: trying(dice(roll)))
    while True:
        tried.clear()
        try:
            after = next(games, None)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            return Played(table, steps, Failure(_crashed(error), _log_with(table, tried)))
        if after is None:
            return Played(table, steps)
        step = CheckedStep(table, after, known)
        table, known, steps = after, step.fingerprint, steps + 1
        fault = next(checks(step), None)
        if fault is None and steps > MANY_STEPS:
            fault = BrokenCheck("time", f"the game has not ended in {MANY_STEPS} steps")
        if fault:
            return Played(table, steps, Failure(fault, table.log))


def _log_with(table: Table[Any], tried: Iterable[Any]) -> Log:
    """Return the log with what was tried last, if anything was."""
    log = table.log
    for act in tried:
        log = Log(log.header, (*table.before_order.log.entries, entry_with(table, act)))
    return log


def entry_with(table: Table[Any], act: Any) -> Entry:
    """Return the last entry of the log as an act would leave it, whether or not the rules can carry that out."""
    entry, ask = table.in_hand, table.asked
    if entry is None or ask is None:
        return Entry(act)
    return replace(entry, answers=(*entry.answers, answer_to(ask, act)))


def _crashed(error: Exception) -> BrokenCheck:
    return BrokenCheck(CRASH, f"{type(error).__name__}: {error}")


# A fault found again


def found_again(game: BoardGame[Any], log: Log, checks: Checks = EVERY_STEP, lots: int = 1) -> Failure | None:
    """Play as much of a log as can be played, and return the first fault, with the log up to it.

    With several lots more of what is only sampled is looked at.
    """
    table = begin(game, log.header)
    for entry in log.entries:
        try:
            given = replay_checked(table, entry)
        except GrognardError:
            continue  # what cannot be ordered any more is left out
        except Exception as error:  # noqa: BLE001 - see above
            return Failure(_crashed(error), Log(log.header, (*table.log.entries, entry)))
        for lot in range(lots):
            for fault in checks(CheckedStep(table, given, lot=lot)):
                return Failure(fault, given.log)
        table = given
        if table.in_hand is not None:
            break
    return None


def shorter(game: BoardGame[Any], failure: Failure, checks: Checks = EVERY_STEP) -> Failure:
    """Cut a game that fails to as few entries as still show a fault of the same check."""
    alone = checks.always(failure.fault.check)

    def again(entries: Iterable[Entry]) -> Failure | None:
        same = found_again(game, Log(failure.log.header, tuple(entries)), alone, LOTS)
        return same if same and same.fault.check == failure.fault.check else None

    best = again(failure.log.entries) or failure
    kept = shrunk(best.log.entries, lambda entries: again(entries) is not None)
    return again(kept) or best


def fuzz(
    game: BoardGame[Any], header: Header, program: Program, seed: int, checks: Checks = EVERY_STEP
) -> Played:
    """Play one game from the start by its seed; a fault comes with the shortest log that shows it."""
    played = play_out(begin(game, header), program, Random(seed), checks)  # noqa: S311 - a game, not a secret
    if played.failure is None:
        return played
    return replace(played, failure=shorter(game, played.failure, checks))
