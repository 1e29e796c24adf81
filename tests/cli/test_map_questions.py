# SPDX-License-Identifier: Apache-2.0
"""`grognard reach` and `grognard supply` as a user runs them, each hex counted by hand on the map of Kent."""

import json
import subprocess
from collections.abc import Callable

import pytest

Grognard = Callable[..., subprocess.CompletedProcess[str]]
HYTHE = ("seelowe/kent", "--from", "2312", "--side", "German", "--enemy", "2411,2209")


def test_where_a_division_on_the_beach_of_hythe_can_go(here: Grognard) -> None:
    """It stands in the zone of Folkestone (2411): 1 to leave, 1 for each hex, 1 more over the canal or into marsh.

    2211 is over the canal: 1 + 1 + 1. From there 2111 is clear: 1 more. 2410, 2311 and 2210 are in zones.
    """
    done = here("reach", *HYTHE, "--kind", "infantry", "--movement", "4")
    assert (done.returncode, done.stderr) == (0, "")
    heading, *lines = (line.rstrip() for line in done.stdout.splitlines())
    assert heading == "German infantry at 2312, 4 MP: 5 hexes"
    assert lines == [
        "2212  2  2312 2212",
        "2113  3  2312 2212 2113",
        "2211  3  2312 2211",
        "2111  4  2312 2211 2111",
        "2112  4  2312 2212 2112",
    ]


def test_mountain_troops_do_not_pay_for_the_canal(here: Grognard) -> None:
    done = here("reach", *HYTHE, "--kind", "mountain", "--to", "2211")
    assert done.stdout == "2211 costs 2 of 4 MP, by 2312 2211\n"


def test_an_unsupplied_unit_has_half_its_points(here: Grognard) -> None:
    done = here("reach", *HYTHE, "--supply", "unsupplied", "--format", "json")
    found = json.loads(done.stdout)
    assert (found["allowed"], found["hexes"]) == ("2 MP", {"2212": {"cost": "2", "path": ["2312", "2212"]}})


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("2411", "enemy units are in 2411"),
        ("2013", "2013 costs 5 MP, and the unit has 4 MP"),
        ("2515", "2515 is sea"),
        ("2312", "the unit is there"),
    ],
)
def test_why_a_hex_cannot_be_reached(here: Grognard, to: str, said: str) -> None:
    done = here("reach", *HYTHE, "--to", to)
    assert (done.returncode, done.stdout) == (0, f"{said}\n")
    assert json.loads(here("reach", *HYTHE, "--to", to, "--format", "json").stdout)["why_not"] == said


def test_the_reach_drawn_on_the_map(here: Grognard) -> None:
    lines = here("reach", *HYTHE, "--format", "map").stdout.splitlines()
    assert "11 | f     4     f     r" in lines
    assert "   |    .     3     X     ~" in lines
    assert "12 | .     4     @     ~" in lines
    assert max(map(len, lines)) <= 80


def test_supply_from_hythe_to_ashford(here: Grognard) -> None:
    """4 hexes are supplied; enemies at 2111, 2009 and 1912 close the short ways, and 10 hexes are unsupplied."""
    ashford = ("supply", "seelowe/kent", "--unit", "1910", "--side", "German", "--source", "2312")
    assert here(*ashford).stdout == "supplied: 4 hexes, by 1910 2010 2111 2211 2312\n"
    longer = json.loads(here(*ashford, "--enemy", "2111,2009,1912", "--format", "json").stdout)
    assert (longer["state"], len(longer["path"])) == ("unsupplied", 11)


def test_supply_that_is_cut_says_where(here: Grognard) -> None:
    """A unit in Hythe with enemies in Folkestone and at 2212: every way out lies in their zones."""
    hythe = ("supply", "seelowe/kent", "--unit", "2312", "--side", "British", "--source", "0101")
    done = here(*hythe, "--enemy", "2411,2212")
    assert {"2311", "2411", "2211", "2212"} == set(done.stdout.removeprefix("isolated: cut at ").split())
    helped = here(
        *hythe, "--enemy", "2411,2212", "--friends", "2211,2311", "--ruling", "supply-zone=friend-negates"
    )
    assert helped.stdout.startswith("supplied: ")


def test_a_depot_carries_supply_on(here: Grognard) -> None:
    """Maidstone is 10 hexes from Folkestone; a depot 4 hexes from the port and one 3 further carry it there."""
    far = ("supply", "seelowe/kent", "--unit", "1407", "--source", "2411")
    assert here(*far).stdout.startswith("unsupplied: 10 hexes, by 1407 ")
    fed = here(*far, "--depots", "2009,1707").stdout
    assert fed.startswith("supplied: 3 hexes, by 1407 ")
    assert fed.endswith(" 1707\n")


