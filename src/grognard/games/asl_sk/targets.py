# SPDX-License-Identifier: Apache-2.0
"""What can be rolled for or declared now, with every unit that might take part, as the board shows it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from grognard.games.asl_sk import close_combat_orders, fire_orders, rally_orders
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.position import Phase
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.play.board import Battle, Candidate
from grognard.procedures.forms import Field
from grognard.rules.map_view import battle_at
from grognard.rules.naming import names
from grognard.rules.order_kinds import ids


def battles(board: Board) -> Iterator[Battle]:
    """Yield what can be rolled for or declared now."""
    shown = SHOWN.get(board.position.phase)
    return shown(board) if shown else iter(())


def _rallies(board: Board) -> Iterator[Battle]:
    for at in rally_orders.hexes(board):
        for unit in board.units_at(at, board.side):
            if not rally_orders.why_not(board, unit):
                yield _settled(board, "rally", f"Rally {unit.name} in", at, [unit], does="roll")


def _fires(board: Board) -> Iterator[Battle]:
    aimed = board.position.aimed
    if aimed:
        under = fire_orders.under_fire(board, aimed.at)
        what = f"{aimed.fire} falls on"
        yield _settled(board, "fall", what, aimed.at, under, does="roll", in_hand=True)
    for at, fires in fire_orders.targets(board).items():
        for fire in fires:
            units = fire_orders.fired_at(board, fire, at)
            field = Field("fire", "which fire", "choice", (fire,), fire)
            yield _settled(board, "fire", f"{fire} at", at, units, does="aim", options=(field,))


def _close_combats(board: Board) -> Iterator[Battle]:
    for at in close_combat_orders.hexes(board):
        own = board.units_at(at, board.side)
        yield _settled(board, "close-combat", "Close combat in", at, own, does="begin")
    if board.position.combat:
        yield from _in_hand(board)


SHOWN: dict[Phase, Callable[[Board], Iterator[Battle]]] = {
    "rally": _rallies,
    "fire": _fires,
    "defensive fire": _fires,
    "close combat": _close_combats,
}


def _settled(board: Board, kind: str, what: str, at: HexId, units: Iterable[Unit], **more: Any) -> Battle:
    """Show what needs only the dice: all of some units take part in it."""
    return battle_at(board.context, kind, what, at, map(Candidate, ids(units)), settled=True, **more)


def _in_hand(board: Board) -> Iterator[Battle]:
    """Yield what the side can do in the close combat in hand: the best pairing first, as a hint."""
    at = close_combat_orders.in_hand(board).at
    if close_combat_orders.in_hand(board).stage == "resolve":
        own = board.units_at(at, board.side)
        yield _settled(board, "resolve", "Roll the attacks in", at, own, does="roll", in_hand=True)
        return
    if not close_combat_orders.why_not_best(board, at):
        units = close_combat_orders.best_units(board, at)
        yield _settled(board, "best-pairing", "The best pairing in", at, units, does="declare", in_hand=True)
    for whom, foes in close_combat_orders.attackable(board).items():
        yield from _attack(board, whom, foes)


def _attack(board: Board, whom: str, foes: list[Unit]) -> Iterator[Battle]:
    """Show the attack on one enemy team, if any unit can make it."""
    combat = close_combat_orders.in_hand(board)
    own = board.units_at(combat.at, board.side)
    barred = {unit.id: close_combat_orders.why_not_attack(board, [unit], combat.at, whom) for unit in own}
    able = [unit for unit in own if not barred[unit.id]]
    if not able:
        return
    # A leader who does not attack alone may attack with the units he fights with.
    joining = [
        unit
        for unit in own
        if unit not in able and not close_combat_orders.why_not_attack(board, [*able, unit], combat.at, whom)
    ]
    barred |= {unit.id: "" for unit in joining}
    attacking = _default_attackers(board, [*able, *joining], whom, foes)
    yield Battle(
        type="attack",
        title=f"Attack {'all: ' if whom == close_combat_orders.ALL else ''}{names(foes)}",
        target=board.grid.hex_name(combat.at),
        pieces=tuple(Candidate(unit.id, barred[unit.id], aside=unit not in attacking) for unit in own),
        options=(Field("at", "whom", "choice", (whom,), whom),),
        does="attack" if combat.stage == "turns" else "declare",
        in_hand=True,
    )


def _default_attackers(board: Board, able: list[Unit], whom: str, foes: list[Unit]) -> list[Unit]:
    """Return the units that attack by default: all that can; if not all may together, those of the best pairing."""
    if not close_combat_orders.why_not_attack(board, able, close_combat_orders.in_hand(board).at, whom):
        return able
    best = (
        close_combat_orders.units_of(board, own)
        for own, team in close_combat_orders.best(board)
        if close_combat_orders.units_of(board, team) == foes
    )
    return next(best, able[:1])
