"""The odds of a round in turns on the map: an attack, and the best attacks of both sides after it."""

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import close_combat_orders, round_text
from grognard.games.asl_sk.attack import AttackSheet, Outcome
from grognard.games.asl_sk.best_pairing import nameless
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.close_combat_round import TOO_MANY, told_at_the_end
from grognard.games.asl_sk.linked_attacks import sheet_in
from grognard.games.asl_sk.pairing import Team
from grognard.games.asl_sk.round_in_turns import in_turns, moved
from grognard.games.asl_sk.round_sequence import joined
from grognard.games.asl_sk.round_text import Left, left_of
from grognard.games.asl_sk.side_text import line_by_nation
from grognard.games.asl_sk.simultaneous_attacks import Fight, Manner, fight
from grognard.games.asl_sk.terms import Nation
from grognard.games.asl_sk.vehicles import resolve
from grognard.play.preview import part_of
from grognard.procedures.procedure import Line, NotAllowed
from grognard.umpire import Call, Rule, odds

SOURCE = "ruling best-pairing, for the attacks to come"


class TurnsSheet(msgspec.Struct, frozen=True, cache_hash=True):
    """What the rest of a round rolls on: the attack, the round before it, and how its end is told."""

    attack: AttackSheet
    fight: Fight
    names: round_text.Names
    manner: Manner


def lines(board: Board, attack: AttackSheet) -> list[Line]:
    """Say what the whole round would come to after an attack; why not, where there are too many ways for it."""
    for known in (True, False):
        # Units alike are told apart by their names if that is not too much.
        try:
            sheet = _sheet(board, attack, known=known)
        except NotAllowed:
            continue
        return _told(board, sheet)
    return [Line("the whole round", "left out", TOO_MANY)]


def _told(board: Board, sheet: TurnsSheet) -> list[Line]:
    chance = odds(rest_of_round, sheet)
    found = []
    for name, tell in round_text.PARTS:
        ways = part_of(name, chance.map(tell)).ways
        told = ", ".join(f"{way} {float(share):.1%}" for way, share in ways)
        found.append(Line(f"after the round: {name}", told, SOURCE))
    return [line_by_nation(board, line) for line in found]


def _sheet(board: Board, attack: AttackSheet, *, known: bool) -> TurnsSheet:
    """Put the round together as it stands, units by their names or without."""
    ours, theirs = (_pieces(board, side, known=known) for side in board.sides)
    promotion = board.card.ruled("field-promotion") == "on"
    level = told_at_the_end(ours, theirs, 1, vehicles=True, promotion=promotion)
    manner = replace(close_combat_orders.manner(board), leaders=level.leaders)
    role = board.role(board.side)
    if not known:
        teams = tuple(map(nameless, attack.attackers)), tuple(map(nameless, attack.targets))
        attack = sheet_in(manner, role, teams, close_combat_orders.modifier(board, board.side))
    now = fight(
        _marked(board, board.sides[0], ours),
        _marked(board, board.sides[1], theirs),
        close_combat_orders.ambusher(board),
    )
    return TurnsSheet(attack, replace(now, mover=role), level.names, manner)


def _pieces(board: Board, side: Nation, *, known: bool) -> Team:
    pieces = board.pieces(board.units_at(close_combat_orders.in_hand(board).at, side))
    return pieces if known else tuple(map(nameless, pieces))


def _marked(board: Board, side: Nation, pieces: Team) -> Team:
    """Return the pieces of a side as they stand in the round: who has attacked, and who was attacked."""
    combat = close_combat_orders.in_hand(board)
    return tuple(
        replace(piece, acted=unit.number in combat.acted, hit=unit.number in combat.hit and not unit.is_afv)
        for unit, piece in zip(board.units_at(combat.at, side), pieces, strict=True)
    )


def rest_of_round(sheet: TurnsSheet) -> Rule[Left]:
    """Roll the attack, go on by turns until nobody attacks any more, and say who is left."""
    outcome: Outcome = yield Call(resolve, sheet.attack)
    last: Fight = yield in_turns(moved(sheet.fight, sheet.attack, outcome, sheet.manner), sheet.manner)
    return left_of(joined(last, sheet.manner), sheet.names)
