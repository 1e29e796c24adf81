# SPDX-License-Identifier: Apache-2.0
"""A game in progress: orders, answers, undo, save and resume."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from race import Mark, Position, Race, Rest, Run, Scout

from grognard.charts.errors import BadFile, GrognardError
from grognard.opponent import PendingChoice, decision, greedy
from grognard.play.board import Side
from grognard.play.game import every_order
from grognard.play.log import Entry, Header, Log, load_log, parse_log, print_log, save_log
from grognard.play.table import Table, begin, resume
from grognard.play.visibility import as_seen, as_seen_together, labels
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Choose, Roll, Rule
from grognard.umpire.drive import OffRecord

HEADER = Header(game="race", scenario="sprint")


@pytest.fixture
def table() -> Table[Position]:
    return begin(Race(), HEADER)


def step(table: Table[Position], rng: random.Random) -> Table[Position]:
    ask = table.asked
    if isinstance(ask, Roll):
        return table.roll([rng.randint(1, 6)])
    if isinstance(ask, Choose):
        return table.choose(rng.choice(ask.options))
    return table.give(rng.choice(list(every_order(table.game, table.position))))


def played(seed: int) -> list[Table[Position]]:
    rng = random.Random(seed)
    tables = [begin(Race(), HEADER)]
    while tables[-1].asked is not None or tables[-1].to_act is not None:
        tables.append(step(tables[-1], rng))
    return tables


def test_an_order_waits_for_its_answers(table: Table[Position]) -> None:
    running = table.give(Run())
    assert isinstance(running.asked, Roll)
    assert running.to_act is None
    assert running.position == table.position
    done = running.roll([4])
    assert (done.asked, done.position.red, done.to_act) == (None, 4, "Blue")


def test_the_other_side_may_be_asked(table: Table[Position]) -> None:
    resting = table.give(Rest())
    assert resting.to_act == "Blue"
    assert resting.choose("no").position.side == "Blue"
    assert resting.choose("yes").position.side == "Red"


def test_in_the_midst_of_an_order_the_table_shows_what_has_happened_so_far(table: Table[Position]) -> None:
    """The marks are given up before the other side decides; undo and saves know the position before alone."""
    marked = table.give(Mark())
    resting = marked.give(Rest())
    assert (resting.position.marks, resting.standing.marks) == (1, 0)
    assert resting.undo() == marked
    assert print_log(resting.log).endswith('{"order":{"type":"rest","count":1}}\n')
    assert resting.seen_by("Blue").plans == {"Blue": "south"}
    assert resting.seen_by(None).fate == 0


def test_a_program_is_given_what_its_side_sees_and_no_more(table: Table[Position]) -> None:
    given: list[tuple[Any, PendingChoice | None]] = []

    def spy(game: Any, seen: Any, asked: PendingChoice | None, rng: random.Random) -> Any:
        del game, rng
        given.append((seen, asked))

    resting = table.give(Mark()).give(Rest())
    decision(spy, table, random.Random(1))
    decision(spy, resting, random.Random(1))
    (order_seen, nothing), (before, asked) = given
    assert (order_seen.plans, nothing) == ({"Red": "north"}, None)
    assert asked is not None
    assert (asked.order, asked.answers) == (Rest(), ())
    assert (before.marks, asked.choice.now.marks) == (1, 0)
    for shown in (before, asked.choice.now):
        assert (shown.plans, shown.fate) == ({"Blue": "south"}, 0)


class Feint(Race):
    """A race in which a rest may be planned as a feint; the other side, which cannot know, is asked to follow."""

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        if not isinstance(order, Rest) or position.plans.get("Red") != "feint":
            return (yield from super().carry_out(position, order))
        follows: str = yield Choose("Blue", "1.5 follow", ("no", "yes"))
        return replace(position, blue=position.blue + (follows == "yes"))

    def measure(self, position: Position, side: Side) -> float:
        return position.blue if side == "Blue" else position.red


def test_where_what_is_hidden_leads_to_a_question_greedy_takes_the_first_option() -> None:
    """By what Blue sees Red rests, and asks for leave: what comes of following the feint cannot be foreseen."""
    table = replace(begin(Feint(), HEADER), positions=(Position(plans={"Red": "feint"}),)).give(Rest())
    assert isinstance(table.asked, Choose)
    assert table.asked.options == ("no", "yes")
    assert decision(greedy, table, random.Random(1)) == "no"


def test_what_may_not_be_done_is_refused_and_changes_nothing(table: Table[Position]) -> None:
    three = table.give(Mark()).give(Mark()).give(Mark())
    wrongs: list[tuple[Callable[[], object], str]] = [
        (lambda: table.roll([3]), "no dice are asked for"),
        (lambda: table.choose("yes"), "no decision is asked for"),
        (
            lambda: table.give(Run()).give(Run()),
            "an order is being carried out, which asks 'roll 1d6 1.1 run'",
        ),
        (lambda: table.give(Run()).roll([7]), "roll 1d6 1.1 run takes 1d6, not 7"),
        (lambda: table.give(Run()).roll([1, 2]), "roll 1d6 1.1 run takes 1d6, not 1, 2"),
        (
            lambda: table.give(Rest()).choose("maybe"),
            "'maybe' is no option of Blue 1.3 leave to rest; there are yes, no",
        ),
        (lambda: three.give(Mark()), "no more than three marks (1.2)"),
    ]
    for wrong, reason in wrongs:
        with pytest.raises(NotAllowed) as refusal:
            wrong()
        assert str(refusal.value) == reason
    assert table.log.entries == ()


class Mined(Race):
    """A race in which a side may not scout where a mine is planned, by itself or by the other side."""

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        mined = isinstance(order, Scout) and "mine" in position.plans.values()
        return "there is a mine" if mined else ""


def test_a_refusal_tells_a_side_nothing_it_does_not_see() -> None:
    """Red may not scout where it laid a mine itself; of Blue's mine no refusal and no warning tells it."""
    for free in (False, True):
        table = begin(Mined(), replace(HEADER, free=free))
        its_own, others = (
            replace(table, positions=(Position(plans={side: "mine"}),)) for side in Mined.sides
        )
        assert others.give(Scout()).log.entries[-1].warned == ""
        if free:
            assert its_own.give(Scout()).log.entries[-1].warned == "there is a mine"
        else:
            with pytest.raises(NotAllowed, match="there is a mine"):
                its_own.give(Scout())


