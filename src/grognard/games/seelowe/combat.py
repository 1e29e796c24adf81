"""8.0 Combat: strengths, odds, modifiers, the roll, and what becomes of the units.

Where the losers retreat to is asked on the board; here it is only said that they must.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.errors import OffChart
from grognard.charts.labels import Odds, number
from grognard.games import Card
from grognard.games.seelowe.terms import CARD, STACK, Side, Supply, Terrain, enemy
from grognard.procedures.procedure import Line, NotAllowed, Procedure, Worksheet
from grognard.procedures.reading import column
from grognard.umpire import Choose, Reading, Roll, Rule, choose

Strengths = tuple[int, ...]
MOST_ATTACKERS = 6 * STACK


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """8.0 One attack on one hex."""

    attackers: Annotated[Strengths, Meta(description="printed strengths of the attacking units")]
    defenders: Annotated[Strengths, Meta(description="printed strengths of the units attacked")]
    side: Annotated[Side, Meta(description="who attacks")] = "German"
    terrain: Annotated[Terrain, Meta(description="the hex attacked")] = "clear"
    river: Annotated[bool, Meta(description="a unit attacks across a river hexside")] = False
    landing: Annotated[bool, Meta(description="a unit that attacks landed from the sea this turn")] = False
    sea: Annotated[bool, Meta(description="a unit attacks across a sea hexside")] = False
    attack_supply: Annotated[Supply, Meta(description="the worst supply state among the attackers")] = (
        "supplied"
    )
    defence_supply: Annotated[Supply, Meta(description="the defenders' supply state")] = "supplied"
    isolated: Annotated[
        Strengths, Meta(description="printed strengths of the defenders that are isolated, if not all are")
    ] = ()
    attackers_in_city: Annotated[bool, Meta(description="attackers stand in a city, and may ignore Ar")] = (
        False
    )


class Outcome(msgspec.Struct, frozen=True):
    """What becomes of the units: the result, the printed strengths lost, and who must retreat one hex."""

    result: str
    attackers_lost: Strengths = ()
    defenders_lost: Strengths = ()
    attackers_retreat: bool = False
    defenders_retreat: bool = False


class CombatSheet(Worksheet, frozen=True):
    """What one attack rolls on, and `told` the odds, column and die modifier in words."""

    combat: Combat
    card: Card
    reading: Reading[str]
    told: str = ""


@lru_cache(maxsize=4096)
def worksheet(combat: Combat, card: Card = CARD) -> CombatSheet:
    """8.0, 13.0 Work out strengths, odds column and die modifier; refuse what the card forbids."""
    _check(combat, card)
    attack = Fraction(sum(combat.attackers))
    printed = Fraction(sum(combat.defenders))
    isolated = combat.defenders if combat.defence_supply == "isolated" else combat.isolated
    defence = printed - Fraction(sum(isolated), 2)
    lines = [
        Line("attack strength", number(attack), "printed strengths"),
        Line("defence strength", number(printed), "printed strengths"),
    ]
    if isolated:
        what = f"isolated {'+'.join(map(str, isolated))} halved, fractions retained"
        lines.append(Line(what, number(defence), "supply: Isolated, combat strength"))
    crt = card.chart("crt")
    odds = Odds(attack, defence)
    try:
        place = crt.column_axes[0].find(odds)
    except OffChart as error:
        raise NotAllowed(
            f"attacks at less than 1-2 odds are not permitted, and this is {odds} (8.8)"
        ) from error
    lines.append(Line(f"odds {odds}", place.label, "crt: Combat Odds, ruling odds-rounding"))
    modifiers = _modifiers(combat, card)
    modifier = sum(int(line.value) for line in modifiers)
    if modifier < -2 and card.ruled("die-modifier-cap") == "capped":
        modifiers.append(Line("together they subtract 2", "+2", "ruling die-modifier-cap"))
        modifier = -2
    lines += [*modifiers, Line("die modifier", f"{modifier:+d}" if modifier else "0", "8.8")]
    told = f"{odds}, column {place.label}" + (f", die {modifier:+d}" if modifier else "")
    return CombatSheet(tuple(lines), combat, card, column(crt, place.label, modifier), told)


def _check(combat: Combat, card: Card) -> None:
    for who, strengths in (("attackers", combat.attackers), ("defenders", combat.defenders)):
        if not strengths or min(strengths) < 1:
            raise NotAllowed(f"name the printed strengths of the {who}, each at least 1, such as 6,6,5")
    if len(combat.attackers) > MOST_ATTACKERS:
        raise NotAllowed(
            f"at most {MOST_ATTACKERS} units attack a hex, {STACK} from each of the six around it, and here are {len(combat.attackers)} (ruling stacking)"
        )
    if Counter(combat.isolated) - Counter(combat.defenders):
        raise NotAllowed("the isolated units are some of the defenders: name their strengths among both")
    reason = over_the_sea(card) if combat.sea else too_short_to_attack(combat.attack_supply)
    if reason:
        raise NotAllowed(reason)
    if combat.landing and combat.side == "British":
        raise NotAllowed(
            "only German units land from the sea, and the British attack here (ruling landing-attack)"
        )
    if combat.side == "German" and combat.defence_supply == "unsupplied":
        raise NotAllowed("British units are supplied or isolated, never unsupplied (13.0 supply)")


def over_the_sea(card: Card) -> str:
    """13.0 Say why nobody attacks across a sea hexside, in the card's words."""
    return f"across a sea hexside: {card.chart('tec')['sea', 'combat'].text} (13.0)"


