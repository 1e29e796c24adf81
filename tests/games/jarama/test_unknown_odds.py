# SPDX-License-Identifier: Apache-2.0
"""The odds of an attack on what is not known, held against every spread of the units counted out one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace
from river import Board

from grognard.games.jarama import combat, evaluation
from grognard.games.jarama.attack import sheet_of
from grognard.games.jarama.attack_orders import battle_of, checked
from grognard.games.jarama.orders import Bomb, Bombard, GroundRecon
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.units import on_rails
from grognard.hexes import HexId
from grognard.play.places import HIDDEN, WAITING, Place, is_on_map
from grognard.play.tuples import placed
from grognard.play.visibility import as_seen
from grognard.rules import hidden_deals
from grognard.rules.hidden_forces import counted_in_contact, with_known, with_sightings
from grognard.rules.knowledge import NOTHING, Knowledge, Report, Sighting, forgotten_states, reported
from grognard.rules.orders import Attack, MoveTogether
from grognard.umpire import odds

ORDER = Attack(("ifni", "8ban"), "2515")
SOLO = {"ifni": "2415", "u8ban": "2415"}


def counted_out(
    board: Board,
    limits: dict[str, Report],
    order: Attack = ORDER,
    side: Side = "Nationalist",
    *,
    set_up: bool = False,
) -> dict[str, Fraction]:
    """Put each unknown unit in a hex, in every way, and see what the attack comes to on that very map.

    Who came late may still wait off the map. Nothing is dealt or guessed here: each way is a whole position, in which
    whoever is there defends and whichever battery reaches him fires. All are still where they were `set_up`, or not.
    """
    game, whole = board.game.context, board.position
    seen, them = as_seen(whole, side), enemy(side)
    units = [unit for unit in game.scenario.of_side[them] if seen.at[unit.number] == HIDDEN]
    hexes = [game.scenario.map.grid.hex_name(at) for at in sorted(whole.held[them])]
    results: Counter[str] = Counter()
    ways = 0
    for spread in product(*([*hexes, *(["off the map"] * (unit.at is None))] for unit in units)):
        held = {at: [unit for unit, there in zip(units, spread, strict=True) if there == at] for at in hexes}
        at = whole.at
        for unit, there in zip(units, spread, strict=True):
            at = placed(at, unit.number, WAITING if there == "off the map" else game.hex(there))
        if not whole.held[them] <= set(at) or not all(_agrees(limits.get(at), held[at]) for at in hexes):
            continue
        if any(unit.mobility == "train" and not _has_rails(board, at[unit.number]) for unit in units):
            continue
        zones = (game.scenario.formation_of[unit.formation].zone for unit in units)
        if set_up and any(at[unit.number] not in zone for unit, zone in zip(units, zones, strict=True)):
            continue
        ways += 1
        field = game.board(replace(whole, at=at))
        sheet = sheet_of(battle_of(field, order, checked(field, order)), field.card)
        for code, chance in odds(combat.crt_result, sheet).items():
            results[code] += chance  # type: ignore[assignment]  # fractions can be counted
    return {code: Fraction(chance) / ways for code, chance in results.items()}


def _has_rails(board: Board, at: Place) -> bool:
    return not is_on_map(at) or on_rails(board.scenario.map, at)


def _agrees(report: Report | None, units: list) -> bool:  # type: ignore[type-arg]
    if report is None:
        return True
    count = report.units in (None, len(units))
    points = report.points in (None, sum(unit.points for unit in units))
    return count and points and report.kinds in (None, tuple(sorted(unit.kind for unit in units)))


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"2515": (2, None, None)},
        {"2515": (3, None, None), "2720": (1, None, None)},
        {"2720": (None, 4, None)},
        {"2515": (2, None, ("Infantry", "Tanks"))},
        {"2515": (2, 8, None), "2720": (1, None, ("Tanks",))},
    ],
)
def test_the_odds_of_an_attack_on_the_unknown_are_those_of_every_spread(
    known: dict[str, tuple[int | None, int | None, tuple[str, ...] | None]],
) -> None:
    """Five units in three hexes: by what is reported of them, every way to deal them out is as likely as the next."""
    board = Board(contact="nothing").set_up(
        "Nationalist", "combat", **SOLO, marty="2515", gari="2515", t26a="2720", u65b="2222", u66b="2222"
    )
    limits = {}
    position = board.position
    for name, (units, points, kinds) in known.items():
        at = board.hex(name)
        limits[name] = Report(at, 2, units, points, kinds)
        position = with_known(position, "Nationalist", reported(position.known["Nationalist"], limits[name]))
    board.now(known=position.known)
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(board, limits)
    assert sum(each.chance for each in shown.outcomes) == 1
    assert shown.lines[0].what == "what stands in 2515 is not known"
    assert shown.lines[0].value == "over 5 units that may be there"


def opening(**fields: object) -> Board:
    """Two units of the XII Brigade in its zone with its guns, two of the 17th in that, before any of them has moved."""
    forces = {"gari": "2515", "marty": "2515", "u12l": "2516", "u65b": "2222", "u66b": "2222"}
    board = Board(contact="nothing").set_up("Nationalist", "combat", **SOLO, **forces)
    return board.now(**{"turn": 1, **fields})


@pytest.mark.parametrize("known", [{}, {"2515": Report(HexId(0), 1, 2)}, {"2516": Report(HexId(0), 1, 1, 2)}])
def test_until_the_enemy_has_moved_his_units_are_where_they_were_set_up(known: dict[str, Report]) -> None:
    """Ruling deployment: zones are known to all, so of five units only the three of the XII Brigade may be in 2515."""
    board = opening()
    limits = {name: replace(report, at=board.hex(name)) for name, report in known.items()}
    board.now(known=(Knowledge(tuple(limits.values())), NOTHING))
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert shown.lines[0].value == "over 3 units that may be there"
    assert shown.lines[0].source == "every spread equally likely, ruling fog, as set up, ruling deployment"
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(board, limits, set_up=True)


@pytest.mark.parametrize("since", [{"turn": 2}, {"activations": (1, 1)}])
def test_once_the_enemy_was_active_his_zones_bind_nobody(since: dict[str, object]) -> None:
    board = opening(**since)
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert shown.lines[0].value == "over 5 units that may be there"
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(board, {})


def shelled_at_the_opening(*faces: int) -> Board:
    """Nobody has moved: two units are in 2515, the 65th and 66th in 2220, and 105 mm guns fire at these.

    In the open 7 points are column 5-7, where a 10 costs a point; of two units a 5 is the first. It has effectiveness 4.
    """
    forces = {"gari": "2515", "marty": "2515", "u65b": "2220", "u66b": "2220", "a105": "1820"}
    board = Board(contact="nothing").set_up("Nationalist", "bombardment", **SOLO, **forces)
    return board.now(turn=1).give(Bombard(("a105",), "2220")).rolls(10, 5, *faces)


def test_a_point_lost_where_nobody_retreats_leaves_the_zones_as_they_are() -> None:
    """One loss of effectiveness 4 tests, and a 1 is nothing."""
    board = shelled_at_the_opening(1)
    assert board.where("65b", "66b") == ["2220-", "2220"]
    assert as_set_up(board)


def test_who_is_driven_out_of_his_zone_is_seen_and_all_others_are_where_they_were_set_up() -> None:
    """A 5 is a retreat of a hex: from 2220 to 2219, which is in no zone. Once he is lost sight of, he may be anywhere."""
    board = shelled_at_the_opening(5).answers("2219")
    assert board.seen("Nationalist", "65b", "66b") == ["2219-", "2220"]
    assert as_set_up(board)
    known = board.position.known["Nationalist"]
    lost = tuple(replace(each, fresh=False) for each in known.sightings)
    board.now(known=(replace(known, sightings=lost), NOTHING))
    assert not as_set_up(board)


def as_set_up(board: Board) -> bool:
    """Say whether the odds of an attack go by set-up zones."""
    shown = board.game.view.preview(as_seen(board.now(phase="combat").position, "Nationalist"), ORDER)
    assert shown is not None
    return shown.lines[0].source.endswith("as set up, ruling deployment")


def test_who_was_set_up_against_the_rules_is_dealt_out_everywhere() -> None:
    """In free play: three units are reported in 2515, and of the three that are set up there one is in 2516."""
    board = opening()
    report = Report(board.hex("2515"), 1, 3)
    board.now(known=(Knowledge((report,)), NOTHING))
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert shown.lines[0].value == "over 5 units that may be there"


def reinforced() -> Board:
    """Three Republican units in two hexes of the campaign, and tanks that may have come by now or not."""
    forces = {"gari": "2515", "domb": "2515", "marty": "2720"}
    board = Board("jarama", contact="nothing").set_up("Nationalist", "combat", **SOLO, **forces)
    at, hurt = board.position.at, board.position.hurt
    for name in ("t26a", "t26b"):
        number = board.unit(name).number
        at, hurt = placed(at, number, WAITING), placed(hurt, number, 0)
    return board.now(at=at, hurt=hurt, turn=3)


@pytest.mark.parametrize("reported", [None, Report(HexId(0), 3, 1), Report(HexId(0), 3, 2, 7)])
def test_whoever_is_due_may_be_there_or_still_wait(reported: Report | None) -> None:
    board = reinforced()
    limits = {"2720": replace(reported, at=board.hex("2720"))} if reported else {}
    board.now(known=(Knowledge(tuple(limits.values())), NOTHING))
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert shown.lines[0].value == "over 5 units that may be there"
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(board, limits)


def test_where_too_many_forces_may_be_there_it_is_said_what_was_not_reckoned_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hidden_deals, "MOST", 5)
    board = reinforced()
    at = board.hex("2720")
    board.now(known=(Knowledge((Report(at, 3, 2, 7),)), NOTHING))
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert (shown.lines[1].what, shown.lines[1].value) == (
        "what is reported of other hexes",
        "their numbers alone",
    )
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(
        board, {"2720": Report(at, 3, 2)}
    )


def test_a_hex_that_is_known_is_foreseen_unit_by_unit() -> None:
    board = Board().set_up("Nationalist", "combat", **SOLO, marty="2515", gari="2720")
    hidden = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    known = board.game.view.preview(board.position, ORDER)
    assert hidden is not None
    assert known is not None
    assert hidden.lines[0].what == "what stands in 2515 is not known"
    assert known.lines[0].what == "attack factors"


def shelled_unseen() -> Board:
    """Of the battalion Marty, 4 points, and guns that were seen with 1 point left, one is in 2515 and one in 2720."""
    board = Board(contact="nothing").set_up(
        "Nationalist", "bombardment", a105="2115", b75="2115", marty="2515", u12at="2720-1"
    )
    guns = board.unit("12at").number
    seen = Sighting(guns, board.hex("2720"), 1, points=1, fresh=False)
    return board.now(known=(Knowledge(sightings=(seen,)), NOTHING))


def test_bombardment_of_the_unknown_is_told_by_its_parts_over_what_may_be_there() -> None:
    """7 + 4 points are column 11-16: 9 is one point, 10 two. Either the battalion is there, or guns with a single point."""
    board = shelled_unseen()
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), Bombard(("a105", "b75"), "2515"))
    assert shown is not None
    parts = {part.name: dict(part.ways) for part in shown.parts}
    assert parts == {
        "units are disorganised": {"no": Fraction(3, 10), "yes": Fraction(7, 10)},
        "points lost": {"0": Fraction(16, 20), "1": Fraction(3, 20), "2": Fraction(1, 20)},
        "roads, railroads, bridges": {
            "no damage": Fraction(3, 10),
            "damaged": Fraction(1, 2),
            "destroyed": Fraction(1, 5),
        },
    }
    said = {each.says: each.chance for each in shown.outcomes}
    assert said["1dsg/dst: units disorganised; the hex loses 1 point; road destroyed"] == Fraction(1, 10)
    assert said["2dsg/dst: units disorganised; the hex loses 2 points; road destroyed"] == Fraction(1, 20)
    assert shown.lines[0].value == "over 2 units that may be there"
    assert (shown.lines[-1].what, shown.lines[-1].value) == (
        "which units lose points, and their morale",
        "not told",
    )


def test_of_antiair_guns_that_are_not_seen_it_is_said_that_they_are_taken_as_none() -> None:
    board = shelled_unseen().now(phase="air")
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), Bomb(("ju52",), "2515"))
    assert shown is not None
    (fire,) = (line for line in shown.lines if line.what == "antiair fire")
    assert (fire.value, fire.source) == ("none seen", "AA factors that are not seen are taken as none")
    assert "AA factors that are not seen are taken as none" in shown.assumes
    whole = board.game.view.preview(board.position, Bomb(("ju52",), "2515"))
    assert whole is not None
    assert "none seen" not in [line.value for line in whole.lines]


# What bombardment is seen to do


def shelled(**forces: str) -> Board:
    """Seven points on 2515 in the open are column 5-7; a 7 is dsg/dmd, which all are told."""
    board = Board().set_up("Nationalist", "bombardment", **SOLO, a105="2116", **forces)
    return board.give(Bombard(("a105",), "2515")).rolls(7)


def columns(board: Board, order: Attack = ORDER) -> dict[str, str]:
    """The columns an attack may be rolled on as the Nationalist sees it, with their chances."""
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), order)
    assert shown is not None
    return {
        each.what.removeprefix("column "): each.value for each in shown.lines if each.what[:6] == "column"
    }


def odds_known(board: Board, order: Attack = ORDER) -> tuple[str, str]:
    """The odds of an attack on counters that are known, and the column."""
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), order)
    assert shown is not None
    ((what, column),) = ((each.what, each.value) for each in shown.lines if each.what.startswith("odds"))
    return what, column


def seen_front(board: Board, name: str) -> Board:
    """Let the Nationalist know the front of a counter, and not its state."""
    known, number = board.position.known["Nationalist"], board.unit(name).number
    found = with_sightings(board.scenario, known, board.position, [number], states=False)
    return board.now(known=with_known(board.position, "Nationalist", found).known)


def test_whoever_is_there_was_seen_to_be_disorganised() -> None:
    """11 to 4, halved 2, is 5-1, and stood still 6-1. In order he would be met at 2-1, stood still 3-1."""
    assert columns(shelled(marty="2515")) == {"6-1": "100.0%"}
    plain = Board().set_up("Nationalist", "bombardment", **SOLO, a105="2116", marty="2515")
    assert columns(plain) == {"3-1": "100.0%"}


def test_a_counter_known_by_its_front_was_seen_to_be_disorganised() -> None:
    """11 to 5 is 2-1; 5 at .5 is 3 by the Reduction Table, and 11 to 3 is 3-1; each one column on."""
    board = Board().set_up("Nationalist", "bombardment", **SOLO, a105="2116", gari="2515")
    seen_front(board, "gari")
    assert odds_known(board) == ("odds 11-5", "3-1")
    board.give(Bombard(("a105",), "2515")).rolls(7)
    assert odds_known(board) == ("odds 11-3", "4-1")
    assert "Garibaldi Battalion is disorganised" in board.told("Nationalist")


def test_a_force_seen_to_be_disorganised_has_no_zone_until_the_turn_ends() -> None:
    """Units of it recover unseen, so that in the next turn nobody knows."""
    board = shelled(marty="2515")
    assert board.known("Nationalist", "2515") == "Republican force: 1 unit, disorganised (turn 2)"
    seen = board.on_map(as_seen(board.position, "Nationalist"))
    assert board.hex("2516") not in seen.zone_against("Nationalist")
    known = forgotten_states(board.position.known["Nationalist"])
    assert not known.is_disorganised(board.hex("2515"))
    board.now(known=(known, NOTHING), disorganised=frozenset())
    assert columns(board) == {"3-1": "100.0%"}
    seen = board.on_map(as_seen(board.position, "Nationalist"))
    assert board.hex("2516") in seen.zone_against("Nationalist")


def test_a_force_that_others_join_is_not_known_to_be_disorganised() -> None:
    """Garibaldi comes to Marty's hex: who there is disorganised is not known, and whether anybody is halved."""
    board = shelled(marty="2515", gari="2615")
    active = frozenset(["XII International Brigade"])
    board.now(side="Republican", phase="movement", active=active).give(MoveTogether(("gari",), "2515"))
    assert not board.position.known["Nationalist"].is_disorganised(board.hex("2515"))


