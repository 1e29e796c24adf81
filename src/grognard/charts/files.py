# SPDX-License-Identifier: Apache-2.0
"""Read a TOML file strictly into a Struct, and report every fault with its line."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

import msgspec

from grognard.charts.errors import BadFile, Fault, GrognardError, nearest, repeated

PART = r"""(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[\w-]+)"""
NAME = re.compile(PART)
HEADER = re.compile(rf"\s*(?P<open>\[\[?)\s*(?P<name>{PART}(?:\s*\.\s*{PART})*)\s*\]\]?\s*")
KEY = re.compile(rf"\s*(?P<name>{PART}(?:\s*\.\s*{PART})*)\s*=")
STRING = re.compile(r"""\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""", re.DOTALL)
STRING_OR_COMMENT = re.compile(rf"{STRING.pattern}|#[^\n]*", re.DOTALL)
# What a string is written in: a backslash that joins lines, another escape, the end of a line, plain text.
WRITTEN = re.compile(r"\\[ \t]*\n\s*|\\.|\n|[^\\\n]+", re.DOTALL)
# Where the reader of TOML found a fault: (at line 11, column 8).
TOML_LINE = re.compile(r"\(at line (?P<line>\d+),")
# What most probably led to a message of the reader of TOML, by how it begins.
TOML_HINTS = {
    "Invalid value": 'a text stands in quotes, as in name = "text"',
    "Illegal character '\\n'": 'a text ends on its line; one of several lines stands between """ and """',
    "Cannot overwrite a value": "the key stands twice in its table",
}

# No number in a game's files may be farther from 0.
MOST = 9_999
# A text that is needed and may be blank, or of which something else says why it may not.
BlankOrText = Annotated[str, msgspec.Meta(min_length=0)]

S = TypeVar("S", bound=msgspec.Struct)
# A place in a TOML file: section, number of the entry and key, such as ("errata", 2, "sure").
KeyPath = tuple[str | int, ...]


class Lines:
    """The lines on which the sections and keys of a TOML text stand; an unknown place has the line of the one around it."""

    def __init__(self, text: str) -> None:
        self.at: dict[KeyPath, int] = {}
        self.text = text
        self._seen: dict[KeyPath, int] = {}
        section: KeyPath = ()
        depth = 0
        for number, line in enumerate(STRING_OR_COMMENT.sub(_on_one_line, text).split("\n"), 1):
            # A list or table over several lines has no headers inside, and its keys are its own.
            if depth == 0:
                section = self._note(section, number, line)
            bare = STRING.sub("", line)
            depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
        for place, number in list(self.at.items()):
            for length in range(1, len(place)):
                self.at.setdefault(place[:length], number)

    def _note(self, section: KeyPath, number: int, line: str) -> KeyPath:
        """Note the header or the key on a line, and return the section that the next line is in."""
        if header := HEADER.fullmatch(line):
            section = _parts(header["name"])
            if header["open"] == "[[":
                self._seen[section] = at = self._seen.get(section, -1) + 1
                section = (*section, at)
            self.at.setdefault(section, number)
        elif key := KEY.match(line):
            self.at.setdefault((*section, *_parts(key["name"])), number)
        return section

    def of_text(self, place: KeyPath) -> list[int]:
        """Return the line of the file for each line of the text under a key."""
        opened = self.of(place)
        rest = "\n".join(self.text.split("\n")[max(0, opened - 1) :])
        key = KEY.match(rest)
        written = STRING.match(rest[key.end() :].lstrip()) if key else None
        return _string_lines(written[0], opened) if written else [opened]

    def of(self, place: KeyPath) -> int:
        """Return the line of a place such as ("errata", 2, "sure")."""
        while place and place not in self.at:
            bare = tuple(part for part in place if not isinstance(part, int))
            if bare in self.at:
                return self.at[bare]
            place = place[:-1]
        return self.at.get(place, 0)


def _on_one_line(match: re.Match[str]) -> str:
    """Blank out comments, and the strings that run over several lines except for their line ends."""
    written = match[0]
    if written.startswith("#"):
        return ""
    return '""' + "\n" * written.count("\n") if "\n" in written else written


def _parts(name: str) -> KeyPath:
    return tuple(part.strip("\"'") for part in NAME.findall(name))


def _string_lines(written: str, opened: int) -> list[int]:
    """Return the line of the file for each line of a string, as it is written there from the line `opened` on."""
    quotes = 3 if written[:3] in ('"""', "'''") else 1
    body, line = written[quotes:-quotes], opened
    if body.startswith("\n"):
        body, line = body[1:], line + 1
    if written.startswith("'"):
        return [line + further for further in range(body.count("\n") + 1)]
    numbers, is_blank = [line], True
    for piece in WRITTEN.findall(body):
        line += piece.count("\n")
        if piece in ("\n", r"\n"):
            numbers.append(line)
            is_blank = True
        elif piece.startswith("\\") and "\n" in piece and is_blank:
            # The joined line holds no text before this one.
            numbers[-1] = line
        else:
            is_blank = is_blank and not piece.strip()
    return numbers


