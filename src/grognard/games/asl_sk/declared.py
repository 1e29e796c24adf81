"""The odds of a whole round of close combat on the map: the attacks that were declared, and the best for those to come."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from grognard.games.asl_sk import melee, telling
from grognard.games.asl_sk.close_combat_round import pairing_lines
from grognard.games.asl_sk.exchange import Bout, Fight, Manner, Struck, both, bout, fight
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.pairing import Attacks, pairing
from grognard.games.asl_sk.rounds import after
from grognard.games.asl_sk.stacks import Piece
from grognard.games.asl_sk.telling import Left, Names, left_of, level, renamed
from grognard.games.asl_sk.terms import Nation
from grognard.rules.procedure import Line, Procedure, Worksheet
from grognard.umpire import Rule, total


class DeclaredSheet(Worksheet, frozen=True):
    """What a round rolls on: every attack of it; and how its outcome is told."""

    told: str
    fight: Fight
    bouts: tuple[tuple[Bout], ...]
    names: Names
    manner: Manner


def sheet(ground: Ground) -> DeclaredSheet:
    """Work the round in hand out: what a side has not declared is taken to follow the best pairing."""
    at, sides = melee.in_hand(ground).at, melee.sides(ground)
    ours, theirs = (_attacks(ground, side) for side in sides)
    told = level(_hit(theirs), _hit(ours), (len(ours), len(theirs)), promotion=_promotes(ground))
    known = [ground.pieces(ground.units_at(at, side)) for side in sides]
    new = [renamed(each, told.names) for each in known]
    names = dict(zip((*known[0], *known[1]), (*new[0], *new[1]), strict=True))
    manner = Manner(told.leaders, told.names == "counters", ground.card)
    made = melee.bouts(ground, _named(ours, names), _named(theirs, names), manner)
    lines = [*_lines(ground, sides[0], ours), *_lines(ground, sides[1], theirs)]
    lines += [Line("more outcomes than can be told", told.told, "all are worked out")] if told.told else []
    count = sum(len(each.attacks) for (each,) in made)
    in_words = "1 attack" if count == 1 else f"{count} attacks"
    return DeclaredSheet(tuple(lines), in_words, fight(new[0], new[1]), made, told.names, manner)


def _hit(attacks: Attacks) -> list[Piece]:
    return [piece for _, target in attacks for piece in target]


def _promotes(ground: Ground) -> bool:
    return ground.card.ruled("field-promotion") == "on"


def _attacks(ground: Ground, side: Nation) -> Attacks:
    """Return what a side has declared and, while it may declare more, the best for the rest; none that is not its turn."""
    combat = melee.in_hand(ground)
    if combat.by is not None and combat.mover != side:
        return ()
    known = melee.attacks_of(ground, side)
    waits = combat.stage == "declare" and (combat.mover == side or side != ground.position.player)
    return (*known, *melee.best(ground, side)) if waits else known


def _named(attacks: Attacks, names: dict[Piece, Piece]) -> Attacks:
    return tuple(
        (tuple(map(names.__getitem__, own)), tuple(map(names.__getitem__, foes))) for own, foes in attacks
    )


def _lines(ground: Ground, side: Nation, attacks: Attacks) -> list[Line]:
    known = len(melee.attacks_of(ground, side))
    ambush = melee.modifier(ground, side)
    found = pairing_lines(side, [pairing(*each, ambush, ground.card) for each in attacks])
    return [replace(line, source="declared") if at < known else line for at, line in enumerate(found)]


def whole_round(found: DeclaredSheet) -> Rule[Left]:
    """Roll all attacks, and say who is left."""
    struck: Struck = yield total(bout, found.bouts, both, Struck())
    return left_of(after(found.fight, struck), found.names)


def by_nation(ground: Ground, text: str) -> str:
    """Put the names of the sides for the card's words in what is told."""
    for role in ("ATTACKER", "DEFENDER"):
        text = text.replace(role, ground.nation(role))
    return text


def procedure(ground: Ground) -> Procedure:
    """Return the procedure of a whole round, told by the names of the sides."""

    def told(tell: Callable[[Left], str], outcome: Left) -> str:
        return by_nation(ground, tell(outcome))

    parts = tuple((by_nation(ground, name), partial(told, tell)) for name, tell in telling.PARTS)
    return Procedure(
        "close-combat-round",
        "Close combat: the round",
        DeclaredSheet,
        sheet,
        whole_round,
        partial(told, telling.tell),
        parts,
    )
