"""Saved games that were spoiled are refused with a plain sentence, or are legal games all the same; never a traceback.

GROGNARD_MUTANTS says how many are tried of each scenario.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kit import every_scenario, moments_of, opened, playthrough

from grognard.charts.errors import GrognardError
from grognard.games.playing import open_log
from grognard.play.log import Entry, Log, load_log, parse_log, plain, print_log, read_log, save_log
from grognard.play.table import given_again
from grognard.umpire import Roll, answer_to

MUTANTS = int(os.environ.get("GROGNARD_MUTANTS", "40"))
# Saves long enough for every kind of order, short enough to be replayed many times.
ORDERS = 60
STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    10**30,
    1.5,
    "",
    "x",
    "2312",
    [],
    [1],
    [[]],
    {},
    {"type": "end"},
)


def flip_bytes(data: bytes, rng: Random) -> bytes:
    spoiled = bytearray(data)
    for _ in range(rng.choice((1, 1, 3))):
        spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
    return bytes(spoiled)


def cut_off(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


def drop_lines(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def repeat_a_line(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return b"".join(lines)


def swap_lines(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a value that something else can be put in: a container and its key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [place for key in keys for place in _places(value[key])]


def change_a_field(data: bytes, rng: Random) -> bytes:
    """Put something strange, or something from another place of the same save, anywhere."""
    lines = [json.loads(line) for line in data.splitlines()]
    spoiled = rng.choice(lines)
    container, key = rng.choice(_places(spoiled))
    other, other_key = rng.choice(_places(rng.choice(lines)))
    container[key] = rng.choice((rng.choice(STRANGE), other[other_key]))
    if rng.random() < 0.2 and isinstance(container, dict):
        del container[key]
    return _written(lines)


def change_an_answer(data: bytes, rng: Random) -> bytes:
    lines = [json.loads(line) for line in data.splitlines()]
    answered = [line for line in lines if line.get("answers")]
    if not answered:
        return change_a_field(data, rng)
    answer = rng.choice(rng.choice(answered)["answers"])
    other = rng.choice(rng.choice(answered)["answers"])
    answer["given"] = rng.choice(([rng.randint(0, 7)], other["given"], rng.choice(STRANGE)))
    return _written(lines)


def _written(lines: list[Any]) -> bytes:
    try:
        return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)
    except ValueError:  # a container put into itself
        return b""


MUTATIONS: list[Callable[[bytes, Random], bytes]] = [
    flip_bytes, cut_off, drop_lines, repeat_a_line, swap_lines, change_a_field, change_a_field, change_an_answer,
]  # fmt: skip


def saves(name: str) -> list[bytes]:
    """Sound saves to be spoiled: the beginning of the playthrough, and a random game in the midst of a question."""
    recorded = read_log(opened(name), load_log(playthrough(name, "jsonl")))
    asking = [table for table in moments_of(name, 1) if table.in_hand][-1]
    logs = [Log(recorded.header, recorded.entries[:ORDERS]), _last(asking.log)]
    return [print_log(log).encode() for log in logs]


def _last(log: Log) -> Log:
    return log if len(log.entries) <= ORDERS else Log(log.header, log.entries[:ORDERS])


@every_scenario
def test_a_spoiled_save_is_refused_in_words_or_is_a_legal_game(name: str, tmp_path: Path) -> None:
    rng, sound = Random(name), saves(name)
    path = tmp_path / "spoiled.jsonl"
    refused: list[str] = []
    for _ in range(MUTANTS):
        mutation, save = rng.choice(MUTATIONS), rng.choice(sound)
        path.write_bytes(mutation(save, rng))
        try:
            table = open_log(load_log(path))
        except GrognardError as error:
            refused.append(str(error))
            continue
        assert not table.game.rules.faults(table.position)
        assert open_log(parse_log(print_log(table.log))).positions == table.positions
    assert [words for words in refused if not is_plain_words(words)] == []
    assert len(refused) > MUTANTS / 3


def is_plain_words(text: str) -> bool:
    """A sentence, or a list of faults of which each is one; no type or function of the program's own."""
    return bool(text.strip()) and not any(word in text for word in ("Traceback", "object at 0x", "<class"))


@every_scenario
def test_every_moment_can_be_saved_and_opened(name: str, tmp_path: Path) -> None:
    """Also in the midst of an order, with a question open."""
    path = tmp_path / "game.jsonl"
    tables = moments_of(name, 1)
    asking = [table for table in tables if table.in_hand]
    assert asking
    for table in (*asking[:6], *asking[-2:], tables[-1]):
        save_log(table.log, path)
        again = open_log(load_log(path))
        assert (again.log, again.positions) == (table.log, table.positions)
        assert again.question == table.question
        assert again.to_act == table.to_act


@every_scenario
def test_an_answer_that_could_not_be_given_is_refused_with_its_entry(name: str) -> None:
    table = next(table for table in moments_of(name, 1) if table.question.startswith("roll"))
    entry: Entry = table.log.entries[-1]
    asked = table.asked
    assert isinstance(asked, Roll)
    wrong = plain(Entry(entry.order, (answer_to(asked, (99,)),)))
    text = print_log(table.before_order.log) + json.dumps(wrong) + "\n"
    with pytest.raises(GrognardError, match=rf"^entry {len(table.log.entries)}: roll .* takes .*, not 99$"):
        open_log(parse_log(text))
    assert given_again(table.before_order, entry) == table
