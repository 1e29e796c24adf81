# SPDX-License-Identifier: Apache-2.0
"""What can be done to hexes in each phase, and which pieces might take part, in the terms of `play.board`."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from grognard.games.jarama import attack_orders, bombardment_orders, recon_orders
from grognard.games.jarama.aircraft import cannot_support
from grognard.games.jarama.board import Board
from grognard.games.jarama.order_text import aim_text
from grognard.games.jarama.scenario import Unit
from grognard.hexes import HexId
from grognard.play.board import Battle, Candidate
from grognard.procedures.forms import Field

# What is done to a hex, in the present and as a participle.
DONE = {"attack": "attacked", "reconnoitre": "reconnoitred", "bomb": "bombed", "fire": "shelled"}

WhyNot = Callable[[Board, Unit, HexId], str]
# Why units may not do to an adjacent hex what is done in a phase.
AGAINST: dict[str, WhyNot] = {"recon": recon_orders.why_not_scout, "combat": attack_orders.why_not_join}
# How many units' reasons are given before the rest are counted.
MOST_REASONS = 2


def _why_not_attack(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex, in combat or on the move; empty if it may."""
    return attack_orders.why_not_target(board, target) or attack_orders.why_not_now(board, unit, target)


def battles(board: Board) -> Iterator[Battle]:
    """Yield what can be done to hexes now, with every piece that might take part."""
    place = board.context.place
    match board.position.phase:
        case "air" | "bombardment":
            for at in bombardment_orders.targets(board):
                yield from _strikes(board, at)
        case "recon":
            for at in recon_orders.targets(board):
                yield from _patrols(board, at)
        case "movement":
            for at in attack_orders.targets(board):
                title = f"Mobile attack on {place(at)}"
                yield _battle(board, "mobile-attack", title, at, _candidates(board, at))
        case "combat":
            for at in attack_orders.targets(board):
                who = (*_candidates(board, at), *_support(board, at))
                yield _battle(board, "attack", f"Attack on {place(at)}", at, who)


def _strikes(board: Board, at: HexId) -> Iterator[Battle]:
    """Yield what aircraft or batteries can do to a hex: each scout flies by itself, the others bombard together."""
    side, air = board.position.side, board.position.phase == "air"
    for plane in board.waiting_planes(side) if air and at in board.foes(side) else ():
        if plane.recon:
            title = f"Reconnaissance of {board.context.place(at)} by {plane.name}"
            flight = _battle(board, "air-recon", title, at, (Candidate(plane.id),), "reconnoitre")
            yield replace(flight, settled=True)
    most = board.missions_left(side) if air else None
    names = bombardment_orders.bombarding_pieces(board, at)
    who = tuple(Candidate(name, aside=name not in names[:most]) for name in names)
    aims = tuple(bombardment_orders.aims_at(board, at))
    if who and aims:
        asked = Field("at", "what is aimed at", "choice", aims, aims[0])
        kind, title, does = ("bomb", "Bombs on", "bomb") if air else ("bombard", "Bombardment of", "fire")
        where = aim_text(board, aims[0] if len(aims) == 1 else "units", board.grid.hex_name(at))
        yield replace(_battle(board, kind, f"{title} {where}", at, who, does), options=(asked,))


def _patrols(board: Board, target: HexId) -> Iterator[Battle]:
    """Yield the patrols that may go to a hex: each comes from one hex."""
    place = board.context.place
    for at, able in recon_orders.scouts_of(board, target).items():
        if able:
            units = [unit for unit in board.units_at(at) if unit.side == board.position.side]
            who = tuple(Candidate(unit.id, recon_orders.why_not_scout(board, unit, target)) for unit in units)
            title = f"Patrol from {place(at)} to {place(target)}"
            yield _battle(board, "ground-recon", title, target, who, "reconnoitre")


def _candidates(board: Board, target: HexId) -> tuple[Candidate, ...]:
    """Return the units next to a hex, with the reason if one may not take part."""
    combat = board.position.phase == "combat"
    return tuple(
        Candidate(unit.id, attack_orders.why_not_now(board, unit, target))
        for unit in attack_orders.beside(board, target)
        if not (unit.is_artillery and combat)
    )


def _support(board: Board, target: HexId) -> Iterator[Candidate]:
    """Yield batteries in support, and aircraft, which fly only if asked to, or why they may not."""
    side, able = board.position.side, attack_orders.supporters_of(board, target)
    yield from (Candidate(name) for name in able if name not in board.context.planes)
    for plane in board.scenario.air_by_side[side]:
        if plane.cas:
            yield Candidate(plane.id, cannot_support(board, plane), aside=True)


def why_not_against(board: Board, unit: Unit) -> dict[str, str]:
    """Return the enemy hexes next to a unit that it may not attack or reconnoitre now, each with the reason."""
    why_not = AGAINST.get(board.position.phase)
    if why_not is None or unit.side != board.position.side or not board.is_on_map(unit):
        return {}
    near = [at for at in board.grid.neighbours(board.at(unit)) if at in board.foes(unit.side)]
    reasons = {board.grid.names[at]: why_not(board, unit, at) for at in near}
    return {name: reason for name, reason in reasons.items() if reason}


def blocked_targets(board: Board) -> dict[str, str]:
    """Return the enemy hexes that no unit may attack or reconnoitre in this phase, each with the reason."""
    position = board.position
    if position.phase not in ("recon", "movement", "combat"):
        return {}
    why_not = recon_orders.why_not_scout if position.phase == "recon" else _why_not_attack
    aimed_at = {battle.target for battle in battles(board)}
    hexes = {board.grid.names[at]: at for at in sorted(board.foes(position.side))}
    return {name: _why_nobody(board, at, why_not) for name, at in hexes.items() if name not in aimed_at}


def _why_nobody(board: Board, target: HexId, why_not: WhyNot) -> str:
    """Say why no unit next to a hex may do anything to it: the reason of each, or that none is next to it."""
    units = attack_orders.beside(board, target)
    reasons = list(dict.fromkeys(why_not(board, unit, target) for unit in units))
    more = [f"nor may {len(reasons) - MOST_REASONS} more"] if len(reasons) > MOST_REASONS else []
    nobody = f"no {board.position.side} unit is next to {board.grid.names[target]}"
    return "; ".join([*reasons[:MOST_REASONS], *more]) or nobody


def _battle(  # noqa: PLR0913, PLR0917 - what the board is told
    board: Board, kind: str, title: str, at: HexId, who: tuple[Candidate, ...], does: str = "attack"
) -> Battle:
    target = board.grid.hex_name(at)
    return Battle(type=kind, title=title, target=target, pieces=who, does=does, done=DONE[does])
