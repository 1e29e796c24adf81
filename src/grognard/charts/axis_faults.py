# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with the labels of an axis."""

from fractions import Fraction
from itertools import pairwise

from grognard.charts.axis import Axis
from grognard.charts.labels import OddsLabel, Span, parse_dice, parse_number

# So many results of a die without a label are named one by one.
FEW = 12
UNEVEN = "is not n-1 or 1-n, and odds are rounded to the nearest of these"


def label_faults(axis: Axis) -> list[tuple[str, str]]:
    """Return (label, fault) for labels that cannot be read, are out of order, overlap or leave a gap."""
    bad = [(label, fault) for label in axis.labels if (fault := _label_fault(axis, label))]
    if bad or not axis.labels:
        return bad
    match axis.file.kind:
        case "die" | "band":
            return _span_faults(axis)
        case "odds":
            return _odds_faults(axis)
        case "number":
            return _number_faults(axis)
        case "named":
            return []


def _label_fault(axis: Axis, label: str) -> str:
    try:
        match axis.file.kind:
            case "die" | "band":
                Span.parse(label)
            case "number":
                parse_number(label)
            case "odds" if label not in axis.file.shift_only:
                OddsLabel.parse(label)
            case _:
                pass
    except ValueError as error:
        return str(error)
    return ""


def _span_faults(axis: Axis) -> list[tuple[str, str]]:
    faults = []
    spans = [(axis.span(axis.labels.index(label)), label) for label in dict.fromkeys(axis.labels)]
    spans.sort(key=lambda span: span[0].low)
    for (before, _), (after, label) in pairwise(spans):
        if before.high is None or after.low <= before.high:
            faults.append((label, f"overlaps {before}"))
        elif after.low > before.high + 1:
            faults.append((label, f"leaves a gap after {before}"))
    die = parse_dice(axis.file.dice) if axis.file.kind == "die" else None
    # A gap between two labels is reported already.
    first, last = spans[0][0], spans[-1][0]
    missing = [total for total in die.totals if not any(total in span for span, _ in spans)] if die else []
    missing = [total for total in missing if not first.low < total < last.low]
    if missing:
        text = ", ".join(map(str, missing[:FEW]))
        if len(missing) > FEW:
            text += f" and {len(missing) - FEW} more"
        faults.append((spans[-1][1], f"no label has the die result {text} of {die}"))
    return faults


def _odds_faults(axis: Axis) -> list[tuple[str, str]]:
    # A label that stands twice is a fault of its own, and no overlap.
    labels = dict.fromkeys(axis.labels[index] for index in axis.reached_by_odds)
    heads = [(OddsLabel.parse(label), label) for label in labels]
    if not heads:
        return [(axis.labels[0], "is shift_only like all the others, so that no odds reach the table")]
    scales = [head.scale for head, _ in heads]
    rising = scales[0] <= scales[-1]
    if scales != sorted(scales, reverse=not rising):
        pairs = zip(scales, scales[1:], heads[1:], strict=False)
        wrong = [label for a, b, (_, label) in pairs if (a < b) is not rising]
        return [(label, "is out of order among the odds") for label in wrong]
    broken = [(label, UNEVEN) for head, label in heads if not head.is_whole and _may_round_to_whole(axis)]
    upwards = heads if rising else heads[::-1]
    for (before, lower), (after, label) in pairwise(upwards):
        if not before.ends_before(after):
            broken.append((label, f"overlaps {lower}"))
        elif before.short and before.high < after.low:
            broken.append((label, f"leaves a gap after {lower}"))
    return broken


def _may_round_to_whole(axis: Axis) -> bool:
    """Whether odds are rounded to the nearest n-1 or 1-n, or would be under another option of a ruling."""
    return "nearest" in {axis.file.round, *(other.file.round for _, other in axis.otherwise)}


def _number_faults(axis: Axis) -> list[tuple[str, str]]:
    first: dict[Fraction, str] = {}
    for label in axis.labels:
        first.setdefault(parse_number(label), label)
    equal = [(label, first[parse_number(label)]) for label in dict.fromkeys(axis.labels)]
    return [(label, f"is the same number as {other}") for label, other in equal if label != other]
