# SPDX-License-Identifier: Apache-2.0
"""The front door: a game opened, looked at, ordered on, played, saved and verified from Python."""

import gc
import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest
from kit import SCENARIOS, TEACHING, fighting, parts
from twins import HIDING

import grognard
from grognard.front import program_player
from grognard.opponent import random_play
from grognard.play.board import Preview
from grognard.play.canonical import canonical
from grognard.play.log import Log
from grognard.play.table import Table
from grognard.play.visibility import as_seen
from grognard.rules.orders import Arrive, Attack, EndPhase
from grognard.umpire import Choose, Roll

ATTACK = "17id, 35id attack 2411"
BOTH = {"German": "random", "British": "random"}


@pytest.fixture
def landed() -> grognard.Game:
    """Two divisions have landed at Hythe and are about to attack Folkestone: 12 to 3 across a river, 4-1 with -2."""
    game = grognard.open("seelowe/hythe", rulings={"odds-rounding": "nearest"})
    return game.push("17id arrives 2312").push("35id arrives 2312").push("end").push("end")


# Opened


def test_a_game_without_a_scenario_is_its_first() -> None:
    assert grognard.open("seelowe") == grognard.open("seelowe/hythe")
    assert repr(grognard.open("seelowe")) == "<Game seelowe/hythe, turn 1 of 4, German movement>"


