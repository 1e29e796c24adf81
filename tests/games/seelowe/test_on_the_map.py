# SPDX-License-Identifier: Apache-2.0
"""Seelöwe on the map, told move by move: who is asked what, each option, each roll, and what becomes of the units.

North and west of Hythe, as the map has it, with the canal between 2211 and the beaches:

         2210 clear
    2111 clear   2311 forest   2410 forest
         2211 clear    2411 Folkestone, a city and port
    2112 swamp   2312 Hythe, a beach
         2212 beach
    2113 beach
"""

from random import Random
from typing import Any

import msgspec
import pytest
from channel import at, now, phase, seelowe, unit
from msgspec.structs import replace

from grognard.games.seelowe.air_orders import AirAttack
from grognard.games.seelowe.places import places
from grognard.opponent import decision, greedy
from grognard.play.places import WAITING, Place
from grognard.play.table import Table, begin
from grognard.procedures.procedure import NotAllowed
from grognard.registry.games import header
from grognard.rules.orders import Arrive, Attack, EndPhase, Move
from grognard.rules.position import Position
from grognard.rules.sequence import SidePhase
from grognard.umpire import Choose, Roll


class Board:
    """A game set up by hand: units by id, hexes by number; whoever is not named waits off the map."""

    def __init__(self, scenario: str = "hythe", switched: dict[str, str] | None = None) -> None:
        self.game = seelowe(scenario, switched)
        self.table: Table[Position] = begin(self.game, header("seelowe", scenario, "card", switched))

    def set_up(self, name: str, side: str, turn: int = 2, held: str = "2312", **units: str) -> "Board":
        where: list[Place] = [WAITING] * len(self.game.scenario.units)
        for each, hex_name in units.items():
            where[unit(self.game, each).number] = at(self.game, hex_name)
        position = replace(
            self.game.rules.start(),
            turn=turn,
            phase=phase(self.game, side, name),
            at=tuple(where),
            held=frozenset(at(self.game, each) for each in held.split()),
        )
        self.table = replace(self.table, positions=(position,))
        return self

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def phase(self) -> SidePhase:
        return now(self.game, self.position)

    def where(self, name: str) -> str:
        return next(piece.at for piece in self.game.view.pieces(self.position) if piece.id == name)

    def now(self, *names: str) -> list[str]:
        """Where units are while a question is open."""
        shown = {piece.id: piece.at for piece in self.game.view.pieces(self.table.standing)}
        return [shown[name] for name in names]

    def states(self, name: str) -> tuple[str, ...]:
        return next(piece.states for piece in self.game.view.pieces(self.position) if piece.id == name)

    def ashore(self, *names: str) -> "Board":
        """Say that units came by sea in this turn."""
        numbers = frozenset(unit(self.game, name).number for name in names)
        self.table = replace(self.table, positions=(replace(self.position, ashore=numbers),))
        return self

    def give(self, order: msgspec.Struct) -> "Board":
        self.table = self.table.give(order)
        return self

    def rolls(self, *faces: int) -> "Board":
        assert isinstance(self.table.asked, Roll)
        self.table = self.table.roll(faces)
        return self

    def asks(self, side: str, why: str, options: list[Any], chosen: Any) -> "Board":
        """Say who is asked what, with which options, and what is chosen."""
        ask = self.table.asked
        assert isinstance(ask, Choose)
        assert (ask.side, self.game.text.label(ask.why), list(ask.options)) == (side, why, options)
        self.table = self.table.choose(chosen)
        return self

    def refuses(self, order: msgspec.Struct) -> str:
        with pytest.raises(NotAllowed) as error:
            self.table.give(order)
        return str(error.value)


@pytest.fixture
def board() -> Board:
    return Board()


# Landing


def test_the_assault_lands_on_beaches(board: Board) -> None:
    assert board.refuses(Arrive("17id", "2211")) == "the assault lands on beaches, and 2211 is none"
    board.give(Arrive("17id", "2312")).give(Arrive("35id", "2312"))
    assert board.refuses(Arrive("21ir", "2312")) == "2312 takes no more in the assault"
    board.give(Arrive("s1", "2312"))
    assert board.where("s1") == "2312"
    assert (
        board.refuses(Move("17id", "2311"))
        == "17. Infanterie came by sea or air this turn and moves no further"
    )
    assert board.refuses(Arrive("gd", "2212")) == "Großdeutschland comes on turn 2"


