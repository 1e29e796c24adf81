"""Every check of the kit finds what it is there for: a game is spoiled in one way, and the check says so."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from kit import TEACHING, headed, opened
from msgspec.structs import force_setattr, replace

from grognard.opponent import random_play
from grognard.opponent.fuzz import fuzz
from grognard.play import roundtrip_checks, table
from grognard.play.invariants import EVERY_STEP
from grognard.play.log import SavedEntry, SavedLog
from grognard.procedures.procedure import NotAllowed

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


SPOILED: list[tuple[Callable[[Game], None], set[str]]] = [
    (unsound, {"sound"}),
    (unsound_steps, {"sound"}),
    (changes_the_past, {"past unchanged"}),
    (loses_time, {"time"}),
    (has_an_early_verdict, {"time"}),
    (offers_nothing_later, {"somebody can act"}),
    (calls_everybody_idle, {"actors"}),
    (refuses_an_offer, {"offers accepted", "crash"}),
    (refuses_nothing, {"others refused", "others wait"}),
    (refuses_without_words, {"others refused"}),
    (shows_less_than_it_offers, {"reach"}),
    (shows_another_reason, {"reach"}),
    (shows_wrong_chances, {"preview"}),
    (shows_chances_that_are_not_rolled, {"preview"}),
    (breaks_down, {"no crash"}),
    (breaks_down_in_free_play, {"no crash"}),
    (has_no_words, {"no crash"}),
    (rolls_lots_of_its_own, {"save", "sound"}),
]


@pytest.mark.parametrize(("spoil", "checks"), SPOILED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_spoiled_game_is_found_out(spoil: Callable[[Game], None], checks: set[str]) -> None:
    found = set()
    for seed in range(6):
        game = opened(NAME)
        spoil(game)
        failure = fuzz(game, headed(NAME), random_play, seed, EVERY_STEP.all_always).failure
        if failure:
            found.add(failure.fault.check)
    assert found & checks, found


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

    moment: Any = SimpleNamespace(position=Sly())
    assert list(roundtrip_checks.is_plain(moment)) == ["a position written and read is another"]
