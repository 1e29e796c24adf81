# SPDX-License-Identifier: Apache-2.0
"""Counts and ordinal numbers in words: the one place that knows when a noun is plural."""


def counted(number: int, thing: str, things: str = "") -> str:
    """Write a number of things; `things` is the plural if it is not formed by an s.

    >>> counted(1, "hex", "hexes"), counted(2, "hex", "hexes"), counted(0, "point")
    ('1 hex', '2 hexes', '0 points')
    """
    return f"{number} {plural(number, thing, things)}"


def plural(number: int, thing: str, things: str = "") -> str:
    """Return the form of a noun or verb that agrees with a number of things.

    >>> plural(1, "has", "have"), plural(3, "has", "have"), plural(3, "unit")
    ('has', 'have', 'units')
    """
    return thing if number == 1 else things or f"{thing}s"


def ordinal(place: int) -> str:
    """Write an ordinal number.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    teen = place % 100 in (11, 12, 13)
    return f"{place}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"
