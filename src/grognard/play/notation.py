# SPDX-License-Identifier: Apache-2.0
"""Orders as a person types them, and back: `17id arrives 2312`, `17id, 35id attack 2411`, `end`.

First the ids of the units ordered, then the verb, then the other required fields in sequence; optional fields stand
last as `name=value`. A word with a blank, a comma or the like is quoted, as in JSON. Every order prints as a text
that parses to the same order.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeGuard, get_args, get_origin

import msgspec

from grognard.charts.errors import GrognardError

# The fields that say which units are ordered.
ACTORS = ("units", "unit")
QUOTED = r'"(?:[^"\\]|\\.)*"'
WORD = re.compile(rf"(?:\w+=)?{QUOTED}|[^\s,]+")
# A word that need not be quoted.
BARE = re.compile(r'[^\s,="]+')

Order = msgspec.Struct
OrderType = type[msgspec.Struct]


def order_text(order: Order) -> str:
    """Write an order as a person would type it."""
    actors, tag = _actors(order), _tag(type(order))
    verb = _third_person(tag) if len(actors) == 1 else tag
    words = [_quoted(getattr(order, info.name)) for info in _after_verb(type(order)) if info.required]
    words += [f"{name}={_quoted(value)}" for name, value in _named(order)]
    return " ".join(filter(None, [", ".join(map(_quoted, actors)), verb, *words]))


def read_order(orders: Any, order: object) -> Order:
    """Return an order that is given as an order or as text; what is not an order of the game is refused."""
    if isinstance(order, str):
        return parse_order(orders, order)
    if is_order_of(order, orders):
        return order
    raise GrognardError(f"{order!r} is no order of this game; {_how(orders)}")


def is_order_of(order: object, orders: Any) -> TypeGuard[Order]:
    """Return whether something is an order of a game, given the union of its orders."""
    return type(order) in _kinds(orders).values()


def parse_order(orders: Any, text: str) -> Order:
    """Read an order of a game, given the union of its orders; an error says how to write it."""
    kinds = _kinds(orders)
    words = WORD.findall(text)
    # A unit may be called like a verb in capitals: the verb itself goes first.
    at = next(
        (at for meant in (str, str.lower) for at, word in enumerate(words) if meant(word) in kinds), None
    )
    if at is None:
        raise GrognardError(f"{text!r} does not say what to do; {_how(orders, words)}")
    kind = kinds[words[at].lower()]
    try:
        data = {"type": _tag(kind), **_who(kind, words[:at]), **_what(kind, words[at + 1 :])}
        order: Order = msgspec.convert(data, kind, strict=False)
    except ValueError as error:  # ours, or that of a field of another type
        raise GrognardError(f"{text!r} {_reason(error)}; write it as {usage(kind)}") from error
    return order


def names_order(orders: Any, text: str) -> bool:
    """Return whether a text contains the name of an order, whether or not it can be read as one."""
    return not _kinds(orders).keys().isdisjoint(WORD.findall(text.lower()))


def usage(kind: OrderType) -> str:
    """Say how an order of a kind is written: `UNIT, UNIT attack TARGET`."""
    who = {"units": "UNIT, UNIT", "unit": "UNIT"}
    parts = [who[name] for name in ACTORS if name in kind.__struct_fields__]
    after = [
        info.name.upper() if info.required else f"[{info.name}={'|'.join(_words_for(info)) or '...'}]"
        for info in _after_verb(kind)
    ]
    return " ".join([*parts, _tag(kind), *after])


def _words_for(info: msgspec.structs.FieldInfo) -> tuple[str, ...]:
    """Return the words that a field may be, if it is limited to some."""
    return tuple(word for word in get_args(info.type) if isinstance(word, str))


def _how(orders: Any, words: Sequence[str] = ()) -> str:
    """Say how orders are written: the kind whose name is close to some word, or else orders in general."""
    kinds = _kinds(orders)
    near = next((close[0] for word in words if (close := get_close_matches(word, kinds, 1))), None)
    if near:
        return f"for {near} write {usage(kinds[near])}"
    verbs = ", ".join(dict.fromkeys(map(_tag, kinds.values())))
    return f"say who, then one of {verbs}, then where or what to"


@cache
def _kinds(orders: Any) -> dict[str, OrderType]:
    """Return the kinds of orders by their verbs."""
    kinds: tuple[OrderType, ...] = get_args(orders) or (orders,)
    return {verb: kind for kind in kinds for verb in verbs(_tag(kind))}


def verbs(tag: str) -> tuple[str, str]:
    """Return the words that an order is known by: `moves` and `move`."""
    return _third_person(tag), tag


def _tag(kind: OrderType) -> str:
    return str(kind.__struct_config__.tag)


def _third_person(verb: str) -> str:
    """Return the third person of a verb: `moves`, `carries`, `reaches`; a hyphenated tag or a plural noun stays unchanged.

    >>> [_third_person(verb) for verb in ("move", "rally", "lay", "reach", "air-attack", "mines")]
    ['moves', 'rallies', 'lays', 'reaches', 'air-attack', 'mines']
    """
    if "-" in verb or verb.endswith("s"):
        return verb
    if re.search(r"(x|sh|ch)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


# The parts of an order


def _actors(order: Order) -> tuple[str, ...]:
    field = next((name for name in ACTORS if name in order.__struct_fields__), None)
    value = () if field is None else getattr(order, field)
    return (value,) if isinstance(value, str) else tuple(value)


@cache
def _after_verb(kind: OrderType) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields that stand after the verb, or are named there."""
    return tuple(info for info in msgspec.structs.fields(kind) if info.name not in ACTORS)


