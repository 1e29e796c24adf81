# SPDX-License-Identifier: Apache-2.0
"""A situation as a form: its fields in words, and how it is filled in from what a person typed."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from grognard.charts.errors import GrognardError, NoSuch

# The most digits a number may have: no card has a longer one.
DIGITS = 9
NUMBER = re.compile(rf"[+-]?[0-9]{{1,{DIGITS}}}")

FieldKind = Literal["flag", "number", "numbers", "choice", "text", "words"]


class Field(msgspec.Struct, frozen=True):
    """One field of a situation: its name as an option, what it asks, what it takes, and its default."""

    name: str
    asks: str
    kind: FieldKind
    options: tuple[str, ...] = ()
    default: Any = None
    required: bool = False


def fields(situation: type[msgspec.Struct]) -> list[Field]:
    """Return the fields a situation asks for."""
    return [_field(info) for info in msgspec.structs.fields(situation)]


def _field(info: msgspec.structs.FieldInfo) -> Field:
    kind, asks = info.type, ""
    if get_origin(kind) is Annotated:
        kind, *notes = get_args(kind)
        asks = next((note.description or "" for note in notes if isinstance(note, msgspec.Meta)), "")
    options = tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()
    default = None if info.required else info.default
    return Field(_option(info), asks, _kind(kind), options, default, info.required)


def _option(info: msgspec.structs.FieldInfo) -> str:
    """Name a field as an option; a name that Python reserves, such as `from`, is given by the Struct's renaming."""
    return info.encode_name.replace("_", "-")


def _kind(kind: object) -> FieldKind:
    if kind is bool:
        return "flag"
    if kind is int:
        return "number"
    if get_origin(kind) is tuple:
        return "words" if str in get_args(kind) else "numbers"
    return "choice" if get_origin(kind) is Literal else "text"


def fill(situation: type[msgspec.Struct], given: Mapping[str, str]) -> Any:
    """Make a situation of typed values by field name; everything that is wrong with them is one sentence."""
    asked = {field.name: field for field in fields(situation)}
    for name in given:
        if name not in asked:
            raise NoSuch("option", name, asked)
    missing = [field for field in asked.values() if field.required and field.name not in given]
    if missing:
        needed = " and ".join(f"--{field.name} ({field.asks})" for field in missing)
        raise GrognardError(f"say {needed}")
    attributes = {_option(info): info.name for info in msgspec.structs.fields(situation)}
    return situation(**{attributes[name]: _value(asked[name], text) for name, text in given.items()})


def _value(field: Field, text: str) -> Any:
    match field.kind:
        case "flag":
            if text not in ("yes", "no"):
                raise GrognardError(f"--{field.name} takes yes or no, not {text!r}")
            return text == "yes"
        case "number":
            return _number(field, text)
        case "numbers":
            return tuple(_number(field, part) for part in text.split(",")) if text.strip() else ()
        case "words":
            return tuple(filter(None, (part.strip() for part in text.split(","))))
        case "choice" if text not in field.options:
            raise NoSuch(f"--{field.name}", text, field.options)
        case _:
            return text


def _number(field: Field, text: str) -> int:
    # Python accepts more as a number than a person means by one, such as 1_0.
    if not NUMBER.fullmatch(text.strip()):
        long = text.strip().lstrip("+-").isdecimal() and len(text.strip()) > DIGITS
        told = f" of at most {DIGITS} digits" if long else f", not {text.strip()!r}"
        raise GrognardError(f"--{field.name} takes whole numbers{told}")
    return int(text)


def typed(value: object) -> str:
    """Write the value of a field as a person would type it: `6,6,5`, `yes`, `forest`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)
