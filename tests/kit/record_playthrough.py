# SPDX-License-Identifier: Apache-2.0
"""Record a playthrough of a scenario by a program: `python tests/kit/record_playthrough.py seelowe hythe --seed 3`.

The log, what each of its positions is, and how it begins and ends in words, for a person to read before it is kept.
"""

import argparse
from random import Random

import msgspec
from kit import begun, playthrough, title
from msgspec.structs import replace
from playthrough_text import opening
from saved import came_to

from grognard.opponent import PROGRAMS
from grognard.opponent.fuzz import play_out
from grognard.play.log import Log, save_log
from grognard.play.transcript import transcript


def main() -> None:
    """Play one game and write it down."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--program", default="greedy", choices=PROGRAMS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    name = f"{asked.game}/{asked.scenario}"
    table = begun(name)
    # A playthrough outlives changes of the rules that do not touch it, so it is bound to none.
    table = replace(table, log=Log(replace(table.log.header, rules="")))
    played = play_out(table, PROGRAMS[asked.program], Random(asked.seed))
    if played.failure:
        raise SystemExit(str(played.failure.fault))
    playthrough(name, "txt").parent.mkdir(parents=True, exist_ok=True)
    save_log(played.table.log, playthrough(name, "jsonl"))
    expected = msgspec.json.format(msgspec.json.encode(came_to(played.table)))
    playthrough(name, "json").write_bytes(expected + b"\n")
    text = opening(transcript(played.table, title(name)))
    playthrough(name, "txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
