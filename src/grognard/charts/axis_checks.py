"""The checks of a chart's axes: their dice, labels and settings."""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from grognard.charts.axis import ARITHMETIC, CLAMP, NEXT_COLUMN, REFUSE, Axis, AxisFile, Setting
from grognard.charts.axis_faults import label_faults
from grognard.charts.checks import Book, Found, ruling_faults
from grognard.charts.errors import nearest
from grognard.charts.files import Place
from grognard.charts.labels import parse_dice
from grognard.charts.rulings import Rulings
from grognard.charts.sheet import Sheet


def dice(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Dice must be dice, and stand wherever a die is read."""
    del book
    asked = [(place, axis.file.dice, axis.file.kind == "die") for place, axis in _axes(sheet)]
    asked += [(("cells",), sheet.file.cells.dice, not {"die", "reading"}.isdisjoint(sheet.file.cells.kinds))]
    for place, text, needed in asked:
        if text and not parse_dice(text):
            yield Found(
                f"{text!r} is not dice; write 1d6, 2d6, 1d10 and so on, up to 9d100", (*place, "dice")
            )
        elif needed and not text:
            yield Found("'dice' is missing: which die is read here, such as 1d6?", place)


def _axes(sheet: Sheet) -> list[tuple[Place, Axis]]:
    """Every axis with the section it is in; several lines of a heading have numbered sections."""
    several = len(sheet.columns) > 1
    columns = [(("columns", at) if several else ("columns",), axis) for at, axis in enumerate(sheet.columns)]
    return [(("rows",), sheet.rows), *columns]


def labels(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Labels must be of their kind, in order, without gap or overlap."""
    lines = {line.entries[0].text: line.number for line in reversed(sheet.drawn.rows)}
    for label, what in label_faults(_under(sheet.rows, book)):
        yield Found(what, (), lines[label], f"row {label}")
    for line, axis in enumerate(sheet.columns):
        for part in _parts(sheet, line):
            for label, what in label_faults(_under(replace(axis, labels=part), book)):
                yield Found(what, (), sheet.drawn.heading[line].number, f"column {label}")


def _under(axis: Axis, book: Book) -> Axis:
    known = all(name in book for name in axis.file.ruled.values())
    return axis.under(Rulings("card", book)) if known else axis


def _parts(sheet: Sheet, line: int) -> list[tuple[str, ...]]:
    """Split a line of the heading: its labels are read among the columns that the lines above it leave."""
    if len(sheet.columns) == 1:
        return [sheet.columns[0].labels]
    parts: dict[tuple[str, ...], dict[str, None]] = {}
    for *above, label in zip(*(axis.labels for axis in sheet.columns[: line + 1]), strict=True):
        parts.setdefault(tuple(above), {})[label] = None
    return [tuple(part) for part in parts.values()]


def settings(sheet: Sheet, book: Book) -> Iterator[Found]:
    """Settings of an axis must name labels, codes and rulings that exist."""
    for place, axis in _axes(sheet):
        for key in (*axis.file.means, *axis.file.shift_only, *axis.file.instead, *axis.file.instead.values()):
            if key not in axis.labels:
                yield Found(f"there is no label {key!r}; {nearest(key, axis.labels)}", place)
        for side, then in (("below", axis.file.below), ("above", axis.file.above)):
            if what := _range_fault(sheet, axis, then):
                yield Found(f"{then!r} {what}", (*place, side))
        for setting, name in axis.file.ruled.items():
            yield from ruling_faults((*place, "ruled"), book, name)
            for option in book[name].options if name in book else ():
                if what := _setting_fault(sheet, axis, setting, option):
                    yield Found(f"option {option!r} {what}", (*place, "ruled"))
        yield from _aliases(place, axis)


def _range_fault(sheet: Sheet, axis: Axis, then: str) -> str:
    """Say why this cannot happen outside the print of an axis."""
    if then == ARITHMETIC and sheet.file.arithmetic is None:
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
    """Say why a ruling cannot decide a setting so."""
    if setting in ("below", "above"):
        return _range_fault(sheet, axis, option)
    try:
        msgspec.convert({"kind": "odds", setting: option}, AxisFile)
    except msgspec.ValidationError:
        return f"is no value for {setting!r}"
    return ""


def _aliases(place: Place, axis: Axis) -> Iterator[Found]:
    """No name may lead to two labels."""
    owners = {label.lower(): label for label in axis.labels}
    for label, names in axis.file.means.items():
        for name in names:
            owner = owners.setdefault(name.lower(), label)
            if owner != label:
                yield Found(f"{name!r} means {owner!r} already", (*place, "means", label))


def duplicates(sheet: Sheet, book: Book) -> Iterator[Found]:
    """No two rows and no two columns may have one name."""
    del book
    for label, count in Counter(sheet.rows.labels).items():
        if count > 1:
            line = [line.number for line in sheet.drawn.rows if line.entries[0].text == label][1]
            yield Found(f"stands {count} times", (), line, f"row {label}")
    for label, count in Counter(sheet.column_labels).items():
        if count > 1:
            yield Found(f"stands {count} times", (), sheet.drawn.heading[0].number, f"column {label}")
    lines = {line.entries[0].text: line.number for line in sheet.drawn.rows}
    for label, other in _same_but_for_case(sheet.rows):
        yield Found(f"differs only in case from {other!r}", (), lines[label], f"row {label}")
    for head, axis in zip(sheet.drawn.heading, sheet.columns, strict=True):
        for label, other in _same_but_for_case(axis):
            yield Found(f"differs only in case from {other!r}", (), head.number, f"column {label}")


def _same_but_for_case(axis: Axis) -> list[tuple[str, str]]:
    first = {label.lower(): label for label in reversed(axis.labels)}
    return [(label, first[label.lower()]) for label in axis.labels if label != first[label.lower()]]
