# SPDX-License-Identifier: Apache-2.0
"""8.0 and 10.0 as a player would tell them, and their exact odds."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from channel import SEELOWE

from grognard.games.seelowe import air_attack as air
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.rules import resolution
from grognard.rules.worksheet import CombatSheet
from grognard.umpire import Choose, Roll, drive, lines, odds

TOLD = (Path(__file__).parent / "combat.txt").read_text(encoding="utf-8")
CASES = [case.splitlines() for case in TOLD.strip().split("\n\n")]
COMBAT, AIR_ATTACK = SEELOWE.procedures
Combat: Any = SEELOWE.situation
ROLLS = [(case[0], case[1], case[2], roll) for case in CASES for roll in case[3:]]


def situation(text: str) -> Any:
    """Read `German 6 6 5 attacks 5, forest, river`."""
    forces, *states = text.split(", ")
    side, *words = forces.split()
    middle = words.index("attacks")
    told = {
        "attackers": words[:middle],
        "defenders": words[middle + 1 :],
        "side": side,
        "terrain": next((state for state in states if state in ("forest", "city")), "clear"),
        "river": "river" in states,
        "defence_supply": next(
            (state for state in states if state in ("isolated", "unsupplied")), "supplied"
        ),
        "attackers_in_city": "attackers in city" in states,
    }
    return msgspec.convert(told, Combat, strict=False)


def worksheet(battle: Any, card: Card | None = None) -> CombatSheet:
    sheet = COMBAT.worksheet(battle, card or Card("seelowe"))
    assert isinstance(sheet, CombatSheet)
    return sheet


def resolved(sheet: CombatSheet, roll: str) -> str:
    """Play `roll 2, British ignores` or `roll 2, German chooses 3+3`."""
    told = re.fullmatch(r"roll (\d)(?:, (\w+) (?:chooses )?([\w+]+))?", roll)
    assert told
    asked = []

    def answer(ask: Roll[Any] | Choose[Any]) -> Any:
        if isinstance(ask, Roll):
            return ask.read[int(told[1])]
        asked.append(ask)
        if told[2] is None:
            return ask.options[0]
        assert ask.side == told[2]
        words = {"+".join(map(str, o)) if isinstance(o, tuple) else f"{o}s": o for o in ask.options}
        return words[told[3]]

    outcome = drive(resolution.resolve(sheet), answer)
    assert bool(asked) or told[2] is None
    return COMBAT.tell(outcome)


@pytest.mark.parametrize(("title", "forces", "odds_line", "roll"), ROLLS)
def test_combat_as_told(title: str, forces: str, odds_line: str, roll: str) -> None:
    sheet = worksheet(situation(forces))
    line = next(line for line in sheet.lines if line.what.startswith("odds"))
    assert f"{line.what}: {line.value}" == odds_line, title
    throw, _, told = roll.partition(" -> ")
    assert resolved(sheet, throw) == told


def test_every_worksheet_line_names_its_source() -> None:
    sheet = worksheet(situation("German 6 6 attacks 4, forest, river, isolated"))
    assert [(line.what, line.value, line.source) for line in sheet.lines] == [
        ("attack strength", "12", "printed strengths"),
        ("defence strength", "4", "printed strengths"),
        ("isolated 4 halved, fractions retained", "2", "supply: Isolated, combat strength"),
        ("odds 12-2", "6-1 7-1", "crt: Combat Odds, ruling odds-rounding"),
        ("attack across a river", "-2", "tec: River Hexside, combat"),
        ("defender in forest", "-2", "tec: Forest Hex, combat"),
        ("together they subtract 2", "+2", "ruling die-modifier-cap"),
        ("die modifier", "-2", "8.8"),
    ]


def test_exact_odds_by_hand() -> None:
    """3-1 without modifier: 1 is Br, 2 and 3 Dr, 4 and 5 Ex, 6 De."""
    chance = odds(resolution.resolve, worksheet(situation("German 6 6 5 attacks 5")))
    assert chance.map(lambda outcome: outcome.result).items() == [
        ("Br", Fraction(1, 6)),
        ("Dr", Fraction(1, 3)),
        ("Ex", Fraction(1, 3)),
        ("De", Fraction(1, 6)),
    ]


def test_rulings_change_the_play() -> None:
    added = Card("seelowe", "card", (("die-modifier-cap", "added"),))
    sheet = worksheet(situation("German 6 6 attacks 4, forest, river"), added)
    assert resolved(sheet, "roll 3") == "Ar: attacker retreats"
    brave = Card("seelowe", "card", (("city-ignores", "also-br"),))
    city = worksheet(situation("German 6 6 attacks 6, city"), brave)
    assert resolved(city, "roll 2, British ignores") == "Br: attacker retreats"
    nearest = Card("seelowe", "card", (("odds-rounding", "nearest"),))
    assert worksheet(situation("German 6 6 5 attacks 5"), nearest).lines[2].value == "3-1"
    assert worksheet(situation("German 7 7 attacks 4"), nearest).lines[2].value == "4-1 5-1"


def test_on_br_the_defenders_are_asked_first() -> None:
    brave = Card("seelowe", "card", (("city-ignores", "also-br"),))
    sheet = worksheet(situation("German 6 6 attacks 6, city, attackers in city"), brave)
    asked: list[str] = []

    def answer(ask: Roll[Any] | Choose[Any]) -> Any:
        asked.append(COMBAT.asks(ask))
        return ask.read[2] if isinstance(ask, Roll) else "retreat"

    assert COMBAT.tell(drive(resolution.resolve(sheet), answer)) == "Br: defender retreats, attacker retreats"
    assert asked == ["roll 1d6 8.8 combat", "British 13.0 Br in a city", "German 13.0 Br in a city"]


def test_an_exchange_that_cannot_be_paid_takes_all() -> None:
    """8 against an isolated 10 is 8-5, which only rounding to the nearest makes 2-1."""
    nearest = Card("seelowe", "card", (("odds-rounding", "nearest"),))
    sheet = worksheet(situation("German 5 3 attacks 10, isolated"), nearest)
    assert resolved(sheet, "roll 6") == "Ex: attacker loses 5+3, defender loses 10"


def test_lines_of_an_exchange() -> None:
    """At 3-1: Br, Dr, De one line each; Ex one for each way of paying 5 with 6, 6 and 5."""
    assert lines(resolution.resolve, worksheet(situation("German 6 6 5 attacks 5"))) == 3 + 5


def test_an_exchange_of_eighteen_units_is_paid_in_every_way_once() -> None:
    """Nine 3s and nine 2s pay for 40 with nine 3s and 7 to 9 twos, 27 + 14; or with eight 3s and 8 or 9, 24 + 16; or 21 + 19, no.

    45 in all; 40 is paid by 41, 43, 45, 40 and 42.
    """
    ways = resolution.exchanges((3,) * 9 + (2,) * 9, 40)
    assert [(sum(way), way.count(3), way.count(2)) for way in ways] == [
        (40, 8, 8), (41, 9, 7), (42, 8, 9), (43, 9, 8), (45, 9, 9),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        (Combat((1,), (5,)), "attacks at less than 1-2 odds are not permitted, and this is 1-5 (8.8)"),
        (Combat((6,), (5,), sea=True), "across a sea hexside: Attacks not permitted. (13.0)"),
        (Combat((6,), (5,), attack_supply="unsupplied"), "unsupplied units may not attack (13.0 supply)"),
        (Combat((6,), (5,), attack_supply="isolated"), "isolated units may not attack (13.0 supply)"),
        (
            Combat((6,), (5,), defence_supply="unsupplied"),
            "British units are supplied or isolated, never unsupplied",
        ),
        (
            Combat((6,), (5,), side="British", landing=True),
            "only German units land from the sea, and the British attack here (ruling landing-attack)",
        ),
        (Combat((), (5,)), "name the printed strengths of the attackers, each at least 1"),
        (
            Combat((3,) * 19, (5,)),
            "at most 18 units attack a hex, 3 from each of the six around it, and here are 19 (ruling stacking)",
        ),
        (Combat((6,), (0,)), "name the printed strengths of the defenders, each at least 1"),
    ],
)
def test_what_the_card_forbids_is_refused_with_its_reason(refused: Any, reason: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        worksheet(refused)
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize(
    ("units", "reach", "told"),
    [
        (1, "normal", {"D": 1, "•": 4, "A1": 1}),
        (5, "normal", {"D": 5, "A1": 1}),
        (9, "normal", {"D": 5, "A1": 1}),
        (1, "extended", {"•": 4, "A1": 2}),
        (3, "extended", {"D": 1, "•": 3, "A1": 2}),
        (8, "extended", {"D": 4, "A1": 2}),
    ],
)
def test_air_attack_by_hand(units: int, reach: Any, told: dict[str, int]) -> None:
    chance = odds(air.air_attack, air.worksheet(air.AirAttack(units, reach), Card("seelowe")))
    results = chance.map(lambda outcome: outcome.result)
    assert dict(results.items()) == {code: Fraction(ways, 6) for code, ways in told.items()}


def test_german_air_units_spare_cities() -> None:
    with pytest.raises(NotAllowed, match="German air units may not attack units in a city hex"):
        AIR_ATTACK.worksheet(air.AirAttack(3, terrain="city"))
    assert AIR_ATTACK.worksheet(air.AirAttack(3, side="British", terrain="city")).lines
    with pytest.raises(NotAllowed, match="at least one air unit"):
        AIR_ATTACK.worksheet(air.AirAttack(0))
