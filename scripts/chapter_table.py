# SPDX-License-Identifier: Apache-2.0
"""Write the table of chapters in docs/architecture.md: what each is, and which games use it; a test holds it to the tree.

Usage: python scripts/chapter_table.py

A game uses a chapter that its `rules.toml` names or that it cannot do without, and one that a module of it imports. What
only other chapters use stands in the table with these; a module that nothing uses is a fault.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from grognard.registry import NAMES, folder, game_name
from grognard.registry.games import definition, is_defined
from grognard.registry.used_chapters import FRAME, imported
from grognard.rules.definition import STANDARD

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
RULES = ROOT / "src" / "grognard" / "rules"
# The games that come with Grognard, and the example of one made of data alone.
GAMES = (*NAMES, game_name(str(ROOT / "examples" / "lysna")))
BEGINS, ENDS = "<!-- the chapters, by scripts/chapter_table.py -->\n", "<!-- end of the chapters -->\n"


def table() -> str:
    """Return the table: the standard chapters first, then what else of the library games use by themselves."""
    used = {name: set(chapters_of(name)) for name in GAMES}
    chapters = list(dict.fromkeys(module for module, _ in STANDARD.values()))
    others = sorted({path.stem for path in RULES.glob("*.py")} - FRAME - {*chapters, "__init__"})
    rows = ["| chapter | what it is | games |", "|---|---|---|"]
    for module in (*chapters, *others):
        games = [name for name in GAMES if module in used[name]]
        users = ", ".join(games) or "through " + ", ".join(f"`{other}`" for other in users_of(module))
        rows.append(f"| `{module}` | {about(module)} | {users} |")
    return "\n".join(rows) + "\n"


def chapters_of(name: str) -> Iterator[str]:
    """Run through the modules of the library that a game uses."""
    if is_defined(name):
        named = definition(name).chapter_names
        yield from (module for chapter, (module, _) in STANDARD.items() if chapter in named)
    for path in folder(name).rglob("*.py"):
        yield from imported(path)


def users_of(module: str) -> list[str]:
    """Return the chapters that use a module no game uses by itself; there must be one."""
    users = sorted(path.stem for path in RULES.glob("*.py") if module in imported(path))
    chapters = [user for user in users if user not in FRAME]
    if not chapters:
        message = f"rules/{module}.py is used by no game and no chapter: delete it, or name it in FRAME"
        raise LookupError(message)
    return chapters


def about(module: str) -> str:
    """Return what a module says of itself first, without its own name before it."""
    tree = ast.parse((RULES / f"{module}.py").read_text(encoding="utf-8"))
    first = (ast.get_docstring(tree) or "").split("\n\n")[0].replace("\n", " ").strip().rstrip(".")
    first = re.split(r"(?<=\w)\. ", first)[0]
    head, colon, rest = first.partition(": ")
    text = rest if colon and len(head.split()) <= 2 else first
    return (text[0].lower() + text[1:]).replace("|", "/") if not text.startswith("`") else text


def page() -> str:
    """Return the page with the table as it should be."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGINS)
    return f"{before}{BEGINS}\n{table()}\n{ENDS}{rest.split(ENDS)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