def test_no_more_beaches_than_the_plan_has(board: Board) -> None:
    board.give(Arrive("17id", "2312")).give(Arrive("35id", "2212")).give(Arrive("21ir", "2113"))
    assert board.refuses(Arrive("s1", "2707")) == "no more than 3 beaches are assaulted"
    board.give(Arrive("s1", "2113"))


def test_later_units_land_where_the_germans_hold(board: Board) -> None:
    board.set_up("movement", "German", held="2312 2411", _17id="2311")
    assert "that the Germans hold, and 2212 is none" in board.refuses(Arrive("gd", "2212"))
    board.give(Arrive("gd", "2312"))
    assert board.refuses(Arrive("7id", "2312")) == "the beach of 2312 takes no more this turn"
    board.give(Arrive("s1", "2312")).give(Arrive("7id", "2411")).give(Arrive("35id", "2411"))
    assert [board.where(each) for each in ("gd", "s1", "7id", "35id")] == ["2312", "2312", "2411", "2411"]


def test_paratroops_drop_on_clear_ground_out_of_zones(board: Board) -> None:
    assert "clear hexes, and 2212 is beach" in board.refuses(Arrive("fjr2", "2212"))
    assert "zone of control, and 2210 is in one" in board.refuses(Arrive("fjr2", "2210"))
    assert "within normal air range, and 0505 is beyond the line" in board.refuses(Arrive("fjr2", "0505"))
    board.give(Arrive("fjr2", "2211"))
    assert "moves no further" in board.refuses(Move("fjr2", "2111"))


def test_reinforcements_come_over_their_edge_and_march_on(board: Board) -> None:
    board.set_up("movement", "British")
    assert (
        board.refuses(Arrive("1tnk", "0105"))
        == "1st Army Tank comes over the North edge, and 0105 is not on it"
    )
    board.give(Arrive("1tnk", "0901"))
    assert board.game.view.reach(board.position, "1tnk").allowed == "5 MP"


def test_reinforcements_do_not_come_over_the_edge_into_a_zone_of_control(board: Board) -> None:
    board.set_up("movement", "British", _17id="0901")
    assert board.refuses(Arrive("1tnk", "1001")) == "1001 is in an enemy zone of control"
    board.give(Arrive("1tnk", "1101"))


def test_air_landing_troops_need_somebody_who_fights_for_the_field() -> None:
    """2210 and 2211 are clear; a supply unit alone keeps no landing ground."""
    board = Board("sealion").set_up("movement", "German", held="", _17id="2210", s1="2211")
    assert board.refuses(Arrive("16ll", "2211")) == (
        "air-landing troops need a German airfield, or a clear hex where a German combat unit stands; 2211 is neither"
    )
    board.give(Arrive("16ll", "2210"))


def test_an_attack_from_the_beach_is_like_one_over_a_river() -> None:
    """From 2312 to 2411 the canal is in the way as well: 2 is subtracted once. From 2212 to 2113 nothing is."""
    board = Board().set_up("combat", "German", _17id="2212", _1lon="2113").ashore("17id")
    shown = board.game.view.preview(board.position, Attack(("17id",), "2113"))
    assert shown is not None
    assert [(line.what, line.value, line.source) for line in shown.lines[-2:]] == [
        ("attack from the beach, as across a river", "-2", "ruling landing-attack"),
        ("die modifier", "-2", "8.8"),
    ]
    free = Board(switched={"landing-attack": "freely"}).set_up("combat", "German", _17id="2212", _1lon="2113")
    shown = free.ashore("17id").game.view.preview(free.position, Attack(("17id",), "2113"))
    assert shown is not None
    assert shown.lines[-1].value == "0"


# Combat. 17th and 35th Infantry, 6 each, around 1st London, 3, at 2211: 4-1, nothing to modify the die.


@pytest.fixture
def four_to_one(board: Board) -> Board:
    board.set_up("combat", "German", held="2113", _17id="2210", _35id="2111", _1lon="2211")
    return board.give(Attack(("17id", "35id"), "2211"))


def test_dr_the_attacker_leads_the_retreat_and_advances(four_to_one: Board) -> None:
    """Of the six hexes around 2211 two are German, two in their zones; left are the beaches."""
    four_to_one.rolls(1).asks("German", "retreat of 1st London", ["2312", "2212"], "2212")
    four_to_one.asks("German", "advance into 2211", ["17id", "35id", "nobody"], "35id")
    four_to_one.asks("German", "advance into 2211", ["17id", "nobody"], "nobody")
    assert [four_to_one.where(each) for each in ("1lon", "17id", "35id")] == ["2212", "2210", "2211"]


