# SPDX-License-Identifier: Apache-2.0
"""The odds told of a round on the map are those of playing it: every way of the dice, through the rules of its orders."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import msgspec
import pytest
from lerchenau import Board

from grognard.games.asl_sk import board as boards
from grognard.games.asl_sk import close_combat_orders, close_combat_sequence
from grognard.games.asl_sk.game import AslSk
from grognard.games.asl_sk.orders import Attack, BestPairing, CloseCombat
from grognard.games.asl_sk.pairing import Team, worth
from grognard.games.asl_sk.position import Position
from grognard.rules.orders import EndPhase, Resolve
from grognard.umpire import Rule, odds

# How many units are left, first of the side whose turn it is.
Left = tuple[int, int]


def to_the_end(game: AslSk, position: Position) -> Rule[Position]:
    """Play the close combat in hand to its end, both sides by the best pairing."""
    while combat := position.combat:
        ground = game.context.board(position)
        if combat.stage == "resolve":
            position = yield from close_combat_sequence.roll(ground)
        elif combat.stage == "turns" and (best := best_attack(ground)):
            own, at = close_combat_orders.units_of(ground, best[0]), declarable(ground, *best)
            position = yield from close_combat_sequence.attack(ground, own, at)
        else:
            none = combat.stage == "turns" or not close_combat_orders.best(ground)
            declared = position if none else close_combat_orders.declare_best(ground)
            position = close_combat_sequence.settle(
                game.context.board(close_combat_sequence.pass_on(game.context.board(declared)))
            )
    return position


def best_attack(ground: boards.Board) -> tuple[Team, Team] | None:
    """The best attack of the best pairing."""
    ambush = close_combat_orders.modifier(ground, ground.side)
    worths = {each: worth(*each, ambush, ground.card) for each in close_combat_orders.best(ground)}
    best = max(worths, key=worths.__getitem__, default=None)
    return best if best and worths[best] else None


def declarable(ground: boards.Board, own: Team, foes: Team) -> str:
    """How an attack is declared by hand, which must be allowed."""
    whom = set(close_combat_orders.units_of(ground, foes))
    at = next(name for name, units in close_combat_orders.attackable(ground).items() if set(units) == whom)
    assert not close_combat_orders.why_not_attack(
        ground, close_combat_orders.units_of(ground, own), close_combat_orders.in_hand(ground).at, at
    )
    return at


def agree(board: Board, order: msgspec.Struct, where: str) -> None:
    """Hold what is told of an order to what comes of the round; new leaders, who may be left out, are not counted."""
    game, at, before = board.game, board.game.context.hex(where), board.game.context.board(board.position)
    promotes = game.card.ruled("field-promotion") == "on"

    def rule() -> Rule[Left]:
        begun = (
            board.position if before.position.combat else (yield from close_combat_sequence.begin(before, at))
        )
        ground = game.context.board((yield from to_the_end(game, begun)))
        ours, theirs = (len(ground.units_at(at, side)) for side in before.sides)
        return ours, theirs

    shown = game.view.preview(board.position, order)
    assert shown is not None
    told = {part.name: dict(part.ways) for part in shown.parts}
    ends = dict(odds(rule).items())
    sides = before.sides
    assert told["the hex"] == added_up(ends, lambda end: held(end, sides))
    for number, side in enumerate(sides if not promotes else ()):
        assert told[f"{side} keeps"] == added_up(ends, partial(kept, number))


def kept(number: int, end: Left) -> str:
    """Say how many units of a side are left."""
    return "1 unit" if end[number] == 1 else f"{end[number]} units"


def held(end: Left, sides: tuple[str, str]) -> str:
    """Say whose hex it is."""
    if all(end):
        return "both sides are there"
    return next(
        (f"{side} holds the hex" for side, count in zip(sides, end, strict=True) if count), "nobody is left"
    )


def added_up(ends: dict[Left, Fraction], tell: Callable[[Left], str]) -> dict[str, Fraction]:
    """Add up what is told alike."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for end, chance in ends.items():
        found[tell(end)] += chance
    return found


