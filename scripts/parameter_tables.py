# SPDX-License-Identifier: Apache-2.0
"""Write the tables of parameters in docs/game-from-data.md: what each takes and is by default; a test holds it to the tree.

Usage: python scripts/parameter_tables.py

What a parameter means is written on the page, in the last column, and stays. A new parameter gets a row with nothing
there, which the test does not let pass.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

from grognard.rules.definition import STANDARD, Head
from grognard.rules.results import Effects
from grognard.rules.scenario import ScenarioFile

PAGE = Path(__file__).parent.parent / "docs" / "game-from-data.md"
TABLE = re.compile(r"<!-- parameters: (?P<name>[\w. ]+) -->\n(?P<rows>.*?)<!-- end -->\n", re.DOTALL)
ROW = re.compile(r"^\| `(?P<key>\w+)` \|.*\| (?P<words>[^|]*) \|$", re.MULTILINE)
HEADING = "| key | takes | default | meaning |\n|---|---|---|---|\n"
TABLE_BELOW = "a table, below"
FRACTION = 'a whole number or a fraction such as `"1/2"`'
PLAIN: dict[Any, str] = {
    str: "text",
    bool: "`true` or `false`",
    int: "a whole number",
    float: "a number",
}


def sections() -> dict[str, type[msgspec.Struct]]:
    """Return every table of a rules and a scenario file, and the results of a chart, by its name."""
    found = dict(_tables("rules", Head))
    del found["rules"]
    for name, (module, kind) in STANDARD.items():
        found |= dict(_tables(name, getattr(import_module(f"grognard.rules.{module}"), kind)))
    return found | {"does": Effects} | dict(_tables("scenario", ScenarioFile))


def _tables(name: str, kind: type[msgspec.Struct]) -> Iterator[tuple[str, type[msgspec.Struct]]]:
    """Run through a Struct and those within it, each with the name of its table in the file."""
    yield name, kind
    for field in fields(kind):
        for inner in _structs(field.type):
            yield from _tables(field.encode_name if name == "rules" else f"{name}.{field.encode_name}", inner)


def _structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for part in get_args(kind):
        yield from _structs(part)


def takes(kind: Any) -> str:
    """Say in words what a parameter takes.

    >>> takes(tuple[str, ...]), takes(Literal["owner", "enemy"]), takes(dict[str, int])
    ('a list of texts', '`"owner"` or `"enemy"`', 'for each name a whole number')
    """
    parts = [part for part in get_args(kind) if part not in {NoneType, ...}]
    match get_origin(kind):
        case None:
            return PLAIN.get(kind, TABLE_BELOW)
        case origin if origin is Annotated:
            least, most = (getattr(kind.__metadata__[0], bound, None) for bound in ("ge", "le"))
            bounds = f" of at least {least}" if most is None else f" from {least} to {most}"
            return takes(parts[0]) + (bounds if least is not None else "")
        case origin if origin is Literal:
            return " or ".join(f'`"{part}"`' if isinstance(part, str) else f"`{part}`" for part in parts)
        case origin if origin in {Union, UnionType}:
            return FRACTION if set(parts) == {str, int} else " or ".join(map(takes, parts))
        case origin if origin is dict:
            inner = takes(parts[1])
            return "for each name a table, below" if inner == TABLE_BELOW else f"for each name {inner}"
        case _:
            inner = takes(parts[0])
            if inner == TABLE_BELOW:
                return "tables in double brackets, below"
            return "a list of texts" if inner == "text" else f"a list of {inner}"


def without(field: FieldInfo) -> str:
    """Say what a parameter is where the file does not name it."""
    if field.required:
        return "needed"
    if field.default is msgspec.NODEFAULT or field.default in ("", (), frozenset(), None):
        return "none"
    return f"`{str(field.default).lower() if isinstance(field.default, bool) else field.default}`".replace(
        "'", '"'
    )


def table(kind: type[msgspec.Struct], words: dict[str, str]) -> str:
    """Return the table of one Struct, with the words that the page has for its parameters."""
    rows = [
        f"| `{field.encode_name}` | {takes(field.type)} | {without(field)} | {words.get(field.encode_name, '')} |\n"
        for field in fields(kind)
    ]
    return HEADING + "".join(rows)


def page() -> str:
    """Return the page with its tables as they should be."""
    known = sections()

    def rewritten(found: re.Match[str]) -> str:
        words = {row["key"]: row["words"].strip() for row in ROW.finditer(found["rows"])}
        return f"<!-- parameters: {found['name']} -->\n\n{table(known[found['name']], words)}\n<!-- end -->\n"

    return TABLE.sub(rewritten, PAGE.read_text(encoding="utf-8"))


def shown() -> list[str]:
    """Return the names of the tables that the page has."""
    return [found["name"] for found in TABLE.finditer(PAGE.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
