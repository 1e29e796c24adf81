# SPDX-License-Identifier: Apache-2.0
"""Find the short games of `kept.py` that are missing, and keep them: `python tests/kit/keep_games.py [GAME]`.

Games are played under the card by programs that fight. At each position the order given, and some others, are carried
out under the card and under every other ruling, with whatever dice: the first that comes to something else is it. What
was kept once stays, unless it no longer shows what it is for.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from held import HELD
from kept import (
    Pair,
    asking,
    is_alike,
    kept_log,
    other_options,
    pair,
    parted,
    question_path,
    ruling_path,
    set_up,
    shows_the_question,
    shows_the_ruling,
    tried,
)
from kit import GAMES, fighting, fighting_well
from msgspec.structs import replace
from questions import OTHER_RULINGS, UNASKED, asked_in, kinds

from grognard.charts.errors import GrognardError
from grognard.opponent import Program, decision, random_play, self_play
from grognard.opponent.fuzz import entry_with
from grognard.play.log import Entry, Log, save_log
from grognard.play.loop import Dice, is_over, next_act
from grognard.play.shrink import shrunk
from grognard.play.table import RULE_ERRORS, Table
from grognard.registry.games import scenario_names

PROGRAMS: tuple[Program, ...] = (fighting, random_play, fighting, fighting_well)
# How many orders beside the one given are tried at a position, and how often each is rolled out.
OTHERS, ROLLED_OUT = 2, 2
# At how many of the positions: there are many, and most are alike.
PROBED = 0.4
Option = tuple[str, str]


def games(game: str, seeds: int, switched: dict[str, str]) -> Iterator[tuple[str, Iterator[Table[Any]]]]:
    """Run through games, the short ones of the teaching scenario first: the scenario, and its tables between orders."""
    names = scenario_names(game)
    for seed in range(seeds):
        # Of the last scenario, which has the most of every rule, as many as of all others together.
        name = names[-1] if seed % 2 else names[seed // 2 % len(names)]
        yield name, played(set_up(game, name, switched), PROGRAMS[seed // 2 % len(PROGRAMS)], Random(seed))


def played(table: Table[Any], program: Program, rng: Random) -> Iterator[Table[Any]]:
    """Play a game to its end; run through the tables between its orders."""
    while not is_over(table):
        try:
            table = next(self_play(table, program, rng))
        except (GrognardError, *RULE_ERRORS):
            continue
        if table.in_hand is None:
            yield table


# Rulings


def find_rulings(
    game: str, wanted: list[Option], seeds: int
) -> Iterator[tuple[Option, str, Sequence[Entry]]]:
    """Search for games on which a ruling parts; run through what is found, and take it from what is wanted."""
    for name, tables in games(game, seeds, {}):
        others = {each: set_up(game, name, dict([each])) for each in wanted}
        before = set_up(game, name, {})
        for option, other in others.items():
            if not is_alike(before, other):
                wanted.remove(option)
                yield option, name, ()
        rng = Random(name)
        for table in tables:
            for option in list(wanted):
                entry = parting_order(before, others[option], table.log.entries[-1], rng)
                if entry is not None:
                    wanted.remove(option)
                    yield option, name, (*before.log.entries, entry)
            before = table
        if not wanted:
            return


def parting_order(table: Table[Any], other: Table[Any], given: Entry, rng: Random) -> Entry | None:
    """Return an order on which two games part that have come to the same position, if one is found."""
    there = replace(other, log=replace(other.log, entries=table.log.entries), positions=table.positions)
    others = rolled_out(table, there, given, rng) if rng.random() < PROBED else ()
    entry: Entry
    for entry in (given, *others):
        if not is_alike(tried(table, entry), tried(there, entry)):
            return entry
    return None


def rolled_out(table: Table[Any], there: Table[Any], given: Entry, rng: Random) -> Iterator[Entry]:
    """Run through an order with other dice, and through other orders that are offered under either ruling."""
    orders = [given.order]
    for each in (table, there):
        for _ in range(OTHERS):
            try:
                program = rng.choice((fighting, random_play))
                orders.append(decision(program, each, rng))
            except (GrognardError, *RULE_ERRORS):
                continue
    for order in orders:
        for at in range(ROLLED_OUT):
            yield from _with_any_dice(there if at % 2 else table, Entry(order), rng)


def _with_any_dice(table: Table[Any], entry: Entry, rng: Random) -> Iterator[Entry]:
    """Carry an order out with dice and choices drawn by lot; run through the entry after every answer."""
    then = tried(table, entry)
    yield entry
    while then is not None and then.in_hand is not None:
        entry = entry_with(then, next_act(then, lambda now: decision(random_play, now, rng), Dice(rng)))
        yield entry
        then = tried(table, entry)


def shortest_parting(tables: Pair, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Cut a game on which two rulings part to as few orders as still do."""
    kept = shrunk(entries, lambda some: parted(tables, some) is not None)
    return parted(tables, kept) or ()


