# SPDX-License-Identifier: Apache-2.0
"""A save of a server: the record of a table, every event, and an end, a line each. Folded, it is a log like any other.

Whether the events are those that happened, and what proves the dice, is not asked here.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.charts.errors import BadFile, Fault, GrognardError

# The events that are no act upon the game: seats that join and reveal what their dice need.
OF_DICE = ("join", "reveal")


class NoEvent(Exception):
    """What a line cannot be, and why."""


def is_served(line: str) -> bool:
    """Return whether a save that begins with this line is one of a server: its first line is a record with a header in it."""
    try:
        first = msgspec.json.decode(line.encode())
    except msgspec.DecodeError:
        return False
    return isinstance(first, dict) and isinstance(first.get("header"), dict)


def log_lines(lines: Sequence[str], name: str) -> list[str]:
    """Return the lines of the log that the events come to: the header, then the entries that were not taken back."""
    *written, end = [line for line in lines if line.strip()]
    if not end.startswith('{"end":'):
        raise GrognardError(f"{name} has no end; it was cut off")
    header: dict[str, Any] = msgspec.json.decode(written[0].encode())["header"]
    entries: list[dict[str, Any]] = []
    for number, line in enumerate(written[1:], 1):
        try:
            _fold(entries, line)
        except NoEvent as error:
            raise BadFile(name, [Fault(number + 1, f"event {number}", str(error))]) from error
    return [msgspec.json.encode(each).decode() for each in (header, *entries)]


def _fold(entries: list[dict[str, Any]], line: str) -> None:
    """Fold one more event into the entries."""
    event, kind = _event(line)
    match kind:
        case "order":
            entries.append(_taken(event, "order", "warned", "came"))
        case "copy":
            entries.append(dict(event["entry"]) if isinstance(event.get("entry"), dict) else {})
        case "answer":
            _last(entries).update(_taken(event, "came"))
            _answers(entries).append({"question": event.get("question"), "given": event.get("option")})
        case "roll":
            _last(entries).update(_taken(event, "came"))
            rolled = {"question": event.get("question"), "given": event.get("faces")}
            _answers(entries).append(rolled | _taken(event, "dice"))
        case "undo":
            _last(entries)
            entries.pop()
        case _ if kind not in OF_DICE:
            raise NoEvent(f"there is no event {kind!r}")


def _event(line: str) -> tuple[dict[str, Any], str]:
    try:
        event = msgspec.json.decode(line.encode())
    except msgspec.DecodeError as error:
        raise NoEvent(str(error)) from error
    kind = event.get("type") if isinstance(event, dict) else None
    if not isinstance(kind, str):
        raise NoEvent("it does not say what happened")
    return event, kind


def _last(entries: list[dict[str, Any]]) -> dict[str, Any]:
    if not entries:
        raise NoEvent("no order was given that it could follow")
    return entries[-1]


def _answers(entries: list[dict[str, Any]]) -> list[Any]:
    answers = _last(entries).setdefault("answers", [])
    if not isinstance(answers, list):
        raise NoEvent("the order before it has no list of answers")
    return answers


def _taken(event: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return those members of an event that it has."""
    return {name: event[name] for name in names if name in event}
