# SPDX-License-Identifier: Apache-2.0
"""A sweep: a base and its variants, each a folder of results of its own below one, and the page that sets them side by side."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.balance import plots
from grognard.lab.balance.compare import BY_TURN, Change, change
from grognard.lab.balance.figures import Balance, balance
from grognard.lab.balance.heat import Ground, difference_svg
from grognard.lab.balance.page import (
    figure,
    grid,
    heat_figure,
    links,
    listing,
    number,
    page,
    paragraph,
    percent,
    percent_range,
    section,
    signed_range,
    table,
)
from grognard.lab.balance.report import data, ground_of, heading, verdict
from grognard.lab.balance.setting import Setting, setting_of
from grognard.lab.balance.tables import deaths, presence
from grognard.lab.batch.results import Results
from grognard.play.whole_file import part_of, write_whole

FILE = "sweep.json"
# What a command that is killed as it begins may leave in the folder of a sweep.
LEFT_BEHIND = part_of(Path(FILE)).name
# The page that a folder of results, or of a sweep, has.
REPORT = "report.html"
# Less and more, on maps of differences.
LESS, MORE = "#8a4fb0", "#d98a00"


class Sweep(msgspec.Struct, frozen=True):
    """What a sweep compares: the folder of the base, and that of each variant with its name, below the folder of the sweep."""

    base: str
    variants: dict[str, str]


def save_sweep(folder: Path, sweep: Sweep) -> None:
    """Keep what a sweep compares, in its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode(sweep), indent=2) + b"\n")


def load_sweep(folder: Path) -> Sweep | None:
    """Read what a folder compares; None if it is not that of a sweep."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Sweep)
    except msgspec.DecodeError as error:
        raise GrognardError(f"{path} cannot be read: {error}") from error


class Compared(msgspec.Struct, frozen=True):
    """A sweep with its results: the base, the variants, and what each changes."""

    setting: Setting
    base: Results
    variants: dict[str, Results]
    balances: dict[str, Balance]
    changes: list[Change]


# What the base is called among its variants.
AS_IT_IS = "as it is"


def compared(folder: Path, sweep: Sweep) -> Compared:
    """Read the results of a sweep, and set each variant against the base."""
    base = Results(folder / sweep.base)
    setting = setting_of(base.match)
    variants = {name: Results(folder / place) for name, place in sweep.variants.items()}
    balances = {name: balance(one, setting.sides) for name, one in ({AS_IT_IS: base} | variants).items()}
    changes = [change(base, one, name, setting.sides) for name, one in variants.items()]
    return Compared(setting, base, variants, balances, changes)


def sweep_report(told: Compared) -> str:
    """Return the report of a sweep as a page."""
    setting, base = told.setting, told.base
    parts = [heading(setting, base.match, "Sweep"), *map(_said, told.changes), _shares(told)]
    address = ""
    shown: Ground | None = None
    if base.match.detail:
        shown = ground_of(setting, base, *told.variants.values())
        address = shown.picture
    parts += [_change_section(told, changed, shown) for changed in told.changes]
    parts += [
        section("The base", verdict(told.balances[AS_IT_IS], base.match)),
        data(base, told.balances[AS_IT_IS]),
    ]
    return page(f"Sweep of {setting.title}", address, parts)


def _said(changed: Change) -> str:
    first, *rest = conclusion(changed)
    return "\n".join([paragraph(first, "lead"), listing(rest)])


def conclusion(changed: Change) -> list[str]:
    """Say how many games a variant leaves as they are, and which figures it changes, each in a line; none may be sure."""
    same = (
        f"With {changed.name}, {percent(changed.same)} of {changed.games:,} games end in the same position."
    )
    clear = [(told, one) for told, one in changed.differences.items() if one.is_clear]
    if not clear:
        return [f"{same} No figure changes by so much that it could not be chance."]
    return [same, *(f"{told}: {signed_range(one)}" for told, one in clear)]


def _shares(told: Compared) -> str:
    """Return who wins in the base and in each variant."""
    sides = told.setting.sides
    rows = [
        [name, *(percent_range(one.wins[side]) for side in sides), percent(one.draws.mean), f"{one.games}"]
        for name, one in told.balances.items()
    ]
    heads = ["variant", *(f"{side} wins" for side in sides), "draws", "games"]
    folders = {AS_IT_IS: told.base.folder, **{name: one.folder for name, one in told.variants.items()}}
    pages = [(name, f"{folder.name}/{REPORT}") for name, folder in folders.items()]
    return section(
        "Who wins",
        figure("Shares with their 95% intervals", table(heads, rows), wide=True),
        links("A report of its own for each:", pages),
    )


def _change_section(told: Compared, changed: Change, shown: Ground | None) -> str:
    """Return all differences that a variant makes."""
    rows = [
        [name, *(number(value, 2) for value in changed.figures[name]), signed_range(one, 2)]
        for name, one in changed.differences.items()
    ]
    clear = [one.is_clear for one in changed.differences.values()]
    heads = ["a game, on average", "as it is", "changed", "difference (95%)"]
    figures = [
        figure(
            "Differences",
            table(heads, rows, clear=clear),
            "A spot marks a difference whose interval leaves out 0; of twenty that are none, one is marked by chance.",
            wide=True,
        )
    ]
    figures += _difference_plots(changed, told.setting.sides)
    if shown is not None:
        figures += _difference_maps(told, changed, shown)
    said = "Variant less base, pair by pair with the same dice; intervals are Student's over the pairs."
    return section(f"With {changed.name}", paragraph(said, "soft"), grid(figures))


def _difference_plots(changed: Change, sides: Sequence[str]) -> Iterator[str]:
    for title, wanted in (("Wins", "wins"), ("Losses, attacks, lead and length", "")):
        chosen = [
            (name, one)
            for name, one in changed.differences.items()
            if name.startswith("wins") == bool(wanted)
        ]
        axis = "wins more or fewer in 100 games" if wanted else "more or fewer in a game"
        yield figure(title, plots.differences(chosen, axis))
    for column, lines in changed.by_turn.items():
        rows = [
            {"side": side, "turn": turn, "mean": one.mean, "low": one.low, "high": one.high}
            for side, turns in lines.items()
            for turn, one in turns.items()
        ]
        words = BY_TURN[column]
        yield figure(
            f"{words.capitalize()}, turn by turn",
            plots.differences_by_turn(rows, sides, f"difference of {words}"),
        )


def _difference_maps(told: Compared, changed: Change, shown: Ground) -> Iterator[str]:
    base, variant = told.base, told.variants[changed.name]
    for side in told.setting.sides:
        for title, figures, unit in (
            (f"Where {side} units were", presence, "turns of units a game"),
            (f"Where {side} units were lost", deaths, "units lost a game"),
        ):
            before, after = figures(base, side), figures(variant, side)
            values = {at: after.get(at, 0.0) - before.get(at, 0.0) for at in before.keys() | after.keys()}
            most = max(map(abs, values.values()), default=0.0)
            drawn = difference_svg(shown, values, (LESS, MORE), unit)
            caption = f"{most:.2f} fewer|{most:.2f} more, {unit}"
            yield heat_figure(f"{title}, changed less as it is", drawn, caption, [LESS, MORE])
