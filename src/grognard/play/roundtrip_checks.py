"""What must hold of saves, replays and undo in every game, at every moment: also in the middle of an order or a question."""

from collections.abc import Iterator

import msgspec

from grognard.play.canonical import canonical
from grognard.play.log import Log, parse_log, print_log, read_log
from grognard.play.step_checks import Moment
from grognard.play.table import resume


def survives_a_save(moment: Moment) -> Iterator[str]:
    """A log written and read is the same; its last entry, carried out again on what was before, leads to the same."""
    log = moment.after.log
    saved = parse_log(print_log(Log(log.header, log.entries[-1:])))
    entry = read_log(moment.game, saved).entries[0]
    if entry != log.entries[-1]:
        yield f"saved and loaded, {log.entries[-1]} is {entry}"
    again = moment.before.before_order.replayed(entry)
    if (again.log, again.positions) != (log, moment.after.positions):
        yield f"replayed, {entry} leads somewhere else"
    if again.question != moment.after.question:
        yield f"replayed, {entry} asks {again.question!r} instead of {moment.after.question!r}"


def is_plain(moment: Moment) -> Iterator[str]:
    """A position written down and read back is equal, and writes the same bytes again."""
    written = canonical(moment.position)
    again = msgspec.json.decode(written, type=type(moment.position))
    if again != moment.position or canonical(again) != written:
        yield "a position written and read is another"


def survives_from_the_start(moment: Moment) -> Iterator[str]:
    """The whole log, saved, loaded and replayed from the start, is the same game."""
    again = resume(moment.game, read_log(moment.game, parse_log(print_log(moment.after.log))))
    if (again.log, again.positions) != (moment.after.log, moment.after.positions):
        yield "replayed from the start, the game is another"


def undo_is_exact(moment: Moment) -> Iterator[str]:
    """What is taken back is as it was, and the same order leads to the same again."""
    table = moment.after
    if not table.undoable:
        return
    back = table.undo()
    if back.positions != table.positions[: len(back.positions)] or back.in_hand is not None:
        yield "what was taken back is not as it was"
    if back.replayed(table.log.entries[-1]) != table:
        yield "the order taken back and given again leads somewhere else"
