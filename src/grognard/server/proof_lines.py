# SPDX-License-Identifier: Apache-2.0
"""The lines of a save as its proof reads them: JSON that has only one reading, and of it what the dice need.

Every checker of a save must come to the same verdict, so JSON that parsers read in different ways is refused, and
members that do not matter to the dice are not looked at; docs/dice.md lists which are.
"""

import json
from typing import Any

import msgspec

from grognard.server.dice import why_no_number
from grognard.server.record import Copied, Event, Record, SavedEnd, ServedHeader

# The members that matter, by the type of an event.
MEMBERS = {
    "join": ("sides", "nonce"),
    "reveal": ("sides", "link"),
    "roll": ("index", "question", "faces", "dice"),
    "undo": ("why",),
    "order": (),
    "answer": (),
    "copy": (),
    "lost": ("side", "how"),
}
# Values that stand in for the members that do not.
UNSEEN: dict[str, Any] = {"side": "", "order": {}, "question": {}, "option": None, "entry": {"order": {}}}
HEADER = ("table", "commitment", "dice", "seats", "rules", "copy_of")
WHOLE = 15


class OddNumber:
    """A number with a point or an exponent, or of more than 15 characters: none that matters to dice is like that."""

    def __init__(self, text: str) -> None:
        self.text = text


def read_line(line: bytes) -> dict[str, Any]:
    """Read a JSON object; a ValueError if it is none, or could be read in two ways."""
    try:
        data = json.loads(
            line.decode(),
            object_pairs_hook=_members,
            parse_int=lambda text: int(text) if len(text) <= WHOLE else OddNumber(text),
            parse_float=OddNumber,
            parse_constant=_refused,
        )
        # JSON text can contain half a surrogate pair, which cannot be written in UTF-8.
        json.dumps(data, ensure_ascii=False, default=str).encode()
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(data, dict):
        raise TypeError("it is no object of JSON")
    return data


def read_end(line: bytes) -> SavedEnd:
    """Read the end of a save; a ValueError if it is none."""
    found = _object(read_line(line), "end")
    if isinstance(hashes := found.get("hashes"), list):
        # One that is no text is that of no line, and the fault of its line.
        found = {**found, "hashes": [each if isinstance(each, str) else "" for each in hashes]}
    end = msgspec.convert(found, SavedEnd)
    wrong = why_no_number(end.head, "head") or (end.secret and why_no_number(end.secret, "secret"))
    if wrong:
        raise ValueError(wrong)
    return end


def read_record(line: bytes) -> Record:
    """Read what binds the dice from a record; a ValueError if it is malformed."""
    found = _object(read_line(line), "header")
    named = {name: found[name] for name in HEADER if name in found}
    header = msgspec.convert({"game": "", "scenario": "", **named}, ServedHeader)
    if wrong := why_no_number(header.commitment, "commitment"):
        raise ValueError(wrong)
    if header.copy_of and header.dice != "server":
        raise ValueError(f"a copy has the dice of the server alone, and this says {header.dice}")
    return Record(header)


def read_event(line: bytes) -> tuple[Event, int]:
    """Read what the dice need from an event, and count the rolls that it copied from another table."""
    data = read_line(line)
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in MEMBERS:
        raise ValueError(f"there is no event {kind!r}")
    named = {name: data[name] for name in MEMBERS[kind] if name in data}
    if isinstance(named.get("question"), str):
        named.pop("dice", None)  # the sentence names them
    unseen = {name: value for name, value in UNSEEN.items() if name not in MEMBERS[kind]}
    event: Event = msgspec.convert({**unseen, **named, "type": kind}, Event)
    return event, _copied(_object(data, "entry")) if isinstance(event, Copied) else 0


def purpose_and_dice(question: Any, dice: str) -> tuple[str, str]:
    """Return what a roll is for, as it is hashed, and its dice; a sentence of the first format names them itself."""
    if isinstance(question, str):
        words = question.split(" ")
        return question, words[1] if len(words) > 1 else ""
    try:
        written = json.dumps(question, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except TypeError as error:
        raise ValueError("the numbers of a question are whole") from error
    return f"{dice} {written}", dice


def _copied(entry: dict[str, Any]) -> int:
    """Count the rolls among the answers of an entry."""
    answers = msgspec.convert(entry.get("answers", []), list[dict[str, Any]])
    if any("question" not in answer for answer in answers):
        raise ValueError("an answer of the entry has no question")
    return sum(bool(_thrown(answer["question"], answer.get("dice"))) for answer in answers)


def _thrown(question: Any, dice: Any) -> bool:
    return question.startswith("roll ") if isinstance(question, str) else bool(dice)


def _object(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    if not isinstance(found, dict):
        raise TypeError(f"it has no {name}")
    return found


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has two members of one name")
    return found


def _refused(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")
