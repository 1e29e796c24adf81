# SPDX-License-Identifier: Apache-2.0
"""Every check of the kit finds what it is there for: a game is spoiled in one way, and the check says so."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from kit import TEACHING, every_game, fighting, headed, opened
from msgspec.structs import force_setattr, replace

from grognard.charts.labels import Dice
from grognard.opponent import Program, random_play
from grognard.opponent.fuzz import fuzz, play_out
from grognard.play import roundtrip_checks, table
from grognard.play.invariants import EVERY_STEP, reads_alike
from grognard.play.log import SavedEntry, SavedLog
from grognard.play.step_checks import Checks
from grognard.play.table import begin
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Call, Reading, Roll
from grognard.umpire.ask import ways

NAME = TEACHING[0]
Game = Any
calls = count()


def unsound(game: Game) -> None:
    game.rules.faults = lambda _: ["the sky has fallen"]


def unsound_steps(game: Game) -> None:
    game.rules.step_faults = lambda *_: ["a unit is back from the dead"]


def changes_the_past(game: Game) -> None:
    carry_out = game.rules.carry_out

    def changed(position: Any, order: Any) -> Any:
        result = yield from carry_out(position, order)
        force_setattr(position, "turn", position.turn + 1)
        return result

    game.rules.carry_out = changed


def loses_time(game: Game) -> None:
    status = game.view.status
    game.view.status = lambda position: replace(status(position), turn=status(position).turns + 1)


def has_an_early_verdict(game: Game) -> None:
    status = game.view.status
    game.view.status = lambda position: replace(status(position), verdict="everybody won")


def is_in_no_phase(game: Game) -> None:
    status = game.view.status
    game.view.status = lambda position: replace(status(position), step="", phase="movement in 2312")


def offers_nothing_later(game: Game) -> None:
    orders, start = game.rules.orders, game.rules.start()
    game.rules.orders = lambda position, actor: orders(position, actor) if position == start else ()


def calls_everybody_idle(game: Game) -> None:
    game.rules.why_idle = lambda *_: "it is raining"


def refuses_an_offer(game: Game) -> None:
    """What is offered in the second turn is refused, but not to the program, which does not ask."""
    refusal = game.rules.why_illegal
    game.rules.why_illegal = lambda position, order: (
        refusal(position, order) or ("not so fast" if next(calls) % 3 else "")
    )


def refuses_nothing(game: Game) -> None:
    refusal = game.rules.why_illegal
    game.rules.why_illegal = lambda position, order: (
        "" if len(order.__struct_fields__) else refusal(position, order)
    )


def refuses_without_words(game: Game) -> None:
    refusal = game.rules.why_illegal
    game.rules.why_illegal = lambda position, order: refusal(position, order) and "\n"


def shows_less_than_it_offers(game: Game) -> None:
    reach = game.view.reach

    def shorter(position: Any, piece: str) -> Any:
        found = reach(position, piece)
        return replace(found, steps=dict(list(found.steps.items())[1:]))

    game.view.reach = shorter


def shows_another_reason(game: Game) -> None:
    reach = game.view.reach

    def other(position: Any, piece: str) -> Any:
        found = reach(position, piece)
        return replace(found, refusals=dict.fromkeys(found.refusals, "it is too far"))

    game.view.reach = other


def shows_wrong_chances(game: Game) -> None:
    preview = game.view.preview

    def wrong(position: Any, order: Any) -> Any:
        shown = preview(position, order)
        return shown and replace(
            shown, outcomes=tuple(replace(each, chance=Fraction(1, 7)) for each in shown.outcomes)
        )

    game.view.preview = wrong


def shows_chances_that_are_not_rolled(game: Game) -> None:
    """Chances that sum to 1, and belong to other results."""
    preview = game.view.preview

    def wrong(position: Any, order: Any) -> Any:
        shown = preview(position, order)
        if shown is None or len({each.chance for each in shown.outcomes}) == 1:
            return shown
        chances = [each.chance for each in shown.outcomes]
        turned = zip(shown.outcomes, [*chances[1:], chances[0]], strict=True)
        return replace(shown, outcomes=tuple(replace(each, chance=chance) for each, chance in turned))

    game.view.preview = wrong


def breaks_down(game: Game) -> None:
    preview = game.view.preview

    def broken(position: Any, order: Any) -> Any:
        if game.rules.why_illegal(position, order):
            raise KeyError(order)
        return preview(position, order)

    game.view.preview = broken


def breaks_down_in_free_play(game: Game) -> None:
    """What may not be ordered can neither be weighed, which is said in a sentence, nor carried out, which is not."""
    preview, carry_out = game.view.preview, game.rules.carry_out

    def refused(position: Any, order: Any) -> Any:
        if reason := game.rules.why_illegal(position, order):
            raise NotAllowed(reason)
        return preview(position, order)

    def broken(position: Any, order: Any) -> Any:
        if game.rules.why_illegal(position, order):
            raise KeyError(order)
        return (yield from carry_out(position, order))

    game.view.preview, game.rules.carry_out = refused, broken


def has_no_words(game: Game) -> None:
    tell = game.text.tell

    def broken(position: Any, order: Any) -> Any:
        if game.rules.why_illegal(position, order):
            raise KeyError(order)
        return tell(position, order)

    game.text.tell = broken


def rolls_lots_of_its_own(game: Game) -> None:
    carry_out = game.rules.carry_out

    def drawn(position: Any, order: Any) -> Any:
        result = yield from carry_out(position, order)
        return replace(result, spent=(*result.spent[:-1], next(calls) % 2))

    game.rules.carry_out = drawn


def tells_wrong_chances_in_words_of_its_own(game: Game) -> None:
    """Chances that sum to 1 and that nothing was worked out to, of outcomes that nobody else tells in these words."""
    preview = game.view.preview

    def wrong(position: Any, order: Any) -> Any:
        shown = preview(position, order)
        if shown is None or len(shown.outcomes) == 1:
            return shown
        first, second, *rest = (
            replace(outcome, says=f"it is told that {outcome.says}") for outcome in shown.outcomes
        )
        less = first.chance / 3
        moved = (replace(first, chance=first.chance - less), replace(second, chance=second.chance + less))
        return replace(shown, outcomes=(*moved, *rest))

    game.view.preview = wrong


SPOILED: list[tuple[Callable[[Game], None], set[str]]] = [
    (unsound, {"sound"}),
    (unsound_steps, {"sound"}),
    (changes_the_past, {"past unchanged"}),
    (loses_time, {"time"}),
    (has_an_early_verdict, {"time"}),
    (is_in_no_phase, {"time"}),
    (offers_nothing_later, {"a side can act"}),
    (calls_everybody_idle, {"actors"}),
    (refuses_an_offer, {"offers accepted", "crash"}),
    (refuses_nothing, {"others refused", "others wait"}),
    (refuses_without_words, {"others refused"}),
    (shows_less_than_it_offers, {"reach"}),
    (shows_another_reason, {"reach"}),
    (shows_wrong_chances, {"preview"}),
    (shows_chances_that_are_not_rolled, {"preview"}),
    (tells_wrong_chances_in_words_of_its_own, {"preview"}),
    (breaks_down, {"no crash"}),
    (breaks_down_in_free_play, {"no crash"}),
    (has_no_words, {"no crash"}),
    (rolls_lots_of_its_own, {"save", "sound"}),
]


@pytest.mark.parametrize(("spoil", "checks"), SPOILED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_spoiled_game_is_found_out(spoil: Callable[[Game], None], checks: set[str]) -> None:
    assert first_found(NAME, spoil, random_play, EVERY_STEP.all_always, checks) in checks


def first_found(
    name: str, spoil: Callable[[Game], None], program: Program, checks: Checks, wanted: set[str]
) -> str:
    """Play some spoiled games; return which check finds something first, of those wanted if one does at all."""
    found = ""
    for seed in range(6):
        game = opened(name)
        spoil(game)
        failure = play_out(begin(game, headed(name)), program, Random(seed), checks).failure
        found = failure.fault.check if failure else found
        if found in wanted:
            break
    return found


def upside_down(rule: Any) -> Any:
    """Run a rule with the meanings of every roll in the opposite order."""
    asking, answer = iter(rule), None
    while True:
        try:
            ask = asking.send(answer)
        except StopIteration as stop:
            return stop.value
        if isinstance(ask, Call):
            answer = yield from upside_down(ask.rule(*ask.arguments))
            continue
        if isinstance(ask, Roll):
            totals = sorted(ways(ask.read.dice))
            turned = dict(zip(totals, [ask.read[total] for total in reversed(totals)], strict=True))
            ask = replace(ask, read=Reading(ask.read.dice, turned))
        answer = yield ask


def rolls_on_another_line(game: Game) -> None:
    """What each total means is read upside down when an order is carried out, and not when it is foreseen."""
    carry_out = game.rules.carry_out

    def misread(position: Any, order: Any) -> Any:
        return (yield from upside_down(carry_out(position, order)))

    game.rules.carry_out = misread


@pytest.mark.parametrize("spoil", [shows_chances_that_are_not_rolled, rolls_on_another_line])
@every_game
def test_in_every_game_a_roll_is_held_against_what_was_foreseen(
    name: str, spoil: Callable[[Game], None]
) -> None:
    assert first_found(name, spoil, fighting, EVERY_STEP.always("preview"), {"preview"}) == "preview"


def test_readings_are_held_against_each_other_total_by_total() -> None:
    """Two coins: heads alone, both or none. The same chances on other totals are not the same reading."""
    coins = Dice(2, 2)
    one = Reading(coins, {2: "none", 3: "one", 4: "both"})
    assert reads_alike(one, Reading(coins, {2: "none", 3: "one", 4: "both"}))
    assert reads_alike(one, Reading(coins, {2: "none", 3: "one", 4: "two of two"}))
    assert not reads_alike(one, Reading(coins, {2: "both", 3: "one", 4: "none"}))
    assert not reads_alike(one, Reading(coins, {2: "none", 3: "one", 4: "one"}))
    assert not reads_alike(one, Reading(Dice(1, 3), {1: "none", 2: "one", 3: "both"}))


def test_an_undo_that_is_not_exact_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = table.Table.undo

    def too_far(self: Any) -> Any:
        back = undo(self)
        return back.undo() if back.undoable else back

    monkeypatch.setattr(table.Table, "undo", too_far)
    failure = fuzz(opened(NAME), headed(NAME), random_play, 1).failure
    assert failure is not None
    assert failure.fault.check == "undo"


def test_a_save_that_loses_something_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        roundtrip_checks,
        "parse_log",
        lambda _: SavedLog(headed(NAME), entries=(SavedEntry({"type": "end"}),)),
    )
    failure = fuzz(opened(NAME), headed(NAME), random_play, 1).failure
    assert failure is not None
    assert failure.fault.check == "save"


def test_a_position_that_is_not_plain_is_found_out() -> None:
    class Sly(msgspec.Struct, frozen=True):
        """A position that does not come back as it was written: a tuple of tuples is read as one of lists."""

        at: tuple[Any, ...] = ((1, 2),)

    step: Any = SimpleNamespace(position=Sly())
    assert list(roundtrip_checks.is_plain(step)) == ["a position written and read is another"]
