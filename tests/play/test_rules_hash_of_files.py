# SPDX-License-Identifier: Apache-2.0
"""What counts for the hash of rules: what decides, and nothing that is only said or laid out."""

import ast
import gc
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grognard.play.rules_hash import _canonical_code, _code, _hashed, rules_hash

CODE = '''
"""A module."""

WORST = ("out of supply", "supplied")


def why_not(unit: str, phase: str) -> str:
    """Say why not."""
    if phase == "air attack":
        return f"{unit} has flown already"
    return "it is not there"
'''
CHART = '''
title = "A table"
table = """
Die | 1-1
----+----
1   | Ae
"""

[codes]
Ae = "Attacker eliminated."
De = { means = "Defender eliminated.", does = { lost = "all" } }
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rule.py").write_text(CODE)
    (tmp_path / "crt.toml").write_text(CHART)
    return tmp_path


def is_same(folder: Path, name: str, old: str, new: str) -> bool:
    before, file = rules_hash([folder]), folder / name
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return rules_hash([folder]) == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rule.py", "it is not there", "it went home"),
        ("rule.py", "has flown already", "flew before"),
        ("rule.py", "Say why not.", "Say it."),
        ("rule.py", "WORST", "# a comment\nWORST"),
        ("rule.py", 'return "it is not there"', 'return (\n        "it is not there, nor anywhere"\n    )'),
        ("crt.toml", "A table", "Another title"),
        ("crt.toml", "Attacker eliminated.", "All attackers are gone."),
        ("crt.toml", "Defender eliminated.", "All defenders are gone."),
    ],
)
def test_what_is_said_does_not_count(folder: Path, name: str, old: str, new: str) -> None:
    assert is_same(folder, name, old, new)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rule.py", "air attack", "sea attack"),
        ("rule.py", "supplied", "isolated"),
        ("rule.py", "==", "!="),
        ("crt.toml", "| Ae", "| De"),
        ("crt.toml", 'lost = "all"', 'lost = "half"'),
        ("crt.toml", "Ae =", "Ax ="),
    ],
)
def test_what_decides_counts(folder: Path, name: str, old: str, new: str) -> None:
    assert not is_same(folder, name, old, new)


def test_other_files_do_not_count(folder: Path) -> None:
    before = rules_hash([folder])
    (folder / "notes.md").write_text("not a rule")
    (folder / "words.py").write_text("SAID = 1")
    assert rules_hash([folder], ["words.py"]) == before


def test_threads_that_hash_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Python 3.11 counts how deep the syntax goes for all threads together, and breaks off where the sums do not fit.

    Threads take turns in the midst of it where a collection of garbage calls something.
    """
    deep = "value = " + "(" * 40 + "1" + " + 1)" * 40 + "\n"
    paths = [[tmp_path / str(number)] for number in range(4)]
    for number, (folder,) in enumerate(paths):
        folder.mkdir()
        (folder / "rule.py").write_text(f"number = {number}\n" + deep * 20)
    alone = [rules_hash(each) for each in paths]
    usual = gc.get_threshold()

    def take_turns(*_: object) -> None:
        time.sleep(1e-5)

    gc.callbacks.append(take_turns)
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as threads:
            _hashed.cache_clear()
            _code.cache_clear()
            assert list(threads.map(rules_hash, paths)) == alone
    finally:
        gc.callbacks.remove(take_turns)
        gc.set_threshold(*usual)


def test_the_empty_texts_that_some_releases_of_python_add_count_for_nothing() -> None:
    """Python 3.12.1 ends the `{width}d` of such a text with one, 3.11 and 3.13 do not."""
    told, other = (ast.parse('f"{number:{width}d}"').body[0] for _ in range(2))
    spec = other.value.values[0].format_spec  # type: ignore[attr-defined]
    spec.values.append(ast.Constant(""))
    assert [*_canonical_code(told, frozenset())] == [*_canonical_code(other, frozenset())]
