# SPDX-License-Identifier: Apache-2.0
"""Close combat, a whole round in one location, or several: the survivors on either side, and the holder of the hex."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.games.asl_sk import ambush as ambushes
from grognard.games.asl_sk.ambush import Ambushed, AmbushSheet, By
from grognard.games.asl_sk.pairing import Pairing, pairing
from grognard.games.asl_sk.promotion import promotes
from grognard.games.asl_sk.rolls import label
from grognard.games.asl_sk.round_sequence import calmed, has_vehicles, one_round, plans
from grognard.games.asl_sk.round_text import (
    DETAILS,
    EVENTS,
    PARTS,
    Detail,
    Names,
    RoundOutcome,
    detail_at_the_end,
    detail_of,
    renamed,
    round_outcome,
    tell,
)
from grognard.games.asl_sk.simultaneous_attacks import Fight, Mode, ambush_of, fight
from grognard.games.asl_sk.stacks import Forces, Piece, check_men, parse_sides
from grognard.games.asl_sk.terms import CARD
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.registry import Card
from grognard.umpire import Call, Rule, again

MOST_ROUNDS = 10
# After an ambush, and more so in several rounds or with a vehicle, the next attacks depend on the survivors: at most so
# many states are worked out, for several rounds the fewer the more units there are. They take a second at most.
MOST_AFTER_AMBUSH = 10_000
MOST_IN_TURNS = 6000
MOST_STATES = 1200
MOST_UNITS_FOR_ALL = 7
# With more units than these, the worksheet says that it takes its time.
QUICK_UNITS = 4
TOO_MANY = "there are too many ways for this to end"
WhoAmbushes = Literal["none", "attackers", "defenders", "roll"]
BY: dict[WhoAmbushes, By] = {"attackers": "ATTACKER", "defenders": "DEFENDER"}
ORDER: dict[WhoAmbushes, str] = {
    "none": "all at the same time",
    "attackers": "the ATTACKER's first",
    "defenders": "the DEFENDER's first",
    "roll": "the ambusher's first, if there is one",
}


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All units in one location."""

    attackers: Forces
    defenders: Forces
    ambush: Annotated[
        WhoAmbushes, Meta(description="who ambushes in the first round; roll rolls for it first")
    ] = "none"
    rounds: Annotated[
        int, Meta(description="how many rounds are fought, as long as both sides are there")
    ] = 1


class RoundSheet(Worksheet, frozen=True):
    """The fight and its rounds, the ambush rolled for, and how the outcome is named."""

    fight: Fight
    rounds: int
    rolled: AmbushSheet | None
    names: Names
    mode: Mode


@lru_cache(maxsize=1024)
def worksheet(situation: Round, card: Card = CARD) -> RoundSheet:
    """Work out the attacks of the first round, and how the outcome is named; refuse what takes too long."""
    attackers, defenders = parse_sides(situation.attackers, situation.defenders)
    check_men(attackers, defenders)
    if not 1 <= situation.rounds <= MOST_ROUNDS:
        raise NotAllowed(f"from 1 to {MOST_ROUNDS} rounds are fought, not {situation.rounds}")
    return sheet_of(attackers, defenders, situation.ambush, situation.rounds, card)


