# SPDX-License-Identifier: Apache-2.0
"""Ambush Determination: a die for each side with its modifiers; one that is lower by 3 or more ambushes."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.losses import best_leader, leadership
from grognard.games.asl_sk.stacks import (
    Afv,
    Forces,
    Infantry,
    Piece,
    afvs,
    check_men,
    infantry,
    is_inexperienced,
    parse_sides,
)
from grognard.games.asl_sk.terms import CARD
from grognard.procedures.procedure import Event, Line, NotAllowed, Procedure, Worksheet, signed
from grognard.registry import Card
from grognard.umpire import D6, Reading, Roll, Rule

# The card's note: only when the modified dr difference is this much.
DIFFERENCE = 3
Location = Literal["woods", "building", "other"]
By = Literal["ATTACKER", "DEFENDER", "nobody"]
# The sides by name, the ATTACKER first: at the desk as on the card, on a map by their nations.
SideNames = tuple[str, str]
AS_ON_THE_CARD: SideNames = ("ATTACKER", "DEFENDER")


class Ambushing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Both sides of a close combat that begins."""

    attackers: Forces
    defenders: Forces
    location: Annotated[Location, Meta(description="where they meet")] = "building"
    melee: Annotated[bool, Meta(description="units join a Melee that was there before")] = False


class AmbushSheet(Worksheet, frozen=True):
    """The modifiers of both sides, in words in `told`, and the `sides` by name."""

    told: str
    attackers: int
    defenders: int
    sides: SideNames = AS_ON_THE_CARD


class Dr(msgspec.Struct, frozen=True):
    """A die with its modifier; and, once both sides have rolled, which side ambushes, also in words."""

    rolled: int
    drm: int
    by: By = "nobody"
    says: str = ""

    @property
    def total(self) -> int:
        """The modified dr."""
        return self.rolled + self.drm

    def __str__(self) -> str:
        told = f"{self.rolled}{self.drm:+}={self.total}"
        return f"{told}, {self.says}" if self.says else told


class Ambushed(msgspec.Struct, frozen=True):
    """Which side ambushes, if either does."""

    by: By = "nobody"


@lru_cache(maxsize=4096)
def worksheet(situation: Ambushing, card: Card = CARD) -> AmbushSheet:
    """Work out the modifiers of both sides; refuse ambush where there can be none."""
    if situation.location == "other":
        raise NotAllowed("ambush is for woods and buildings only (ambush)")
    if situation.melee:
        raise NotAllowed(
            "units that join a Melee neither ambush nor are ambushed (cc-drm: 1, not during Melee)"
        )
    attackers, defenders = parse_sides(situation.attackers, situation.defenders)
    check_men(attackers, defenders)
    return sheet_of(attackers, defenders, card)


def sheet_of(
    attackers: tuple[Piece, ...], defenders: tuple[Piece, ...], card: Card, sides: SideNames = AS_ON_THE_CARD
) -> AmbushSheet:
    """Work out the modifiers of units on both sides, whether written at the desk or on a map."""
    ours, theirs = modifiers(attackers, card), modifiers(defenders, card)
    sums = [sum(int(line.value) for line in lines) for lines in (ours, theirs)]
    lines = [
        line
        for side, own, drm in (("ATTACKER", ours, sums[0]), ("DEFENDER", theirs, sums[1]))
        for line in (*_told(side, own), Line(f"{side}: dr modifier", signed(drm), "their sum", modifier=True))
    ]
    told = f"ATTACKER dr {signed(sums[0])}, DEFENDER dr {signed(sums[1])}"
    return AmbushSheet(tuple(lines), told, sums[0], sums[1], sides)


def _told(side: str, lines: Sequence[Line]) -> list[Line]:
    return [Line(f"{side}: {line.what}", line.value, line.source) for line in lines]


def modifiers(pieces: Sequence[Piece], card: Card) -> list[Line]:
    """Ambush 1 to 6: each modifier once for a side if any of its units qualifies."""
    units, vehicles = infantry(pieces), afvs(pieces)
    lines = []
    if any(is_inexperienced(unit, units) for unit in units):
        lines.append(_line(card, "inexperienced", "inexperienced", ", ruling inexperienced"))
    lines += [_line(card, "CX", "cx")] if any(unit.cx for unit in units) else []
    lines += [_line(card, "pinned", "pinned")] if any(unit.pinned for unit in units) else []
    return [*lines, *_afv_lines(vehicles, card), *_leader_lines(units, card)]


def _line(card: Card, what: str, row: str, also: str = "") -> Line:
    cell = card.chart("ambush")[row, "drm"]
    return Line(what, cell.text, f"ambush: {cell.row}{also}")


def _afv_lines(vehicles: Sequence[Afv], card: Card) -> list[Line]:
    """Ruling ambush-afv: an AFV, and its being buttoned up or stunned, add up; or the larger counts."""
    if not vehicles:
        return []
    afv = _line(card, "AFV", "afv")
    shut = [vehicle for vehicle in vehicles if not vehicle.ce or vehicle.stunned]
    if not shut:
        return [afv]
    if card.ruled("ambush-afv") == "larger":
        return [Line("AFV, BU or stunned", afv.value, f"{afv.source}, ruling ambush-afv")]
    return [_line(card, "AFV is BU or stunned", "bu", ", ruling ambush-afv"), afv]


def _leader_lines(units: Sequence[Infantry], card: Card) -> list[Line]:
    """Ambush 6: the best leader's modifier, if other men are with him; it must be used (ruling leadership-in-close-combat)."""
    best = best_leader(units, card) if len(units) > 1 else None
    if best is None:
        return []
    source = "ambush: 6, ruling leadership-in-close-combat"
    return [Line(f"{best.called} leads", signed(leadership(best, card)), source)]


def ambush(sheet: AmbushSheet) -> Rule[Ambushed]:
    """Ambush Determination: roll for both sides; the lower one ambushes if the difference is 3 or more."""
    ours: Dr = yield Roll(rolls.Ambush(sheet.sides[0]), _first(sheet.attackers))
    theirs: Dr = yield Roll(rolls.Ambush(sheet.sides[1]), _against(ours.total, sheet.defenders, sheet.sides))
    return Ambushed(theirs.by)


@cache
def _first(drm: int) -> Reading[Dr]:
    return Reading(D6, {face: Dr(face, drm) for face in D6.totals})


@cache
def _against(ours: int, drm: int, sides: SideNames) -> Reading[Dr]:
    """Return what the second die means after the first."""

    def answer(face: int) -> Dr:
        theirs = face + drm
        if theirs - ours >= DIFFERENCE:
            return Dr(face, drm, "ATTACKER", f"{rolls.side_label(sides[0])} ambushes")
        if ours - theirs >= DIFFERENCE:
            return Dr(face, drm, "DEFENDER", f"{rolls.side_label(sides[1])} ambushes")
        return Dr(face, drm, "nobody", "nobody is ambushed")

    return Reading(D6, {face: answer(face) for face in D6.totals})


def tell(outcome: Ambushed) -> str:
    """Say which side ambushes."""
    return "no ambush" if outcome.by == "nobody" else f"{outcome.by} ambushes"


EVENTS = tuple(
    Event(f"{side} ambushes", f"{side} ambushes", lambda end, side=side: end.by == side, good=None)  # type: ignore[misc]
    for side in ("ATTACKER", "DEFENDER")
)
PROCEDURE = Procedure(
    "ambush", "Ambush", Ambushing, worksheet, ambush, tell, label=rolls.label, events=EVENTS
)