# Batteries


def test_a_battery_that_may_be_there_fires_for_itself() -> None:
    """11 to 1 + 3 points of the 75 mm Battery is 2-1, and stood still 3-1."""
    board = Board().set_up("Nationalist", "combat", **SOLO, u12l="2515")
    assert columns(board) == {"3-1": "100.0%"}


def test_a_battery_that_may_be_elsewhere_fires_for_its_formation() -> None:
    """Garibaldi is in 2515 and the battery two hexes off: 11 to 5 + 3 is 1-1. Or the other way round: 11 to 1 + 3, 2-1.

    Each is one column on. Of 2515 it is seen that there is one unit.
    """
    board = Board().set_up("Nationalist", "combat", **SOLO, gari="2515", u12l="2517")
    assert columns(board) == {"2-1": "50.0%", "3-1": "50.0%"}


def test_a_battery_fires_for_no_other_formation_nor_beyond_its_reach() -> None:
    """11 to 3 of the 65th Battalion is 3-1, and 11 to 1 + 3 is 2-1. From 3020 to 2515 no 75 mm gun reaches: 11 to 5."""
    other = Board().set_up("Nationalist", "combat", **SOLO, u65b="2515", u12l="2517")
    assert columns(other) == {"3-1": "50.0%", "4-1": "50.0%"}
    far = Board().set_up("Nationalist", "combat", **SOLO, gari="2515", u12l="3020")
    assert columns(far) == {"3-1": "100.0%"}


