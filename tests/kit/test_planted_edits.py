# SPDX-License-Identifier: Apache-2.0
"""Edits of a chart, a ruling, a sentence, a field and a phase are each noticed in games under way, and handled as promised.

They are planted in a copy of the package, in which games that were kept in the midst of play are then opened and gone on with.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from midgames import Midgame
from test_midgames import FOUND
from test_rewording import REWORDED, copied, reword

from grognard.play.shapes import fingerprint_of
from grognard.server.library import Shipped
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat
from grognard.server.store import open_store
from grognard.server.tables import Tables

# How many games of each scenario are opened.
GAMES = 6
SCRIPT = """
import json, sys
from pathlib import Path
from random import Random
import msgspec
sys.path[:0] = sys.argv[3:]
from midgames import Midgame, positions_hash
from grognard.opponent import decision, random_play
from grognard.server.errors import Closed
from grognard.server.library import Shipped
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat, key_hash
from grognard.server.store import open_store
from grognard.server.tables import Tables
from msgspec.structs import replace

tables = Tables(open_store(Path(sys.argv[2])), Shipped(), pace=0)
for kept in msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=list[Midgame]):
    stored = kept.stored
    stored = replace(stored, seats=(*stored.seats, Seat(key_hash("key"), ())))
    tables.store.create(stored)
    said = {"name": kept.name, "kind": kept.kind}
    try:
        live = tables.find(stored.table)
    except Closed as error:
        print(json.dumps(said | {"closed": str(error)}))
        continue
    table = live.moment.table
    seat = Seat(b"", tuple(live.game.sides))
    view = SeatView(live, seat).view()
    said |= {
        "past": positions_hash(table) == kept.positions,
        "places": [live.game.view.status(table.positions[0]).phase, view.status.phase],
        "otherwise": len(table.otherwise),
        "orders": len(table.log.entries),
        "told": sum(bool(line.lines) for line in view.log),
        "notice": view.notice,
        "withdrawn": live.reopened.withdrawn,
    }
    went = 0
    rng = Random(1)
    while went < 4 and live.moment.to_act and not live.moment.dice.missing and live.moment.dice.awaited is None:
        now = live.moment
        found = decision(random_play, now.table, rng)
        if now.asked is None:
            live.order(seat, now.seq, str(went), msgspec.to_builtins(found))
        else:
            live.answer(seat, now.seq, str(went), found)
        went += 1
    print(json.dumps(said | {"went": went}))
