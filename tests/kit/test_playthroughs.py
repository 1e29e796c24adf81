"""A recorded playthrough of every scenario, that a person can read; without one the build fails.

`scripts/record_playthrough.py` makes one. It is read before it is kept, and never made anew to please this test.
"""

from kit import every_scenario, opened, playthrough, title

from grognard.games.playing import open_log
from grognard.play.log import load_log, parse_log, print_log
from grognard.play.table import resume
from grognard.play.transcript import transcript


@every_scenario
def test_the_playthrough_is_a_legal_game_played_to_its_end(name: str) -> None:
    path = playthrough(name, "jsonl")
    assert path.exists(), (
        f"record a playthrough: python scripts/record_playthrough.py {name.replace('/', ' ')}"
    )
    log = load_log(path)
    assert f"{log.header.game}/{log.header.scenario}" == name
    table = open_log(log)
    assert table.to_act is None
    assert open_log(parse_log(print_log(table.log))) == table


@every_scenario
def test_the_playthrough_tells_what_is_written(name: str) -> None:
    table = resume(opened(name), load_log(playthrough(name, "jsonl")))
    assert transcript(table, title(name)) == playthrough(name, "txt").read_text(encoding="utf-8")
