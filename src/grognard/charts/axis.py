# SPDX-License-Identifier: Apache-2.0
"""One axis of a chart: its printed labels, and how a value finds its label.

`find` answers with a `Lookup`: the label's index, or no index where the range behaviour gives the result
itself, and in words how it was found ("9 is above the table and counts as 6") and by which rulings.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import OffChart, repeated
from grognard.charts.labels import NUMBER, Odds, OddsLabel, Span, number, parse_number
from grognard.charts.rulings import Rulings

# Charts are consulted again and again: the labels are read once.
_odds_label = cache(OddsLabel.parse)
_span = cache(Span.parse)


@cache
def _lowered(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(label.lower() for label in labels)


@cache
def _ladder(labels: tuple[str, ...], indexes: tuple[int, ...]) -> tuple[tuple[OddsLabel, int], ...]:
    """Return odds headings with their indexes, the lowest odds first."""
    heads = [(_odds_label(labels[index]), index) for index in indexes]
    return tuple(sorted(heads, key=lambda head: head[0].scale))


AxisKind = Literal["die", "band", "odds", "number", "named"]

Setting = Literal["round", "plus", "below", "above"]

CLAMP = "clamp"
REFUSE = "refuse"
ARITHMETIC = "arithmetic"
NEXT_COLUMN = "next-column"
# What the columns are called if the card does not say.
NAMELESS = "column"


class AxisFile(msgspec.Struct, frozen=True):
    """The `[rows]` or `[columns]` of a chart file: what the axis is, and what happens outside the print.

    `ruled` names the ruling that decides a setting: its option in force is the setting, or what `settings` has for it.
    `instead` names the column that answers for a blank in another one.
    """

    kind: AxisKind
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
    ruled: dict[Setting, str] = {}
    settings: dict[str, str] = {}
    says: str = ""

    def setting(self, option: str) -> str:
        """Return the setting that an option of a ruling stands for: its own name, unless `settings` gives another."""
        return self.settings.get(option, option)


class Lookup(msgspec.Struct, frozen=True):
    """What looking a value up on one axis found.

    There is no index if the range behaviour gives the `result` itself, or leaves the `value` to arithmetic.
    `next_column` asks for the column after the one found on the other axis. `rulings` are those that the answer
    depends on, and the ruling on rounding if odds were `rounded`.
    """

    index: int | None
    label: str
    how: str = ""
    result: str | None = None
    value: Fraction | None = None
    next_column: bool = False
    rounded: bool = False
    rulings: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """How the label was found, and by which rulings; empty if that is obvious."""
        return f"{self.how} by ruling {' and '.join(self.rulings)}" if self.rulings else self.how

    def answers_like(self, other: "Lookup | OffChart") -> bool:
        """Return whether another look-up comes to the same."""
        if not isinstance(other, Lookup):
            return False
        return (self.index, self.result, self.next_column) == (other.index, other.result, other.next_column)


class Axis(msgspec.Struct, frozen=True):
    """The labels of one heading, and the rule that finds one by value.

    `otherwise` holds this axis as it would be without each of its rulings, and with each of their other options, by
    the name of the ruling.
    """

    name: str
    labels: tuple[str, ...]
    file: AxisFile
    otherwise: tuple[tuple[str, "Axis"], ...] = ()

    def names(self, label: str) -> tuple[str, ...]:
        """Return the short names a label is looked up by, or its print where it has none."""
        return tuple(self.file.means.get(label, ())) or (label,)

    @property
    def known(self) -> str:
        """Everything that can be looked up, by its short name."""
        return ", ".join(name for label in dict.fromkeys(self.labels) for name in self.names(label))

    @property
    def asked(self) -> str:
        """What to call the value in a message: the name of the axis, or a word for columns without one."""
        return f"{self.name} ({self.known})" if self.name == NAMELESS else self.name

    def under(self, rulings: Rulings) -> "Axis":
        """Return this axis with the settings that the rulings in force give it."""
        in_force: dict[str, str] = {
            setting: self.file.setting(rulings.option(name)) for setting, name in self.file.ruled.items()
        }
        otherwise = tuple(
            (name, self._set({**in_force, setting: option}))
            for setting, name in self.file.ruled.items()
            for option in (getattr(self.file, setting), *map(self.file.setting, rulings.book[name].options))
            if option != in_force[setting]
        )
        return replace(self._set(in_force), otherwise=otherwise)

    def _set(self, settings: Mapping[str, str]) -> "Axis":
        return replace(self, file=replace(self.file, **settings))

    def find(self, value: object, among: tuple[int, ...] | None = None) -> Lookup:
        """Find the label for a value, among those at the given indexes or among all.

        A label is always found by its own text.
        """
        indexes = tuple(range(len(self.labels))) if among is None else among
        lookup = self.tried(value, indexes)
        others = [(name, axis.tried(value, indexes)) for name, axis in self.otherwise]
        if isinstance(lookup, OffChart):
            rulings = _once(name for name, other in others if isinstance(other, Lookup))
            # What is raised is not what this frame keeps: an error keeps the frames it came through.
            why = f"{lookup} (ruling {' and '.join(rulings)})" if rulings else str(lookup)
            raise OffChart(why)
        rounding = self.file.ruled.get("round")
        always = [rounding] if rounding and lookup.rounded else []
        rulings = _once([*always, *(name for name, other in others if not lookup.answers_like(other))])
        if not rulings:
            return lookup
        return replace(lookup, how=lookup.how or f"{value} is {lookup.label}", rulings=rulings)

    def tried(self, value: object, indexes: tuple[int, ...]) -> Lookup | OffChart:
        """Find a label by these settings, whichever ruling decided them; an error is returned, not raised."""
        try:
            return self._find(value, indexes)
        except OffChart as refusal:
            # Where it was raised does not matter, and would keep all that led there.
            return refusal.with_traceback(None)

    def _find(self, value: object, indexes: tuple[int, ...]) -> Lookup:
        if isinstance(value, str):
            text, lowered = value.strip().lower(), _lowered(self.labels)
            for index in indexes:
                if text == lowered[index]:
                    return Lookup(index, self.labels[index], value=self._plain(self.labels[index]))
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
        span = _span(self.labels[index])
        if span.high is None and self.file.plus == "more-than":
            return Span(span.low + 1, None)
        return span

    def _find_named(self, value: object, indexes: tuple[int, ...]) -> Lookup:
        wanted = str(value).strip().lower()
        for index in indexes:
            label = self.labels[index]
            if wanted in [name.lower() for name in self.file.means.get(label, ())]:
                return Lookup(index, label)
        if self.name == NAMELESS:
            raise OffChart(f"no {self.name} is called {repeated(str(value))}; there are {self.known}")
        raise OffChart(f"{self.name} has no {repeated(str(value))}; it has {self.known}")

    def _find_number(self, value: object, indexes: tuple[int, ...]) -> Lookup:
        wanted = self._number(value)
        for index in indexes:
            if parse_number(self.labels[index]) == wanted:
                return Lookup(index, self.labels[index], value=wanted)
        raise OffChart(f"{self.name} has no {number(wanted)}; it has {', '.join(self.labels)}")

    def _find_span(self, value: object, indexes: tuple[int, ...]) -> Lookup:
        wanted = self._number(value)
        if wanted.denominator != 1:
            raise OffChart(f"{self.name} takes whole numbers, not {number(wanted)}")
        ordered = sorted(indexes, key=lambda index: self.span(index).low)
        lowest = self.span(ordered[0]).low
        if self.file.kind == "band" and wanted < 0 <= lowest:
            raise OffChart(f"{self.name} cannot be less than 0, and this is {number(wanted)}")
        for index in indexes:
            if int(wanted) in self.span(index):
                return Lookup(index, self.labels[index], value=wanted)
        if int(wanted) < lowest:
            return self._outside(wanted, "below", ordered)
        return self._outside(wanted, "above", ordered)

    def _find_odds(self, value: object, indexes: tuple[int, ...]) -> Lookup:
        try:
            odds = Odds.of(value)
        except ValueError as error:
            raise OffChart(str(error)) from error
        rounded = odds.nearest_whole() if self.file.round == "nearest" else odds
        heads = _ladder(self.labels, tuple(index for index in self.reached_by_odds if index in indexes))
        reached = (
            heading
            for heading in reversed(heads)
            if rounded.reaches(heading[0].low, beyond=heading[0].beyond)
        )
        head, index = next(reached, (None, 0))
        if head is None:
            return self._outside(odds, "below", [index for _, index in heads])
        if index == heads[-1][1] and not head.open and rounded.reaches(head.high.__floor__() + Fraction(1)):
            return self._outside(odds, "above", [index for _, index in heads])
        label = self.labels[index]
        how = "" if str(odds) == label.replace(":", "-") else f"{odds} is {label}"
        return Lookup(index, label, how, rounded=not head.covers(odds))

    def odds(self, index: int) -> OddsLabel:
        """Return what an odds label stands for."""
        return _odds_label(self.labels[index])

    @property
    def reached_by_odds(self) -> list[int]:
        """The indexes of the labels that odds lead to without a shift."""
        return [index for index, label in enumerate(self.labels) if label not in self.file.shift_only]

    def after(self, index: int) -> int:
        """Return the index of the next label: that of the next higher odds, or the next as printed. The last is followed by itself."""
        reached = self.reached_by_odds if self.file.kind == "odds" else []
        falling = bool(reached) and self.odds(reached[0]).scale > self.odds(reached[-1]).scale
        following = index - 1 if falling else index + 1
        return following if 0 <= following < len(self.labels) else index

    def _outside(self, value: Fraction | Odds, side: Literal["below", "above"], ordered: list[int]) -> Lookup:
        then, end = (self.file.below, ordered[0]) if side == "below" else (self.file.above, ordered[-1])
        text = number(value) if isinstance(value, Fraction) else str(value)
        if then == REFUSE:
            first, last = self.labels[ordered[0]], self.labels[ordered[-1]]
            extent = f"runs from {first} to {last}" if first != last else f"has only {first}"
            raise OffChart(f"{self.name} {text} is {side} the table, which {extent}")
        if then in (CLAMP, NEXT_COLUMN):
            how = f"{text} is {side} the table and counts as {self.labels[end]}"
            label = self.labels[end]
            return Lookup(end, label, how, value=self._plain(label), next_column=then == NEXT_COLUMN)
        amount = value if isinstance(value, Fraction) else None
        if then == ARITHMETIC:
            return Lookup(
                None, text, f"{text} is {side} the table and worked out by its arithmetic", value=amount
            )
        return Lookup(None, text, f"{text} is {side} the table: {then or 'nothing'}", result=then)

    def _plain(self, label: str) -> Fraction | None:
        """Return the label as a number, if it is one."""
        return parse_number(label) if NUMBER.fullmatch(label) else None

    def _number(self, value: object) -> Fraction:
        try:
            return value if isinstance(value, Fraction) else parse_number(str(value))
        except ValueError as error:
            takes = "numbers of at most 9 digits" if str(value).strip().isdigit() else "a number"
            raise OffChart(f"{self.name} takes {takes}, not {repeated(str(value))}") from error


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
