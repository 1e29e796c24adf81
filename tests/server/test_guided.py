# SPDX-License-Identifier: Apache-2.0
"""A guided first turn at a table: what its steps mark, and what is said of those that cannot be done."""

from pathlib import Path

from grognard.server.guided import StepShown
from grognard.server.library import Shipped
from grognard.server.new_table import NewTable
from grognard.server.seat_view import SeatView
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables


def test_a_step_marks_what_can_be_done_and_only_what_cannot_be_done_is_said_to_be(tmp_path: Path) -> None:
    """The mortars fire at the post office, not at the school that the guide had in mind: the shells then fall there."""
    tables = Tables(SqliteStore(tmp_path), Shipped())
    made = tables.make(NewTable(dice="server", game="asl-sk", scenario="night", hotseat=True))
    live = tables.find(made.table)
    seat = live.seat(made.seats["Russian"] or "")

    def steps() -> dict[str, StepShown]:
        return {step.title: step for step in SeatView(live, seat).guide().steps}

    before = steps()
    assert before["The mortars"].hexes == ("1006",)
    assert before["The mortars"].closed == ""
    assert before["The shells fall"].closed
    # Whoever passes that over by hand comes to a step that can be done.
    assert before["End the fire phase"].closed == ""
    fire = {**(before["The mortars"].order or {}), "target": "0806"}
    target = next(battle for battle in SeatView(live, seat).view().battles if battle.target == "0806")
    fire["units"] = [each.piece for each in target.pieces]
    live.order(seat, live.moment.seq, "fire", fire)
    after = steps()
    assert after["The mortars"].state == "done"
    assert after["The shells fall"].hexes == ("0806",)
    tables.close()