def test_ex_the_attacker_chooses_what_to_lose(four_to_one: Board) -> None:
    four_to_one.rolls(3).asks("German", "8.81 exchange", [(6,), (6, 6)], (6,))
    four_to_one.asks("German", "8.81 which unit of strength 6 to lose", [("17id",), ("35id",)], ("35id",))
    four_to_one.asks("German", "advance into 2211", ["17id", "nobody"], "17id")
    assert [four_to_one.where(each) for each in ("1lon", "17id", "35id")] == [
        "eliminated",
        "2211",
        "eliminated",
    ]


def test_de_both_may_advance(four_to_one: Board) -> None:
    four_to_one.rolls(5).asks("German", "advance into 2211", ["17id", "35id", "nobody"], "17id")
    four_to_one.asks("German", "advance into 2211", ["35id", "nobody"], "35id")
    assert [four_to_one.where(each) for each in ("1lon", "17id", "35id")] == ["eliminated", "2211", "2211"]


def test_while_a_question_is_open_the_board_shows_how_things_stand(four_to_one: Board) -> None:
    """De: the defender is gone before anybody advances, and who has advanced is there when the next is asked."""
    four_to_one.rolls(5)
    assert four_to_one.where("1lon") == "2211"
    assert four_to_one.now("1lon", "17id", "35id") == ["eliminated", "2210", "2111"]
    four_to_one.asks("German", "advance into 2211", ["17id", "35id", "nobody"], "17id")
    assert four_to_one.now("1lon", "17id", "35id") == ["eliminated", "2211", "2111"]


def test_in_an_exchange_the_defenders_go_first(four_to_one: Board) -> None:
    four_to_one.rolls(3)
    assert four_to_one.now("1lon", "17id", "35id") == ["eliminated", "2210", "2111"]
    four_to_one.asks("German", "8.81 exchange", [(6,), (6, 6)], (6,))
    assert four_to_one.now("1lon", "17id", "35id") == ["eliminated", "2210", "2111"]


def test_where_a_retreat_leads_is_chosen_on_the_board_as_it_then_stands(two_to_one: Board) -> None:
    """Br: when the British lead 35th Infantry back, their own brigade has gone already."""
    two_to_one.rolls(2).asks("German", "retreat of 1st London", ["2311", "2312", "2212"], "2311")
    assert two_to_one.now("1lon", "35id") == ["2311", "2111"]
    assert two_to_one.where("1lon") == "2211"


def test_one_hex_to_retreat_to_is_no_question(board: Board) -> None:
    """As before, but a regiment at 2113 has its zone on the beach of 2212: only Hythe is left."""
    board.set_up("combat", "German", held="2113", _17id="2210", _35id="2111", _21ir="2113", _1lon="2211")
    board.give(Attack(("17id", "35id"), "2211")).rolls(1)
    assert board.now("1lon") == ["2312"]
    board.asks("German", "advance into 2211", ["17id", "35id", "nobody"], "nobody")
    assert board.where("1lon") == "2312"


def test_one_loss_that_pays_is_no_question(two_to_one: Board) -> None:
    """A 6 at 2-1 is Ex: one division pays for one brigade."""
    two_to_one.rolls(6)
    assert (two_to_one.table.asked, two_to_one.where("35id"), two_to_one.where("1lon")) == (
        None,
        "eliminated",
        "eliminated",
    )


def test_who_has_attacked_or_was_attacked_is_done_with(four_to_one: Board) -> None:
    four_to_one.rolls(1).asks("German", "retreat of 1st London", ["2312", "2212"], "2312")
    four_to_one.asks("German", "advance into 2211", ["17id", "35id", "nobody"], "17id")
    four_to_one.asks("German", "advance into 2211", ["35id", "nobody"], "nobody")
    reason = "1st London in 2312 was attacked already (ruling attacked-hex)"
    assert four_to_one.refuses(Attack(("17id",), "2312")) == reason
    assert four_to_one.states("17id") == ("attacked",)


# 35th Infantry alone: 2-1.


@pytest.fixture
def two_to_one(board: Board) -> Board:
    board.set_up("combat", "German", held="2113", _35id="2111", _1lon="2211")
    return board.give(Attack(("35id",), "2211"))