LOZOVAYA = ("panzerblitz/sukhaya", "--from", "0509", "--unit")


def test_where_a_rifle_platoon_in_lozovaya_can_go(here: Grognard) -> None:
    """1 MF: half for the town next to it and for each hex of road, one for any other hex."""
    done = here("reach", *LOZOVAYA, "g-rifle")
    assert (done.returncode, done.stderr) == (0, "")
    heading, *lines = (line.rstrip() for line in done.stdout.splitlines())
    assert heading == "Rifle platoon at 0509, 1 MF: 9 hexes"
    found = json.loads(here("reach", *LOZOVAYA, "g-rifle", "--format", "json").stdout)["hexes"]
    half, one = ("0409", "0510", "0609"), ("0310", "0408", "0508", "0511", "0608", "0710")
    assert {each: step["cost"] for each, step in found.items()} == dict.fromkeys(half, "0.5") | dict.fromkeys(
        one, "1"
    )
    assert found["0511"]["path"] == ["0509", "0510", "0511"]
    assert "Lozovaya 0609  0.5  0509 0609" in lines


@pytest.mark.parametrize(
    ("arguments", "to", "said"),
    [
        (["g-truck"], "1209", "1209 costs 3.5 of 12 MF, by 0509 0609 0710 0809 0909 1009 1109 1209"),
        (["g-truck", "--occupied", "0809"], "1209", "1209 costs 5 of 12 MF, by 0509 0609 0710 0809 0909 1009 1109 1209"),
        (["panther", "--movement", "2"], "1209", "1209 costs 3.5 MF, and Panther has 2"),
        (["panther", "--enemy", "0609"], "0609", "enemy units are in 0609 (ruling enemy-hexes)"),
        (["panther", "--occupied", "0609,0609,0609"], "0609", "0609 is full: 3 German units or wrecks to a hex (ruling stacking)"),
        (["88mm"], "0609", "88mm has no movement factor: it moves only as a passenger (ruling no-movement-factor)"),
    ],
)  # fmt: skip
def test_a_way_on_the_sukhaya_or_why_there_is_none(
    here: Grognard, arguments: list[str], to: str, said: str
) -> None:
    done = here("reach", *LOZOVAYA, *arguments, "--to", to)
    assert done.returncode == 0
    assert " ".join(done.stdout.split()) == said


HARBURG = ("iron-curtain/north-germany", "--from", "2512")


@pytest.mark.parametrize(
    ("arguments", "to", "said"),
    [
        # The autobahn of 1945 by 2412 and 2313: three halves.
        (["--year", "1945"], "2213", "2213 costs 1.5 of 6 MP, by 2512 2412 2313 2213"),
        # South by the autobahn of 1962; in 1945 it is a secondary road.
        (["--year", "1962"], "2514", "2514 costs 1 of 6 MP, by 2512 2513 2514"),
        (["--year", "1945"], "2514", "2514 costs 2 of 6 MP, by 2512 2513 2514"),
        # An enemy at 2614 has 2514 in his zone: 2 more.
        (["--enemy", "2614", "--movement", "2"], "2514", "2514 costs 3 MP, and the unit has 2 MP"),
        (["--full", "2513"], "2513", "2513 is full"),
        (["--enemy", "2513"], "2513", "enemy units are in 2513"),
        ([], "0101", "0101 is ocean"),
        (["--oos", "--movement", "3", "--ruling", "oos-1962=slowed"], "2512", "the unit is there"),
        (["--oos", "--movement", "1", "--ruling", "oos-1962=slowed"], "2514", "2514 costs 1 MP, and the unit has 0.5 MP"),
    ],
)  # fmt: skip
def test_ways_out_of_harburg(here: Grognard, arguments: list[str], to: str, said: str) -> None:
    done = here("reach", *HARBURG, *arguments, "--to", to)
    assert (done.returncode, " ".join(done.stdout.split())) == (0, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "in supply: 4 hexes, by 0425 0426 0427 0428 0429"),
        (["--ruling", "supply-length=twelve"], "in supply: 4 hexes, by 0425 0426 0427 0428 0429"),
        (["--enemy", "0429"], "out of supply: cut at 0329 0428 0430 0529 0530 0330"),
    ],
)
def test_a_line_of_supply_on_the_plain(here: Grognard, arguments: list[str], said: str) -> None:
    """Straight south over open ground; an enemy on the source is an end of it, and his zone is where it is cut."""
    done = here("supply", "iron-curtain", "--unit", "0425", "--source", "0429", *arguments)
    assert done.returncode == 0
    words, _, hexes = " ".join(done.stdout.split()).partition(" at ")
    wanted, _, cut = said.partition(" at ")
    assert (words, set(hexes.split())) == (wanted, set(cut.split()))