class Source:
    """One file being read: its text, its lines, and the faults found so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[Fault] = []
        # The places of the faults: what is read there is not to be trusted.
        self.broken: set[KeyPath] = set()
        try:
            self.text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadFile(str(path), [Fault(0, "file", "is not UTF-8 text")]) from error
        except OSError as error:
            raise GrognardError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
        self.lines = Lines(self.text)

    def fault(self, place: KeyPath, what: str, line: int = 0, where: str = "") -> None:
        """Note one fault; reading goes on."""
        self.broken.add(place)
        self.faults.append(Fault(line or self.lines.of(place), where or in_words(place), what))

    @property
    def broken_sections(self) -> set[str | int]:
        """The sections with faults in them."""
        return {place[0] for place in self.broken if place}

    def stop_if_faulty(self) -> None:
        """Raise every fault noted so far."""
        if self.faults:
            raise BadFile(str(self.path), self.faults)

    def data(self) -> dict[str, Any]:
        """Return the file as plain tables, noting every number that is out of bounds."""
        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadFile(str(self.path), [self._toml_fault(str(error))]) from error
        except (ValueError, RecursionError) as error:
            # What tomllib itself cannot read.
            what = "has a number too long, or lists nested too deep, to be read"
            raise BadFile(str(self.path), [Fault(0, "file", what)]) from error
        for place, number in _numbers(data, ()):
            if not -MOST <= number <= MOST:
                self.fault(place, f"must be a number from {-MOST:,} to {MOST:,}")
        return data

    def _toml_fault(self, said: str) -> Fault:
        """Take the line out of a message of tomllib; the end of the document is its last line."""
        match = TOML_LINE.search(said)
        hint = next((f"; {hint}" for start, hint in TOML_HINTS.items() if said.startswith(start)), "")
        if match:
            return Fault(int(match["line"]), "file", f"is not TOML: {TOML_LINE.sub('(at', said)}{hint}")
        return Fault(len(self.text.rstrip().split("\n")), "file", f"is not TOML: {said}")

    def fill(self, kind: type[S], data: object, place: KeyPath = ()) -> S:
        """Make a `kind` of the data, noting every field that is missing, unknown, of the wrong type, or empty where text is needed.

        A faulty field takes its default, or a stand-in, so that the rest of the file can be read for its faults.
        """
        if not isinstance(data, dict):
            self.fault(place, f"must be a table, not {repeated(data)}")
            return cast("S", stand_in(kind))
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for key in data.keys() - fields.keys():
            self.fault((*place, key), f"is not known here; {nearest(key, list(fields))}")
        values: dict[str, Any] = {}
        for name, field in fields.items():
            value = None
            if name in data:
                value = self._field(field.type, data[name], (*place, name))
                if field.required and field.type is str and not str(value).strip():
                    self.fault((*place, name), "is empty")
            elif field.required:
                missing = (*place, name)
                # What has a name of its own is added under it; of a list of tables the line of the table says enough.
                in_a_list = any(isinstance(part, int) for part in place)
                to_add = "" if in_a_list else f"; add {_to_add(field, place)}"
                self.fault(missing, f"{name!r} is missing{to_add}", where=in_words(place))
            if value is None and field.required:
                value = stand_in(field.type)
            if value is not None:
                values[field.name] = value
        return kind(**values)

    def _field(self, kind: Any, value: object, place: KeyPath) -> Any:
        """Make a value of the kind; entry by entry where it is a list of tables, or a table."""
        container, inner = get_origin(kind), get_args(kind)
        struct = next((part for part in (kind, *inner) if _is_struct(part)), None)
        if container in (list, tuple) and struct and isinstance(value, (list, dict)):
            # One table may stand for a list of one.
            tables = enumerate(value) if isinstance(value, list) else [(None, value)]
            return container(
                self.fill(struct, table, place if at is None else (*place, at)) for at, table in tables
            )
        if container is dict and isinstance(value, dict):
            known = {key: item for key, item in value.items() if self._is_key(inner[0], key, place)}
            entries = {key: self._field(inner[1], item, (*place, key)) for key, item in known.items()}
            return {key: "" if entry is None else entry for key, entry in entries.items()}
        if struct and container not in (list, tuple) and (isinstance(value, dict) or kind is struct):
            return self.fill(struct, value, place)
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError:
            if place not in self.broken:  # otherwise it is noted already
                self.fault(place, f"must be {in_plain_words(kind)}, not {repeated(value)}")
            return None

    def _is_key(self, kind: Any, key: str, place: KeyPath) -> bool:
        """Return whether a table may have this key; note a fault if it may not."""
        if get_origin(kind) is not Literal or key in get_args(kind):
            return True
        self.fault((*place, key), f"is not known here; {nearest(key, get_args(kind))}")
        return False


def _numbers(data: object, place: KeyPath) -> Iterator[tuple[KeyPath, float]]:
    """Yield every number of a file, with where it stands."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _numbers(value, (*place, key))
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield place, data


