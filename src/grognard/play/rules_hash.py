# SPDX-License-Identifier: Apache-2.0
"""The hash of the rules: over what decides a game, and not over what is said.

Code counts as what it does: layout, comments, docstrings and sentences are left out. A text with a space in it is a
sentence, unless the code compares something with it or looks something up by it. Of TOML files the prose is left
out, by its keys; of codes and options the names count and not their explanations.
"""

import ast
import tomllib
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

# Keys of TOML files whose values are prose, and keys of tables whose values are prose.
PROSE = frozenset(
    {
        "title",
        "about",
        "asks",
        "source",
        "says",
        "why",
        "question",
        "sure",
        "text",
        "scale",
        "verdict",
        "winner",
        "minutes",
        "first_day",
        "exercise",
        "lean",
    }
)
EXPLAINED = frozenset({"codes", "options"})
# Fields that differ between versions of Python, or only say how a name is used.
UNCOUNTED = frozenset({"ctx", "kind", "type_comment", "type_params", "type_ignores"})
# How many digits are kept of the hash of a part.
DIGITS = 10
# How many Python files are cached, so that what all games share is read once and not for each game.
FILES = 1000
_PARSING = Lock()


def rules_hash(paths: Iterable[Path], without: Iterable[str] = ()) -> str:
    """Return the hash of what files or whole folders of rules and charts decide, given by path.

    Files and folders with a name in `without` only show or say something, and do not count.
    """
    return _hashed(tuple((path, text) for _, path, text in _deciding(paths, without)))[0]


def rules_parts(paths: Iterable[Path], without: Iterable[str] = ()) -> dict[tuple[Path, Path], str]:
    """Return the hash of what each file decides, by the path that was given and the file in it."""
    files = list(_deciding(paths, without))
    _, parts = _hashed(tuple((path, text) for _, path, text in files))
    return {(root, path): part for (root, path, _), part in zip(files, parts, strict=True)}


def _deciding(paths: Iterable[Path], without: Iterable[str]) -> Iterator[tuple[Path, Path, str]]:
    """Yield the files that decide something, each with the path it was found under, and its text."""
    left_out = frozenset(without)
    candidates = [(path, file) for path in paths for file in (path.rglob("*") if path.is_dir() else (path,))]
    for root, file in sorted(candidates, key=lambda pair: pair[1].as_posix()):
        if file.suffix in (".py", ".toml") and not left_out.intersection(file.relative_to(root.parent).parts):
            yield root, file, file.read_text(encoding="utf-8")


@lru_cache(2)  # the whole hash and those of the parts are needed one after the other
def _hashed(files: tuple[tuple[Path, str], ...]) -> tuple[str, tuple[str, ...]]:
    """Return the hash of what all files decide, and that of each file."""
    total, parts = sha256(), []
    code = {path: _code(text) for path, text in files if path.suffix == ".py"}
    compared = frozenset[str]().union(*(file.compared for file in code.values()))
    for path, text in files:
        decides = code[path].decides(compared) if path in code else deciding_data(text)
        total.update(path.name.encode() + b"\0" + decides + b"\0")
        parts.append(sha256(decides).hexdigest()[:DIGITS])
    return total.hexdigest(), tuple(parts)


# Python


def parsed(text: str) -> ast.Module:
    """Parse Python, one text at a time: some versions, 3.11 among them, add up the nesting depths of concurrent threads, and fail."""
    with _PARSING:
        return ast.parse(text)


class _Code:
    """A file of Python: the texts it compares something with, and what it decides."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tree: ast.Module | None = parsed(text)
        nodes = list(ast.walk(self._tree))
        self.compared = frozenset(value for node in nodes for value in _compared(node))
        self._spaced = frozenset(
            node.value
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
        )
        self._decides: dict[frozenset[str], bytes] = {}

    def decides(self, compared: frozenset[str]) -> bytes:
        """Return what it decides, in canonical form; `compared` are the texts with spaces that count."""
        here = self._spaced & compared
        if here not in self._decides:
            # A tree takes much memory, and is usually needed only once.
            tree, self._tree = self._tree or parsed(self._text), None
            self._decides[here] = zlib.compress("\n".join(_canonical_code(tree, here)).encode(), 1)
        return zlib.decompress(self._decides[here])


_code = lru_cache(FILES)(_Code)


def _compared(node: ast.AST) -> Iterator[str]:
    """Yield the texts that code compares something with, or looks something up by."""
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
        for inner in ast.walk(part) if part is not None else ():
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                yield inner.value


def _canonical_code(node: Any, compared: frozenset[str]) -> Iterator[str]:
    if isinstance(node, list):
        yield "["
        for item in node:
            if not _is_docstring(item):
                yield from _canonical_code(item, compared)
        yield "]"
    elif isinstance(node, ast.AST):
        if _is_sentence(node, compared):
            yield "..."
            return
        yield type(node).__name__
        for name in node._fields:
            if name not in UNCOUNTED:
                yield from _canonical_code(_parts(node, name), compared)
    else:
        yield repr(node)


def _parts(node: ast.AST, name: str) -> Any:
    """Return a field of a node, without the empty texts that the first releases of Python 3.12 add to texts with parts in braces."""
    value = getattr(node, name, None)
    if isinstance(node, ast.JoinedStr):
        return [part for part in node.values if not (isinstance(part, ast.Constant) and part.value == "")]
    return value


def _is_docstring(node: Any) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_sentence(node: ast.AST, compared: frozenset[str]) -> bool:
    """Return whether code is a text that is only said, or is put together from such texts."""
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
    """Return what a TOML file decides, in canonical form."""
    return msgspec.json.encode(_without_prose(tomllib.loads(text)), order="deterministic")


def _without_prose(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_prose(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_explanations(item)
        if key in EXPLAINED and isinstance(item, dict)
        else _without_prose(item)
        for key, item in value.items()
        if key not in PROSE and not (key == "means" and isinstance(item, str))
    }


def _without_explanations(table: dict[str, Any]) -> dict[str, Any]:
    """Return the names of codes or options, and their effects, without their explanations."""
    return {key: None if isinstance(item, str) else _without_prose(item) for key, item in table.items()}