def test_ar_the_defender_leads_the_retreat(two_to_one: Board) -> None:
    two_to_one.rolls(1).asks("British", "retreat of 35. Infanterie", ["2110", "2011", "2010"], "2011")
    assert (two_to_one.where("35id"), two_to_one.where("1lon")) == ("2011", "2211")


def test_br_the_defenders_go_first(two_to_one: Board) -> None:
    two_to_one.rolls(2).asks("German", "retreat of 1st London", ["2311", "2312", "2212"], "2311")
    two_to_one.asks("British", "retreat of 35. Infanterie", ["2110", "2112", "2011", "2010"], "2010")
    assert (two_to_one.where("35id"), two_to_one.where("1lon")) == ("2010", "2311")
    assert two_to_one.table.asked is None


def test_ae_across_the_canal(board: Board) -> None:
    """3 against 5 is 1-2; a 1 less 2 for the canal is -1."""
    board.set_up("combat", "German", held="2113", _21ir="2212", _45d="2211")
    board.give(Attack(("21ir",), "2211")).rolls(1)
    assert (board.where("21ir"), board.where("45d")) == ("eliminated", "2211")


def test_less_than_1_to_2_is_refused(board: Board) -> None:
    board.set_up("combat", "German", held="2113", _21ir="2212", _45d="2211", _1lon="2211")
    assert board.refuses(Attack(("21ir",), "2211")) == (
        "attacks at less than 1-2 odds are not permitted, and this is 3-8 (8.8)"
    )


# The city of Folkestone: 12 against 3 from 2410 and 2311.


@pytest.fixture
def folkestone(board: Board) -> Board:
    board.set_up("combat", "German", held="2113", _17id="2410", _35id="2311", folk="2411")
    return board.give(Attack(("17id", "35id"), "2411")).rolls(1)


def test_a_city_may_ignore_dr(folkestone: Board) -> None:
    folkestone.asks("British", "13.0 Dr in a city", ["ignore", "retreat"], "ignore")
    assert folkestone.where("folk") == "2411"
    assert folkestone.table.asked is None


def test_who_cannot_retreat_is_eliminated(folkestone: Board) -> None:
    """From 2411 every way is sea, a German, or a German zone."""
    folkestone.asks("British", "13.0 Dr in a city", ["ignore", "retreat"], "retreat")
    folkestone.asks("German", "advance into 2411", ["17id", "35id", "nobody"], "nobody")
    assert folkestone.where("folk") == "eliminated"


def test_an_attacker_in_a_city_may_ignore_ar_for_himself_alone(board: Board) -> None:
    """5 + 2 against 6 at 2311 is 1-1; a 2 less 2 for the forest is 0: Ar. Only Folkestone's brigade may stay."""
    board.set_up("combat", "British", folk="2411", dov="2410", _17id="2311", _1mmg="2310")
    board.give(Attack(("folk", "dov", "1mmg"), "2311")).rolls(2)
    board.asks("British", "13.0 Ar in a city", ["ignore", "retreat"], "ignore")
    board.asks("German", "retreat of Dover Garrison", ["2409", "2510", "2511"], "2510")
    board.asks("German", "retreat of 1st Motor MG", ["2309", "2409", "2209"], "2409")
    assert [board.where(each) for each in ("folk", "dov", "1mmg")] == ["2411", "2510", "2409"]


def test_an_attacker_who_ignores_br_in_a_city_may_advance() -> None:
    """3 + 2 against an isolated 3, which is 1 1/2, is 3-1; a 2 less 2 for the forest is 0: Br. Folkestone's brigade stays.

    It has not retreated, and the hex is empty (ruling advance-after-combat); 1st Motor MG has retreated.
    """
    board = Board(switched={"city-ignores": "also-br"})
    board.set_up("combat", "British", folk="2411", _1mmg="2310", _21ir="2311")
    board.give(Attack(("folk", "1mmg"), "2311")).rolls(2)
    board.asks("British", "13.0 Br in a city", ["ignore", "retreat"], "ignore")
    board.asks("German", "retreat of 1st Motor MG", ["2309", "2409", "2410", "2209"], "2209")
    board.asks("British", "advance into 2311", ["folk", "nobody"], "folk")
    assert [board.where(each) for each in ("folk", "1mmg", "21ir")] == ["2311", "2209", "2211"]


