# SPDX-License-Identifier: Apache-2.0
"""An attack told in plain words, as a player would want to read it."""

from typing import Any

from channel import at, phase, seelowe, unit
from msgspec.structs import replace

from grognard.play.narrate import narrate_entry
from grognard.play.places import WAITING, Place
from grognard.play.table import Table, begin
from grognard.play.transcript import transcript
from grognard.play.tuples import placed
from grognard.registry.games import header
from grognard.rules.advance import Advance
from grognard.rules.game import ChapterGame
from grognard.rules.orders import Attack, EndPhase
from grognard.rules.position import Position
from grognard.rules.resolution import Stand
from grognard.rules.retreat import RetreatTo
from grognard.umpire import Choose, said


def table(**units: str) -> Table[Position]:
    """The German combat phase of turn 3, with a few units on the map and Folkestone held."""
    game = seelowe()
    places: tuple[Place, ...] = (WAITING,) * len(game.scenario.units)
    for name, where in units.items():
        places = placed(places, unit(game, name).number, at(game, where))
    start = begin(game, header("seelowe", "hythe"))
    position = replace(
        start.position,
        turn=3,
        phase=phase(game, "German", "combat"),
        at=places,
        held=frozenset({at(game, "2411")}),
    )
    return replace(start, positions=(position,))


def lines(table: Table[Position]) -> tuple[str, ...]:
    game: Any = table.game
    return narrate_entry(game, table.positions[-2], table.log.entries[-1]).lines


def test_an_attack_its_odds_its_result_and_what_became_of_the_units() -> None:
    attacked = table(_17id="2411", _7id="2411", dov="2511").give(Attack(("17id", "7id"), "2511")).roll([2])
    done = attacked.choose("2510").choose("17id").choose("nobody")
    assert lines(done) == (
        "17. Infanterie and 7. Infanterie attack 2511 at 12-3, column 4-1 5-1",
        "8.8 combat: rolled 2: Dr, defender retreats",
        "German, retreat of Dover Garrison: 2510",
        "German, advance into 2511: 17. Infanterie",
        "German, advance into 2511: nobody",
        "Dover Garrison retreats to 2510",
        "17. Infanterie advances to 2511",
    )


def test_a_hex_to_choose_is_named_with_its_terrain() -> None:
    """2510 is rough and has no name; in 2610 is Dover."""
    asked = table(_17id="2411", dov="2511")
    game, choice = asked.game, Choose("German", RetreatTo("dov"), ("2510", "2610"))
    assert isinstance(game, ChapterGame)
    options = [game.text.option(asked.position, choice, each) for each in choice.options]
    assert [(each.says, each.about, each.hexes) for each in options] == [
        ("2510", "rough", ("2510",)),
        ("Dover 2610", "city", ("2610",)),
    ]
    ignore = game.text.option(asked.position, Choose("British", Stand("Dr"), ("ignore",)), "ignore")
    assert (ignore.says, ignore.about) == ("ignore", "stay in the city")


def test_who_is_lost_is_said_in_one_line() -> None:
    """Exchange at 4-1: the garrison of strength 3 costs a regiment of strength 3."""
    fighting = table(_17id="2411", _21ir="2411", _7id="2411", dov="2511")
    done = fighting.give(Attack(("17id", "21ir", "7id"), "2511")).roll([3]).choose((3,)).choose("nobody")
    assert "Infanterie 21 and Dover Garrison are eliminated" in lines(done)


def test_places_taken_are_named_from_north_to_south_at_the_end_of_the_turn() -> None:
    done = table(_17id="2610", _7id="2312", folk="2209").give(EndPhase())
    assert lines(done) == ("German combat ends", "the Germans take Dover 2610 and Hythe 2312")


def test_a_transcript_ends_with_how_things_stand() -> None:
    asking = table(_17id="2411", _7id="2411", dov="2511").give(Attack(("17id", "7id"), "2511"))
    assert transcript(asking, "A small fight") == (
        "A small fight\n"
        "\n"
        "Turn 3, 28 September 1940: German combat\n"
        "  17. Infanterie and 7. Infanterie attack 2511 at 12-3, column 4-1 5-1\n"
        "\n"
        "Points: German 4, British 0\n"
        "Open: roll 1d6 8.8 combat\n"
        "Turn 3 of 4: German combat\n"
    )


def asked(at: Table[Position]) -> str:
    """The open question as whoever is asked reads it."""
    game, choice, entry = at.game, at.asked, at.in_hand
    assert isinstance(game, ChapterGame)
    assert isinstance(choice, Choose)
    assert entry is not None
    return game.text.ask(at.position, entry.order, choice)


def test_questions_are_sentences_and_the_log_keeps_the_words_of_the_rule() -> None:
    """12-3 is 4-1: Dr on 2, Ex on 4. Dover Garrison has strength 3 and can retreat to 2510 or 2610."""
    attack = table(_17id="2411", _7id="2411", dov="2511").give(Attack(("17id", "7id"), "2511"))
    driven = attack.roll([2])
    assert asked(driven) == "Where does Dover Garrison retreat to?"
    assert driven.asked is not None
    assert said(driven.asked, seelowe().text.label) == "German retreat of Dover Garrison"
    assert asked(driven.choose("2510")) == "The enemy is gone: who advances into 2511?"
    traded = attack.roll([4])
    assert asked(traded) == (
        "Exchange (8.81): the attackers lose at least 3 in return. Which strengths of 17. Infanterie (6) and 7. Infanterie (6)?"
    )
    assert asked(traded.choose((6,))) == "Exchange (8.81): which unit of strength 6 to lose?"


def test_a_city_may_ignore_the_result() -> None:
    """12-3 at Dover, a city: on 2 the result is Dr, and the British are asked."""
    attack = table(_17id="2511", _7id="2511", dov="2610").give(Attack(("17id", "7id"), "2610")).roll([2])
    assert asked(attack) == "Dr in a city (13.0): ignore it or retreat?"


def test_who_may_advance_is_lit_with_the_hex_he_advances_into() -> None:
    attack = table(_17id="2411", dov="2511").give(Attack(("17id",), "2511"))
    game, choice = attack.game, Choose("German", Advance("2511"), ("17id", "nobody"))
    assert isinstance(game, ChapterGame)
    options = [game.text.option(attack.position, choice, each) for each in choice.options]
    assert [(each.says, each.hexes, each.pieces) for each in options] == [
        ("17. Infanterie", ("2511",), ("17id",)),
        ("nobody", (), ()),
    ]
