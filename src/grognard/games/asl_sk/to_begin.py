"""The odds of a round of close combat on the map that is to begin, by the best pairing of both sides."""

from fractions import Fraction

from msgspec.structs import replace

from grognard.games.asl_sk import ambush, close_combat_round, melee
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.planning import nameless
from grognard.games.asl_sk.terms import GAME
from grognard.hexes import HexId
from grognard.play.board import Expected, Preview
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, NotAllowed


def whole_round(ground: Ground, at: HexId) -> Preview:
    """Return the odds of the round; where there are too many ways for it to end those of its ambush alone, and why."""
    rolled = melee.ambush_sheet(ground, at)
    ours, theirs = (ground.pieces(ground.units_at(at, side)) for side in melee.sides(ground))
    reason = ""
    # Units alike are told apart by their names if that is not too much.
    for own, foes in ((ours, theirs), (tuple(map(nameless, ours)), tuple(map(nameless, theirs)))):
        try:
            sheet = close_combat_round.sheet_of(own, foes, "roll" if rolled else "none", 1, ground.card)
        except NotAllowed as error:
            reason = str(error).partition(";")[0]
            continue
        manner = replace(
            sheet.manner, leaderless=melee.leaderless(ground, at), counters=melee.counters(ground)
        )
        found = preview(GAME, close_combat_round.PROCEDURE, replace(sheet, manner=manner))
        return by_nation(ground, found)
    left_out = Line("the whole round", "left out", reason)
    if rolled:
        shown = preview(GAME, ambush.PROCEDURE, rolled)
        return by_nation(ground, replace(shown, lines=(*shown.lines, left_out)))
    fought = Expected("", f"the round is fought; {reason}", Fraction(1))
    return Preview(GAME, close_combat_round.PROCEDURE.name, (left_out,), (fought,))


def by_nation(ground: Ground, shown: Preview) -> Preview:
    """Put the names of the sides for the card's words in all that is told."""

    def told(text: str) -> str:
        return melee.by_nation(ground, text)

    return replace(
        shown,
        lines=tuple(replace(each, what=told(each.what), value=told(each.value)) for each in shown.lines),
        outcomes=tuple(replace(each, says=told(each.says)) for each in shown.outcomes),
        parts=tuple(
            replace(part, name=told(part.name), ways=tuple((told(way), chance) for way, chance in part.ways))
            for part in shown.parts
        ),
        told=told(shown.told),
    )