@pytest.mark.parametrize(
    ("corner", "told", "led_to"),
    [
        ("1910", "", "2407"),
        ("2408", "; nowhere to retreat, eliminated: 35. Infanterie", "eliminated"),
    ],
)
def test_the_preview_tells_what_attackers_outside_a_city_suffer(
    board: Board, corner: str, told: str, led_to: str
) -> None:
    """17th Infantry in Canterbury and 35th at 2406 attack 8 at 2306 over the Stour: 1-1, and a 1 less 2 is Ar.

    From 2406 the British at 2306 and 2606 close every way but 2407, and those at 2408 that one too.
    """
    board.set_up(
        "combat", "German", _17id="2307", _35id="2406", _45d="2306", _1lon="2306", dov="2606", _35b=corner
    )
    board.ashore("17id", "35id")
    order = Attack(("17id", "35id"), "2306")
    shown = board.game.view.preview(board.position, order)
    assert shown is not None
    says = {each.result: each.says for each in shown.outcomes}
    assert says["Ar"] == "Ar: attackers in the city stay; 35. Infanterie outside it retreat" + told
    board.give(order).rolls(1).asks("German", "13.0 Ar in a city", ["ignore", "retreat"], "ignore")
    assert (board.where("17id"), board.where("35id")) == ("2307", led_to)


def test_where_all_is_full_a_friend_gives_way(board: Board) -> None:
    """1st London can only go to the beaches, and three units stand on each. From Hythe one can go to Folkestone.

    Where there is one way alone nobody is asked.
    """
    board.set_up(
        "combat", "German", _17id="2210", _35id="2111", _1lon="2211",
        folk="2312", dov="2312", _35b="2312", _1mmg="2212", _1tnk="2212", _45d="2212",
    ).ashore("17id", "35id")  # fmt: skip
    board.give(Attack(("17id", "35id"), "2211")).rolls(3)
    board.asks("German", "retreat of 1st London", ["2312", "2212"], "2312")
    board.asks("German", "who gives way to 1st London in 2312", ["folk", "dov", "35b"], "dov")
    board.asks("German", "advance into 2211", ["17id", "35id", "nobody"], "nobody")
    assert (board.where("1lon"), board.where("dov")) == ("2312", "2411")


def test_who_gives_way_to_a_friend_has_retreated() -> None:
    """12-8 is 1-1, a 1 less 2 is Ar. From 2210 only 2111 is open, where three stand; who gives way there goes to 2011.

    35th Infantry attacked as well, and has then been moved: it stays in 2011, though more hexes are open from there.
    """
    board = Board(switched={"retreat-zone": "friend-negates"}).set_up(
        "combat", "German", held="2113", _17id="2210", _35id="2111", _7id="2111", _21ir="2111",
        _45d="2211", _1lon="2211", dov="2309", _35b="2009",
    )  # fmt: skip
    board.ashore("17id", "35id").give(Attack(("17id", "35id"), "2211")).rolls(1)
    assert board.now("17id", "35id") == ["2111", "2111"]
    board.asks("British", "who gives way to 17. Infanterie in 2111", ["35id", "21ir", "7id"], "35id")
    assert board.table.asked is None
    assert (board.where("17id"), board.where("35id")) == ("2111", "2011")


# Air


def test_a_disrupted_stack_is_fixed_until_its_turn_has_passed(board: Board) -> None:
    board.set_up("air attack", "German", held="2113", _35id="2111", _1lon="2211")
    board.give(AirAttack(("kg2", "stg1"), "2211")).rolls(2)
    assert (board.states("1lon"), board.states("kg2")) == (("disrupted",), ("flown",))
    assert board.refuses(AirAttack(("stg2",), "2211")) == "2211 is disrupted already"
    for _ in range(3):  # the rest of the German turn
        board.give(EndPhase())
        if board.phase.side == "British":
            break
    assert board.refuses(Move("1lon", "2210")) == "1st London is disrupted"
    while board.phase.side == "British":
        board.give(EndPhase())
    assert board.states("1lon") == ()


def test_a_6_costs_an_air_unit_and_cities_are_safe(board: Board) -> None:
    board.set_up("air attack", "German", _1lon="2211", folk="2411")
    assert "may not attack units in a city hex" in board.refuses(AirAttack(("kg2",), "2411"))
    board.give(AirAttack(("kg2", "stg1"), "2211")).rolls(6)
    assert (board.where("kg2"), board.where("stg1")) == ("the air", "eliminated")


