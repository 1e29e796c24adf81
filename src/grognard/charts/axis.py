"""One axis of a chart: its printed labels, and how a value finds its label.

`find` answers with a `Place`: the label's index, or no index where the range behaviour gives the result
itself, and in words how it was found ("9 is above the table and counts as 6").
"""

from fractions import Fraction
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import OffChart
from grognard.charts.labels import NUMBER, Odds, OddsLabel, Span, number, parse_dice, parse_number
from grognard.charts.rulings import Rulings

Kind = Literal["die", "band", "odds", "number", "named"]

CLAMP = "clamp"
REFUSE = "refuse"
ARITHMETIC = "arithmetic"
NEXT_COLUMN = "next-column"


class AxisFile(msgspec.Struct, frozen=True):
    """The `[rows]` or `[columns]` of a chart file: what the axis is, and what happens outside the print.

    `ruled` names the ruling that decides a setting: its option in force is the setting. `instead` names the column
    that answers for a blank in another one.
    """

    kind: Kind
    name: str = ""
    dice: str = ""
    round: Literal["down", "nearest"] = "down"
    plus: Literal["or-more", "more-than"] = "or-more"
    below: str = REFUSE
    above: str = REFUSE
    ladder: Literal["up", "down", ""] = ""
    shift_only: list[str] = []
    means: dict[str, list[str]] = {}
    instead: dict[str, str] = {}
    ruled: dict[Literal["round", "plus", "below", "above"], str] = {}
    says: str = ""


class Place(msgspec.Struct, frozen=True):
    """Where a value stands on an axis.

    There is no index where the range behaviour gives the `result` itself, or leaves the `value` to arithmetic.
    `shift` moves the other axis on by so many labels.
    """

    index: int | None
    label: str
    how: str = ""
    result: str = ""
    value: Fraction | None = None
    shift: int = 0


