"""The odds of a whole round of close combat on the map: the attacks that were declared, and the best for those to come."""

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import close_combat_orders, new_leaders, round_text
from grognard.games.asl_sk.best_pairing import nameless
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.close_combat_round import (
    MOST_AFTER_AMBUSH,
    TOO_MANY,
    pairing_lines,
    told_at_the_end,
)
from grognard.games.asl_sk.groups import grouped, ungrouped
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.pairing import Attacks, pairing
from grognard.games.asl_sk.round_sequence import after, half_round, joined
from grognard.games.asl_sk.round_text import Left, Level, Names, ends, left_of, level, renamed
from grognard.games.asl_sk.side_text import by_nation
from grognard.games.asl_sk.simultaneous_attacks import (
    Fight,
    LinkedAttacks,
    Manner,
    Struck,
    both,
    fight,
    roll_linked,
)
from grognard.games.asl_sk.stacks import Piece
from grognard.games.asl_sk.terms import Nation, Side
from grognard.procedures.procedure import Line, Procedure, Worksheet
from grognard.umpire import Call, Rule, total


class DeclaredSheet(Worksheet, frozen=True):
    """What a round rolls on: every attack of it; who strikes back then, by the best pairing; and how its end is told."""

    told: str
    fight: Fight
    linked: tuple[tuple[LinkedAttacks], ...]
    names: Names
    manner: Manner
    answer: Side | None = None


def sheet(board: Board) -> DeclaredSheet:
    """Work the round in hand out: what a side has not declared is taken to follow the best pairing."""
    combat, sides = close_combat_orders.in_hand(board), board.sides
    ours, theirs = _both(board)
    lines = [*_lines(board, sides[0], ours), *_lines(board, sides[1], theirs)]
    answer = board.role(board.scenario.enemy(combat.by)) if combat.by == combat.mover else None
    for form in (_known, _bare) if answer else ():
        pieces = form(_pieces(board, sides[0])), form(_pieces(board, sides[1]))
        if ends(pieces[0]) * ends(pieces[1]) <= MOST_AFTER_AMBUSH:
            told = told_at_the_end(*pieces, 1, vehicles=False, promotion=_promotes(board))
            lines.append(Line("who is left strikes back", "by the best pairing", "ruling close-combat-order"))
            return _sheet(board, (ours, theirs), lines, _Told(pieces, told, answer))
    if answer:
        lines.append(Line("what strikes back", "left out", TOO_MANY))
    told = level(_hit(theirs), _hit(ours), (len(ours), len(theirs)), promotion=_promotes(board))
    pieces = (
        renamed(ungrouped(_pieces(board, sides[0])), told.names),
        renamed(ungrouped(_pieces(board, sides[1])), told.names),
    )
    return _sheet(board, (ours, theirs), lines, _Told(pieces, told))


class _Told(msgspec.Struct, frozen=True):
    """Both sides under the names they are told by, how their end is told, and who strikes back."""

    pieces: tuple[tuple[Piece, ...], tuple[Piece, ...]]
    level: Level
    answer: Side | None = None


def _sheet(board: Board, attacks: tuple[Attacks, Attacks], lines: list[Line], shown: _Told) -> DeclaredSheet:
    """Put the round together."""
    (ours, theirs), told, answer = shown.pieces, shown.level, shown.answer
    at, sides = close_combat_orders.in_hand(board).at, board.sides
    known = [piece for side in sides for piece in _pieces(board, side)]
    names = dict(zip(known, (*ours, *theirs), strict=True))
    manner = Manner(
        told.leaders,
        told.names == "counters" and not answer,
        board.card,
        new_leaders.leaderless(board, at),
        new_leaders.counters(board),
    )
    rolled = _named(attacks[0], names), _named(attacks[1], names)
    if answer == "DEFENDER":
        ours, theirs, attacked = grouped(ours, theirs, rolled[0])
        rolled = attacked, ()
    elif answer == "ATTACKER":
        theirs, ours, attacked = grouped(theirs, ours, rolled[1])
        rolled = (), attacked
    made = close_combat_orders.linked(board, *rolled, manner)
    if told.told:
        lines.append(Line("more outcomes than can be told", told.told, "all are worked out"))
    in_words = ", ".join(
        f"{side}: {'1 attack' if len(each) == 1 else f'{len(each)} attacks'}"
        for side, each in zip(sides, attacks, strict=True)
        if each
    )
    by = close_combat_orders.ambusher(board)
    return DeclaredSheet(tuple(lines), in_words, fight(ours, theirs, by), made, told.names, manner, answer)