def test_a_battery_that_is_known_fires_for_whoever_of_its_formation_may_be_there() -> None:
    """The battery is seen in 2517. Garibaldi, 5 + 3, is met at 1-1, the 65th Battalion, 3, at 3-1; each one column on."""
    board = Board().set_up("Nationalist", "combat", **SOLO, gari="2515", u65b="2222", u12l="2517")
    seen_front(board, "12l")
    at = board.hex("2517")
    known = reported(board.position.known["Nationalist"], Report(at, 2, 1))
    board.now(known=with_known(board.position, "Nationalist", known).known)
    assert columns(board) == {"2-1": "50.0%", "4-1": "50.0%"}


def test_batteries_where_all_are_disorganised_hold_their_fire() -> None:
    """Shelled before: 1 of the battery is halved to 1, and does not fire. 11 to 1."""
    assert columns(shelled(u12l="2515")) == {"8-1+": "100.0%"}


GUNS = {"gari": "2515", "u12l": "2517", "u65b": "2222", "u12at": "2720", "t26a": "2515"}


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"2515": (2, None, None)},
        {"2517": (2, None, None)},
        {"2517": (None, 2, None)},
        {"2720": (None, 2, None)},
        {"2517": (1, None, ("Light Artillery",))},
        {"2720": (1, 2, None), "2517": (None, 2, None)},
        {"2515": (None, 8, None), "2720": (1, 2, None)},
    ],
)
def test_with_a_battery_among_them_the_odds_are_those_of_every_spread(
    known: dict[str, tuple[int | None, int | None, tuple[str, ...] | None]],
) -> None:
    """Five units in four hexes; from 2517 the battery reaches 2515, from 2222 and 2720 it may or may not."""
    board = Board(contact="nothing").set_up("Nationalist", "combat", **SOLO, **GUNS)
    limits = {name: Report(board.hex(name), 2, *said) for name, said in known.items()}
    reports = tuple(sorted(limits.values(), key=lambda each: each.at))
    board.now(known=(Knowledge(reports), NOTHING))
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(board, limits)


