# SPDX-License-Identifier: Apache-2.0
"""What would change a roll: a situation of any procedure beside those that differ from it in one thing.

Nothing here knows a game. A number or a list of numbers is raised and lowered step by step until the chances
change; every flag and every choice is switched, one at a time.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.preview import MANY
from grognard.procedures.forms import Field, fields, fill, typed
from grognard.procedures.procedure import Line, Procedure
from grognard.umpire import Chance

# How many factors more or fewer are tried at most.
MOST_FACTORS = 99


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One situation: how it differs, its worksheet and every outcome; or the reason why it is not allowed."""

    label: str
    given: dict[str, str]
    situation: msgspec.Struct
    lines: tuple[Line, ...] = ()
    chance: Chance[Any] | None = None
    results: Chance[str] | None = None
    told: Chance[str] | None = None
    refusal: str = ""

    def same_chances(self, other: "Case") -> bool:
        """Return whether every result is as likely in the other situation; one that is refused equals no other that is allowed."""
        return self.results == other.results

    def same_effects(self, other: "Case") -> bool:
        """Return whether the results also have the same effects."""
        return self.told == other.told


class Comparison:
    """One procedure under a card's rulings, and the situation that others are compared with, as it was typed."""

    def __init__(self, procedure: Procedure, card: object, given: dict[str, str]) -> None:
        self.procedure = procedure
        self.card = card
        situation = fill(procedure.situation, given)
        self.fields = fields(procedure.situation)
        values = msgspec.to_builtins(situation)
        named = {field.name: values[field.name.replace("-", "_")] for field in self.fields}
        self.given = {name: typed(value) for name, value in named.items() if value not in (None, [], "")}
        self.base = self.case("as it is", {})

    @property
    def columns(self) -> tuple[tuple[str, Callable[[Any], str]], ...]:
        """What situations are compared by: their results, or each part of an outcome if there are too many results."""
        many = self.base.results is not None and len(self.base.results) > MANY
        return self.procedure.parts if many and self.procedure.parts else (("", self.result),)

    def case(self, label: str, changes: dict[str, str]) -> Case:
        """Work out the situation with some fields changed."""
        given = {**self.given, **changes}
        situation = fill(self.procedure.situation, given)
        try:
            sheet = self.procedure.worksheet(situation, self.card)
            chance = self.procedure.weigh(sheet).chance
        except GrognardError as error:
            return Case(label=label, given=given, situation=situation, refusal=str(error))
        return Case(
            label=label,
            given=given,
            situation=situation,
            lines=sheet.lines,
            chance=chance,
            results=chance.map(self.result),
            told=chance.map(self.procedure.tell),
        )

    def result(self, outcome: object) -> str:
        """Return the result as the card prints it, or the outcome in words if it has none."""
        return str(getattr(outcome, "result", "")) or self.procedure.tell(outcome)

    def steps(self) -> Iterator[Case]:
        """Yield the first step up and the first step down of each number at which the chances change."""
        for field in self.fields:
            for sign in (1, -1):
                yield from self._first_change(field, sign)

    def _first_change(self, field: Field, sign: int) -> Iterable[Case]:
        if field.kind not in ("number", "numbers"):
            return
        numbers = [int(part) for part in self.given.get(field.name, "").split(",") if part]
        for step in range(1, MOST_FACTORS + 1):
            changed = _raised(numbers, sign * step)
            if not changed:
                return
            value = ",".join(map(str, changed))
            case = self.case(f"{field.name} {sign * step:+d}: {value}", {field.name: value})
            if not case.same_chances(self.base):
                yield case
                return

    def switched(self) -> Iterator[Case]:
        """Yield each flag and choice switched to every other value."""
        for field in self.fields:
            options = ("yes", "no") if field.kind == "flag" else field.options
            for option in options:
                if option != self.given.get(field.name):
                    yield self.case(f"{field.name} {option}", {field.name: option})

    def changed_lines(self, case: Case) -> list[Line]:
        """Return the lines of a worksheet that are not in that of the base situation."""
        return [line for line in case.lines if line not in self.base.lines]


def _raised(numbers: list[int], by: int) -> list[int]:
    """Add factors to the last number, or take them off from the last on; an empty list means that none are left.

    >>> _raised([6, 6, 5], 3), _raised([6, 6, 5], -7)
    ([6, 6, 8], [6, 4])
    """
    raised = list(numbers)
    while raised and raised[-1] + by < 1:
        by += raised.pop()
    return [*raised[:-1], raised[-1] + by] if raised else []