@pytest.mark.parametrize(("target", "reach"), [("2410", "normal"), ("2510", "extended")])
def test_british_air_units_have_a_normal_range_of_20_hexes(board: Board, target: str, reach: str) -> None:
    """The Germans hold every airfield but Croydon, 0405: 2410 is 20 columns to the east of it, 2510 is 21."""
    context = board.game.context
    fields = places(board.game.scenario).airfields - {at(board.game, "0405")}
    held = " ".join(map(context.grid.hex_name, fields))
    board.set_up("air attack", "British", held=held, _17id=target)
    air, here = context.book.chapter("air"), context.board(board.position)
    assert air.situation(here, [unit(board.game, "11gp")], at(board.game, target)).range == reach


def test_disrupted_units_have_no_zone(board: Board) -> None:
    board.set_up("movement", "German", _35id="2111", _1lon="2211")
    assert (
        board.game.view.reach(board.position, "35id").steps["2210"].cost.text == "4"
    )  # zone to zone: 1 + 1 + 2
    number = unit(board.game, "1lon").number
    calm = replace(board.position, disrupted=frozenset({number}))
    assert board.game.view.reach(calm, "35id").steps["2210"].cost.text == "1"


# Supply, mechanised movement, holding, the end


@pytest.mark.parametrize(
    ("where", "state", "allowed"),
    [("1910", "supplied", "4 MP"), ("1611", "unsupplied", "2 MP"), ("0808", "isolated", "2 MP")],
)
def test_supply_is_judged_when_the_turn_begins(board: Board, where: str, state: str, allowed: str) -> None:
    """From Hythe, 2312, to Ashford, 1910, are 4 hexes; to Tenterden, 1611, 7; to 0808 more than 10."""
    board.set_up("mechanised movement", "British", _17id=where, _1lon="0105").give(EndPhase())
    assert board.phase.side == "German"
    assert board.game.view.reach(board.position, "17id").allowed == allowed
    assert board.states("17id") == (() if state == "supplied" else (state,))
    assert board.game.view.supply(board.position)["17id"].state == state


def test_unsupplied_units_do_not_attack(board: Board) -> None:
    board.set_up("combat", "German", _17id="1611", _35b="1610")
    reason = board.refuses(Attack(("17id",), "1610"))
    assert reason == "17. Infanterie: unsupplied units may not attack (13.0 supply)"


def test_only_mechanised_units_move_again(board: Board) -> None:
    board.set_up("mechanised movement", "German", gd="2111", _17id="2111")
    assert board.refuses(Move("17id", "2110")) == "only armour and mechanised infantry move again"
    board.give(Move("gd", "2110"))
    strict = Board(switched={"mechanised-movement": "attackers"})
    strict.set_up("mechanised movement", "German", gd="2111")
    assert "did not attack" in strict.refuses(Move("gd", "2110"))


@pytest.mark.parametrize(
    ("brigade", "phase"),
    [("1910", ("German", "combat")), ("2211", ("British", "movement"))],
)
def test_a_combat_phase_without_a_legal_attack_is_passed_over(
    board: Board, brigade: str, phase: tuple[str, str]
) -> None:
    """A regiment of 3 may attack the division of 5, which is 1-2; with a brigade beside it that is 3-8."""
    board.set_up("air attack", "German", held="2113", _21ir="2111", _45d="2211", _1lon=brigade).give(
        EndPhase()
    )
    assert (board.phase.side, board.phase.name) == phase


def test_who_has_nowhere_to_go_is_told_why(board: Board) -> None:
    """Around Folkestone are Germans and the sea; and with no beach or port held nobody can land on turn 2."""
    board.set_up(
        "movement", "British", folk="2411", dov="2610", _17id="2410", _35id="2311", _21ir="2312", _7id="2511"
    )
    assert [board.game.rules.why_idle(board.position, each) for each in ("folk", "dov")] == [
        "no hex is in its reach",
        "",
    ]
    board.set_up("movement", "German", held="", _17id="2211")
    assert [board.game.rules.why_idle(board.position, each) for each in ("7id", "17id")] == [
        "no hex is open to it",
        "",
    ]


def test_a_port_is_held_when_the_turn_ends_there(board: Board) -> None:
    board.set_up("mechanised movement", "German", _17id="2411", gd="2410", _1lon="0105")
    assert board.game.view.status(board.position).points == {"German": 1, "British": 0}  # Hythe
    board.give(EndPhase())
    assert board.game.view.status(board.position).points == {"German": 5, "British": 0}
    assert (board.phase.side, board.phase.name) == ("British", "movement")