@pytest.mark.parametrize(
    ("name", "switched", "says"),
    [
        ("seelow/hythe", {}, "there is no game 'seelow'; did you mean seelowe?"),
        ("", {}, "there is no game ''; there are panzerblitz,"),
        ("seelowe/hyth", {}, "there is no scenario in seelowe called 'hyth'; did you mean hythe?"),
        ("seelowe", {"odds": "nearest"}, "there is no ruling 'odds'"),
        ("seelowe", {"odds-rounding": "up"}, "'up'"),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(name: str, switched: dict[str, str], says: str) -> None:
    with pytest.raises(grognard.GrognardError) as refused:
        grognard.open(name, rulings=switched)
    assert says in str(refused.value)


def test_a_game_is_opened_by_the_path_of_its_folder(tmp_path: Path) -> None:
    folder = Path(__file__).parent.parent / "examples" / "lysna"
    game = grognard.open(folder)
    assert (
        game
        == grognard.open(f"{folder}/")
        == grognard.open(folder / "bridges")
        == grognard.open("lysna/bridges")
    )
    assert game.name == "lysna/bridges"
    assert game.play(dict.fromkeys(game.sides, "random"), seed=1).verify().holds
    shutil.copytree(folder, tmp_path / "lysna")
    with pytest.raises(
        grognard.GrognardError, match=r"is called like the game in .*lysna; give one of the fol"
    ):
        grognard.open(tmp_path / "lysna")


@pytest.mark.parametrize("name", ["./nowhere", "tests", "tests/kit", "tests/kit/first", "/nowhere/first"])
def test_a_folder_without_a_game_is_refused_in_words(name: str) -> None:
    with pytest.raises(grognard.GrognardError, match=f"{name} is no game's folder and no scenario in one"):
        grognard.open(name)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_opens(name: str) -> None:
    game = grognard.open(name)
    assert game.name == name
    assert game.side in game.sides
    assert game.legal_orders
    assert not game.is_over
    assert not game.result
    assert game == grognard.open(name)
    assert hash(game) == hash(grognard.open(name))


# Orders


def test_an_order_is_given_as_such_or_as_text() -> None:
    game = grognard.open("seelowe/hythe")
    assert game.push("17id arrives 2312") == game.push(Arrive("17id", "2312"))
    assert game.push("17id arrives 2312").orders == (Arrive("17id", "2312"),)


def test_what_may_not_be_ordered_is_refused_for_the_reason_that_is_told(landed: grognard.Game) -> None:
    for order in ("17id attacks 2610", "17id moves 2311", "nobody attacks 2411", "17id arrives 2312"):
        why = landed.why_illegal(order)
        assert why
        assert landed.parse(order) not in landed.legal_orders
        with pytest.raises(grognard.NotAllowed) as refused:
            landed.push(order)
        assert str(refused.value) == why
    assert landed.why_illegal(ATTACK) == ""
    with pytest.raises(grognard.GrognardError, match="for attack write UNIT, UNIT attack TARGET"):
        landed.push("17id attak 2411")


def test_in_free_play_nothing_is_refused() -> None:
    game = grognard.open("seelowe/hythe", free=True)
    assert game.why_illegal("17id moves 2311")
    moved = game.push("17id arrives 2312").push("17id moves 2610")
    assert moved.table.log.entries[-1].warned


def test_orders_are_made_only_as_far_as_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.open("seelowe/hythe")
    rules: Any = type(game.table.game.rules)
    made: list[str] = []
    sound = rules.orders

    def orders(self: Any, position: Any, actor: str) -> Any:
        made.append(actor)
        return sound(self, position, actor)

    monkeypatch.setattr(rules, "orders", orders)
    assert len(game.legal_orders[:2]) == 2
    assert len(made) == 1
    legal = game.legal_orders
    assert list(legal) == list(legal)
    assert len(made) == 1 + len(game.table.game.rules.actors(game.position))


def test_legal_orders_are_taken_by_number_by_slice_and_by_lot(landed: grognard.Game) -> None:
    legal = landed.legal_orders
    every = list(legal)
    assert set(every) == {Attack(("17id", "35id"), "2411"), Attack(("17id",), "2411"), Attack(("35id",), "2411"), EndPhase()}  # fmt: skip
    assert (legal[0], legal[-1], legal[1:3], legal[:]) == (every[0], every[-1], every[1:3], every)
    with pytest.raises(IndexError):
        legal[4]
    assert {legal.draw(Random(seed)) for seed in range(30)} == set(every)
    assert Attack(("35id", "17id"), "2411") in legal
    assert Attack(("35id",), "2610") not in legal
    assert "end" in legal
    assert "17id attacks 2610" not in legal
    assert repr(legal).startswith("<LegalOrders: ")
    with pytest.raises(TypeError):
        len(legal)  # type: ignore[arg-type]  # all would have to be made


@pytest.mark.parametrize("name", TEACHING)
def test_drawn_orders_are_legal(name: str) -> None:
    game = grognard.open(name)
    for seed in range(10):
        order = game.legal_orders.draw(Random(seed))
        assert order in game.legal_orders
        assert game.why_illegal(order) == ""


# Nothing changes


def test_a_game_stays_as_it_was(landed: grognard.Game) -> None:
    before = (landed.fingerprint, landed.orders, landed.text())
    asked = landed.push(ATTACK)
    open_at = asked.asked
    landed.push("end").play(BOTH, seed=3)
    assert (landed.fingerprint, landed.orders, landed.text()) == before
    asked.roll(1)
    assert asked.asked is open_at


def test_two_games_go_on_from_one_question(landed: grognard.Game) -> None:
    """On 3 the city may ignore the retreat; on 5 the Germans choose what they lose in the exchange."""
    asked = landed.push(ATTACK)
    stays, lost, again = asked.roll(3), asked.roll(5), asked.roll(3)
    assert (stays.side, lost.side) == ("British", "German")
    assert stays == again
    held, left = stays.choose("ignore"), stays.choose("retreat")
    assert held != left
    assert held == again.choose("ignore")
    assert stays.choose("ignore") == held
    assert lost.choose((6,)).verify().holds
    assert {game.verify().orders for game in (held, left, stays, lost)} == {5}


# Dice and choices


def test_an_order_without_dice_waits_for_them(landed: grognard.Game) -> None:
    asked = landed.push(ATTACK)
    assert isinstance(asked.asked, Roll)
    assert (asked.side, asked.is_over, bool(asked.legal_orders)) == (None, False, False)
    with pytest.raises(grognard.NotAllowed, match="an order is being carried out, which asks 'roll 1d6"):
        asked.push("end")
    with pytest.raises(grognard.NotAllowed, match="takes 1d6, not 7"):
        asked.roll(7)
    with pytest.raises(grognard.NotAllowed, match="takes 1d6, not 3, 4"):
        asked.roll(3, 4)
    with pytest.raises(grognard.NotAllowed, match="no decision is asked for"):
        asked.choose("ignore")
    with pytest.raises(grognard.NotAllowed, match="no dice are asked for"):
        landed.roll(3)


def test_dice_roll_whatever_is_asked_for_up_to_a_choice(landed: grognard.Game) -> None:
    games = [landed.push(ATTACK, dice=grognard.Dice(seed)) for seed in range(12)]
    assert all(isinstance(game.asked, Choose) for game in games)
    assert {game.side for game in games} == {"German", "British"}
    assert landed.push(ATTACK, dice=grognard.Dice(4)) == games[4]
    assert landed.push(ATTACK, dice=lambda _: (3,)) == landed.push(ATTACK).roll(3)


def test_a_choice_is_one_of_the_options(landed: grognard.Game) -> None:
    asked = landed.push(ATTACK).roll(3)
    view = asked.view("British")
    assert [option.value for option in view.options] == ["ignore", "retreat"]
    assert view.question.endswith("?")
    with pytest.raises(grognard.NotAllowed, match=r"'flee' is no option of .*; there are ignore, retreat"):
        asked.choose("flee")
    done = asked.choose("ignore", dice=grognard.Dice(1))
    assert done.asked is None
    assert done.side == "German"


# Taken back


def test_an_order_is_taken_back_but_not_past_a_roll_or_a_change_of_side(landed: grognard.Game) -> None:
    game = grognard.open("seelowe/hythe")
    assert game.push("17id arrives 2312").undo() == game
    for sealed in (game, landed.push(ATTACK).roll(3), landed.push("end")):
        with pytest.raises(
            grognard.NotAllowed, match="nothing to take back since the last roll or change of si"
        ):
            sealed.undo()
    # Nothing was rolled yet.
    assert landed.push(ATTACK).undo() == landed


# Odds


def test_odds_are_those_of_the_card(landed: grognard.Game) -> None:
    """12 to 3 is 4-1, and across a river the die is 2 less: from -1 to 4 the column has Br, Br, Dr, Dr, Ex, Ex."""
    odds = landed.odds(ATTACK)
    third = Fraction(1, 3)
    assert odds.items() == [
        ("Br: defender retreats, attacker retreats", third),
        ("Dr: defender stays in the city", third),
        ("Ex: attacker loses 6, defender loses 3", third),
    ]
    preview = landed.preview(ATTACK)
    assert preview is not None
    assert preview.told == "12-3, column 4-1 5-1, die -2"


def test_the_odds_of_what_rolls_nothing_are_certain() -> None:
    game = grognard.open("seelowe/hythe")
    assert game.preview("17id arrives 2312") is None
    assert game.odds("17id arrives 2312").items() == [("17. Infanterie lands at Hythe 2312", Fraction(1))]


def test_there_are_no_odds_of_what_may_not_be_ordered(landed: grognard.Game) -> None:
    with pytest.raises(grognard.NotAllowed) as refused:
        landed.odds("17id attacks 2610")
    assert str(refused.value) == landed.why_illegal("17id attacks 2610")


@pytest.mark.parametrize("name", TEACHING)
def test_odds_add_up_to_one_and_are_those_of_the_preview(name: str) -> None:
    """Of the first orders, and one by lot, all through a game of two that attack whatever they can."""
    game, rng, rolled = grognard.open(name), Random(1), 0
    players = dict.fromkeys(game.sides, program_player(fighting))
    for now in islice(game.acts(players, seed=2), 300):
        legal = now.legal_orders
        for order in [*legal[:2], legal.draw(rng)] if legal else []:
            odds, preview = now.odds(order), now.preview(order)
            assert sum(chance for _, chance in odds.items()) == 1
            assert sum(weight for _, weight in odds.weights()) == odds.total
            if preview is not None:
                rolled += 1
                assert dict(odds.items()) == shares(preview)
    assert rolled > 5


def shares(preview: Preview) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for outcome in preview.outcomes:
        found[outcome.says] = found.get(outcome.says, Fraction(0)) + outcome.chance
    return found


# Players


def test_one_seed_is_one_game() -> None:
    game = grognard.open("seelowe/hythe")
    first, again, other = (game.play(BOTH, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.text() == again.text()
    assert first != other
    assert first.is_over
    assert (first.side, first.legal_orders[:1]) == (None, [])
    assert first.view("German").why_illegal("end") == "the game is over"
    assert list(first.acts(BOTH)) == []


def test_a_program_by_its_name_plays_as_the_player_of_that_name() -> None:
    game = grognard.open("seelowe/hythe")
    named = game.play({"German": "greedy", "British": "random"}, seed=5)
    assert named == game.play({"German": grognard.greedy, "British": grognard.random}, seed=5)


def test_a_player_of_your_own_is_a_function_of_a_view() -> None:
    """It may return an order, a text, or an option; dice and lots follow the seed."""
    asked: list[tuple[str | None, str]] = []

    def british(view: grognard.View, rng: Random) -> Any:
        assert view.side == view.to_act == "British"
        asked.append((view.side, view.question))
        return rng.choice(view.options).value if view.asked else "end"

    end = grognard.open("seelowe/hythe").play({"German": "greedy", "British": british}, seed=2)
    assert end.is_over
    assert any(question for _, question in asked)
    assert end.verify().holds
    ordered = {type(entry.order) for at, entry in enumerate(end.table.log.entries) if end.table.game.rules.to_move(end.table.positions[at]) == "British"}  # fmt: skip
    assert ordered == {EndPhase}


def test_a_game_is_run_through_act_by_act() -> None:
    game = grognard.open("seelowe/hythe")
    acts = list(game.acts(BOTH, seed=1))
    assert acts[-1] == game.play(BOTH, seed=1)
    assert acts[0].orders
    assert any(isinstance(now.asked, Roll) for now in acts)


BAD_PLAYERS: list[tuple[dict[str, Any], str]] = [
    (
        {"German": "random"},
        "nobody plays the British side; name a function of a view, or one of random, greedy",
    ),
    ({**BOTH, "French": "random"}, "there is no side 'French'; there are"),
    ({**BOTH, "German": "gready"}, "there is no program 'gready'; did you mean greedy?"),
    ({**BOTH, "German": lambda *_: None}, "a player decided on None: None is no order of this game; say who"),
    ({**BOTH, "German": lambda *_: "17id flies 2312"}, "does not say what to do"),
    ({**BOTH, "German": lambda *_: "17id moves 2312"}, "a player decided on '17id moves 2312': "),
]


@pytest.mark.parametrize(("players", "says"), BAD_PLAYERS, ids=[says for _, says in BAD_PLAYERS])
def test_a_player_that_cannot_play_is_refused_in_a_sentence(players: dict[str, Any], says: str) -> None:
    with pytest.raises(grognard.GrognardError) as refused:
        grognard.open("seelowe/hythe").play(players, seed=1)
    assert says in str(refused.value)


ANY: Any = None
HYTHE = "seelowe/hythe"
GIVEN: list[tuple[Callable[[], object], str]] = [
    (lambda: grognard.load_chart(ANY), "None is neither a name nor a path"),
    (lambda: grognard.load(ANY), "None is neither a name nor a path"),
    (lambda: grognard.open(ANY), "None is neither a name nor a path"),
    (lambda: grognard.open(HYTHE).save(ANY), "None is neither a name nor a path"),
    (lambda: grognard.load("docs/example-game.jsonl", game="nowhere/x"), "nowhere/x is no game's folder"),
    (lambda: grognard.open(HYTHE, rulings={"odds-rounding": 3}), "not by {'odds-rounding': 3}"),  # type: ignore[dict-item]
    (lambda: grognard.open(HYTHE, rulings="a=b"), "rulings are switched by name"),  # type: ignore[arg-type]
    (lambda: grognard.open(HYTHE, profile=ANY), "there is no profile None; "),
    (lambda: grognard.open(HYTHE).view(3), "there is no side 3; there are"),  # type: ignore[arg-type]
    (lambda: grognard.open(HYTHE).view("German").reach(ANY), "there is no piece None; "),
    (lambda: grognard.open(HYTHE).play([1]), "players are given by side"),  # type: ignore[arg-type]
    (lambda: grognard.open(HYTHE).play({"German": 3, "British": 3}), "there is no program 3; "),  # type: ignore[dict-item]
    (lambda: grognard.open(HYTHE).push("end", dice=3), "3 throws no dice; "),  # type: ignore[arg-type]
    (lambda: grognard.Odds.of("abc"), "'abc' is not odds"),
    (lambda: grognard.Odds(Fraction(), Fraction()), "0-0 is not odds"),
]


@pytest.mark.parametrize(("act", "says"), GIVEN)
def test_what_means_nothing_is_refused_in_a_sentence(act: Callable[[], object], says: str) -> None:
    with pytest.raises(grognard.GrognardError) as refused:
        act()
    assert says in str(refused.value)


def test_a_chart_is_loaded_by_a_path_as_text() -> None:
    path = Path(grognard.__file__).parent / "games/seelowe/cards/crt.toml"
    assert grognard.load_chart(str(path))["7-2", 8].text == grognard.load_chart(path)["7-2", 8].text == "De"


def test_an_order_may_be_typed_in_capitals(landed: grognard.Game) -> None:
    game = grognard.open(HYTHE)
    assert game.parse("  17ID Arrives 2312") == Arrive("17id", "2312")
    assert landed.view("German").parse("17ID, 35Id ATTACK 2411") == Attack(("17id", "35id"), "2411")
    assert "17id arrives 2312" in game.legal_orders
    assert "17ID arrives 2010" not in game.legal_orders
    with pytest.raises(grognard.GrognardError, match="does not say what to do"):
        _ = "nonsense" in game.legal_orders


def test_a_roll_without_faces_is_refused_in_whole_words(landed: grognard.Game) -> None:
    with pytest.raises(grognard.NotAllowed, match=r"takes 1d6, and no face is given$"):
        landed.push(ATTACK).roll()


# Saves


def test_a_game_is_saved_and_loaded_at_any_moment(landed: grognard.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for game in (landed, landed.push(ATTACK), landed.push(ATTACK).roll(5), landed.play(BOTH, seed=1)):
        game.save(path)
        again = grognard.load(str(path))
        assert again == game
        assert again.fingerprint == game.fingerprint
        assert again.side == game.side
        assert game.verify() == again.verify()
        assert game.verify().holds
    assert grognard.load(path).verify().orders == len(game.orders)


def spoiled(game: grognard.Game, path: Path, line: int, change: Callable[[dict[str, Any]], None]) -> Path:
    """Save a game with one line of it changed."""
    game.save(path)
    lines = [json.loads(each) for each in path.read_text(encoding="utf-8").splitlines()]
    change(lines[line])
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    return path


def test_a_save_with_an_illegal_order_loads_and_does_not_hold(landed: grognard.Game, tmp_path: Path) -> None:
    """17. Infanterie lands where no beach is: the rules can follow that, and would not have allowed it."""
    path = spoiled(landed, tmp_path / "x.jsonl", 1, lambda line: line["order"].update(to="2010"))
    found = grognard.load(path).verify()
    assert not found.holds
    assert (found.orders, found.answers) == (0, 0)
    (fault,) = found.faults
    assert fault.startswith("entry 1: ")
    assert fault.removeprefix("entry 1: ") == grognard.open("seelowe").why_illegal("17id arrives 2010")


def test_a_save_whose_dice_were_turned_is_another_game_or_none(landed: grognard.Game, tmp_path: Path) -> None:
    game, path = landed.push(ATTACK).roll(3).choose("ignore"), tmp_path / "x.jsonl"
    turned = spoiled(game, path, -1, lambda line: line["answers"][0].update(given=[6]))
    with pytest.raises(
        grognard.GrognardError, match=r"x\.jsonl cannot be followed under the present rules: entry 5: the re"
    ):
        grognard.load(turned)


@pytest.mark.parametrize(
    ("line", "change", "says"),
    [
        (1, lambda line: line["order"].update(type="fly"), "entry 1 is no order of this game: "),
        (1, lambda line: line["order"].update(unit="nobody"), "entry 1: "),
        (
            -1,
            lambda line: line["answers"][0].update(given=[9]),
            "entry 5: the rules cannot follow it (KeyErr",
        ),
        (0, lambda line: line.update(game="nothing"), "the saved game is one of 'nothing'"),
        (0, lambda line: line.update(grognard=9), "is of version 9"),
    ],
)
def test_a_spoiled_save_is_refused_in_words(
    line: int, change: Callable[[dict[str, Any]], None], says: str, landed: grognard.Game, tmp_path: Path
) -> None:
    game = landed.push(ATTACK).roll(3).choose("ignore")
    with pytest.raises(grognard.GrognardError) as refused:
        grognard.load(spoiled(game, tmp_path / "x.jsonl", line, change))
    assert says in str(refused.value)


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(grognard.GrognardError, match=r"cannot read .*nowhere.jsonl: no such file"):
        grognard.load(tmp_path / "nowhere.jsonl")
    with pytest.raises(grognard.GrognardError, match=r"cannot write .*none/here.jsonl: no such file"):
        grognard.open("seelowe").save(tmp_path / "none/here.jsonl")


def test_a_save_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "mine.jsonl"
    folder.mkdir()
    with pytest.raises(grognard.GrognardError, match=r"cannot write .*mine.jsonl"):
        grognard.open("seelowe").save(folder)
    assert list(tmp_path.iterdir()) == [folder]


# What a side sees


def test_a_view_of_another_side_offers_no_orders(landed: grognard.Game) -> None:
    for side in ("British", None):
        view = landed.view(side)
        assert list(view.legal_orders) == []
        assert not view.legal_orders
        assert Attack(("17id",), "2411") not in view.legal_orders
        assert view.why_illegal(ATTACK) == "it is for German to act"
        assert (view.asked, view.question, view.options) == (None, "", [])
        with pytest.raises(grognard.NotAllowed, match="it is not for"):
            view.decide(random_play, Random(1))
    assert landed.view("German").legal_orders[:] == landed.legal_orders[:]


def test_only_who_is_asked_has_a_question(landed: grognard.Game) -> None:
    asked = landed.push(ATTACK).roll(3)
    assert asked.view("British").asked
    assert asked.view("German").asked is None
    why = "an order is being carried out, which asks 'British 13.0 Dr in a city'"
    assert asked.view("British").why_illegal("end") == why


def test_a_text_is_no_face_and_no_number_of_an_order(landed: grognard.Game) -> None:
    asked = landed.push(ATTACK)
    text: Any = "3"
    with pytest.raises(grognard.NotAllowed, match=r"takes 1d6, not '3'"):
        asked.roll(text)
    with pytest.raises(TypeError, match="legal orders are counted from 0, and '3' is no number"):
        landed.legal_orders[text]


def test_a_side_that_is_none_is_refused() -> None:
    with pytest.raises(grognard.GrognardError, match="there is no side 'Roman'; did you mean German"):
        grognard.open("seelowe").view("Roman")
    with pytest.raises(grognard.GrognardError, match="a spectator has no side"):
        _ = grognard.open("seelowe").view().value


def test_a_piece_that_is_not_seen_is_refused() -> None:
    view = grognard.open("seelowe").view("German")
    assert view.reach(view.pieces[0].id).piece == view.pieces[0].id
    with pytest.raises(grognard.GrognardError, match="there is no piece 'nobody'"):
        view.reach("nobody")


@pytest.mark.parametrize("name", HIDING)
def test_players_are_given_what_their_side_sees_and_no_more(name: str) -> None:
    """Programs are given a position, functions a view; both are the side's."""
    game = grognard.open(name)
    tables: list[Any] = []
    seen: set[str] = set()

    def program(board: Any, position: Any, pending: Any, rng: Random) -> Any:
        whole = tables[-1]
        side = whole.to_act
        assert canonical(position) == canonical(as_seen(whole.position, side))
        if pending is not None and pending.choice.now is not None:
            assert canonical(pending.choice.now) == canonical(as_seen(whole.standing, side))
        seen.add(side)
        return random_play(board, position, pending, rng)

    def player(view: grognard.View, rng: Random) -> Any:
        tables.append(whole := before[-1].table)
        assert canonical(view.position) == canonical(as_seen(whole.standing, view.side))
        return program_player(program)(view, rng)

    players = dict.fromkeys(game.sides, player)
    hidden, before = 0, [game]
    for now in islice(game.acts(players, seed=1), 200):
        before.append(now)
        hidden += not now.is_over and any(now.view(side).position != now.position for side in game.sides)
    assert hidden > 50
    assert seen == set(game.sides)


def reachable(root: object) -> list[Any]:
    """Return everything that something leads to, by whatever name; not what belongs to everybody, such as modules."""
    shared = (type, ModuleType, FunctionType, BuiltinFunctionType)
    known: dict[int, Any] = {}
    left = [root]
    while left:
        for held in gc.get_referents(left.pop()):
            # What a weak proxy stands for may be gone; of what it is itself it can be told.
            if id(held) not in known and not issubclass(type(held), shared):
                known[id(held)] = held
                left.append(held)
    return list(known.values())


@pytest.mark.parametrize("name", HIDING)
def test_nothing_in_a_view_leads_to_what_its_side_does_not_see(name: str) -> None:
    """Not the view's own attributes, and not what it hands out: neither a whole position nor the game's table or log."""
    game, looked = grognard.open(name), 0
    players = dict.fromkeys(game.sides, program_player(fighting))
    for now in islice(game.acts(players, seed=3), 40, 400, 60):
        for side in (*now.sides, None):
            view = now.view(side)
            shown = (
                view.status,
                view.pieces,
                view.battles,
                view.asked,
                view.question,
                view.options,
                view.text(),
            )
            held = reachable((view, shown, view.legal_orders, view.legal_orders[:2]))
            assert not [each for each in held if issubclass(type(each), (Table, Log, grognard.Game))]
            for position in (each for each in held if type(each) is type(now.position)):
                looked += 1
                assert canonical(position) == canonical(as_seen(position, side)), side
    assert looked >= 12


@pytest.mark.parametrize("name", TEACHING)
def test_a_unit_that_is_not_there_is_a_reason_in_every_game(name: str) -> None:
    assert "there is no unit 'nobody'" in grognard.open(name).why_illegal("nobody moves 0101")


def test_a_side_is_not_told_what_the_other_is_asked(landed: grognard.Game) -> None:
    asked = landed.push(ATTACK).roll(3)
    assert asked.view("German").why_illegal("end") == "an order is being carried out"


def test_what_looks_the_same_is_told_once_to_the_other_side() -> None:
    """Of the enemy's set-up no more is seen than that he deploys, and not how often."""
    game = grognard.open("jarama/pindoque")
    assert (game.side, game.status.phase) == ("Nationalist", "deployment")
    for _ in range(3):
        game = game.push(game.legal_orders[0])
    assert game.view("Republican").text().count("Nationalist deploys") == 1
    assert game.view("Republican").text() != game.view("Nationalist").text() == game.text()


@pytest.mark.parametrize("name", HIDING)
def test_the_end_of_a_game_lays_all_open(name: str) -> None:
    game = grognard.open(name)
    end = game.play(dict.fromkeys(game.sides, "random"), seed=1)
    assert canonical(end.view(None).position) == canonical(end.position)
    assert end.view(game.sides[0]).text() == end.text()


def test_every_order_of_a_game_can_be_typed() -> None:
    """A whole game, given again order by order as text, is the same game."""
    game = grognard.open("seelowe/hythe")
    end = game.play(BOTH, seed=4)
    for entry in end.table.log.entries:
        game = game.push(game.order_text(entry.order))
        for answer in entry.answers:
            game = game.roll(*answer.given) if answer.rolled else game.choose(answer.given)
    assert game == end
    assert parts(game.name) == ("seelowe", "hythe")
    assert isinstance(game.orders[0], msgspec.Struct)
