# SPDX-License-Identifier: Apache-2.0
"""What must hold of saves, replays and undo in every game after every step, even in the middle of an order."""

from collections.abc import Iterator

import msgspec

from grognard.play.canonical import canonical
from grognard.play.log import Log, parse_log, print_log, read_log
from grognard.play.step_checks import CheckedStep
from grognard.play.table import resume


def survives_a_save(step: CheckedStep) -> Iterator[str]:
    """A log written and read is the same; its last entry, carried out again from the position before, gives the same."""
    log = step.after.log
    saved = parse_log(print_log(Log(log.header, log.entries[-1:])))
    entry = read_log(step.game, saved).entries[0]
    if entry != log.entries[-1]:
        yield f"saved and loaded, {log.entries[-1]} is {entry}"
    again = step.before.before_order.replayed(entry)
    if (again.log, again.positions) != (log, step.after.positions):
        yield f"replayed, {entry} leads somewhere else"
    if again.question != step.after.question:
        yield f"replayed, {entry} asks {again.question!r} instead of {step.after.question!r}"


def is_plain(step: CheckedStep) -> Iterator[str]:
    """A position written and read back is equal, and writes the same bytes again."""
    written = canonical(step.position)
    again = msgspec.json.decode(written, type=type(step.position))
    if again != step.position or canonical(again) != written:
        yield "a position written and read is another"


def survives_from_the_start(step: CheckedStep) -> Iterator[str]:
    """The whole log, saved, loaded and replayed from the start, is the same game."""
    again = resume(step.game, read_log(step.game, parse_log(print_log(step.after.log))))
    if (again.log, again.positions) != (step.after.log, step.after.positions):
        yield "replayed from the start, the game is another"


def undo_is_exact(step: CheckedStep) -> Iterator[str]:
    """An order taken back leaves things as they were, and given again leads to the same."""
    table = step.after
    if not table.undoable:
        return
    back = table.undo()
    if back.positions != table.positions[: len(back.positions)] or back.in_hand is not None:
        yield "what was taken back is not as it was"
    if back.replayed(table.log.entries[-1]) != table:
        yield "the order taken back and given again leads somewhere else"