def sheet_of(
    attackers: tuple[Piece, ...], defenders: tuple[Piece, ...], ambush: WhoAmbushes, count: int, card: Card
) -> RoundSheet:
    """Work out rounds of units, whether written at the desk or on a map."""
    by = BY.get(ambush, "nobody")
    now = fight(attackers, defenders, by)
    planned = plans(now, card)
    ours = [pairing(*attack, ambush_of("ATTACKER", by), card) for attack in planned[0]]
    theirs = [pairing(*attack, ambush_of("DEFENDER", by), card) for attack in planned[1]]
    rolled = ambushes.sheet_of(now.attackers, now.defenders, card) if ambush == "roll" else None
    vehicles = has_vehicles(now)
    at_once = ambush == "none" and count == 1 and not vehicles
    if at_once:
        # Only the units attacked in this round matter, and outcomes named alike may be merged at once.
        told = detail_of(_hit(theirs), _hit(ours), (len(ours), len(theirs)), card)
        now = Fight(renamed(now.attackers, told.names), renamed(now.defenders, told.names))
    else:
        told = _told_at_the_end(now, count, card)
    lines = [
        *(rolled.lines if rolled else ()),
        *pairing_lines("ATTACKER", ours),
        *pairing_lines("DEFENDER", theirs),
        Line(
            "order of attacks",
            "one at a time, by turns" if vehicles else ORDER[ambush],
            "ruling close-combat-order",
        ),
        *(_later_lines(now, count, told, card) if count > 1 else left_out_lines(told)),
    ]
    # Which unit is reduced matters to later attacks, if there are any.
    mode = Mode(told.leaders, at_once and told.names == "counters", card)
    return RoundSheet(tuple(lines), now, count, rolled, told.names, mode)


def _hit(pairings: Sequence[Pairing]) -> list[Piece]:
    return [piece for attack in pairings for piece in attack.targets]


def _told_at_the_end(now: Fight, count: int, card: Card) -> Detail:
    """Choose how the end is named if every state on the way counts; refuse too many of them."""
    most = MOST_IN_TURNS if has_vehicles(now) else MOST_AFTER_AMBUSH
    if count > 1:
        units = max(MOST_UNITS_FOR_ALL, len(now.attackers) + len(now.defenders))
        most = MOST_STATES * MOST_UNITS_FOR_ALL**2 // units**2
    told = detail_at_the_end(now.attackers, now.defenders, most, card)
    if told is None:
        raise NotAllowed(
            f"{TOO_MANY}; name fewer units, units more alike, or one round without ambush and vehicles"
        )
    # With several rounds, new leaders are left out of later ones (ruling new-leader).
    return told if count == 1 or not promotes(card) or told.leaders == "untold" else DETAILS[2]


def pairing_lines(side: str, pairings: Sequence[Pairing]) -> list[Line]:
    """Return a line for each attack of a side with its odds and worth."""
    return [Line(f"{side}: {attack.who}", attack.odds, "ruling best-pairing") for attack in pairings]


def left_out_lines(told: Detail) -> list[Line]:
    """Say what is left out of the outcomes, if anything is."""
    return [Line("more outcomes than can be told", told.told, "all are worked out")] if told.told else []


def _later_lines(now: Fight, count: int, told: Detail, card: Card) -> list[Line]:
    """Say how several rounds are fought."""
    lines = [Line("rounds at most", str(count), "ruling who-holds")]
    if len(now.attackers) + len(now.defenders) > QUICK_UNITS:
        lines.append(Line("states on the way", "all are worked out", "some tenths of a second at most"))
    if promotes(card):
        lines.append(Line("new leaders", "left out of later rounds", "ruling new-leader"))
    else:
        lines += left_out_lines(told)
    if any(calmed(piece) != piece for piece in (*now.attackers, *now.defenders)):
        lines.append(Line("after each round", "pins come off, stun is flipped", "ruling between-rounds"))
    return lines


def close_combat_round(sheet: RoundSheet) -> Rule[RoundOutcome]:
    """Fight a round, or several until one side is gone; an ambush, if asked for, is rolled for in the first round."""
    now = sheet.fight
    if sheet.rolled:
        ambushed: Ambushed = yield Call(ambushes.ambush, sheet.rolled)
        now = replace(now, by=ambushed.by)
    if sheet.rounds == 1:
        end = yield from one_round(now, sheet.mode)
    else:
        end = yield again(one_round, sheet.rounds, now, sheet.mode)
    return round_outcome(end, sheet.names)


PROCEDURE = Procedure(
    "close-combat-round", "Close combat: whole rounds", Round, worksheet, close_combat_round, tell, PARTS, label=label,
    events=EVENTS,
)  # fmt: skip
