# SPDX-License-Identifier: Apache-2.0
"""Balance and sweeps as batches: what is played into which folder, and the report that is left there. Needs the extra `lab`."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.lab.balance.figures import Balance, balance
from grognard.lab.balance.plan import Variant
from grognard.lab.balance.report import report
from grognard.lab.balance.setting import setting_of
from grognard.lab.balance.sweep import (
    LEFT_BEHIND,
    REPORT,
    Compared,
    Sweep,
    compared,
    load_sweep,
    save_sweep,
    sweep_report,
)
from grognard.lab.batch.match import Match
from grognard.lab.batch.opening import open_match
from grognard.lab.batch.results import Results
from grognard.lab.batch.run import check_folder
from grognard.play.whole_file import write_whole

BASE_FOLDER = "base"
# Plays what is missing of a match into a folder of results.
Play = Callable[[Match, Path], object]


def play_sweep(match: Match, asked: Sequence[Variant], folder: Path, play: Play) -> Compared:
    """Play a base and its variants, each into a folder of its own; everything that cannot be played is refused before."""
    matches = [(f"variant-{number}", one.name, varied(match, one)) for number, one in enumerate(asked, 1)]
    sweep = Sweep(BASE_FOLDER, {name: place for place, name, _ in matches})
    _check_sweep_folder(folder, sweep)
    for place, each in ((BASE_FOLDER, match), *((place, each) for place, _, each in matches)):
        open_match(each)
        check_folder(each, folder / place)
    save_sweep(folder, sweep)
    for place, each in ((BASE_FOLDER, match), *((place, each) for place, _, each in matches)):
        play(each, folder / place)
    return compared(folder, sweep)


def varied(match: Match, variant: Variant) -> Match:
    """Return the match of a variant: the same games under other rulings, or with edits."""
    return replace(
        match,
        profile=variant.profile or match.profile,
        rulings=dict(sorted((match.rulings | dict(variant.rulings)).items())),
        edits=(*match.edits, *variant.edits),
    )


def _check_sweep_folder(folder: Path, sweep: Sweep) -> None:
    """Raise an error if a folder has something else than this sweep: it goes on with the variants that it began with."""
    if folder.exists() and not folder.is_dir():
        raise GrognardError(f"{folder} is a file, and results are kept in a folder")
    there = load_sweep(folder)
    if there is None and folder.is_dir() and any(path.name != LEFT_BEHIND for path in folder.iterdir()):
        raise GrognardError(f"{folder} has something else in it, and a sweep is kept in a folder of its own")
    if there is not None and there != sweep:
        names = ", ".join(there.variants)
        raise GrognardError(f"{folder} has another sweep, of {names}; name another folder")


def write_balance(folder: Path) -> Balance:
    """Write the report of a folder of results into it, and return what it tells."""
    results = Results(folder)
    told = balance(results, setting_of(results.match).sides)
    write_whole(folder / REPORT, report(results).encode())
    return told


def write_sweep(folder: Path, told: Compared) -> None:
    """Write the report of a sweep into its folder, and those of the base and of each variant into theirs."""
    for results in (told.base, *told.variants.values()):
        write_whole(results.folder / REPORT, report(results).encode())
    write_whole(folder / REPORT, sweep_report(told).encode())


def read_sweep(folder: Path) -> Compared | None:
    """Read a sweep that was played into a folder; None if it is not one of a sweep."""
    sweep = load_sweep(folder)
    return None if sweep is None else compared(folder, sweep)
