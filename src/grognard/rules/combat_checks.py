# SPDX-License-Identifier: Apache-2.0
"""Checks of the combat chapter as its file is read: its chart, and the flags and modifiers of its worksheet."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from grognard.charts.chart import Chart
from grognard.charts.errors import OffChart, nearest, repeated
from grognard.charts.files import Source, in_plain_words
from grognard.procedures.reading import column
from grognard.rules.desk_names import why_no_name
from grognard.rules.results import Effects, codes, effects
from grognard.rules.worksheet import die_modifiers

if TYPE_CHECKING:
    from grognard.rules.checking import Checking
    from grognard.rules.combat import Combat, Flag, Modifier


def check_combat(combat: "Combat", check: "Checking") -> None:
    """Note a chart that does not say what every result does, and unknown flags, terrain and hexsides."""
    if chart := check.chart(("chart",), combat.chart):
        _check_results(combat, check, chart)
        _check_rolls(combat, check, chart)
    for at, flag in enumerate(combat.flags):
        _check_flag(combat, check, at, flag)
    for at, modifier in enumerate(combat.modifiers):
        _check_modifier(combat, check, at, modifier)


def _check_results(combat: "Combat", check: "Checking", chart: Chart) -> None:
    if not any(map(chart.does, codes(chart))):
        check.fault(("chart",), f"{combat.chart} does not say in [does] what any of its results does")
    for code in codes(chart):
        if unknown := list(_wrong_effects(chart, code)):
            for what in unknown:
                check.fault(("chart",), f"{code} of {combat.chart}: {what}")
            continue
        result = effects(chart, code)
        if result.exchange and not result.defender_eliminated:
            check.fault(
                ("chart",), f"{code} of {combat.chart} is an exchange and lacks defender_eliminated = 1"
            )
        for is_so, does, section in (
            (result.disrupts, "disrupts", "disruption"),
            (result.takes_steps, "takes steps", "losses"),
        ):
            if is_so and check.book.chapter(section) is None:
                check.fault(("chart",), f"{code} of {combat.chart} {does}, and there is no [{section}]")


def _wrong_effects(chart: Chart, code: str) -> Iterator[str]:
    """Yield what is unknown or out of bounds among a code's effects, with the line in the chart's file."""
    words = {field.encode_name: field for field in msgspec.structs.fields(Effects)}
    lines = Source(chart.sheet.path).lines
    for word, figure in chart.does(code).items():
        place = ("does", code, word) if code in chart.sheet.file.does else ("codes", code, "does", word)
        line = f"line {lines.of(place)} of {chart.sheet.path.name}: "
        if word not in words:
            yield f"{line}{word!r} is no effect that a result can have; {nearest(word, list(words))}"
            continue
        try:
            msgspec.convert(figure, words[word].type)
        except msgspec.ValidationError:
            yield f"{line}{word} must be {in_plain_words(words[word].type)}, not {repeated(figure)}"


def _check_rolls(combat: "Combat", check: "Checking", chart: Chart) -> None:
    """The die must find a row, with the lowest and the highest modifier, and the strengths a column."""
    wanted = "odds" if combat.columns == "odds" else "band"
    kinds = chart.row_axis.file.kind, chart.column_axes[0].file.kind
    if kinds != ("die", wanted):
        what = f"has rows of kind {kinds[0]} and columns of kind {kinds[1]}, not die and {wanted}"
        check.fault(("chart",), f"{combat.chart} {what}")
        return
    added = die_modifiers(combat, check.terrain.hexes)
    for modifier in sorted({min(added), max(added)}):
        try:
            column(chart, chart.column_axes[0].labels[0], modifier)
        except OffChart as error:
            condition = f" with a die modifier of {modifier:+d}" if modifier else ""
            check.fault(("chart",), f"{combat.chart} cannot be rolled on{condition}: {error}")


def _check_flag(combat: "Combat", check: "Checking", at: int, flag: "Flag") -> None:
    names = [other.name for other in combat.flags]
    if why := why_no_name(flag.name, _other_desk_names(check)):
        check.fault(("flags", at, "name"), why)
    elif names.count(flag.name) > 1:
        check.fault(("flags", at, "name"), f"{flag.name!r} is the name of more than one flag")
    if flag.hexside:
        check.one_of(("flags", at, "hexside"), flag.hexside, check.terrain.hexsides, "hexside")
    if flag.forbidden:
        check.cell(("flags", at, "forbidden"), check.book.terrain_chart, flag.hexside, flag.forbidden)
    for kind in flag.kinds:
        check.one_of(("flags", at, "kinds"), kind, check.units.kinds, "kind of units")
    for side in flag.sides:
        check.one_of(("flags", at, "sides"), side, check.sides, "side")


def _other_desk_names(check: "Checking") -> tuple[str, ...]:
    """Return the other names that the desk of this game uses."""
    supply, stand = check.book.supply, check.book.stand
    weak = (supply.weakened_field,) if supply is not None and supply.weakened else ()
    return (*weak, stand.flag) if stand is not None else weak


def _check_modifier(combat: "Combat", check: "Checking", at: int, modifier: "Modifier") -> None:
    for terrain in modifier.terrain:
        check.one_of(("modifiers", at, "terrain"), terrain, check.terrain.hexes, "terrain")
    for key in ("flag", "unless"):
        if name := getattr(modifier, key):
            check.one_of(("modifiers", at, key), name, [flag.name for flag in combat.flags], "flag")
    if not (modifier.terrain or modifier.flag):
        check.fault(("modifiers", at), "says neither in what terrain nor with what flag it counts")
    if _changes_nothing(check, at):
        check.fault(
            ("modifiers", at), "changes nothing: say with die or column what it changes, and by how much"
        )


def _changes_nothing(check: "Checking", at: int) -> bool:
    """Return whether the file gives a modifier neither die nor column; what a ruling decides may be 0 under some option."""
    written = check.book.game.data[check.section].get("modifiers")
    entry = written[at] if isinstance(written, list) else written
    return isinstance(entry, dict) and not entry.keys() & {"die", "column", "ruling"}
