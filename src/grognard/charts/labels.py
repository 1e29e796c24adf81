# SPDX-License-Identifier: Apache-2.0
"""How a card writes dice, numbers and odds in its headings and cells: parse/print pairs.

Die results and bands are ranges of whole numbers: `3`, `-1`, `3-4`, `-2 to -1`, `2,3`, `23+`.
Odds are written attacker first, with a dash or a colon: `7-2`, `1:3`.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Self

import msgspec

from grognard.charts.errors import NotOdds, repeated

# Nine digits are enough for any table.
N = r"\d{1,9}"
SPAN = re.compile(rf"(?P<low>-?{N})(?:(?P<plus>\+)|\s*(?:-|to|(?P<comma>,))\s*(?P<high>-?{N}))?")
DICE = re.compile(r"(?P<count>[1-9])d(?P<sides>[1-9][0-9]?|100)")
NUMBER = re.compile(rf"[+-]?({N}(\.{N})?|\.{N}|{N}/[1-9]\d{{0,8}})")
ODDS = re.compile(rf"(?P<attacker>{N}(?:\.{N})?)\s*[-:]\s*(?P<defender>{N}(?:\.{N})?)")
ODDS_LABEL = re.compile(
    rf"(?P<sign>[<>]?)(?P<odds>{N}[-:]{N}(?:\s+{N}[-:]{N})*)(?P<open>\+| or more| or less)?"
)
READING = re.compile(rf"(?P<span>{N}(?:-{N})?)\s*=\s*(?P<code>\S+)")


class Span(msgspec.Struct, frozen=True):
    """Whole numbers from `low` to `high` inclusive; no `high` means `low` and everything above."""

    low: int
    high: int | None

    def __contains__(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `3`, `-1`, `3-4`, `-2 to -1`, `2,3` or `23+`."""
        match = SPAN.fullmatch(text.strip())
        if not match:
            raise ValueError(
                f"{repeated(text)} is not a number, a range such as 3-4 or -2 to -1, or an open band such as 23+"
            )
        low = int(match["low"])
        span = cls(low, None if match["plus"] else int(match["high"] or low))
        if span.high is not None and span.high < low:
            raise ValueError(f"the range {repeated(text)} runs backwards")
        if match["comma"] and span.high != low + 1:
            raise ValueError(
                f"{repeated(text)} names two numbers with others between; write a range such as 1-3"
            )
        return span


class Dice(msgspec.Struct, frozen=True):
    """Dice thrown together and added up, such as 1d6, 2d6 or 1d10."""

    count: int
    sides: int

    @property
    def totals(self) -> range:
        """Every total these dice can show."""
        return range(self.count, self.count * self.sides + 1)

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `1d6`."""
        match = DICE.fullmatch(text)
        if not match:
            raise ValueError(f"{repeated(text)} is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100")
        return cls(int(match["count"]), int(match["sides"]))


def parse_dice(text: str) -> Dice | None:
    """Read dice; None if the text is not dice."""
    try:
        return Dice.parse(text)
    except ValueError:
        return None


def uncovered(spans: Iterable[Span], dice: Dice) -> tuple[list[int], list[int]]:
    """Return the totals that are in no span, and those that are in several."""
    counts = dict.fromkeys(dice.totals, 0)
    for span in spans:
        for total in dice.totals:
            counts[total] += total in span
    return [t for t, n in counts.items() if n == 0], [t for t, n in counts.items() if n > 1]


def parse_reading(text: str) -> list[tuple[Span, str]]:
    """Read a cell that divides up a die itself, such as `1-4 = NE 5-6 = R 7-10 = D`."""
    matches = list(READING.finditer(text))
    if not matches or READING.sub("", text).strip(" ,;"):
        raise ValueError(f"{repeated(text)} is not of the form 1-4 = NE 5-6 = R")
    return [(Span.parse(match["span"]), match["code"]) for match in matches]


@lru_cache(maxsize=4096)
def parse_number(text: str) -> Fraction:
    """Read `2`, `+1`, `.75` or `1/2` exactly."""
    if not NUMBER.fullmatch(text.strip()):
        raise ValueError(f"{repeated(text)} is not a number; write 2, +1, .75 or 1/2")
    return Fraction(text.strip())


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, halves up.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(7, 3))
    (3, 2)
    """
    return (value + Fraction(1, 2)).__floor__()