@pytest.mark.parametrize(
    ("russians", "germans"),
    [
        ("r1 rl1", "g1"),
        ("r1 r2 rl1", "g1 g3 gl1 gl2"),
        ("r1 r2 rl1 rl2", "g1 g5 gl1"),
        ("r1 r2 rl1 rl2", "g1 g3 gl1 gl2"),
        ("r1 r2 rl1 rl2", "g1 g2 g3"),
        # Leaders who attack together are attacked together (ruling lone-smc).
        ("rl1 rl2", "g1"),
        ("r1", "gl1 gl2"),
    ],
)
@pytest.mark.parametrize("where", ["1007", "1006"])
@pytest.mark.parametrize("promotion", ["on", "off"])
def test_a_round_told_as_it_begins_is_the_round_that_is_played(
    russians: str, germans: str, where: str, promotion: str
) -> None:
    """In the open at the same time; in the school with a roll for ambush, after which leaders are with whom they fought."""
    ours = dict.fromkeys(russians.split(), f"{where} came" if where == "1006" else where)
    board = Board(field_promotion=promotion).set_up(
        "Russian", "close combat", **ours, **dict.fromkeys(germans.split(), where)
    )
    agree(board, CloseCombat(tuple(ours), where), where)


@pytest.mark.parametrize("mark", ["cx", "pinned"])
@pytest.mark.parametrize("where", ["1007", "1006"])
def test_a_leader_who_stays_out_of_the_attack_is_told_as_it_is_played(mark: str, where: str) -> None:
    """He is attacked with his squad all the same, as he is on the map; pins last until the round is over."""
    came = f"{where} came" if where == "1006" else where
    board = Board().set_up("Russian", "close combat", r1=came, rl1=f"{came} {mark}", g1=where, gl1=where)
    agree(board, CloseCombat(("r1", "rl1"), where), where)


def test_the_answer_to_leaders_who_declare_together_is_told_as_it_is_played() -> None:
    board = Board().set_up("Russian", "close combat", rl1="1007", rl2="1007", g1="1007")
    board.give(CloseCombat(("rl1", "rl2"), "1007"))
    agree(board, BestPairing(("rl1", "rl2"), "1007"), "1007")


@pytest.mark.parametrize(
    ("americans", "germans"),
    [
        ("a1 a2 al1", "gp"),
        ("a1 a2 al1", "g1 g5 gp"),
        ("a1 a2 al1", "g1 g2 gl1 gp"),
        ("a1 al1 al2", "g1 gl1 gp"),
        ("a1 a5", "g1 g2 gl1 gp"),
        # More men than the Panzer can answer: it is done before they are.
        ("a1 a2 a3 al1 al2 al3", "gp"),
    ],
)
@pytest.mark.parametrize("promotion", ["on", "off"])
def test_a_round_in_turns_told_as_it_begins_is_the_round_that_is_played(
    americans: str, germans: str, promotion: str
) -> None:
    ours = tuple(americans.split())
    board = Board("tanks", field_promotion=promotion).set_up(
        "American", "close combat", **dict.fromkeys((*ours, *germans.split()), "1007")
    )
    agree(board, CloseCombat(ours, "1007"), "1007")


def test_after_an_ambush_by_a_leader_alone_the_answer_told_is_the_one_that_is_played() -> None:
    """Orlov attacked alone and defends alone: Gruppe 1 answers at 4-1 against him."""
    came = "1006 came"
    board = Board().set_up("Russian", "close combat", r1=came, rl1=came, g1="1006")
    board.give(CloseCombat(("r1", "rl1"), "1006")).rolls(1, 6)
    board.give(Attack(("rl1",), "1006", "g1"), EndPhase())
    agree(board, Resolve(("r1", "rl1"), "1006"), "1006")
