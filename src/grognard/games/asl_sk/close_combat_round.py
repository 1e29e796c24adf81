"""Close combat, a whole round in one location, or several: who is left on either side, and who holds the hex."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.asl_sk import ambush as ambushes
from grognard.games.asl_sk.ambush import Ambushed, AmbushSheet, By
from grognard.games.asl_sk.attack import Ambush
from grognard.games.asl_sk.exchange import Fight, Leaders, Manner, fight
from grognard.games.asl_sk.pairing import best_pairing
from grognard.games.asl_sk.rounds import rounds
from grognard.games.asl_sk.stacks import Afv, Forces, Piece, Unit, afvs, check_sides, infantry, parse_pieces
from grognard.games.asl_sk.terms import CARD, Side
from grognard.games.asl_sk.units import KINDS
from grognard.rules.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.umpire import Call, Rule

MOST_ROUNDS = 10
# Up to so many outcomes all is told; beyond that new leaders, then units, are told with fewer words.
TOLD_APART = 4096
# What comes next depends on who is left after an ambush, and more often in several rounds or with a vehicle: so many
# states at most are gone through.
MOST_AFTER_AMBUSH = 10_000
MOST_STATES = 1200
WAYS = {"squad": 3, "hs": 2, "crew": 2, "smc": 3, "afv": 3}
Ambushing = Literal["none", "attackers", "defenders", "roll"]
Names = Literal["written", "kinds", "counters"]
Holds = Literal["ATTACKER", "DEFENDER", "both", "nobody"]
BY: dict[Ambushing, By] = {
    "none": "nobody",
    "attackers": "ATTACKER",
    "defenders": "DEFENDER",
    "roll": "nobody",
}
LEVELS: tuple[tuple[Names, Leaders, str], ...] = (
    ("written", "named", ""),
    ("written", "counted", "new leaders are counted only"),
    ("written", "untold", "new leaders are not told"),
    ("kinds", "untold", "units are told by their kinds, new leaders not at all"),
    ("counters", "untold", "units are counted only, new leaders not told"),
)


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everybody in one location."""

    attackers: Forces
    defenders: Forces
    ambush: Annotated[
        Ambushing, Meta(description="who ambushes in the first round; roll rolls for it first")
    ] = "none"
    rounds: Annotated[
        int, Meta(description="how many rounds are fought, as long as both sides are there")
    ] = 1


class RoundSheet(Worksheet, frozen=True):
    """Who fights how long, how ambush comes about, and how the outcome is told."""

    fight: Fight
    rounds: int
    rolled: AmbushSheet | None
    names: Names
    manner: Manner