tables.close()
"""
# A row of the chart on which most attacks are rolled comes to nothing.
CRT = (
    "1        | -   | D   | D   | DD  | X   | X   | [X]",
    "1        | -   | -   | -   | -   | -   | -   | [-]",
)
RENAMED = '''"""Positions as they were before who had the good of a road was called otherwise."""

from grognard.games.panzerblitz.position import Position
from grognard.play.shapes import Migration, fields_fingerprint


def renamed(data):
    data["had_road"] = data.pop("on_road")
    return data


MIGRATIONS = (Migration("{since}", fields_fingerprint(Position), renamed),)
'''
PHASES = '''"""Positions as they were when air attacks had a phase of their own."""

from grognard.play.shapes import Migration

NOW = {{0: 0, 1: 1, 2: 1, 3: 2}}


def without_air_attack(data):
    side, phase = divmod(data["phase"], 4)
    data["phase"] = 3 * side + NOW[phase]
    return data


MIGRATIONS = (Migration("{since}", "{to}", without_air_attack),)
'''
AIR = re.compile(r'\[\[sequence\.phases\]\]\nname = "air attack"\n.*?\n\n', re.DOTALL)
# What a game's phases come to once one is gone.
WITHOUT_AIR = [["movement"], ["combat"], ["mechanised movement"]]


def shape(game: str) -> dict[str, str]:
    kept = next(kept for kept in FOUND if kept.name.startswith(f"{game}/"))
    found: dict[str, str] = msgspec.json.decode(kept.record)["header"]["shape"]
    return found


def changed(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{path.name} says something else by now than {old!r}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def plant(games: Path) -> None:
    """Plant an edit of each kind, in a game of its own."""
    changed(games / "panzerblitz" / "cards" / "crt.toml", CRT)
    for path in (games / "panzerblitz").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"\bon_road\b", "had_road", text), encoding="utf-8")
    migrations = RENAMED.format(since=shape("panzerblitz")["fields"])
    (games / "panzerblitz" / "migrations.py").write_text(migrations, encoding="utf-8")
    changed(
        games / "jarama" / "rulings.toml",
        ('card = "literal"\nerrata = "literal"', 'card = "mech-barred"\nerrata = "mech-barred"'),
    )
    reword(games / "asl_sk", REWORDED["asl-sk"])
    rules = games / "seelowe" / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    assert AIR.search(text)
    rules.write_text(AIR.sub("", text), encoding="utf-8")
    # Every order must be given in some phase.
    changed(rules, ('orders = ["attack"]', 'orders = ["attack", "air-attack"]'))
    migrations = PHASES.format(since=shape("seelowe")["phases"], to=fingerprint_of(WITHOUT_AIR))
    (games / "seelowe" / "migrations.py").write_text(migrations, encoding="utf-8")
    changed(games / "iron_curtain" / "rules.toml", ('name = "strikes"', 'name = "raids"'))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """What became of games under way, by the game."""
    folder = tmp_path_factory.mktemp("edited")
    package = copied(folder)
    plant(package / "games")
    names = [name for name in dict.fromkeys(kept.name for kept in FOUND) if not name.startswith("lysna")]
    wanted: list[Midgame] = []
    for name in names:
        here = [kept for kept in FOUND if kept.name == name]
        played = [kept for kept in here if kept.kind not in ("free", "copy")]
        wanted += sorted(played, key=lambda kept: (kept.asked is None, -len(kept.events)))[:GAMES]
        # A game that hides something is not copied.
        wanted += {kept.kind: kept for kept in here if kept not in played}.values()
    (folder / "games.json").write_bytes(msgspec.json.encode(wanted))
    kit = Path(__file__).parent
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            SCRIPT,
            str(folder / "games.json"),
            str(folder / "store"),
            str(kit),
            str(kit.parent / "server"),
        ],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, list[dict[str, Any]]] = {}
    for said in map(json.loads, done.stdout.splitlines()):
        found.setdefault(said["name"].partition("/")[0], []).append(said)
    return found


Opened = dict[str, list[dict[str, Any]]]


def went_on(games: list[dict[str, Any]]) -> None:
    assert [game for game in games if "closed" in game] == []
    assert sum(game["went"] > 0 for game in games) >= len(games) / 2
    assert [game for game in games if game["told"] == 0 and game["orders"]] == []


def test_an_edited_chart_and_a_renamed_field_leave_the_past_as_it_was(opened: Opened) -> None:
    games = opened["panzerblitz"]
    went_on(games)
    assert sum(game["otherwise"] for game in games) > 0
    for game in games:
        assert "the chart crt" in game["notice"]
        assert "The past is shown as it was." in game["notice"]
        if game["otherwise"]:
            assert (
                f"{game['otherwise']} of {game['orders']} orders would come out otherwise now"
                in game["notice"]
            )


def test_a_switched_default_of_a_ruling_binds_no_game_under_way(opened: Opened) -> None:
    games = opened["jarama"]
    went_on(games)
    assert all(game["past"] and game["otherwise"] == 0 and not game["withdrawn"] for game in games)
    assert all("the rulings" in game["notice"] for game in games)


def test_a_reworded_sentence_is_no_change(opened: Opened, tmp_path: Path) -> None:
    """What is told of the rules is what is told without it: of whatever else has changed since the game was kept."""
    games = opened["asl-sk"]
    went_on(games)
    assert all(game["past"] and game["otherwise"] == 0 and not game["withdrawn"] for game in games)
    assert {game["notice"] for game in games} == notices("asl-sk", tmp_path)


def notices(game: str, folder: Path) -> set[str]:
    """Return what is told at tables of a game when they are opened with the rules as they are."""
    tables = Tables(open_store(folder), Shipped(), pace=0)
    said = set()
    for kept in FOUND:
        if kept.name.startswith(f"{game}/") and kept.kind not in ("free", "copy"):
            tables.store.create(kept.stored)
            live = tables.find(kept.stored.table)
            said.add(SeatView(live, Seat(b"", live.game.sides)).view().notice)
    tables.close()
    return said


def test_a_phase_that_is_gone_is_stepped_over(opened: Opened) -> None:
    games = opened["seelowe"]
    went_on(games)
    assert all(game["places"][1] != "air attack" for game in games)
    assert [g["notice"] for g in games if "the rules of the game in rules" not in g["notice"]] == []


def test_without_a_step_a_game_is_closed_in_words(opened: Opened) -> None:
    for game in opened["iron-curtain"]:
        assert (
            "its phases are written in another way by now, and no migration leads from there"
            in game["closed"]
        )
