# SPDX-License-Identifier: Apache-2.0
"""The odds of a round of close combat on the map: one to begin, one with attacks declared, or one in turns.

Undeclared attacks are assumed to follow the best pairing. Like units go by their own names if that is not too much.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.asl_sk import ambush, close_combat_orders, close_combat_round, round_text
from grognard.games.asl_sk.attack import AttackSheet, Outcome
from grognard.games.asl_sk.best_pairing import nameless
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.close_combat import resolve
from grognard.games.asl_sk.close_combat_orders import in_hand, mode_in, modifier
from grognard.games.asl_sk.close_combat_round import (
    MOST_AFTER_AMBUSH,
    MOST_IN_TURNS,
    TOO_MANY,
    left_out_lines,
    pairing_lines,
)
from grognard.games.asl_sk.groups import grouped, ungrouped
from grognard.games.asl_sk.linked_attacks import sheet_in
from grognard.games.asl_sk.pairing import Attacks, Team, pairing
from grognard.games.asl_sk.rolls import label
from grognard.games.asl_sk.round_sequence import after_attacks, after_turn, end_of_round, half_round, in_turns
from grognard.games.asl_sk.round_text import (
    Detail,
    Names,
    RoundOutcome,
    detail_at_the_end,
    detail_of,
    renamed,
    round_outcome,
)
from grognard.games.asl_sk.side_text import by_nation, line_by_nation, preview_by_nation
from grognard.games.asl_sk.simultaneous_attacks import (
    Fight,
    LinkedAttacks,
    Mode,
    RoundLosses,
    facing,
    fight,
    roll_all,
)
from grognard.games.asl_sk.terms import GAME, Nation, enemy
from grognard.hexes import HexId
from grognard.play.board import Expected, Preview
from grognard.play.preview import part_of, preview
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.umpire import Call, Rule, odds

Sides = tuple[Team, Team]


def _sides(board: Board, at: HexId) -> Sides:
    """Return the ATTACKER's pieces in a hex and the DEFENDER's."""
    ours, theirs = (board.pieces(board.units_at(at, side)) for side in board.sides)
    return ours, theirs


def _forms(board: Board, at: HexId) -> Iterator[Sides]:
    """Yield both sides in a hex with their names, and without."""
    ours, theirs = _sides(board, at)
    yield ours, theirs
    yield tuple(map(nameless, ours)), tuple(map(nameless, theirs))


def _told_at_the_end(board: Board, most: int) -> tuple[Sides, Detail] | None:
    """Choose the names and detail in which the end is described; None if there are too many states either way."""
    for sides in _forms(board, in_hand(board).at):
        told = detail_at_the_end(*sides, most, board.card)
        if told:
            return sides, told
    return None


# A round that is to begin


def to_begin(board: Board, at: HexId) -> Preview:
    """Return the odds of the round; if there are too many ways for it to end, only those of its ambush, and the reason."""
    rolled = close_combat_orders.ambush_sheet(board, at)
    for sides in _forms(board, at):
        try:
            sheet = close_combat_round.sheet_of(*sides, "roll" if rolled else "none", 1, board.card)
        except NotAllowed:
            continue
        on_map = mode_in(board, at, sheet.mode.leaders, counted=sheet.mode.counted)
        shown = preview(GAME, close_combat_round.PROCEDURE, replace(sheet, mode=on_map))
        return preview_by_nation(board, shown)
    left_out = Line("the whole round", "left out", TOO_MANY)
    if rolled:
        shown = preview(GAME, ambush.PROCEDURE, rolled)
        return preview_by_nation(board, replace(shown, lines=(*shown.lines, left_out)))
    fought = Expected("", f"the round is fought; {TOO_MANY}", Fraction(1))
    return Preview(GAME, close_combat_round.PROCEDURE.name, (left_out,), (fought,))


# A round with attacks declared


class DeclaredSheet(Worksheet, frozen=True):
    """What a round rolls on: all its attacks, whether the enemy strikes back then, and how its end is described."""

    told: str
    fight: Fight
    linked: tuple[tuple[LinkedAttacks], ...]
    names: Names
    mode: Mode
    answered: bool


def declared(board: Board) -> DeclaredSheet:
    """Work out the round in hand, assuming that undeclared attacks follow the best pairing."""
    combat, attacks = in_hand(board), _both(board)
    of_nations = dict(zip(board.sides, attacks, strict=True))
    lines = [line for nation, own in of_nations.items() for line in _lines(board, nation, own)]
    by_ambusher = combat.by == combat.mover
    answered = _told_at_the_end(board, MOST_AFTER_AMBUSH) if by_ambusher else None
    if answered:
        lines.append(Line("who is left strikes back", "by the best pairing", "ruling close-combat-order"))
    elif by_ambusher:
        lines.append(Line("what strikes back", "left out", TOO_MANY))
    (ours, theirs), told = answered or _told_at_once(board, attacks)
    rolled = _named(board, (ours, theirs), attacks[0]), _named(board, (ours, theirs), attacks[1])
    mover = board.role(combat.mover)
    if answered:
        own, foes, attacks_made = grouped(*facing(mover, ours, theirs), facing(mover, *rolled)[0])
        (ours, theirs), rolled = facing(mover, own, foes), facing(mover, attacks_made, ())
    rolls_by = mode_in(board, combat.at, told.leaders, counted=told.names == "counters" and not answered)
    return DeclaredSheet(
        (*lines, *left_out_lines(told)),
        ", ".join(f"{nation}: {counted(len(own), 'attack')}" for nation, own in of_nations.items() if own),
        replace(fight(ours, theirs, close_combat_orders.ambusher(board)), mover=mover),
        close_combat_orders.linked(board, *rolled, rolls_by),
        told.names,
        rolls_by,
        answered=answered is not None,
    )


def _told_at_once(board: Board, attacks: tuple[Attacks, Attacks]) -> tuple[Sides, Detail]:
    """Choose the names and detail in which the end is described, if no side strikes back after the attacks."""
    ours, theirs = attacks
    hit_by_us, hit_by_them = ([piece for _, target in side for piece in target] for side in attacks)
    told = detail_of(hit_by_them, hit_by_us, (len(ours), len(theirs)), board.card)
    attackers, defenders = (renamed(ungrouped(side), told.names) for side in _sides(board, in_hand(board).at))
    return (attackers, defenders), told


def _both(board: Board) -> tuple[Attacks, Attacks]:
    """Return the attacks of the ATTACKER and of the DEFENDER, who finds units grouped by the ATTACKER's attacks (ruling lone-smc)."""
    combat, (first, second) = in_hand(board), board.sides
    declares = combat.by is None and combat.stage == "declare" and combat.mover == first
    later = board.after(close_combat_orders.declare_best(board)) if declares else board
    answers = tuple(
        (
            board.pieces(close_combat_orders.units_of(board, own)),
            board.pieces(close_combat_orders.units_of(board, foes)),
        )
        for own, foes in _attacks(later, second)
    )
    return _attacks(board, first), answers