def test_free_play_enforces_nothing_and_the_log_says_so() -> None:
    free = begin(Race(), Header(game="race", scenario="sprint", free=True))
    for _ in range(5):
        free = free.give(Mark())
    assert free.position.marks == 5
    assert '"free":true' in print_log(free.log)


def test_undo_takes_one_act_back_but_never_a_roll_or_a_turn(table: Table[Position]) -> None:
    marked = table.give(Mark()).give(Mark())
    assert marked.undo() == table.give(Mark())
    assert marked.undo().undo() == table
    assert table.give(Rest()).undo() == table
    assert table.give(Rest()).choose("yes").undo() == table
    for barred in (
        table,
        table.give(Run()).roll([2]),
        table.give(Scout()).roll([3]),
        table.give(Rest()).choose("no"),
    ):
        assert not barred.undoable
        with pytest.raises(NotAllowed, match="nothing to take back since the last roll or change of side"):
            barred.undo()


@pytest.mark.parametrize("seed", range(20))
def test_every_moment_of_a_game_survives_save_and_resume(seed: int, tmp_path: Path) -> None:
    tables = played(seed)
    assert tables[-1].to_act is None
    for moment in tables:
        path = tmp_path / "race.jsonl"
        save_log(moment.log, path)
        again = resume(Race(), load_log(path))
        assert again.log == moment.log
        assert again.positions == moment.positions
        assert (again.asked is None) == (moment.asked is None)


def test_past_positions_stay_as_they_were() -> None:
    tables = played(7)
    before = [(table.position, table.log) for table in tables]
    resume(Race(), tables[-1].log)
    assert [(table.position, table.log) for table in tables] == before


def test_other_rules_are_an_error_that_names_both_questions() -> None:
    log = print_log(played(3)[-1].log).replace("roll 1d6 1.1 run", "roll 1d6 1.1 walk", 1)
    with pytest.raises(OffRecord, match=r"answers 'roll 1d6 1.1 walk', but the rule asks 'roll 1d6 1.1 run'"):
        resume(Race(), parse_log(log))


def test_a_log_that_cannot_be_read_names_its_lines() -> None:
    good = print_log(played(3)[-1].log).splitlines()
    with pytest.raises(BadFile) as bad:
        parse_log("\n".join([good[0], "{", good[1], '{"answers": 3}']), "game.jsonl")
    assert [fault.line for fault in bad.value.faults] == [2, 4]
    with pytest.raises(BadFile, match="is of version 9, and this Grognard reads 1 to 3"):
        parse_log(good[0].replace('"grognard":3', '"grognard":9'))
    with pytest.raises(GrognardError, match="is empty"):
        parse_log("")
    with pytest.raises(GrognardError, match="follows an order that is not finished"):
        resume(Race(), Log(HEADER, (Entry(Run()), Entry(Mark()))))


def test_a_save_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    save_log(played(1)[-1].log, path)
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]


def test_every_field_says_who_may_see_it() -> None:
    assert None not in labels(Position).values()


def test_a_side_sees_its_own_and_no_more() -> None:
    everything = Race().start()
    red, blue, watcher = (as_seen(everything, side) for side in ("Red", "Blue", None))
    assert (red.plans, blue.plans, watcher.plans) == ({"Red": "north"}, {"Blue": "south"}, {})
    assert red.fate == blue.fate == 0
    assert red.side == everything.side


def test_sides_that_look_on_together_see_what_each_of_them_sees() -> None:
    everything = Race().start()
    both = as_seen_together(everything, ("Red", "Blue"))
    assert (both.plans, both.fate) == ({"Red": "north", "Blue": "south"}, 0)
    assert as_seen_together(everything, ("Red",)) == as_seen(everything, "Red")
    assert as_seen_together(everything, ()) == as_seen(everything, None)


def test_free_play_warns_and_goes_on() -> None:
    table = begin(Race(), replace(HEADER, free=True))
    for _ in range(4):
        table = table.give(Mark())
    assert table.position.marks == 4
    assert [entry.warned for entry in table.log.entries] == ["", "", "", "no more than three marks (1.2)"]
    assert resume(Race(), parse_log(print_log(table.log))).log == table.log
