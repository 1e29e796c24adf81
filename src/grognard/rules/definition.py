# SPDX-License-Identifier: Apache-2.0
"""A game defined by data: its `rules.toml`, read as strictly as a chart, reporting all faults at once, each with its line.

The file names sides, units and terrain; every other section is a chapter with its parameters. A parameter that a
ruling decides is written as a table of the ruling's options:

    [retreat]
    zones = { ruling = "retreat-zone", closed = "closed", friend-negates = "friends negate" }

Chapters that no other game has are in a Python module beside the file, which `python` names. Its `OWN` lists them.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.errors import nearest
from grognard.charts.files import Source
from grognard.charts.rulings import Ruling
from grognard.hexes import Map
from grognard.play.notation import verbs
from grognard.procedures.procedure import Procedure
from grognard.rules.card import Card
from grognard.rules.chapter import Chapter, PositionField
from grognard.rules.checking import Checking
from grognard.rules.rulebook import Rulebook
from grognard.rules.ruled import SwitchedCard, resolved, ruled
from grognard.rules.units import Units, check_units

if TYPE_CHECKING:
    from grognard.rules.game import ChapterGame
    from grognard.rules.position import Position
    from grognard.rules.scenario import Scenario, SidedFile

# The standard chapters: the section of the file, the module, and the Struct with its parameters.
STANDARD = {
    "sequence": ("sequence", "SequenceOfPlay"),
    "stacking": ("stacking", "Stacking"),
    "zones": ("zones", "Zones"),
    "movement": ("movement", "Movement"),
    "supply": ("supply", "Supply"),
    "combat": ("combat", "Combat"),
    "losses": ("losses", "Losses"),
    "retreat": ("retreat", "Retreat"),
    "advance": ("advance", "Advances"),
    "disruption": ("disruption", "Disruption"),
    "entry": ("entry", "Entry"),
    "victory": ("victory", "Victory"),
    "evaluation": ("evaluation", "Evaluation"),
}
# Chapters that every game must name, and those that it has with the defaults if the file leaves them out.
REQUIRED = ("sequence", "stacking", "movement", "combat", "victory")
DEFAULTED = ("zones", "retreat", "evaluation")
SIDES = 2


class SideNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side: its name, as in `German units`, and its people, as in `the Germans hold`; without these the name is used."""

    name: str
    people: str = ""


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain that hexes and hexsides can have, in the words of the maps and charts; clear ground first."""

    hexes: tuple[str, ...]
    hexsides: tuple[str, ...] = ()


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What `rules.toml` contains besides chapters."""

    python: str = ""
    sides: list[SideNames]
    units: Units
    terrain: Terrain


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What a game provides in Python: chapters by their sections, and its own type of scenario file.

    A game that hides something has its own `position`, which says what sides see of it, and its own `game`, which
    says it of orders.
    """

    chapters: Mapping[str, type[Chapter]] = {}
    scenario: "type[SidedFile] | None" = None
    position: "type[Position] | None" = None
    game: "type[ChapterGame] | None" = None


class Definition:
    """A game defined by its `rules.toml`."""

    def __init__(
        self,
        folder: Path,
        card: Card,
        rulings: Mapping[str, Ruling],
        maps: Callable[[str], Map],
        own: Callable[[str], Own],
    ) -> None:
        """Read the file. `card` is the card as printed; `maps` finds a map, and `own` a module of the game's folder."""
        self.folder = folder
        self.card = card
        self.rulings = rulings
        self.map = maps
        self.source = Source(folder / "rules.toml")
        self.data = self.source.data()
        fields = Head.__struct_fields__
        head = {key: value for key, value in self.data.items() if key in fields}
        self.head = self.source.fill(Head, head)
        self.source.stop_if_faulty()
        self._own = own
        self._checking = self._is_checked = False
        self._books: dict[Card, Rulebook] = {}

    # The head

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they move."""
        return tuple(side.name for side in self.head.sides)

    @cached_property
    def people(self) -> dict[str, str]:
        """What each side's people are called."""
        return {side.name: side.people for side in self.head.sides}

    @cached_property
    def enemy(self) -> dict[str, str]:
        """The enemy of each side."""
        one, other = self.sides
        return {one: other, other: one}

    @property
    def units(self) -> Units:
        """What is printed on counters, and the kinds and sizes of units."""
        return self.head.units

    @property
    def terrain(self) -> Terrain:
        """The terrain of hexes and hexsides."""
        return self.head.terrain

    # Chapters

    @cached_property
    def own(self) -> Own:
        """What the game provides in Python; nothing if it is made of data alone."""
        return self._own(self.head.python) if self.head.python else Own()

    @cached_property
    def chapter_names(self) -> tuple[str, ...]:
        """The chapters of the game, in the order of the file; then those that it has with the defaults."""
        named = [key for key in self.data if key not in Head.__struct_fields__]
        return (*named, *(name for name in DEFAULTED if name not in named))

    def chapter_type(self, name: str) -> type[Chapter] | None:
        """Return the Struct with the parameters of a chapter: the game's own, or a standard one."""
        if name in self.own.chapters:
            return self.own.chapters[name]
        if name not in STANDARD:
            return None
        module, kind = STANDARD[name]
        chapter: type[Chapter] = getattr(import_module(f"grognard.rules.{module}"), kind)
        return chapter

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The verbs of all orders."""
        orders = (order for chapter in self.printed.chapters for order in chapter.order_names)
        return frozenset(verb for order in (*orders, "end") for verb in verbs(order))

    def section_of_order(self, order: str) -> str:
        """Return the section of the library's chapter that provides an order; empty if none does."""
        chapters = ((name, self.chapter_type(name)) for name in STANDARD)
        return next((name for name, chapter in chapters if chapter and order in chapter.order_names), "")

    def read_chapter(self, name: str, card: Card) -> Chapter | None:
        """Read a chapter under the rulings in force; None if the game does without it."""
        if name not in self.chapter_names:
            return None
        kind = self.chapter_type(name)
        if kind is None:
            return None
        chapter = self.source.fill(kind, resolved(self.data.get(name, {}), card.ruled), (name,))
        if not self._checking:
            self.source.stop_if_faulty()
        return chapter

    def under(self, card: Card) -> Rulebook:
        """Return the rulebook under the rulings in force."""
        if card not in self._books:
            # If two threads ask at once, both get the one that was made first.
            self._books.setdefault(card, Rulebook(self, card))
        return self._books[card]

    @cached_property
    def printed(self) -> Rulebook:
        """The rulebook under the card as printed."""
        return self.under(self.card)

    @cached_property
    def situation(self) -> type[msgspec.Struct]:
        """The type of an attack's situation."""
        return self.printed.combat.situation_type(self.printed)

    @cached_property
    def procedures(self) -> tuple[Procedure, ...]:
        """The chart procedures, for the desk."""
        return tuple(
            procedure
            for name in dict.fromkeys(("combat", *self.own.chapters))
            if (chapter := self.printed.chapter(name)) is not None
            for procedure in chapter.procedures(self.printed)
        )

    # Positions and scenarios

    @cached_property
    def position_fields(self) -> tuple[PositionField, ...]:
        """The fields that the chapters add to a position."""
        kinds = (self.chapter_type(name) for name in self.chapter_names)
        return tuple(field for kind in kinds if kind for field in kind.position_fields)

    @cached_property
    def position(self) -> "type[Position]":
        """The type of the game's positions."""
        from grognard.rules.position import Position, position_type  # noqa: PLC0415 - the desk does without

        return position_type(self.position_fields, self.own.position or Position)

    def open(self, scenario: "Scenario", card: Card) -> "ChapterGame":
        """Return a scenario ready to play under the rulings in force."""
        from grognard.rules.game import ChapterGame  # noqa: PLC0415 - likewise

        return (self.own.game or ChapterGame)(scenario, self, card)

    @cached_property
    def scenario_file(self) -> "type[SidedFile]":
        """The type of a scenario file."""
        from grognard.rules.scenario import ScenarioFile  # noqa: PLC0415 - likewise

        return self.own.scenario or ScenarioFile

    def check_scenario(self, source: Source, scenario: "Scenario") -> None:
        """Note every fault of a scenario that a chapter finds."""
        from grognard.rules.losses import check_faces  # noqa: PLC0415 - likewise

        if not self.printed.has_steps:
            check_faces(source, scenario)
        chapters = self.printed.chapters
        for chapter in chapters:
            chapter.check_scenario(source, scenario)
        for side in self.sides if self.printed.supply else ():
            if not any(chapter.feeds(scenario, side) for chapter in chapters):
                where = "name edges and towns here, or say in [supply] of rules.toml what terrain or edges feed it"
                if not scenario.file.sources:
                    where += f'; here it is {side} = ["..."] below [sources]'
                source.fault(("sources",), f"has no source of supply of the {side} side: {where}")

    # Faults

    def check(self) -> None:
        """Check the file once, with every chapter under every ruling; every fault is raised."""
        if self._is_checked:
            return
        self._check_head()
        self._check_rulings()
        self.source.stop_if_faulty()
        self._checking = True
        for book in self._rulebooks_by_option():
            self._check_chapters(book)
        self._checking = False
        if not self.source.faults:
            self._check_states()
        self.source.stop_if_faulty()
        self._is_checked = True

    def _check_head(self) -> None:
        if len(self.sides) != SIDES:
            self.source.fault(
                ("sides",), f"must be two, and there are {len(self.sides)}: {', '.join(self.sides)}"
            )
        elif len(set(self.sides)) != SIDES:
            self.source.fault(("sides", 1, "name"), f"{self.sides[0]!r} is the name of both sides")
        for at, side in enumerate(self.head.sides):
            if side.people.lower().startswith("the "):
                self.source.fault(("sides", at, "people"), f"needs no article; write {side.people[4:]!r}")
        check_units(self.source, self.units)
        if not self.terrain.hexes:
            self.source.fault(("terrain", "hexes"), "is empty; name clear ground first")
        sections = [*STANDARD, *self.own.chapters]
        for name in self.data:
            if name not in Head.__struct_fields__ and name not in sections:
                words = nearest(name, [*Head.__struct_fields__, *sections])
                self.source.fault((name,), f"is no chapter; {words}")
        for name in REQUIRED:
            if name not in self.data:
                self.source.fault(
                    (name,), f"chapter {name} is missing, which every game has; add [{name}]", where="file"
                )

    def _check_states(self) -> None:
        shown = [state.id for chapter in self.printed.chapters for state in chapter.said_of_counters]
        for word in self.units.states:
            if word not in shown:
                self.source.fault(
                    ("units", "states"), f"{word!r} is said of no counter; {nearest(word, shown)}"
                )

    def _check_rulings(self) -> None:
        """A ruling that decides a parameter must be in the book, and every option must have a value."""
        for place, table in ruled(self.data, ()):
            name = table["ruling"]
            if name not in self.rulings:
                self.source.fault(
                    place, f"there is no ruling {name!r}; {nearest(str(name), list(self.rulings))}"
                )
                continue
            options = self.rulings[name].options
            for option in table.keys() - options.keys() - {"ruling"}:
                self.source.fault(
                    place, f"ruling {name} has no option {option!r}; there are {', '.join(options)}"
                )
            for option in options.keys() - table.keys():
                self.source.fault(place, f"does not say what option {option!r} of ruling {name} makes of it")

    def _rulebooks_by_option(self) -> Iterator[Rulebook]:
        """Yield as many rulebooks as it takes for every option of every ruling to be in force once."""
        most = max((len(ruling.options) for ruling in self.rulings.values()), default=1)
        for at in range(most):
            options = {name: list(ruling.options)[: at + 1][-1] for name, ruling in self.rulings.items()}
            yield Rulebook(self, SwitchedCard(self.card, options))

    def _check_chapters(self, book: Rulebook) -> None:
        chapters = {name: book.chapter(name) for name in self.chapter_names}
        if self.source.faults:
            return
        orders = tuple(order for chapter in chapters.values() if chapter for order in chapter.order_names)
        for name, chapter in chapters.items():
            chapter.check(Checking(self.source, name, book, orders))
