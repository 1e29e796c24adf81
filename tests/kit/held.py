"""Rulings that random play hardly ever comes to, each with the test that holds it to a difference.

A test is named by its file and function, `games/jarama/test_river_turns.py::test_contact`, and mentions ruling and
option. Examples that a person tells are named by their file alone, and mention them as `ruling=option`.
"""

import ast
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent.parent

HELD: dict[str, dict[str, str]] = {}


def why_not_held(words: tuple[str, ...], holder: str) -> str:
    """Say what is wrong with a test that is said to hold something, and must mention its words; nothing where it does."""
    file, _, name = holder.partition("::")
    path = TESTS / file
    if not path.exists():
        return f"there is no file tests/{file}"
    if not name:
        return _why_not_told(path, "=".join(words))
    source = functions(path).get(name)
    if source is None:
        return f"there is no test {name} in tests/{file}"
    missing = [word for word in words if word not in source]
    return f"{name} in tests/{file} does not mention {' and '.join(missing)}" if missing else ""


def _why_not_told(path: Path, switched: str) -> str:
    """Examples are held by the test beside them that reads their file."""
    if switched not in path.read_text(encoding="utf-8"):
        return f"tests/{path.relative_to(TESTS)} does not mention {switched}"
    readers = [
        each for each in path.parent.glob("test_*.py") if path.name in each.read_text(encoding="utf-8")
    ]
    return "" if readers else f"no test reads tests/{path.relative_to(TESTS)}"


@cache
def functions(path: Path) -> dict[str, str]:
    """Return the source of every test of a module, with its decorators and the constants that it or they name."""
    text = path.read_text(encoding="utf-8")
    body = ast.parse(text).body
    constants = {
        target.id: ast.get_source_segment(text, node) or ""
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            parts = [ast.get_source_segment(text, each) or "" for each in (*node.decorator_list, node)]
            found[node.name] = "\n".join([*parts, *(constants[each] for each in named & constants.keys())])
    return found
