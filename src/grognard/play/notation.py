"""Orders as a person types them, and back: `17id arrives 2312`, `17id, 35id attack 2411`, `end`.

First who is ordered, by their ids, then what they do, then where or what to, in the order of the fields; what an order
takes besides, and need not, stands last as `name=value`. Every order prints as a text that parses to the same order.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

import msgspec

from grognard.charts.errors import GrognardError, NoSuch

# The fields that say who is ordered.
ACTORS = ("units", "unit")
WORD = re.compile(r'"[^"]*"|[^\s,]+')


def order_text(order: msgspec.Struct) -> str:
    """Write an order as a person would type it."""
    actors = _actors(order)
    verb = _third_person(_tag(type(order))) if len(actors) == 1 else _tag(type(order))
    words = [_quoted(value) for value in _positional(order)]
    words += [f"{name}={_quoted(value)}" for name, value in _named(order)]
    return " ".join(filter(None, [", ".join(map(_quoted, actors)), verb, *words]))


def parse_order(orders: Any, text: str) -> msgspec.Struct:
    """Read an order of a game, given the union of its orders; what cannot be read is refused with what would be right."""
    kinds = _kinds(orders)
    words = WORD.findall(text)
    at = next((at for at, word in enumerate(words) if word in kinds), None)
    if at is None:
        verbs = sorted({_tag(kind) for kind in kinds.values()})
        raise GrognardError(
            f"{text!r} says nothing to do; say who, then one of {', '.join(verbs)}, then where"
        )
    kind = kinds[words[at]]
    data = {"type": _tag(kind), **_who(kind, words[:at], text), **_what(kind, words[at + 1 :], text)}
    try:
        order: msgspec.Struct = msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise GrognardError(f"{text!r} cannot be read: {error}; write it as {usage(kind)}") from error
    return order


def usage(kind: type[msgspec.Struct]) -> str:
    """Say how an order of a kind is written: `UNIT, UNIT attack TARGET`."""
    who = {"units": "UNIT, UNIT", "unit": "UNIT"}
    parts = [who[name] for name in ACTORS if name in kind.__struct_fields__]
    fields = [info for info in msgspec.structs.fields(kind) if info.name not in ACTORS]
    after = [info.name.upper() if info.required else f"[{info.name}=...]" for info in fields]
    return " ".join([*parts, _tag(kind), *after])


def _kinds(orders: Any) -> dict[str, type[msgspec.Struct]]:
    """Return the kinds of orders by the verbs they go by."""
    every: tuple[type[msgspec.Struct], ...] = get_args(orders) or (orders,)
    return {verb: kind for kind in every for verb in (_tag(kind), _third_person(_tag(kind)))}


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _third_person(verb: str) -> str:
    """Say what one does: `moves`, `passes`, `carries`."""
    if re.search(r"(s|x|sh|ch)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def _actors(order: msgspec.Struct) -> tuple[str, ...]:
    if "units" in order.__struct_fields__:
        return tuple(getattr(order, "units"))  # noqa: B009 - its type is not known here
    return (getattr(order, "unit"),) if "unit" in order.__struct_fields__ else ()  # noqa: B009 - likewise


def _positional(order: msgspec.Struct) -> Iterator[Any]:
    for info in msgspec.structs.fields(order):
        if info.name not in ACTORS and info.required:
            yield getattr(order, info.name)


def _named(order: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for info in msgspec.structs.fields(order):
        if not info.required and getattr(order, info.name) != info.default:
            yield info.name, getattr(order, info.name)


def _quoted(value: Any) -> str:
    text = str(value)
    return text if WORD.fullmatch(text) and "=" not in text and '"' not in text else f'"{text}"'


def _plain(word: str) -> str:
    return word[1:-1] if word.startswith('"') else word


def _who(kind: type[msgspec.Struct], words: list[str], text: str) -> Mapping[str, Any]:
    ids = [_plain(word) for word in words]
    if "units" in kind.__struct_fields__:
        return {"units": ids}
    if "unit" in kind.__struct_fields__ and len(ids) == 1:
        return {"unit": ids[0]}
    if ids or "unit" in kind.__struct_fields__:
        raise GrognardError(f"{text!r} cannot be read; write it as {usage(kind)}")
    return {}


def _what(kind: type[msgspec.Struct], words: list[str], text: str) -> Mapping[str, Any]:
    """Read what stands after the verb: what is needed in its order, what need not be there by its name."""
    fields = {info.name: info for info in msgspec.structs.fields(kind) if info.name not in ACTORS}
    needed = [name for name, info in fields.items() if info.required]
    found: dict[str, Any] = {}
    for word in words:
        name, named, value = word.partition("=")
        if named and not word.startswith('"'):
            if name not in fields:
                raise NoSuch(f"part of {_tag(kind)}", name, fields)
            found[name] = _read(fields[name].type, _plain(value))
        elif needed:
            found[needed[0]] = _read(fields[needed[0]].type, _plain(word))
            needed = needed[1:]
        else:
            raise GrognardError(f"{text!r} says more than can be read; write it as {usage(kind)}")
    if needed:
        raise GrognardError(f"{text!r} does not say {needed[0]}; write it as {usage(kind)}")
    return found


def _read(kind: Any, text: str) -> Any:
    return text.split(",") if get_origin(kind) is tuple else text