def _attacks(board: Board, side: Nation) -> Attacks:
    """Return a side's declared attacks and, while it may declare more, the best further ones; after an ambush only in its turn."""
    combat = in_hand(board)
    if combat.by is not None and combat.mover != side:
        return ()
    so_far = close_combat_orders.attacks_of(board, side)
    waits = combat.stage == "declare" and (combat.mover == side or side != board.position.player)
    return (*so_far, *close_combat_orders.best(board, side)) if waits else so_far


def _named(board: Board, sides: Sides, attacks: Attacks) -> Attacks:
    """Return attacks with units under the names that `sides` gives them."""
    names = dict(zip(sum(_sides(board, in_hand(board).at), ()), sum(sides, ()), strict=True))
    return tuple(
        (tuple(map(names.__getitem__, own)), tuple(map(names.__getitem__, foes))) for own, foes in attacks
    )


def _lines(board: Board, side: Nation, attacks: Attacks) -> list[Line]:
    count = len(close_combat_orders.attacks_of(board, side))
    lines = pairing_lines(side, [pairing(*attack, modifier(board, side), board.card) for attack in attacks])
    return [replace(line, source="declared") if at < count else line for at, line in enumerate(lines)]


def whole_round(sheet: DeclaredSheet) -> Rule[RoundOutcome]:
    """Roll all attacks, let survivors of an ambush strike back, and return the survivors."""
    struck: RoundLosses = yield roll_all(sheet.linked)
    end = after_attacks(sheet.fight, struck, sheet.mode)
    if sheet.answered:
        end = yield Call(half_round, replace(end, mover=enemy(end.mover)), sheet.mode)
    return round_outcome(end_of_round(end, sheet.mode), sheet.names)