@pytest.mark.parametrize(
    "known", [{}, {"2116": (None, 6, None)}, {"2415": (2, None, None), "1916": (1, 2, None)}]
)
def test_two_batteries_of_two_formations_are_dealt_out_as_well(
    known: dict[str, tuple[int | None, int | None, tuple[str, ...] | None]],
) -> None:
    """Ifni and 8th Bandera with guns of both brigades, attacked by two battalions."""
    forces = {"ifni": "2415", "u6ban": "2415", "b75": "2116", "a105": "1916", "tet": "2116"}
    board = Board(contact="nothing").set_up("Republican", "combat", **forces, gari="2515", domb="2515")
    limits = {name: Report(board.hex(name), 2, *said) for name, said in known.items()}
    reports = tuple(sorted(limits.values(), key=lambda each: each.at))
    board.now(known=(NOTHING, Knowledge(reports)))
    order = Attack(("gari", "domb"), "2415")
    shown = board.game.view.preview(as_seen(board.position, "Republican"), order)
    assert shown is not None
    found = counted_out(board, limits, order, "Republican")
    assert {each.result: each.chance for each in shown.outcomes} == found


def test_where_too_many_forces_may_be_there_batteries_elsewhere_are_left_out_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Garibaldi, 5, or the battery, 1 + 3, which is in the hex and counts in any case: 2-1, stood still 3-1."""
    monkeypatch.setattr(hidden_deals, "MOST", 1)
    board = Board().set_up("Nationalist", "combat", **SOLO, gari="2515", u12l="2517")
    assert columns(board) == {"3-1": "100.0%"}
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert shown.assumes[-1] == "batteries in other hexes that are not seen are taken as none"


# Counters known by their fronts

WITHOUT_STATES = "states of counters that were seen without them, or before this turn, are taken as none"


@pytest.mark.parametrize("order", [ORDER, GroundRecon(("ifni",), "2515")])
def test_odds_against_counters_whose_states_are_not_known_say_so(order: Attack | GroundRecon) -> None:
    """Garibaldi is disorganised and demoralised, but only the front of the counter was seen: 11 to 5, one column on.

    Once his states are shown nothing is taken for granted, and 5 is halved twice, to 1: 11 to 1.
    """
    board = Board().set_up("Nationalist", "combat", **SOLO, gari="2515")
    gari = frozenset([board.unit("gari").number])
    seen_front(board.now(disorganised=gari, demoralised=gari), "gari")
    assert odds_known(board) == ("odds 11-5", "3-1")
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), order)
    assert shown is not None
    assert WITHOUT_STATES in shown.assumes
    found = with_sightings(board.scenario, board.position.known["Nationalist"], board.position, gari)
    board.now(known=with_known(board.position, "Nationalist", found).known)
    assert odds_known(board) == ("odds 11-1", "8-1+")
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), order)
    assert shown is not None
    assert WITHOUT_STATES not in shown.assumes
    whole = board.game.view.preview(board.position, order)
    assert whole is not None
    assert WITHOUT_STATES not in whole.assumes


# Who cannot be there


def test_an_armored_train_is_where_rails_are() -> None:
    """No rails go through 2515, so that Garibaldi is there and the train in 3112: 11 to 5 is 2-1, stood still 3-1."""
    board = Board("jarama").set_up("Nationalist", "combat", **SOLO, gari="2515", ctr="3112")
    assert columns(board) == {"3-1": "100.0%"}


@pytest.mark.parametrize(
    "known", [{}, {"3112": (None, 5, None)}, {"2515": (2, None, None), "3011": (1, None, None)}]
)
def test_with_a_train_among_them_the_odds_are_those_of_every_spread(
    known: dict[str, tuple[int | None, int | None, tuple[str, ...] | None]],
) -> None:
    """Rails go through 3112 and 3011, and not through 2515 and 2618; the 105 mm Group may be anywhere."""
    forces = {"gari": "2515", "domb": "2515", "ctr": "3112", "cpon": "3011", "c105": "2618"}
    board = Board("jarama", contact="nothing").set_up("Nationalist", "combat", **SOLO, **forces)
    limits = {name: Report(board.hex(name), 2, *said) for name, said in known.items()}
    reports = tuple(sorted(limits.values(), key=lambda each: each.at))
    board.now(known=(Knowledge(reports), NOTHING))
    shown = board.game.view.preview(as_seen(board.position, "Nationalist"), ORDER)
    assert shown is not None
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(board, limits)


# Since when, and of how many


def test_contact_dates_the_number_anew_and_not_what_was_told_before() -> None:
    """Points and kinds were told in turn 1; in turn 3 who stands next to the hex sees that there is still one unit."""
    board = Board().set_up("Nationalist", "combat", **SOLO, marty="2515")
    told = Knowledge((Report(board.hex("2515"), 1, 1, 4, ("Infantry",)),))
    board.now(known=(told, NOTHING), turn=3)
    board.now(known=counted_in_contact(board.scenario, board.position).known)
    said = "Republican force: 1 unit (turn 3); 4 Troop points (turn 1); Infantry (turn 1)"
    assert board.known("Nationalist", "2515") == said
    assert not evaluation._known(board.on_map(board.position), "Nationalist")


def test_a_hex_laid_open_by_combat_is_known_whole_though_contact_shows_nothing() -> None:
    """11 to 4 + 5 is 1-1, stood still 2-1; a 10 gives nothing for effectiveness, and a 5 is D1. Both are seen."""
    board = (
        Board(contact="nothing").set_up("Nationalist", "combat", **SOLO, marty="2515", gari="2515").unknown()
    )
    board.give(ORDER).rolls(10, 5, 1)
    known, at = board.position.known["Nationalist"], board.hex("2515")
    assert len(known.seen_at(at)) == 2
    assert known.is_whole(at)
    assert odds_known(board)[0].startswith("odds 11-")


@pytest.mark.parametrize(
    ("more", "units"),
    [
        ({}, 2),
        ({"b75": "0519"}, 3),
        ({"ahq": "1024"}, 2),
        ({"b75": "0519", "ahq": "1024"}, 3),
        ({"b75": "0519", "ahq": "0723"}, 3),
    ],
)
def test_where_zones_overlap_each_unit_is_in_its_own(more: dict[str, str], units: int) -> None:
    """The zones of Barrón and Asensio share 0822; 0720 and 0519 are Barrón's alone, 1024 and 0723 Asensio's.

    Whoever is in 0822, only Barrón's units are in 0720 and 0519: Ifni, the 8th Bandera and his guns, which would reach 0720 from
    0723 and cannot be there.
    """
    forces = {"gari": "0721", "ifni": "0720", "u8ban": "0519", "laf": "0822", "u6ban": "0822"}
    board = Board("jarama", contact="nothing").set_up("Republican", "combat", **forces, **more)
    board.now(turn=1)
    order = Attack(("gari",), "0720")
    shown = board.game.view.preview(as_seen(board.position, "Republican"), order)
    assert shown is not None
    assert shown.lines[0].value == f"over {units} units that may be there"
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(
        board, {}, order, "Republican", set_up=True
    )


@pytest.mark.parametrize(
    "report", [Report(HexId(0), 1, 2), Report(HexId(0), 1, None, 6), Report(HexId(0), 1, 2, 8)]
)
def test_what_is_reported_of_a_hex_that_zones_share_counts_for_both(report: Report) -> None:
    """Of 0822 a number or its points are told: they may be Barrón's or Asensio's."""
    forces = {"gari": "0721", "ifni": "0720", "u8ban": "0519", "laf": "0822", "u6ban": "0822", "b75": "0519"}
    board = Board("jarama", contact="nothing").set_up("Republican", "combat", **forces, ahq="1024")
    report = replace(report, at=board.hex("0822"))
    board.now(turn=1, known=(NOTHING, Knowledge((report,))))
    order = Attack(("gari",), "0720")
    shown = board.game.view.preview(as_seen(board.position, "Republican"), order)
    assert shown is not None
    assert shown.lines[0].source.endswith("as set up, ruling deployment")
    assert {each.result: each.chance for each in shown.outcomes} == counted_out(
        board, {"0822": report}, order, "Republican", set_up=True
    )
