# SPDX-License-Identifier: Apache-2.0
"""Who had better stay out of an attack, and why."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.play.best_group import Better, Change, better_group
from grognard.play.board import Headline, Preview
from grognard.registry.games import open_game
from grognard.rules.orders import Attack


def foreseen(told: str, **chances: Fraction | int) -> Preview:
    good = {"taken": True, "hurt": False, "moved": None}
    head = tuple(Headline(says, Fraction(chance), good[says]) for says, chance in chances.items())
    return Preview("a game", "combat", (), (), told=told, headline=head)


def group(found: Mapping[str, Preview], units: str) -> Better | None:
    """Look for a better group; who attack together are named by their letters, and no others may attack."""
    return better_group(lambda some: found.get("".join(some)), tuple(units))


def test_whoever_hurts_an_attack_is_left_out_and_the_odds_say_why() -> None:
    found = {
        "abc": foreseen("3-1, die -2", taken=Fraction(1, 2)),
        "ab": foreseen("3-1", taken=Fraction(2, 3)),
    }
    change = Change("taken", Fraction(1, 2), Fraction(2, 3))
    assert group(found, "abc") == Better(("c",), "3-1, die -2", "3-1", (change,))


def test_several_are_left_out_one_after_another_the_worst_first() -> None:
    shares = {"abcd": 1, "abc": 2, "abd": 3, "ab": 4, "ac": 4, "a": 4}
    found = {units: foreseen(units, taken=Fraction(share, 10)) for units, share in shares.items()}
    better = group(found, "abcd")
    assert better is not None
    assert (better.without, better.becomes) == (("c", "d"), "ab")


def test_nobody_is_left_out_where_something_gets_worse_or_nothing_better() -> None:
    whole = foreseen("", taken=Fraction(1, 2), hurt=Fraction(1, 6))
    dearer = foreseen("", taken=Fraction(2, 3), hurt=Fraction(1, 3))
    moved = foreseen("", taken=Fraction(1, 2), hurt=Fraction(1, 6), moved=1)
    assert group({"ab": whole, "a": dearer, "b": moved}, "ab") is None
    assert group({"a": whole}, "a") is None
    assert group({}, "ab") is None
    assert group({"a" * 13: whole}, "a" * 13) is None


def test_a_regiment_that_has_just_landed_is_better_left_out() -> None:
    """Hythe, turn 2: whoever landed this turn takes 2 off the die of all who attack with him (9.7)."""
    game: Any = open_game("seelowe", "hythe")
    context, start = game.context, game.rules.start()
    here, target = context.naming.hex("2212"), context.naming.hex("2312")
    numbers = {unit.id: unit.number for unit in context.scenario.units}
    at = list(start.at)
    for name in ("17id", "35id", "gd", "s1"):
        at[numbers[name]] = here
    at[numbers["dov"]] = target
    changes = {
        "turn": 2,
        "phase": 2,
        "at": tuple(at),
        "held": frozenset({here}),
        "ashore": frozenset({numbers["gd"]}),
    }
    position = replace(start, **changes)

    def foresee(units: tuple[str, ...]) -> Preview | None:
        return game.view.preview(position, Attack(units, context.grid.hex_name(target)))  # type: ignore[no-any-return]

    better = better_group(foresee, ("17id", "35id", "gd"))
    assert better is not None
    assert better.without == ("gd",)
    assert "die -2" in better.was
    assert "die" not in better.becomes
    assert all(change.becomes != change.was for change in better.changes)
