"""The hash of the rules: over what decides a game, and not over what is said.

Code counts as what it does: layout, comments, docstrings and sentences are left out. A text with a space in it is a
sentence, unless the code compares it with something or looks something up by it. Of TOML files the prose is left out
by its keys; of codes and options the names count and not their explanations.
"""

import ast
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

# Keys of TOML files under which prose stands, and those of tables whose values are prose.
PROSE = frozenset(
    {
        "title",
        "about",
        "source",
        "says",
        "why",
        "question",
        "sure",
        "text",
        "scale",
        "verdict",
        "minutes",
        "first_day",
    }
)
EXPLAINED = frozenset({"codes", "options"})
# What differs between versions of Python, or only says how a name is used.
UNCOUNTED = frozenset({"ctx", "kind", "type_comment", "type_params", "type_ignores"})


def rules_hash(paths: Iterable[Path], without: Iterable[str] = ()) -> str:
    """Return the hash of what files or whole folders of rules and charts decide, by their names.

    Files and folders of the names in `without` only show or say something, and do not count.
    """
    found, left_out = sha256(), frozenset(without)
    every = [
        (path.parent, each) for path in paths for each in (path.rglob("*") if path.is_dir() else (path,))
    ]
    files = [each for root, each in every if not left_out.intersection(each.relative_to(root).parts)]
    files.sort(key=lambda path: path.as_posix())
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.suffix in (".py", ".toml")}
    code = {path: ast.parse(text) for path, text in texts.items() if path.suffix == ".py"}
    compared = {value for tree in code.values() for node in ast.walk(tree) for value in _compared(node)}
    for path, text in texts.items():
        decides = deciding_code(code[path], compared) if path in code else deciding_data(text)
        found.update(path.name.encode() + b"\0" + decides + b"\0")
    return found.hexdigest()


# Python


def deciding_code(tree: ast.Module, compared: set[str]) -> bytes:
    """Return what code decides, in one spelling; `compared` are the texts with spaces that count."""
    return "\n".join(_spelled(tree, compared)).encode()


def _compared(node: ast.AST) -> Iterator[str]:
    """Run through the texts that a piece of code compares something with, or looks something up by."""
    parts: list[ast.AST | None] = []
    match node:
        case ast.Compare(left, _, comparators):
            parts = [left, *comparators]
        case ast.MatchValue(value):
            parts = [value]
        case ast.Subscript(_, key):
            parts = [key]
        case ast.Dict(keys):
            parts = [*keys]
    for part in parts:
        for each in ast.walk(part) if part is not None else ():
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield each.value


def _spelled(node: Any, compared: set[str]) -> Iterator[str]:
    if isinstance(node, list):
        yield "["
        for each in node:
            if not _is_docstring(each):
                yield from _spelled(each, compared)
        yield "]"
    elif isinstance(node, ast.AST):
        if _is_sentence(node, compared):
            yield "..."
            return
        yield type(node).__name__
        for name in node._fields:
            if name not in UNCOUNTED:
                yield from _spelled(getattr(node, name, None), compared)
    else:
        yield repr(node)


def _is_docstring(node: Any) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_sentence(node: ast.AST, compared: set[str]) -> bool:
    """Say whether a piece of code is a text that is only said, or is put together of such texts."""
    match node:
        case ast.Constant(str() as value):
            return " " in value and value not in compared
        case ast.JoinedStr(values):
            return any(_is_sentence(value, compared) for value in values)
        case ast.BinOp(left, ast.Add(), right):
            return _is_sentence(left, compared) or _is_sentence(right, compared)
    return False


# TOML


def deciding_data(text: str) -> bytes:
    """Return what a TOML file decides, in one spelling."""
    return msgspec.json.encode(_without_prose(tomllib.loads(text)), order="deterministic")


def _without_prose(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_prose(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _explained(each) if key in EXPLAINED and isinstance(each, dict) else _without_prose(each)
        for key, each in value.items()
        if key not in PROSE and not (key == "means" and isinstance(each, str))
    }


def _explained(table: dict[str, Any]) -> dict[str, Any]:
    """Return the names of codes or options, and what they do, without their explanations."""
    return {key: None if isinstance(each, str) else _without_prose(each) for key, each in table.items()}
