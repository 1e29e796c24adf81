# SPDX-License-Identifier: Apache-2.0
"""What the board shows of Iron Curtain: counters, states, markers, who may take part, and what is threatened."""

from heath import GAME, Board
from msgspec.structs import replace

from grognard.games.iron_curtain.game import IronCurtain
from grognard.play.board import Candidate, Marker, Piece
from grognard.play.board_view import BoardView
from grognard.play.phase_end import attacks_undone
from grognard.play.places import LOST
from grognard.registry import Card, folder
from grognard.rules.contamination import Contaminated
from grognard.rules.orders import Attack, EndPhase, Overrun
from grognard.rules.scenario import load_scenario


def piece(board: Board, name: str) -> Piece:
    return next(each for each in board.game.view.pieces(board.position) if each.id == name)


def test_pips_are_full_from_the_left() -> None:
    """Both divisions have two steps, and 2nd Armoured has lost one; 3rd Infantry has one."""
    board = Board().set_up("NATO", "movement", n1="0405", n2="0404-", n3="0403", w1="0905")
    assert [piece(board, each).above for each in ("n1", "n2", "n3")] == ["●●", "●○", "●"]
    assert [piece(board, each).values for each in ("n1", "n2")] == ["8-6-6", "4-3-6"]


def test_the_top_of_a_stack_is_drawn_last() -> None:
    board = Board().set_up("NATO", "movement", n2="0405", n3="0405", n1="0405", w1="0905")
    drawn = [each.id for each in board.game.view.pieces(board.position) if each.at == "0405"]
    assert drawn == ["n1", "n3", "n2"]


def test_who_has_fought_is_marked_by_how() -> None:
    """4 to 4 is 1:1, where nobody is harmed by 4 and 4, and a 1 is no retreat."""
    board = Board().set_up("NATO", "movement", n4="0405", w2="0505")
    assert piece(board, "n4").states == ()
    board.give(Overrun(("n4",), "0505")).rolls(4, 4, 1)
    assert piece(board, "n4").states == ("overran",)
    board.give(EndPhase())
    assert piece(board, "n4").states == ()
    board.give(Attack(("n4",), "0505")).rolls(4, 4, 1)
    assert piece(board, "n4").states == ("attacked",)


def test_who_may_not_take_part_is_shown_with_the_reason() -> None:
    """n1 stands between w1 and w2 and attacks w1; then n2 alone is free to attack w2."""
    board = Board().set_up("NATO", "combat", n1="0405", n2="0406", w1="0505", w2="0506")
    board.give(Attack(("n1",), "0505")).rolls(6, 1, 1)
    (battle,) = board.game.view.battles(board.position)
    assert (battle.type, battle.target) == ("attack", "0506")
    assert sorted(battle.pieces, key=lambda each: each.piece) == [
        Candidate("n1", "1st Armoured has attacked already"),
        Candidate("n2"),
    ]


def test_an_overrun_is_shown_with_who_cannot_afford_it() -> None:
    """TEC: a mountain, in 0806, is 5 for the tanks and 2 for the infantry."""
    board = Board().set_up("NATO", "movement", n1="0706", n3="0706", w2="0806")
    (battle,) = board.game.view.battles(board.position)
    assert (battle.type, battle.pieces) == (
        "overrun",
        (
            Candidate(
                "n1",
                "an overrun goes into a hex that costs 2 MP or less, and this one costs 5 (ruling overrun-cost)",
            ),
            Candidate("n3"),
        ),
    )


def test_markers_of_one_kind_are_counted() -> None:
    """Both sides have struck 0405 with nuclear warheads; chemicals lie by themselves."""
    board = Board().set_up("NATO", "movement", n1="0104", w1="0905")
    board.contaminate("0405", "nuclear").contaminate("0405", "chemical").contaminate("0505", "nuclear")
    theirs = Contaminated(board.game.context.naming.hex("0405"), "nuclear", "NATO", 3)
    board.now(contaminated=(*board.position.contaminated, theirs))
    assert sorted(board.game.view.markers(board.position), key=lambda each: (each.at, each.kind)) == [
        Marker("chemical", "0405", 1, says="chemical contamination"),
        Marker("nuclear", "0405", 2, says="nuclear contamination"),
        Marker("nuclear", "0505", 1, says="nuclear contamination"),
    ]


def test_a_threat_is_the_strength_that_comes_there_and_not_over_friends() -> None:
    """1st Armoured has 6 MP and 3rd Infantry 4: both come next to 0604, 5 hexes off, and the tanks next to 0801, 7 off."""
    board = Board().set_up("NATO", "movement", n1="0104", n3="0105", w1="0905")
    threat = board.game.view.threat(board.position, "NATO")
    assert (threat["0604"], threat["0801"]) == ("12", "8")
    assert not {"0104", "0105"} & set(threat), "nobody attacks his friends"


def test_a_threat_does_not_go_where_nobody_may_attack() -> None:
    """From 2109 a ferry goes to 2008 over the mouth of the Elbe: units cross by it, and nobody attacks across it."""
    found = load_scenario(folder("iron-curtain") / "scenarios" / "hannover-1983.toml", GAME)
    game = IronCurtain(found, GAME, Card("iron-curtain"))
    where = {"7gt": game.context.naming.hex("2109"), "1be": game.context.naming.hex("2008")}
    at = tuple(where.get(unit.id, LOST) for unit in found.units)
    hurt = tuple(0 if unit.id in where else len(unit.faces) for unit in found.units)
    threat = game.view.threat(replace(game.rules.start(), at=at, hurt=hurt), "WP")
    assert "2209" in threat
    assert "2008" not in threat


def test_attacks_and_strikes_not_made_are_told_before_their_phase_ends_and_overruns_are_not() -> None:
    """n1 stands beside w1 and can overrun it on the move, strike it from the air or attack it."""
    boards = {
        phase: Board().set_up("NATO", phase, n1="0405", w1="0505")
        for phase in ("strikes", "movement", "combat")
    }
    undone = {
        phase: attacks_undone(BoardView(board.game, board.position), ends_turn=False)
        for phase, board in boards.items()
    }
    assert undone == {
        "strikes": ["not used: 2 air strikes"],
        "movement": [],
        "combat": ["1 hex can still be attacked"],
    }
    board = boards["combat"]
    board.give(Attack(("n1",), "0505")).rolls(4, 4, 1)
    assert attacks_undone(BoardView(board.game, board.position), ends_turn=False) == []
