# SPDX-License-Identifier: Apache-2.0
"""What a cell may hold, by the kinds its chart takes."""

from collections.abc import Mapping

from grognard.charts.errors import nearest
from grognard.charts.labels import SPAN, Dice, Span, parse_dice, parse_number, parse_reading, uncovered
from grognard.charts.sheet import CellKind, ChartFile


def cell_fault(file: ChartFile, text: str) -> str:
    """Say what is wrong with a cell's text; an empty text if the chart takes its kind."""
    takes_codes = "code" in file.cells.kinds
    if text in file.codes and (takes_codes or not text):
        return ""
    if not text:
        return 'is missing; where a blank means something, say what in [codes] under ""'
    faults = {kind: unlike(file, kind, text) for kind in file.cells.kinds if kind != "code"}
    if "" in faults.values():
        return ""
    if "reading" in faults or ("die" in faults and SPAN.fullmatch(text)):
        return faults.get("reading") or faults["die"]
    if faults and not takes_codes:
        return next(iter(faults.values()))
    return f"unknown code {text!r}; {nearest(text, [code for code in file.codes if code])}"


def unlike(file: ChartFile, kind: CellKind, text: str) -> str:
    """Say why a text is not a cell of this kind."""
    try:
        match kind:
            case "number":
                parse_number(text)
            case "die":
                return _outside(Span.parse(text), parse_dice(file.cells.dice))
            case "reading":
                return _reading_fault(file.codes, text, parse_dice(file.cells.dice))
            case "text" | "code":
                pass
    except ValueError as error:
        return str(error)
    return ""


def _outside(span: Span, dice: Dice | None) -> str:
    """A die result must be one of the dice, where it is known which."""
    if dice is None or (span.low in dice.totals and span.high in dice.totals):
        return ""
    return f"{span} is not within {dice}"


def _reading_fault(codes: Mapping[str, object], text: str, dice: Dice | None) -> str:
    reading = parse_reading(text)
    for _, code in reading:
        if code not in codes:
            return f"unknown code {code!r} in {text!r}; {nearest(code, list(codes))}"
    return shares_fault([span for span, _ in reading], dice) if dice else ""


def parse_spans(file: ChartFile, texts: list[str]) -> list[Span] | None:
    """Read cells that are die results or codes; None if one of them is neither."""
    try:
        return [Span.parse(text) for text in texts if text not in file.codes]
    except ValueError:
        return None


def shares_fault(spans: list[Span], dice: Dice) -> str:
    """Say which results of the dice are covered twice or not at all."""
    missing, doubled = uncovered(spans, dice)
    faults = [("no result has", missing), ("several results have", doubled)]
    return "; ".join(f"{what} {', '.join(map(str, totals))} of {dice}" for what, totals in faults if totals)
