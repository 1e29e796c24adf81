# SPDX-License-Identifier: Apache-2.0
"""The chapters of the library that decide a game: those it is made of, those its modules import, and what these import.

What is imported only to check types, or to show and say something, decides nothing.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from grognard.play.rules_hash import parsed
from grognard.registry import folder
from grognard.registry.games import NOT_DECIDING, definition, is_defined
from grognard.rules.definition import STANDARD

RULES = Path(__file__).parent.parent / "rules"
LIBRARY = "grognard.rules"
# The modules that put chapters together, and are not themselves a matter of a wargame.
FRAME = frozenset((
    "board", "cache", "card", "chapter", "checking", "context", "definition", "game", "invariants", "map_game", "options",
    "position", "queries", "rulebook", "ruled", "scenario", "text", "view",
))  # fmt: skip


def used_chapters(name: str) -> frozenset[str]:
    """Return the names of the modules of the library that decide a game."""
    used: set[str] = set()
    to_follow = list(_used_directly(name))
    while to_follow:
        module = to_follow.pop()
        path = RULES / f"{module}.py"
        if module not in used and path.exists() and path.name not in NOT_DECIDING:
            used.add(module)
            to_follow += imported(path)
    return frozenset(used)


def _used_directly(name: str) -> Iterator[str]:
    """Yield the modules that a game's `rules.toml` names, and those that its own modules import."""
    if is_defined(name):
        yield "game"
        chapters = definition(name).chapter_names
        yield from (module for chapter, (module, _) in STANDARD.items() if chapter in chapters)
    for path in folder(name).rglob("*.py"):
        if path.name not in NOT_DECIDING:
            yield from imported(path)


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules of the library that a module imports, however the import is written."""
    imports: set[str] = set()
    pending: list[ast.AST] = [parsed(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                pending += node.orelse
            case ast.ImportFrom(module=str(module)):
                imports.update(f"{module}.{alias.name}" for alias in node.names)
            case ast.Import():
                imports.update(alias.name for alias in node.names)
            case _:
                pending += ast.iter_child_nodes(node)
    prefix = f"{LIBRARY}."
    return frozenset(name.removeprefix(prefix).split(".")[0] for name in imports if name.startswith(prefix))