class Left(msgspec.Struct, frozen=True, cache_hash=True):
    """Who is left on either side, and who holds the hex."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    holds: Holds


@lru_cache(maxsize=1024)
def worksheet(situation: Round, card: Card = CARD) -> RoundSheet:
    """Work out who attacks whom in the first round, and how the outcome is told; refuse what takes too long."""
    attackers = parse_pieces(situation.attackers, "attackers")
    defenders = parse_pieces(situation.defenders, "defenders")
    check_sides(attackers, defenders)
    if not 1 <= situation.rounds <= MOST_ROUNDS:
        raise NotAllowed(f"from 1 to {MOST_ROUNDS} rounds are fought, not {situation.rounds}")
    rolled = ambushes.sheet_of(attackers, defenders, card) if situation.ambush == "roll" else None
    by = BY[situation.ambush]
    simple = situation.ambush == "none" and situation.rounds == 1 and not afvs((*attackers, *defenders))
    names, leaders, coarse = _level(attackers, defenders, situation.rounds, simple=simple, card=card)
    lines = [
        *(rolled.lines if rolled else ()),
        *_pairing_lines("ATTACKER", attackers, defenders, by, card),
        *_pairing_lines("DEFENDER", defenders, attackers, by, card),
        Line("order of attacks", _order(attackers, defenders, situation.ambush), "ruling close-combat-order"),
        *(
            [Line("rounds at most", str(situation.rounds), "ruling who-holds")]
            if situation.rounds > 1
            else []
        ),
        *(
            [Line("new leaders", "left out of later rounds", "ruling new-leader")]
            if situation.rounds > 1
            else []
        ),
        *([Line("many outcomes", coarse, "worked out exactly, told with fewer words")] if coarse else []),
    ]
    pieces = [tuple(_renamed(each, names) for each in side) for side in (attackers, defenders)]
    ours, theirs = pieces if simple else (attackers, defenders)
    manner = Manner(leaders, names == "counters", card)
    return RoundSheet(tuple(lines), fight(ours, theirs, by), situation.rounds, rolled, names, manner)


def _pairing_lines(
    side: Side, own: Sequence[Piece], enemies: Sequence[Piece], by: By, card: Card
) -> list[Line]:
    ambush: Ambush = "none" if by == "nobody" else "by" if by == side else "against"
    return [
        Line(f"{side}: {each.why.partition(': ')[0]}", each.why.partition(": ")[2], "ruling best-pairing")
        for each in best_pairing(own, enemies, ambush, card)
    ]


def _order(attackers: Sequence[Piece], defenders: Sequence[Piece], ambush: Ambushing) -> str:
    if afvs((*attackers, *defenders)):
        return "one at a time, by turns"
    return {"none": "all at the same time", "roll": "the ambusher's first, if there is one"}.get(
        ambush, f"the {ambush}' first"
    )


def _level(
    attackers: Sequence[Piece], defenders: Sequence[Piece], count: int, *, simple: bool, card: Card
) -> tuple[Names, Leaders, str]:
    """Choose how the outcome is told, so that it can be read; refuse what has too many states to go through."""
    states = _ways(attackers, "written") * _ways(defenders, "written")
    often = count > 1 or afvs((*attackers, *defenders))
    if not simple and states > (MOST_STATES if often else MOST_AFTER_AMBUSH):
        raise NotAllowed(
            "there are too many ways for this to end; name fewer units, units more alike, or one round without ambush and vehicles"
        )
    promoted = card.ruled("field-promotion") == "on"
    for names, leaders, told in LEVELS[2:] if count > 1 else LEVELS:
        made = _made(attackers, leaders) * _made(defenders, leaders) if promoted else 1
        if _ways(attackers, names) * _ways(defenders, names) * made <= TOLD_APART or (
            not simple and leaders == "untold"
        ):
            return names, leaders, told if promoted or names != "written" else ""
    names, leaders, told = LEVELS[-1]
    return names, leaders, told


def _ways(pieces: Sequence[Piece], names: Names) -> int:
    """Count what may become of the pieces of a side."""
    if names == "counters":
        return len(pieces) + 1
    counts = Counter((_kind(each), each if names == "written" else "") for each in pieces)
    return prod(comb(count + WAYS[kind] - 1, count) for (kind, _), count in counts.items())


def _made(pieces: Sequence[Piece], leaders: Leaders) -> int:
    """Count the leaders that a side may make."""
    bases = sum(not unit.is_smc and not unit.broken for unit in infantry(pieces))
    return comb(bases + 4, 4) if leaders == "named" else bases + 1 if leaders == "counted" else 1


def _kind(piece: Piece) -> str:
    return "afv" if isinstance(piece, Afv) else piece.type.kind


def _renamed(piece: Piece, names: Names) -> Piece:
    """Give a piece the name that is told of it, so that what is told alike is added up alike."""
    if names == "written":
        return piece
    return replace(piece, told="unit" if names == "counters" else _kind_name(piece))


def _kind_name(piece: Piece) -> str:
    return "AFV" if isinstance(piece, Afv) else KINDS[piece.type.kind]


def close_combat_round(sheet: RoundSheet) -> Rule[Left]:
    """Fight a round, or several, with an ambush that is rolled for where it is asked."""
    now = sheet.fight
    if sheet.rolled:
        ambushed: Ambushed = yield Call(ambushes.ambush, sheet.rolled)
        now = replace(now, by=ambushed.by)
    end: Fight = yield Call(rounds, now, sheet.rounds, sheet.manner)
    return left_of(end, sheet.names)


@lru_cache(maxsize=65536)
def _names(pieces: tuple[Piece, ...], names: Names) -> tuple[str, ...]:
    if names == "counters":
        return ("unit",) * len(pieces)
    if names == "kinds":
        return tuple(
            sorted(
                f"wounded {_kind_name(each)}" if _is_wounded(each) else _kind_name(each) for each in pieces
            )
        )
    return tuple(sorted(each.called for each in pieces))


def _is_wounded(piece: Piece) -> bool:
    return isinstance(piece, Unit) and piece.wounded


def left_of(end: Fight, names: Names) -> Left:
    """Ruling who-holds: say who is left, and whose hex it is: a side's that alone has units left."""
    ours, theirs = _names(end.attackers, names), _names(end.defenders, names)
    holds: Holds = ("both" if theirs else "ATTACKER") if ours else "DEFENDER" if theirs else "nobody"
    return Left(ours, theirs, holds)


HOLDING: dict[Holds, str] = {
    "ATTACKER": "ATTACKER holds the hex",
    "DEFENDER": "DEFENDER holds the hex",
    "both": "both sides are there",
    "nobody": "nobody is left",
}


def tell(outcome: Left) -> str:
    """Say in words who is left."""
    told = [f"{side}: {tell_units(units)}" for side, units in _sides(outcome) if units]
    return "; ".join([HOLDING[outcome.holds], *told])


def _sides(outcome: Left) -> tuple[tuple[Side, tuple[str, ...]], ...]:
    return ("ATTACKER", outcome.attackers), ("DEFENDER", outcome.defenders)


def tell_units(units: Sequence[str]) -> str:
    """Name units, those alike together."""
    counts = Counter(units)
    return ", ".join(f"{count} x {unit}" if count > 1 else unit for unit, count in counts.items()) or "none"


def _left(side: Side) -> Callable[[Left], str]:
    def told(outcome: Left) -> str:
        count = len(outcome.attackers if side == "ATTACKER" else outcome.defenders)
        return "1 unit" if count == 1 else f"{count} units"

    return told


PARTS = (
    ("the hex", lambda outcome: HOLDING[outcome.holds]),
    ("ATTACKER has left", _left("ATTACKER")),
    ("DEFENDER has left", _left("DEFENDER")),
)
PROCEDURE = Procedure(
    "close-combat-round", "Close combat: whole rounds", Round, worksheet, close_combat_round, tell, PARTS
)