class Odds(msgspec.Struct, frozen=True):
    """Attacker to defender, exactly; against a defender of 0 any odds are reached. Neither is negative, and not both are 0."""

    attacker: Fraction
    defender: Fraction

    def __post_init__(self) -> None:
        """Refuse impossible odds."""
        if min(self.attacker, self.defender) < 0 or self.attacker == self.defender == 0:
            raise NotOdds(f"{self} is not odds; attacker and defender must be strengths, not both 0")

    def reaches(self, ratio: Fraction, *, beyond: bool = False) -> bool:
        """Return whether these odds are at least `ratio`, or strictly more with `beyond`."""
        needed = ratio * self.defender
        return self.attacker > needed if beyond else self.attacker >= needed

    def nearest_whole(self) -> "Odds":
        """Round to the nearest n-1 or 1-n, exact halves to the larger figure."""
        if not self.attacker or not self.defender:
            return self
        if self.attacker >= self.defender:
            return Odds(Fraction(half_up(self.attacker / self.defender)), Fraction(1))
        return Odds(Fraction(1), Fraction(half_up(self.defender / self.attacker)))

    def __str__(self) -> str:
        return f"{number(self.attacker)}-{number(self.defender)}"

    @classmethod
    def of(cls, value: object) -> Self:
        """Take odds, an exact ratio, a whole number, or text such as `7-2` or `7:2`."""
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        if isinstance(value, (Fraction, int)) and value >= 0:
            return cls(Fraction(value.numerator), Fraction(value.denominator))
        raise NotOdds(f"{repeated(value)} is not odds; give 7-2, 7:2 or an exact Fraction")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `7-2`, `7:2` or `4.5-2`."""
        match = ODDS.fullmatch(text.strip())
        if not match or not (Fraction(match["attacker"]) or Fraction(match["defender"])):
            raise NotOdds(f"{repeated(text)} is not odds; write attacker and defender as 7-2 or 7:2")
        return cls(Fraction(match["attacker"]), Fraction(match["defender"]))


def number(value: Fraction) -> str:
    """Print an exact number as a player writes it: 3, 4.5, or 1/3 where it has no short decimal."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):g}" if value.denominator in (2, 4, 5, 8, 10) else str(value)


class OddsLabel(msgspec.Struct, frozen=True):
    """A printed odds heading: from `low` up (strictly above it with `beyond`); `high` is the last odds named.

    An `open` one goes on: upwards, or from a `low` of 0 up to its `high` (strictly below it with `short`).
    """

    low: Fraction
    high: Fraction
    beyond: bool
    open: bool
    short: bool = False

    @property
    def scale(self) -> tuple[Fraction, bool, Fraction]:
        """Where this heading stands among others, the lowest odds first."""
        return (self.low, self.beyond, self.high)

    @property
    def is_whole(self) -> bool:
        """Whether the odds named are n-1 or 1-n."""
        return all(1 in (ratio.numerator, ratio.denominator) for ratio in (self.low, self.high))

    def covers(self, odds: Odds) -> bool:
        """Return whether these odds are the heading's own, so that they reach it without rounding."""
        goes_on_up = self.open and self.low > 0
        over = odds.reaches(self.high, beyond=not self.short)
        return odds.reaches(self.low, beyond=self.beyond) and (goes_on_up or not over)

    def ends_before(self, after: Self) -> bool:
        """Return whether this heading ends before the next higher one begins."""
        if self.open and self.low:
            return False
        return self.high < after.low or (self.high == after.low and (self.short or after.beyond))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `3-1`, `4-1 5-1`, `1-3+`, `8-1+`, `<1-8`, `>10-1`, `4:1 or more`, `1:4 or less`.

        `+` on odds below 1-1 means "or worse", as the cards use it.
        """
        match = ODDS_LABEL.fullmatch(text.strip())
        if not match or (match["sign"] and match["open"]) or re.search(r"\b0+\b", match["odds"]):
            raise ValueError(f"{repeated(text)} is not odds such as 3-1, 4-1 5-1, 8-1+, <1-8 or 1:4 or less")
        ratios = [
            Fraction(int(a), int(b)) for a, b in (re.split("[-:]", pair) for pair in match["odds"].split())
        ]
        if ratios != sorted(set(ratios)):
            raise ValueError(f"the odds in {repeated(text)} are out of order")
        low, high = ratios[0], ratios[-1]
        or_less = match["sign"] == "<" or match["open"] == " or less" or (match["open"] == "+" and high < 1)
        is_open = bool(match["sign"] or match["open"])
        return cls(
            Fraction(0) if or_less else low, high, match["sign"] == ">", is_open, short=match["sign"] == "<"
        )
