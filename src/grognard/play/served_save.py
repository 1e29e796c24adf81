# SPDX-License-Identifier: Apache-2.0
"""A save of a server: the record of a table, every event, and an end, a line each. Folded, it is an ordinary log.

Whether the events really happened, and what proves the dice, is not checked here.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.charts.errors import BadFile, Fault, GrognardError

# The events that do not act on the game: seats that join, and that reveal their part in the dice; and a side that has lost.
NO_ACTS = ("join", "reveal", "lost")
HOW_LOST = {"resigned": "resigned", "time": "lost on time"}


class BadEvent(Exception):
    """A line is not an event, and why."""


def is_served(line: str) -> bool:
    """Return whether a save is that of a server, by its first line: a record with a header in it."""
    try:
        first = msgspec.json.decode(line.encode())
    except msgspec.DecodeError:
        return False
    return isinstance(first, dict) and isinstance(first.get("header"), dict)


def lost_in_words(side: str, how: str) -> str:
    """Say how a side has lost before the game was played to its end."""
    return f"The {side} side has {HOW_LOST[how]}"


def lost_in(text: str) -> str:
    """Say how a side has lost in a saved game before it was played to its end; an empty text if none has."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 3 or not is_served(lines[0]):
        return ""
    try:
        event, kind = _event(lines[-2])
    except BadEvent:
        return ""
    side, how = event.get("side"), event.get("how")
    known = kind == "lost" and isinstance(side, str) and isinstance(how, str) and how in HOW_LOST
    return lost_in_words(str(side), str(how)) if known else ""


def log_lines(lines: Sequence[str], name: str) -> list[str]:
    """Return the lines of the log that the events amount to: the header, then the entries that were not taken back."""
    *records, end = [line for line in lines if line.strip()]
    if not end.startswith('{"end":'):
        raise GrognardError(f"{name} has no end; it was cut off")
    header: dict[str, Any] = msgspec.json.decode(records[0].encode())["header"]
    entries: list[dict[str, Any]] = []
    for number, line in enumerate(records[1:], 1):
        try:
            _fold(entries, line)
        except BadEvent as error:
            raise BadFile(name, [Fault(number + 1, f"event {number}", str(error))]) from error
    return [msgspec.json.encode(line).decode() for line in (header, *entries)]


def _fold(entries: list[dict[str, Any]], line: str) -> None:
    """Fold one more event into the entries."""
    event, kind = _event(line)
    match kind:
        case "order":
            entries.append(_members(event, "order", "warned", "came"))
        case "copy":
            entries.append(dict(event["entry"]) if isinstance(event.get("entry"), dict) else {})
        case "answer":
            _last(entries).update(_members(event, "came"))
            _answers(entries).append({"question": event.get("question"), "given": event.get("option")})
        case "roll":
            _last(entries).update(_members(event, "came"))
            rolled = {"question": event.get("question"), "given": event.get("faces")}
            _answers(entries).append(rolled | _members(event, "dice"))
        case "undo":
            _last(entries)
            entries.pop()
        case _ if kind not in NO_ACTS:
            raise BadEvent(f"there is no event {kind!r}")


def _event(line: str) -> tuple[dict[str, Any], str]:
    try:
        event = msgspec.json.decode(line.encode())
    except msgspec.DecodeError as error:
        raise BadEvent(str(error)) from error
    kind = event.get("type") if isinstance(event, dict) else None
    if not isinstance(kind, str):
        raise BadEvent("it does not say what happened")
    return event, kind


def _last(entries: list[dict[str, Any]]) -> dict[str, Any]:
    if not entries:
        raise BadEvent("no order was given before it")
    return entries[-1]


def _answers(entries: list[dict[str, Any]]) -> list[Any]:
    answers = _last(entries).setdefault("answers", [])
    if not isinstance(answers, list):
        raise BadEvent("the order before it has no list of answers")
    return answers


def _members(event: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the named members of an event that it has."""
    return {name: event[name] for name in names if name in event}