def procedure(board: Board) -> Procedure:
    """Return the procedure of a whole round, described with the names of the sides."""

    def told(tell: Callable[[RoundOutcome], str], outcome: RoundOutcome) -> str:
        return by_nation(board, tell(outcome))

    parts = tuple((by_nation(board, name), partial(told, tell)) for name, tell in round_text.PARTS)
    return Procedure(
        "close-combat-round",
        "Close combat: the round",
        DeclaredSheet,
        declared,
        whole_round,
        partial(told, round_text.tell),
        parts,
        label=label,
        events=tuple(replace(event, says=by_nation(board, event.says)) for event in round_text.EVENTS),
    )


# A round in turns


class TurnsSheet(msgspec.Struct, frozen=True, cache_hash=True):
    """What the rest of a round rolls on: the attack, the round before it, and how its end is described."""

    attack: AttackSheet
    fight: Fight
    names: Names
    mode: Mode


def after_attack(board: Board, attack: AttackSheet) -> list[Line]:
    """Say what a round in turns would come to after an attack; if there are too many ways for it, say that instead."""
    shown = _told_at_the_end(board, MOST_IN_TURNS)
    if shown is None:
        return [Line("the whole round", "left out", TOO_MANY)]
    chance = odds(rest_of_round, _turns_sheet(board, attack, *shown))
    lines = []
    for name, tell in round_text.PARTS:
        ways = part_of(name, chance.map(tell)).ways
        told = ", ".join(f"{way} {float(share):.1%}" for way, share in ways)
        lines.append(Line(f"after the round: {name}", told, "ruling best-pairing, for the attacks to come"))
    return [line_by_nation(board, line) for line in lines]


def _turns_sheet(board: Board, attack: AttackSheet, sides: Sides, told: Detail) -> TurnsSheet:
    """Return the round as it stands, with units under the names that `sides` gives them."""
    combat, role = in_hand(board), board.role(board.side)
    ((own, foes),) = _named(board, sides, ((attack.attackers, attack.targets),))
    rolls_by = mode_in(board, combat.at, told.leaders)
    ours, theirs = (
        [
            replace(
                piece, acted=unit.number in combat.acted, hit=unit.number in combat.hit and not unit.is_afv
            )
            for unit, piece in zip(board.units_at(combat.at, nation), side, strict=True)
        ]
        for nation, side in zip(board.sides, sides, strict=True)
    )
    now = replace(fight(ours, theirs, close_combat_orders.ambusher(board)), mover=role)
    rolled = sheet_in(rolls_by, role, (own, foes), modifier(board, board.side))
    return TurnsSheet(rolled, now, told.names, rolls_by)


def rest_of_round(sheet: TurnsSheet) -> Rule[RoundOutcome]:
    """Roll the attack, take turns until there are no more attacks, and return the survivors."""
    outcome: Outcome = yield Call(resolve, sheet.attack)
    last: Fight = yield in_turns(after_turn(sheet.fight, sheet.attack, outcome, sheet.mode), sheet.mode)
    return round_outcome(end_of_round(last, sheet.mode), sheet.names)
