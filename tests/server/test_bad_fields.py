# SPDX-License-Identifier: Apache-2.0
"""A field that means nothing is named, however deep it stands."""

from typing import Any

import msgspec
import pytest

from grognard.server.bad_fields import unknown_field


class Gun(msgspec.Struct, frozen=True, tag="gun"):
    calibre: int = 75


class Fire(msgspec.Struct, frozen=True, tag="fire"):
    units: tuple[str, ...]
    guns: tuple[Gun, ...] = ()
    at: dict[str, int] = {}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({}, ""),
        ({"at": {"any": 1}, "guns": [{"type": "gun", "calibre": 88}]}, ""),
        ({"unit": "a"}, "fire has no field 'unit'; it has units, guns, at"),
        ({"guns": [{"type": "gun"}, {"type": "gun", "bore": 1}]}, "gun has no field 'bore'; it has calibre"),
        ({"x" * 500: 1}, f"fire has no field '{'x' * 80}...'; it has units, guns, at"),
    ],
)
def test_the_first_field_that_means_nothing_is_named(more: dict[str, Any], sentence: str) -> None:
    given = {"type": "fire", "units": ["a", "b"], **more}
    assert unknown_field(given, msgspec.convert(given, Fire)) == sentence
