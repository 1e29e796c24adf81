# SPDX-License-Identifier: Apache-2.0
"""Saved games of every log format there was, and what each must come to: `tests/saves/FORMAT/`.

`NAME.jsonl.gz` is a save as it was written then, `NAME.json` what it came to then. `tables.sqlite.gz` is the store of
the server that the served games were played on, `tables.json` what its tables came to. They are never made anew: a
release that changes the format adds a folder by `record_saves.py`, and the older ones stay. Of the second format the
playthroughs, which are kept beside their games, and some long games were left out.
"""

import gzip
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from grognard.play.canonical import canonical
from grognard.play.table import Table
from grognard.server.proof import Proof
from grognard.umpire import Choose, Roll

SAVES = Path(__file__).parent.parent / "saves"
# The order of fields of a position, where it was another when the first games were recorded.
FIELDS = {
    "seelowe": (
        *("turn", "phase", "at", "spent", "supply", "acted", "attacked", "disrupted"),
        *("ashore", "held", "over"),
    ),
    "iron-curtain": (
        *("turn", "phase", "first", "firsts", "at", "hurt", "order", "spent", "began", "short", "acted"),
        *("barred", "attacked", "flown", "nuclear", "chemical", "contaminated", "held", "over"),
    ),
}
# Pairs by side that were two fields when the first games were recorded.
TWIN_FIELDS = {"panzerblitz": {"held": ("german", "soviet")}}
# How places off the map were written first.
OFF_MAP = {"waiting": -1, "lost": -2, "hidden": -3, "exited": -3}
# How many digits of a hash are kept: enough to tell positions apart.
DIGITS = 12


class OpenQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a save stops at: who is asked, with the options there are; or which dice are to be rolled.

    In what words is no part of it: they may change.
    """

    side: str = ""
    options: tuple[Any, ...] = ()
    dice: str = ""


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What a save must come to.

    `positions` has the hash of every position, the first before any order; `boards` that of what anybody could see on
    the table, which stays the same where a position is only written in another way.
    """

    positions: str
    boards: str
    verdict: str = ""
    asked: OpenQuestion | None = None
    rolls: int | None = None


def came_to(table: Table[Any], proof: Proof | None = None) -> Expected:
    """Say what a game has come to, and how many rolls it can prove."""
    game: Any = table.game
    steps = zip((table.positions[0], *table.positions), table.positions, strict=False)
    return Expected(
        positions=" ".join(position_hash(table.log.header.game, *step) for step in steps),
        boards=" ".join(board_hash(game, position) for position in table.positions),
        verdict=game.view.status(table.position).verdict,
        asked=open_question(table.asked),
        rolls=None if proof is None else proof.rolls,
    )


def position_hash(game: str, before: Any, position: Any) -> str:
    """Hash a position, written as positions were when the first games were recorded; `before` is the one it came of."""
    fields = _twins_apart(msgspec.json.decode(canonical(position)), TWIN_FIELDS.get(game, {}))
    if game == "iron-curtain":
        fields = _strikes_counted(fields)
        # What had been spent in the last phase stayed when the game was over.
        fields["spent"] = list(before.spent) if position.over else fields["spent"]
    assert fields.keys() == set(FIELDS.get(game, fields))
    written = msgspec.json.encode(_first_written({name: fields[name] for name in FIELDS.get(game, fields)}))
    return sha256(written).hexdigest()[:DIGITS]


def _twins_apart(fields: dict[str, Any], twins: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """Write pairs by side as two fields, each where the pair stands."""
    written: dict[str, Any] = {}
    for name, value in fields.items():
        pair = {twins[name][0]: value["first"], twins[name][1]: value["second"]} if name in twins else {}
        written |= pair or {name: value}
    return written


def _strikes_counted(fields: dict[str, Any]) -> dict[str, Any]:
    """Write strikes as numbers: those flown in a turn, and of warheads how many each side has used."""
    fired, first = fields.pop("fired"), fields["first"]
    for kind in ("nuclear", "chemical"):
        sides = [side for weapon, side in fired if weapon == f"{kind}-strike"]
        fields[kind] = [sides.count(first), len(sides) - sides.count(first)]
    return {**fields, "flown": len(fields["flown"])}


def _first_written(data: Any) -> Any:
    """Write what each side has as a row without the names of the sides, and places off the map as numbers."""
    if isinstance(data, dict):
        if data.keys() == {"sides", "first", "second"}:
            return [_first_written(data["first"]), _first_written(data["second"])]
        return {name: _first_written(each) for name, each in data.items()}
    if isinstance(data, list):
        return [_first_written(each) for each in data]
    return OFF_MAP.get(data, data) if isinstance(data, str) else data


def board_hash(game: Any, position: Any) -> str:
    """Hash what lies on the map, with whose turn it is and the points, and none of the words."""
    status = game.view.status(position)
    pieces = sorted((each.id, each.side, each.at, each.on) for each in game.view.pieces(position))
    seen = [status.turn, status.side, sorted(status.points.items()), pieces]
    return sha256(msgspec.json.encode(seen)).hexdigest()[:DIGITS]


def open_question(ask: Roll[Any] | Choose[Any] | None) -> OpenQuestion | None:
    """Return what is asked as plain data."""
    if isinstance(ask, Choose):
        return OpenQuestion(ask.side, tuple(msgspec.to_builtins(tuple(ask.options))))
    return None if ask is None else OpenQuestion(dice=str(ask.read.dice))


def save_names() -> list[str]:
    """Return every save by its folder and name."""
    return sorted(
        str(path.relative_to(SAVES)).removesuffix(".jsonl.gz") for path in SAVES.glob("*/*.jsonl.gz")
    )


def read_save(name: str) -> tuple[bytes, Expected]:
    """Return a save, and what it must come to."""
    data = gzip.decompress((SAVES / f"{name}.jsonl.gz").read_bytes())
    return data, msgspec.json.decode((SAVES / f"{name}.json").read_bytes(), type=Expected)


def write_save(folder: Path, name: str, data: bytes, expected: Expected) -> None:
    """Keep a save and what it came to."""
    (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(data, mtime=0))
    (folder / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(expected)) + b"\n")
