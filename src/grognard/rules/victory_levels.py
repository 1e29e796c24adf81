# SPDX-License-Identifier: Apache-2.0
"""Verdicts by lead in a scenario file, and who has won."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from grognard.charts.files import Source
from grognard.charts.plurals import counted


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict, the lead in points of one side from which it is given, and the side that has won.

    It is empty in a draw, and None if the file does not say: where other verdicts have a winner that is a draw as well.
    """

    lead: int
    verdict: str
    winner: str | None = None


def check_levels(source: Source, levels: Iterable[Level], sides: Sequence[str]) -> None:
    """Note it if the verdicts do not run from the highest lead to the lowest, or there are none.

    `sides` are the side whose lead they are given by, and its enemy: the more it leads, the better it does.
    """
    levels = list(levels)
    leads = [level.lead for level in levels]
    if not leads or leads != sorted(set(leads), reverse=True):
        source.fault(("victory", "levels"), "must fall from the highest lead to the lowest")
    first, second = sides
    order = [first, "", second]
    winners = [level.winner or "" for level in levels]
    if strange := [winner for winner in winners if winner not in order]:
        what = f"has the winner {strange[0]!r}, which is no side; there are {first} and {second}"
        source.fault(("victory", "levels"), what)
    elif winners != sorted(winners, key=order.index):
        what = f"must be won by {first} where it leads most, then drawn, then won by {second}"
        source.fault(("victory", "levels"), what)
    elif any(winners) and (forgotten := [level for level in (levels[0], levels[-1]) if level.winner is None]):
        # Between a victory and a defeat it can only be a draw; at an end it is more likely forgotten.
        what = f'must say who has won by {forgotten[0].verdict!r}, as others do, or winner = "" if that is a draw'
        source.fault(("victory", "levels"), what)


class Lead(msgspec.Struct, frozen=True):
    """How many points one side is ahead, and the verdicts for that lead, the highest first."""

    side: str
    points: int
    levels: Sequence[Level]

    @property
    def level(self) -> int:
        """The index of the level that the lead gives; the last if it gives no other."""
        reached = (at for at, level in enumerate(self.levels) if self.points >= level.lead)
        return next(reached, len(self.levels) - 1)

    @property
    def verdict(self) -> str:
        """The verdict that the lead gives."""
        return self.levels[self.level].verdict

    @property
    def winner(self) -> str | None:
        """The side that has won by the lead; empty in a draw, and None if no level has a winner."""
        return self.levels[self.level].winner or "" if any(level.winner for level in self.levels) else None

    def levels_told(self) -> Iterator[str]:
        """Say which lead of the side gives which verdict."""
        article = "an" if self.side.startswith(tuple("AEIO")) else "a"
        for level in self.levels[:-1]:
            yield f"From {article} {self.side} lead of {level.lead}: {level.verdict}."
        yield f"Else: {self.levels[-1].verdict}."

    def needed(self) -> Iterator[str]:
        """Say how far the verdicts above and below were from being given, once the game is over."""
        if self.level:
            above = self.levels[self.level - 1]
            yield f"{counted(above.lead - self.points, 'point')} more for the {self.side} side: {above.verdict}."
        if self.level < len(self.levels) - 1:
            over = self.points - self.levels[self.level].lead + 1
            yield f"{counted(over, 'point')} fewer: {self.levels[self.level + 1].verdict}."
