# SPDX-License-Identifier: Apache-2.0
"""The procedures as they are typed: at the command line and in the fields of a form."""

import json
import re
import subprocess
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from grognard.games.asl_sk.ambush import AmbushSheet
from grognard.games.asl_sk.terms import CARD
from grognard.procedures.forms import fill
from grognard.registry import Card, rulings
from grognard.registry.games import header, procedure, rulings_of
from grognard.umpire import Enumerator

Here = Callable[..., subprocess.CompletedProcess[str]]


def test_odds_as_typed(here: Here) -> None:
    """By hand: 5 against 4 is 1-1 with -1: 10 of 36 eliminate, of them 1 with a leader, 5 reduce."""
    typed = "close-combat --attackers g-467,g-9-1 --targets r-447 --format json"
    done = here("odds", "asl-sk", *typed.split())
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = json.loads(done.stdout)["outcomes"]
    assert {(each["losses"][0]["becomes"] if each["losses"] else "", each["leader"]): each["probability"]
            for each in outcomes} == {
        ("eliminated", "g-8-1"): "1/108", ("eliminated", "g-8-0"): "1/108", ("eliminated", "g-7-0"): "1/108",
        ("eliminated", ""): "1/4", ("reduced", ""): "5/36", ("", ""): "7/12",
    }  # fmt: skip


def test_a_fraction_that_nobody_can_read_is_left_to_json(here: Here) -> None:
    typed = ("morale-check", "--units", "g-468,g-447,g-548,g-9-1,g-8-0,g-7-0,g-10-2", "--check", "1")
    said = here("odds", "asl-sk", *typed).stdout
    assert not re.search(r"\d{12}", said)
    assert re.search(r"units pinned +0 +█+ +30\.6% *\n", said)
    assert re.search(
        r'"probability": "\d{12,}/\d{12,}"', here("odds", "asl-sk", *typed, "--format", "json").stdout
    )


def test_a_resolution_with_its_transcript(here: Here) -> None:
    typed = "morale-check --units g-467,g-9-1 --dice 6,6,5,3,2,4,3"
    said = here("resolve", "asl-sk", *typed.split()).stdout
    assert said.endswith(
        "roll 2d6 morale check of g-9-1: 6+6 -> g-9-1:broken:dm, casualty reduction\n"
        "roll 1d6 wound of g-9-1: 5 -> eliminated\n"
        "roll 2d6 morale check of g-467: 3+2 -> no effect\n"
        "roll 2d6 LLMC of g-467: 4+3 -> g-467:broken:dm\n"
        "-> g-9-1 eliminated, g-467 becomes g-467:broken:dm\n"
    )


def test_ambush_as_typed(here: Here) -> None:
    """AFV 2 and BU 1 against a -1 leader: a difference of 4."""
    typed = "ambush --attackers g-467,g-9-1 --defenders r-447,afv:cmg3 --format json"
    found = json.loads(here("odds", "asl-sk", *typed.split()).stdout)["outcomes"]
    assert {each["by"]: each["probability"] for each in found} == {"ATTACKER": "13/18", "nobody": "5/18"}


@pytest.mark.parametrize(
    ("units", "value"),
    [("g-436", 1), ("a-536", 1), ("a-536,a-8-0", 0), ("g-467:cx", 1), ("g-467:pinned,g-447:pinned", 1),
     ("g-467,afv:cmg3:ce", 2), ("g-467,afv:cmg3", 3), ("g-467,afv:cmg3:ce:stunned", 3), ("g-467,g-8-1,g-9-2", -2),
     ("g-9-2", 0), ("g-467,g-9-2:pinned", 1), ("g-467,g-6+1", 1), ("g-436:cx,g-9-1", 1)],
)  # fmt: skip
def test_the_modifiers_of_ambush(units: str, value: int) -> None:
    """By the card: each once if any qualifies; leadership not for a leader alone or pinned, but forced."""
    found = procedure("asl-sk", "ambush")
    sheet = found.worksheet(fill(found.situation, {"attackers": units, "defenders": "r-447"}), CARD)
    assert isinstance(sheet, AmbushSheet)
    assert sheet.told == f"ATTACKER dr {value:+d}, DEFENDER dr 0".replace("+0", "0")


