# SPDX-License-Identifier: Apache-2.0
"""The chapters of the library that a game is decided by: those it is made of, those its modules import, and what these import.

What is imported to check types alone, or to show and say something, decides nothing.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from grognard.play.rules_hash import parsed
from grognard.registry import folder
from grognard.registry.games import SHOWN, definition, is_defined
from grognard.rules.definition import STANDARD

RULES = Path(__file__).parent.parent / "rules"
LIBRARY = "grognard.rules"
# What puts chapters together, and is no matter of a wargame itself.
FRAME = frozenset((
    "board", "cache", "card", "chapter", "checking", "context", "definition", "game", "invariants", "options", "position",
    "queries", "rulebook", "ruled", "scenario", "text", "view",
))  # fmt: skip


def used_chapters(name: str) -> frozenset[str]:
    """Return the modules of the library that a game is decided by, by their names."""
    found: set[str] = set()
    to_follow = list(_used_by_itself(name))
    while to_follow:
        module = to_follow.pop()
        path = RULES / f"{module}.py"
        if module not in found and path.exists() and path.name not in SHOWN:
            found.add(module)
            to_follow += imported(path)
    return frozenset(found)


def _used_by_itself(name: str) -> Iterator[str]:
    """Yield the modules that a game is made of by its `rules.toml`, and those that its own modules import."""
    if is_defined(name):
        yield "game"
        chapters = definition(name).chapter_names
        yield from (module for chapter, (module, _) in STANDARD.items() if chapter in chapters)
    for path in folder(name).rglob("*.py"):
        if path.name not in SHOWN:
            yield from imported(path)


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules of the library that a module imports, in whichever way that is written."""
    found: set[str] = set()
    to_look_at: list[ast.AST] = [parsed(path.read_text(encoding="utf-8"))]
    while to_look_at:
        node = to_look_at.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                to_look_at += node.orelse
            case ast.ImportFrom(module=str(module)):
                found.update(f"{module}.{alias.name}" for alias in node.names)
            case ast.Import():
                found.update(alias.name for alias in node.names)
            case _:
                to_look_at += ast.iter_child_nodes(node)
    prefix = f"{LIBRARY}."
    return frozenset(name.removeprefix(prefix).split(".")[0] for name in found if name.startswith(prefix))
