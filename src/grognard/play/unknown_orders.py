# SPDX-License-Identifier: Apache-2.0
"""Orders and questions of the past that the rules no longer know, kept as they were written."""

from functools import lru_cache
from typing import Any

import msgspec

from grognard.umpire import Question

# The tag fields of orders and of questions.
TYPE, KIND = "type", "kind"


class UnknownOrder(msgspec.Struct, frozen=True):
    """An order that the rules no longer know."""


def unknown_order(data: dict[str, Any]) -> msgspec.Struct:
    """Return an order, given as plain data, that the rules no longer know: it is written just as it was."""
    order: msgspec.Struct = _tagged(TYPE, data)
    return order


def unknown_question(data: dict[str, Any]) -> Question[Any]:
    """Return a question that the rules no longer ask."""
    question: Question[Any] = _tagged(KIND, data)
    return question


def _tagged(tag_field: str, data: dict[str, Any]) -> Any:
    fields = {name: value for name, value in data.items() if name != tag_field}
    return _kind(tag_field, str(data.get(tag_field, "")), tuple(fields))(**fields)


@lru_cache(256)
def _kind(tag_field: str, tag: str, fields: tuple[str, ...]) -> type[msgspec.Struct]:
    base: type[msgspec.Struct] = Question if tag_field == KIND else UnknownOrder
    return msgspec.defstruct(
        "Unknown", [(name, Any) for name in fields], bases=(base,), tag_field=tag_field, tag=tag, frozen=True
    )


def order_in_words(order: msgspec.Struct) -> str:
    """Say an order by its kind and fields."""
    kind, *fields = msgspec.to_builtins(order).values() or ("order",)
    return " ".join([str(kind).replace("_", " ").replace("-", " "), *map(in_plain_words, fields)]).strip()


def in_plain_words(value: Any) -> str:
    """Say plain data: a list by its items."""
    return " ".join(map(in_plain_words, value)) if isinstance(value, list | tuple) else str(value)
