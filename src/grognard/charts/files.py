"""Read a TOML file strictly into a Struct, and name every fault of it with its line."""

import re
import tomllib
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from grognard.charts.errors import BadFile, Fault, GrognardError, nearest

HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(#.*)?")
KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+)\s*=""")

S = TypeVar("S", bound=msgspec.Struct)
Place = tuple[str | int, ...]


class Lines:
    """Where each section and key of a TOML text stands; a nearest enclosing place answers for an unknown one."""

    def __init__(self, text: str) -> None:
        self.at: dict[Place, int] = {}
        seen: dict[str, int] = {}
        section: Place = ()
        for number, line in enumerate(text.splitlines(), 1):
            if header := HEADER.fullmatch(line):
                name = header[1].strip()
                section = tuple(part.strip().strip("\"'") for part in name.split("."))
                if line.lstrip().startswith("[["):
                    seen[name] = seen.get(name, -1) + 1
                    section = (*section, seen[name])
                self.at.setdefault(section, number)
            elif key := KEY.match(line):
                self.at.setdefault((*section, key[1].strip("\"'")), number)

    def of(self, place: Place) -> int:
        """Return the line of a place such as ("errata", 2, "sure")."""
        while place and place not in self.at:
            bare = tuple(part for part in place if not isinstance(part, int))
            if bare in self.at:
                return self.at[bare]
            place = place[:-1]
        return self.at.get(place, 0)


class Source:
    """One file being read: its text, its lines, and the faults found so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[Fault] = []
        # Sections with faults of their own; what is read from them is not to be trusted.
        self.broken: set[str | int] = set()
        try:
            self.text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise BadFile(str(path), [Fault(0, "file", "is not UTF-8 text")]) from error
        except OSError as error:
            raise GrognardError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
        self.lines = Lines(self.text)

    def fault(self, place: Place, what: str, line: int = 0, where: str = "") -> None:
        """Note one fault; reading goes on."""
        self.broken.update(place[:1])
        self.faults.append(Fault(line or self.lines.of(place), where or in_words(place), what))

    def stop_if_faulty(self) -> None:
        """Raise every fault noted so far."""
        if self.faults:
            raise BadFile(str(self.path), self.faults)

    def data(self) -> dict[str, Any]:
        """Return the file as plain tables."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            fault = Fault(int(line[1]) if line else 0, "file", f"is not TOML: {error}")
            raise BadFile(str(self.path), [fault]) from error

    def fill(self, kind: type[S], data: object, place: Place = ()) -> S | None:
        """Make a `kind` of the data, noting every field that is missing, unknown or of the wrong type.

        A faulty field takes its default, or is empty, so that the rest of the file can be read for its
        faults; nothing is returned where there is nothing to put instead.
        """
        if not isinstance(data, dict):
            self.fault(place, f"must be a table, not {data!r}")
            return None
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for key in data.keys() - fields.keys():
            self.fault((*place, key), f"is not known here; {nearest(key, list(fields))}")
        values: dict[str, Any] = {}
        for name, field in fields.items():
            value = None
            if name in data:
                value = self._field(field.type, data[name], (*place, name))
            elif field.required:
                self.fault(place, f"{name!r} is missing")
            if value is None and field.required and field.type is str:
                value = ""
            if value is not None:
                values[field.name] = value
        lacking = [field for field in fields.values() if field.required and field.name not in values]
        return None if lacking else kind(**values)

    def _field(self, kind: Any, value: object, place: Place) -> Any:
        """Make a value of the kind; entry by entry where it is a list of tables, or a table."""
        if _is_struct(kind):
            return self.fill(kind, value, place)
        container, inner = get_origin(kind), get_args(kind)[-1:]
        if container is list and _is_struct(*inner) and isinstance(value, (list, dict)):
            # One table may stand for a list of one.
            tables = (
                [((*place, at), each) for at, each in enumerate(value)]
                if isinstance(value, list)
                else [(place, value)]
            )
            filled = [self.fill(inner[0], each, at) for at, each in tables]
            return [each for each in filled if each is not None]
        if container is dict and isinstance(value, dict):
            entries = {key: self._field(inner[0], each, (*place, key)) for key, each in value.items()}
            return {key: "" if each is None else each for key, each in entries.items()}
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            allowed = ", ".join(filter(None, get_args(kind))) if container is Literal else ""
            what = (
                f"{value!r} is not allowed; there are {allowed}" if allowed else str(error).split(" - at")[0]
            )
            self.fault(place, what)
            return None


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def in_words(place: Place) -> str:
    """Name a place as a person would: errata 3, sure."""
    words: list[str] = []
    for part in place:
        if isinstance(part, int):
            words[-1] += f" {part + 1}"
        else:
            words.append(part)
    return ", ".join(words) or "file"