class Axis(msgspec.Struct, frozen=True):
    """The labels of one heading, and the rule that finds one by value."""

    name: str
    labels: tuple[str, ...]
    file: AxisFile

    def under(self, rulings: Rulings) -> "Axis":
        """Return this axis with its ruled settings as the rulings in force have them."""
        ruled = {setting: rulings.option(name) for setting, name in self.file.ruled.items()}
        return replace(self, file=replace(self.file, **ruled)) if ruled else self

    def find(self, value: object, among: tuple[int, ...] | None = None) -> Place:
        """Find the label for a value, among those at the given indexes or all of them.

        A label is always found by its own text.
        """
        indexes = tuple(range(len(self.labels))) if among is None else among
        text = value.strip().lower() if isinstance(value, str) else None
        for index in indexes:
            if text == self.labels[index].lower():
                return Place(index, self.labels[index], value=self._plain(self.labels[index]))
        match self.file.kind:
            case "named":
                return self._find_named(value, indexes)
            case "number":
                return self._find_number(value, indexes)
            case "odds":
                return self._find_odds(value, indexes)
            case "die" | "band":
                return self._find_span(value, indexes)

    def span(self, index: int) -> Span:
        """Return the whole numbers a die or band label stands for, as the axis reads its `n+`."""
        span = Span.parse(self.labels[index])
        if span.high is None and self.file.plus == "more-than":
            return Span(span.low + 1, None)
        return span

    def _find_named(self, value: object, indexes: tuple[int, ...]) -> Place:
        wanted = str(value).strip().lower()
        for index in indexes:
            label = self.labels[index]
            if wanted in [name.lower() for name in self.file.means.get(label, ())]:
                return Place(index, label)
        raise OffChart(f"{self.name} has no {str(value)!r}; it has {', '.join(self.labels)}")

    def _find_number(self, value: object, indexes: tuple[int, ...]) -> Place:
        wanted = self._number(value)
        for index in indexes:
            if parse_number(self.labels[index]) == wanted:
                return Place(index, self.labels[index], value=wanted)
        raise OffChart(f"{self.name} has no {number(wanted)}; it has {', '.join(self.labels)}")

    def _find_span(self, value: object, indexes: tuple[int, ...]) -> Place:
        wanted = self._number(value)
        if wanted.denominator != 1:
            raise OffChart(f"{self.name} takes whole numbers, not {number(wanted)}")
        if self.file.kind == "band" and wanted < 0:
            raise OffChart(f"{self.name} cannot be less than 0, and this is {number(wanted)}")
        for index in indexes:
            if int(wanted) in self.span(index):
                return Place(index, self.labels[index], value=wanted)
        ordered = sorted(indexes, key=lambda index: self.span(index).low)
        if int(wanted) < self.span(ordered[0]).low:
            return self._outside(wanted, "below", ordered)
        return self._outside(wanted, "above", ordered)

    def _find_odds(self, value: object, indexes: tuple[int, ...]) -> Place:
        try:
            odds = Odds.of(value)
        except ValueError as error:
            raise OffChart(str(error)) from error
        rounded = odds.nearest_whole() if self.file.round == "nearest" else odds
        heads = [
            (self.odds(index), index) for index in indexes if self.labels[index] not in self.file.shift_only
        ]
        heads.sort(key=lambda head: (head[0].low, head[0].beyond))
        reached = [(head, index) for head, index in heads if rounded.reaches(head.low, beyond=head.beyond)]
        if not reached:
            return self._outside(odds, "below", [index for _, index in heads])
        head, index = reached[-1]
        if index == heads[-1][1] and not head.open and rounded.reaches(head.high.__floor__() + Fraction(1)):
            return self._outside(odds, "above", [index for _, index in heads])
        label = self.labels[index]
        return Place(index, label, "" if str(odds) == label.replace(":", "-") else f"{odds} is {label}")

    def odds(self, index: int) -> OddsLabel:
        """Return what an odds label stands for."""
        return OddsLabel.parse(self.labels[index])

    def _outside(self, value: Fraction | Odds, side: Literal["below", "above"], ordered: list[int]) -> Place:
        then, end = (self.file.below, ordered[0]) if side == "below" else (self.file.above, ordered[-1])
        text = number(value) if isinstance(value, Fraction) else str(value)
        if then == REFUSE:
            first, last = self.labels[ordered[0]], self.labels[ordered[-1]]
            extent = f"runs from {first} to {last}" if first != last else f"has only {first}"
            raise OffChart(f"{self.name} {text} is {side} the table, which {extent}")
        if then == CLAMP:
            return Place(
                end, self.labels[end], f"{text} is {side} the table and counts as {self.labels[end]}"
            )
        if then == NEXT_COLUMN:
            how = f"{text} is {side} the table and counts as {self.labels[end]} in the next column"
            return Place(end, self.labels[end], how, shift=1)
        amount = value if isinstance(value, Fraction) else None
        if then == ARITHMETIC:
            return Place(None, text, f"{text} is {side} the table: by the arithmetic", value=amount)
        return Place(None, text, f"{text} is {side} the table: {then}", result=then)

    def _plain(self, label: str) -> Fraction | None:
        """Return the number that a label is, if it is one."""
        return parse_number(label) if NUMBER.fullmatch(label) else None

    def _number(self, value: object) -> Fraction:
        try:
            return value if isinstance(value, Fraction) else parse_number(str(value))
        except ValueError as error:
            raise OffChart(f"{self.name} takes a number, not {str(value)!r}") from error

    def faults(self) -> list[tuple[str, str]]:
        """Return (label, fault) for labels that cannot be read, are out of order, overlap or leave a gap."""
        bad = [(label, fault) for label in self.labels if (fault := self._label_fault(label))]
        if bad or not self.labels:
            return bad
        match self.file.kind:
            case "die" | "band":
                return self._span_faults()
            case "odds":
                return self._odds_faults()
            case "named" | "number":
                return []

    def _label_fault(self, label: str) -> str:
        try:
            match self.file.kind:
                case "die" | "band":
                    Span.parse(label)
                case "number":
                    parse_number(label)
                case "odds" if label not in self.file.shift_only:
                    OddsLabel.parse(label)
                case _:
                    pass
        except ValueError as error:
            return str(error)
        return ""

    def _span_faults(self) -> list[tuple[str, str]]:
        found = []
        spans = [(self.span(self.labels.index(label)), label) for label in dict.fromkeys(self.labels)]
        spans.sort(key=lambda each: each[0].low)
        for (before, _), (after, label) in pairwise(spans):
            if before.high is None or after.low <= before.high:
                found.append((label, f"overlaps {before}"))
            elif after.low > before.high + 1:
                found.append((label, f"leaves a gap after {before}"))
        die = parse_dice(self.file.dice) if self.file.kind == "die" else None
        missing = [total for total in die.totals if not any(total in s for s, _ in spans)] if die else []
        if missing:
            text = ", ".join(map(str, missing))
            found.append((spans[-1][1], f"no label has the die result {text} of {die}"))
        return found

    def _odds_faults(self) -> list[tuple[str, str]]:
        labels = [label for label in self.labels if label not in self.file.shift_only]
        heads = [OddsLabel.parse(label) for label in labels]
        keys = [(head.low, head.beyond, head.high) for head in heads]
        if keys in (sorted(keys), sorted(keys, reverse=True)):
            return []
        rising = keys[0] < keys[-1]
        pairs = zip(keys, keys[1:], labels[1:], strict=False)
        return [(label, "is out of order among the odds") for a, b, label in pairs if (a < b) is not rising]
