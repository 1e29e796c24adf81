# SPDX-License-Identifier: Apache-2.0
"""The checks of a chart's axes: their dice, labels and settings."""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from grognard.charts.axis import ARITHMETIC, CLAMP, NEXT_COLUMN, REFUSE, Axis, AxisFile, AxisKind, Setting
from grognard.charts.axis_faults import label_faults
from grognard.charts.checks import Book, Finding, ruling_faults
from grognard.charts.errors import nearest
from grognard.charts.files import KeyPath
from grognard.charts.labels import parse_dice
from grognard.charts.rulings import Ruling, Rulings
from grognard.charts.sheet import Sheet


def dice(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Dice must be well-formed, and given wherever a die is read."""
    del book
    asked = [(place, axis.file.dice, axis.file.kind == "die") for place, axis in _axes(sheet)]
    asked += [(("cells",), sheet.file.cells.dice, not {"die", "reading"}.isdisjoint(sheet.file.cells.kinds))]
    for place, text, needed in asked:
        if text and not parse_dice(text):
            yield Finding(
                f"{text!r} is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100", (*place, "dice")
            )
        elif needed and not text and sheet.is_sound(place, "dice"):
            yield Finding("'dice' is missing: which die is read here, such as 1d6?", place)


def _axes(sheet: Sheet) -> list[tuple[KeyPath, Axis]]:
    """Every axis with the section it is in; several lines of a heading have numbered sections."""
    several = len(sheet.columns) > 1
    columns = [(("columns", at) if several else ("columns",), axis) for at, axis in enumerate(sheet.columns)]
    return [(("rows",), sheet.rows), *columns]


# The settings that labels are read by.
READ_BY = ("kind", "plus", "shift_only", "ruled")


def labels(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Labels must exist, be of their kind and in order, and leave no gap or overlap."""
    yield from _nameless(sheet)
    lines = {line.entries[0].text: line.number for line in reversed(sheet.drawn.rows)}
    (rows_at, _), *columns_at = _axes(sheet)
    for label, what in label_faults(_under(sheet.rows, book)) if sheet.is_sound(rows_at, *READ_BY) else ():
        if label:
            yield Finding(what, (), lines[label], f"row {label}")
    for line, (place, axis) in enumerate(columns_at):
        for part in _parts(sheet, line) if sheet.is_sound(place, *READ_BY) else ():
            for label, what in label_faults(_under(replace(axis, labels=part), book)):
                if label:
                    yield Finding(what, (), sheet.drawn.heading[line].number, f"column {label}")


def _nameless(sheet: Sheet) -> Iterator[Finding]:
    """Find rows and columns that cannot be looked up."""
    what = "has no name; where the card prints none, put one of yours in square brackets"
    rows = [(f"row {at}", line, line.entries[0]) for at, line in enumerate(sheet.drawn.rows, 1)]
    columns = [
        (f"column {at}", line, entry)
        for line in sheet.drawn.heading
        for at, entry in enumerate(line.entries[1:], 1)
        if not line.ragged
    ]
    for where, line, entry in rows + columns:
        if not entry.text:
            yield Finding(what, (), line.number, f"{where} of the table")


def _under(axis: Axis, book: Book) -> Axis:
    known = all(name in book for name in axis.file.ruled.values())
    return axis.under(Rulings("card", book)) if known else axis


def _parts(sheet: Sheet, line: int) -> list[tuple[str, ...]]:
    """Split a line of the heading by the columns that the lines above it leave."""
    if len(sheet.columns) == 1:
        return [sheet.columns[0].labels]
    parts: dict[tuple[str, ...], dict[str, None]] = {}
    for *above, label in zip(*(axis.labels for axis in sheet.columns[: line + 1]), strict=True):
        parts.setdefault(tuple(above), {})[label] = None
    return [tuple(part) for part in parts.values()]


def settings(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """Settings of an axis must name labels, codes and rulings that exist."""
    for place, axis in _axes(sheet):
        instead = axis.file.instead if sheet.is_sound(place, "instead") else {}
        for key in (*axis.file.means, *axis.file.shift_only, *instead, *instead.values()):
            if axis.labels and key not in axis.labels:
                yield Finding(f"there is no label {key!r}; {nearest(key, axis.labels)}", place)
        for side, then in (("below", axis.file.below), ("above", axis.file.above)):
            if what := _range_fault(sheet, axis, then):
                yield Finding(f"{then!r} {what}", (*place, side))
        for setting, name in axis.file.ruled.items():
            if not name and sheet.is_sound((*place, "ruled", setting)):
                yield Finding("names no ruling", (*place, "ruled", setting))
            yield from ruling_faults((*place, "ruled"), book, name)
            yield from _unset(sheet, place, axis, setting, book.get(name))
        yield from _renamed(sheet, place, axis, book)
        yield from _aliases(place, axis)


def _unset(
    sheet: Sheet, place: KeyPath, axis: Axis, setting: Setting, ruling: Ruling | None
) -> Iterator[Finding]:
    """Every option of a ruling must stand for a setting, by its own name or by what `settings` has for it."""
    options = ruling.options if ruling and sheet.is_sound(place, "settings") else ()
    for option in options:
        if what := _setting_fault(sheet, axis, setting, axis.file.setting(option)):
            yield Finding(f"option {option!r} {what}", (*place, "ruled"))


def _renamed(sheet: Sheet, place: KeyPath, axis: Axis, book: Book) -> Iterator[Finding]:
    """What `settings` translates must be an option of a ruling of this axis."""
    options = {option for name in axis.file.ruled.values() if name in book for option in book[name].options}
    for option in axis.file.settings:
        if option not in options and sheet.is_sound(place, "ruled"):
            yield Finding(f"{option!r} is no option of a ruling of this axis", (*place, "settings"))


# The settings that only some kinds of axis go by.
USED_BY: dict[str, tuple[AxisKind, ...]] = {
    "dice": ("die",),
    "round": ("odds",),
    "shift_only": ("odds",),
    "plus": ("die", "band"),
    "below": ("die", "band", "odds"),
    "above": ("die", "band", "odds"),
    "means": ("named",),
}


def rows(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """The rows must have no setting without effect."""
    del book
    yield from _unused(("rows",), sheet.rows.file)
    if sheet.rows.file.instead:
        yield Finding("is for columns only", ("rows", "instead"))


def columns(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """The columns must have no setting without effect."""
    del book
    for place, axis in _axes(sheet)[1:]:
        yield from _unused(place, axis.file)
        if axis.file.instead and len(sheet.columns) > 1:
            yield Finding("needs a heading of one line", (*place, "instead"))


def _unused(place: KeyPath, file: AxisFile) -> Iterator[Finding]:
    plain = AxisFile(file.kind)
    given = [((key,), key) for key in USED_BY if getattr(file, key) != getattr(plain, key)]
    for at, key in [*given, *((("ruled", key), key) for key in file.ruled)]:
        if file.kind not in USED_BY[key]:
            kinds = " or ".join(USED_BY[key])
            yield Finding(f"is for an axis of kind {kinds}, and this is {file.kind}", (*place, *at))


def _range_fault(sheet: Sheet, axis: Axis, then: str) -> str:
    """Say why an axis cannot have this range behaviour."""
    if then == ARITHMETIC and sheet.file.arithmetic is None and sheet.is_sound(("arithmetic",)):
        return "needs an [arithmetic] section, and there is none"
    if then == NEXT_COLUMN and axis is not sheet.rows:
        return "is for rows only"
    if then == NEXT_COLUMN and (len(sheet.columns) > 1 or sheet.file.cells.across):
        return "needs a heading of one line, whose columns share out no die"
    if then in (CLAMP, REFUSE, ARITHMETIC, NEXT_COLUMN) or then in sheet.file.codes:
        return ""
    known = (CLAMP, REFUSE, *([NEXT_COLUMN] if axis is sheet.rows else []), ARITHMETIC)
    return f"is neither {', '.join(known)} nor a code"


def _setting_fault(sheet: Sheet, axis: Axis, setting: Setting, option: str) -> str:
    """Say why a ruling cannot decide this setting."""
    if setting in ("below", "above"):
        return _range_fault(sheet, axis, option)
    try:
        msgspec.convert({"kind": "odds", setting: option}, AxisFile)
    except msgspec.ValidationError:
        return f"is no value for {setting!r}"
    return ""


def _aliases(place: KeyPath, axis: Axis) -> Iterator[Finding]:
    """No name may lead to two labels."""
    owners = {label.lower(): label for label in axis.labels}
    for label, names in axis.file.means.items():
        for name in names:
            owner = owners.setdefault(name.lower(), label)
            if owner != label:
                yield Finding(f"{name!r} means {owner!r} already", (*place, "means", label))


def duplicates(sheet: Sheet, book: Book) -> Iterator[Finding]:
    """No two rows and no two columns may have one name."""
    del book
    for label, count in Counter(sheet.rows.labels).items():
        if count > 1:
            line = [line.number for line in sheet.drawn.rows if line.entries[0].text == label][1]
            yield Finding(f"stands {count} times", (), line, f"row {label}")
    for label, count in Counter(sheet.column_labels).items():
        if count > 1:
            yield Finding(f"stands {count} times", (), sheet.drawn.heading[0].number, f"column {label}")
    lines = {line.entries[0].text: line.number for line in sheet.drawn.rows}
    for label, other in _same_but_for_case(sheet.rows):
        yield Finding(f"differs only in case from {other!r}", (), lines[label], f"row {label}")
    for head, axis in zip(sheet.drawn.heading, sheet.columns, strict=True):
        for label, other in _same_but_for_case(axis):
            yield Finding(f"differs only in case from {other!r}", (), head.number, f"column {label}")


def _same_but_for_case(axis: Axis) -> list[tuple[str, str]]:
    first = {label.lower(): label for label in reversed(axis.labels)}
    return [(label, first[label.lower()]) for label in axis.labels if label != first[label.lower()]]