def too_short_to_attack(supply: Supply) -> str:
    """13.0 Say why units in a state of supply may not attack; nothing where they may."""
    return "" if supply == "supplied" else f"{supply} units may not attack (13.0 supply)"


def _modifiers(combat: Combat, card: Card) -> list[Line]:
    found = []
    if combat.river:
        found.append(Line("attack across a river", "-2", "tec: River Hexside, combat"))
    elif combat.landing and card.ruled("landing-attack") == "as-river":
        found.append(Line("attack from the beach, as across a river", "-2", "ruling landing-attack"))
    if combat.terrain == "forest":
        found.append(Line("defender in forest", "-2", "tec: Forest Hex, combat"))
    return found


def combat_result(sheet: CombatSheet) -> Roll[str]:
    """8.8 Roll for the result of one attack."""
    return Roll("8.8 combat", sheet.reading)


def combat(sheet: CombatSheet, gone: object = None) -> Rule[Outcome]:
    """8.8 Resolve one attack. On a map `gone` is the position without the defenders, who in an exchange go first."""
    battle = sheet.combat
    attacker, defender = battle.side, enemy(battle.side)
    result: str = yield combat_result(sheet)
    match result:
        case "Ae":
            return Outcome(result, attackers_lost=battle.attackers)
        case "De":
            return Outcome(result, defenders_lost=battle.defenders)
        case "Ex":
            lost = yield from choose(attacker, "8.81 exchange", exchanges(battle), gone)
            return Outcome(result, attackers_lost=lost, defenders_lost=battle.defenders)
    also_br = sheet.card.ruled("city-ignores") == "also-br"
    retreats = {attacker: result in ("Ar", "Br"), defender: result in ("Dr", "Br")}
    in_city = {attacker: battle.attackers_in_city, defender: battle.terrain == "city"}
    # 8.81 On Br the defenders are asked, and retreat, first.
    for side in (defender, attacker):
        if retreats[side] and in_city[side] and (result != "Br" or also_br):
            answer: str = yield Choose(side, f"13.0 {result} in a city", ("ignore", "retreat"))
            retreats[side] = answer == "retreat"
    return Outcome(result, attackers_retreat=retreats[attacker], defenders_retreat=retreats[defender])


@lru_cache(maxsize=256)
def exchanges(battle: Combat) -> tuple[Strengths, ...]:
    """8.81 Every loss that pays for the defenders in printed strength, the cheapest first; all, if nothing does."""
    owed = sum(battle.defenders)
    alike = sorted(Counter(battle.attackers).items(), reverse=True)
    # So many of each strength: units that are alike are not told apart.
    numbers = product(*(range(count + 1) for _, count in alike))
    losses = (
        tuple(chain.from_iterable((strength,) * n for (strength, _), n in zip(alike, some, strict=True)))
        for some in numbers
    )
    enough = [loss for loss in losses if sum(loss) >= owed]
    everybody = tuple(sorted(battle.attackers, reverse=True))
    return tuple(sorted(enough, key=lambda loss: (sum(loss), len(loss), loss))) or (everybody,)


def tell(outcome: Outcome) -> str:
    """Say in words what an outcome is."""
    parts = []
    if outcome.attackers_lost:
        parts.append(f"attacker loses {'+'.join(map(str, outcome.attackers_lost))}")
    if outcome.defenders_lost:
        parts.append(f"defender loses {'+'.join(map(str, outcome.defenders_lost))}")
    if outcome.defenders_retreat:
        parts.append("defender retreats")
    if outcome.attackers_retreat:
        parts.append("attacker retreats")
    elif outcome.result == "Ar":
        parts.append("attackers in the city stay")
    return f"{outcome.result}: {', '.join(parts) or 'defender stays in the city'}"


PROCEDURE = Procedure("combat", "8.0 Combat", Combat, worksheet, combat, tell)