def test_without_a_unit_the_questions_are_listed(here: Grognard) -> None:
    done = here("reach", "seelowe")
    assert done.stdout.startswith("13.0 Movement: grognard reach seelowe/kent [options]")
    assert "its printed movement allowance [4]" in done.stdout
    assert "--to HEX" in here("reach", "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["reach"], "name a map, such as panzerblitz/balka or panzerblitz/sukhaya or jarama/ermita or jarama/jarama or iron-curtain/ahlden or iron-curtain/north-germany or seelowe/kent or seelowe/sandgate or asl-sk/schuppen or asl-sk/village"),
        (["reach", "asl-sk", "--from", "0101"], "asl-sk answers no questions of a map yet; there are panzerblitz/balka, panzerblitz/sukhaya, jarama/ermita, jarama/jarama, iron-curtain/ahlden, iron-curtain/north-germany, seelowe/kent, seelowe/sandgate"),
        (["reach", "seelowe/essex"], "there is no map in seelowe called 'essex'; there are kent"),
        (["reach", "seelowe", "--from", "9999"], "'9999' is off the map, which has 0101 to 3020"),
        (["reach", "seelowe", "--from", "2515"], "2515 is sea"),
        (["reach", "seelowe", "--movement", "4"], "say --from (the hex it moves from)"),
        (["reach", "seelowe", "--from", "2312", "--movement", "-1"], "a movement allowance is from 0 to 9,999, not -1"),
        (["reach", "seelowe", "--from", "2312", "--to", "x"], "'x' is not a hex; there are 0101 to 3020"),
        (["reach", "seelowe", "--from", "2312", "--kind", "air"], "there is no --kind 'air'; there are infantry, armour,"),
        (["reach", "panzerblitz", "--from", "0509"], "say --unit (what type of unit, by its id in the roster)"),
        (["reach", "panzerblitz", "--from", "0509", "--unit", "tigger"], "there is no unit 'tigger'; did you mean tiger"),
        (["reach", "panzerblitz", "--from", "0509", "--unit", "mines"], "Mines does not move; name a unit of either side"),
        (["reach", "panzerblitz", "--from", "0509", "--unit", "tiger", "--movement", "-1"], "a movement factor is printed, or 0 or more, not '-1'"),
        (["reach", "iron-curtain", "--from", "0101"], "0101 is ocean"),
        (["reach", "iron-curtain", "--from", "2512", "--year", "1939"], "the year must be 1945, or from 1962 to 1989, not 1939"),
        (["reach", "iron-curtain", "--from", "2512", "--year", "1961"], "the year must be 1945, or from 1962 to 1989, not 1961"),
        (["supply", "iron-curtain", "--unit", "2512", "--source", "2512", "--year", "1946"], "the year must be 1945, or from 1962 to 1989, not 1946"),
        (["reach", "iron-curtain", "--from", "2512", "--movement", "-1"], "a movement allowance is 0 or more, not -1"),
        (["reach", "iron-curtain", "--from", "2512", "--enemy", "2512"], "the unit is in 2512, and so is an enemy"),
        (["reach", "jarama", "--from", "2115", "--enemy", "2115"], "the unit is in 2115, and so is an enemy"),
        (["reach", "jarama", "--from", "2115", "--kind", "Zeppelin"], "there is no --kind 'Zeppelin'; there are Infantry, Engineers,"),
        (["reach", "jarama", "--from", "2014", "--kind", "Armored Train"], "there is no railroad in 2014"),
        (["reach", "jarama", "--from", "2115", "--damaged", "Pindoque"], "'Pindoque' is neither a hex nor a bridge; there are Arganda bridge,"),
        (["reach", "jarama", "--from", "2115", "--destroyed", "2014"], "there is neither a road nor a railroad in 2014"),
        (["reach", "jarama", "--from", "2115", "--pontoons", "2014 N"], "there is no river at 2013 S"),
        (["command", "jarama", "--unit", "2214"], "say --headquarters (the hex of the Headquarters of its formation)"),
        (["command", "seelowe", "--unit", "1910"], "there is no question in seelowe called 'command'; there are reach, supply"),
        (["supply", "panzerblitz", "--from", "0509"], "there is no question in panzerblitz called 'supply'"),
        (["supply", "seelowe", "--unit", "1910"], "say --source (hexes supply comes from"),
        (["supply", "seelowe", "--units", "1910"], "there is no option of supply '--units'; did you mean --unit"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here: Grognard, arguments: list[str], sentence: str) -> None:
    done = here(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1
