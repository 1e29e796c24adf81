# SPDX-License-Identifier: Apache-2.0
"""What a scenario file has besides the library's: the year, strikes and weapons by side and turn, what towns are worth."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from grognard.charts.files import Source
from grognard.games.iron_curtain.terms import Period, Side, Warhead
from grognard.hexes import NamedPlace
from grognard.rules.map_scenario import NoneOrMore, Some, check_worth
from grognard.rules.scenario import SidedFile
from grognard.rules.victory_levels import Level


class Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's nuclear and chemical warheads, and the turn from which each may be used."""

    nuclear: NoneOrMore = 0
    nuclear_from: Some = 1
    chemical: NoneOrMore = 0
    chemical_from: Some = 1

    def of(self, warhead: Warhead) -> tuple[int, int]:
        """Return how many warheads of a kind there are, and the turn from which they may be used."""
        nuclear, chemical = (self.nuclear, self.nuclear_from), (self.chemical, self.chemical_from)
        return nuclear if warhead == "nuclear" else chemical


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for towns, by the side that holds them at first; and verdicts, beginning with the best for the side that moves first.

    The side that holds a town at the end has its points.
    """

    towns: dict[Side, dict[str, Some]]
    levels: tuple[Level, ...]


class ScenarioFile(SidedFile, frozen=True, kw_only=True):
    """The TOML file of a scenario. `stacking` is how many units a hex holds, `contaminated` how many turns a hex stays so."""

    year: Some
    stacking: Some
    contaminated: Some = 1
    strikes: dict[Side, NoneOrMore] = msgspec.field(default_factory=dict)
    weapons: dict[Side, Weapons] = msgspec.field(default_factory=dict)
    victory: Victory

    @property
    def period(self) -> Period:
        """The period of the combat table used."""
        return period(self.year)

    def weapons_of(self, side: Side) -> Weapons:
        """Return a side's warheads, and when they are released."""
        return self.weapons.get(side) or Weapons()

    @property
    def levels(self) -> Sequence[Level]:
        """The verdicts by the lead of the side that moves first."""
        return self.victory.levels

    @property
    def counting(self) -> Mapping[str, int]:
        """The towns that count for victory, with their points."""
        return {name: worth for towns in self.victory.towns.values() for name, worth in towns.items()}

    @property
    def held_at_first(self) -> Iterable[str]:
        """The towns that the side which moves first holds at the start."""
        return [name for side, towns in self.victory.towns.items() if side == self.first for name in towns]

    def check_towns(self, source: Source, towns: Mapping[str, NamedPlace]) -> None:
        """Check that towns that count are on the map, and held by one side at first; and that the year is of a period."""
        check_worth(source, "towns", self.victory.towns, towns, "town")
        if fault := year_fault(self.year):
            source.fault(("year",), fault)


def period(year: int) -> Period:
    """Return the period a year belongs to, which decides the combat table."""
    return "1945" if year < 1962 else "1962-1989"


def year_fault(year: int) -> str:
    """Say that a year belongs to neither period; empty if it belongs to one."""
    if year == 1945 or 1962 <= year <= 1989:
        return ""
    return f"must be 1945, or from 1962 to 1989, not {year}"
