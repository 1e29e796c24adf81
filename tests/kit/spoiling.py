# SPDX-License-Identifier: Apache-2.0
"""Saved games spoiled in many ways, and whether each is refused with a plain sentence or is a legal game all the same."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from kit import moments_of, open_log, opened, playthrough

from grognard.charts.errors import GrognardError
from grognard.play.log import Log, load_log, parse_log, print_log, read_log

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


def spoil_and_open(name: str, seed: object, count: int, folder: Path) -> list[str]:
    """Spoil saves of a scenario and open them; return what was said of those that were refused.

    One that opens must be a legal game, and open again.
    """
    rng, sound = Random(f"{name} {seed}"), saves(name)
    path = folder / "spoiled.jsonl"
    refused: list[str] = []
    for _ in range(count):
        mutation, save = rng.choice(MUTATIONS), rng.choice(sound)
        path.write_bytes(mutation(save, rng))
        try:
            table = open_log(load_log(path))
        except GrognardError as error:
            refused.append(str(error))
            continue
        assert not table.game.rules.faults(table.position)
        assert open_log(parse_log(print_log(table.log))).positions == table.positions
    return refused


def is_plain_words(text: str) -> bool:
    """A sentence, or a list of faults of which each is one; no type or function of the program's own."""
    return bool(text.strip()) and not any(word in text for word in ("Traceback", "object at 0x", "<class"))