def _named(order: Order) -> Iterator[tuple[str, Any]]:
    for info in _after_verb(type(order)):
        if not info.required and getattr(order, info.name) != info.default:
            yield info.name, getattr(order, info.name)


def _who(kind: OrderType, words: list[str]) -> Mapping[str, Any]:
    ids = [_unquoted(word) for word in words]
    if "units" in kind.__struct_fields__:
        if not ids:
            raise ValueError("does not say who")
        return {"units": ids}
    if "unit" in kind.__struct_fields__:
        if len(ids) != 1:
            raise ValueError("names more than one unit" if ids else "does not say who")
        return {"unit": ids[0]}
    if ids:
        raise ValueError("names a unit, and this order is given to no unit")
    return {}


def _what(kind: OrderType, words: list[str]) -> Mapping[str, Any]:
    """Read what follows the verb: required fields in sequence, optional ones by name."""
    fields = {info.name: info for info in _after_verb(kind)}
    required = [name for name, info in fields.items() if info.required]
    values: dict[str, Any] = {}
    for word in words:
        name, named, value = word.partition("=")
        if not named or word.startswith('"'):
            if not required:
                raise ValueError(f"has a word too many, {word}")
            name, value = required.pop(0), word
        elif name not in fields:
            raise ValueError(f"has no part {name!r}")
        elif name in required:
            required.remove(name)
        if name in values:
            raise ValueError(f"says {name} twice")
        values[name] = _value(fields[name], _unquoted(value))
    if required:
        raise ValueError(f"does not say {required[0]}")
    return values


def _reason(error: ValueError) -> str:
    return f"cannot be read ({error})" if isinstance(error, msgspec.ValidationError) else str(error)


# Words


def _quoted(value: Any) -> str:
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if BARE.fullmatch(text) else msgspec.json.encode(text).decode()


def _unquoted(word: str) -> str:
    if not re.fullmatch(QUOTED, word):
        return word
    text: str = msgspec.json.decode(word)
    return text


def _value(info: msgspec.structs.FieldInfo, text: str) -> Any:
    if (words := _words_for(info)) and text not in words:
        raise ValueError(f"has {text!r} for {info.name}, which is one of {', '.join(words)}")
    return text.split(",") if get_origin(info.type) is tuple else text