def keep_ruling(game: str, option: Option, name: str, entries: Sequence[Entry]) -> Path:
    """Keep a game under whichever of the two rulings it may be played."""
    tables = pair(game, name, *option)
    kept = tuple(shortest_parting(tables, entries))
    for table in reversed(tables):
        whole: Table[Any] | None = table
        for entry in kept:
            whole = whole and tried(whole, entry)
        if whole is not None:
            return _save(Log(whole.log.header, kept), ruling_path(game, *option))
    raise ValueError(f"{option} parts on what neither ruling allows")


# Questions


def find_questions(
    game: str, wanted: set[str], switched: dict[str, str], seeds: int
) -> Iterator[tuple[str, str, Sequence[Entry]]]:
    """Search for games in which questions are asked; what is found is wanted no more."""
    for name, tables in games(game, seeds, switched):
        before, rng = set_up(game, name, switched), Random(name)
        for table in tables:
            for entry in (table.log.entries[-1], *rolled_out(before, before, table.log.entries[-1], rng)):
                for named in asked_in(before, entry) & wanted:
                    yield named, name, (*before.log.entries, entry)
                    wanted.discard(named)
            before = table
            if not wanted:
                return


def keep_question(
    game: str, named: str, name: str, switched: dict[str, str], entries: Sequence[Entry]
) -> Path:
    """Keep a game cut to as few orders as still ask a question."""
    start = set_up(game, name, switched)
    kept = shrunk(entries, lambda some: asking(start, some, named) is not None)
    return _save(Log(start.log.header, asking(start, kept, named) or ()), question_path(game, named))


def _save(log: Log, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    save_log(log, path)
    return path


# All that is missing


def keep(game: str, seeds: int) -> int:
    """Keep whatever is missing of a game; return how many things were not found."""
    began = time.monotonic()
    wanted = [
        each
        for each in other_options(game)
        if "=".join(each) not in HELD.get(game, {}) and not shows_the_ruling(game, *each)
    ]
    for option, name, entries in find_rulings(game, wanted, seeds):
        _say(began, keep_ruling(game, option, name, entries), entries)
    lost = ["=".join(each) for each in wanted]
    lost += keep_questions(game, seeds, began)
    if lost:
        print(f"{game}: in {seeds} games nothing shows {', '.join(lost)}")
    return len(lost)


def keep_questions(game: str, seeds: int, began: float) -> set[str]:
    """Keep games for the questions that are missing; return those that were not found."""
    asked = set(kinds(game)) - UNASKED.get(game, {}).keys()
    missing = {each for each in asked if not shows_the_question(game, each)}
    for switched in ({}, OTHER_RULINGS.get(game, {})):
        for named, name, entries in find_questions(game, missing, switched, seeds) if missing else ():
            _say(began, keep_question(game, named, name, switched, entries), entries)
    return missing


def _say(began: float, path: Path, entries: Sequence[Entry]) -> None:
    orders = len(kept_log(path).entries)
    where = "/".join(path.parts[-3:])
    print(f"{time.monotonic() - began:5.0f} s  {where}: {orders} orders of {len(entries)}", flush=True)


def main() -> None:
    """Keep what is missing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seeds", type=int, default=40, help="how many games are searched at most")
    asked = parser.parse_args()
    lost = sum([keep(game, asked.seeds) for game in asked.games or GAMES])
    raise SystemExit(1 if lost else 0)


if __name__ == "__main__":
    main()
