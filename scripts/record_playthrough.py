"""Record a playthrough of a scenario by a program: the log, and what it tells, for a person to read before it is kept.

python scripts/record_playthrough.py seelowe hythe --seed 3
"""

import argparse
from pathlib import Path
from random import Random

from msgspec.structs import replace

from grognard.games import game
from grognard.games.playing import header, open_game, scenario
from grognard.opponent import PROGRAMS
from grognard.opponent.fuzz import play_out
from grognard.play.log import save_log
from grognard.play.table import begin
from grognard.play.transcript import transcript

ROOT = Path(__file__).parent.parent


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
    # A playthrough outlives changes of the rules that do not touch it, so it is bound to none.
    head = replace(header(asked.game, asked.scenario), rules="")
    table = begin(open_game(asked.game, asked.scenario), head)
    played = play_out(table, PROGRAMS[asked.program], Random(asked.seed))
    if played.failure:
        raise SystemExit(str(played.failure.fault))
    folder = ROOT / "tests" / "games" / asked.game.replace("-", "_") / "playthroughs"
    folder.mkdir(parents=True, exist_ok=True)
    save_log(played.table.log, folder / f"{asked.scenario}.jsonl")
    title = f"{game(asked.game).title}: {scenario(asked.game, asked.scenario).title}"
    (folder / f"{asked.scenario}.txt").write_text(transcript(played.table, title), encoding="utf-8")


if __name__ == "__main__":
    main()
