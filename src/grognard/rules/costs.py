# SPDX-License-Identifier: Apache-2.0
"""Movement costs as a terrain effects chart gives them: numbers from the words of a cell; and why a hex is out of reach."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from grognard.charts.errors import repeated
from grognard.charts.labels import number
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE, Reach
from grognard.play.refusal import Refusal
from grognard.rules.bounds import MOST_POINTS

NUMBER = re.compile(r"(\d+)(?:/(\d+))?|(½)")
FORBIDDEN = re.compile(r"not permitted|prohibited|forbidden|^P$", re.IGNORECASE)
# A cell that says that a step costs nothing, and one with a negative cost.
FREE = re.compile(r"\W*|.*\b(no|none|nothing|free)\b.*", re.IGNORECASE | re.DOTALL)
# A number with too many digits, and a division by zero.
TOO_LONG = re.compile(r"\d{3,}")
BY_ZERO = re.compile(r"\d/0+(?!\d)")
NO_EFFECTS: Mapping[str, int] = MappingProxyType({})
NEGATIVE = re.compile(r"\s*[-\u2212\u2013]\s*\d")


def numbers(text: str) -> list[Fraction]:
    """Return the numbers in the words of a cell.

    >>> numbers("2 Additional MP's to enter, 1 Additional MP to leave."), numbers("1/2")
    ([Fraction(2, 1), Fraction(1, 1)], [Fraction(1, 2)])
    """
    return [
        Fraction(1, 2) if half else Fraction(int(whole), int(part or 1))
        for whole, part, half in NUMBER.findall(text)
    ]


def cost(text: str, does: Mapping[str, int]) -> Fraction | None:
    """Return the cost in a cell: what the chart says that it `does`, or else its number; None if it forbids the step.

    >>> cost("1 Additional MP*", {"cost": 1}), cost("+1", {}), cost("no", {}), cost("P", {})
    (Fraction(1, 1), Fraction(1, 1), Fraction(0, 1), None)
    """
    if does:
        return None if does.get("prohibited") else Fraction(does["cost"])
    figures = numbers(text)
    if not figures and FORBIDDEN.search(text):
        return None
    return sum(figures, Fraction(0))


def why_no_cost(text: str, does: Mapping[str, int] = NO_EFFECTS) -> str:
    """Say why a cell is not a cost; empty if it gives one, says that there is none, or forbids the step.

    >>> why_no_cost("two"), why_no_cost("-2"), why_no_cost("No Additional Cost"), why_no_cost("P")
    ("'two' is no cost: write a number, none or P", "'-2' is no cost: it is less than 0", '', '')
    >>> why_no_cost("two", {"cost": 2}), why_no_cost("two", {"die": 2})
    ('', "[does] says of 'two' neither cost = 0 to 99 nor prohibited = 1")
    """
    if does:
        says_one = does.get("prohibited") or 0 <= does.get("cost", -1) <= MOST_POINTS
        return (
            ""
            if says_one
            else f"[does] says of {repeated(text)} neither cost = 0 to {MOST_POINTS} nor prohibited = 1"
        )
    if NEGATIVE.match(text):
        return f"{repeated(text)} is no cost: it is less than 0"
    if TOO_LONG.search(text):
        return f"{repeated(text)} is no cost: write a number of at most {MOST_POINTS}, none or P"
    if BY_ZERO.search(text):
        return f"{repeated(text)} is no cost: nothing is divided by 0"
    if numbers(text) or FORBIDDEN.search(text) or FREE.fullmatch(text):
        return ""
    return f"{repeated(text)} is no cost: write a number, none or P"


def cost_text(cost: int) -> str:
    """Write a cost, which a search counts in twelfths, as movement points: 1, 0.5, 2.5, 2 1/3."""
    whole, rest = divmod(cost, SCALE)
    if rest % 3 == 0:  # quarters have a short decimal
        return number(Fraction(cost, SCALE))
    return f"{whole or ''} {Fraction(rest, SCALE)}".strip()


def why_out_of_reach(  # noqa: PLR0913 - what a game says of a move
    reach: Reach, there: HexId, name: str, *, has: str, full: str, no_way: Callable[[], str]
) -> str:
    """Say why a move cannot end in a hex, with what would be needed; empty if it can.

    The unit `has` so many points; `full` says that the hex is full, and `no_way` why no path leads there.
    """
    refusal = reach.refusal(there)
    if refusal is None:
        return ""
    match refusal.why:
        case "closed":
            return f"enemy units are in {name}"
        case "crowded":
            return Refusal(full, "chapter", "stacking")
        case "too far":
            return f"{name} costs {cost_text(refusal.cost or 0)} MP, and the unit has {has} MP"
        case "no way":
            return no_way()
