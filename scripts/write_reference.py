# SPDX-License-Identifier: Apache-2.0
"""Write docs/python-reference.md from the docstrings of what `import grognard` brings; a test holds it to them.

Usage: python scripts/write_reference.py
"""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import grognard
from grognard.charts.errors import NoSuch
from grognard.play.board import Battle, Expected, Option, Piece, Preview, Reachable, Status, Step
from grognard.procedures.procedure import Line
from grognard.umpire import Choose, Roll

PAGE = Path(__file__).parent.parent / "docs" / "python-reference.md"
HEAD = """# Reference

Every name of `import grognard`, and what its objects hand out. [Grognard in Python](python.md) is a tour of it. This page is
written by `scripts/write_reference.py` from the docstrings, and a test holds it to them.
"""
# Names in the order a newcomer meets them.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Games": ("open", "load", "Game", "LegalOrders", "Verification"),
    "What a side sees": ("View",),
    "Players and dice": ("random", "greedy", "Dice"),
    "Chances": ("Chance",),
    "Charts": ("chart", "load_chart", "Chart", "Cell", "Odds", "game", "NAMES"),
    "Errors": ("GrognardError", "NotAllowed"),
}
# What the objects above hand out.
DATA: tuple[type, ...] = (
    Status,
    Piece,
    Reachable,
    Step,
    Battle,
    Preview,
    Line,
    Expected,
    Option,
    Choose,
    Roll,
    NoSuch,
)
# What is no function and no class says what it is here.
TOLD = {
    "random": "A player: anything that is legal, by lot.",
    "greedy": "A player: whatever leaves its side best off by the game's own measure, worked out exactly over the dice.",
    "NAMES": "The names of the games that come with Grognard.",
}


def reference() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for title, names in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += [_entry(f"grognard.{name}", name, getattr(grognard, name)) for name in names]
    parts.append("## What they hand out\n")
    parts += [_class(thing.__name__, thing) for thing in DATA]
    return "\n".join(parts)


def _entry(path: str, name: str, thing: Any) -> str:
    if name in TOLD:
        return f"### `{path}`\n\n{TOLD[name]}\n"
    if inspect.isclass(thing):
        return _class(path, thing)
    function = _source(thing)
    assert isinstance(function, ast.FunctionDef)  # noqa: S101 - nothing else is left
    return f"### `{path}{_signature(function)}`\n\n{_doc(thing)}\n"


def _class(path: str, thing: type) -> str:
    rows = [f"- `{heading}`" + (f": {_small(text)}" if text else "") for heading, text in _members(thing)]
    return "\n".join([f"### `{path}`\n", f"{_doc(thing)}\n", *rows, *([""] if rows else [])])


def _members(thing: type) -> Iterator[tuple[str, str]]:
    """Run through what a class has, in the order of its source: how each is written, and what it says of itself."""
    tree = _source(thing)
    assert isinstance(tree, ast.ClassDef)  # noqa: S101 - a class has the source of one
    for node, below in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield f"{node.target.id}: {ast.unparse(node.annotation)}", _text_of(below)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            if "property" in marks and node.returns is not None:
                heading = f"{node.name}: {ast.unparse(node.returns)}"
            else:
                heading = f"{node.name}{_signature(node)}"
            yield heading, ast.get_docstring(node) or ""


def _source(thing: Any) -> ast.stmt:
    """Return the source of a function or a class."""
    (node,) = ast.parse(dedent(inspect.getsource(inspect.unwrap(thing)))).body
    return node


def _text_of(node: ast.stmt | None) -> str:
    """Return a string that stands by itself, as one does under an attribute it explains."""
    told = node.value if isinstance(node, ast.Expr) else None
    return told.value if isinstance(told, ast.Constant) and isinstance(told.value, str) else ""


def _signature(function: ast.FunctionDef) -> str:
    """Write what a function takes and returns as its source does."""
    taken = [argument for argument in function.args.args if argument.arg not in {"self", "cls"}]
    function.args.args = taken
    returns = f" -> {ast.unparse(function.returns)}".replace("'", "") if function.returns else ""
    return f"({ast.unparse(function.args)}){returns}"


def _doc(thing: Any) -> str:
    return inspect.cleandoc(thing.__doc__ or "").strip()


def _small(text: str) -> str:
    """Return what a member does on one line, in lower case where it is no name."""
    text = " ".join(text.split())
    return text[0].lower() + text[1:] if text[:2] != text[:2].upper() else text


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
