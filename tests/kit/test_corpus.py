# SPDX-License-Identifier: Apache-2.0
"""Every game that was ever recorded goes on opening: it replays to the same positions, and it verifies.

See `saved.py` for what is kept. A test that fails here says that somebody's saved game is lost; what is kept is never
made anew to please it.
"""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest
from kit import LATER, SCENARIOS, parts
from saved import SAVES, Expected, came_to, read_save, save_names

from grognard.play.log import load_log
from grognard.play.verify import verify
from grognard.registry import NAMES
from grognard.registry.games import game_of
from grognard.server.library import Shipped
from grognard.server.proof import prove
from grognard.server.sqlite_store import FILE, SqliteStore
from grognard.server.tables import Tables

FORMATS = sorted(path.name for path in SAVES.iterdir())
STORED = {
    (form, named): expected
    for form in FORMATS
    for named, expected in msgspec.json.decode(
        (SAVES / form / "tables.json").read_bytes(), type=dict[str, Expected]
    ).items()
}


@pytest.mark.parametrize("name", save_names())
def test_a_recorded_game_opens_and_comes_to_what_it_came_to(name: str, tmp_path: Path) -> None:
    data, expected = read_save(name)
    path = tmp_path / "save.jsonl"
    path.write_bytes(data)
    log = load_log(path)
    table, faults = verify(game_of(log.header), log)
    assert faults == []
    proof = prove(data.decode())
    assert proof is None or proof.faults == ()
    assert came_to(table, proof) == expected


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Tables]]:
    """Servers on a copy of each store, started when first asked for."""
    started: dict[str, Tables] = {}

    def server(form: str) -> Tables:
        if form not in started:
            folder = tmp_path_factory.mktemp(form)
            (folder / FILE).write_bytes(gzip.decompress((SAVES / form / "tables.sqlite.gz").read_bytes()))
            started[form] = Tables(SqliteStore(folder), Shipped())
        return started[form]

    yield server
    for tables in started.values():
        tables.close()


@pytest.mark.parametrize(("form", "named"), STORED)
def test_a_server_finds_its_tables_as_they_were(
    form: str, named: str, servers: Callable[[str], Tables]
) -> None:
    table = servers(form).find(named.rsplit(maxsplit=1)[-1]).moment.table
    assert came_to(table) == STORED[form, named]


@pytest.mark.parametrize("kind", ["programs", "terminal-roll"])
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_the_commands_take_a_recorded_game(
    command: str, kind: str, here: Callable[..., CompletedProcess[str]], tmp_path: Path
) -> None:
    data, expected = read_save(f"format-1/seelowe-hythe-{kind}")
    (tmp_path / "save.jsonl").write_bytes(data)
    said = here(command, str(tmp_path / "save.jsonl"))
    assert (said.returncode, said.stderr) == (0, "")
    assert expected.verdict in said.stdout


def test_every_scenario_has_finished_and_unfinished_games_of_the_first_format() -> None:
    for name in (name for name in SCENARIOS if parts(name)[0] in NAMES and name not in LATER):
        kept = [each for each in save_names() if each.startswith(f"format-1/{name.replace('/', '-')}-")]
        assert {bool(read_save(each)[1].verdict) for each in kept} == {True, False}, name
