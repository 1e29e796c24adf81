# SPDX-License-Identifier: Apache-2.0
"""Checks of a chapter's parameters: every fault is noted with its line, and reading goes on."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from grognard.charts.chart import Chart
from grognard.charts.errors import GrognardError, nearest, repeated
from grognard.charts.files import KeyPath, Source
from grognard.charts.labels import parse_number
from grognard.hexes import Map
from grognard.rules.bounds import MOST_POINTS

if TYPE_CHECKING:
    from grognard.rules.definition import Terrain
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.units import Units


class Checking:
    """The check of one chapter of a file. Places are given relative to the chapter's own section."""

    def __init__(self, source: Source, section: str, book: "Rulebook", orders: tuple[str, ...]) -> None:
        self.source = source
        self.section = section
        self.book = book
        self.orders = orders

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game."""
        return self.book.game.sides

    @property
    def units(self) -> "Units":
        """The kinds and sizes of units."""
        return self.book.game.units

    @property
    def terrain(self) -> "Terrain":
        """The terrain of hexes and hexsides."""
        return self.book.game.terrain

    @property
    def maps(self) -> dict[str, Map]:
        """Every map of the game, by its name."""
        game = self.book.game
        return {path.stem: game.map(path.stem) for path in sorted((game.folder / "maps").glob("*.toml"))}

    def fault(self, place: KeyPath, what: str) -> None:
        """Note a fault, but only once: a parameter that a ruling decides is checked under every option."""
        where = (self.section, *place)
        if not any(fault.what == what and where in self.source.broken for fault in self.source.faults):
            self.source.fault(where, what)

    def one_of(self, place: KeyPath, name: str, names: Iterable[str], what: str) -> None:
        """Note a name that is not one of the allowed names."""
        allowed = list(names)
        if name not in allowed:
            self.fault(place, f"{name!r} is no {what}; {nearest(name, allowed)}")

    def order(self, place: KeyPath, name: str) -> None:
        """Note an order that no chapter of the game provides; if one of the library would, say which."""
        if name not in self.orders and (section := self.book.game.section_of_order(name)):
            self.fault(place, f"{name!r} is an order of chapter [{section}], which the game does not have")
        else:
            self.one_of(place, name, self.orders, "kind of order")

    def fraction(self, place: KeyPath, value: str | int) -> Fraction:
        """Return a figure; note one that is neither a whole number nor a fraction such as 1/2, or is out of bounds."""
        try:
            figure = parse_number(str(value))
        except ValueError:
            figure = Fraction(-1)
        if not 0 <= figure <= MOST_POINTS:
            what = f"must be a whole number or a fraction such as 1/2, at least 0 and at most {MOST_POINTS}, not {repeated(value)}"
            self.fault(place, what)
            return Fraction(0)
        return figure

    def chart(self, place: KeyPath, name: str) -> Chart | None:
        """Return a chart of the game; note a fault if there is none."""
        try:
            return self.book.card.chart(name)
        except GrognardError as error:
            # What is wrong with a chart is told once, however many parameters name it.
            if not any(fault.what == str(error) for fault in self.source.faults):
                self.source.fault((self.section, *place), str(error))
            return None

    def cell(self, place: KeyPath, name: str, row: str, column: str) -> str | None:
        """Return the text of a chart's cell; note a fault if there is none."""
        chart = self.chart(place, name)
        if chart is None:
            return None
        try:
            return chart[row, column].text
        except GrognardError as error:
            self.fault(place, f"chart {name} cannot be looked up for {row} and {column}: {error}")
            return None