def _to_add(field: msgspec.structs.FieldInfo, place: KeyPath) -> str:
    """Say how to write a missing field: as a section, as a text, or what else it takes."""
    name, takes = field.encode_name, in_plain_words(field.type)
    section = ".".join(str(part) for part in (*place, name) if isinstance(part, str))
    if takes == "a table":
        return f"[{section}]"
    if any(map(_is_struct, get_args(field.type))):
        return f"[[{section}]]"
    return f'{name} = "..."' if takes == "text" else f"{name}, {takes}"


def stand_in(kind: Any) -> Any:
    """Return a value to put in the place of a faulty field, so that the rest of the file can be read."""
    kind = _bare(kind)
    if _is_struct(kind):
        lacking = {
            field.name: stand_in(field.type) for field in msgspec.structs.fields(kind) if field.required
        }
        return kind(**lacking)
    match get_origin(kind):
        case None:
            return kind()
        case origin if origin is Literal:
            return get_args(kind)[-1]
        case origin:
            return origin()


PLAIN = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
    tuple: "a list",
}


def in_plain_words(kind: Any) -> str:
    """Say in words what a field takes."""
    if get_origin(kind) is Annotated:
        return in_plain_words(_bare(kind)) + "".join(map(_bounds, kind.__metadata__))
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(str(option) for option in inner if option != "")
    if origin in (list, tuple) and get_origin(inner[0]) is Literal:
        return f"a list of {in_plain_words(inner[0])}"
    if origin in (Union, UnionType):
        return " or ".join(in_plain_words(part) for part in inner if part is not type(None))
    return "a table" if _is_struct(kind) else PLAIN.get(origin or kind, "something else")


def _bare(kind: Any) -> Any:
    """Return a type without its annotations, such as bounds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _bounds(note: object) -> str:
    """Say the bounds of a number."""
    if not isinstance(note, msgspec.Meta):
        return ""
    if note.ge is not None and note.le is not None:
        return f" from {note.ge} to {note.le}"
    bounds = {"of at least": note.ge, "above": note.gt, "of at most": note.le, "below": note.lt}
    return "".join(f" {words} {figure}" for words, figure in bounds.items() if figure is not None)


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def of_the_first(place: KeyPath) -> KeyPath:
    """Return a place without the number of a first entry, since one table may stand for a list of one."""
    return tuple(part for part in place if part != 0)


def in_words(place: KeyPath) -> str:
    """Name a place as a person would: errata 3, sure."""
    words: list[str] = []
    for part in place:
        if isinstance(part, int):
            words[-1] += f" {part + 1}"
        else:
            words.append(part)
    return ", ".join(words) or "file"
