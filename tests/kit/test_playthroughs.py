# SPDX-License-Identifier: Apache-2.0
"""A recorded playthrough of every scenario; without one the build fails.

It is a whole game as a log, with the hash of every position it comes to, and a text that a person can proof-read: how it
begins, and how it ends. `record_playthrough.py` makes one. It is read before it is kept, and never made anew to please this test.
"""

import msgspec
from kit import every_scenario, open_log, opened, playthrough, title
from playthrough_text import opening
from saved import Expected, came_to

from grognard.play.log import load_log, parse_log, print_log
from grognard.play.table import resume
from grognard.play.transcript import transcript


@every_scenario
def test_the_playthrough_is_a_legal_game_played_to_its_end(name: str) -> None:
    path = playthrough(name, "jsonl")
    record = f"python tests/kit/record_playthrough.py {name.replace('/', ' ')}"
    assert path.exists(), f"record a playthrough: {record}"
    log = load_log(path)
    assert f"{log.header.game}/{log.header.scenario}" == name
    table = open_log(log)
    assert table.to_act is None
    status = opened(name).view.status
    assert status(table.position).needed
    assert not status(table.positions[0]).needed
    assert open_log(parse_log(print_log(table.log))) == table
    expected = msgspec.json.decode(playthrough(name, "json").read_bytes(), type=Expected)
    assert came_to(table) == expected


@every_scenario
def test_the_playthrough_begins_and_ends_as_it_is_written(name: str) -> None:
    table = resume(opened(name), load_log(playthrough(name, "jsonl")))
    text = playthrough(name, "txt").read_text(encoding="utf-8")
    assert opening(transcript(table, title(name))) == text
