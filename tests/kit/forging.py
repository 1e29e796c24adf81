# SPDX-License-Identifier: Apache-2.0
"""Saves forged in one place: a field of any line, an event left out, doubled or moved; and whether it is noticed."""

import json
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

from litestar.testing import TestClient
from sharing import play_shared, sit_down
from skirmish import SkirmishLibrary

from grognard.server.app import make_app, served
from grognard.server.dice import head
from grognard.server.page import Page
from grognard.server.proof import prove
from grognard.server.record import encode, first_hash, next_hash
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables

TIERS = ("server", "players", "each-roll")
CHECKER = Path(__file__).parents[2] / "docs" / "check_dice.py"
Lines = list[bytes]


@cache
def checker() -> Any:
    """Bring the checker of the docs, which knows nothing of Grognard."""
    spec = spec_from_file_location("check_dice", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played_save(tier: str, seed: int, acts: int = 0) -> tuple[bytes, list[str]]:
    """Play a game on a server; return its save, and the heads that were shown meanwhile.

    It is played to its end, or one side resigns after so many acts.
    """
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(SqliteStore(Path(folder) / "data"), SkirmishLibrary(), pace=0)
        app = served(make_app(tables, Page(Path(folder))))
        with TestClient(app, base_url="http://127.0.0.1") as client:
            while True:
                red, blue, watcher = sit_down(client, tier)
                views = play_shared(red, blue, seed, acts or 200)
                resigns = acts > 0 and views[-1]["to_act"] is not None
                if resigns:
                    assert red.player.post("/resign", {"command": "resign"}).status_code == 200
                    views.append(red.player.view())
                is_over = resigns if acts else views[-1]["to_act"] is None
                if is_over and views[-1]["dice"]["rolled"] > 2:
                    heads = [view["dice"]["head"] for view in views]
                    return watcher.player.get("/log").content, heads
                seed += 1000


# Forgeries


def change_a_field(lines: Lines, rng: Random) -> Lines:
    """Give one field of one line another value; it may be the record or the end."""
    at = rng.randrange(len(lines))
    data = json.loads(lines[at])
    holder, name = rng.choice(list(_fields(data)))
    holder[name] = _another(holder[name], rng)
    return [*lines[:at], encode(data), *lines[at + 1 :]]


def drop_a_field(lines: Lines, rng: Random) -> Lines:
    """Leave one field of a line out."""
    at = rng.randrange(len(lines))
    data = json.loads(lines[at])
    holder, name = rng.choice(list(_fields(data)))
    del holder[name]
    return [*lines[:at], encode(data), *lines[at + 1 :]]


def drop_an_event(lines: Lines, rng: Random) -> Lines:
    at = rng.randrange(1, len(lines) - 1)
    return lines[:at] + lines[at + 1 :]


def double_an_event(lines: Lines, rng: Random) -> Lines:
    at = rng.randrange(1, len(lines) - 1)
    return lines[: at + 1] + lines[at:]


def move_an_event(lines: Lines, rng: Random) -> Lines:
    moved = list(lines)
    event = moved.pop(rng.randrange(1, len(lines) - 1))
    moved.insert(rng.randrange(1, len(moved)), event)
    return moved


def swap_events(lines: Lines, rng: Random) -> Lines:
    one, other = rng.randrange(1, len(lines) - 1), rng.randrange(1, len(lines) - 1)
    swapped = list(lines)
    swapped[one], swapped[other] = lines[other], lines[one]
    return swapped


FORGERIES: tuple[Callable[[Lines, Random], Lines], ...] = (
    *(change_a_field,) * 6,
    drop_a_field,
    drop_an_event,
    double_an_event,
    move_an_event,
    swap_events,
)


def _fields(data: Any) -> Any:
    """Run through every place in a line that holds something: of an object by its name, of a list by its number."""
    for name in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, name
        if isinstance(data[name], dict | list):
            yield from _fields(data[name])


def _another(value: Any, rng: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 6))
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return (
            value[:at]
            + rng.choice([each for each in "0123456789abcdef" if each != value[at]])
            + value[at + 1 :]
        )
    strange: tuple[Any, ...] = ("x", 7, [], {}, None)
    return rng.choice([each for each in strange if each != value])


def chained_again(lines: Lines) -> Lines:
    """Give a forged save the end that its lines would have had: whoever has the secret can make it."""
    *written, last = lines
    end = json.loads(last)["end"]
    chain = [first_hash(written[0])]
    for body in written[1:]:
        chain.append(next_hash(chain[-1], body))
    end["events"] = len(written) - 1
    end["hashes"] = [each.hex()[:16] for each in chain]
    end["head"] = head(bytes.fromhex(end["secret"]), chain[-1])
    return [*written, encode({"end": end})]


# Whether they are noticed


def first_other(lines: Lines, forged: Lines) -> int:
    """Return the first line of a forged save that is another; the record is 0."""
    pairs = enumerate(zip(lines, forged, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(lines), len(forged)))


def faults(data: bytes, heads: list[str] | None = None) -> list[str]:
    """Return what Grognard and the checker of the docs say is wrong; an empty text where one of them says nothing."""
    proof = prove(data, heads or ())
    try:
        checker().check(data, heads or ())
    except ValueError as bad:
        said = str(bad)
    else:
        said = ""
    if proof is None:
        return ["it is no save of a server", said]
    return [proof.faults[0] if proof.faults else "", said]


def place_of(fault: str) -> str:
    """Return what a fault is laid to: nothing, the record, an event by its number, or the end and the file."""
    if not fault:
        return ""
    if fault.startswith(("the record", "the secret is not")):
        return "record"
    words = fault.split()
    return f"event {words[1].rstrip(':')}" if words[0] == "event" else "end"


def forge(tier: str, seed: int, count: int) -> list[str]:
    """Forge a save so many times; return every forgery that was not noticed, or laid to the wrong event."""
    rng = Random(f"{tier} {seed}")
    data, heads = played_save(tier, seed)
    wrong = [said for said in faults(data, heads) if said]
    lines = data.splitlines()
    tried = 0
    while tried < count:
        kind = rng.choice(FORGERIES)
        forged = kind(lines, rng)
        if forged == lines:
            continue
        tried += 1
        at = first_other(lines, forged)
        named = "the record" if at == 0 else f"event {at}" if at < len(lines) - 1 else ""
        wrong += [
            f"{kind.__name__} at line {at}: {said!r}"
            for said in faults(b"\n".join(forged) + b"\n")
            if not said or (named and not said.startswith((f"{named} ", f"{named}:")))
        ]
    return wrong