def test_the_game_ends_when_the_invaders_are_gone(board: Board) -> None:
    board.set_up("mechanised movement", "British", _1lon="2211", held="")
    board.give(EndPhase())
    status = board.game.view.status(board.position)
    assert (status.side, status.verdict) == (None, "British victory: the beach is sealed off")
    assert board.refuses(EndPhase()) == "the game is over"


def test_the_game_ends_after_its_last_turn(board: Board) -> None:
    board.set_up("mechanised movement", "British", turn=4, held="2312 2411 2610", _17id="2411", _1lon="0105")
    board.give(EndPhase())
    status = board.game.view.status(board.position)
    assert (status.turn, status.points["German"]) == (4, 9)
    assert status.verdict == "German victory: a port, and the road inland"


def test_a_move_can_be_taken_back_and_a_roll_cannot(two_to_one: Board) -> None:
    two_to_one.rolls(1).asks("British", "retreat of 35. Infanterie", ["2110", "2011", "2010"], "2011")
    assert not two_to_one.table.undoable
    board = Board().set_up("movement", "German", _17id="2111")
    before = board.table
    assert board.give(Move("17id", "2110")).table.undo() == before


def test_nobody_gives_way_into_the_hex_fought_over() -> None:
    """Where friends cancel zones for retreats, a displaced unit still may not refill the hex that is being emptied.

    1st London can only go to Hythe, where three units stand, and once it is there gives way to nobody. Of the ways from there one is Folkestone; 2211, the hex
    fought over, is none, though it was full of friends a moment ago.
    """
    board = Board(switched={"retreat-zone": "friend-negates"})
    board.set_up(
        "combat", "German", _17id="2210", _35id="2111", _7id="2212", _1lon="2211", _35b="2211",
        folk="2312", dov="2312", _45d="2312",
    ).ashore("17id", "35id", "7id")  # fmt: skip
    # Isolated, 6 is 3: 18-3 is 6-1; 3 less 2 is 1: Dr.
    board.give(Attack(("17id", "35id", "7id"), "2211")).rolls(3)
    board.asks("German", "who gives way to 1st London in 2312", ["folk", "dov", "45d"], "folk")
    board.asks("German", "who gives way to 35th Brigade in 2312", ["dov", "45d"], "dov")
    board.asks("German", "advance into 2211", ["17id", "35id", "7id", "nobody"], "nobody")
    assert [board.where(each) for each in ("1lon", "35b", "45d", "folk", "dov")] == [
        *("2312", "2312", "2312"),
        *("2411", "2411"),
    ]


def test_who_just_landed_is_not_halved_with_the_isolated(board: Board) -> None:
    """A regiment cut off and one that dropped beside it this turn, 3 each: 1.5 + 3."""
    board.set_up("combat", "British", held="", fjr2="2211", _21ir="2211", _45d="2210", _1lon="2111")
    board.ashore("21ir")
    shown = board.game.view.preview(board.position, Attack(("45d", "1lon"), "2211"))
    assert shown is not None
    assert [(line.what, line.value) for line in shown.lines[1:4]] == [
        ("defence strength", "6"),
        ("isolated 3 halved, fractions retained", "4.5"),
        ("odds 8-4.5", "1-1"),
    ]


def test_air_landing_takes_nothing_from_a_port() -> None:
    """Newhaven is held and clear: two regiments come by air, and three units still land from the sea."""
    board = Board("sealion").set_up("movement", "German", held="0617", _17id="0617")
    board.give(Arrive("16ll", "0617")).give(Arrive("47ll", "0617"))
    for each in ("s1", "s2", "s3"):
        board.give(Arrive(each, "0617"))
    assert "has taken its 3 units" in board.refuses(Arrive("s4", "0617"))


def test_odds_know_who_has_nowhere_to_retreat(board: Board) -> None:
    """1st London in the open at 2211 with Germans all around: the beaches are German, the rest in their zones."""
    board.set_up("combat", "German", _17id="2210", _35id="2312", _21ir="2111", _7id="2212", _1lon="2211")
    board.ashore("17id", "35id")
    shown = board.game.view.preview(board.position, Attack(("17id", "35id"), "2211"))
    assert shown is not None
    told = {each.result: each.says for each in shown.outcomes}
    assert told["Dr"] == "Dr: defender retreats; nowhere to retreat, eliminated: 1st London"


def test_the_tally_says_how_the_points_come_about(board: Board) -> None:
    board.set_up("movement", "German", held="2312 2411", _17id="2411")
    status = board.game.view.status(board.position)
    assert status.held == {"German": ("2411", "2312")}
    assert status.tally[0] == "The Germans hold Folkestone 4, Hythe 1; the British have lost no combat units."
    assert status.tally[3] == "From a German lead of 6: German victory: a port, and the road inland."


