# SPDX-License-Identifier: Apache-2.0
"""Over the edges of the map: what coming costs, where nobody may come, and going again.

In kurgan two Panthers and a halftrack come over the west edge; the High Road leaves the map in 0110.
"""

import pytest
from msgspec.structs import replace
from steppe import Board

from grognard.games.panzerblitz.game import PanzerBlitz
from grognard.games.panzerblitz.orders import Exit, Overrun
from grognard.games.panzerblitz.terms import Side
from grognard.play.table import begin
from grognard.play.tuples import placed
from grognard.rules.orders import Arrive, Move


def waiting(side: Side = "German", *, at: str = "", who: str = "", **more: str) -> Board:
    """Set up a board whose west edge is elsewhere, in hexes `at`, and where `who` comes over it, too."""
    switched = {name: option for name, option in more.items() if "_" in name}
    board = Board(**switched)
    scenario, card = board.game.scenario, board.game.card
    hexes = tuple(map(board.game.context.hex, at.split()))
    places = tuple(
        replace(each, hexes=hexes) if hexes and each.name == "West edge" else each
        for each in scenario.map.places
    )
    units = tuple(
        replace(each, at=None, box="West edge") if each.id == who else each for each in scenario.units
    )
    made = PanzerBlitz(replace(scenario, map=replace(scenario.map, places=places), units=units), card)
    board.game, board.table = made, begin(made, board.table.log.header)
    named = {name: where for name, where in more.items() if "_" not in name}
    return board.set_up(side, "vehicles", **{"p1": "waits", "p2": "waits", **named})


def left(board: Board, unit: str) -> str:
    return board.game.view.reach(board.position, unit).allowed


def test_who_comes_by_road_pays_as_along_the_road() -> None:
    """A Panther has 10: 1/2 for the road; the next, with the first in its way, pays 1 for the clear hex."""
    board = waiting().give(Arrive("p1", "0110"))
    assert left(board, "p1") == "9.5 MF"
    assert left(board.give(Arrive("p2", "0110")), "p2") == "9 MF"


def test_a_road_that_does_not_leave_the_map_there_is_no_way_in() -> None:
    """The High Road runs on through 0209 and 0310: whoever came there would pay for the clear hex."""
    assert left(waiting(at="0209").give(Arrive("p1", "0209")), "p1") == "9 MF"


def test_terrain_costs_what_a_step_into_it_does() -> None:
    """The slope of 1104 costs a Panther 3; the road through the town of 0509 ends elsewhere, and towns cost 1/2."""
    board = waiting(at="1104 0509").give(Arrive("p1", "1104"), Arrive("p2", "0509"))
    assert (left(board, "p1"), left(board, "p2")) == ("7 MF", "9.5 MF")


def test_who_comes_by_road_overruns_nobody_this_turn() -> None:
    """Through 0210 a Panther would drive from the road in 0110 to 0311; from 0111, off the road, one does to 0310."""
    board = waiting(i1="0210").give(Arrive("p1", "0110"), Arrive("p2", "0111"))
    assert "has moved at the road rate" in board.refuses(Overrun(("p1",), "0210"))
    assert board.give(Overrun(("p2",), "0210")).rolls(6).where("p2") == ["0310"]


def test_a_swamp_is_closed_to_who_comes_off_the_road() -> None:
    assert waiting(at="1118").refuses(Arrive("p1", "1118")) == (
        "Panther 1 may not come to 1118: vehicles may enter swamps only by road (tec: SWAMPS)"
    )


@pytest.mark.parametrize("ruling", ["by-road", "as-foot"])
def test_cavalry_comes_into_a_swamp_by_ruling_alone(ruling: str) -> None:
    board = waiting("Soviet", at="1118", who="cv", cv="waits", cavalry_swamp=ruling).now(phase="infantry")
    if ruling == "as-foot":
        assert board.give(Arrive("cv", "1118")).where("cv") == ["1118"]
    else:
        assert "(tec: SWAMPS, ruling cavalry-swamp)" in board.refuses(Arrive("cv", "1118"))


@pytest.mark.parametrize("ruling", ["any", "mf-1"])
def test_a_hex_dearer_than_a_units_movement_is_entered_by_ruling(ruling: str) -> None:
    """If a wooded slope costs 3 and 1, a wagon has not enough; as with any first hex it may come, or not."""
    board = waiting("Soviet", at="0803", who="w1", w1="waits", wooded_slope="both", one_hex_move=ruling)
    if ruling == "any":
        assert left(board.give(Arrive("w1", "0803")), "w1") == "Wagon has no movement left"
    else:
        assert board.refuses(Arrive("w1", "0803")) == (
            "0803 costs 4 MF, and Wagon has 3 (ruling one-hex-move)"
        )


def test_nobody_comes_to_a_full_hex() -> None:
    board = waiting(s1="0105", s2="0105").give(Arrive("p1", "0105"))
    assert board.refuses(Arrive("p2", "0105")) == "0105 is full (ruling stacking)"
    assert "is full" in waiting(s1="0105", s2="0105").wreck("0105").refuses(Arrive("p1", "0105"))


def test_a_block_fills_a_hex_for_who_comes_by_ruling_alone() -> None:
    """Two assault guns stand with the block in 2907: it is the third or nothing."""
    board = waiting(at="2907", s1="2907", s2="2907")
    assert board.give(Arrive("p1", "2907")).where("p1") == ["2907"]
    board = waiting(at="2907", s1="2907", s2="2907", blocks_in_stacks="counted")
    assert board.refuses(Arrive("p1", "2907")) == "2907 is full (ruling stacking)"


def test_nobody_comes_onto_enemies() -> None:
    assert waiting(i1="0105").refuses(Arrive("p1", "0105")) == "enemy units are in 0105 (ruling enemy-hexes)"
    assert waiting(i1="0105", f1="0105").refuses(Arrive("p1", "0105")) == (
        "enemy units are in the fort in 0105: an empty one may be entered (ruling forts-closed)"
    )


def test_a_gun_does_not_come_by_itself() -> None:
    board = waiting(who="g2", g2="waits").now(phase="infantry")
    assert "it moves only as a passenger (ruling no-movement-factor)" in board.refuses(Arrive("g2", "0105"))


def test_leaving_costs_nothing_but_needs_movement() -> None:
    """T-34s, 11, have driven 10 hexes to the edge; with nothing left they stay."""
    board = Board().set_up("Soviet", "vehicles", t1="0105", t2="0106", p1="3301")
    spent = placed(board.position.spent, board.game.context.unit("t1").number, 12 * 11 - 6)
    spent = placed(spent, board.game.context.unit("t2").number, 12 * 11)
    board.now(spent=spent).give(Exit("t1"))
    assert board.where("t1") == ["left the map"]
    assert board.refuses(Exit("t2")) == "T-34 2nd Company has no movement left"


def test_who_has_come_moves_on() -> None:
    board = waiting().give(Arrive("p1", "0110"), Move("p1", "0209"))
    assert left(board, "p1") == "9 MF"