def test_the_games_units_and_procedures_are_listed(here: Here) -> None:
    said = here("odds", "asl-sk").stdout
    for name in ("ambush", "close-combat", "close-combat-round", "morale-check"):
        assert f"grognard odds asl-sk {name} " in said
    assert "g-467  German  4-6-7  squad" in here("units", "asl-sk", "g-467").stdout


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("close-combat --attackers g-467 --targets r-44", "there is no unit 'r-44'; did you mean r-447"),
        ("close-combat --attackers g-467:cxx --targets r-447", "'cxx' is no mark of a unit; did you mean cx?"),
        ("close-combat --attackers g-467 --targets ,", "name the units attacked, such as g-467,g-9-1"),
        ("close-combat --attackers g-467 --targets afv:gun", "'gun' is no mark of an AFV; there are cmg5, rmg3"),
        ("close-combat --attackers g-467 --targets afv:motion:immobile",
         "afv:motion:immobile is immobile and in motion; it is one of them at most"),
        ("close-combat --attackers g-467 --targets afv:cmg4:stunned:stun+1",
         "afv:cmg4:stunned:stun+1 is stunned and at Stun +1; that comes when the stun is over"),
        ("ambush --attackers afv:cmg4 --defenders afv:cmg3", "there are AFVs alone on both sides"),
        ("close-combat-round --attackers afv:cmg4 --defenders afv:cmg3", "there are AFVs alone on both sides"),
        ("ambush --attackers g-467 --defenders r-447 --location other", "ambush is for woods and buildings only"),
        ("ambush --attackers g-467 --defenders r-447 --melee", "units that join a Melee neither ambush"),
        ("morale-check --units ,", "name the units that check, such as g-467,g-9-1"),
        ("morale-check --units g-467 --check 99", "a check is from 0, a NMC, to 4, a 4MC, not 99"),
        ("morale-check --units g-467 --check -5", "a check is from 0, a NMC, to 4, a 4MC, not -5"),
        ("morale-check --units g-467 --penalty 1000000", "a penalty is from -12 to 12, not 1000000"),
        ("morale-check --units g-467 --units g-468", "--units is given more than once"),
        ("morale-check --units afv:cmg3", "there is no unit 'afv'"),
        ("morale-check --units g-467:ml99", "g-467:ml99: no counter has a morale of 99; it is from 1 to 10"),
        ("morale-check --units g-467,r-447", "German and Russian units are enemies, and not on one side"),
        ("close-combat --attackers g-467,r-447 --targets a-666", "German and Russian units are enemies"),
        ("close-combat --attackers zzz --targets r-447", "there is no unit 'zzz'; of 96 the nearest are "),
        ("ambush --attackers g-467 --defenders r-447 --ruling foo=bar", "there is no ruling 'foo'; of "),
        ("close-combat-round --attackers g-467 --defenders r-447 --bogus 3",
         "there is no option of close-combat-round '--bogus'; there are --attackers, --defenders, --ambush"),
        ("close-combat --attackers g-9-1:wounded:cx --targets r-447", "g-9-1:wounded:cx is wounded, and a wounded"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here: Here, typed: str, sentence: str) -> None:
    done = here("odds", "asl-sk", *typed.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1


# A situation in which each ruling that can be switched changes the chances. Those of print alone change a chart.
MOVED = {
    "odds-arithmetic": ("close-combat", {"attackers": "a-747", "targets": "g-467,g-467"}),
    "leadership-in-close-combat": ("close-combat", {"attackers": "g-467,g-6+1", "targets": "r-447"}),
    "smc-once": ("close-combat", {"attackers": "g-467,g-8-0", "targets": "afv:cmg3"}),
    "ambush-afv": ("ambush", {"attackers": "g-467,afv:cmg3", "defenders": "r-447"}),
    "broken-in-group": ("close-combat", {"attackers": "g-467", "targets": "r-447,r-447:broken"}),
    "leader-loss-plus": ("morale-check", {"units": "g-436,g-8-0:wounded"}),
    "natural-12-first": ("morale-check", {"units": "g-10-2", "penalty": "-3"}),
    "wound-effect": ("morale-check", {"units": "g-9-1:wounded"}),
    "broken-morale": ("morale-check", {"units": "a-666:broken"}),
    "leader-lost-twice": ("morale-check", {"units": "g-467,g-8-0,g-9-1"}),
    "leadership-in-checks": ("morale-check", {"units": "g-467,g-9-1"}),
    "random-selection": ("close-combat", {"attackers": "g-467", "targets": "r-447,r-8-0"}),
    "original-12-v-afv": ("close-combat", {"attackers": "g-467,g-8-0", "targets": "afv:cmg3"}),
    "best-pairing": ("close-combat-round", {"attackers": "g-467,g-6+1:cx", "defenders": "r-447"}),
    "field-promotion": ("close-combat", {"attackers": "g-467", "targets": "r-447"}),
}
OF_PRINT = {"wound-signs", "squad-note-3", "leadership-once"}
# What is rolled on the map alone has tests of its own.
ON_THE_MAP = {"hindering-leader"}
SWITCHES = [
    (name, option)
    for name, ruling in rulings("asl-sk").items()
    for option in ruling.options
    if option != ruling.card and name not in ON_THE_MAP
]


@pytest.mark.parametrize(("name", "option"), SWITCHES)
def test_each_switch_moves_something(name: str, option: str) -> None:
    switched = Card("asl-sk", "card", ((name, option),))
    if name in OF_PRINT:
        texts = [
            [
                cell.text
                for chart in ("attack-dr", "definitions")
                for row in card.chart(chart).cells
                for cell in row
            ]
            for card in (CARD, switched)
        ]
        assert texts[0] != texts[1]
        return
    wanted, told = MOVED[name]
    found = procedure("asl-sk", wanted)
    situation = fill(found.situation, told)
    before, after = (Enumerator()(found.rule, found.worksheet(situation, card)) for card in (CARD, switched))
    assert before.map(found.tell) != after.map(found.tell)


def test_a_game_begun_before_a_ruling_was_stated_goes_on_as_it_was_played() -> None:
    begun = header("asl-sk", "night", "card", {})
    assert rulings_of(begun)["leader-lost-twice"] == "each"
    known = {name: option for name, option in begun.rulings.items() if name != "leader-lost-twice"}
    before = replace(begun, rulings={**known, "best-pairing": "fire-power"})
    assert rulings_of(before)["leader-lost-twice"] == "once"
    assert rulings_of(before)["best-pairing"] == "fire-power"
    older = replace(begun, rulings={name: it for name, it in known.items() if name != "hindering-leader"})
    assert rulings_of(older)["hindering-leader"] == "forced"
    assert rulings_of(before)["broken-morale"] == "back"


def test_ambush_and_wounds_are_ruled_alike_in_both_profiles() -> None:
    """Only the odds grid plays otherwise under errata."""
    found = procedure("asl-sk", "morale-check")
    situation = fill(found.situation, {"units": "g-467,g-9-1:wounded"})
    sheets = [found.worksheet(situation, card) for card in (CARD, Card("asl-sk", "errata"))]
    assert len({Enumerator()(found.rule, sheet).map(found.tell) for sheet in sheets}) == 1