def _pieces(board: Board, side: Nation) -> tuple[Piece, ...]:
    """Return the pieces of a side in the close combat in hand."""
    return board.pieces(board.units_at(close_combat_orders.in_hand(board).at, side))


def _known(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return pieces


def _bare(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(map(nameless, pieces))


def _hit(attacks: Attacks) -> list[Piece]:
    return [piece for _, target in attacks for piece in target]


def _promotes(board: Board) -> bool:
    return board.card.ruled("field-promotion") == "on"


def _both(board: Board) -> tuple[Attacks, Attacks]:
    """Return the attacks of the ATTACKER and of the DEFENDER, who finds together who attacked together (ruling lone-smc)."""
    combat, (first, second) = close_combat_orders.in_hand(board), board.sides
    declares = combat.by is None and combat.stage == "declare" and combat.mover == first
    later = board.after(close_combat_orders.declare_best(board)) if declares else board
    answers = tuple(
        (
            board.pieces(close_combat_orders.named(board, own)),
            board.pieces(close_combat_orders.named(board, foes)),
        )
        for own, foes in _attacks(later, second)
    )
    return _attacks(board, first), answers


def _attacks(board: Board, side: Nation) -> Attacks:
    """Return what a side has declared and, while it may declare more, the best for the rest; none that is not its turn."""
    combat = close_combat_orders.in_hand(board)
    if combat.by is not None and combat.mover != side:
        return ()
    known = close_combat_orders.attacks_of(board, side)
    waits = combat.stage == "declare" and (combat.mover == side or side != board.position.player)
    return (*known, *close_combat_orders.best(board, side)) if waits else known


def _named(attacks: Attacks, names: dict[Piece, Piece]) -> Attacks:
    return tuple(
        (tuple(map(names.__getitem__, own)), tuple(map(names.__getitem__, foes))) for own, foes in attacks
    )


def _lines(board: Board, side: Nation, attacks: Attacks) -> list[Line]:
    known = len(close_combat_orders.attacks_of(board, side))
    ambush = close_combat_orders.modifier(board, side)
    found = pairing_lines(side, [pairing(*each, ambush, board.card) for each in attacks])
    return [replace(line, source="declared") if at < known else line for at, line in enumerate(found)]


def whole_round(found: DeclaredSheet) -> Rule[Left]:
    """Roll all attacks, let survivors of an ambush strike back, and say who is left."""
    struck: Struck = yield total(roll_linked, found.linked, both, Struck())
    end = after(found.fight, struck, found.manner)
    if found.answer:
        end = yield Call(half_round, replace(end, mover=found.answer), found.manner)
    return left_of(joined(end, found.manner), found.names)


def procedure(board: Board) -> Procedure:
    """Return the procedure of a whole round, told by the names of the sides."""

    def told(tell: Callable[[Left], str], outcome: Left) -> str:
        return by_nation(board, tell(outcome))

    parts = tuple((by_nation(board, name), partial(told, tell)) for name, tell in round_text.PARTS)
    return Procedure(
        "close-combat-round",
        "Close combat: the round",
        DeclaredSheet,
        sheet,
        whole_round,
        partial(told, round_text.tell),
        parts,
        label=label,
    )
