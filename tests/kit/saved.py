"""Saved games of every log format there was, and what each must come to: `tests/saves/FORMAT/`.

`NAME.jsonl.gz` is a save as it was written then, `NAME.json` what it came to then. `tables.sqlite.gz` is the store of
the server that the served games were played on, `tables.json` what its tables came to. They are never made anew: a
release that changes the format adds a folder by `record_saves.py`, and the older ones stay.
"""

import gzip
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.canonical import fingerprint
from grognard.play.table import Table
from grognard.server.proof import Proof
from grognard.umpire import Choose, Roll

SAVES = Path(__file__).parent.parent / "saves"
# Games whose positions are written otherwise by now than when their games were recorded: in these a place
# off the map has a name and no number, and what each side has is a pair by side. Of these the boards are compared alone.
REWRITTEN = frozenset({"iron-curtain", "panzerblitz"})
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


def compared(game: str, expected: Expected) -> Expected:
    """Return what is compared of a game: of one whose positions are rewritten, all that anybody could see."""
    return replace(expected, positions="") if game in REWRITTEN else expected


def came_to(table: Table[Any], proof: Proof | None = None) -> Expected:
    """Say what a game has come to, and how many rolls it can prove."""
    game: Any = table.game
    return Expected(
        positions=" ".join(fingerprint(position)[:DIGITS] for position in table.positions),
        boards=" ".join(board_hash(game, position) for position in table.positions),
        verdict=game.view.status(table.position).verdict,
        asked=open_question(table.asked),
        rolls=None if proof is None else proof.rolls,
    )


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
