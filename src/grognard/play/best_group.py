# SPDX-License-Identifier: Apache-2.0
"""The units that a group had better attack without: the exact odds of the group beside those with one unit less, and so on.

A smaller group is better only if no event of the headline comes out worse and one clearly better, so that the reason
can be told in the same words as the odds.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from grognard.play.board import Preview

# Larger groups are not looked through, and no more units than this are left out one after another.
MOST_UNITS = 12
MOST_LEFT_OUT = 3
# A chance must change by so much to be worth a word.
CLEARLY = Fraction(1, 100)

Foresee = Callable[[tuple[str, ...]], Preview | None]


class Change(msgspec.Struct, frozen=True):
    """How likely an event of the headline is with the whole group, and with the smaller one."""

    says: str
    was: Fraction
    becomes: Fraction


class Better(msgspec.Struct, frozen=True):
    """The units that had better stay out, what is rolled on with and without them, and what changes by it."""

    without: tuple[str, ...]
    was: str
    becomes: str
    changes: tuple[Change, ...]


def better_group(foresee: Foresee, units: Sequence[str]) -> Better | None:
    """Return the units that had better stay out; None if every unit helps, or that is not known.

    `foresee` returns what a group comes to, None if it may not attack. The best of the groups with one unit less is
    taken, and looked through again.
    """
    whole = foresee(tuple(units)) if 1 < len(units) <= MOST_UNITS else None
    if whole is None:
        return None
    best, group = whole, tuple(units)
    for _ in range(MOST_LEFT_OUT):
        smaller = _best_less_one(foresee, best, group)
        if smaller is None:
            break
        group, best = smaller
    if best is whole:
        return None
    without = tuple(unit for unit in units if unit not in group)
    return Better(without, whole.told, best.told, changes(whole, best))


def _best_less_one(
    foresee: Foresee, now: Preview, group: tuple[str, ...]
) -> tuple[tuple[str, ...], Preview] | None:
    better: list[tuple[tuple[str, ...], Preview]] = []
    for left_out in group if len(group) > 1 else ():
        less = tuple(unit for unit in group if unit != left_out)
        shown = foresee(less)
        if shown is not None and is_better(shown, now):
            better.append((less, shown))
    return max(better, key=lambda pair: _gain(pair[1]), default=None)


def _gain(shown: Preview) -> Fraction:
    """Add up what is good of a headline, less what is bad."""
    signs = {True: 1, False: -1, None: 0}
    return sum((head.chance * signs[head.good] for head in shown.headline), Fraction(0))


def is_better(one: Preview, other: Preview) -> bool:
    """Return whether nothing of a headline is worse than in another, and something clearly better."""
    gains = [
        change.becomes - change.was if good else change.was - change.becomes
        for change, good in _compared(other, one)
        if good is not None
    ]
    return bool(gains) and min(gains) >= 0 and max(gains) >= CLEARLY


def changes(before: Preview, after: Preview) -> tuple[Change, ...]:
    """Return the events of a headline that are clearly more or less likely than before."""
    return tuple(
        change
        for change, good in _compared(before, after)
        if good is not None and abs(change.becomes - change.was) >= CLEARLY
    )


def _compared(before: Preview, after: Preview) -> list[tuple[Change, bool | None]]:
    then = {head.says: head.chance for head in after.headline}
    return [
        (Change(head.says, head.chance, then[head.says]), head.good)
        for head in before.headline
        if head.says in then
    ]
