"""What an order would roll on and come to; of close combat the whole round, with a hint who best attacks whom."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import (
    advancing,
    close_combat,
    declared,
    fire_plan,
    in_turns,
    melee,
    rallying,
    to_begin,
)
from grognard.games.asl_sk.close_combat import attack_sheet
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.kinds import WHY_NOT_ATTACK
from grognard.games.asl_sk.orders import Advance, Attack, BestPairing, CloseCombat, Fall, Fire, Rally
from grognard.games.asl_sk.pairing import Pairing, pairing, shares
from grognard.games.asl_sk.stacks import named
from grognard.games.asl_sk.terms import GAME
from grognard.play.board import Preview
from grognard.play.kinds import taking
from grognard.play.preview import preview as shown
from grognard.procedures.procedure import Line, Procedure
from grognard.rules.orders import Resolve

# What an order rolls on by itself.


def rally_sheet(ground: Ground, order: Rally) -> rallying.RallySheet | None:
    """Return what a unit rolls on that tries to rally."""
    return rallying.sheet(ground, ground.man(ground.unit(order.units[0]))) if len(order.units) == 1 else None


SHEETS: dict[type[msgspec.Struct], Callable[[Ground, Any], Any]] = {
    Rally: rally_sheet,
    Fire: taking("fire", "target")(fire_plan.sheet),
    Advance: taking("unit", "to")(advancing.paatc),
    Attack: taking("units", "at")(melee.sheet),
}


def sheet(ground: Ground, order: msgspec.Struct) -> Any:
    """Return the worksheet of what an order rolls by itself; none of one that rolls nothing."""
    work_out = SHEETS.get(type(order))
    return work_out(ground, order) if work_out else None


# What it comes to


def _by(procedure: Procedure) -> Callable[[Ground, Any], Preview | None]:
    """Tell what an order rolls by itself by a procedure."""

    def preview(ground: Ground, order: msgspec.Struct) -> Preview | None:
        found = sheet(ground, order)
        return shown(GAME, procedure, found) if found else None

    return preview


def _fire(ground: Ground, order: Fire) -> Preview:
    return fire_plan.foreseen(fire_plan.sheet(ground, order.fire, ground.hex(order.target)))


def _fall(ground: Ground, order: Fall) -> Preview:
    del order
    aimed = fire_plan.aimed(ground)
    return fire_plan.foreseen(fire_plan.sheet(ground, aimed.fire, aimed.at))


def _attack(ground: Ground, order: Attack) -> Preview:
    found = melee.sheet(ground, ground.units(order.units), order.at)
    whole = replace(close_combat.PROCEDURE, parts=(("the attack", partial(close_combat.outright, found)),))
    attack = to_begin.by_nation(ground, shown(GAME, whole, found))
    hint = Line("hint", _hint(ground), "ruling best-pairing")
    by_turns = melee.in_hand(ground).stage == "turns" and not WHY_NOT_ATTACK(ground, order)
    after = in_turns.lines(ground, found) if by_turns else ()
    return replace(attack, lines=(*attack.lines, hint, *after))


def _round(ground: Ground, order: BestPairing | Resolve) -> Preview:
    found = shown(GAME, declared.procedure(ground), declared.sheet(ground))
    return replace(found, told=_reason(ground)) if isinstance(order, BestPairing) else found


PREVIEWS: dict[type[msgspec.Struct], Callable[[Ground, Any], Preview | None]] = {
    Rally: _by(rallying.PROCEDURE),
    Fire: _fire,
    Fall: _fall,
    Advance: _by(advancing.PROCEDURE),
    CloseCombat: taking("target")(to_begin.whole_round),
    Attack: _attack,
    BestPairing: _round,
    Resolve: _round,
}


def preview(ground: Ground, order: msgspec.Struct) -> Preview | None:
    """Return what an order would roll on, and every outcome; none if it rolls nothing."""
    foresee = PREVIEWS.get(type(order))
    return foresee(ground, order) if foresee else None


# The best pairing


def _best_pairing(ground: Ground) -> list[Pairing]:
    ambush = melee.modifier(ground, ground.side)
    return [pairing(*each, ambush, ground.card) for each in melee.best(ground)]


def _hint(ground: Ground) -> str:
    """Say who would best attack whom in the close combat in hand, with the odds of each."""
    return "; ".join(each.why for each in _best_pairing(ground))


def _reason(ground: Ground) -> str:
    """Say who would best attack whom in the close combat in hand, each with its odds, and why that is best."""
    found = _best_pairing(ground)
    gain = float(sum(each.worth for each in found))
    why = f"By no other pairing tried can the enemy expect to lose more: {gain:.2f} FP."
    return "\n".join([*(_in_short(ground, each) for each in found), why])


def _in_short(ground: Ground, each: Pairing) -> str:
    """Tell one attack by its odds and what it comes to."""
    found = attack_sheet(each.attackers, each.targets, melee.modifier(ground, ground.side), ground.card)
    told = shares(found, lambda count: f"{count / found.reading.ways:.0%}")
    return f"{named(each.attackers)} at {named(each.targets)}: {found.told}: {told}."
