# SPDX-License-Identifier: Apache-2.0
"""Whole rounds of close combat: by hand, against every roll played, and whoever attacks whom."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import pytest
from call_count import calls
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk.attack import Ambush, AttackSheet, Leaders, Outcome
from grognard.games.asl_sk.best_pairing import plan
from grognard.games.asl_sk.close_combat import attack_sheet, resolve
from grognard.games.asl_sk.close_combat_round import Round, RoundSheet, close_combat_round, worksheet
from grognard.games.asl_sk.losses import Loss
from grognard.games.asl_sk.pairing import PARTS, Pairing, pairing, teams, value, worth
from grognard.games.asl_sk.round_sequence import after_turn
from grognard.games.asl_sk.round_text import Holds, RoundOutcome, tell
from grognard.games.asl_sk.simultaneous_attacks import LinkedAttack, LinkedAttacks, Mode, roll_linked
from grognard.games.asl_sk.stacks import Infantry, Piece, named, parse_piece, parse_unit
from grognard.games.asl_sk.terms import CARD
from grognard.registry import Card
from grognard.umpire import Chance, Choose, Done, Enumerator, Open, Roll, after, drive
from grognard.umpire.ask import ways

OFF = Card("asl-sk", "card", (("field-promotion", "off"),))
HOLDS: tuple[Holds, ...] = ("ATTACKER", "DEFENDER", "both", "nobody")
EIGHT = (
    "g-468 g-467 g-447 g-436 g-548 g-838 g-248 g-247",
    "r-458 r-447 r-426 r-527 r-628 r-248 r-237 r-crew",
)
Who = Literal["none", "attackers", "defenders", "roll"]


def sheet_of(
    attackers: str, defenders: str, ambush: Who = "none", rounds: int = 1, card: Card = OFF
) -> RoundSheet:
    return worksheet(Round(tuple(attackers.split()), tuple(defenders.split()), ambush, rounds), card)


def weighed(*arguments: Any, **more: Any) -> Chance[RoundOutcome]:
    chance: Chance[RoundOutcome] = Enumerator()(close_combat_round, sheet_of(*arguments, **more))
    assert sum(share for _, share in chance.items()) == 1
    return chance


def pieces(words: str) -> tuple[Piece, ...]:
    return tuple(map(parse_piece, words.split()))


def resolved(sheet: RoundSheet, *totals: int) -> str:
    left = iter(totals)

    def answer(ask: Roll[Any] | Choose[Any]) -> Any:
        assert isinstance(ask, Roll)
        return ask.read[next(left)]

    outcome = drive(close_combat_round(sheet), answer)
    assert not list(left)
    return tell(outcome)


def test_two_squads_at_the_same_time_by_hand() -> None:
    """1-1 each way: eliminated 6/36, reduced 4/36, else 26/36; the rolls do not bear on each other."""
    chance = weighed("g-467", "r-447")
    gone, half, whole = Fraction(6, 36), Fraction(4, 36), Fraction(26, 36)
    assert chance.map(lambda end: end.holds) == Chance(
        {"both": 30 * 30, "ATTACKER": 30 * 6, "DEFENDER": 6 * 30, "nobody": 36}
    )
    assert chance[RoundOutcome(("g-247",), ("r-237",), "both")] == half * half
    assert chance[RoundOutcome(("g-467",), (), "ATTACKER")] == whole * gone


def test_the_dead_strike_back_only_at_the_same_time() -> None:
    sheet = sheet_of("g-467", "r-447")
    assert resolved(sheet, 4, 4) == "nobody is left"
    assert resolved(sheet, 5, 5) == "both sides are there; ATTACKER: g-247; DEFENDER: r-237"
    ambushed = sheet_of("g-467", "r-447", "attackers")
    assert resolved(ambushed, 4) == "ATTACKER holds the hex; ATTACKER: g-467"


def test_after_an_ambush_survivors_strike_back_with_what_they_have_left() -> None:
    """The ambusher has -1: 6 is 5, reduced. 2 against 4 is 1-2, and 1 is added: 2 is 3, below 4; 3 is 4."""
    sheet = sheet_of("g-467", "r-447", "attackers")
    assert resolved(sheet, 6, 2) == "DEFENDER holds the hex; DEFENDER: r-237"
    assert resolved(sheet, 6, 3) == "both sides are there; ATTACKER: g-247; DEFENDER: r-237"
    assert resolved(sheet, 7, 4) == "both sides are there; ATTACKER: g-247; DEFENDER: r-447"


def test_ambush_by_hand() -> None:
    """10/36 eliminated and 5/36 reduced at -1; whole squads strike back at +1 with 3+3, half ones with 1+2."""
    chance = weighed("g-467", "r-447", "attackers").map(lambda end: end.holds)
    back = Fraction(21, 36) * Fraction(3, 36) + Fraction(5, 36) * Fraction(1, 36)
    assert (chance["ATTACKER"], chance["DEFENDER"]) == (Fraction(10, 36), back)
    other = weighed("g-467", "r-447", "defenders").map(lambda end: end.holds)
    assert (other["DEFENDER"], other["ATTACKER"]) == (Fraction(10, 36), back)


def test_an_ambush_that_is_rolled_for() -> None:
    """Without modifiers 6, 6 and 24 of 36: the chances of each case, mixed."""
    shares = {"attackers": 6, "defenders": 6, "none": 24}
    wanted = sum(
        Fraction(share, 36) * weighed("g-467", "r-447", who).where(lambda end: end.holds == "ATTACKER")
        for who, share in shares.items()
    )
    assert weighed("g-467", "r-447", "roll").where(lambda end: end.holds == "ATTACKER") == wanted


def test_two_rounds_are_one_after_the_other() -> None:
    """The chance of each end of the first round, and from there of the second."""
    wanted: dict[str, Fraction] = {}
    for first, share in weighed("g-467", "r-447").items():
        if first.holds != "both":
            wanted[first.holds] = wanted.get(first.holds, Fraction(0)) + share
            continue
        for second, then in weighed(" ".join(first.attackers), " ".join(first.defenders)).items():
            wanted[second.holds] = wanted.get(second.holds, Fraction(0)) + share * then
    assert dict(weighed("g-467", "r-447", rounds=2).map(lambda end: end.holds).items()) == wanted


def test_pins_come_off_between_rounds_and_stun_is_flipped() -> None:
    """By hand: pinned 2-4, 1-2, kills with 3 of 36 and reduces with 3; 4-4, 1-1, with 6 and 4; 4-2, 2-1, kills 21.

    It is alone and whole after the first round, or after the second with both whole, or with the enemy reduced.
    """
    chance = weighed("g-467:pinned", "r-447", rounds=2)
    first, second = Fraction(3 * 26, 36**2), Fraction(6 * 26, 36**2)
    against_half = Fraction(21 * 30, 36**2)
    wanted = first + Fraction(26, 36) * (Fraction(30, 36) * second + Fraction(3, 36) * against_half)
    assert chance[RoundOutcome(("g-467",), (), "ATTACKER")] == wanted == Fraction(7553, 46656)
    assert {end.attackers for end in weighed("g-467:pinned", "r-447")} == {("g-467",), ("g-247",), ()}
    # A stunned AFV attacks nobody in the first round; in the second 5-5 is 1-1, with 1 added: 4 reduces.
    sheet = sheet_of("g-467", "afv:cmg5:stunned", rounds=2)
    assert resolved(sheet, 7, 7, 4).endswith("ATTACKER: g-247; DEFENDER: afv:cmg5")


def test_an_ambush_is_over_when_its_round_is() -> None:
    """1-1: 5 less 1 for the ambush eliminates, 5 alone reduces (ruling between-rounds)."""
    sheet = sheet_of("g-467", "r-447", "attackers", rounds=2)
    assert resolved(sheet, 5) == "ATTACKER holds the hex; ATTACKER: g-467"
    assert resolved(sheet, 7, 7, 5, 7).endswith("ATTACKER: g-467; DEFENDER: r-237")


def test_leaders_who_attack_together_are_attacked_together() -> None:
    """2-4 is 1-2 with -1: 26 of 36 do nothing. 4-2 is 2-1: 15 of 36 do nothing (ruling lone-smc)."""
    chance = weighed("g-9-1 g-8-0", "r-447")
    assert (
        chance[RoundOutcome(("g-8-0", "g-9-1"), ("r-447",), "both")]
        == Fraction(26 * 15, 36**2)
        == Fraction(65, 216)
    )
    answers = [sheet_of("g-9-1 g-8-0", "r-447", who).lines[1] for who in ("none", "attackers")]
    assert {line.what for line in answers} == {"DEFENDER: r-447 at g-9-1+g-8-0"}


def test_the_longer_they_fight_the_less_is_open() -> None:
    open_still = [
        weighed("g-467 g-9-1 g-467", "r-447 r-447", rounds=count).where(lambda end: end.holds == "both")
        for count in (1, 2, 4, 8)
    ]
    assert open_still == sorted(open_still, reverse=True)
    assert open_still[0] > open_still[-1]


def sampled(sheet: RoundSheet, times: int, seed: int) -> Counter[str]:
    """Play a round again and again with dice."""
    dice = random.Random(seed)

    def answer(ask: Roll[Any] | Choose[Any]) -> Any:
        assert isinstance(ask, Roll)
        return ask.read[sum(dice.randint(1, ask.read.dice.sides) for _ in range(ask.read.dice.count))]

    return Counter(drive(close_combat_round(sheet), answer).holds for _ in range(times))


@pytest.mark.parametrize(
    ("attackers", "defenders", "ambush", "rounds"),
    [
        ("g-467 g-9-1 g-247", "r-447 r-8-0", "none", 1),
        ("g-467 g-9-1 g-247", "r-447 r-8-0", "roll", 2),
        ("g-467 g-9-1", "r-447 afv:cmg4:bmg2", "none", 1),
        ("g-467 g-9-1", "r-447 afv:cmg4:bmg2:ce", "defenders", 2),
    ],
)
def test_odds_are_those_of_sampled_play(attackers: str, defenders: str, ambush: Who, rounds: int) -> None:
    """Two thousand plays come within four standard deviations of the exact chance."""
    sheet = sheet_of(attackers, defenders, ambush, rounds, CARD)
    chance = Enumerator()(close_combat_round, sheet)
    counts = sampled(sheet, 2000, 7)
    shares = chance.map(lambda end: end.holds)
    for holds in HOLDS:
        share = float(shares[holds])
        spread = (2000 * share * (1 - share)) ** 0.5
        assert abs(counts[holds] - 2000 * share) <= 4 * spread + 1


def test_a_new_leader_stands_against_the_answer() -> None:
    """g-247 makes an 8-1 by an Original 2, which with him is 3 against 2 and kills; the answer of 2 then meets 3.

    2 against 2 is 1-1 and 5 reduces; 2 against 3 is 1-2 and 5 does nothing.
    """
    sheet = sheet_of("g-247", "r-227", card=CARD)
    assert resolved(sheet, 6, 5) == "DEFENDER holds the hex; DEFENDER: r-227"
    assert resolved(sheet, 2, 1, 5) == "ATTACKER holds the hex; ATTACKER: g-247, g-8-1"
    assert resolved(sheet, 2, 1, 3) == "nobody is left"


def test_the_telling_changes_no_chance() -> None:
    """Told by kinds or counted only, who holds the hex is as likely as told unit by unit."""
    attackers, defenders = "g-467 g-447 g-247 g-9-1", "r-447 r-527 r-8-0"
    named_each = sheet_of(attackers, defenders, card=CARD)
    assert named_each.names == "written"
    wanted = Enumerator()(close_combat_round, named_each).map(lambda end: (end.holds, len(end.attackers)))
    counted = replace(
        named_each, names="counters", mode=replace(named_each.mode, leaders="untold", counted=True),
        fight=replace(
            named_each.fight,
            attackers=tuple(replace(each, told="unit") for each in named_each.fight.attackers),
            defenders=tuple(replace(each, told="unit") for each in named_each.fight.defenders),
        ),
    )  # fmt: skip
    found = Enumerator()(close_combat_round, counted).map(lambda end: (end.holds, len(end.attackers)))
    untold = replace(named_each, mode=replace(named_each.mode, leaders="untold"))
    assert found == Enumerator()(close_combat_round, untold).map(lambda end: (end.holds, len(end.attackers)))
    assert found.map(lambda end: end[0]) == wanted.map(lambda end: end[0])


def test_with_a_vehicle_the_side_without_one_begins() -> None:
    """g-467 destroys the AFV on a 2 to 4, and there is nobody left to answer."""
    sheet = sheet_of("g-467", "afv:cmg4")
    assert resolved(sheet, 4) == "ATTACKER holds the hex; ATTACKER: g-467"
    # Missed by 7; 4 against 5 is 1-2: 3 eliminates.
    assert resolved(sheet, 7, 3) == "DEFENDER holds the hex; DEFENDER: afv:cmg4"
    assert resolved(sheet, 5, 4) == "both sides are there; ATTACKER: g-247; DEFENDER: afv:cmg4:immobile"


def test_the_ambusher_with_a_vehicle_makes_all_its_attacks_first() -> None:
    """4 against 5 is 1-2, and -1: 4 eliminates."""
    assert (
        resolved(sheet_of("g-467", "afv:cmg4", "defenders"), 4)
        == "DEFENDER holds the hex; DEFENDER: afv:cmg4"
    )


def test_teams_are_mmcs_with_leaders_and_the_broken_by_themselves() -> None:
    found = teams(pieces("g-8-0 g-247 g-467 g-9-1 g-447:broken g-7-0:broken afv:cmg3"))
    assert [named(team) for team in found] == [
        "g-467+g-9-1", "g-247+g-8-0", "g-447:broken", "g-7-0:broken", "afv:cmg3",
    ]  # fmt: skip


def test_odds_of_each_pairing_with_the_reason() -> None:
    """5 against 4 is 1-1 with -1: 10 of 36 kill 4 FP, 5 of 36 take 2; the half-squad is 2-1: 21 of 36 kill 2, 5 too."""
    team = pieces("g-467 g-9-1")
    assert pairing(team, pieces("r-447"), "none", CARD).worth == Fraction(10 * 4 + 5 * 2, 36)
    found = pairing(team, pieces("r-237"), "none", CARD)
    assert found.worth == Fraction(26 * 2, 36)
    assert found.why == (
        "g-467+g-9-1 at r-237: 5-2 is 2-1: kill number 7, DR -1; eliminated 21/36, reduced 5/36; worth 1.44 FP"
    )


def test_the_broken_of_a_group_are_counted_by_their_own_chance() -> None:
    """8-8 is 1-1: 6 of 36 kill 4 FP and 4 of 36 take 2; the broken squad, at -2, 15 and 6 of 36: 32/36 and 72/36."""
    found = pairing(pieces("r-447 r-447"), pieces("g-467 g-447:broken"), "none", CARD)
    assert found.worth == Fraction(32 + 72, 36)
    assert found.why == (
        "r-447+r-447 at g-467+g-447:broken: 8-8 is 1-1: kill number 5, DR 0, -2 against the broken; "
        "eliminated 6/36, reduced 4/36; the broken eliminated 15/36, reduced 6/36; worth 2.89 FP"
    )


def lost(sheet: AttackSheet) -> Fraction:
    """What those attacked can expect to lose, by every way of the dice: fire power, and more for leaders and AFVs."""
    by_name = {piece.called: piece for piece in sheet.targets}

    def of(loss: Loss) -> int:
        piece = by_name[loss.unit]
        if loss.becomes == "reduced" and isinstance(piece, Infantry):
            return piece.type.fire - parse_unit(piece.type.half).type.fire
        return {"wounded": 0, "immobilised": 2}.get(loss.becomes, value(piece))

    return Enumerator()(resolve, sheet).mean(lambda end: sum(map(of, end.losses)))


@pytest.mark.parametrize(
    ("own", "target", "ambush"),
    [
        ("g-467 g-9-1", "r-447 r-8-0", "none"),
        ("g-467 g-6+1:cx", "r-447", "none"),
        ("g-447", "r-628 r-9-1:wounded r-237:broken", "by"),
        # Only an Original 2 helps: by the leader it makes, or by a further die.
        ("g-crew:pinned", "a-546", "against"),
        ("r-447", "g-838 g-838:broken", "none"),
        ("r-226", "afv:cmg4:motion", "none"),
        ("r-226", "afv:cmg4:motion:ce", "against"),
        ("g-467 g-9-1", "afv:cmg4:immobile", "none"),
        ("afv:cmg4", "g-467 g-9-1", "none"),
    ],
)
@pytest.mark.parametrize("promotion", ["on", "off"])
def test_an_attack_is_worth_what_the_enemy_can_expect_to_lose(
    own: str, target: str, ambush: Ambush, promotion: str
) -> None:
    card = Card("asl-sk", "card", (("field-promotion", promotion),))
    found = pairing(pieces(own), pieces(target), ambush, card)
    wanted = lost(attack_sheet(pieces(own), pieces(target), ambush, card))
    assert abs(found.worth - wanted) < Fraction(1, 10_000)


def test_what_only_an_original_2_helps_is_tried() -> None:
    """1-5 is 1-6 with +1; an 8-1 makes 2-5, 1-4, and 0 of it: 2 is below 3. 1 in 36 kills the 5 FP."""
    (found,) = plan(pieces("g-crew:pinned"), pieces("a-546"), "against", CARD)
    assert found == (pieces("g-crew:pinned"), pieces("a-546"))
    assert worth(*found, "against", CARD) == PARTS * 5
    assert pairing(*found, "against", CARD).why.endswith("no effect but by an Original 2; worth 0.14 FP")
    # CCV 3 - 1, +2: a further die destroys by 2 in 6, and immobilises by 1. In the second turn it answers 2-3.
    sheet = sheet_of("r-226", "afv:cmg4:motion")
    assert resolved(sheet, 2, 2) == "ATTACKER holds the hex; ATTACKER: r-226"
    assert resolved(sheet, 7, 5) == "both sides are there; ATTACKER: r-226; DEFENDER: afv:cmg4:motion"


def test_an_afv_is_not_immobilised_again() -> None:
    """CCV 5 and -1: 10 of 36 destroy an AFV worth 5 + 4; 5 of 36 would take 2 of one that can move."""
    attack = pieces("g-467"), pieces("afv:cmg4:immobile")
    assert pairing(*attack, "none", CARD).worth == Fraction(10 * 9, 36)
    old = Card("asl-sk", "card", (("best-pairing", "fire-power"),))
    assert pairing(*attack, "none", old).worth == Fraction(10 * 9 + 5 * 2, 36)


def test_a_leader_who_hinders_stays_out_of_the_attack() -> None:
    """4-4 is 1-1: 6 of 36 kill 4 and 4 take 2. With a leader who is CX 5-4 is 1-1 too, and 1 is added: 18/36."""
    (found,) = best_pairing(pieces("g-467 g-6+1:cx"), pieces("r-447"), "none")
    assert (named(found.attackers), found.worth) == ("g-467", Fraction(32, 36))
    # Against a tank his 1 makes up for it, and where the squad is CX itself he costs nothing.
    (found,) = best_pairing(pieces("g-467 g-6+1:cx"), pieces("afv:cmg4"), "none")
    assert named(found.attackers) == "g-467+g-6+1:cx"
    (found,) = best_pairing(pieces("g-467:cx g-9-1:cx"), pieces("r-447"), "none")
    assert named(found.attackers) == "g-467:cx+g-9-1:cx"
    old = Card("asl-sk", "card", (("best-pairing", "fire-power"),))
    ((own, _),) = plan(pieces("g-467 g-6+1:cx"), pieces("r-447"), "none", old)
    assert named(own) == "g-467+g-6+1:cx"


def every_plan(own: tuple[Piece, ...], enemies: tuple[Piece, ...], ambush: Ambush) -> int:
    """Set every team upon any enemy team, or all together, or none; a leader may stay out. Return what the best is worth."""
    ours, best = teams(own), 0
    for blocks in (list(teams(enemies)), [sum(teams(enemies), ())]):
        for choice in product(range(len(blocks) + 1), repeat=len(ours)):
            upon: dict[int, list[Piece]] = {}
            for team, block in zip(ours, choice, strict=True):
                if block < len(blocks):
                    upon.setdefault(block, []).extend(team)
            best = max(best, sum(most(tuple(group), blocks[at], ambush) for at, group in upon.items()))
    return best


def most(group: tuple[Piece, ...], block: tuple[Piece, ...], ambush: Ambush) -> int:
    """What a group is worth at most, whichever of its leaders attack."""
    leaders = [at for at, piece in enumerate(group) if isinstance(piece, Infantry) and piece.is_smc]
    men = len(leaders) < len(group)
    found = []
    for choice in product((True, False), repeat=len(leaders) if men else 0):
        out = {at for at, joins in zip(leaders, choice, strict=False) if not joins}
        attack = tuple(piece for at, piece in enumerate(group) if at not in out)
        found.append(worth(attack, block, ambush, CARD))
    return max(found)


@pytest.mark.parametrize(
    ("own", "enemies"),
    [
        ("g-467 g-447 g-247", "r-447 r-227"),
        ("g-467 g-9-1 g-838", "r-447 r-628 r-8-0"),
        ("g-467 g-467 g-467", "r-447:broken r-628 r-227"),
        ("g-247 g-247 g-548", "r-447 r-447"),
        ("g-467 g-247 g-9-1", "r-628 r-628 r-628"),
        ("g-467 g-8-0 g-247 g-548", "r-447 r-237:broken r-9-1 r-527:cx"),
        ("g-467 g-8-0:cx g-247 g-9-1:pinned", "r-447 r-237:broken r-9-1"),
    ],
)
@pytest.mark.parametrize("ambush", ["none", "by"])
def test_the_best_pairing_is_the_best_of_all(own: str, enemies: str, ambush: Ambush) -> None:
    ours, theirs = pieces(own), pieces(enemies)
    found = plan(ours, theirs, ambush, CARD)
    assert sum(worth(*each, ambush, CARD) for each in found) == every_plan(ours, theirs, ambush)


def best_pairing(own: Sequence[Piece], enemies: Sequence[Piece], ambush: Ambush) -> list[Pairing]:
    return [pairing(*each, ambush, CARD) for each in plan(own, enemies, ambush, CARD)]


def test_all_teams_are_attacked_together_where_that_is_best() -> None:
    """7 at 18 is 1-2 on the card; -1 and -1 make 10 of 36 kill all 18, and 5 of 36 take 3: 195/36."""
    (found,) = best_pairing(pieces("g-467 g-247 g-9-1"), pieces("r-628 r-628 r-628"), "by")
    assert (named(found.targets), found.worth) == ("r-628+r-628+r-628", Fraction(195, 36))


def test_many_teams_attack_one_each_or_all_together() -> None:
    """Not all ways are tried, but nothing worse than all upon all is taken, and everybody attacks."""
    found = plan(pieces(EIGHT[0]), pieces(EIGHT[1]), "by", CARD)
    every, all_of_them = (tuple(piece for team in teams(pieces(side)) for piece in team) for side in EIGHT)
    assert sum(worth(*each, "by", CARD) for each in found) >= worth(every, all_of_them, "by", CARD)
    assert len({piece for own, _ in found for piece in own}) == 8


def test_pieces_with_names_are_paired_as_those_without() -> None:
    ours = [replace(each, told=f"squad {at}") for at, each in enumerate(pieces("g-467 g-467 g-467"))]
    found = best_pairing(ours, pieces("r-447 r-447"), "none")
    bare = best_pairing(pieces("g-467 g-467 g-467"), pieces("r-447 r-447"), "none")
    assert [each.worth for each in found] == [each.worth for each in bare]
    attacking = [each.called for pairing in found for each in pairing.attackers]
    assert sorted(attacking) == ["squad 0", "squad 1", "squad 2"]


def test_eight_a_side_are_weighed_whatever_they_are() -> None:
    chance = weighed(*EIGHT, card=CARD)
    assert 8 <= max(len(end.attackers) for end in chance) <= 16


@pytest.mark.parametrize(
    ("attackers", "defenders", "more", "sentence"),
    [
        ("g-467", "r-447", {"rounds": 0}, "from 1 to 10 rounds are fought, not 0"),
        ("g-467 g-447 g-436 g-247 g-237", "r-447 r-426 r-527 r-227 r-237", {"rounds": 2},
         "there are too many ways for this to end; name fewer units"),
        ("g-467", "g-447", {}, "German units are on both sides"),
    ],
)  # fmt: skip
def test_what_cannot_be_weighed_is_refused(attackers: str, defenders: str, more: Any, sentence: str) -> None:
    with pytest.raises(GrognardError, match=sentence):
        sheet_of(attackers, defenders, **more)


def every_way(sheet: RoundSheet, answers: tuple[Any, ...] = ()) -> Iterator[tuple[RoundOutcome, Fraction]]:
    """Play a round with every total of every roll, one after the other; nothing is remembered or added up."""
    match after(close_combat_round(sheet), answers):
        case Done(end):
            yield end, Fraction(1)
        case Open(Roll() as ask):
            for total, count in ways(ask.read.dice).items():
                for end, share in every_way(sheet, (*answers, ask.read[total])):
                    yield end, share * Fraction(count, ask.read.ways)


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [("g-236 g-236", "r-9-2 r-9-2"), ("g-237 g-236", "r-9-2 r-8-0"), ("g-467 g-9-1", "r-447")],
)
@pytest.mark.parametrize("leaders", ["named", "counted", "untold"])
def test_leaders_made_by_units_alike_are_as_likely_as_they_are_rolled(
    attackers: str, defenders: str, leaders: Leaders
) -> None:
    """The enemy attacks both half-squads together, and each may have made a leader who counts against it."""
    found = sheet_of(attackers, defenders, card=CARD)
    sheet = replace(found, mode=replace(found.mode, leaders=leaders))
    assert Enumerator()(close_combat_round, sheet) == Chance.of(every_way(sheet))


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        EIGHT,
        ("g-248 g-247 g-237 g-236 g-238 g-338 g-crew g-crew", " ".join(["r-9-2"] * 8)),
        (
            "g-468 g-467 g-447 g-436 g-9-1 g-8-0 g-8-1 g-7-0",
            "r-458 r-447 r-426 r-527 r-9-1 r-8-0 r-8-1 r-7-0",
        ),
    ],
)
def test_eight_a_side_answer_soon(attackers: str, defenders: str) -> None:
    """A tenth of a second, where nothing else runs, is some 600,000 calls; the second took one, and more with more of them."""
    assert calls(lambda: weighed(attackers, defenders, card=CARD)) < 1_200_000


def test_a_new_leader_is_lost_with_the_unit_that_made_him_whoever_kills_it() -> None:
    """g-467 attacks r-447 alone, of whom both attack it: his 8-1 makes 9-4, 2-1, 9-5, 3-2, and 3 kills by either."""
    sheet = sheet_of("r-447 r-527", "g-467", card=Card("asl-sk", "errata"))
    assert resolved(sheet, 3, 2, 1) == "ATTACKER holds the hex; ATTACKER: r-527"
    # 6 is below the 7 of 2-1, and just the 6 of 3-2: with him the squad is reduced, and both are left.
    assert resolved(sheet, 6, 2, 1) == "both sides are there; ATTACKER: r-527; DEFENDER: g-247, g-8-1"
    assert resolved(sheet, 6, 3) == "ATTACKER holds the hex; ATTACKER: r-527"


def test_of_two_half_squads_alike_the_one_that_made_him_takes_him_along() -> None:
    """4-4 is 1-1, and 5 reduces one of the two by lot. At 2-4, 1-2, a German makes a leader with any dr: 1 in 36."""
    sheet = sheet_of("g-237 g-237", "r-447 r-8-0", card=CARD)
    blows = LinkedAttack(
        "ATTACKER", (attack_sheet(pieces("g-237"), pieces("r-447"), "none", CARD),), on_base=1
    )
    made = replace(blows, base=parse_unit("g-237"))
    answer = attack_sheet(pieces("r-447"), pieces("g-237 g-237"), "none", CARD)
    one = LinkedAttacks((made, LinkedAttack("DEFENDER", (answer,), waits_for=1)), sheet.mode)
    chance = Enumerator()(roll_linked, one).given(
        lambda end: end.attackers_lose == (Loss("g-237", "eliminated"),)
    )
    assert chance.where(lambda end: bool(end.attackers_made)) == Fraction(1, 36) / 2


def test_of_units_alike_in_morale_the_one_named_first_in_the_attack_makes_the_leader() -> None:
    """Ruling promotion-base, in turns: not the one that comes first in the order of its side, r-237."""
    now = replace(sheet_of("r-527 r-237", "g-548 afv:cmg4", card=CARD).fight, mover="ATTACKER")
    attack = attack_sheet(pieces("r-527 r-237"), pieces("g-548"), "none", CARD)
    after = after_turn(now, attack, Outcome((), leader="r-8-0"), Mode("named", counted=False, card=CARD))
    assert [(piece.called, piece.made) for piece in after.attackers] == [("r-237", ""), ("r-527", "r-8-0")]


def test_after_an_ambush_the_answer_may_kill_who_made_a_leader_and_he_goes_too() -> None:
    """g-467 ambushes r-447 and kills it with an 8-1; r-628 answers 6-4, not 6-5, with +1: 4 kills it, 5 reduces."""
    sheet = sheet_of("g-467", "r-447 r-628", "attackers", card=CARD)
    assert resolved(sheet, 2, 1, 4) == "DEFENDER holds the hex; DEFENDER: r-628"
    assert resolved(sheet, 2, 1, 5) == "both sides are there; ATTACKER: g-247, g-8-1; DEFENDER: r-628"


def test_with_a_vehicle_a_new_leader_waits_and_may_be_lost_with_his_unit() -> None:
    """g-838 kills r-447 and makes an 8-1; the AFV's 5 over the 5 of a squad, not over 6, is 1-1: 4 kills both."""
    sheet = sheet_of("g-838", "r-447 afv:cmg5:bmg2", card=CARD)
    assert resolved(sheet, 2, 1, 4) == "DEFENDER holds the hex; DEFENDER: afv:cmg5:bmg2"
    assert resolved(sheet, 2, 1, 6).startswith("both sides are there; ATTACKER: g-8-1, g-838")