def test_only_combat_units_lost_are_points(board: Board) -> None:
    """45th Division and the tanks, 8, against a supply unit that is cut off, 1/2: 10-1. A wing is lost on a 6."""
    board.set_up("air attack", "British", held="", s1="2211", fjr2="2111", _45d="2210", _1tnk="2210")
    board.give(AirAttack(("11gp",), "2111")).rolls(6).give(EndPhase())
    board.give(Attack(("45d", "1tnk"), "2211")).rolls(6)
    board.asks("British", "advance into 2211", ["45d", "1tnk", "nobody"], "nobody")
    assert [board.where(each) for each in ("11gp", "s1")] == ["eliminated", "eliminated"]
    assert board.game.view.status(board.position).points == {"German": 0, "British": 0}


# The greedy program


def test_greedy_drives_the_enemy_where_it_hurts_him(board: Board) -> None:
    """1st London can be driven into Hythe, which the Germans hold and would lose, or onto the open beach of 2212."""
    board.set_up("combat", "German", held="2312 2113", _17id="2210", _35id="2111", _1lon="2211")
    board.give(Attack(("17id", "35id"), "2211")).rolls(1)
    assert isinstance(board.table.asked, Choose)
    assert board.table.asked.options == ("2312", "2212")
    assert decision(greedy, board.table, Random(1)) == "2212"


@pytest.mark.parametrize("seed", range(5))
def test_greedy_bombs_what_could_attack_and_leaves_far_divisions_alone(board: Board, seed: int) -> None:
    board.set_up("air attack", "German", held="2113", _35id="2111", _1lon="2211", _45d="2307")
    order = decision(greedy, board.table, Random(seed))
    assert isinstance(order, AirAttack)
    assert order.target == "2211"
    board.set_up("air attack", "German", held="2113", _35id="2111", _45d="2307")
    assert decision(greedy, board.table, Random(seed)) == EndPhase()


def test_greedy_lands_its_supply_where_somebody_holds_the_beach(board: Board) -> None:
    orders: list[msgspec.Struct] = []
    while board.phase.name == "movement":
        orders.append(decision(greedy, board.table, Random(len(orders))))
        board.give(orders[-1])
    landed = {each.unit: each.to for each in orders if isinstance(each, Arrive)}
    assert landed["s1"] in [to for unit, to in landed.items() if unit != "s1"]


@pytest.mark.parametrize(("german", "better"), [("1813", "2610"), ("1714", "2510")])
def test_a_garrison_is_wanted_in_its_town_while_that_is_in_danger(
    board: Board, german: str, better: str
) -> None:
    """From 1813 to Dover, 2610, are 8 hexes, from 1714 are 9: then the garrison might as well come to meet them."""

    def measure(garrison: str) -> float:
        board.set_up("movement", "British", held="", _17id=german, dov=garrison)
        return board.game.evaluation.measure(board.position, "British")

    assert max("2610", "2510", key=measure) == better


def test_greedy_attacks_from_a_town_and_stays_in_it(board: Board) -> None:
    """Two divisions have just entered Folkestone, and hold it when their turn ends there: 4 points.

    1st Motor MG at 2511 is cut off by them and by 7th Infantry behind it: 12-1 eliminates it on every roll. Whoever
    advances leaves the town, and one division alone, 6-1, might be lost in an exchange.
    """
    board.set_up("combat", "German", held="2312", _17id="2411", _35id="2411", _7id="2609", _1mmg="2511")
    order = decision(greedy, board.table, Random(1))
    assert order == Attack(("17id", "35id"), "2511")
    board.give(order).rolls(1)
    assert board.table.asked is not None
    assert decision(greedy, board.table, Random(1)) == "nobody"


@pytest.mark.parametrize("seed", range(6))
def test_greedy_makes_the_most_promising_attack_first(board: Board, seed: int) -> None:
    """The divisions in Folkestone can attack but once: 1st Motor MG, 12-1, or the tanks at 2410, who may escape."""
    board.set_up(
        "combat", "German", held="2312 2411", _17id="2411", _35id="2411", _7id="2609", gd="2309",
        _1mmg="2511", _1tnk="2410",
    )  # fmt: skip
    order = decision(greedy, board.table, Random(seed))
    assert order == Attack(("17id", "35id"), "2511")
